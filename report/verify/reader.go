package verify

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/klauspost/compress/gzip"

	"bcdump/internal/foreign"
	"bcdump/report/records"
)

// A golden is written by this program, but may come from anybody. So nothing in it is trusted, and
// these limits keep a file that is something else from filling memory, or from never ending.
const (
	//limit:maxHead What the user writes | bytes of the first line of a golden | the golden is refused | TestGoldenMemory
	maxHead = 64 << 10 // bytes of the first line
	//limit:maxGroup What the user writes | messages of one place in a golden | the golden is refused | TestGoldenMemory
	maxGroup = 4096 // messages of one place; a datagram has 255 at most
	// spareBytes and spareValues are how much more a golden may have at one place than twice what
	// the capture gives there, spareText how much more in all.
	//limit:spareBytes What the user writes | bytes of a golden at one place, in addition to twice those of the capture | the golden is refused | TestGoldenMemory
	spareBytes = 1 << 20
	//limit:spareValues What the user writes | values of a message of a golden, in addition to twice those of the capture | not compared: a difference | TestChangesAreNamed
	spareValues = 16 << 10
	//limit:spareText What the user writes | bytes of a golden in all, in addition to twice those of the capture | the golden is refused | TestUnreadableGoldens
	spareText = 256 << 20
)

// Setting is a flag that a capture has to be decoded with. It is kept in the golden, so
// that nobody has to remember it.
type Setting struct {
	Name, Value string
}

// version of the form of goldens; raised when an older program would misread them. In version 2 lines have
// no sums of datagrams: such a golden is compared, but is not enough.
const (
	version     = 3
	withoutSums = 2
)

// head is the first line of a golden.
type head struct {
	Version int      `json:"bcdump_golden"`
	Flags   []string `json:"flags"`
}

// headOf gives the first line.
func headOf(version int, settings []Setting) []byte {
	h := head{Version: version, Flags: []string{}}
	for _, s := range settings {
		h.Flags = append(h.Flags, s.Name+"="+s.Value)
	}
	return jsonLine(h)
}

// jsonLine is a value as JSON with a line feed.
func jsonLine(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // a buffer takes everything, and so does JSON of these types
	return b.Bytes()
}

// Why a golden cannot be read.
var (
	errNotGolden = errors.New("not a golden of this program") // it is never written over
	errOldForm   = errors.New("a golden in the form of earlier versions; verify --update writes it anew")
	errConverted = errors.New("the golden was in the form of earlier versions: its flags are kept, its values were not compared")
	errNoSums    = errors.New("a golden of an earlier version: its values were compared, bytes that no value tells were not; verify --update adds them")
	errSumsAdded = errors.New("the golden was of an earlier version: its values were compared, and now it has the bytes of datagrams too")
	errLine      = errors.New("this is not a line of a golden")
)

// LineError says where a golden cannot be read.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap gives what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// reader reads a golden, line by line.
type reader struct {
	in     *bufio.Reader
	closer io.Closer
	head   []byte
	kept   []Setting
	sums   bool   // lines have sums of datagrams
	line   int    // lines read
	next   *entry // read already; nil = no
	place  int64  // of the entry taken last
	spare  int64  // bytes that may still be read
}

