package records

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// TextOptions say how text lines look.
type TextOptions struct {
	Color bool
	Light bool // with Color: the background is light
	Hex   bool // below each line, the bytes and the fields that own them
	// Explain adds to Hex how each field is encoded and how surely that is known.
	Explain bool
	Start   capture.Time // of the capture: times on later days say how many
	// Width is the room of a line in columns: what is wider continues on the next lines. 0 = lines
	// are as wide as they are.
	Width int
	// Room is what columns are made for where lines are not folded, but cut; then nothing takes more than its column.
	// 0 = as Width says.
	Room int
	// Zone is where the clock of the times is; nil = UTC.
	Zone *time.Location
	// Mark stands behind the frame number: ':' of what a filter keeps, '-' of what is around
	// it, as grep has it; 0 = there is none.
	Mark byte
	// Bare is where a message begins in its datagram, if the datagram was made around it: Explain shows nothing before, and
	// counts from there. 0 = all is shown.
	Bare int
}

// Text gives renderers that print one line per record for people: frame, UTC time,
// direction, client, message, what it says, and notes.
//
// A renderer remembers texts that come again; AppendText, which does not, gives the same
// lines.
func Text(o TextOptions) func() decode.Renderer {
	return func() decode.Renderer {
		t := fastText{textLine: newTextLine(o)}
		return t.append
	}
}

// AppendText appends the line of a record, and those below it.
func AppendText(b []byte, r *decode.Record, o TextOptions) []byte {
	t := newTextLine(o)
	return t.bytes(t.append(b, r), r)
}

func newTextLine(o TextOptions) *textLine {
	t := &textLine{TextOptions: o, Palette: terminal.NewPalette(o.Color), shape: shapeOf(cmp.Or(o.Width, o.Room), o.Explain)}
	if o.Room >= roomy {
		t.client = len("255.255.255.255:65535")
	}
	if o.Color && o.Light {
		t.Palette = terminal.LightPalette()
	}
	return t
}

// TextHeader is the lines above the columns, for these options. zone names the clock of the times in
// five letters at most, such as "UTC".
func TextHeader(o TextOptions, zone string) string {
	t := newTextLine(o)
	b := padLeft(nil, "frame", frameWidth)
	if t.gap == 1 && o.Mark != 0 {
		b = append(b, ' ')
	}
	b = t.column(b, "time ("+zone+")", len("22:08:00.016"))
	b = t.column(b, "dir", len("C>S"))
	b = t.column(b, "client", t.client)
	b = append(padRight(append(b, "   "...), "message", t.name), "  details"...)
	b = t.heading(nil, string(b), t.indent)
	if o.Explain {
		titles := offsetTitles
		if o.Bare > 0 {
			titles = "            offset  "
		}
		b = t.heading(b, titles+string(padRight(nil, "bytes", t.hexWidth()))+t.fieldTitles(), t.below())
	}
	return string(b)
}

func (t *textLine) heading(b []byte, text string, indent int) []byte {
	t.Open(b)
	b = t.Begin(b, t.Dim)
	b = append(b, text...)
	b = t.End(b, t.Dim)
	return t.CloseFolded(b, t.Width, indent)
}

type textLine struct {
	TextOptions
	terminal.Palette
	terminal.Line
	shape
}

// shape is how wide the columns of a line are.
type shape struct {
	gap, client, name int
	indent            int // of what does not fit
	perRow, path      int // bytes in a row of --hex, and the column of the field
}

const (
	roomy      = 120 // has room for whole addresses of IPv4
	frameWidth = 7
	markWidth  = 2 // before the message, and the blank behind it
)

// shapeOf gives the columns for a width; 0 = there is no limit. What does not fit stands below the
// details or the message if there is room, else below the time.
func shapeOf(width int, explain bool) shape {
	const narrowest, narrow, wide, room = 72, 100, 160, 60
	s := shape{gap: 2, client: 14, name: 18, perRow: mostPerRow, path: 28}
	if explain {
		s.path = 36 // has room for the fields of subsystems
	}
	switch {
	case width == 0:
	case width < narrowest:
		s = shape{gap: 1, client: 10, name: 12, perRow: 4, path: 13}
	case width < narrow:
		s = shape{gap: 1, client: 9, name: 13, perRow: 8, path: 16}
	case width < wide:
		s.perRow, s.path = 8, 28
	}
	message := frameWidth + len("22:08:00.016") + len("C>S") + 3*s.gap + s.client + 1 + markWidth
	s.indent = frameWidth + s.gap
	for _, column := range []int{message + s.name + 2, message + 2} {
		if width-column >= room {
			s.indent = column
			break
		}
	}
	return s
}

// column appends the gap before a column, and a text in it.
func (t *textLine) column(b []byte, text string, width int) []byte {
	return padRight(append(b, "  "[:t.gap]...), text, width)
}

// append appends the line of a record.
func (t *textLine) append(b []byte, r *decode.Record) []byte {
	t.Open(b)
	m := mannerOf(r)
	b = t.message(t.frameAndTime(b, r), r, m)
	return t.rest(t.details(b, r), r, m)
}

// rest appends what stands behind the details.
func (t *textLine) rest(b []byte, r *decode.Record, m manner) []byte {
	if m.quiet {
		b = t.End(b, t.Dim)
	}
	if !r.Clean() {
		b = t.notes(b, r)
	}
	return t.CloseFolded(b, t.Width, t.indent)
}

// bytes appends what Hex and Explain add.
func (t *textLine) bytes(b []byte, r *decode.Record) []byte {
	if t.Hex || t.Explain {
		return t.layout(b, r)
	}
	return b
}

