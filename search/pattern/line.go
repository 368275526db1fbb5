package pattern

// A Line is what a stone on the centre of a line would make there, seen from
// one colour. The order is the order of strength.
type Line uint8

// The Lines. A blocked one, two or three can still grow into a four but not
// into a straight four.
const (
	dead         Line = iota // no five is possible any more
	overline                 // six or more, a foul
	blockedOne               //
	openOne                  //
	blockedTwo               //
	two                      // one or two points make a three of it
	twoThree                 // three points do
	twoFour                  // four or more do
	blockedThree             // the next stone makes a four, but no straight one
	three                    // one point makes a straight four of it
	threeWide                // two points do
	four                     // one point makes a five
	doubleFour               // two points make a five, yet it is not straight; a foul
	straightFour             // a straight four; for a colour without fouls any two five-points
	five

	lines = 16
)

// reach is how far from a point a stone can matter to what is made there: a
// five spans four points to either side, and the fifth tells it from an
// overline.
const reach = 5

// window is a line as one colour sees it, the centre at index reach.
type window [2*reach + 1]cellView

type cellView uint8

const (
	free cellView = iota
	own
	blocked
)

// lineKind is how a colour's lines are read: whether a five must be exact, and
// whether overline and double-four are fouls.
type lineKind struct{ exact, fouls bool }

// A side of a window, nearest point first, ends at its first blocked point.
// Its id is a one, followed by a bit for each point before that, set where the
// point is the colour's own: 63 ids in all.
const sideIDs = 1 << (reach + 1)

// lineClasses says for each pair of side ids what a stone between them makes.
type lineClasses [sideIDs][sideIDs]Line

func newLineClasses(kind lineKind) *lineClasses {
	c := classifier{kind: kind}
	for left := 1; left < sideIDs; left++ {
		for right := 1; right < sideIDs; right++ {
			w := sides(left, right)
			c.classify(&w)
		}
	}
	return &c.known
}

// sides lays out the window of two side ids around the centre's stone.
func sides(left, right int) window {
	var w window
	w[reach] = own
	lay := func(id, step int) {
		length := 0
		for id>>(length+1) != 0 {
			length++
		}
		for i := 1; i <= reach; i++ {
			at := reach + i*step
			switch {
			case i > length:
				w[at] = blocked
			case id>>(length-i)&1 == 1:
				w[at] = own
			}
		}
	}
	lay(left, -1)
	lay(right, +1)
	return w
}

// ids is the inverse of sides.
func (w *window) ids() (left, right int) {
	left, right = 1, 1
	for i := reach - 1; i >= 0 && w[i] != blocked; i-- {
		left = left<<1 | int(w[i]&own)
	}
	for i := reach + 1; i < len(w) && w[i] != blocked; i++ {
		right = right<<1 | int(w[i]&own)
	}
	return left, right
}

// run is the length of the unbroken row through the centre.
func (w *window) run() int {
	n := 1
	for i := reach - 1; i >= 0 && w[i] == own; i-- {
		n++
	}
	for i := reach + 1; i < len(w) && w[i] == own; i++ {
		n++
	}
	return n
}

// classifier derives Lines from the rules: what a stone makes is defined by
// what the next stone could make of it.
type classifier struct {
	kind   lineKind
	known  lineClasses
	judged [sideIDs][sideIDs]bool
}

func (c *classifier) isFive(run int) bool {
	return run == 5 || run > 5 && !c.kind.exact
}

func (c *classifier) classify(w *window) Line {
	left, right := w.ids()
	if !c.judged[left][right] {
		c.known[left][right] = c.judge(w)
		c.judged[left][right] = true
	}
	return c.known[left][right]
}

func (c *classifier) judge(w *window) Line {
	run := w.run()
	switch {
	case c.isFive(run):
		return five
	case run > 5 && c.kind.fouls:
		return overline
	case run > 5:
		return dead
	}
	// Which Lines can the next stone make, and in how many ways?
	var ways [lines]int
	first, last := 0, 0
	for i := range w {
		if w[i] != free {
			continue
		}
		w[i] = own
		line := c.classify(w)
		w[i] = free
		if line == five {
			if ways[five] == 0 {
				first = i
			}
			last = i
		}
		ways[line]++
	}
	threes := ways[three] + ways[threeWide]
	twos := ways[two] + ways[twoThree] + ways[twoFour]
	switch {
	case ways[five] >= 2 && (last-first == 5 || !c.kind.fouls):
		return straightFour
	case ways[five] >= 2:
		return doubleFour
	case ways[five] == 1:
		return four
	case ways[straightFour] >= 2:
		return threeWide
	case ways[straightFour] == 1:
		return three
	case ways[four]+ways[doubleFour] > 0:
		return blockedThree
	case threes >= 4:
		return twoFour
	case threes == 3:
		return twoThree
	case threes > 0:
		return two
	case ways[blockedThree] > 0:
		return blockedTwo
	case twos > 0:
		return openOne
	case ways[blockedTwo] > 0:
		return blockedOne
	}
	return dead
}