// open opens a golden and reads its head; the settings of one in the old form are there with
// errOldForm. The caller closes what is not nil.
func open(path string) (*reader, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	r := &reader{closer: file, spare: spareText}
	err = r.begin(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return r, err
}

func (r *reader) begin(file *foreign.Reader) error {
	if first, err := file.Peek(); err == nil && first == oldHead[0] {
		return r.beginOld(file)
	}
	text, err := gzip.NewReader(file)
	if err != nil {
		return errNotGolden
	}
	r.in = bufio.NewReaderSize(text, 64<<10)
	line, err := r.readLine(maxHead)
	if errors.Is(err, io.EOF) {
		err = r.failf("the file is empty")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errNotGolden, err)
	}
	var h head
	if json.Unmarshal(line, &h) != nil || h.Version != version && h.Version != withoutSums {
		return fmt.Errorf("%w: line 1: found %q", errNotGolden, clip(line))
	}
	for _, flag := range h.Flags {
		name, value, _ := strings.Cut(flag, "=")
		r.kept = append(r.kept, Setting{name, value})
	}
	r.sums = h.Version != withoutSums
	if r.head = headOf(h.Version, r.kept); !bytes.Equal(r.head, append(line, '\n')) {
		return r.failf("%w: the settings are not written as this program writes them", errLine)
	}
	return nil
}

// Close closes the file.
func (r *reader) Close() error { return r.closer.Close() }

// oldHead is what goldens of the first form begin with: text, with a setting on each line behind it.
const oldHead = "bcdump-golden 1\n"

// beginOld reads the settings of a golden of the first form.
func (r *reader) beginOld(file *foreign.Reader) error {
	text, _ := io.ReadAll(io.LimitReader(file, maxHead)) // of one that cannot be read, the beginning differs
	lines, isOld := bytes.CutPrefix(text, []byte(oldHead))
	if !isOld {
		return errNotGolden
	}
	for line := range strings.Lines(string(lines)) {
		setting, indented := strings.CutPrefix(line, "  ")
		if !indented {
			break
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(setting, "\n"), " ")
		if strings.HasPrefix(value, `"`) && json.Unmarshal([]byte(value), &value) != nil {
			return errNotGolden
		}
		if name != "form" && name != "full" {
			r.kept = append(r.kept, Setting{name, value})
		}
	}
	return errOldForm
}

// Kept gives the settings that a golden keeps; none if it cannot be read.
func Kept(path string) []Setting {
	if foreign.Ordinary(path) != nil {
		return nil
	}
	r, err := open(path)
	if r == nil {
		return nil
	}
	defer func() { _ = r.Close() }()
	if err != nil && !errors.Is(err, errOldForm) {
		return nil
	}
	return r.kept
}

// failf makes an error of the line read last.
func (r *reader) failf(format string, args ...any) error {
	return &LineError{max(r.line, 1), fmt.Errorf(format, args...)}
}

// readLine gives the next line without its line feed, of at most so many bytes; io.EOF if there is none.
func (r *reader) readLine(most int) (line []byte, err error) {
	r.line++
	for more := true; more; more = errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = r.in.ReadSlice('\n')
		line = append(line, part...)
		switch r.spare -= int64(len(part)); {
		case len(line) > most:
			return nil, r.failf("the golden has far more here than the capture: more than %d bytes", most)
		case r.spare < 0:
			return nil, r.failf("the golden is far longer than what the capture gives")
		}
	}
	switch {
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, io.EOF
	case errors.Is(err, io.EOF):
		return nil, r.failf("the file ends in the middle of the line")
	case err != nil:
		return nil, r.failf("%w", err)
	}
	return line[:len(line)-1], nil
}

// takes takes the next line if it is this one.
func (r *reader) takes(line []byte) (same bool, err error) {
	r.spare += 2 * int64(len(line))
	if r.next == nil && r.skips(line) {
		return true, nil
	}
	if err := r.peek(spareBytes + 2*len(line)); err != nil {
		return false, err
	}
	if same = bytes.Equal(r.next.text, line); same {
		r.next = nil
	}
	return same, nil
}

// skips passes over the next line if it is this one: most are, and need not be copied. It is false for a line that is
// longer than the buffer too.
func (r *reader) skips(line []byte) bool {
	n := len(line) + 1
	next, _ := r.in.Peek(n)
	if len(next) < n || next[n-1] != '\n' || !bytes.Equal(next[:n-1], line) {
		return false
	}
	_, _ = r.in.Discard(n)
	r.line, r.spare = r.line+1, r.spare-int64(n)
	return true
}

