//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The AVX-512 kernel: the AVX2 kernel with vectors twice as wide, so that it takes 128
// datagrams in step, and with 32 registers, so that all constants stay in them. Read
// that one first. It needs AVX-512F and AVX-512BW (16-bit arithmetic).
//
// VPTERNLOG computes any function of three bits; $0x96 is a ^ b ^ c.
//
// The general registers are those of the AVX2 kernel.

// INTERLEAVE does three of the four stages of a transposition of 16x16 bytes, for eight
// of the 16 rows; the four quarters of the registers are a matrix each.
// In: Z0-Z7, the rows. Out: Z(8+j) has columns 2j and 2j+1 of these rows.
#define INTERLEAVE \
	VPUNPCKLBW Z1, Z0, Z8;   \
	VPUNPCKHBW Z1, Z0, Z9;   \
	VPUNPCKLBW Z3, Z2, Z10;  \
	VPUNPCKHBW Z3, Z2, Z11;  \
	VPUNPCKLBW Z5, Z4, Z12;  \
	VPUNPCKHBW Z5, Z4, Z13;  \
	VPUNPCKLBW Z7, Z6, Z14;  \
	VPUNPCKHBW Z7, Z6, Z15;  \
	VPUNPCKLWD Z10, Z8, Z0;  \
	VPUNPCKHWD Z10, Z8, Z1;  \
	VPUNPCKLWD Z14, Z12, Z2; \
	VPUNPCKHWD Z14, Z12, Z3; \
	VPUNPCKLWD Z11, Z9, Z4;  \
	VPUNPCKHWD Z11, Z9, Z5;  \
	VPUNPCKLWD Z15, Z13, Z6; \
	VPUNPCKHWD Z15, Z13, Z7; \
	VPUNPCKLDQ Z2, Z0, Z8;   \
	VPUNPCKHDQ Z2, Z0, Z9;   \
	VPUNPCKLDQ Z3, Z1, Z10;  \
	VPUNPCKHDQ Z3, Z1, Z11;  \
	VPUNPCKLDQ Z6, Z4, Z12;  \
	VPUNPCKHDQ Z6, Z4, Z13;  \
	VPUNPCKLDQ Z7, Z5, Z14;  \
	VPUNPCKHDQ Z7, Z5, Z15

// KEEP puts the eight rows that were interleaved first aside, in Z16-Z23.
#define KEEP \
	VMOVDQA64 Z8, Z16;  \
	VMOVDQA64 Z9, Z17;  \
	VMOVDQA64 Z10, Z18; \
	VMOVDQA64 Z11, Z19; \
	VMOVDQA64 Z12, Z20; \
	VMOVDQA64 Z13, Z21; \
	VMOVDQA64 Z14, Z22; \
	VMOVDQA64 Z15, Z23

// FETCH reads a block of datagrams i, i+16, i+32 and i+48 of the 64 whose pointers begin
// at CX.
#define FETCH(i, x, z) \
	MOVQ (8*i)(CX), AX;                 \
	VMOVDQU (AX)(R10*1), x;             \
	MOVQ (8*i+128)(CX), AX;             \
	VINSERTI32X4 $1, (AX)(R10*1), z, z; \
	MOVQ (8*i+256)(CX), AX;             \
	VINSERTI32X4 $2, (AX)(R10*1), z, z; \
	MOVQ (8*i+384)(CX), AX;             \
	VINSERTI32X4 $3, (AX)(R10*1), z, z

// ROWS is the last stage and writes rows 2j and 2j+1 of the 64 datagrams whose column
// is at DX. lower and upper are the interleaved halves.
#define ROWS(j, lower, upper) \
	VPUNPCKLQDQ upper, lower, Z0;              \
	VPUNPCKHQDQ upper, lower, Z1;              \
	VMOVDQU64 Z0, ((2*j+0)*const_rowSize)(DX); \
	VMOVDQU64 Z1, ((2*j+1)*const_rowSize)(DX)

// ROW reads row i of the 64 datagrams whose column is at DX.
#define ROW(i, z) VMOVDQU64 (i*const_rowSize)(DX), z

// PUT writes a block of datagrams i, i+16, i+32 and i+48.
#define PUT(i, x, z) \
	MOVQ (8*(i))(CX), AX;             \
	VMOVDQU x, (AX)(R10*1);           \
	MOVQ (8*(i)+128)(CX), AX;         \
	VEXTRACTI32X4 $1, z, (AX)(R10*1); \
	MOVQ (8*(i)+256)(CX), AX;         \
	VEXTRACTI32X4 $2, z, (AX)(R10*1); \
	MOVQ (8*(i)+384)(CX), AX;         \
	VEXTRACTI32X4 $3, z, (AX)(R10*1)

