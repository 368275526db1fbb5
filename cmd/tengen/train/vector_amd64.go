//go:build !purego

package train

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly needs.
var fast = cpu.X86.HasAVX2

//go:noescape
func addTimesAVX2(v *vector, x float32, o *vector)

//go:noescape
func dotAVX2(v, o *vector) float32

//go:noescape
func readCellAVX2(v, in, bias *vector, rows *[4]*vector, scale float32)

//go:noescape
func backCellAVX2(v, slope, dbias *vector, drows *[4]*vector, scale float32)

// addTimes adds x times o.
func (v *vector) addTimes(x float32, o *vector) {
	if fast {
		addTimesAVX2(v, x, o)
		return
	}
	addTimesPlain(v, x, o)
}

// dot is the product with o.
func (v *vector) dot(o *vector) float32 {
	if fast {
		return dotAVX2(v, o)
	}
	return dotPlain(v, o)
}

func readCell(v, in, bias *vector, rows *[4]*vector, scale float32) {
	if fast {
		readCellAVX2(v, in, bias, rows, scale)
		return
	}
	readCellPlain(v, in, bias, rows, scale)
}

func backCell(v, slope, dbias *vector, drows *[4]*vector, scale float32) {
	if fast {
		backCellAVX2(v, slope, dbias, drows, scale)
		return
	}
	backCellPlain(v, slope, dbias, drows, scale)
}
