package records

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// TextOptions say how text lines look.
type TextOptions struct {
	Color bool
	Hex   bool // below each line, the bytes and the fields that own them
	// Explain adds to Hex how each field is encoded and how surely that is known.
	Explain bool
	Start   capture.Time // of the capture: times on later days say how many
	// Zone is where the clock of the times is; nil = UTC.
	Zone *time.Location
	// Mark stands behind the frame number: ':' of what a filter keeps, '-' of what is around
	// it, as grep has it; 0 = there is none.
	Mark byte
}

// Text gives renderers that print one line per record for people: frame, UTC time,
// direction, client, message, what it says, and notes.
func Text(o TextOptions) func() decode.Renderer {
	return func() decode.Renderer {
		t := &textLine{TextOptions: o, Palette: terminal.NewPalette(o.Color)}
		return t.append
	}
}

// TextHeader is the line above the columns.
// zone names the clock of the times in five letters at most, such as "UTC".
func TextHeader(colored bool, zone string) string {
	b := padLeft(nil, "frame", frameWidth)
	b = append(b, "  "...)
	b = padRight(b, "time ("+zone+")", len("22:08:00.016"))
	b = append(b, "  dir  "...)
	b = padRight(b, "client", clientWidth)
	b = append(b, "   "...)
	b = padRight(b, "message", nameWidth)
	b = append(b, "  details"...)
	return string(terminal.AppendLine(nil, terminal.Span{Style: terminal.NewPalette(colored).Dim, Text: string(b)}))
}

type textLine struct {
	TextOptions
	terminal.Palette
	terminal.Line
}

const (
	frameWidth  = 7
	clientWidth = 14
	nameWidth   = 18
)

func (t *textLine) append(b []byte, r *decode.Record) []byte {
	t.Open(b)
	name, mark := title(r), "  "
	if r.Has(decode.Retransmit) {
		mark = "↻ "
	}
	who, mark, width := share(r, name, mark)
	b = t.columns(b, r, who)
	quiet := recedes(r)
	if quiet {
		t.Begin(b, t.Dim)
	}
	b = append(b, mark...)
	b = t.message(b, r, name, width, quiet)
	if quiet {
		t.End(b, t.Dim)
	}
	b = t.notes(b, r)
	b = t.Close(b)
	if t.Hex || t.Explain {
		b = t.layout(b, r)
	}
	return b
}

// recedes reports whether a line is less interesting than its neighbours.
func recedes(r *decode.Record) bool {
	return r.Has(decode.Retransmit) || r.Proto == decode.BC && !r.Unread &&
		(r.Header.Type == transport.Ack || r.Header.Type == transport.Keepalive)
}

func (t *textLine) columns(b []byte, r *decode.Record, who string) []byte {
	var digits [20]byte
	b = padLeft(b, string(strconv.AppendInt(digits[:0], r.Frame, 10)), frameWidth)
	b = append(b, max(t.Mark, ' '), ' ')
	t.Begin(b, t.Dim)
	b = t.time(b, r.Time)
	t.End(b, t.Dim)
	b = append(b, ' ', ' ')
	way := t.ToServer
	if r.Dir == decode.ToClient {
		way = t.ToClient
	}
	t.Begin(b, way)
	b = padRight(b, string(r.Dir), 5)
	b = padRight(b, who, clientWidth)
	t.End(b, way)
	return append(b, ' ')
}

// time appends "03:30:51.946", and the number of days after the start of the
// capture if it is not the same day.
func (t *textLine) time(b []byte, at capture.Time) []byte {
	if at.IsZero() {
		return append(b, "--:--:--.---"...)
	}
	var room [40]byte
	full := at.AppendRFC3339In(room[:0], 6, t.Zone)
	const clock = len("2026-11-21T")
	b = append(b, full[clock:clock+len("03:30:51.946")]...)
	if days := dayOf(at, t.Zone) - dayOf(t.Start, t.Zone); days != 0 && !t.Start.IsZero() {
		b = fmt.Appendf(b, "%+dd", days)
	}
	return b
}

// dayOf counts the days since 1970, as they begin in a zone.
func dayOf(t capture.Time, zone *time.Location) int64 {
	const day = 24 * 60 * 60
	if zone != nil {
		_, offset := time.Unix(t.Sec, 0).In(zone).Zone()
		t.Sec += int64(offset - offset%60)
	}
	return (t.Sec - (t.Sec%day+day)%day) / day
}

