package record

import (
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
func (gameSpy) Spans(*Record) ([]wire.Span, []string)  { return nil, nil }
