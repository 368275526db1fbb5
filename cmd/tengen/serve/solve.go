package serve

import (
	"context"
	"sync"
	"time"

	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/eval"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// A solution is what solving has come to.
type solution struct {
	State string     `json:"state"` // "seeking", "proved", "claimed" (a win without a proof), "none"
	Kind  string     `json:"kind,omitempty"`
	Value string     `json:"value,omitempty"`
	Moves []string   `json:"moves,omitempty"`
	Tree  *proofNode `json:"tree,omitempty"`
}

// A proofNode is a proved win: the attacker's move and an answer to every defence.
type proofNode struct {
	Move    string       `json:"move"`
	Replies []proofReply `json:"replies,omitempty"`
}

type proofReply struct {
	Move string     `json:"move"`
	Then *proofNode `json:"then"`
}

// mostProof is how many nodes of a proof a page is told of.
const mostProof = 1500

// treeOf is the part of a proof nearest to its root that has so many nodes: breadth
// first, since whoever steps through it begins there.
func treeOf(p *threat.Proof) *proofNode {
	root := &proofNode{Move: p.Move.String()}
	type pair struct {
		proof *threat.Proof
		node  *proofNode
	}
	todo := []pair{{p, root}}
	for nodes := 1; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		if nodes+len(at.proof.Replies) > mostProof {
			break
		}
		nodes += len(at.proof.Replies)
		for _, r := range at.proof.Replies {
			reply := proofReply{Move: r.Move.String()}
			if r.Then != nil {
				reply.Then = &proofNode{Move: r.Then.Move.String()}
				todo = append(todo, pair{r.Then, reply.Then})
			}
			at.node.Replies = append(at.node.Replies, reply)
		}
	}
	return root
}

// solveTime is how long a search for a win goes on in a slice before it gives way; its table
// remembers what it has tried.
const solveTime = 3 * time.Second

// solve looks for a win by continuous fours or threats, and proves it.
func solve(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	s.solved = &solution{State: "seeking"}
	round := solveTime
	return func(slice context.Context, searcher *search.Searcher) (bool, error) {
		if s.at.over() {
			b.mu.Lock()
			defer b.mu.Unlock()
			s.solved = &solution{State: "none"}
			return false, nil
		}
		ctx, end := context.WithTimeout(slice, 2*round)
		defer end()
		base := s.nodes
		res, proof, err := searcher.Prove(ctx, s.at.pos, search.Limits{Clock: search.Clock{Turn: round, Exact: true}}, func(p search.Progress) {
			b.mu.Lock()
			defer b.mu.Unlock()
			s.nodes, s.depth = base+p.Nodes, max(s.depth, p.Line.Depth)
			b.changed(s)
		})
		if err != nil {
			return false, err
		}
		round *= 2
		b.mu.Lock()
		defer b.mu.Unlock()
		s.nodes = base + res.Nodes
		best := res.Lines[0]
		plies, mate := best.Value.Mate()
		switch {
		case proof != nil:
			s.solved = &solution{State: "proved", Kind: kindOf(proof), Value: best.Value.String(), Moves: tell.Names(best.Moves), Tree: treeOf(proof)}
			return false, nil
		case mate && plies > 0:
			s.solved = &solution{State: "claimed", Value: best.Value.String(), Moves: tell.Names(best.Moves)}
		case mate:
			s.solved = &solution{State: "none", Value: best.Value.String()}
			return false, nil
		}
		return true, nil
	}
}

// kindOf tells a win by fours alone, "VCF", from one by threats, "VCT".
func kindOf(p *threat.Proof) string {
	for p != nil {
		if len(p.Threat) > 0 {
			return "VCT"
		}
		if len(p.Replies) == 0 {
			break
		}
		p = p.Replies[0].Then
	}
	return "VCF"
}

// threats are what either side could make with its next stone.
type threats struct {
	Black []threatFound `json:"black"`
	White []threatFound `json:"white"`
	// What would win by continuous fours if that side were to move.
	BlackVCF []string `json:"blackVCF,omitempty"`
	WhiteVCF []string `json:"whiteVCF,omitempty"`
}

type threatFound struct {
	Point string `json:"point"`
	Kind  string `json:"kind"`
}

// kinds are the names of what a stone makes, the strongest first.
var threatKinds = []struct {
	class pattern.Class
	name  string
}{
	{pattern.Five, "five"}, {pattern.Straight, "straight"}, {pattern.FourThree, "fourthree"},
	{pattern.FourPlus, "four"}, {pattern.Four, "four"}, {pattern.DoubleThree, "doublethree"},
	{pattern.ThreePlus, "three"}, {pattern.Three, "three"},
}

// vcfLimit is how many moves are tried to find a side's win by fours, with so many positions
// remembered.
const (
	vcfLimit   = 40_000
	vcfEntries = 1 << 14
)

// tools are what looks at threats, made when they are needed.
type tools struct {
	mu sync.Mutex
	of [renju.Renju + 1]*pattern.Tables
}

func (t *tools) tables(rule renju.Rule) *pattern.Tables {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[rule] == nil {
		t.of[rule] = pattern.NewTables(rule, eval.For(rule).Weights())
	}
	return t.of[rule]
}

// showThreats lists the threats of both sides.
func showThreats(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	tables := b.house.tools.tables(s.at.pos.Rule())
	return func(slice context.Context, _ *search.Searcher) (bool, error) {
		t := &threats{Black: []threatFound{}, White: []threatFound{}}
		for _, side := range []struct {
			stone  renju.Stone
			colour int
			list   *[]threatFound
			vcf    *[]string
		}{
			{renju.Black, pattern.Black, &t.Black, &t.BlackVCF},
			{renju.White, pattern.White, &t.White, &t.WhiteVCF},
		} {
			if s.at.over() {
				break
			}
			at := pattern.New(s.at.pos.Size(), tables)
			at.Load(renju.SetUp(*s.at.pos.Board(), s.at.pos.Rule(), side.stone))
			for _, kind := range threatKinds {
				for c := range at.Points(side.colour, kind.class).All() {
					if side.stone == renju.Black && at.Forbidden(c) {
						continue
					}
					*side.list = append(*side.list, threatFound{pattern.PointOf(c, at.Size()).String(), kind.name})
				}
			}
			solver := threat.NewSolver(vcfEntries)
			solver.StopWhen(func() bool { return slice.Err() != nil })
			if r, line := solver.Line(at, vcfLimit); r == threat.Win {
				*side.vcf = tell.Names(pattern.PointsOf(line, at.Size()))
			}
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		s.threats = t
		return false, nil
	}
}
