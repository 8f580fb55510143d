package decode_test

import (
	"bytes"
	"testing"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/session"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/report/records"
)

// toy is a third protocol, to show what one takes: "TOY", the number of the message, and a
// message in fields. docs/dev/adding.md goes by it.
type toy struct{}

const toyName record.Protocol = "toy"

// greeting is its only message.
type greeting struct {
	Volume uint8
	Text   wire.Text
}

func (m *greeting) Visit(v wire.Visitor) {
	v.U8("volume", &m.Volume)
	v.Str8("text", &m.Text)
}

const toyHeader = 4 // "TOY" and the number

func (toy) Decode(_ *record.Decoder, r *record.Record, c *record.Content) {
	c.Decoded = wire.NewReader(r.Payload[toyHeader:]).Read(new(greeting))
	if c.Err != nil {
		r.Diagnose(record.Truncated, toyHeader+c.Err.Offset, c.Err.What())
	}
}

func (toy) Book(l *record.Ledger, r *record.Record) {
	trailing := int64(len(r.Content().Trailing))
	l.Trailing += trailing
	l.Fields += int64(len(r.Payload)) - trailing
}

func (toy) Opcode(r *record.Record) (uint8, bool) { return r.Payload[toyHeader-1], true }
func (toy) Name(*record.Record) string            { return "Greeting" }
func (toy) Length(r *record.Record) int           { return len(r.Payload) }
func (toy) Undecoded(r *record.Record) bool       { return !r.Content().Complete() }

func (toy) Spans(r *record.Record) ([]wire.Span, []string) {
	reader := wire.NewReader(r.Payload[toyHeader:])
	reader.Trace(wire.Document)
	decoded := reader.Read(new(greeting))
	return reader.Spans(), fields.Values(decoded.Message, fields.Limit(&decoded), nil)
}

// toyRow is what the ordered stage asks.
func toyRow() session.Protocol {
	side := &record.Side{Proto: toyName, Dir: record.ToServer}
	return session.Protocol{
		Name: toyName,
		Claims: func(_ *session.Session, it *batch.Item, _ session.Lookahead) bool {
			return bytes.HasPrefix(it.Datagram.Payload, []byte("TOY")) && len(it.Datagram.Payload) >= toyHeader
		},
		Records: func(s *session.Session, it *batch.Item) { s.Add(it, side) },
		Count:   func(d *session.Datagrams) *int64 { return &d.Unknown },
	}
}

// TestThirdProtocol takes a protocol that nobody knew through the front door: its datagrams
// are claimed, decoded, filtered, booked and printed, and those of others are left alone.
func TestThirdProtocol(t *testing.T) {
	record.Register(toyName, toy{})
	f := newFile()
	f.udp(client, host, []byte("TOY\x07\x05\x02hi"))
	f.udp(client, host, []byte("TOY\x07\x05\x09cut"))
	f.game(host, client, 1, strong)
	o := decode.WithProtocol(decode.Options{Jobs: 1}, toyRow())
	c := open(t, f.data, o)
	var lines []byte
	for r := range c.Records() {
		lines = records.AppendJSON(lines, r, records.JSONOptions{})
	}
	for _, want := range []string{
		`"proto":"toy","dir":"C>S","len":8,"opcode":"0x07","name":"Greeting"`, `"fields":{"volume":5,"text":"hi"}`, `"code":"truncated","offset":5`, `"proto":"bc"`,
	} {
		if !bytes.Contains(lines, []byte(want)) {
			t.Errorf("no %s in\n%s", want, lines)
		}
	}
	sum := c.Summary()
	if sum.Ledger.Sum() != sum.Ledger.Total || sum.Datagrams.BC != 1 || sum.Datagrams.Unknown != 2 {
		t.Errorf("%+v of %d bytes: %+v", sum.Datagrams, sum.Ledger.Total, sum.Ledger)
	}
}
