//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The AVX2 kernel: 64 datagrams in step, 16 bytes of each at a time. doc.go has the
// algebra, kernel_amd64.go the memory.
//
// A step deciphers the bytes at one position of all 64 datagrams. They are in four
// vectors of 16 lanes, 16 bits each. One vector alone would wait for its multiplications
// most of the time, so the four take turns, round by round.
//
// General registers
//	DI   *lanes: state and scratch memory
//	SI   *operands: the constants
//	R8   64 pointers where to read; R9: where to write
//	R10  offset of the block within each datagram
//	R11  bytes left, from this block on
//	R12  row of this step: 64 bytes, one of each datagram
//	R13  steps left in this block
//	AX, CX, DX: short-lived

// INTERLEAVE does three of the four stages of a transposition of 16x16 bytes, for eight
// of the 16 rows; the lower and the upper halves of the registers are a matrix each.
// In: Y0-Y7, the rows. Out: Y(8+j) has columns 2j and 2j+1 of these rows.
#define INTERLEAVE \
	VPUNPCKLBW Y1, Y0, Y8;   \
	VPUNPCKHBW Y1, Y0, Y9;   \
	VPUNPCKLBW Y3, Y2, Y10;  \
	VPUNPCKHBW Y3, Y2, Y11;  \
	VPUNPCKLBW Y5, Y4, Y12;  \
	VPUNPCKHBW Y5, Y4, Y13;  \
	VPUNPCKLBW Y7, Y6, Y14;  \
	VPUNPCKHBW Y7, Y6, Y15;  \
	VPUNPCKLWD Y10, Y8, Y0;  \
	VPUNPCKHWD Y10, Y8, Y1;  \
	VPUNPCKLWD Y14, Y12, Y2; \
	VPUNPCKHWD Y14, Y12, Y3; \
	VPUNPCKLWD Y11, Y9, Y4;  \
	VPUNPCKHWD Y11, Y9, Y5;  \
	VPUNPCKLWD Y15, Y13, Y6; \
	VPUNPCKHWD Y15, Y13, Y7; \
	VPUNPCKLDQ Y2, Y0, Y8;   \
	VPUNPCKHDQ Y2, Y0, Y9;   \
	VPUNPCKLDQ Y3, Y1, Y10;  \
	VPUNPCKHDQ Y3, Y1, Y11;  \
	VPUNPCKLDQ Y6, Y4, Y12;  \
	VPUNPCKHDQ Y6, Y4, Y13;  \
	VPUNPCKLDQ Y7, Y5, Y14;  \
	VPUNPCKHDQ Y7, Y5, Y15

// KEEP puts the eight rows that were interleaved first aside.
#define KEEP \
	VMOVDQU Y8, (lanes_half+0*32)(DI);  \
	VMOVDQU Y9, (lanes_half+1*32)(DI);  \
	VMOVDQU Y10, (lanes_half+2*32)(DI); \
	VMOVDQU Y11, (lanes_half+3*32)(DI); \
	VMOVDQU Y12, (lanes_half+4*32)(DI); \
	VMOVDQU Y13, (lanes_half+5*32)(DI); \
	VMOVDQU Y14, (lanes_half+6*32)(DI); \
	VMOVDQU Y15, (lanes_half+7*32)(DI)

// JOIN is the last stage: the eight rows in the register y and the kept ones become
// columns 2j (Y0) and 2j+1 (Y1) of 16 rows.
#define JOIN(j, y) \
	VMOVDQU (lanes_half+j*32)(DI), Y2; \
	VPUNPCKLQDQ Y2, y, Y0;             \
	VPUNPCKHQDQ Y2, y, Y1

// FETCH reads a block of datagrams i and i+16 of the 32 whose pointers begin at CX.
#define FETCH(i, x, y) \
	MOVQ (8*i)(CX), AX;     \
	VMOVDQU (AX)(R10*1), x; \
	MOVQ (8*i+128)(CX), AX; \
	VINSERTI128 $1, (AX)(R10*1), y, y

// ROWS joins and writes rows 2j and 2j+1 of the 32 datagrams whose column is at DX.
#define ROWS(j, y) \
	JOIN(j, y);                              \
	VMOVDQU Y0, ((2*j+0)*const_rowSize)(DX); \
	VMOVDQU Y1, ((2*j+1)*const_rowSize)(DX)

