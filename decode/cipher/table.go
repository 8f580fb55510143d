package cipher

// The algebra behind the table form.
//
// Every plaintext byte is XORed into all ten key bytes alike, so the key is the
// secret XORed with one byte x, the XOR of the plaintext so far. The five words of a
// byte, their terms m_1..m_5 and links l_1..l_5 therefore depend on x alone.
//
// Write M for mulSum and s_r for the sum after round r. With t = M*s_5 + m_5 of
// the byte before (0 at the start),
//
//	s_1 = t + m_1
//	s_r = M*s_(r-1) + M*(r-1) + m_(r-1) + m_r        r = 2..5
//
// which unrolls to s_r = M^(r-1)*t + d_r(x), and the next t is M^5*t + e(x) with
// e = M*d_5 + m_5. The keystream byte is low XOR high byte of
// k(x) ^ s_1 ^ .. ^ s_5 with k = l_1 ^ .. ^ l_5.
//
// All arithmetic is modulo 2^16. What is left of the state is (t, x): 24 bits.

// Powers of mulSum modulo 2^16.
const (
	mul2 = mulSum * mulSum & 0xFFFF
	mul3 = mul2 * mulSum & 0xFFFF
	mul4 = mul3 * mulSum & 0xFFFF
	mul5 = mul4 * mulSum & 0xFFFF
)

// entry holds what depends on the key byte x alone. Padded to sixteen bytes, so that
// indexing is a shift.
type entry struct {
	d1, d2, d3, d4, d5 uint16 // constant part of the sum after each round
	e                  uint16 // constant part of the next t
	k                  uint16 // XOR of the five links
	_                  uint16
}

// table is indexed by x. 4 KiB: it stays in the first-level cache. Building it at
// start-up costs a few microseconds (BenchmarkBuildTable), so neither a generated
// file nor a lazy start with its check on every call would pay.
var table = buildTable()

func buildTable() (t [256]entry) {
	for x := range t {
		t[x] = newEntry(uint16(x))
	}
	return t
}

// newEntry runs the five rounds for t = 0 and the key byte x (0..255).
func newEntry(x uint16) entry {
	var sums [rounds]uint16
	var sum, term, link, links uint16
	for r := range uint16(rounds) {
		word := uint16(secret[2*r])<<8 | uint16(secret[2*r+1])
		word ^= x<<8 | x
		word ^= link
		next := word * mulWord
		sum = term + (sum+r)*mulSum + next
		term = next
		link = word*mulSum + 1
		links ^= link
		sums[r] = sum
	}
	return entry{
		d1: sums[0], d2: sums[1], d3: sums[2], d4: sums[3], d5: sums[4],
		e: sum*mulSum + term,
		k: links,
	}
}

// keystream returns the keystream byte of state (t, x), where e is x's entry.
func (e *entry) keystream(t uint32) byte {
	v := (t + uint32(e.d1)) ^
		(t*mulSum + uint32(e.d2)) ^
		(t*mul2 + uint32(e.d3)) ^
		(t*mul3 + uint32(e.d4)) ^
		(t*mul4 + uint32(e.d5)) ^
		uint32(e.k)
	return byte(v ^ v>>8)
}

// next returns the state word after state (t, x). Bits above 15 are junk that never
// comes down again.
func (e *entry) next(t uint32) uint32 {
	return t*mul5 + uint32(e.e)
}

// Decipher deciphers one whole datagram (UDP payload) from src to dst with the
// table form; the bytes equal those of [PlainDecipher].
//
// dst and src have the same length and are either the same slice or do not
// overlap; Decipher panics if the lengths differ. Any length is allowed. It
// allocates nothing and is safe for concurrent use.
//
// Source: static analysis of the game program; one observed pair.
func Decipher(dst, src []byte) {
	mustMatch(len(dst), len(src))
	if len(src) == 0 {
		return
	}
	var t uint32
	var x byte
	dst[0] = src[0]
	for i := 1; i < len(src); i++ {
		e := &table[x]
		plain := src[i] ^ e.keystream(t)
		dst[i] = plain
		t = e.next(t)
		x ^= plain
	}
}

// Encipher is the inverse of [Decipher], under the same conditions.
//
// Source: static analysis of the game program; one observed pair.
func Encipher(dst, src []byte) {
	mustMatch(len(dst), len(src))
	if len(src) == 0 {
		return
	}
	var t uint32
	var x byte
	dst[0] = src[0]
	for i := 1; i < len(src); i++ {
		e := &table[x]
		plain := src[i]
		dst[i] = plain ^ e.keystream(t)
		t = e.next(t)
		x ^= plain
	}
}
