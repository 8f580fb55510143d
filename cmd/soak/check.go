package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"reflect"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
)

// variant is how a case is decoded.
type variant struct {
	forced bool // everything is taken for the game
	form   form // what is looked at beside JSON Lines
	chunk  int  // bytes read at a time by the second run
	filter int  // which of filters
}

func newVariant(chance *rand.Rand) variant {
	return variant{
		forced: chance.IntN(8) == 0,
		form:   form(chance.IntN(int(forms))),
		chunk:  []int{61, 1000, 4096, 30_000, 64 << 10}[chance.IntN(5)],
		filter: chance.IntN(len(filters)),
	}
}

// times is how many times the memory of others the figures take that are looked at.
func (v *variant) times() int64 {
	const page = 2
	if v.form == asReplay {
		return page
	}
	return 1
}

// input gives the bytes of a capture, from the beginning each time.
type input func() io.Reader

func bytesOf(data []byte) input { return func() io.Reader { return bytes.NewReader(data) } }

// form is what a case is looked at for beside its JSON Lines.
type form uint8

const (
	asText form = iota
	filtered
	asStats
	asTimeline
	asMatch
	asReplay
	forms
)

func (v *variant) options(jobs, chunk int) decode.Options {
	o := decode.Options{Jobs: jobs, ChunkSize: chunk}
	if v.forced {
		o.Protocol = decode.BC
	}
	return o
}

// filters are expressions that ask for keys of all kinds.
var filters = []string{
	`name == "StateUpdate"`,
	`dir == "C>S" && fields.speed > 5`,
	`notes`,
	`opcode in 0x06..0x1C || fields.object_id == 0x3FFFFFFF`,
	`raw contains "00 00" || fields.power.percent < 50`,
	`fields.position[2] > -10 || type == "ack" && answers.ms > 20`,
	`fields.text matches "(?i)e" || len > 100`,
	`frames || fragment.index > 1 || copy > 2 || relay_of`,
}

// decoded is what one run gave.
type decoded struct {
	lines   *lines
	summary decode.Summary
}

// decodeLines decodes into JSON Lines.
func decodeLines(in input, o decode.Options) (d decoded, err error) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return d, err
	}
	d.lines = newLines()
	if err := c.Render(d.lines, records.JSONLines(records.JSONOptions{Hex: true})); err != nil {
		return d, err
	}
	d.summary = c.Summary()
	return d, nil
}

// check decodes what came of a capture, and gives the first promise that is broken.
func check(s *subject, data []byte, v variant) *finding {
	in := bytesOf(data)
	one, err := decodeLines(in, v.options(1, 0))
	if err != nil {
		return checkRefused(data, v, err)
	}
	totals.add(&one)
	return firstOf(
		func() *finding { return checkOutput(&one) },
		func() *finding { return checkDamage(data, &one.summary) },
		func() *finding { return checkBefore(s, data, v, &one) },
		func() *finding { return checkWorkers(in, v, &one) },
		func() *finding { return checkForms(in, v, &one) },
	)
}

// checkRefused: only what is no capture may be refused, and with any options.
func checkRefused(data []byte, v variant, err error) *finding {
	totals.refused++
	if _, isCapture := layoutOf(data); isCapture {
		return found("refused", "a capture is refused: %v", err)
	}
	if !errors.Is(err, capture.ErrNotCapture) {
		return found("error", "not the error of what is no capture: %v", err)
	}
	if _, again := decodeLines(bytesOf(data), v.options(2, v.chunk)); again == nil || again.Error() != err.Error() {
		return found("refused", "one worker: %v; two: %v", err, again)
	}
	return nil
}

// textLog is the format whose frames have numbers of their own, which may start anew.
const textLog = "packet trace log"

// checkOutput: JSON in order, as many lines as records, every byte booked once.
func checkOutput(d *decoded) *finding {
	sum := &d.summary
	switch l := &sum.Ledger; {
	case d.lines.fault != "":
		return found("output", "%s", d.lines.fault)
	case d.lines.back != "" && sum.Info.Format != textLog:
		return found("output", "%s", d.lines.back)
	case len(d.lines.rest) > 0:
		return found("output", "the last line has no end: %q", d.lines.rest)
	case int64(d.lines.count) != sum.Records:
		return found("output", "%d lines of %d records", d.lines.count, sum.Records)
	case l.Sum() != l.Total:
		return found("ledger", "%d of %d bytes are booked: %+v", l.Sum(), l.Total, *l)
	case negative(l):
		return found("ledger", "an account is negative: %+v", *l)
	}
	return nil
}

func negative(l *decode.Ledger) bool {
	return min(l.Total, l.Header, l.Framing, l.Fields, l.Repeats, l.Parts, l.Trailing, l.Raw, l.Unread, l.GameSpy, l.Foreign) < 0
}

// checkDamage: what does not fit is told with its place, and nothing else is. Damage is
// what makes the exit status 3.
func checkDamage(data []byte, sum *decode.Summary) *finding {
	for _, d := range sum.Damage {
		if d.Offset < 0 || d.Frame < 0 || d.Frame > sum.Frames || d.Text == "" ||
			sum.Info.Compression == "" && d.Offset > int64(len(data)) {
			return found("damage", "a file of %d bytes and %d frames has damage %v", len(data), sum.Frames, d)
		}
	}
	l, ok := layoutOf(data)
	switch {
	case !ok:
		return nil
	case l.ng:
		if !l.whole && (sum.DamageCount == 0 || sum.Damage[0].Offset > int64(l.broken)) {
			return found("damage", "the block at %d does not fit; told is %v", l.broken, sum.Damage)
		}
		return nil
	case !bytes.Equal(data[4:8], usualVersion(&l)):
		return nil // older versions have other record headers
	}
	frames := int64(len(l.records))
	switch {
	case sum.Frames != frames:
		return found("frames", "%d frames, %d records", sum.Frames, frames)
	case l.whole && sum.DamageCount != 0:
		return found("damage", "all records fit; told is %v", sum.Damage)
	case !l.whole && (sum.DamageCount != 1 || sum.Damage[0].Offset != int64(l.broken) || sum.Damage[0].Frame != frames):
		return found("damage", "the record at %d, behind frame %d, does not fit; told is %v", l.broken, frames, sum.Damage)
	}
	return nil
}

