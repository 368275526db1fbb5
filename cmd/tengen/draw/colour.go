package draw

// A colour is 0xffRRGGBB, or 0 for none.
type colour uint32

const (
	wood  colour = 0xffe6c48c
	ink   colour = 0xff3a2a14 // lines and letters on wood
	black colour = 0xff1e1e1e
	white colour = 0xfffbfbf8
	rim   colour = 0xff4a4a4a // the edge of a stone
	stop  colour = 0xffc62828 // what must be seen: fouls, blunders, the last move
	dead  colour = 0xff8d7a5c // blocked points

	cold     colour = 0xffbf3a5a // a chance of 0
	lukewarm colour = 0xfff6ecc6 // 1/2
	warm     colour = 0xff1f8a80 // 1

	paper colour = 0xfff4efe4 // round a chart
	faint colour = 0xff8f8f8f // lines that show on black and on white
	curve colour = 0xff2f7fb8
)

// RGBA makes a colour a color.Color.
func (c colour) RGBA() (r, g, b, a uint32) {
	channel := func(shift int) uint32 { return uint32(c) >> shift & 0xff * 0x101 }
	return channel(16), channel(8), channel(0), channel(24)
}

// palette returns the nearest colour of the cube that terminals of 256 colours
// have.
func (c colour) palette() int {
	n := 16
	for shift, weight := range map[int]int{16: 36, 8: 6, 0: 1} {
		level := int(c >> shift & 0xff)
		switch { // the levels are 0, 95, 135, 175, 215 and 255
		case level < 48:
			level = 0
		case level < 115:
			level = 1
		default:
			level = (level - 35) / 40
		}
		n += weight * level
	}
	return n
}

// heat is the colour of a chance.
func heat(chance float64) colour {
	if chance = clamp(chance); chance < 0.5 {
		return mix(cold, lukewarm, 2*chance)
	}
	return mix(lukewarm, warm, 2*chance-1)
}

// mix is a part of the way from one colour to the other.
func mix(from, to colour, part float64) colour {
	mixed := colour(0xff000000)
	for _, shift := range []int{0, 8, 16} {
		a, b := float64(from>>shift&0xff), float64(to>>shift&0xff)
		mixed |= colour(a+part*(b-a)+0.5) << shift
	}
	return mixed
}

// inkOn is the colour of letters that can be read on a ground.
func inkOn(ground colour) colour {
	r, g, b := ground>>16&0xff, ground>>8&0xff, ground&0xff
	if 299*r+587*g+114*b < 140_000 {
		return white
	}
	return black
}

// clamp brings a chance into 0 to 1. What is no number becomes 0.
func clamp(chance float64) float64 {
	if !(chance > 0) {
		return 0
	}
	return min(chance, 1)
}