// ROW reads row i of the 32 datagrams whose column is at DX.
#define ROW(i, y) VMOVDQU (i*const_rowSize)(DX), y

// STORE joins and writes a block of datagrams 2j, 2j+1 and those 16 after them.
#define STORE(j, y) \
	JOIN(j, y);                       \
	MOVQ (8*(2*j))(CX), AX;           \
	VMOVDQU X0, (AX)(R10*1);          \
	MOVQ (8*(2*j)+128)(CX), AX;       \
	VEXTRACTI128 $1, Y0, (AX)(R10*1); \
	MOVQ (8*(2*j+1))(CX), AX;         \
	VMOVDQU X1, (AX)(R10*1);          \
	MOVQ (8*(2*j+1)+128)(CX), AX;     \
	VEXTRACTI128 $1, Y1, (AX)(R10*1)

// The four vectors of a step, 0 to 3, have three registers each:
//	u  u_r, to which ROUND adds the constant; then the sum s_r; at the end the next t
//	w  the word w_r, then its link l_r; at the end the next x
//	a  XOR of the sums and links so far
// Y12 is short-lived: the term m_r. Y13, Y14, Y15 hold 1, M and K.

// FIRST is round 1. In: u = t, w = x in both bytes.
#define FIRST(u, w, a) \
	VPXOR (operands_keys+0*32)(SI), w, w; \
	VPMULLW Y15, w, Y12;                  \
	VPMULLW Y14, w, w;                    \
	VPADDW Y13, w, w;                     \
	VPADDW Y12, u, u;                     \
	VPXOR w, u, a;                        \
	VPMULLW Y14, u, u;                    \
	VPADDW Y12, u, u

// ROUND is one of rounds 2-5 of vector v; r counts from 0.
#define ROUND(r, v, u, w, a) \
	VPXOR (lanes_x+v*32)(DI), w, w;         \
	VPXOR (operands_keys+r*32)(SI), w, w;   \
	VPADDW (operands_steps+r*32)(SI), u, u; \
	VPMULLW Y15, w, Y12;                    \
	VPMULLW Y14, w, w;                      \
	VPADDW Y13, w, w;                       \
	VPADDW Y12, u, u;                       \
	VPXOR w, a, a;                          \
	VPXOR u, a, a;                          \
	VPMULLW Y14, u, u;                      \
	VPADDW Y12, u, u

// ROUNDS is such a round of all four vectors.
#define ROUNDS(r) \
	ROUND(r, 0, Y0, Y4, Y8);  \
	ROUND(r, 1, Y1, Y5, Y9);  \
	ROUND(r, 2, Y2, Y6, Y10); \
	ROUND(r, 3, Y3, Y7, Y11)

// PLAIN makes plaintext bytes of the accumulator a, in both bytes of each lane, and
// the next x from them. Y12 has the row; which says what byte of it a lane gets.
#define PLAIN(v, which, w, a) \
	VPSHUFB operands_swap(SI), a, w; \
	VPXOR w, a, a;                   \
	VPSHUFB which(SI), Y12, w;       \
	VPXOR w, a, a;                   \
	VPXOR (lanes_x+v*32)(DI), a, w;  \
	VMOVDQU w, (lanes_x+v*32)(DI)

// func decipherAVX2(state *lanes, from, to *[maxLanes]*byte, offset, count int)
TEXT ·decipherAVX2(SB), NOSPLIT, $0-40
	MOVQ state+0(FP), DI
	MOVQ from+8(FP), R8
	MOVQ to+16(FP), R9
	MOVQ offset+24(FP), R10
	MOVQ count+32(FP), R11
	LEAQ ·constants(SB), SI

block:
	// Datagrams to rows, 32 at a time.
	MOVQ R8, CX
	LEAQ lanes_rows(DI), DX
	MOVQ $2, R13

