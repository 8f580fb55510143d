package wire

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// CF16 is a compressed float: bit 15 sign, bits 14-12 scale, bits 11-0 mantissa.
// Scale s covers one decade that ends at 0.001 * 10^s; the mantissa divides it
// into 4095 steps. Source: observed Explosion values, docs/protocol.
type CF16 uint16

// cf16Base is the upper end of scale 0 as the game's writer has it: the single
// precision number next to 0.001, which is a little larger.
const cf16Base = float64(float32(0.001))

func cf16Bounds(scale int, base float64) (low, high float64) {
	high = base
	for ; scale > 0; scale-- {
		low, high = high, high*10
	}
	return low, high
}

// cf16Scales holds where each scale begins, and how wide it is.
var cf16Scales = func() (scales [8]struct{ low, width float64 }) {
	for i := range scales {
		low, high := cf16Bounds(i, 0.001)
		scales[i].low, scales[i].width = low, high-low
	}
	return scales
}()

// Float64 gives the value. 0x8000, minus zero, gives 0.
func (c CF16) Float64() float64 {
	scale := &cf16Scales[c>>12&7]
	value := scale.low + scale.width*float64(c&0xFFF)/4095
	if c&0x8000 != 0 && value != 0 {
		return -value
	}
	return value
}

// Float32 gives the value as it is printed.
func (c CF16) Float32() float32 { return float32(c.Float64()) }

// NewCF16 compresses a value as the game does: the mantissa is cut, not rounded,
// and magnitudes of 10000 and above become 0x7FFF. NaN becomes 0.
func NewCF16(value float64) CF16 {
	if math.IsNaN(value) {
		return 0
	}
	var sign CF16
	if value < 0 {
		sign, value = 0x8000, -value
	}
	for scale := 0; scale < 8; scale++ {
		low, high := cf16Bounds(scale, cf16Base)
		if value < high {
			mantissa := int((value - low) / (high - low) * 4095)
			return sign | CF16(scale<<12) | CF16(min(max(mantissa, 0), 4095))
		}
	}
	return sign | 0x7FFF
}

// CV3 is a compressed direction: three signed bytes, each a component times 127.
// It is not normalised.
type CV3 [3]int8

// Vector gives the components, each byte / 127.
func (c CV3) Vector() Vector {
	return Vector{float32(float64(c[0]) / 127), float32(float64(c[1]) / 127), float32(float64(c[2]) / 127)}
}

// CV4 is a compressed vector: a direction and a magnitude.
type CV4 struct {
	Direction CV3
	Magnitude CF16
}

// Vector gives direction times magnitude.
func (c CV4) Vector() (out Vector) {
	c.VectorTo(&out)
	return out
}

// VectorTo is Vector for hot paths: what is copied right after it was written has to arrive first.
func (c *CV4) VectorTo(out *Vector) {
	m := c.Magnitude.Float64()
	out[0] = float32(float64(c.Direction[0]) / 127 * m)
	out[1] = float32(float64(c.Direction[1]) / 127 * m)
	out[2] = float32(float64(c.Direction[2]) / 127 * m)
}

// CV4F is a compressed vector whose magnitude is a float.
type CV4F struct {
	Direction CV3
	Magnitude float32
}

// Vector gives direction times magnitude.
func (c CV4F) Vector() Vector {
	var out Vector
	for i, d := range c.Direction {
		out[i] = float32(float64(d) / 127 * float64(c.Magnitude))
	}
	return out
}

// Vector is a point or direction in game units: x, y, z.
type Vector [3]float32

// LongestName is how many characters of a player's name are kept: every line of the client has it, and a
// message has room for thousands.
// limit:LongestName What earlier messages tell | characters of a player's name | the rest is left out: "…" | TestLongName
const LongestName = 64

// ShortName cuts a name that nobody could read on every line. One of blanks alone is none: nobody would see it.
func ShortName(name string) string {
	if strings.TrimSpace(name) == "" {
		return ""
	}
	return Short(name, LongestName)
}

// Short cuts a text to so many characters. What it gives does not hold the whole text.
func Short(text string, most int) string {
	n := 0
	for at := range text {
		if n == most {
			return text[:at] + "…"
		}
		n++
	}
	return text
}

// Text is a string as it lies on the wire: bytes, read as Latin-1.
type Text []byte

// String decodes the bytes as Latin-1.
func (t Text) String() string { return string(t.AppendUTF8(nil)) }

// AppendUTF8 appends the text to b.
func (t Text) AppendUTF8(b []byte) []byte {
	for _, c := range t {
		b = utf8.AppendRune(b, rune(c))
	}
	return b
}

// BeforeZero is what stands before the first zero, read as UTF-8; each byte that is none
// becomes U+FFFD.
func (t Text) BeforeZero() string {
	if end := bytes.IndexByte(t, 0); end >= 0 {
		t = t[:end]
	}
	return string([]rune(string(t)))
}

// WideText is a string as it lies on the wire: UTF-16LE units, two bytes each.
type WideText []byte

// NewWideText encodes a string.
func NewWideText(s string) WideText {
	var w WideText
	for _, unit := range utf16.Encode([]rune(s)) {
		w = append(w, byte(unit), byte(unit>>8))
	}
	return w
}

// String decodes the units; a lone surrogate becomes U+FFFD.
func (w WideText) String() string { return string(w.AppendUTF8(nil)) }

// AppendUTF8 appends the text to b.
func (w WideText) AppendUTF8(b []byte) []byte {
	for i := 0; i+1 < len(w); i += 2 {
		unit := rune(w[i]) | rune(w[i+1])<<8
		if !utf16.IsSurrogate(unit) {
			b = utf8.AppendRune(b, unit)
			continue
		}
		pair := utf8.RuneError
		if i+3 < len(w) {
			pair = utf16.DecodeRune(unit, rune(w[i+2])|rune(w[i+3])<<8)
		}
		if pair != utf8.RuneError {
			i += 2
		}
		b = utf8.AppendRune(b, pair)
	}
	return b
}

// PlayerSlots is how many slots there are for players.
const PlayerSlots = 16

// Object ids: each player slot owns a range of ids.
const (
	firstPlayerID = 0x3FFFFFFF
	idsPerSlot    = 0x40000
)

// OwnerSlot gives the player slot (0 to 15) that owns an object id; ok is false
// for ids of the host and for ids that name no network object.
func OwnerSlot(id uint32) (slot int, ok bool) {
	if id < firstPlayerID || id >= firstPlayerID+PlayerSlots*idsPerSlot {
		return 0, false
	}
	return int(id-firstPlayerID) / idsPerSlot, true
}