// usualVersion is 2.4 in the byte order of the file.
func usualVersion(l *layout) []byte {
	b := make([]byte, 4)
	l.order.PutUint16(b, 2)
	l.order.PutUint16(b[2:], 4)
	return b
}

// checkBefore: the frames before the first byte that differs give the lines that they
// give in the sound capture.
func checkBefore(s *subject, data []byte, v variant, d *decoded) *finding {
	if !s.plain {
		return nil
	}
	sound, err := s.linesWhenSound(v)
	if err != nil {
		return found("refused", "the sound capture is refused: %v", err)
	}
	n := s.layout.intact(common(s.data, data))
	if d.summary.Frames < int64(n) {
		return found("before", "%d frames come before the damage, %d were delivered", n, d.summary.Frames)
	}
	if frame := d.lines.firstDifference(sound, n); frame > 0 {
		return found("before", "frame %d lies before the damage and gives other lines", frame)
	}
	totals.before += int64(n)
	return nil
}

// linesWhenSound decodes the capture without damage, once for each way.
func (s *subject) linesWhenSound(v variant) (*lines, error) {
	which := 0
	if v.forced {
		which = 1
	}
	if s.lines[which] == nil {
		d, err := decodeLines(bytesOf(s.data), v.options(1, 0))
		if err != nil {
			return nil, err
		}
		s.lines[which] = d.lines
	}
	return s.lines[which], nil
}

// common counts the bytes with which both begin.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// checkWorkers: two workers and other reads give the same.
func checkWorkers(in input, v variant, one *decoded) *finding {
	two, err := decodeLines(in, v.options(2, v.chunk))
	if err != nil {
		return found("workers", "two workers: %v", err)
	}
	return checkSame("workers", fmt.Sprintf("two workers and chunks of %d bytes", v.chunk), one, &two)
}

// checkSame: what was decoded in some way is the same.
func checkSame(kind, way string, one, two *decoded) *finding {
	if frame := one.lines.firstDifference(two.lines, max(len(one.lines.frames), len(two.lines.frames))); frame > 0 {
		return found(kind, "%s give other lines, first of frame %d", way, frame)
	}
	if one.lines.sum.Sum64() != two.lines.sum.Sum64() {
		return found(kind, "%s give other lines", way)
	}
	if !reflect.DeepEqual(one.summary, two.summary) {
		return found(kind, "%s give the summary\n%+v\nand not\n%+v", way, two.summary, one.summary)
	}
	return nil
}

// checkForms: text, the figures of stats, a timeline, a match, or a filter and its opposite.
func checkForms(in input, v variant, one *decoded) *finding {
	switch v.form {
	case asText:
		return checkText(in, v, one)
	case asStats:
		return checkStats(in, v, one)
	case asTimeline:
		return checkTimeline(in, v)
	case asMatch:
		return checkMatch(in, v)
	case asReplay:
		return checkReplay(in, v)
	}
	kept, f := countKept(in, v, filters[v.filter])
	if f != nil {
		return f
	}
	left, f := countKept(in, v, "!("+filters[v.filter]+")")
	if f != nil {
		return f
	}
	if kept+left != one.lines.count {
		return found("filter", "%s keeps %d, its opposite %d, of %d lines", filters[v.filter], kept, left, one.lines.count)
	}
	return nil
}

func countKept(in input, v variant, expression string) (int, *finding) {
	filter, err := decode.NewFilter(expression)
	if err != nil {
		return 0, found("filter", "%v", err)
	}
	o := v.options(1, 0)
	o.Filter = filter
	d, err := decodeLines(in, o)
	if err != nil {
		return 0, found("filter", "%v", err)
	}
	if d.lines.fault != "" {
		return 0, found("filter", "%s: %s", expression, d.lines.fault)
	}
	return d.lines.count, nil
}

// checkText: the same text for any number of workers, without control characters.
func checkText(in input, v variant, one *decoded) *finding {
	a, f := decodeText(in, v.options(1, 0), one.summary.First)
	if f != nil {
		return f
	}
	b, f := decodeText(in, v.options(2, v.chunk), one.summary.First)
	if f != nil {
		return f
	}
	if a != b {
		return found("workers", "two workers and chunks of %d bytes give other text", v.chunk)
	}
	return nil
}

func decodeText(in input, o decode.Options, start capture.Time) (sum uint64, f *finding) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return 0, found("text", "%v", err)
	}
	out := &text{control: -1}
	out.sum.SetSeed(hashSeed)
	if err := c.Render(out, records.Text(records.TextOptions{Hex: true, Explain: true, Start: start})); err != nil {
		return 0, found("text", "%v", err)
	}
	if out.control >= 0 {
		return 0, found("text", "control character %U", out.control)
	}
	return out.sum.Sum64(), nil
}

// text looks at text as it comes.
type text struct {
	sum     maphash.Hash
	control rune // the first that must not be there; -1 = none
}

func (t *text) Write(b []byte) (int, error) {
	if at := bytes.IndexFunc(b, isControl); at >= 0 && t.control < 0 {
		t.control, _ = utf8.DecodeRune(b[at:])
	}
	return t.sum.Write(b)
}
