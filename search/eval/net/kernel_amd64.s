//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// A Row is 32 bytes: two registers when its numbers have been made words. A Point is
// two.

// BOUNDS makes Y15 and Y14 what a channel counts for at least and at most.
#define BOUNDS \
	VPXOR Y15, Y15, Y15; \
	MOVL $const_CellUnit, AX; \
	VMOVD AX, X14; \
	VPBROADCASTW X14, Y14

// SQUARE makes of 16 channels the squares of what counts of them. The multiplication
// divides by 1<<15, and rounds.
#define SQUARE(v) \
	VPMAXSW Y15, v, v; \
	VPMINSW Y14, v, v; \
	VPSLLW $4, v, v; \
	VPMULHRSW v, v, v

// func applyAVX2(cells *Point, rows *[pattern.ShapeCount]Row, saved, sums *Point, own pattern.Cell, changes *change, n int)
TEXT ·applyAVX2(SB), NOSPLIT, $0-56
	MOVQ cells+0(FP), DI
	MOVQ rows+8(FP), SI
	MOVQ saved+16(FP), R8
	MOVQ sums+24(FP), R9
	MOVWLZX own+32(FP), AX
	MOVQ changes+40(FP), R10
	MOVQ n+48(FP), CX
	SHLQ $6, AX
	VMOVDQU (DI)(AX*1), Y0
	VMOVDQU 32(DI)(AX*1), Y1
	BOUNDS
	SQUARE(Y0)
	SQUARE(Y1)
	VMOVDQU (R9), Y6
	VMOVDQU 32(R9), Y7
	VPSUBW Y0, Y6, Y6
	VPSUBW Y1, Y7, Y7
	TESTQ CX, CX
	JZ done

change:
	MOVWLZX change_Cell(R10), AX
	MOVWLZX change_Was(R10), DX
	MOVWLZX change_Is(R10), R11
	SHLQ $6, AX
	SHLQ $5, DX
	SHLQ $5, R11
	VPMOVSXBW (SI)(R11*1), Y2
	VPMOVSXBW 16(SI)(R11*1), Y3
	VPMOVSXBW (SI)(DX*1), Y4
	VPMOVSXBW 16(SI)(DX*1), Y5
	VMOVDQU (DI)(AX*1), Y0
	VMOVDQU 32(DI)(AX*1), Y1
	VMOVDQU Y0, (R8)
	VMOVDQU Y1, 32(R8)
	VPSUBW Y4, Y2, Y2
	VPSUBW Y5, Y3, Y3
	VPADDW Y0, Y2, Y2
	VPADDW Y1, Y3, Y3
	VMOVDQU Y2, (DI)(AX*1)
	VMOVDQU Y3, 32(DI)(AX*1)
	SQUARE(Y0)
	SQUARE(Y1)
	SQUARE(Y2)
	SQUARE(Y3)
	VPSUBW Y0, Y2, Y2
	VPSUBW Y1, Y3, Y3
	VPADDW Y2, Y6, Y6
	VPADDW Y3, Y7, Y7
	ADDQ $change__size, R10
	ADDQ $(2*const_Channels), R8
	DECQ CX
	JNZ change

done:
	VMOVDQU Y6, (R9)
	VMOVDQU Y7, 32(R9)
	VZEROUPPER
	RET

// LAYER adds to Y0-Y3 what CX pairs of inputs at SI make through the weights at
// DI. It leaves SI and DI behind them.
#define LAYER(label) \
label: \
	VPBROADCASTD (SI), Y8; \
	VPMADDWD (DI), Y8, Y9; \
	VPMADDWD 32(DI), Y8, Y10; \
	VPMADDWD 64(DI), Y8, Y11; \
	VPMADDWD 96(DI), Y8, Y12; \
	VPADDD Y9, Y0, Y0; \
	VPADDD Y10, Y1, Y1; \
	VPADDD Y11, Y2, Y2; \
	VPADDD Y12, Y3, Y3; \
	ADDQ $4, SI; \
	ADDQ $128, DI; \
	DECQ CX; \
	JNZ label

// LOAD puts the 32 numbers of four bytes at offset in the head at BX into Y0-Y3.
#define LOAD(offset) \
	VMOVDQU offset(BX), Y0; \
	VMOVDQU (offset+32)(BX), Y1; \
	VMOVDQU (offset+64)(BX), Y2; \
	VMOVDQU (offset+96)(BX), Y3

// SHIFT divides Y0-Y3 by a power of two, downwards.
#define SHIFT(by) \
	VPSRAD $by, Y0, Y0; \
	VPSRAD $by, Y1, Y1; \
	VPSRAD $by, Y2, Y2; \
	VPSRAD $by, Y3, Y3