// STORE is the last stage and writes datagrams 2j and 2j+1 and those 16, 32 and 48
// after them.
#define STORE(j, lower, upper) \
	VPUNPCKLQDQ upper, lower, Z0; \
	VPUNPCKHQDQ upper, lower, Z1; \
	PUT(2*j, X0, Z0);             \
	PUT(2*j+1, X1, Z1)

// The four vectors of a step have four registers each: u, w and a as in the AVX2 kernel,
// and the key byte x, in both bytes of a lane. Z12 is short-lived: the term m_r. Z13,
// Z14, Z15 hold 1, M and K; Z20-Z24 the words of the secret, Z25-Z28 the constants of
// rounds 2-5, Z29-Z31 the shuffles swap, even and odd.

// FIRST is round 1. In: u = t.
#define FIRST(u, w, a, x) \
	VPXORD Z20, x, w;    \
	VPMULLW Z15, w, Z12; \
	VPMULLW Z14, w, w;   \
	VPADDW Z13, w, w;    \
	VPADDW Z12, u, u;    \
	VPXORD w, u, a;      \
	VPMULLW Z14, u, u;   \
	VPADDW Z12, u, u

// ROUND is one of rounds 2-5, with its word of the secret and its constant.
#define ROUND(key, step, u, w, a, x) \
	VPTERNLOGD $0x96, key, x, w; \
	VPADDW step, u, u;           \
	VPMULLW Z15, w, Z12;         \
	VPMULLW Z14, w, w;           \
	VPADDW Z13, w, w;            \
	VPADDW Z12, u, u;            \
	VPTERNLOGD $0x96, w, u, a;   \
	VPMULLW Z14, u, u;           \
	VPADDW Z12, u, u

// ROUNDS is such a round of all four vectors.
#define ROUNDS(key, step) \
	ROUND(key, step, Z0, Z4, Z8, Z16);  \
	ROUND(key, step, Z1, Z5, Z9, Z17);  \
	ROUND(key, step, Z2, Z6, Z10, Z18); \
	ROUND(key, step, Z3, Z7, Z11, Z19)

// PLAIN makes plaintext bytes of the accumulator a, in both bytes of each lane, and
// the next x from them. Z12 has the row; which says what byte of it a lane gets.
#define PLAIN(which, w, a, x) \
	VPSHUFB which, Z12, w; \
	VPXORD a, w, w;        \
	VPSHUFB Z29, a, a;     \
	VPXORD w, a, a;        \
	VPXORD a, x, x

// func decipherAVX512(state *lanes, from, to *[maxLanes]*byte, offset, count int)
TEXT ·decipherAVX512(SB), NOSPLIT, $0-40
	MOVQ  state+0(FP), DI
	MOVQ  from+8(FP), R8
	MOVQ  to+16(FP), R9
	MOVQ  offset+24(FP), R10
	MOVQ  count+32(FP), R11
	LEAQ  ·constants(SB), SI
	MOVQ  $0xAAAAAAAAAAAAAAAA, AX // the upper byte of each lane
	KMOVQ AX, K1

block:
	// Datagrams to rows, 64 at a time.
	MOVQ R8, CX
	LEAQ lanes_rows(DI), DX
	MOVQ $2, R13