// share gives what stands for the client, the mark behind it, and how wide the column of the
// message is, so that the line is no longer for an address than for a name: an address takes what
// the name of the message leaves, then the blanks where no mark is.
func share(r *decode.Record, name, mark string) (who, gap string, width int) {
	spare := max(nameWidth-utf8.RuneCountInString(name), 0)
	blanks := len(mark) - len(strings.TrimLeft(mark, " "))
	who = client(r, clientWidth+spare+blanks)
	over := max(utf8.RuneCountInString(who)-clientWidth, 0)
	if r.Client != "" || over == 0 {
		return who, mark, nameWidth
	}
	return who, mark[max(over-spare, 0):], nameWidth - min(over, spare)
}

// client names the client end of the link, whoever is speaking: an address, as long as there is
// no name, of which the end is shown if it takes more than room.
func client(r *decode.Record, room int) string {
	switch {
	case r.Client != "":
		return printable.Text(r.Client)
	case r.Dir == "":
		return ""
	}
	end := r.Src
	if r.Dir == decode.ToClient {
		end = r.Dst
	}
	if r.ClientPeer != 0 && end.Addr().IsUnspecified() { // a text log that does not know it
		return "peer " + strconv.Itoa(int(r.ClientPeer))
	}
	address := end.String() // one allocation
	if !end.IsValid() {
		address = string(decode.AppendAddress(nil, end))
	}
	if len(address) > room {
		return "…" + address[len(address)-room+1:]
	}
	return address
}

// message appends the name of the message, in a column of a width, and what it says.
func (t *textLine) message(b []byte, r *decode.Record, name string, width int, quiet bool) []byte {
	if quiet {
		b = padRight(b, name, width)
	} else {
		t.Begin(b, t.Name)
		b = padRight(b, name, width)
		t.End(b, t.Name)
	}
	b = append(b, ' ', ' ')
	return t.details(b, r)
}

// title is what the message is called; a part says which one it is.
func title(r *decode.Record) string {
	switch {
	case !r.Part():
		return r.Title()
	case r.Header.FragmentIndex == 0:
		return fmt.Sprintf("· part 1 of %d", r.Header.FragmentTotal)
	}
	return fmt.Sprintf("· part %d", int(r.Header.FragmentIndex)+1)
}

func (t *textLine) details(b []byte, r *decode.Record) []byte {
	c := r.Content()
	if r.Proto != decode.BC && r.Dir == "" {
		b = decode.AppendAddress(b, r.Src)
		b = append(b, " → "...)
		b = append(decode.AppendAddress(b, r.Dst), ' ', ' ')
	}
	switch {
	case r.Proto == decode.GameSpy:
		return appendPairsText(b, c)
	case r.Lost():
		return fmt.Appendf(b, "seq %d, %d B seen in frames %v", r.Header.Seq, r.Length(), r.Frames())
	case r.Part():
		return fmt.Appendf(b, "seq %d, %d B", r.Header.Seq, len(r.Payload))
	case c.Message != nil:
		b = fields.AppendTextNamed(b, c.Message, limitOf(c), r.Context.Names)
	case len(r.Payload) > 0:
		b = t.raw(b, r.Payload)
	}
	if r.Joined() {
		b = fmt.Appendf(b, "  joined from frames %v, %d B", r.Frames(), len(r.Payload))
	}
	return t.origin(b, r)
}

// origin appends which earlier message a record refers to.
func (t *textLine) origin(b []byte, r *decode.Record) []byte {
	if r.Answers.Frame == 0 && r.Relay.Frame == 0 {
		return b
	}
	t.Begin(b, t.Dim)
	if r.Answers.Frame > 0 {
		b = fmt.Appendf(b, "  of frame %d, after %.1f ms", r.Answers.Frame, decode.Milliseconds(r.Answers.After))
	}
	switch {
	case r.Relay.Frame == 0:
	case r.Relay.Echo:
		b = fmt.Appendf(b, "  echo of frame %d", r.Relay.Frame)
	default:
		b = fmt.Appendf(b, "  copy of frame %d", r.Relay.Frame)
	}
	if r.Relay.Surplus {
		b = append(b, ", not the first one for this client"...)
	}
	t.End(b, t.Dim)
	return b
}

// raw shows the size and the first bytes of what has no fields.
func (t *textLine) raw(b, payload []byte) []byte {
	const shown = 16
	b = fmt.Appendf(b, "%d B  ", len(payload))
	t.Begin(b, t.Dim)
	b = fields.AppendHexBytes(b, payload[:min(shown, len(payload))])
	if len(payload) > shown {
		b = append(b, " …"...)
	}
	t.End(b, t.Dim)
	return b
}