// peek reads the next line, unless it is there.
func (r *reader) peek(most int) error {
	if r.next != nil {
		return nil
	}
	line, err := r.readLine(most)
	if errors.Is(err, io.EOF) {
		return r.failf("the golden ends too early: the line of the capture is missing")
	}
	r.next = &entry{text: line, line: r.line}
	return err
}

// upTo gives the next entry if its place is not behind this one; else nil.
func (r *reader) upTo(place int64, most int) (*entry, error) {
	if r.place == math.MaxInt64 {
		return nil, nil // that of the capture was the last
	}
	if err := r.peek(most); err != nil {
		return nil, err
	}
	e := r.next
	if e.place == 0 {
		if err := e.parse(); err != nil {
			return nil, &LineError{e.line, err}
		}
		if e.place = max(r.place, e.Frame); e.Capture != "" {
			e.place = math.MaxInt64
		}
	}
	if e.place > place {
		return nil, nil
	}
	r.next, r.place = nil, e.place
	return e, nil
}

// end makes sure that nothing stands behind the line of the capture.
func (r *reader) end() error {
	switch _, err := r.readLine(spareBytes); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return r.failf("%w: that of the capture must be the last", errLine)
}

// clip is the beginning of a line, for messages.
func clip(line []byte) []byte { return line[:min(len(line), 40)] }

// entry is a line of a golden: a message, or the capture as a whole.
type entry struct {
	text  []byte // without its line feed
	line  int    // of the golden, from 1; 0 = it was decoded
	place int64  // the frame number that entries are ordered by; 0 = not known yet
	what
}

// what is what an entry is about, as its JSON has it.
type what struct {
	Frame   int64           `json:"frame"`
	Index   *int            `json:"index"`
	Joined  json.RawMessage `json:"frames"` // of a message put together from fragments
	Name    string          `json:"name"`
	Opcode  string          `json:"opcode"`
	Type    string          `json:"type"`
	Proto   string          `json:"proto"`
	Capture string          `json:"capture"` // format of the capture; "" = it is a message
}

// parse finds out what the entry is about.
func (e *entry) parse() error {
	if err := json.Unmarshal(e.text, &e.what); err != nil {
		return fmt.Errorf("%w: found %q", errLine, clip(e.text))
	}
	if e.Capture == "" && (e.Frame <= 0 || e.Frame == math.MaxInt64) {
		return fmt.Errorf("%w: it has no frame number: %q", errLine, clip(e.text))
	}
	return nil
}

// label names the message.
func (e *entry) label() string {
	for _, name := range []string{e.Name, e.Opcode, e.Type, e.Proto} {
		if name != "" {
			return name
		}
	}
	return "message"
}

// identity is what an entry keeps when its values change: frame, place in the datagram,
// and whether it was put together from fragments.
func (e *entry) identity() string {
	if e.Capture != "" {
		return ""
	}
	index := -1
	if e.Index != nil {
		index = *e.Index
	}
	return fmt.Sprint(e.Frame, index, len(e.Joined) > 0)
}

// value is one value and its path; text is JSON.
type value struct {
	path, text string
}

// values gives the values of an entry in their order; none if there are more than most.
func (e *entry) values(most int) (values []value) {
	var line bytes.Buffer
	if json.Compact(&line, e.text) != nil {
		return nil
	}
	n := 0
	f := records.Flattener{Numbered: true, Visit: func(path, text []byte) {
		if n++; n <= most && len(path) < maxPath {
			name := cmp.Or(strings.ToValidUTF8(string(path), "\uFFFD"), `""`)
			values = append(values, value{name, strings.ToValidUTF8(string(text), "\uFFFD")})
		}
	}}
	f.Flatten(line.Bytes())
	if n > most {
		return nil
	}
	return values
}

// maxPath is the longest path of a value that is compared.
const maxPath = 1000