in:
	FETCH(8, X0, Y0)
	FETCH(9, X1, Y1)
	FETCH(10, X2, Y2)
	FETCH(11, X3, Y3)
	FETCH(12, X4, Y4)
	FETCH(13, X5, Y5)
	FETCH(14, X6, Y6)
	FETCH(15, X7, Y7)
	INTERLEAVE
	KEEP
	FETCH(0, X0, Y0)
	FETCH(1, X1, Y1)
	FETCH(2, X2, Y2)
	FETCH(3, X3, Y3)
	FETCH(4, X4, Y4)
	FETCH(5, X5, Y5)
	FETCH(6, X6, Y6)
	FETCH(7, X7, Y7)
	INTERLEAVE
	ROWS(0, Y8)
	ROWS(1, Y9)
	ROWS(2, Y10)
	ROWS(3, Y11)
	ROWS(4, Y12)
	ROWS(5, Y13)
	ROWS(6, Y14)
	ROWS(7, Y15)
	ADDQ $(32*8), CX
	ADDQ $32, DX
	DECQ R13
	JNZ  in

	// State and constants to registers. The last block may have less than 16 steps; what
	// is left of it stays enciphered, and nobody uses it.
	VMOVDQU (lanes_t+0*32)(DI), Y0
	VMOVDQU (lanes_t+1*32)(DI), Y1
	VMOVDQU (lanes_t+2*32)(DI), Y2
	VMOVDQU (lanes_t+3*32)(DI), Y3
	VMOVDQU (lanes_x+0*32)(DI), Y4
	VMOVDQU (lanes_x+1*32)(DI), Y5
	VMOVDQU (lanes_x+2*32)(DI), Y6
	VMOVDQU (lanes_x+3*32)(DI), Y7
	VMOVDQU operands_one(SI), Y13
	VMOVDQU operands_mulSum(SI), Y14
	VMOVDQU operands_mulWord(SI), Y15
	LEAQ    lanes_rows(DI), R12
	MOVQ    $16, R13
	CMPQ    R11, R13
	CMOVQLT R11, R13

step:
	FIRST(Y0, Y4, Y8)
	FIRST(Y1, Y5, Y9)
	FIRST(Y2, Y6, Y10)
	FIRST(Y3, Y7, Y11)
	ROUNDS(1)
	ROUNDS(2)
	ROUNDS(3)
	ROUNDS(4)

	// Vector 0 has the even bytes of the first half of the row, vector 1 the odd ones;
	// 2 and 3 have those of the second half.
	VMOVDQU (R12), Y12
	PLAIN(0, operands_even, Y4, Y8)
	PLAIN(1, operands_odd, Y5, Y9)
	VMOVDQU 32(R12), Y12
	PLAIN(2, operands_even, Y6, Y10)
	PLAIN(3, operands_odd, Y7, Y11)
	VMOVDQU operands_upper(SI), Y12
	VPBLENDVB Y12, Y9, Y8, Y8
	VPBLENDVB Y12, Y11, Y10, Y10
	VMOVDQU Y8, (R12)
	VMOVDQU Y10, 32(R12)

	ADDQ $const_rowSize, R12
	DECQ R13
	JNZ  step

	VMOVDQU Y0, (lanes_t+0*32)(DI)
	VMOVDQU Y1, (lanes_t+1*32)(DI)
	VMOVDQU Y2, (lanes_t+2*32)(DI)
	VMOVDQU Y3, (lanes_t+3*32)(DI)

	// Rows back to datagrams.
	MOVQ R9, CX
	LEAQ lanes_rows(DI), DX
	MOVQ $2, R13

out:
	ROW(8, Y0)
	ROW(9, Y1)
	ROW(10, Y2)
	ROW(11, Y3)
	ROW(12, Y4)
	ROW(13, Y5)
	ROW(14, Y6)
	ROW(15, Y7)
	INTERLEAVE
	KEEP
	ROW(0, Y0)
	ROW(1, Y1)
	ROW(2, Y2)
	ROW(3, Y3)
	ROW(4, Y4)
	ROW(5, Y5)
	ROW(6, Y6)
	ROW(7, Y7)
	INTERLEAVE
	STORE(0, Y8)
	STORE(1, Y9)
	STORE(2, Y10)
	STORE(3, Y11)
	STORE(4, Y12)
	STORE(5, Y13)
	STORE(6, Y14)
	STORE(7, Y15)
	ADDQ $(32*8), CX
	ADDQ $32, DX
	DECQ R13
	JNZ  out

	ADDQ $16, R10
	SUBQ $16, R11
	JGT  block

	VZEROUPPER
	RET