// CLIP brings Y0-Y3 to 0 at least and HiddenUnit at most.
#define CLIP \
	VPXOR Y15, Y15, Y15; \
	MOVL $const_HiddenUnit, AX; \
	VMOVD AX, X14; \
	VPBROADCASTD X14, Y14; \
	VPMAXSD Y15, Y0, Y0; \
	VPMAXSD Y15, Y1, Y1; \
	VPMAXSD Y15, Y2, Y2; \
	VPMAXSD Y15, Y3, Y3; \
	VPMINSD Y14, Y0, Y0; \
	VPMINSD Y14, Y1, Y1; \
	VPMINSD Y14, Y2, Y2; \
	VPMINSD Y14, Y3, Y3

// PACK stores Y0-Y3 at DX in two bytes each, as far as they fit.
#define PACK \
	VPACKSSDW Y1, Y0, Y0; \
	VPACKSSDW Y3, Y2, Y2; \
	VPERMQ $0xd8, Y0, Y0; \
	VPERMQ $0xd8, Y2, Y2; \
	VMOVDQU Y0, (DX); \
	VMOVDQU Y2, 32(DX)

// ADDUP leaves the sum of the eight numbers in Y0 in AX.
#define ADDUP \
	VEXTRACTI128 $1, Y0, X1; \
	VPADDD X1, X0, X0; \
	VPSHUFD $0x4e, X0, X1; \
	VPADDD X1, X0, X0; \
	VPSHUFD $0xb1, X0, X1; \
	VPADDD X1, X0, X0; \
	VMOVD X0, AX

// func valueAVX2(sums *Point, h *Head, hidden *[Hidden]int16) int32
TEXT ·valueAVX2(SB), NOSPLIT, $0-28
	MOVQ sums+0(FP), SI
	MOVQ h+8(FP), BX
	MOVQ hidden+16(FP), DX
	LOAD(Head_FirstBias)
	LEAQ Head_First(BX), DI
	MOVQ $(const_Channels/2), CX
	LAYER(first)
	SHIFT(const_firstShift)
	CLIP
	PACK

	LOAD(Head_SecondBias)
	LEAQ Head_Second(BX), DI
	MOVQ DX, SI
	MOVQ $(const_Hidden/2), CX
	LAYER(second)
	SHIFT(const_secondShift)
	CLIP
	VPMOVSXWD Head_Out(BX), Y8
	VPMOVSXWD (Head_Out+16)(BX), Y9
	VPMOVSXWD (Head_Out+32)(BX), Y10
	VPMOVSXWD (Head_Out+48)(BX), Y11
	VPMULLD Y8, Y0, Y0
	VPMULLD Y9, Y1, Y1
	VPMULLD Y10, Y2, Y2
	VPMULLD Y11, Y3, Y3
	VPADDD Y1, Y0, Y0
	VPADDD Y3, Y2, Y2
	VPADDD Y2, Y0, Y0
	ADDUP
	MOVL AX, ret+24(FP)
	VZEROUPPER
	RET

// func contextAVX2(hidden *[Hidden]int16, h *Head, context *Point)
TEXT ·contextAVX2(SB), NOSPLIT, $0-24
	MOVQ hidden+0(FP), SI
	MOVQ h+8(FP), BX
	MOVQ context+16(FP), DX
	LOAD(Head_PolicyBias)
	LEAQ Head_Policy(BX), DI
	MOVQ $(const_Hidden/2), CX
	LAYER(policy)
	SHIFT(const_contextShift)
	PACK
	VZEROUPPER
	RET

// ADDROW adds the row of the shape at offset of R10 to Y0 and Y1.
#define ADDROW(offset) \
	MOVWLZX offset(R10), AX; \
	SHLQ $5, AX; \
	VPMOVSXBW (DI)(AX*1), Y2; \
	VPMOVSXBW 16(DI)(AX*1), Y3; \
	VPADDW Y2, Y0, Y0; \
	VPADDW Y3, Y1, Y1

// func scoreAVX2(context, bias *Point, rows *[pattern.ShapeCount]Row, shapes *[pattern.CellsMost][4]pattern.Shape, cells *pattern.Cell, scores *int32, n int)
TEXT ·scoreAVX2(SB), NOSPLIT, $0-56
	MOVQ context+0(FP), SI
	MOVQ bias+8(FP), DX
	MOVQ rows+16(FP), DI
	MOVQ shapes+24(FP), BX
	MOVQ cells+32(FP), R8
	MOVQ scores+40(FP), R9
	MOVQ n+48(FP), CX
	BOUNDS
	VMOVDQU (SI), Y10
	VMOVDQU 32(SI), Y11
	VMOVDQU (DX), Y12
	VMOVDQU 32(DX), Y13
	TESTQ CX, CX
	JZ done

