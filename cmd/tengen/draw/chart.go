package draw

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Chart is the picture of a game's course: Black's chance to win over the
// moves. Below the curve it is black and above it white, as the chances are
// shared.
type Chart struct {
	// Chances holds Black's chance, 0 to 1, after so many moves: the first is
	// that before the first move. It is NaN where nothing is known, and the curve
	// has a gap.
	Chances []float64
	// Blunders are moves to be marked, counted from 1, each with a short text that
	// follows its number, or "".
	Blunders map[int]string
	Caption  string // one line below the chart; "" for none
}

// Lengths in units of the picture.
const (
	chartWidth, chartHeight = 800.0, 320.0
	plotLeft, plotRight     = 76.0, 776.0
	plotTop, plotBottom     = 24.0, 276.0
	chartFont               = 18.0
)

func (c *Chart) extent() (width, height float64) {
	if c.Caption != "" {
		return chartWidth, chartHeight + captionHeight
	}
	return chartWidth, chartHeight
}

// last is the number of the last move, 1 at least.
func (c *Chart) last() int { return max(1, len(c.Chances)-1) }

// at is where a chance after a move lies.
func (c *Chart) at(move int, chance float64) xy {
	return xy{
		plotLeft + (plotRight-plotLeft)*float64(move)/float64(c.last()),
		plotBottom - (plotBottom-plotTop)*clamp(chance),
	}
}

func (c *Chart) paint(to canvas) {
	width, height := c.extent()
	to.rect(xy{}, width, height, cornerRadius, paper)
	runs := c.runs()
	for _, run := range runs {
		first, last := run[0], run[len(run)-1]
		to.rect(xy{first.x, plotTop}, last.x-first.x, plotBottom-plotTop, 0, white)
		area := append(slices.Clone(run), xy{last.x, plotBottom}, xy{first.x, plotBottom})
		to.poly(area, true, pen{fill: black})
	}
	c.paintAxes(to)
	for _, run := range runs {
		if len(run) == 1 { // a line without length would not show everywhere
			to.circle(run[0], 2, pen{fill: curve})
			continue
		}
		to.poly(run, false, pen{edge: curve, width: 3})
	}
	for _, move := range c.blunders() {
		c.paintBlunder(to, move)
	}
	if c.Caption != "" {
		to.text(xy{width / 2, height - captionHeight/2 - 4}, fitted(chartFont, c.Caption, width-40), false, ink, c.Caption)
	}
}

// runs are the parts of the curve without gaps.
func (c *Chart) runs() [][]xy {
	var runs [][]xy
	gap := true
	for move, chance := range c.Chances {
		if !math.IsNaN(chance) {
			if gap {
				runs = append(runs, nil)
			}
			run := &runs[len(runs)-1]
			*run = append(*run, c.at(move, chance))
		}
		gap = math.IsNaN(chance)
	}
	return runs
}

func (c *Chart) paintAxes(to canvas) {
	thin := pen{edge: faint, width: 1}
	for percent := 0; percent <= 100; percent += 25 {
		chance := float64(percent) / 100
		start := c.at(0, chance)
		to.poly([]xy{start, c.at(c.last(), chance)}, false, thin)
		to.text(xy{start.x - 10, start.y}, chartFont, true, ink, fmt.Sprintf("%d %%", percent))
	}
	for move := 0; move <= c.last(); move += stride(c.last(), 12) {
		foot := c.at(move, 0)
		to.poly([]xy{foot, {foot.x, foot.y + 6}}, false, thin)
		to.text(xy{foot.x, foot.y + 20}, chartFont, false, ink, strconv.Itoa(move))
	}
}

// stride is the smallest round number that is in last no more than most times.
func stride(last, most int) int {
	for unit := 1; ; unit *= 10 {
		for _, step := range []int{unit, 2 * unit, 5 * unit} {
			if last <= step*most {
				return step
			}
		}
	}
}

// blunders are the marked moves whose chances are known, in order.
func (c *Chart) blunders() []int {
	moves := slices.Sorted(maps.Keys(c.Blunders))
	return slices.DeleteFunc(moves, func(move int) bool {
		return move < 0 || move >= len(c.Chances) || math.IsNaN(c.Chances[move])
	})
}

// tag is what is written at a blunder.
func (c *Chart) tag(move int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", move, c.Blunders[move]))
}

// paintBlunder marks a move. Its tag stands where the curve has come to: below
// after a fall, above after a rise, if there is room.
func (c *Chart) paintBlunder(to canvas, move int) {
	const size, high, away = 15.0, 20.0, 20.0
	spot := c.at(move, c.Chances[move])
	side := away
	if move > 0 && c.Chances[move] > c.Chances[move-1] {
		side = -away
	}
	if y := spot.y + side; y-high/2 < plotTop || y+high/2 > plotBottom {
		side = -side
	}
	tag := c.tag(move)
	wide := textWidth(size, tag) + 10
	at := xy{min(max(spot.x, plotLeft+wide/2), plotRight-wide/2), spot.y + side}
	to.rect(xy{at.x - wide/2, at.y - high/2}, wide, high, 5, stop)
	to.text(at, size, false, white, tag)
	to.circle(spot, 5.5, pen{stop, white, 2})
}

// The size of a chart on a terminal, in characters.
const (
	textRows    = 11 // one for every tenth
	textColumns = 72 // at most
	textLeft    = 6
)

func (c *Chart) sheet(bool) sheet {
	moves := len(c.Chances)
	each := max(1, (moves+textColumns-1)/textColumns) // moves a column
	columns := (moves + each - 1) / each
	s := make(sheet, textRows+1)
	for i := range s {
		s[i] = newLine(textLeft + columns + 3) // for the last label
	}
	for row := range textRows {
		if row%5 == 0 {
			s[row].put(0, fmt.Sprintf("%3d %%", 100-10*row), 0, 0)
			s[row].put(textLeft, strings.Repeat("-", columns), faint, 0)
		}
	}
	put := func(move int, sign string, ink colour) {
		row := int(math.Round((1 - clamp(c.Chances[move])) * (textRows - 1)))
		s[row].put(textLeft+move/each, sign, ink, 0)
	}
	for column := range columns {
		// The last move of a column stands for all of them.
		if move := min(moves, (column+1)*each) - 1; !math.IsNaN(c.Chances[move]) {
			put(move, "*", curve)
		}
		if column%10 == 0 {
			s[textRows].put(textLeft+column, strconv.Itoa(column*each), 0, 0)
		}
	}
	var list []string
	for _, move := range c.blunders() {
		put(move, "!", stop)
		list = append(list, c.tag(move))
	}
	if list != nil {
		s = append(s, plainLine("! at "+strings.Join(list, ", ")))
	}
	if c.Caption != "" {
		s = append(s, plainLine(c.Caption))
	}
	return s
}
