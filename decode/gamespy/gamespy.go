package gamespy

import "bytes"

// sep separates tokens and opens every text.
const sep = '\\'

// Pair is one key with its value. Both are parts of the text that was parsed, not
// copies, and hold raw bytes: ASCII keys and Latin-1 values by custom, but nothing
// is checked or converted.
type Pair struct {
	Key, Value []byte

	// Offset is where the backslash before Key stands, in bytes from the start of
	// the text; Key starts one byte later. A pair owns the bytes up to the next
	// pair's Offset, the last pair those to the end of the text.
	Offset int
}

// IsText reports whether a UDP payload is GameSpy text: it begins with a backslash and has a key
// of the protocol (see docs/protocol of this project), or ends within one. Other protocols have datagrams that
// begin with that byte too, QUIC and DNS for example. An enciphered game datagram starts with a
// peer number and would need the number 92 to come into question.
func IsText(data []byte) bool {
	if !opens(data) {
		return false
	}
	for at := 0; at < len(data)-1; {
		key := token(data, at+1)
		if isKnown(key, at == 0 && len(key) == len(data)-1) {
			return true
		}
		at += 1 + len(key) + 1
		at += len(token(data, at))
	}
	return false
}

// opens reports whether a text could begin like this.
func opens(data []byte) bool { return len(data) > 0 && data[0] == sep }

// Parse splits one whole UDP payload into its pairs, in the order of the text,
// repeated keys included, and tells its kind. The pairs replace the contents of
// dst, whose array is reused as far as it reaches; their bytes are slices of data.
// Memory use is bounded by data: at most one pair for two bytes.
//
// A missing last value is empty. A backslash after the last complete pair is
// ignored, as is a backslash that is the whole text. There are no other faults: any
// bytes after the first backslash are pairs, whether their keys are known (see
// [IsText]) or not. Without that first backslash there are no pairs and the kind is
// KindUnknown.
//
// Source: texts observed on the wire.
func Parse(data []byte, dst []Pair) ([]Pair, Kind) {
	dst = dst[:0]
	if !opens(data) {
		return dst, KindUnknown
	}
	// at is the offset of the backslash before the next key. After a pair it is past
	// that pair, so each turn consumes at least two bytes. A backslash that is the
	// last byte opens no pair: it trails a complete one, or is the whole text.
	for at := 0; at < len(data)-1; {
		key := token(data, at+1)
		valueAt := at + 1 + len(key) + 1
		value := token(data, valueAt)
		dst = append(dst, Pair{Key: key, Value: value, Offset: at})
		at = valueAt + len(value)
	}
	return dst, kindOf(dst)
}

// token returns the bytes from offset at up to the next backslash or the end of the
// text; nothing if at is past the end. The capacity is cut to the length, so that a
// caller's append cannot write into the capture's bytes.
func token(data []byte, at int) []byte {
	if at >= len(data) {
		return data[len(data):]
	}
	rest := data[at:]
	if end := bytes.IndexByte(rest, sep); end >= 0 {
		return rest[:end:end]
	}
	return rest[:len(rest):len(rest)]
}

// Append writes pairs to the end of dst as a text, \key\value for each, and returns
// the extended slice. Offset is ignored.
//
// It is the inverse of [Parse]: parsing what Append wrote gives the pairs back, as
// long as no key or value holds a backslash, which the protocol cannot express.
// Appending what Parse read gives the text back, except for three forms that are
// not canonical, each one backslash away:
//
//   - a missing last value: \status reads as status:"" and is written \status\
//   - a trailing backslash after a complete pair: \a\b\ is written \a\b
//   - a lone backslash: it has no pairs, and no pairs are written as nothing
func Append(dst []byte, pairs []Pair) []byte {
	for _, p := range pairs {
		dst = append(dst, sep)
		dst = append(dst, p.Key...)
		dst = append(dst, sep)
		dst = append(dst, p.Value...)
	}
	return dst
}
