//go:build !purego

#include "textflag.h"

// A vector is 128 bytes: four registers. Products are rounded before they are
// added, as in plain Go.

// func addTimesAVX2(v *vector, x float32, o *vector)
TEXT ·addTimesAVX2(SB), NOSPLIT, $0-24
	MOVQ v+0(FP), DI
	VBROADCASTSS x+8(FP), Y0
	MOVQ o+16(FP), SI
	VMULPS (SI), Y0, Y1
	VMULPS 32(SI), Y0, Y2
	VMULPS 64(SI), Y0, Y3
	VMULPS 96(SI), Y0, Y4
	VADDPS (DI), Y1, Y1
	VADDPS 32(DI), Y2, Y2
	VADDPS 64(DI), Y3, Y3
	VADDPS 96(DI), Y4, Y4
	VMOVUPS Y1, (DI)
	VMOVUPS Y2, 32(DI)
	VMOVUPS Y3, 64(DI)
	VMOVUPS Y4, 96(DI)
	VZEROUPPER
	RET

// func dotAVX2(v, o *vector) float32
TEXT ·dotAVX2(SB), NOSPLIT, $0-20
	MOVQ v+0(FP), DI
	MOVQ o+8(FP), SI
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VMULPS (SI), Y0, Y0
	VMULPS 32(SI), Y1, Y1
	VMULPS 64(SI), Y2, Y2
	VMULPS 96(SI), Y3, Y3
	VADDPS Y1, Y0, Y0
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VPERMILPS $0x4e, X0, X1
	VADDPS X1, X0, X0
	VPERMILPS $0xb1, X0, X1
	VADDPS X1, X0, X0
	VMOVSS X0, ret+16(FP)
	VZEROUPPER
	RET

// READ does eight channels of a cell.
#define READ(at) \
	VMOVUPS at(SI), Y0; \
	VADDPS at(R8), Y0, Y0; \
	VADDPS at(R9), Y0, Y0; \
	VADDPS at(R10), Y0, Y0; \
	VADDPS at(R11), Y0, Y0; \
	VMAXPS Y13, Y0, Y0; \
	VMINPS Y14, Y0, Y0; \
	VMOVUPS Y0, at(DI); \
	VMULPS Y0, Y0, Y0; \
	VMULPS Y15, Y0, Y0; \
	VADDPS at(DX), Y0, Y0; \
	VMOVUPS Y0, at(DX)

// CELL loads the four rows at BX into R8-R11, and makes Y13 and Y14 the bounds of a
// channel, 0 and 1.
#define CELL \
	MOVQ (BX), R8; \
	MOVQ 8(BX), R9; \
	MOVQ 16(BX), R10; \
	MOVQ 24(BX), R11; \
	VXORPS Y13, Y13, Y13; \
	MOVL $0x3f800000, AX; \
	VMOVD AX, X14; \
	VPBROADCASTD X14, Y14

// func readCellAVX2(v, in, bias *vector, rows *[4]*vector, scale float32)
TEXT ·readCellAVX2(SB), NOSPLIT, $0-36
	MOVQ v+0(FP), DI
	MOVQ in+8(FP), DX
	MOVQ bias+16(FP), SI
	MOVQ rows+24(FP), BX
	VBROADCASTSS scale+32(FP), Y15
	CELL
	READ(0)
	READ(32)
	READ(64)
	READ(96)
	VZEROUPPER
	RET

// BACK does eight channels of a cell. A row may stand there twice, so each is
// stored before the next is loaded.
#define BACK(at) \
	VMOVUPS at(DI), Y0; \
	VCMPPS $14, Y13, Y0, Y1; \
	VCMPPS $1, Y14, Y0, Y2; \
	VANDPS Y2, Y1, Y1; \
	VMULPS at(DX), Y15, Y2; \
	VMULPS Y0, Y2, Y2; \
	VANDPS Y1, Y2, Y2; \
	VADDPS at(SI), Y2, Y3; \
	VMOVUPS Y3, at(SI); \
	VADDPS at(R8), Y2, Y3; \
	VMOVUPS Y3, at(R8); \
	VADDPS at(R9), Y2, Y3; \
	VMOVUPS Y3, at(R9); \
	VADDPS at(R10), Y2, Y3; \
	VMOVUPS Y3, at(R10); \
	VADDPS at(R11), Y2, Y3; \
	VMOVUPS Y3, at(R11)

// func backCellAVX2(v, slope, dbias *vector, drows *[4]*vector, scale float32)
TEXT ·backCellAVX2(SB), NOSPLIT, $0-36
	MOVQ v+0(FP), DI
	MOVQ slope+8(FP), DX
	MOVQ dbias+16(FP), SI
	MOVQ drows+24(FP), BX
	VBROADCASTSS scale+32(FP), Y15
	CELL
	BACK(0)
	BACK(32)
	BACK(64)
	BACK(96)
	VZEROUPPER
	RET
