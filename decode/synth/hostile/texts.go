package hostile

import (
	"bytes"
	"strings"

	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Texts steer a terminal, forge a line or are run by a spreadsheet. Those of one byte a
// character come first; no text field has room for much more.
var Texts = []string{
	"\x1b[41mred", "a\x07\x08b", "x\nFORGED", "x\r\nFORGED", "\u009b2J", "\x7f\u0085", "=1+1", "+1;cmd", "-1|cmd", "@sum(1)", "\t=2", "n\x00l",
	"\u202egnp", "\u2028FORGED", "\u2029FORGED", "\u2066i\u061c\u200f", "\ufeff\U000e0001",
}

// Narrow is how many of Texts are Latin-1.
const Narrow = 12

// Latin1 writes a text with one byte a character; of others the lowest byte.
func Latin1(text string) (p wire.Text) {
	for _, c := range text {
		p = append(p, byte(c))
	}
	return p
}

// Filler puts other texts into all text fields of a message.
type Filler struct {
	// Text gives the next text; wide = the field may hold any character, else Latin-1.
	Text func(wide bool) string
	// Bools sets these too, so that what depends on them is there.
	Bools bool
}

// Fill puts texts into m. A text in UTF-16 has no zeros, which may end it; one of a fixed size gets as
// much as it has room for, in the midst of a character if need be.
func (f Filler) Fill(m wire.Message) wire.Message {
	wire.Edit(m, func(p any, size int) {
		switch p := p.(type) {
		case *wire.Text:
			if size == 0 {
				*p = Latin1(f.Text(false))
			} else {
				text := f.Text(true)
				*p = []byte(text[:min(size, len(text))])
			}
		case *wire.WideText:
			*p = wire.NewWideText(strings.ReplaceAll(f.Text(true), "\x00", ""))
		case *bool:
			*p = *p || f.Bools
		}
	})
	return m
}

// Message gives the payload of a transport message with other texts; false = it has none, or is
// not understood. A part of a message is not.
func (f Filler) Message(m *transport.Message, payload []byte) ([]byte, bool) {
	if m.Fragment || m.Cut {
		return nil, false
	}
	if m.Type == transport.Data {
		d := message.Decode(payload)
		return f.again(&d.Decoded, payload, func(m wire.Message) []byte { return message.Append(nil, payload[0], m) })
	}
	var decoder transport.ControlDecoder
	d := decoder.Decode(m, payload)
	return f.again(&d, payload, func(m wire.Message) []byte { return wire.Append(nil, m) })
}

// Datagram gives an entity-state message or a GameSpy text with other texts; false = it is
// neither, or has none.
func (f Filler) Datagram(payload []byte) ([]byte, bool) {
	if gamespy.IsText(payload) {
		return f.gamespy(payload)
	}
	if !entitystate.Plausible(payload) {
		return nil, false
	}
	var decoder entitystate.Decoder
	d := decoder.Decode(payload, entitystate.Context{})
	return f.again(&d.Decoded, payload, func(m wire.Message) []byte { return entitystate.Append(nil, payload[2], m) })
}

// again writes a message that was read whole, with other texts. What is not written as it was
// read is left alone.
func (f Filler) again(d *wire.Decoded, was []byte, write func(wire.Message) []byte) ([]byte, bool) {
	if d.Message == nil || !d.Complete() || len(d.Trailing) > 0 || !bytes.Equal(write(d.Message), was) {
		return nil, false
	}
	return unlike(write(f.Fill(d.Message)), was)
}

func unlike(now, was []byte) ([]byte, bool) {
	if bytes.Equal(now, was) {
		return nil, false
	}
	return now, true
}

// gamespy changes the values; their keys tell what the text is.
func (f Filler) gamespy(payload []byte) ([]byte, bool) {
	pairs, _ := gamespy.Parse(payload, nil)
	for i := range pairs {
		if len(pairs[i].Value) > 0 {
			pairs[i].Value = bytes.ReplaceAll([]byte(f.Text(true)), []byte{'\\'}, nil)
		}
	}
	return unlike(gamespy.Append(nil, pairs), payload)
}
