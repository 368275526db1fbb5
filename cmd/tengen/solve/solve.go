// Package solve is "tengen solve": the wins by continuous fours and threats in a
// position, and what stops them.
package solve

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/threat"
)

const usage = `
Usage: tengen solve [flags] POSITION
       tengen solve [flags] --file FILE

Looks for a win by continuous fours (VCF), and if there is none by continuous
threats (VCT): moves that make a four or threaten a VCF. It prints the shortest
win, with the line in which the defence lasts longest, or what stops the nearest
try. The position is given by its moves in order, such as h8i9g7; "--" is a pass.
Every win was played through the rulebook before it is printed.

"No VCT" is printed where every threat has been tried; where a limit came first,
it says how long a win would have to be. Without --time or --nodes it takes five
seconds at most, and half as long again to tell why there is no win. Ctrl-C ends
it at once with what is known.

A file has a problem a line: the position, and if wanted a name and the answer,
with ";" or tabs between them. The answer has any of these words: VCF, VCT, win
(either) or none; the plies of the win; first moves, one of which must be found. Empty
lines, and those that begin with "#", do not count. A table comes out; the exit
status is 1 if an answer is not the expected one.

  h8g8i8a3j8a5 ; a three ; VCF 3 k8

With --json an answer is one object on a line, with "position" and "side". A
verdict is kind (VCF, VCT), move, plies, shortest (true or false) and line of a
win; or no_vcf and no_vct, the plies up to which such a win is excluded, -1 for all.
  solve     a verdict; nodes, seconds; tree with --tree; nearest, a try, where there is no win
  --all     wins, verdicts; open, the moves that are not decided
  --try     try: move; foul, or then, a verdict; threat and counter, lines; replies
  --defend  threat, a verdict; own, a line; stops, open: moves; fails: replies; nodes
  --file    as solve, with name, and expected and met where an answer is given
Replies are a list of move and then, a verdict. A tree is move, threat and
replies, each a move and then, a tree.

Examples:
  tengen solve e7l10l8f12i5k5d5j6e6
  tengen solve --all --side black h8a1i9a3
  tengen solve --tree --depth 5 e7l10l8f12i5k5d5j6e6
  tengen solve --try h9 h8a1i8a3
  tengen solve --defend h8a1i8a3j8`

// Command is "tengen solve".
var Command = cli.Command{
	Name:    "solve",
	Summary: "wins by fours and threats, and what stops them; problem files",
	Run:     run,
}

// defaultTime is how long a question without any limit may take.
const defaultTime = 5 * time.Second

// job is what the command line asks for.
type job struct {
	cli.IO
	limits search.SolveLimits
	size   int
	rule   string
	side   string
	json   bool

	tree         bool
	depth, lines int
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	j := job{IO: streams}
	timeLimit := cli.Duration(defaultTime)
	f := cli.NewFlags("solve")
	f.StringVar(&j.side, "side", "", "the `colour` that is to win, black or white, instead of the side to move")
	fours := f.Bool("vcf", false, "look for fours only")
	all := f.Bool("all", false, "all first moves that win, the shortest win first")
	f.BoolVar(&j.tree, "tree", false, "what wins against every defence")
	f.IntVar(&j.depth, "depth", 0, "`plies` of the tree; 0: all")
	f.IntVar(&j.lines, "lines", 200, "`lines` of the tree; 0: all")
	try := f.String("try", "", "tell whether this `move` wins too, or what stops it")
	defend := f.Bool("defend", false, "which moves of the side to move stop a win that its opponent threatens")
	file := f.StringP("file", "f", "", "solve the problems of this `file`; -: standard input")
	f.VarP(&timeLimit, "time", "t", "how long a question may take, in seconds or such as 500ms; 0: no limit")
	f.Int64Var(&j.limits.Nodes, "nodes", 0, "most `moves` to try for a question")
	f.BoolVar(&j.json, "json", false, "one JSON object a line")
	f.StringVar(&j.rule, "rule", renju.Renju.String(), "freestyle, standard or renju")
	f.IntVar(&j.size, "size", 15, "board `size`")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	modes := 0
	for _, mode := range []string{"all", "tree", "try", "defend", "file"} {
		if f.Changed(mode) {
			modes++
		}
	}
	switch {
	case j.limits.Nodes < 0 || j.depth < 0 || j.lines < 0:
		return cli.Usagef("--nodes, --depth and --lines want 0 or more")
	case modes > 1:
		return cli.Usagef("of --all, --tree, --try, --defend and --file only one goes")
	case *file != "" && f.NArg() > 0:
		return cli.Usagef("--file has the positions: unexpected argument %q", f.Arg(0))
	}
	if !*fours {
		j.limits.Kind = threat.VCT
	}
	if f.Changed("time") || j.limits.Nodes == 0 {
		j.limits.Time = time.Duration(timeLimit)
	}
	if *file != "" {
		return j.bulk(ctx, *file)
	}
	p, err := j.problem(f.Args())
	if err != nil {
		return err
	}
	switch {
	case *all:
		return j.all(ctx, p)
	case f.Changed("try"):
		return j.try(ctx, p, *try)
	case *defend:
		return j.defend(ctx, p)
	}
	return j.solve(ctx, p)
}

