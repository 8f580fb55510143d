package cipher

// interleaved is how many datagrams the portable form deciphers in step. With fewer the
// processor waits for the chain from one byte to the next; with more there are not
// enough registers.
const interleaved = 4

// decipherInterleaved deciphers up to four datagrams of about the same length.
func decipherInterleaved(order []uint16, dst, src [][]byte) {
	if len(order) < interleaved {
		for _, i := range order {
			Decipher(dst[i], src[i])
		}
		return
	}
	decipherFour([interleaved][]byte{
		copied(dst[order[0]], src[order[0]]),
		copied(dst[order[1]], src[order[1]]),
		copied(dst[order[2]], src[order[2]]),
		copied(dst[order[3]], src[order[3]]),
	})
}

// copied returns dst with the bytes of src. Four datagrams that are deciphered in place need
// four pointers; otherwise it would be eight.
func copied(dst, src []byte) []byte {
	copy(dst, src)
	return dst
}

// decipherFour deciphers four datagrams in place.
func decipherFour(d [interleaved][]byte) {
	n := min(len(d[0]), len(d[1]), len(d[2]), len(d[3]))
	d0, d1, d2, d3 := d[0][:n], d[1][:n], d[2][:n], d[3][:n]
	var t0, t1, t2, t3 uint64
	var x0, x1, x2, x3, key byte
	for i := 1; i < n; i++ {
		key, t0 = table[x0].step(t0)
		key ^= d0[i] // the plaintext byte from here on
		d0[i] = key
		x0 ^= key

		key, t1 = table[x1].step(t1)
		key ^= d1[i]
		d1[i] = key
		x1 ^= key

		key, t2 = table[x2].step(t2)
		key ^= d2[i]
		d2[i] = key
		x2 ^= key

		key, t3 = table[x3].step(t3)
		key ^= d3[i]
		d3[i] = key
		x3 ^= key
	}
	n = max(n, 1)
	decipherRest(d[0], n, t0, x0)
	decipherRest(d[1], n, t1, x1)
	decipherRest(d[2], n, t2, x2)
	decipherRest(d[3], n, t3, x3)
}

// decipherRest deciphers in place from byte i on, in state (t, x).
func decipherRest(b []byte, i int, t uint64, x byte) {
	var key byte
	for ; i < len(b); i++ {
		key, t = table[x].step(t)
		b[i] ^= key
		x ^= b[i]
	}
}
