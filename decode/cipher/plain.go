package cipher

// Constants of the game program's key schedule. Both multiply 16-bit words.
const (
	mulSum  = 20021 // 0x4E35: steps the running sum and links one round to the next
	mulWord = 346   // 0x015A: turns a key word into its contribution to the sum
)

const rounds = 5 // per byte; one 16-bit key word each

// secret is the key at the start of every datagram.
var secret = [2 * rounds]byte{'A', 'l', 'b', 'y', 'R', 'u', 'l', 'e', 's', '!'}

// plainState is the cipher state as the game program keeps it. Only the low 16
// bits of the sums ever reach the output (addition, multiplication and XOR carry
// upwards only), so the width of 32 bits is the program's choice, not a need.
type plainState struct {
	key  [2 * rounds]byte
	sum  uint32 // runs on from round to round and from byte to byte
	term uint32 // contribution of the latest key word
}

// keystream returns the next keystream byte and steps the sums. Words and rounds
// interleave: word r is XORed with the result of round r-1, so the five words
// cannot be made before the rounds run.
func (s *plainState) keystream() byte {
	var acc, link uint32
	for r := range uint32(rounds) {
		word := uint32(s.key[2*r])<<8 | uint32(s.key[2*r+1])
		word ^= link // link is 0 in round 0
		term := word * mulWord
		s.sum = s.term + (s.sum+r)*mulSum + term
		s.term = term
		link = word*mulSum + 1
		acc ^= s.sum ^ link
	}
	return byte(acc ^ acc>>8)
}

// feed mixes one plaintext byte into all ten key bytes.
func (s *plainState) feed(plain byte) {
	for i := range s.key {
		s.key[i] ^= plain
	}
}

// PlainDecipher deciphers one whole datagram (UDP payload) from src to dst, step
// by step as the game program does. It is the reference that every faster form is
// held against; use [Decipher] or [Batch] for speed.
//
// dst and src have the same length and are either the same slice or do not
// overlap; PlainDecipher panics if the lengths differ. Any length is allowed. A
// prefix of a datagram deciphers to the prefix of its plaintext.
//
// Source: static analysis of the game program; one observed pair.
func PlainDecipher(dst, src []byte) {
	mustMatch(len(dst), len(src))
	if len(src) == 0 {
		return
	}
	state := plainState{key: secret}
	dst[0] = src[0]
	for i := 1; i < len(src); i++ {
		plain := src[i] ^ state.keystream()
		dst[i] = plain
		state.feed(plain)
	}
}

// mustMatch panics if a destination has another length than its source: a caller's
// mistake that would otherwise leave bytes of an older datagram in place unseen.
func mustMatch(dst, src int) {
	if dst != src {
		panic("cipher: destination and source differ in length")
	}
}
