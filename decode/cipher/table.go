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
// All arithmetic is modulo 2^16. What is left of the state is (t, x): 24 bits. doc.go has
// what the kernels make of it.

// Powers of mulSum modulo 2^16.
const (
	mul2 = mulSum * mulSum & 0xFFFF
	mul3 = mul2 * mulSum & 0xFFFF
	mul4 = mul3 * mulSum & 0xFFFF
	mul5 = mul4 * mulSum & 0xFFFF
)

// entry holds what depends on the key byte x alone: two sums to a word, each in 32 bits
// of it, so that one multiplication makes the products of both. Products of
// 16-bit numbers plus 16 bits do not reach beyond 32 bits. 32 bytes: indexing is a shift.
type entry struct {
	d12, d34 uint64 // constant parts of the sums after rounds 1 and 2, 3 and 4
	d5e      uint64 // the same of the sum after round 5 and of the next t
	k        uint64 // XOR of the five links
}

// Multipliers of t for the words of an entry; the first number is the lower half.
const (
	mul12 = 1 | mulSum<<32
	mul34 = mul2 | mul3<<32
	mul5e = mul4 | mul5<<32
)

// table is indexed by x. 8 KiB: it stays in the first-level cache. Building it at
// start-up costs a few microseconds, so neither a generated
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
	var sums [rounds]uint64
	var sum, term, link, links uint16
	for r := range uint16(rounds) {
		word := secretWord(r) ^ (x<<8 | x) ^ link
		next := word * mulWord
		sum = term + (sum+r)*mulSum + next
		term = next
		link = word*mulSum + 1
		links ^= link
		sums[r] = uint64(sum)
	}
	next := sum*mulSum + term
	return entry{
		d12: sums[0] | sums[1]<<32,
		d34: sums[2] | sums[3]<<32,
		d5e: sums[4] | uint64(next)<<32,
		k:   uint64(links),
	}
}

// secretWord is the word of the secret for round r, from 0.
func secretWord(r uint16) uint16 {
	return uint16(secret[2*r])<<8 | uint16(secret[2*r+1])
}

// step returns the keystream byte of state (t, x), where e is x's entry, and
// the next t. t has 16 bits.
func (e *entry) step(t uint64) (key byte, next uint64) {
	last := t*mul5e + e.d5e
	sums := (t*mul12 + e.d12) ^ (t*mul34 + e.d34)
	sums ^= sums>>32 ^ last ^ e.k
	return byte(sums ^ sums>>8), last >> 32 & 0xFFFF
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
	copy(dst, src)
	decipherRest(dst, 1, 0, 0)
}

// Encipher is the inverse of [Decipher], under the same conditions.
//
// Source: static analysis of the game program; one observed pair.
func Encipher(dst, src []byte) {
	mustMatch(len(dst), len(src))
	if len(src) == 0 {
		return
	}
	var t uint64
	var x, key byte
	dst[0] = src[0]
	for i := 1; i < len(src); i++ {
		key, t = table[x].step(t)
		plain := src[i]
		dst[i] = plain ^ key
		x ^= plain
	}
}
