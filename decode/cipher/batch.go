package cipher

// DecipherBatch deciphers many datagrams (UDP payloads) at a time: the plaintext
// of src[i] goes to dst[i]. The bytes equal those of [PlainDecipher] on each.
//
// dst and src have the same length, and so have dst[i] and src[i] for every i;
// DecipherBatch panics if they differ. Lengths may be mixed and may be 0.
//
// No dst[i] may share memory with any src[j] or with another dst[j], because the
// order in which datagrams and their bytes are worked on is not promised: an
// implementation is free to sort by length and to work on many in step. Nothing
// outside the given slices is read or written, src is never written, and nothing is
// allocated. Safe for concurrent use on different dst.
func DecipherBatch(dst, src [][]byte) {
	mustMatch(len(dst), len(src))
	for i, in := range src {
		Decipher(dst[i], in)
	}
}
