//go:build !amd64 || purego

package train

func (v *vector) addTimes(x float32, o *vector) { addTimesPlain(v, x, o) }

func (v *vector) dot(o *vector) float32 { return dotPlain(v, o) }

func readCell(v, in, bias *vector, rows *[4]*vector, scale float32) {
	readCellPlain(v, in, bias, rows, scale)
}

func backCell(v, slope, dbias *vector, drows *[4]*vector, scale float32) {
	backCellPlain(v, slope, dbias, drows, scale)
}
