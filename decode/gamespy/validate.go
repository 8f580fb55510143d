package gamespy

// secret is the key with which the game answers the challenge of a master server.
const secret = "Nm3aZ9"

// Validate gives the right answer to the challenge of a master server: what the value of "validate"
// has to be for a value of "secure". It is RC4 with a feedback of the plaintext, written with six bits
// to a character.
//
// Source: observed, LRPOPQ is answered with hMwdTNWS.
func Validate(challenge string) string {
	state := schedule()
	out := make([]byte, 0, len(challenge)+2)
	var a, b byte
	for _, c := range []byte(challenge) {
		a += c + 1
		x := state[a]
		b += x
		y := state[b]
		state[b], state[a] = x, y
		out = append(out, c^state[x+y])
	}
	for len(out)%3 != 0 {
		out = append(out, 0)
	}
	return sixBits(out)
}

// schedule mixes the bytes 0 to 255 with the key.
func schedule() (state [256]byte) {
	for i := range state {
		state[i] = byte(i)
	}
	var a byte
	for i := range state {
		a += state[i] + secret[i%len(secret)]
		state[a], state[i] = state[i], state[a]
	}
	return state
}

// sixBits writes three bytes as four characters.
func sixBits(data []byte) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	text := make([]byte, 0, len(data)/3*4)
	for ; len(data) > 0; data = data[3:] {
		x, y, z := data[0], data[1], data[2]
		text = append(text, digits[x>>2], digits[x&3<<4|y>>4], digits[y&15<<2|z>>6], digits[z&63])
	}
	return string(text)
}
