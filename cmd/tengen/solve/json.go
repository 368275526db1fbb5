package solve

import (
	"encoding/json"

	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/threat"
)

// The objects that --json prints; the help describes them.
type (
	headJSON struct {
		Position string `json:"position"`
		Side     string `json:"side"`
	}
	winJSON struct {
		Kind     string   `json:"kind,omitempty"`
		Move     string   `json:"move,omitempty"`
		Plies    int      `json:"plies,omitempty"`
		Shortest *bool    `json:"shortest,omitempty"`
		Line     []string `json:"line,omitempty"`
		NoVCF    int      `json:"no_vcf,omitempty"`
		NoVCT    int      `json:"no_vct,omitempty"`
	}
	effortJSON struct {
		Nodes   int64   `json:"nodes"`
		Seconds float64 `json:"seconds"`
	}
	solvedJSON struct {
		Name string `json:"name,omitempty"`
		headJSON
		winJSON
		effortJSON
		Tree     *treeJSON `json:"tree,omitempty"`
		Nearest  *tryJSON  `json:"nearest,omitempty"`
		Expected string    `json:"expected,omitempty"`
		Met      *bool     `json:"met,omitempty"`
	}
	allJSON struct {
		headJSON
		Wins []winJSON `json:"wins"`
		Open []string  `json:"open"`
	}
	tryJSON struct {
		Move    string      `json:"move"`
		Foul    string      `json:"foul,omitempty"`
		Then    *winJSON    `json:"then,omitempty"`
		Threat  []string    `json:"threat,omitempty"`
		Counter []string    `json:"counter,omitempty"`
		Replies []replyJSON `json:"replies,omitempty"`
	}
	replyJSON struct {
		Move string  `json:"move"`
		Then winJSON `json:"then"`
	}
	triedJSON struct {
		headJSON
		Try tryJSON `json:"try"`
	}
	defendedJSON struct {
		headJSON
		Threat winJSON     `json:"threat"`
		Own    []string    `json:"own,omitempty"`
		Stops  []string    `json:"stops"`
		Open   []string    `json:"open"`
		Fails  []replyJSON `json:"fails"`
		Nodes  int64       `json:"nodes"`
	}
	treeJSON struct {
		Move    string          `json:"move"`
		Threat  []string        `json:"threat,omitempty"`
		Replies []treeReplyJSON `json:"replies,omitempty"`
	}
	treeReplyJSON struct {
		Move string    `json:"move"`
		Then *treeJSON `json:"then"`
	}
)

func (j *job) writeJSON(v any) error {
	return json.NewEncoder(j.Out).Encode(v)
}

func (p *problem) headJSON() headJSON {
	return headJSON{renju.FormatMoves(p.pos.Moves()), p.pos.ToMove().String()}
}

func verdictJSON(v search.Verdict) winJSON {
	if w := v.Win; w != nil {
		shortest := w.Shortest()
		return winJSON{Kind: w.Kind.String(), Move: w.Move.String(), Plies: w.Plies, Shortest: &shortest, Line: texts(w.Line)}
	}
	return winJSON{NoVCF: noneJSON(v.NoVCF), NoVCT: noneJSON(v.NoVCT)}
}

// noneJSON is -1 for every number of plies.
func noneJSON(plies int) int {
	if plies == search.EveryLength {
		return -1
	}
	return plies
}

func texts(moves []renju.Point) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
	}
	return names
}

func repliesJSON(choices []search.Choice) []replyJSON {
	var out []replyJSON
	for _, c := range choices {
		out = append(out, replyJSON{c.Move.String(), verdictJSON(c.Verdict)})
	}
	return out
}

func (j *job) solvedJSON(p problem, a search.Answer, nearest *search.Trial) solvedJSON {
	out := solvedJSON{
		headJSON: p.headJSON(), winJSON: verdictJSON(a.Verdict),
		effortJSON: effortJSON{a.Nodes, a.Elapsed.Seconds()},
	}
	if j.tree && a.Win != nil {
		out.Tree = j.treeJSON(a.Win.Proof, 1)
	}
	if nearest != nil {
		try := trialJSON(nearest)
		out.Nearest = &try
	}
	return out
}

// treeJSON is a proof as deep as the tree may be.
func (j *job) treeJSON(p *threat.Proof, ply int) *treeJSON {
	t := &treeJSON{Move: p.Move.String(), Threat: texts(p.Threat)}
	if j.depth > 0 && ply+1 > j.depth {
		return t
	}
	for _, r := range p.Replies {
		t.Replies = append(t.Replies, treeReplyJSON{r.Move.String(), j.treeJSON(r.Then, ply+2)})
	}
	return t
}

func trialJSON(t *search.Trial) tryJSON {
	out := tryJSON{
		Move: t.Move.String(), Foul: t.Foul.String(),
		Threat: texts(t.Threat), Counter: texts(t.Counter), Replies: repliesJSON(t.Replies),
	}
	if t.Foul == 0 {
		then := verdictJSON(t.Verdict)
		out.Then = &then
	}
	return out
}

func (j *job) triedJSON(p problem, t *search.Trial) triedJSON {
	return triedJSON{p.headJSON(), trialJSON(t)}
}

func (j *job) allJSON(p problem, wins, open []search.Choice) allJSON {
	out := allJSON{headJSON: p.headJSON(), Wins: []winJSON{}, Open: []string{}}
	for _, c := range wins {
		out.Wins = append(out.Wins, verdictJSON(c.Verdict))
	}
	for _, c := range open {
		out.Open = append(out.Open, c.Move.String())
	}
	return out
}

func (j *job) defendedJSON(p problem, d *search.Defences) defendedJSON {
	out := defendedJSON{
		headJSON: p.headJSON(), Threat: verdictJSON(d.Threat.Verdict), Own: texts(d.Own),
		Stops: []string{}, Open: []string{}, Fails: []replyJSON{}, Nodes: d.Nodes,
	}
	for _, c := range d.Replies {
		switch {
		case c.Win != nil:
			out.Fails = append(out.Fails, replyJSON{c.Move.String(), verdictJSON(c.Verdict)})
		case c.None(j.limits.Kind):
			out.Stops = append(out.Stops, c.Move.String())
		default:
			out.Open = append(out.Open, c.Move.String())
		}
	}
	return out
}
