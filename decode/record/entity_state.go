package record

import (
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/wire"
)

// entityState is the format of entity-state messages.
type entityState struct{}

// issueCodes are the diagnostics of what is wrong with an entity-state message, where they
// are called otherwise.
var issueCodes = map[entitystate.Code]Code{
	entitystate.HeaderShort:   Truncated,
	entitystate.PayloadShort:  Truncated,
	entitystate.TrailingBytes: Trailing,
}

func (entityState) Decode(d *Decoder, r *Record, c *Content) {
	decoded := d.states.Decode(r.Payload, entityContext(r))
	c.State, c.Decoded = decoded.Spec, decoded.Decoded
	for _, issue := range decoded.Issues {
		code, ok := issueCodes[issue.Code]
		if !ok {
			code = Code(issue.Code)
		}
		r.Diagnose(code, issue.Offset, issue.Text)
	}
}

func entityContext(r *Record) entitystate.Context {
	return entitystate.Context{Revision: r.Revision, Missing: r.Length() - len(r.Payload)}
}

func (entityState) Book(l *Ledger, r *Record) {
	n := int64(len(r.Payload))
	owned := min(n, entitystate.HeaderSize)
	if r.Content().Message == nil {
		l.EntityState += owned
		l.Raw += n - owned
		return
	}
	trailing := int64(len(r.Content().Trailing))
	l.EntityState += n - trailing
	l.Trailing += trailing
}

func (entityState) Opcode(r *Record) (opcode uint8, ok bool) {
	if len(r.Payload) < entitystate.HeaderSize {
		return 0, false
	}
	return r.Payload[2], true
}

func (entityState) Name(r *Record) string {
	if state := r.Content().State; state != nil {
		return state.Name
	}
	return ""
}

func (entityState) Length(r *Record) int {
	if r.Snapped {
		return len(r.Payload) + int(r.Missing)
	}
	return len(r.Payload)
}

func (entityState) Undecoded(r *Record) bool { return !r.Content().Complete() }

// Spans gives the fields of the header first.
func (entityState) Spans(r *Record) (spans []wire.Span, values []string) {
	var d Decoder
	decoded, spans := d.states.Trace(r.Payload, entityContext(r))
	if len(spans) > 0 {
		values = fields.Values(&decoded.Header, fields.All, nil)
	}
	if decoded.Message != nil {
		values = append(values, fields.Values(decoded.Message, fields.Limit(&decoded.Decoded), nil)...)
	}
	return spans, values
}
