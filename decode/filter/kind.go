package filter

// Kind says what a key holds, and with it what it may be compared with.
type Kind uint8

const (
	// Any is a key that holds different kinds in different messages. What it
	// is compared with is then checked per message and not at compile time.
	Any Kind = iota
	// Number is an integer or a float.
	Number
	// Hex is an integer that is printed as "0x1C". Its values are numbers.
	Hex
	// Text is UTF-8.
	Text
	// Bool is true or false.
	Bool
	// Time is a moment, in nanoseconds since 1970.
	Time
	// Address is an IP address and a port.
	Address
	// Bytes is raw data that is printed as hex digits.
	Bytes
	// Object has keys of its own and can only be asked for presence.
	Object
)

var kindNames = [...]string{
	Any: "of any kind", Number: "a number", Hex: "a hex number", Text: "text", Bool: "true or false",
	Time: "a time", Address: "an address", Bytes: "raw bytes", Object: "a group of keys",
}

// String names the kind the way it reads after "is".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "of an unknown kind"
}

// ordered tells whether < and ranges mean something for the kind.
func (k Kind) ordered() bool {
	switch k {
	case Any, Number, Hex, Text, Time:
		return true
	}
	return false
}

// ranged tells whether a..b means something. Text has an order, but a range
// of it is more often a slip than a wish.
func (k Kind) ranged() bool { return k != Text && k.ordered() }
