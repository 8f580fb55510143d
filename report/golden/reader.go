package golden

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A golden is written by this program, but people merge and edit it. So nothing in it is
// trusted, and these limits keep a file that is something else from filling memory.
const (
	maxFirst = 64 << 10 // bytes of the first line of an entry, which is short
	maxGroup = 4096     // messages of one place; a datagram has 255 at most
	// spareBytes and spareValues are how much more a golden may have at one place than twice what
	// the capture gives there. Of what is longer the rest is not kept.
	spareBytes  = 1 << 20
	spareValues = 16 << 10
)

// room is how much of the golden may be kept at a time.
type room struct {
	bytes, values int
}

// roomFor is that for the place of these entries.
func roomFor(group []*entry) *room {
	r := room{spareBytes, spareValues}
	for _, e := range group {
		r.bytes += 2 * len(e.text)
		r.values += 2 * len(e.values)
	}
	return &r
}

// reader reads the entries of a golden, line by line.
type reader struct {
	in    *bufio.Reader
	line  int    // lines read
	begun *entry // with its first line only
	place int64
	done  bool // the entry of the capture has been read, which is the last
}

func newReader(r io.Reader) *reader { return &reader{in: bufio.NewReaderSize(r, 64<<10)} }

// LineError says where a golden cannot be read.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap gives what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// failf makes an error of the line read last.
func (r *reader) failf(format string, args ...any) error {
	return &LineError{max(r.line, 1), fmt.Errorf(format, args...)}
}

// readLine gives the next line with its line feed; io.EOF if there is none. Of one with more
// than most bytes it gives the beginning.
func (r *reader) readLine(most int) (line []byte, whole bool, err error) {
	var part []byte
	size := 0
	for more := true; more; more = errors.Is(err, bufio.ErrBufferFull) {
		part, err = r.in.ReadSlice('\n')
		size += len(part)
		line = append(line, part[:min(len(part), most-len(line))]...)
	}
	if errors.Is(err, io.EOF) && size == 0 {
		return nil, false, io.EOF
	}
	r.line++
	switch {
	case errors.Is(err, io.EOF):
		return nil, false, r.failf("the file ends in the middle of the line")
	case err != nil:
		return nil, false, r.failf("%w", err)
	case len(line) > 1 && len(line) == size && line[size-2] == '\r':
		return nil, false, r.failf("the line ends with CR LF; goldens have LF only (see docs/verify.md about .gitattributes)")
	}
	return line, len(line) == size, nil
}

// begin reads the first line of the next entry; io.EOF after the last.
func (r *reader) begin() error {
	if r.begun != nil {
		return nil
	}
	line, whole, err := r.readLine(maxFirst)
	if err != nil {
		return err
	}
	if !whole {
		return r.failf("the line has more than %d bytes", maxFirst)
	}
	e := &entry{line: r.line, text: line}
	if err := e.parseLine(line[:len(line)-1]); err != nil {
		return r.failf("%w", err)
	}
	r.begun = e
	return nil
}

// rest reads the entry that has begun to its end.
func (r *reader) rest(room *room) (*entry, error) {
	e := r.begun
	r.begun = nil
	r.done = r.done || e.kind() == captureKey
	for r.continues() {
		line, whole, err := r.readLine(max(room.bytes, maxFirst))
		switch {
		case err != nil:
			return nil, err
		case !whole:
			e.cut = true
		default:
			err = e.addLine(line, room)
		}
		if err != nil {
			return nil, r.failf("%w", err)
		}
	}
	return e, nil
}

// continues reports whether the next line belongs to the same entry.
func (r *reader) continues() bool {
	next, err := r.in.Peek(1)
	return err == nil && next[0] == indent[0]
}

// addLine adds a line, unless there is no room: then the entry is cut, but the form of the line
// is looked at all the same.
func (e *entry) addLine(line []byte, room *room) error {
	before := len(e.values)
	if err := e.parseLine(line[:len(line)-1]); err != nil {
		return err
	}
	room.bytes -= len(line)
	room.values -= len(e.values) - before
	if e.cut = e.cut || room.bytes < 0 || room.values < 0; e.cut {
		e.values = e.values[:before]
		return nil
	}
	e.text = append(e.text, line...)
	return nil
}

// at gives the place of the next entry, of which it reads the first line only. kind is what the
// entries before that of the capture are. After the capture comes io.EOF.
func (r *reader) at(kind string) (place int64, err error) {
	err = r.begin()
	switch {
	case errors.Is(err, io.EOF) && !r.done:
		return 0, r.failf("the golden ends too early: the entry of the capture is missing")
	case err != nil:
		return 0, err
	case r.done:
		return 0, &LineError{r.begun.line, fmt.Errorf("%w: the entry of the capture must be the last", errForm)}
	}
	if r.begun.place == 0 {
		r.begun.place, err = r.placeOf(r.begun, kind)
	}
	return r.begun.place, err
}

func (r *reader) placeOf(e *entry, kind string) (int64, error) {
	switch e.kind() {
	case captureKey:
		return math.MaxInt64, nil
	case kind:
	default:
		return 0, &LineError{e.line, fmt.Errorf("%w: expected %q or %q, found %q", errForm, kind, captureKey, clip([]byte(e.kind())))}
	}
	first, _, _ := strings.Cut(e.word(kind), "-")
	place, err := strconv.ParseInt(first, 10, 64)
	if err != nil || place == math.MaxInt64 {
		return 0, &LineError{e.line, fmt.Errorf("%w: %q is not a frame number", errForm, clip([]byte(first)))}
	}
	r.place = max(r.place, place)
	return r.place, nil
}
