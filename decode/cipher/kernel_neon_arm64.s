//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The NEON kernel: 32 datagrams in step, 16 bytes of each at a time. doc.go has the
// algebra, kernel_arm64.go the constants.
//
// A step deciphers the bytes at one position of all 32 datagrams. They are in four
// vectors of eight lanes, 16 bits each, which take turns as in the AVX2 kernel. The first
// two vectors have 16 datagrams, the other two the 16 after them: two halves, with 16 rows
// of 16 bytes each in memory, one half behind the other.
//
// General registers
//	R0      *lanes: state and scratch memory; R6: its t; R7: its x
//	R1      32 pointers where to read; R2: where to write
//	R3      offset of the block within each datagram
//	R4      bytes left, from this block on
//	R8, R9  row of this step in the first half and in the second
//	R10     steps left in this block; halves left
//	R5      next pointer; R11: short-lived

// Go's assembler does not know the multiplications of 16-bit lanes. These take numbers of
// registers, in Go's order: VMUL_H8 is d = n*m, VMLA_H8 is d += n*m.
#define VMUL_H8(m, n, d) WORD $(0x4E609C00 | (m)<<16 | (n)<<5 | (d)) // MUL Vd.8H, Vn.8H, Vm.8H
#define VMLA_H8(m, n, d) WORD $(0x4E609400 | (m)<<16 | (n)<<5 | (d)) // MLA Vd.8H, Vn.8H, Vm.8H

// ZIP makes the vectors c and d of the bytes of a and b, in turns.
#define ZIP(a, b, c, d) \
	VZIP1 b.B16, a.B16, c.B16; \
	VZIP2 b.B16, a.B16, d.B16

// TRANSPOSE makes rows of columns: 16x16 bytes, in V0-V15. It uses all vector registers.
// Zipping the first half of the rows with the second moves a byte to where its number,
// row*16+column, is rotated by one bit. Four times make the row of the column.
#define TRANSPOSE \
	ZIP_UP;   \
	ZIP_DOWN; \
	ZIP_UP;   \
	ZIP_DOWN

#define ZIP_UP \
	ZIP(V0, V8, V16, V17);  \
	ZIP(V1, V9, V18, V19);  \
	ZIP(V2, V10, V20, V21); \
	ZIP(V3, V11, V22, V23); \
	ZIP(V4, V12, V24, V25); \
	ZIP(V5, V13, V26, V27); \
	ZIP(V6, V14, V28, V29); \
	ZIP(V7, V15, V30, V31)

#define ZIP_DOWN \
	ZIP(V16, V24, V0, V1);   \
	ZIP(V17, V25, V2, V3);   \
	ZIP(V18, V26, V4, V5);   \
	ZIP(V19, V27, V6, V7);   \
	ZIP(V20, V28, V8, V9);   \
	ZIP(V21, V29, V10, V11); \
	ZIP(V22, V30, V12, V13); \
	ZIP(V23, V31, V14, V15)

// FETCH reads a block of the next datagram.
#define FETCH(block) \
	MOVD.P 8(R5), R11; \
	ADD    R3, R11;    \
	VLD1   (R11), [block.B16]

// STORE writes a block of the next datagram.
#define STORE(block) \
	MOVD.P 8(R5), R11; \
	ADD    R3, R11;    \
	VST1   [block.B16], (R11)

// Vector v of a step, 0 to 3, has four registers:
//	u  V(v): u_r, at the end the next t
//	w  V(v+4): the word w_r, then its link l_r
//	a  V(v+8): XOR of the sums and links so far
//	x  V(v+12): the key byte x in both bytes of a lane
// V16-V20 hold the words of the secret, V21-V25 the constants to come, V26, V27, V28 hold
// 1, K and M. Short-lived: V29, the term m_r; V30, the sum s_r; V31, a row.

// SUMS makes of u and w: the link, the sum, and the next u.
#define SUMS(v, step, u, w) \
	VMUL_H8(27, v+4, 29);           \
	VMUL_H8(28, v+4, v+4);          \
	VADD V26.H8, w.H8, w.H8;        \
	VADD V29.H8, u.H8, V30.H8;      \
	VADD V29.H8, step.H8, u.H8;     \
	VMLA_H8(28, 30, v)

// FIRST is round 1. In: u = t.
#define FIRST(v, u, w, a, x) \
	VEOR V16.B16, x.B16, w.B16; \
	SUMS(v, V21, u, w);         \
	VEOR V30.B16, w.B16, a.B16

// ROUND is one of rounds 2-5, with its word of the secret and the constant that follows.
#define ROUND(v, key, step, u, w, a, x) \
	VEOR x.B16, w.B16, w.B16;   \
	VEOR key.B16, w.B16, w.B16; \
	SUMS(v, step, u, w);        \
	VEOR w.B16, a.B16, a.B16;   \
	VEOR V30.B16, a.B16, a.B16

// ROUNDS is such a round of all four vectors.
#define ROUNDS(key, step) \
	ROUND(0, key, step, V0, V4, V8, V12);  \
	ROUND(1, key, step, V1, V5, V9, V13);  \
	ROUND(2, key, step, V2, V6, V10, V14); \
	ROUND(3, key, step, V3, V7, V11, V15)

