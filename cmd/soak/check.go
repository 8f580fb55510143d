package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"reflect"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
)

// variant is how a case is decoded.
type variant struct {
	forced bool // everything is taken for the game
	chunk  int  // bytes read at a time by the second run
	filter int  // which of filters
}

func newVariant(chance *rand.Rand) variant {
	return variant{forced: chance.IntN(8) == 0, chunk: []int{61, 1000, 4096, 30_000, 64 << 10}[chance.IntN(5)], filter: chance.IntN(len(filters))}
}

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
func decodeLines(data []byte, o decode.Options) (d decoded, err error) {
	c, err := decode.Open("soak", bytes.NewReader(data), o)
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
	one, err := decodeLines(data, v.options(1, 0))
	if err != nil {
		return checkRefused(data, v, err)
	}
	totals.add(&one)
	return firstOf(
		func() *finding { return checkOutput(&one) },
		func() *finding { return checkDamage(data, &one.summary) },
		func() *finding { return checkBefore(s, data, v, &one) },
		func() *finding { return checkWorkers(data, v, &one) },
		func() *finding { return checkFilter(data, v, &one) },
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
	if _, again := decodeLines(data, v.options(2, v.chunk)); again == nil || again.Error() != err.Error() {
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
	case l.order.Uint16(data[4:]) != 2 || l.order.Uint16(data[6:]) != 4:
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

// checkBefore: the frames before the first byte that differs give the lines that they
// give in the sound capture.
func checkBefore(s *subject, data []byte, v variant, d *decoded) *finding {
	if !s.plain {
		return nil
	}
	sound, err := decodeLines(s.data, v.options(1, 0))
	if err != nil {
		return found("refused", "the sound capture is refused: %v", err)
	}
	n := s.layout.intact(common(s.data, data))
	if d.summary.Frames < int64(n) {
		return found("before", "%d frames come before the damage, %d were delivered", n, d.summary.Frames)
	}
	if frame := d.lines.firstDifference(sound.lines, n); frame > 0 {
		return found("before", "frame %d lies before the damage and gives other lines", frame)
	}
	totals.before += int64(n)
	return nil
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
func checkWorkers(data []byte, v variant, one *decoded) *finding {
	two, err := decodeLines(data, v.options(2, v.chunk))
	if err != nil {
		return found("workers", "two workers: %v", err)
	}
	way := fmt.Sprintf("two workers and chunks of %d bytes", v.chunk)
	if frame := one.lines.firstDifference(two.lines, max(len(one.lines.frames), len(two.lines.frames))); frame > 0 {
		return found("workers", "%s give other lines, first of frame %d", way, frame)
	}
	if one.lines.sum.Sum64() != two.lines.sum.Sum64() {
		return found("workers", "%s give other lines", way)
	}
	if !reflect.DeepEqual(one.summary, two.summary) {
		return found("workers", "%s give the summary\n%+v\nand not\n%+v", way, two.summary, one.summary)
	}
	return nil
}

// checkFilter: a filter and its opposite keep every line once.
func checkFilter(data []byte, v variant, one *decoded) *finding {
	kept := 0
	for _, expression := range []string{filters[v.filter], "!(" + filters[v.filter] + ")"} {
		o := v.options(1, 0)
		var err error
		if o.Filter, err = decode.NewFilter(expression); err != nil {
			return found("filter", "%v", err)
		}
		d, err := decodeLines(data, o)
		if err != nil || d.lines.fault != "" {
			return found("filter", "%s: %v %s", expression, err, d.lines.fault)
		}
		kept += d.lines.count
	}
	if kept != one.lines.count {
		return found("filter", "%s and its opposite keep %d of %d lines", filters[v.filter], kept, one.lines.count)
	}
	return nil
}

// lines is what is kept of JSON Lines: enough to tell whether two outputs are the same,
// and if not, in which frame they part.
type lines struct {
	count  int
	sum    maphash.Hash // of all bytes
	frames []frameLines // by frame number, from 1; [0] is of no frame
	newest int          // frame of the last line
	rest   []byte       // the beginning of a line whose end has not come
	fault  string       // the first line that is not as it should be
	back   string       // the first line that goes back to an earlier frame
}

// frameLines is what one frame gave.
type frameLines struct {
	// sum is of the lines without the name of the player, which a Connect takes from a later frame.
	sum uint64
	// open says that a line told of an unknown protocol: then frames that come later
	// may have had a say in it (docs/dev/architecture.md, what needs order).
	open bool
}

// hashSeed is the same for all hashes of a run, so that they can be compared.
var hashSeed = maphash.MakeSeed()

func newLines() *lines {
	l := &lines{frames: make([]frameLines, 1)}
	l.sum.SetSeed(hashSeed)
	return l
}

// Write takes output as it comes. It never fails.
func (l *lines) Write(b []byte) (int, error) {
	n := len(b)
	_, _ = l.sum.Write(b)
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			l.rest = append(l.rest, b...)
			return n, nil
		}
		if len(l.rest) > 0 {
			l.rest = append(l.rest, b[:end]...)
			l.line(l.rest)
			l.rest = l.rest[:0]
		} else {
			l.line(b[:end])
		}
		b = b[end+1:]
	}
}

var (
	frameKey  = []byte(`{"v":1,"frame":`)
	unknown   = []byte(`,"proto":"unknown"`)
	playerKey = []byte(`,"player":"`)
	lostParts = []byte(`"code":"fragment_lost"`)
)

func (l *lines) line(b []byte) {
	l.count++
	frame := frameOf(b)
	if l.fault == "" && (frame < 1 || !json.Valid(b)) {
		l.fault = fmt.Sprintf("line %d is no JSON object of a frame: %q", l.count, b)
	}
	// A lost message comes when it is given up, with the frame of its last part.
	if frame < 1 || bytes.Contains(b, lostParts) {
		return
	}
	if l.back == "" && frame < l.newest {
		l.back = fmt.Sprintf("line %d is of frame %d, the one before of frame %d", l.count, frame, l.newest)
	}
	l.newest = frame
	for len(l.frames) <= frame {
		l.frames = append(l.frames, frameLines{})
	}
	f := &l.frames[frame]
	var sum maphash.Hash
	sum.SetSeed(hashSeed)
	before, behind := nameless(b)
	_, _ = sum.Write(before)
	_, _ = sum.Write(behind)
	f.sum = f.sum*31 + sum.Sum64()
	f.open = f.open || bytes.Contains(b, unknown)
}

// nameless gives what is before the name of the player in a line, and what is behind it.
func nameless(b []byte) (before, behind []byte) {
	before, behind, named := bytes.Cut(b, playerKey)
	for i := 0; named && i < len(behind); i++ {
		switch behind[i] {
		case '\\':
			i++
		case '"':
			return before, behind[i+1:]
		}
	}
	return b, nil
}

// frameOf reads the frame number of a line; 0 if it has none.
func frameOf(line []byte) int {
	rest, ok := bytes.CutPrefix(line, frameKey)
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 0 {
		return 0
	}
	n, err := strconv.Atoi(string(rest[:end]))
	if err != nil {
		return 0
	}
	return n
}

// of gives what a frame gave; nothing if it is beyond the last.
func (l *lines) of(frame int) frameLines {
	if frame >= len(l.frames) {
		return frameLines{}
	}
	return l.frames[frame]
}

// firstDifference gives the first of the first n frames whose lines differ; 0 if none
// does. Frames that are open on one side are left out.
func (l *lines) firstDifference(o *lines, n int) int {
	for frame := 1; frame <= n; frame++ {
		a, b := l.of(frame), o.of(frame)
		if a.sum != b.sum && !a.open && !b.open {
			return frame
		}
	}
	return 0
}
