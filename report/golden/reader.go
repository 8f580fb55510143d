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
	maxEntry = 64 << 20 // bytes; the text of the longest message that can be joined is shorter
	maxGroup = 4096     // messages of one place; a datagram has 255 at most
)

// reader reads the entries of a golden.
type reader struct {
	in    *bufio.Reader
	line  int    // lines read
	next  []byte // first line of the next entry, with its line feed
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

// readLine gives the next line with its line feed; io.EOF if there is none.
func (r *reader) readLine() (line []byte, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil, io.EOF
		case errors.Is(err, bufio.ErrBufferFull) && len(line) <= maxEntry:
			continue
		}
		r.line++
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, r.failf("the line has more than %d bytes", maxEntry)
		case errors.Is(err, io.EOF):
			return nil, r.failf("the file ends within the line")
		case err != nil:
			return nil, r.failf("%w", err)
		case len(line) > 1 && line[len(line)-2] == '\r':
			return nil, r.failf("the line ends with CR LF; goldens have LF only (see docs/verify.md about .gitattributes)")
		}
		return line, nil
	}
}

// read gives the next entry; io.EOF after the last.
func (r *reader) read() (*entry, error) {
	first := r.next
	if first == nil {
		var err error
		if first, err = r.readLine(); err != nil {
			return nil, err
		}
	}
	r.next = nil
	e := &entry{line: r.line}
	for line := first; ; {
		e.text = append(e.text, line...)
		if len(e.text) > maxEntry {
			return nil, r.failf("the entry has more than %d bytes", maxEntry)
		}
		if err := e.parseLine(line[:len(line)-1]); err != nil {
			return nil, r.failf("%w", err)
		}
		var err error
		if line, err = r.readLine(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if line[0] != ' ' {
			r.next = line
			break
		}
	}
	return e, nil
}

// body gives the next entry that is not the head, with its place. kind is what the entries
// before that of the capture are. After the capture comes io.EOF.
func (r *reader) body(kind string) (*entry, error) {
	e, err := r.read()
	switch {
	case errors.Is(err, io.EOF) && !r.done:
		return nil, r.failf("the golden ends too early: the capture as a whole is missing")
	case err != nil:
		return nil, err
	case r.done:
		return nil, &LineError{e.line, fmt.Errorf("%w: nothing may follow the capture as a whole", errForm)}
	}
	switch e.kind() {
	case captureKey:
		r.done, e.place = true, math.MaxInt64
		return e, nil
	case kind:
	default:
		return nil, &LineError{e.line, fmt.Errorf("%w: expected %q or %q, found %q", errForm, kind, captureKey, clip([]byte(e.kind())))}
	}
	first, _, _ := strings.Cut(e.word(kind), "-")
	place, err := strconv.ParseInt(first, 10, 64)
	if err != nil || place == math.MaxInt64 {
		return nil, &LineError{e.line, fmt.Errorf("%w: %q is no frame number", errForm, clip([]byte(first)))}
	}
	r.place = max(r.place, place)
	e.place = r.place
	return e, nil
}