// PLAIN makes plaintext bytes of the accumulator a, in both bytes of each lane, and the
// next x from them. V31 has the row; VTRN1 takes its even bytes for a vector, VTRN2 the
// odd ones.
#define PLAIN(which, w, a, x) \
	VREV16 a.B16, w.B16;             \
	VEOR   w.B16, a.B16, a.B16;      \
	which  V31.B16, V31.B16, w.B16;  \
	VEOR   w.B16, a.B16, a.B16;      \
	VEOR   a.B16, x.B16, x.B16

// func decipherNEON(state *lanes, from, to *[maxLanes]*byte, offset, count int)
TEXT ·decipherNEON(SB), NOSPLIT, $0-40
	MOVD state+0(FP), R0
	MOVD from+8(FP), R1
	MOVD to+16(FP), R2
	MOVD offset+24(FP), R3
	MOVD count+32(FP), R4
	ADD  $lanes_t, R0, R6
	ADD  $lanes_x, R0, R7

block:
	// Datagrams to rows, half by half.
	MOVD R1, R5
	ADD  $lanes_rows, R0, R8
	MOVD $2, R10

in:
	FETCH(V0)
	FETCH(V1)
	FETCH(V2)
	FETCH(V3)
	FETCH(V4)
	FETCH(V5)
	FETCH(V6)
	FETCH(V7)
	FETCH(V8)
	FETCH(V9)
	FETCH(V10)
	FETCH(V11)
	FETCH(V12)
	FETCH(V13)
	FETCH(V14)
	FETCH(V15)
	TRANSPOSE
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R8)
	VST1.P [V4.B16, V5.B16, V6.B16, V7.B16], 64(R8)
	VST1.P [V8.B16, V9.B16, V10.B16, V11.B16], 64(R8)
	VST1.P [V12.B16, V13.B16, V14.B16, V15.B16], 64(R8)
	SUB    $1, R10
	CBNZ   R10, in

	// State and constants to registers. The last block may have less than 16 steps; what
	// is left of it stays enciphered, and nobody uses it.
	VLD1   (R6), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1   (R7), [V12.H8, V13.H8, V14.H8, V15.H8]
	MOVD   $·constants(SB), R11
	VLD1.P 64(R11), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1.P 64(R11), [V20.H8, V21.H8, V22.H8, V23.H8]
	VLD1.P 64(R11), [V24.H8, V25.H8, V26.H8, V27.H8]
	VLD1   (R11), [V28.H8]
	ADD    $lanes_rows, R0, R8
	ADD    $256, R8, R9
	MOVD   $16, R10
	CMP    R10, R4
	CSEL   LT, R4, R10, R10

step:
	FIRST(0, V0, V4, V8, V12)
	FIRST(1, V1, V5, V9, V13)
	FIRST(2, V2, V6, V10, V14)
	FIRST(3, V3, V7, V11, V15)
	ROUNDS(V17, V22)
	ROUNDS(V18, V23)
	ROUNDS(V19, V24)
	ROUNDS(V20, V25)

	// Vector 0 has the even bytes of the row in the first half, vector 1 the odd ones;
	// 2 and 3 have those of the second half.
	VLD1   (R8), [V31.B16]
	PLAIN(VTRN1, V4, V8, V12)
	PLAIN(VTRN2, V5, V9, V13)
	VTRN1  V9.B16, V8.B16, V8.B16
	VST1.P [V8.B16], 16(R8)
	VLD1   (R9), [V31.B16]
	PLAIN(VTRN1, V6, V10, V14)
	PLAIN(VTRN2, V7, V11, V15)
	VTRN1  V11.B16, V10.B16, V10.B16
	VST1.P [V10.B16], 16(R9)

	SUB  $1, R10
	CBNZ R10, step

	VST1 [V0.H8, V1.H8, V2.H8, V3.H8], (R6)
	VST1 [V12.H8, V13.H8, V14.H8, V15.H8], (R7)

	// Rows back to datagrams.
	MOVD R2, R5
	ADD  $lanes_rows, R0, R8
	MOVD $2, R10

out:
	VLD1.P 64(R8), [V0.B16, V1.B16, V2.B16, V3.B16]
	VLD1.P 64(R8), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R8), [V8.B16, V9.B16, V10.B16, V11.B16]
	VLD1.P 64(R8), [V12.B16, V13.B16, V14.B16, V15.B16]
	TRANSPOSE
	STORE(V0)
	STORE(V1)
	STORE(V2)
	STORE(V3)
	STORE(V4)
	STORE(V5)
	STORE(V6)
	STORE(V7)
	STORE(V8)
	STORE(V9)
	STORE(V10)
	STORE(V11)
	STORE(V12)
	STORE(V13)
	STORE(V14)
	STORE(V15)
	SUB  $1, R10
	CBNZ R10, out

	ADD  $16, R3
	SUBS $16, R4
	BGT  block
	RET