func appendPairsText(b []byte, c *decode.Content) []byte {
	const shown = 6
	for i, p := range c.Pairs {
		if i == shown {
			return fmt.Appendf(b, "… %d more", len(c.Pairs)-shown)
		}
		b = append(b, fields.Latin1(p.Key)...)
		if len(p.Value) > 0 {
			b = append(append(b, '='), fields.Latin1(p.Value)...)
		}
		b = append(b, ' ', ' ')
	}
	return b
}

// common are the notes that are part of ordinary traffic: a mark says enough.
var common = map[decode.Code]string{
	decode.Retransmit: "sent again",
	decode.RepeatAck:  "again",
	decode.AckUnseen:  "not in the capture",
	decode.OutOfOrder: "late",
	decode.AckFlags:   "third-party flags",
}

func (t *textLine) notes(b []byte, r *decode.Record) []byte {
	notes := r.Diagnostics()
	for i := range notes {
		n := &notes[i]
		if word, ok := common[n.Code]; ok {
			b = append(b, ' ', ' ')
			t.Begin(b, t.Dim)
			b = append(b, word...)
			t.End(b, t.Dim)
			continue
		}
		look := t.Note
		if damaging(n.Code) {
			look = t.Damage
		}
		b = append(b, ' ', ' ')
		t.Begin(b, look)
		b = append(b, "! "...)
		b = append(b, n.Text...)
		t.End(b, look)
	}
	return b
}

// damaging reports notes that say bytes could not be read or are missing.
func damaging(code decode.Code) bool {
	switch code {
	case decode.BadLength, decode.UnknownType, decode.MessageCount, decode.LeftOver, decode.SizeMismatch, decode.BadVersion,
		decode.Snapped, decode.UDPLength, decode.FragmentLost, decode.FragmentConflict:
		return true
	}
	return false
}

// layout prints the bytes of a record beside the fields that own them.
func (t *textLine) layout(b []byte, r *decode.Record) []byte {
	var others []message.OtherReading
	if t.Explain {
		others = readings(r)
	}
	for _, o := range r.Layout() {
		b = t.owned(b, &o)
		b, others = t.otherReading(b, &o, others)
	}
	return b
}

const (
	bytesPerRow = 16
	pathWidth   = 28
	// explainWidth has room for the fields of subsystems.
	explainWidth = 36
)

// explain appends length, encoding and evidence of a field.
func (t *textLine) explain(b []byte, o *decode.Owned) []byte {
	t.Begin(b, t.Dim)
	b = fmt.Appendf(b, " %4d B  ", o.Length)
	b = padRight(b, o.Type, 14)
	evidence := o.Evidence.String()
	if o.Path == "raw" || o.Path == "trailing" || o.Path == "part" {
		evidence = "" // nothing is known of these bytes
	}
	b = padRight(b, evidence, 10)
	t.End(b, t.Dim)
	return b
}

func (t *textLine) owned(b []byte, o *decode.Owned) []byte {
	for at := 0; at == 0 || at < len(o.Bytes); at += bytesPerRow {
		row := o.Bytes[at:min(at+bytesPerRow, len(o.Bytes))]
		t.Open(b)
		b = fmt.Appendf(b, "%*s", frameWidth+2, "")
		t.Begin(b, t.Dim)
		b = fmt.Appendf(b, "%5d  ", o.Offset+at)
		t.End(b, t.Dim)
		shown := string(fields.AppendHexBytes(nil, row))
		if len(o.Bytes) == 0 {
			shown = "(shared)"
		}
		if at > 0 {
			b = t.CloseWide(append(b, shown...))
			continue
		}
		b = padRight(b, shown, 3*bytesPerRow)
		if t.Explain {
			b = t.explain(padRight(b, o.Path, explainWidth), o)
		} else {
			b = append(padRight(b, o.Path, pathWidth), ' ')
		}
		b = t.CloseWide(append(b, o.Value...))
	}
	return b
}

func padLeft(b []byte, s string, width int) []byte {
	for n := utf8.RuneCountInString(s); n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// padRight appends s, at least width wide and with a space behind it; longer text
// is kept whole, but for names that would push the columns apart.
func padRight(b []byte, s string, width int) []byte {
	b = append(b, s...)
	for n := utf8.RuneCountInString(s); n < width; n++ {
		b = append(b, ' ')
	}
	return b
}