cell:
	MOVWLZX (R8), R10
	LEAQ (BX)(R10*8), R10
	VMOVDQA Y12, Y0
	VMOVDQA Y13, Y1
	ADDROW(0)
	ADDROW(2)
	ADDROW(4)
	ADDROW(6)
	SQUARE(Y0)
	SQUARE(Y1)
	VPMADDWD Y0, Y10, Y0
	VPMADDWD Y1, Y11, Y1
	VPADDD Y1, Y0, Y0
	ADDUP
	MOVL AX, (R9)
	ADDQ $2, R8
	ADDQ $4, R9
	DECQ CX
	JNZ cell

done:
	VZEROUPPER
	RET

// LAYER512 is LAYER for four pairs of inputs at a time: it adds to Z0-Z7, which
// add up in twos.
#define LAYER512(label) \
label: \
	VPBROADCASTD (SI), Z8; \
	VPBROADCASTD 4(SI), Z9; \
	VPBROADCASTD 8(SI), Z10; \
	VPBROADCASTD 12(SI), Z11; \
	VPDPWSSD (DI), Z8, Z0; \
	VPDPWSSD 64(DI), Z8, Z1; \
	VPDPWSSD 128(DI), Z9, Z2; \
	VPDPWSSD 192(DI), Z9, Z3; \
	VPDPWSSD 256(DI), Z10, Z4; \
	VPDPWSSD 320(DI), Z10, Z5; \
	VPDPWSSD 384(DI), Z11, Z6; \
	VPDPWSSD 448(DI), Z11, Z7; \
	ADDQ $16, SI; \
	ADDQ $512, DI; \
	DECQ CX; \
	JNZ label

// LOAD512 puts the 32 numbers of four bytes at offset in the head at BX into Z0 and
// Z1, and nothing into Z2-Z7.
#define LOAD512(offset) \
	VMOVDQU32 offset(BX), Z0; \
	VMOVDQU32 (offset+64)(BX), Z1; \
	VPXORD Z2, Z2, Z2; \
	VPXORD Z3, Z3, Z3; \
	VPXORD Z4, Z4, Z4; \
	VPXORD Z5, Z5, Z5; \
	VPXORD Z6, Z6, Z6; \
	VPXORD Z7, Z7, Z7

// CLIP512 adds up Z0-Z7 in Z0 and Z1, divides by a power of two and clips.
#define CLIP512(by) \
	VPADDD Z2, Z0, Z0; \
	VPADDD Z3, Z1, Z1; \
	VPADDD Z4, Z6, Z6; \
	VPADDD Z5, Z7, Z7; \
	VPADDD Z6, Z0, Z0; \
	VPADDD Z7, Z1, Z1; \
	VPSRAD $by, Z0, Z0; \
	VPSRAD $by, Z1, Z1; \
	VPXORD Z2, Z2, Z2; \
	MOVL $const_HiddenUnit, AX; \
	VPBROADCASTD AX, Z3; \
	VPMAXSD Z2, Z0, Z0; \
	VPMAXSD Z2, Z1, Z1; \
	VPMINSD Z3, Z0, Z0; \
	VPMINSD Z3, Z1, Z1

// func valueVNNI(sums *Point, h *Head, hidden *[Hidden]int16) int32
TEXT ·valueVNNI(SB), NOSPLIT, $0-28
	MOVQ sums+0(FP), SI
	MOVQ h+8(FP), BX
	MOVQ hidden+16(FP), DX
	LOAD512(Head_FirstBias)
	LEAQ Head_First(BX), DI
	MOVQ $(const_Channels/8), CX
	LAYER512(first)
	CLIP512(const_firstShift)
	VPMOVDW Z0, (DX)
	VPMOVDW Z1, 32(DX)

	LOAD512(Head_SecondBias)
	LEAQ Head_Second(BX), DI
	MOVQ DX, SI
	MOVQ $(const_Hidden/8), CX
	LAYER512(second)
	CLIP512(const_secondShift)
	VPMOVSXWD Head_Out(BX), Z2
	VPMOVSXWD (Head_Out+32)(BX), Z3
	VPMULLD Z2, Z0, Z0
	VPMULLD Z3, Z1, Z1
	VPADDD Z1, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD Y1, Y0, Y0
	ADDUP
	MOVL AX, ret+24(FP)
	VZEROUPPER
	RET
