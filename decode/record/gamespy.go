package record

import (
	"bcdump/decode/fields"
	"bcdump/decode/gamespy"
	"bcdump/decode/wire"
)

// gameSpy is the format of the query text on the game's port.
type gameSpy struct{}

func (gameSpy) Decode(d *Decoder, r *Record, c *Content) {
	d.pairs, c.Kind = gamespy.Parse(r.Payload, d.pairs[:0])
	c.Pairs = d.pairs
}

func (gameSpy) Book(l *Ledger, r *Record)              { l.GameSpy += int64(len(r.Payload)) }
func (gameSpy) Opcode(*Record) (opcode uint8, ok bool) { return 0, false }
func (gameSpy) Name(*Record) string                    { return "" }
func (gameSpy) Length(*Record) int                     { return 0 }
func (gameSpy) Undecoded(*Record) bool                 { return false }

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
