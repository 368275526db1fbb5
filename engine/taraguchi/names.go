package taraguchi

import (
	"slices"

	"tengen/engine/renju"
)

// An Opening is one of the 26 positions of three stones that renju players have
// names for. Black 1 is the centre, h8. In the thirteen direct openings, D1 to
// D13, White 2 stands straight next to it, on h9; in the thirteen indirect
// ones, I1 to I13, diagonally, on i9. Black 3 is within two points of the
// centre. Every such position is one of the 26 by a symmetry of the board.
type Opening struct {
	Code  string // such as "D4"
	Name  string // in Latin letters, such as "Kagetsu"
	Kanji string // such as "花月"
	Third renju.Point
}

// Stones returns the opening's three stones in order.
func (o Opening) Stones() []renju.Point {
	second := renju.Point{X: centre.X, Y: centre.Y + 1}
	if o.Code[0] == 'I' {
		second.X++
	}
	return []renju.Point{centre, second, o.Third}
}

// String returns code and name, such as "D4 Kagetsu".
func (o Opening) String() string { return o.Code + " " + o.Name }

// Openings returns the 26 openings, D1 to D13 and I1 to I13.
func Openings() []Opening { return slices.Clone(openings[:]) }

// OpeningOf returns the opening that the first three of the stones make, turned
// or reflected as may be. It reports false if there are fewer than three or they
// make none.
func OpeningOf(stones []renju.Point) (Opening, bool) {
	if len(stones) < 3 {
		return Opening{}, false
	}
	for _, o := range openings {
		named := o.Stones()
		for s := range renju.Symmetry(renju.Symmetries) {
			if s.Apply(stones[0], Size) == named[0] &&
				s.Apply(stones[1], Size) == named[1] &&
				s.Apply(stones[2], Size) == named[2] {
				return o, true
			}
		}
	}
	return Opening{}, false
}

var openings = [26]Opening{
	{"D1", "Kansei", "寒星", renju.Point{X: 7, Y: 9}},     // h10
	{"D2", "Keigetsu", "渓月", renju.Point{X: 8, Y: 9}},   // i10
	{"D3", "Sosei", "疎星", renju.Point{X: 9, Y: 9}},      // j10
	{"D4", "Kagetsu", "花月", renju.Point{X: 8, Y: 8}},    // i9
	{"D5", "Zangetsu", "残月", renju.Point{X: 9, Y: 8}},   // j9
	{"D6", "Ugetsu", "雨月", renju.Point{X: 8, Y: 7}},     // i8
	{"D7", "Kinsei", "金星", renju.Point{X: 9, Y: 7}},     // j8
	{"D8", "Shogetsu", "松月", renju.Point{X: 7, Y: 6}},   // h7
	{"D9", "Kyugetsu", "丘月", renju.Point{X: 8, Y: 6}},   // i7
	{"D10", "Shingetsu", "新月", renju.Point{X: 9, Y: 6}}, // j7
	{"D11", "Zuisei", "瑞星", renju.Point{X: 7, Y: 5}},    // h6
	{"D12", "Sangetsu", "山月", renju.Point{X: 8, Y: 5}},  // i6
	{"D13", "Yusei", "遊星", renju.Point{X: 9, Y: 5}},     // j6
	{"I1", "Chosei", "長星", renju.Point{X: 9, Y: 9}},     // j10
	{"I2", "Kyogetsu", "峡月", renju.Point{X: 9, Y: 8}},   // j9
	{"I3", "Kosei", "恒星", renju.Point{X: 9, Y: 7}},      // j8
	{"I4", "Suigetsu", "水月", renju.Point{X: 9, Y: 6}},   // j7
	{"I5", "Ryusei", "流星", renju.Point{X: 9, Y: 5}},     // j6
	{"I6", "Ungetsu", "雲月", renju.Point{X: 8, Y: 7}},    // i8
	{"I7", "Hogetsu", "浦月", renju.Point{X: 8, Y: 6}},    // i7
	{"I8", "Rangetsu", "嵐月", renju.Point{X: 8, Y: 5}},   // i6
	{"I9", "Gingetsu", "銀月", renju.Point{X: 7, Y: 6}},   // h7
	{"I10", "Myojo", "明星", renju.Point{X: 7, Y: 5}},     // h6
	{"I11", "Shagetsu", "斜月", renju.Point{X: 6, Y: 6}},  // g7
	{"I12", "Meigetsu", "名月", renju.Point{X: 6, Y: 5}},  // g6
	{"I13", "Suisei", "彗星", renju.Point{X: 5, Y: 5}},    // f6
}
