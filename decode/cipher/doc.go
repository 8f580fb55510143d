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
// # Two forms, one truth
//
// PlainDecipher and PlainEncipher follow the game program step by step and are
// the reference. Decipher and Encipher compute the same bytes from a table of
// 4 KiB, about four times as fast; tests and a fuzz target hold the two forms
// together. DecipherBatch is the door that the rest of the program uses: it takes
// many datagrams at a time, because the chain from one byte to the next within a
// datagram cannot be shortened and only work on other datagrams can hide it.
//
// Source: static analysis of the game program, confirmed by one observed pair
// of plaintext and ciphertext; docs/protocol.md of this project tells which.
package cipher
