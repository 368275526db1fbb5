package solve

import (
	"fmt"
	"slices"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/threat"
)

// writer writes answers for people. The position is the problem's between any two
// of its calls.
type writer struct {
	*strings.Builder
	pos  *renju.Position
	kind threat.Kind // that was looked for
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// length tells how long a win is, and whether it is the shortest.
func length(win *search.Win) string {
	text := fmt.Sprintf("%v in %d plies", win.Kind, win.Plies)
	if win.Plies == 1 {
		return "five"
	}
	switch {
	case win.Shortest():
	case win.None > 0:
		text += fmt.Sprintf(" (a shorter one takes more than %d)", win.None)
	default:
		text += " (there may be a shorter one)"
	}
	return text
}

func (w *writer) win(win *search.Win) {
	w.printf("%s wins: %s\n\n  %s\n", cli.Side(w.pos.ToMove()), length(win), w.line(win.Line))
}

// line is a line of moves from the position, and how it ends.
func (w *writer) line(moves []renju.Point) string {
	pos := w.pos.Clone()
	for _, m := range moves[:len(moves)-1] {
		if err := pos.Play(m); err != nil {
			return tell.Moves(moves)
		}
	}
	return tell.Moves(moves) + end(pos, moves[len(moves)-1])
}

// end tells why a win's last move has won, which is about to be played.
func end(pos *renju.Position, last renju.Point) string {
	me := pos.ToMove()
	if pos.Board().MakesFive(last, me, pos.Rule()) {
		return ", five"
	}
	after := pos.Clone()
	if err := after.Play(last); err != nil {
		return ""
	}
	var fives []renju.Point
	for p := range after.Board().Points() {
		if after.At(p) == renju.Empty && after.Board().MakesFive(p, me, pos.Rule()) {
			fives = append(fives, p)
		}
	}
	switch {
	case len(fives) == 0:
		return ", and nothing stops the threat"
	case len(fives) == 1 && after.IsFoul(fives[0]):
		return fmt.Sprintf(", and %v is forbidden to Black (%v)", fives[0], after.Board().Foul(fives[0]))
	case len(fives) == 1:
		return ""
	}
	texts := make([]string, len(fives))
	for i, p := range fives {
		texts[i] = p.String()
	}
	return ", and five at " + strings.Join(texts, " or ")
}

// none says that there is no win, and no more than is proved.
func (w *writer) none(v search.Verdict, nodes int64) {
	side := cli.Side(w.pos.ToMove())
	switch {
	case v.None(w.kind):
		w.printf("%s has no %v: every one that there could be was tried.\n", side, both(w.kind))
	case w.kind == threat.VCT && v.None(threat.VCF):
		w.printf("%s has no VCF. No VCT was found within %s%s.\n", side, cli.Plural(int(nodes), "node"), longer(v.NoVCT))
	default:
		w.printf("%s: no %v was found within %s%s.\n", side, both(w.kind), cli.Plural(int(nodes), "node"), longer(v.NoVCF))
	}
}

func both(kind threat.Kind) string {
	if kind == threat.VCF {
		return "VCF"
	}
	return "VCF and no VCT"
}

// longer says how long a win must be that was not found.
func longer(none int) string {
	if none < 3 {
		return ""
	}
	return fmt.Sprintf("; it would take more than %d plies", none)
}

func (w *writer) whyNot(t *search.Trial) {
	if t == nil {
		w.printf("No move was found that threatens anything.\n")
		return
	}
	w.printf("\nThe nearest try is %v. ", t.Move)
	w.refutation(t)
}

// trial tells what became of a try.
func (w *writer) trial(t *search.Trial) {
	switch {
	case t.Foul != 0:
		w.printf("%v is forbidden to Black (%v).\n", t.Move, t.Foul)
	case t.Win != nil:
		w.printf("%v wins: %s\n\n  %s\n", t.Move, length(t.Win), w.line(t.Win.Line))
	default:
		w.refutation(t)
	}
}

// refutation tells what stops a try.
func (w *writer) refutation(t *search.Trial) {
	after := w.pos.Clone()
	if err := after.Play(t.Move); err != nil {
		return
	}
	opponent := cli.Side(after.ToMove())
	w.pos, after = after, w.pos
	defer func() { w.pos = after }()
	switch {
	case len(t.Counter) > 0:
		w.printf("%v fails: then %s wins itself.\n\n  %s\n", t.Move, opponent, w.line(t.Counter))
		return
	case !t.Threatens():
		w.printf("%v makes no four and no threat of fours.\n", t.Move)
		return
	case t.Four:
		w.printf("%v makes a four.", t.Move)
	default:
		w.printf("%v threatens %s.", t.Move, tell.Moves(t.Threat))
	}
	proved, holding := 0, 0
	for _, r := range t.Replies {
		if r.Win == nil {
			holding++
		}
		if r.None(w.kind) {
			proved++
		}
	}
	switch {
	case proved > 0:
		w.printf(" It does not win: %s against it.\n", holds(proved))
	default:
		w.printf(" No win was found against %d of its replies.\n", holding)
	}
	w.printf("\n")
	for _, r := range t.Replies {
		w.printf("  %-4v %s\n", r.Move, w.outcome(r))
	}
}

func holds(n int) string {
	if n == 1 {
		return "1 reply holds"
	}
	return fmt.Sprintf("%d replies hold", n)
}

// outcome is what becomes of a win after a move of the defender's.
func (w *writer) outcome(c search.Choice) string {
	switch {
	case c.Win != nil:
		if err := w.pos.Play(c.Move); err != nil {
			return ""
		}
		defer w.pos.TakeBack()
		return fmt.Sprintf("loses to %s (%v, %s)", w.line(c.Win.Line), c.Win.Kind, pliesOf(c.Win.Plies))
	case c.None(w.kind):
		return "holds"
	}
	none := c.NoVCT
	if w.kind == threat.VCF {
		none = c.NoVCF
	}
	if none < 3 {
		return "no win found"
	}
	return fmt.Sprintf("no win found, none in %d plies", none)
}

func (w *writer) all(wins, open []search.Choice) {
	what := "VCF or VCT"
	if w.kind == threat.VCF {
		what = "VCF"
	}
	switch {
	case len(wins) > 0:
		w.printf("%s wins with %s:\n\n", cli.Side(w.pos.ToMove()), cli.Plural(len(wins), "first move"))
	case len(open) > 0:
		w.printf("No first move was found that wins.\n")
	default:
		w.printf("No move wins by %s: each was tried to the end.\n", what)
		return
	}
	for _, c := range wins {
		w.printf("  %-4v %v  %3d plies%s  %s\n", c.Move, c.Win.Kind, c.Win.Plies, atMost(c.Win), w.line(c.Win.Line))
	}
	if len(open) == 0 {
		w.printf("\nNo other move wins by %s: each was tried to the end.\n", what)
		return
	}
	// What is known of all of them.
	none := search.EveryLength
	moves := make([]renju.Point, len(open))
	for i, c := range open {
		moves[i] = c.Move
		n := c.NoVCT
		if w.kind == threat.VCF {
			n = c.NoVCF
		}
		none = min(none, n)
	}
	w.printf("\nNot decided within the limits%s:\n\n  %s\n", longer(none), tell.Moves(moves))
}

// atMost marks a win that may not be the shortest.
func atMost(win *search.Win) string {
	if win.Shortest() {
		return " "
	}
	return "?"
}

// defences tells what stops a threat.
func (w *writer) defences(d *search.Defences) {
	me := cli.Side(w.pos.ToMove())
	win := d.Threat.Win
	passed := w.pos.Clone()
	if err := passed.Play(renju.Pass); err != nil {
		return
	}
	if win == nil {
		(&writer{w.Builder, passed, w.kind}).none(d.Threat.Verdict, d.Nodes)
		w.printf("%s has nothing to stop.\n", me)
		return
	}
	w.printf("If %s passed, %s would win: %s\n\n  %s\n\n", me, cli.Side(passed.ToMove()), length(win),
		(&writer{w.Builder, passed, w.kind}).line(win.Line))
	if len(d.Own) > 0 {
		w.printf("%s wins itself: %s\n\n", me, w.line(d.Own))
	}
	var proved, open []renju.Point
	for _, r := range d.Replies {
		switch {
		case r.Win != nil:
		case r.None(w.kind):
			proved = append(proved, r.Move)
		default:
			open = append(open, r.Move)
		}
	}
	what := "no VCF and no VCT is"
	if w.kind == threat.VCF {
		what = "no VCF is"
	}
	w.list(fmt.Sprintf("These stop it, %s left", what), proved)
	w.list("Against these no win was found within the limits", open)
	if len(proved)+len(open) == 0 {
		w.printf("Nothing stops it.\n\n")
	}
	part := points(win.Proof)
	others := 0
	var shown []search.Choice
	for _, r := range d.Replies {
		switch {
		case r.Win == nil:
		case part[r.Move]:
			shown = append(shown, r)
		default:
			others++
		}
	}
	if len(shown) > 0 {
		w.printf("These do not:\n\n")
		for _, r := range shown {
			w.printf("  %-4v %s\n", r.Move, w.outcome(r))
		}
	}
	switch {
	case others > 0 && len(shown) > 0:
		w.printf("\nNor does any of the other %d moves that were tried to the end.\n", others)
	case others > 0:
		w.printf("None of the other %d moves does; each was tried to the end.\n", others)
	}
}

// list is a heading and moves, nothing where there are none.
func (w *writer) list(heading string, moves []renju.Point) {
	if len(moves) > 0 {
		w.printf("%s:\n\n  %s\n\n", heading, tell.Moves(moves))
	}
}

// points are those that a proof is played on.
func points(p *threat.Proof) map[renju.Point]bool {
	found := map[renju.Point]bool{}
	seen := map[*threat.Proof]bool{}
	var walk func(p *threat.Proof)
	walk = func(p *threat.Proof) {
		if seen[p] {
			return
		}
		seen[p] = true
		found[p.Move] = true
		for _, m := range p.Threat {
			found[m] = true
		}
		for _, r := range p.Replies {
			found[r.Move] = true
			walk(r.Then)
		}
	}
	walk(p)
	return found
}

// effort says what an answer took.
func (w *writer) effort(a search.Answer) {
	w.printf("\n%s in %.1f s\n\n", cli.Plural(int(a.Nodes), "node"), a.Elapsed.Seconds())
	var marks []renju.Mark
	if last, ok := w.pos.LastMove(); ok {
		marks = append(marks, renju.Mark{Point: last})
	}
	if a.Win != nil {
		marks = append(marks, renju.Mark{Point: a.Win.Move, Sign: '1'})
	}
	w.WriteString(w.pos.Board().Diagram(marks...))
}

// tree writes a proof: every defence, the longest first, and what wins against
// it. A four has one reply, so fours stay on one line.
func (w *writer) tree(p *threat.Proof, depth, lines int) {
	t := tree{writer: w, depth: depth, lines: lines, plies: map[*threat.Proof]int{}}
	t.write("  ", "", p, 1)
	if t.left > 0 {
		w.printf("  ... %s more: see --lines and --depth\n", cli.Plural(t.left, "line"))
	}
}

type tree struct {
	*writer
	depth, lines int
	shown, left  int // lines
	plies        map[*threat.Proof]int
}

// write writes one line with the moves that are forced, and the replies to its
// last move below it. ply is how deep its first move is.
func (t *tree) write(indent, reply string, p *threat.Proof, ply int) {
	made := 0
	defer func() {
		for range made {
			t.pos.TakeBack()
		}
	}()
	play := func(m renju.Point) {
		if t.pos.Play(m) == nil {
			made++
		}
	}
	text := reply
	for {
		text += p.Move.String()
		if len(p.Replies) != 1 || len(p.Threat) > 0 {
			break
		}
		play(p.Move)
		play(p.Replies[0].Move)
		text += " " + p.Replies[0].Move.String() + " "
		p = p.Replies[0].Then
		ply += 2
	}
	switch {
	case len(p.Replies) == 0:
		text += end(t.pos, p.Move)
	default:
		text += ", threatens " + tell.Moves(p.Threat)
	}
	if t.lines > 0 && t.shown >= t.lines {
		t.left++
	} else {
		t.printf("%s%s\n", indent, text)
		t.shown++
	}
	if len(p.Replies) == 0 {
		return
	}
	play(p.Move)
	replies := slices.Clone(p.Replies)
	slices.SortStableFunc(replies, func(a, b threat.Reply) int { return t.length(b) - t.length(a) })
	for _, r := range replies {
		if t.depth > 0 && ply+1 > t.depth {
			t.left++
			continue
		}
		play(r.Move)
		t.write(indent+"  ", r.Move.String()+": ", r.Then, ply+2)
		t.pos.TakeBack()
		made--
	}
}

// length is how long the win takes after a reply that is about to be played.
func (t *tree) length(r threat.Reply) int {
	if n, ok := t.plies[r.Then]; ok {
		return n
	}
	if t.pos.Play(r.Move) != nil {
		return 0
	}
	defer t.pos.TakeBack()
	_, n := r.Then.Longest(t.pos)
	t.plies[r.Then] = n
	return n
}

func pliesOf(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}