// problem is a position with the side to move that is to win, or to defend.
type problem struct {
	text string
	pos  *renju.Position
}

// problem reads the arguments.
func (j *job) problem(args []string) (problem, error) {
	text, pos, err := cli.Position(args, j.rule, j.size)
	if err != nil {
		return problem{}, err
	}
	p := problem{text, pos}
	if out := pos.Outcome(); out.Over() {
		return p, fmt.Errorf("%s: the game is over: %v (%v)", text, out.Result, out.Reason)
	}
	return p, p.turn(j.side)
}

// turn lets the side to move pass if it is not the one that is wanted.
func (p *problem) turn(side string) error {
	switch want := strings.ToLower(side); want {
	case "", p.pos.ToMove().String():
		return nil
	case renju.Black.String(), renju.White.String():
		return p.pos.Play(renju.Pass)
	}
	return cli.Usagef("--side %s: want black or white", side)
}

// title is the first line of what is printed.
func (p *problem) title() string {
	return fmt.Sprintf("%s: %s, %s to move, %v %dx%d\n\n", p.text, cli.Plural(stones(p.pos), "stone"),
		cli.Side(p.pos.ToMove()), p.pos.Rule(), p.pos.Size(), p.pos.Size())
}

func stones(pos *renju.Position) int {
	return pos.Board().Count(renju.Black) + pos.Board().Count(renju.White)
}

func (j *job) solve(ctx context.Context, p problem) error {
	solver := search.NewSolver(p.pos.Size(), p.pos.Rule())
	answer, err := solver.Solve(ctx, p.pos, j.limits)
	if err != nil {
		return err
	}
	var nearest *search.Trial
	if answer.Win == nil && ctx.Err() == nil {
		limits := j.limits
		limits.Time /= 2
		t, ok, err := solver.WhyNot(ctx, p.pos, limits)
		switch {
		case err != nil:
			return err
		case t.Win != nil: // it turned up after all
			answer.Win = t.Win
		case ok:
			nearest = &t
		}
	}
	if j.json {
		return j.writeJSON(j.solvedJSON(p, answer, nearest))
	}
	var out strings.Builder
	out.WriteString(p.title())
	w := writer{&out, p.pos.Clone(), j.limits.Kind}
	if answer.Win == nil {
		w.none(answer.Verdict, answer.Nodes)
		w.whyNot(nearest)
	} else {
		w.win(answer.Win)
		if j.tree {
			out.WriteString("\n")
			w.tree(answer.Win.Proof, j.depth, j.lines)
		}
	}
	w.effort(answer)
	_, err = io.WriteString(j.Out, out.String())
	return err
}

func (j *job) all(ctx context.Context, p problem) error {
	solver := search.NewSolver(p.pos.Size(), p.pos.Rule())
	wins, open, err := solver.All(ctx, p.pos, j.limits)
	if err != nil {
		return err
	}
	if j.json {
		return j.writeJSON(j.allJSON(p, wins, open))
	}
	var out strings.Builder
	out.WriteString(p.title())
	w := writer{&out, p.pos.Clone(), j.limits.Kind}
	w.all(wins, open)
	_, err = io.WriteString(j.Out, out.String())
	return err
}

func (j *job) try(ctx context.Context, p problem, name string) error {
	move, err := renju.ParsePoint(name)
	if err != nil {
		return cli.Usagef("--try: %w", err)
	}
	if err := p.pos.Clone().Play(move); err != nil {
		return cli.Usagef("--try: %w", err)
	}
	t, err := search.NewSolver(p.pos.Size(), p.pos.Rule()).Try(ctx, p.pos, move, j.limits)
	if err != nil {
		return err
	}
	if j.json {
		return j.writeJSON(j.triedJSON(p, &t))
	}
	var out strings.Builder
	out.WriteString(p.title())
	w := writer{&out, p.pos.Clone(), j.limits.Kind}
	w.trial(&t)
	_, err = io.WriteString(j.Out, out.String())
	return err
}

func (j *job) defend(ctx context.Context, p problem) error {
	d, err := search.NewSolver(p.pos.Size(), p.pos.Rule()).Defend(ctx, p.pos, j.limits)
	if err != nil {
		return err
	}
	if j.json {
		return j.writeJSON(j.defendedJSON(p, &d))
	}
	var out strings.Builder
	out.WriteString(p.title())
	w := writer{&out, p.pos.Clone(), j.limits.Kind}
	w.defences(&d)
	_, err = io.WriteString(j.Out, out.String())
	return err
}
