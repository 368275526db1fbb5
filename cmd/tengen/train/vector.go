package train

import "tengen/search/eval/net"

// vector is a cell's channels, or a hidden layer.
type vector [net.Channels]float32

// What follows is the inner loop of training. On amd64 it is in assembly too
// (vector_amd64.s), which rounds number by number as it is done here: a conversion
// keeps the compiler from rounding a product and a sum at once.

// addTimesPlain adds x times o to v.
func addTimesPlain(v *vector, x float32, o *vector) {
	for i := range v {
		v[i] += float32(x * o[i])
	}
}

// lanes is how many sums a dot product is made of; they are added up in the end,
// the halves to each other.
const lanes = 8

// dotPlain is the product of v and o.
func dotPlain(v, o *vector) float32 {
	var sums [lanes]float32
	for i := range v {
		sums[i%lanes] += float32(v[i] * o[i])
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] += sums[i+half]
		}
	}
	return sums[0]
}

// readCellPlain makes v the clipped sum of a cell's rows and the bias, and adds
// scale times its square to in.
func readCellPlain(v, in, bias *vector, rows *[4]*vector, scale float32) {
	for i := range v {
		x := bias[i] + rows[0][i] + rows[1][i] + rows[2][i] + rows[3][i]
		switch {
		case x < 0:
			x = 0
		case x > 1:
			x = 1
		}
		v[i] = x
		in[i] += float32(scale * float32(x*x))
	}
}

// backCellPlain gives scale times the slope by v's square to the bias and the rows,
// where v was not clipped. Half the scale would be the slope's own.
func backCellPlain(v, slope, dbias *vector, drows *[4]*vector, scale float32) {
	for i, x := range v {
		if x <= 0 || x >= 1 {
			continue
		}
		d := float32(scale*slope[i]) * x
		dbias[i] += d
		for _, row := range drows {
			row[i] += d
		}
	}
}

// clipped is v within 0 and 1.
func (v *vector) clipped() (c vector) {
	for i, x := range v {
		c[i] = max(0, min(x, 1))
	}
	return c
}

// open is the slope d of a clipped v as v's own: none where it is clipped.
func (v *vector) open(d *vector) (o vector) {
	for i, x := range v {
		if x > 0 && x < 1 {
			o[i] = d[i]
		}
	}
	return o
}
