package record

import (
	"bcdump/decode/fields"
	"bcdump/decode/gamespy"
	"bcdump/decode/wire"
)

// Format is how the records of one protocol are read. Each protocol has one, in a file of its
// own; nothing else here asks which protocol a record is of.
type Format interface {
	// Decode fills c, which is empty, with what the payload of a record says, and notes on the
	// record what is wrong with it. It uses the memory of d.
	Decode(d *Decoder, r *Record, c *Content)
	// Book enters the bytes of a record in the ledger.
	Book(l *Ledger, r *Record)
	// Opcode is the number of the message, if it has one, and Name what it is called.
	Opcode(r *Record) (opcode uint8, ok bool)
	Name(r *Record) string
	// Length is that of the message with its headers, in bytes, by what they say.
	Length(r *Record) int
	// Undecoded reports that the payload could not be read to its last field.
	Undecoded(r *Record) bool
	// Spans gives the place of each field in the payload, and the value of each as text.
	Spans(r *Record) ([]wire.Span, []string)
}

// formats holds those that are known. All others are bytes of an unknown protocol.
var formats = []protocolFormat{{BC, bc{}}, {EntityState, entityState{}}, {GameSpy, gameSpy{}}}

type protocolFormat struct {
	protocol Protocol
	Format
}

// Register adds the format of a protocol. It must be called before captures are opened.
func Register(p Protocol, f Format) { formats = append([]protocolFormat{{p, f}}, formats...) }

func (r *Record) format() Format {
	if r.Proto == BC { // most are
		return bc{}
	}
	for i := range formats {
		if formats[i].protocol == r.Proto {
			return formats[i].Format
		}
	}
	return unknown{}
}

// unknown is the format of what no protocol has claimed.
type unknown struct{}

func (unknown) Decode(*Decoder, *Record, *Content)     {}
func (unknown) Book(l *Ledger, r *Record)              { l.Foreign += int64(len(r.Payload)) }
func (unknown) Opcode(*Record) (opcode uint8, ok bool) { return 0, false }
func (unknown) Name(*Record) string                    { return "" }
func (unknown) Length(*Record) int                     { return 0 }
func (unknown) Undecoded(*Record) bool                 { return true }
func (unknown) Spans(*Record) ([]wire.Span, []string)  { return nil, nil }

// gameSpy is the format of the query text on the game's port.
type gameSpy struct{ unknown }

func (gameSpy) Decode(d *Decoder, r *Record, c *Content) {
	d.pairs, c.Kind = gamespy.Parse(r.Payload, d.pairs[:0])
	c.Pairs = d.pairs
}

func (gameSpy) Book(l *Ledger, r *Record) { l.GameSpy += int64(len(r.Payload)) }
func (gameSpy) Undecoded(*Record) bool    { return false }

// Spans gives each pair, key and value, under its key.
func (gameSpy) Spans(r *Record) (spans []wire.Span, values []string) {
	pairs, _ := gamespy.Parse(r.Payload, nil)
	for i := range pairs {
		p, end := &pairs[i], len(r.Payload)
		if i+1 < len(pairs) {
			end = pairs[i+1].Offset
		}
		spans = append(spans, wire.Span{Path: string(fields.Latin1(p.Key)), Offset: p.Offset, Length: end - p.Offset, Type: "text"})
		values = append(values, string(fields.Latin1(p.Value)))
	}
	return spans, values
}