in:
	FETCH(8, X0, Z0)
	FETCH(9, X1, Z1)
	FETCH(10, X2, Z2)
	FETCH(11, X3, Z3)
	FETCH(12, X4, Z4)
	FETCH(13, X5, Z5)
	FETCH(14, X6, Z6)
	FETCH(15, X7, Z7)
	INTERLEAVE
	KEEP
	FETCH(0, X0, Z0)
	FETCH(1, X1, Z1)
	FETCH(2, X2, Z2)
	FETCH(3, X3, Z3)
	FETCH(4, X4, Z4)
	FETCH(5, X5, Z5)
	FETCH(6, X6, Z6)
	FETCH(7, X7, Z7)
	INTERLEAVE
	ROWS(0, Z8, Z16)
	ROWS(1, Z9, Z17)
	ROWS(2, Z10, Z18)
	ROWS(3, Z11, Z19)
	ROWS(4, Z12, Z20)
	ROWS(5, Z13, Z21)
	ROWS(6, Z14, Z22)
	ROWS(7, Z15, Z23)
	ADDQ $(64*8), CX
	ADDQ $64, DX
	DECQ R13
	JNZ  in

	// State and constants to registers. The last block may have less than 16 steps; what
	// is left of it stays enciphered, and nobody uses it.
	VMOVDQU64 (lanes_t+0*64)(DI), Z0
	VMOVDQU64 (lanes_t+1*64)(DI), Z1
	VMOVDQU64 (lanes_t+2*64)(DI), Z2
	VMOVDQU64 (lanes_t+3*64)(DI), Z3
	VMOVDQU64 (lanes_x+0*64)(DI), Z16
	VMOVDQU64 (lanes_x+1*64)(DI), Z17
	VMOVDQU64 (lanes_x+2*64)(DI), Z18
	VMOVDQU64 (lanes_x+3*64)(DI), Z19
	VMOVDQU64 operands_one(SI), Z13
	VMOVDQU64 operands_mulSum(SI), Z14
	VMOVDQU64 operands_mulWord(SI), Z15
	VMOVDQU64 (operands_keys+0*64)(SI), Z20
	VMOVDQU64 (operands_keys+1*64)(SI), Z21
	VMOVDQU64 (operands_keys+2*64)(SI), Z22
	VMOVDQU64 (operands_keys+3*64)(SI), Z23
	VMOVDQU64 (operands_keys+4*64)(SI), Z24
	VMOVDQU64 (operands_steps+1*64)(SI), Z25
	VMOVDQU64 (operands_steps+2*64)(SI), Z26
	VMOVDQU64 (operands_steps+3*64)(SI), Z27
	VMOVDQU64 (operands_steps+4*64)(SI), Z28
	VMOVDQU64 operands_swap(SI), Z29
	VMOVDQU64 operands_even(SI), Z30
	VMOVDQU64 operands_odd(SI), Z31
	LEAQ      lanes_rows(DI), R12
	MOVQ      $16, R13
	CMPQ      R11, R13
	CMOVQLT   R11, R13

step:
	FIRST(Z0, Z4, Z8, Z16)
	FIRST(Z1, Z5, Z9, Z17)
	FIRST(Z2, Z6, Z10, Z18)
	FIRST(Z3, Z7, Z11, Z19)
	ROUNDS(Z21, Z25)
	ROUNDS(Z22, Z26)
	ROUNDS(Z23, Z27)
	ROUNDS(Z24, Z28)

	// Vector 0 has the even bytes of the first half of the row, vector 1 the odd ones;
	// 2 and 3 have those of the second half.
	VMOVDQU64 (R12), Z12
	PLAIN(Z30, Z4, Z8, Z16)
	PLAIN(Z31, Z5, Z9, Z17)
	VMOVDQU64 64(R12), Z12
	PLAIN(Z30, Z6, Z10, Z18)
	PLAIN(Z31, Z7, Z11, Z19)
	VPBLENDMB Z9, Z8, K1, Z8
	VPBLENDMB Z11, Z10, K1, Z10
	VMOVDQU64 Z8, (R12)
	VMOVDQU64 Z10, 64(R12)

	ADDQ $const_rowSize, R12
	DECQ R13
	JNZ  step

	VMOVDQU64 Z0, (lanes_t+0*64)(DI)
	VMOVDQU64 Z1, (lanes_t+1*64)(DI)
	VMOVDQU64 Z2, (lanes_t+2*64)(DI)
	VMOVDQU64 Z3, (lanes_t+3*64)(DI)
	VMOVDQU64 Z16, (lanes_x+0*64)(DI)
	VMOVDQU64 Z17, (lanes_x+1*64)(DI)
	VMOVDQU64 Z18, (lanes_x+2*64)(DI)
	VMOVDQU64 Z19, (lanes_x+3*64)(DI)

	// Rows back to datagrams.
	MOVQ R9, CX
	LEAQ lanes_rows(DI), DX
	MOVQ $2, R13

out:
	ROW(8, Z0)
	ROW(9, Z1)
	ROW(10, Z2)
	ROW(11, Z3)
	ROW(12, Z4)
	ROW(13, Z5)
	ROW(14, Z6)
	ROW(15, Z7)
	INTERLEAVE
	KEEP
	ROW(0, Z0)
	ROW(1, Z1)
	ROW(2, Z2)
	ROW(3, Z3)
	ROW(4, Z4)
	ROW(5, Z5)
	ROW(6, Z6)
	ROW(7, Z7)
	INTERLEAVE
	STORE(0, Z8, Z16)
	STORE(1, Z9, Z17)
	STORE(2, Z10, Z18)
	STORE(3, Z11, Z19)
	STORE(4, Z12, Z20)
	STORE(5, Z13, Z21)
	STORE(6, Z14, Z22)
	STORE(7, Z15, Z23)
	ADDQ $(64*8), CX
	ADDQ $64, DX
	DECQ R13
	JNZ  out

	ADDQ $16, R10
	SUBQ $16, R11
	JGT  block

	VZEROUPPER
	RET
