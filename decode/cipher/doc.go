// Package cipher removes and applies the stream cipher that Bridge Commander
// puts on its UDP game datagrams. Its key is the ASCII text "AlbyRules!".
//
// What comes in: the bytes of one UDP payload, or of many, enciphered or plain.
// What goes out: the same number of bytes, plain or enciphered.
//
// What it must not know: whether the bytes are game traffic at all, what they
// mean, where they were captured. Every byte string deciphers to something, so
// the verdict "this is Bridge Commander" belongs to the package that walks the
// plaintext. GameSpy text (first byte '\') is never enciphered; the caller
// keeps it away from here. The package imports nothing of this module.
//
// # The cipher
//
// Byte 0 of a datagram is copied: it is neither enciphered nor fed to the key.
// From byte 1 on, each byte is XORed with a keystream byte that depends on all
// plaintext bytes before it. The state starts afresh for every datagram, so
// equal plaintexts give equal ciphertexts, and a datagram that the capture cut
// short deciphers as far as it goes.
//
// # One truth, several forms
//
// PlainDecipher follows the game program step by step and is the reference. All others compute the same bytes; tests and fuzz targets hold them
// against it.
//
//	plain     32-bit state, as in the game
//	table     Decipher, Encipher: 24 bits of state and a table of 8 KiB
//	portable  Batch: the table form on four datagrams in step
//	avx2      Batch: 64 datagrams in step, 16 bits each, no table
//
// Batch is the door that the rest of the program uses. The chain from one byte to the
// next within a datagram cannot be shortened; only work on other datagrams can hide it.
// So it takes many at a time, sorts them by length, and deciphers those of about the
// same length in step. The form is chosen once, at start-up, by what the processor can
// do. For comparisons, GODEBUG=cpu.avx2=off in the environment takes
// that form away, and a build with the tag purego has no assembly.
//
// # Arithmetic of the kernels
//
// table.go derives that the state is the key byte x and a 16-bit number t. A table is of
// no use to vector instructions: fetching single entries is slower than computing them.
// The kernels compute the words of all five rounds anew from x, in 16 bits. With M =
// 20021, K = 346, the words k_1..k_5 of the secret, and x in both bytes of a word,
//
//	w_1 = k_1 ^ x                    l_r = M*w_r + 1
//	w_r = k_r ^ x ^ l_(r-1)          m_r = K*w_r
//	u_1 = t                          s_r = u_r + m_r
//	u_r = M*s_(r-1) + m_(r-1) + M*(r-1)
//
// a = s_1 ^ l_1 ^ .. ^ s_5 ^ l_5. The keystream byte is both bytes of a XORed; the next t
// is M*s_5 + m_5. All multiplications and sums are modulo 2^16, one lane to a datagram.
//
// Datagrams lie one after the other, and lanes want the bytes of one position together.
// So a block of 16 bytes of each datagram is transposed on its way in, and back on its
// way out.
//
// Source: static analysis of the game program, confirmed by one observed pair
// of plaintext and ciphertext; docs/protocol of this project tells which.
package cipher