// manner is how a line looks.
type manner struct {
	again bool // the message was sent before
	quiet bool // the line is less interesting than its neighbours
}

func mannerOf(r *decode.Record) manner {
	again := !r.Walked && r.Has(decode.Retransmit)
	return manner{again, again || r.Proto == decode.BC && !r.Unread &&
		(r.Header.Type == transport.Ack || r.Header.Type == transport.Keepalive)}
}

// frameAndTime appends the columns that messages of a datagram share.
func (t *textLine) frameAndTime(b []byte, r *decode.Record) []byte {
	b = padLeft(b, strconv.FormatInt(r.Frame, 10), frameWidth)
	b = append(b, max(t.Mark, ' '))
	if t.gap > 1 || t.Mark != 0 {
		b = append(b, ' ')
	}
	b = t.Begin(b, t.Dim)
	b = t.time(b, r.Time)
	b = t.End(b, t.Dim)
	return append(b, "  "[:t.gap]...)
}

// ends appends the columns of direction and client.
func (t *textLine) ends(b []byte, r *decode.Record, who string) []byte {
	way := t.ToServer
	if r.Dir == decode.ToClient {
		way = t.ToClient
	}
	b = t.Begin(b, way)
	b = padRight(b, string(r.Dir), len("C>S")+t.gap)
	b = padRight(b, who, t.client)
	b = t.End(b, way)
	return append(b, ' ')
}

// time appends "03:30:51.946", and the number of days after the start of the capture if it is not
// the same day.
func (t *textLine) time(b []byte, at capture.Time) []byte {
	if at.IsZero() {
		return append(b, "--:--:--.---"...)
	}
	b = at.AppendClock(b, t.Zone)
	if days := at.Days(t.Zone) - t.Start.Days(t.Zone); days != 0 && !t.Start.IsZero() {
		b = fmt.Appendf(b, "%+dd", days)
	}
	return b
}

// share gives what stands for the client, the mark behind it, and how wide the column of the
// message is, so that the line is no longer for an address than for a name: an address takes what
// the name of the message leaves, then the blanks where no mark is.
func (t *textLine) share(r *decode.Record, name, mark string) (who, gap string, width int) {
	if t.Room > 0 {
		return terminal.Cut(client(r, t.client), t.client), mark, t.name
	}
	spare := max(t.name-utf8.RuneCountInString(name), 0)
	blanks := len(mark) - len(strings.TrimLeft(mark, " "))
	who = client(r, t.client+spare+blanks)
	over := max(utf8.RuneCountInString(who)-t.client, 0)
	if r.Client != "" || over == 0 {
		return who, mark, t.name
	}
	return who, mark[max(over-spare, 0):], t.name - min(over, spare)
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

// message appends who sends what: direction, client, and the name of the message with the mark
// before it.
func (t *textLine) message(b []byte, r *decode.Record, m manner) []byte {
	name, mark := title(r), "  "
	if m.again {
		mark = "↻ "
	}
	who, mark, width := t.share(r, name, mark)
	b = t.ends(b, r, who)
	look := t.Name
	if m.quiet {
		b, look = t.Begin(b, t.Dim), terminal.Style{}
	}
	b = t.Begin(append(b, mark...), look)
	if t.Room > 0 {
		name = terminal.Cut(name, width)
	}
	b = t.End(padRight(b, name, width), look)
	return append(b, ' ', ' ')
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
		b = fields.AppendText(t.Settle(b), c.Message, fields.Limit(&c.Decoded), r.Context.Names)
		t.Resume(b) // it is printable
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
	if r.Answers.Frame == 0 && r.Relay.Frame == 0 && r.Stated == nil {
		return b
	}
	b = t.Begin(b, t.Dim)
	if r.Stated != nil {
		b = append(decode.AppendAddress(append(b, "  captured as "...), r.Stated.Src), " → "...)
		b = decode.AppendAddress(b, r.Stated.Dst)
	}
	if r.Answers.Frame > 0 {
		b = fields.AppendNumber(append(b, "  of frame "...), uint64(r.Answers.Frame))
		b = fields.AppendFixed(append(b, ", after "...), decode.Milliseconds(r.Answers.After), 1)
		b = append(b, " ms"...)
	}
	switch {
	case r.Relay.Frame == 0:
	case r.Relay.Echo:
		b = fields.AppendNumber(append(b, "  echo of frame "...), uint64(r.Relay.Frame))
	default:
		b = fields.AppendNumber(append(b, "  copy of frame "...), uint64(r.Relay.Frame))
	}
	if r.Relay.Surplus {
		b = append(b, ", not the first one for this client"...)
	}
	b = t.End(b, t.Dim)
	return b
}

// raw shows the size and the first bytes of what has no fields.
func (t *textLine) raw(b, payload []byte) []byte {
	const shown = 16
	b = fmt.Appendf(b, "%d B  ", len(payload))
	b = t.Begin(b, t.Dim)
	b = fields.AppendHexBytes(b, payload[:min(shown, len(payload))])
	if len(payload) > shown {
		b = append(b, " …"...)
	}
	b = t.End(b, t.Dim)
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
			b = t.Begin(b, t.Dim)
			b = append(b, word...)
			b = t.End(b, t.Dim)
			continue
		}
		look := t.Note
		if n.Code.Kind() == record.Misfit {
			look = t.Damage
		}
		b = append(b, ' ', ' ')
		b = t.Begin(b, look)
		b = append(b, "! "...)
		b = append(b, n.Text...)
		b = t.End(b, look)
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
