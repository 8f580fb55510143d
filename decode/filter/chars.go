package filter

// run gives the length of the stretch of such bytes that s begins with.
func run(s string, such func(byte) bool) int {
	for i := range len(s) {
		if !such(s[i]) {
			return i
		}
	}
	return len(s)
}

func hexDigit(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func hexPrefix(s string) bool {
	return len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexDigit(s[2])
}

// decimal gives the length of the decimal number that s begins with.
func decimal(s string) int {
	n := run(s, digit)
	if len(s) > n+1 && s[n] == '.' && digit(s[n+1]) {
		n += 1 + run(s[n+1:], digit)
	}
	if n == len(s) || s[n]|0x20 != 'e' {
		return n
	}
	sign := n + 1
	if sign < len(s) && (s[sign] == '+' || s[sign] == '-') {
		sign++
	}
	if digits := run(s[sign:], digit); digits > 0 {
		return sign + digits
	}
	return n
}

// nameEnd gives the length of the name that s begins with.
func nameEnd(s string) int { return run(s, nameByte) }

func nameByte(c byte) bool {
	return c == '_' || digit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
