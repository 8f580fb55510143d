package records_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// The JSON output, its schema and its documents are held together here.

const docs = "../../docs/reference/"

// keysOf lists the keys of a JSON object in the order in which they stand, without
// those of the objects within it.
func keysOf(object []byte) (keys []string) {
	depth := 0
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			start := i + 1
			for i++; object[i] != '"'; i++ {
				if object[i] == '\\' {
					i++
				}
			}
			rest := bytes.TrimLeft(object[i+1:], " \n")
			if depth == 1 && len(rest) > 0 && rest[0] == ':' {
				keys = append(keys, string(object[start:i]))
			}
		}
	}
	return keys
}

// checker holds lines against the schema and the order of its keys.
type checker struct {
	schema expected.Schema
	order  []string
	seen   map[string]int // lines of each shape
	limit  int            // how many lines of a shape are held against the schema; 0 = all
}

func newChecker(t testing.TB) checker {
	t.Helper()
	var s struct{ Properties json.RawMessage }
	must.Do(t, json.Unmarshal(expected.Read(t, docs+"schema/decode.json"), &s))
	return checker{schema: expected.SchemaOf(t, "decode"), order: keysOf(s.Properties)}
}

func (c checker) check(line []byte) error {
	if err := c.schema.Check(line); err != nil {
		return err
	}
	return c.checkOrder(line)
}

func (c checker) checkOrder(line []byte) error {
	if bytes.IndexByte(line, '\n') != len(line)-1 {
		return fmt.Errorf("not one line")
	}
	at := -1
	for _, key := range keysOf(line) {
		i := slices.Index(c.order, key)
		if i <= at {
			return fmt.Errorf("key %q is out of order", key)
		}
		at = i
	}
	return nil
}

// checkCapture checks the lines of a capture, with and without bytes. Validating
// takes a hundred times as long as decoding, so of a large capture the first lines
// of each shape have to do; the order of keys is checked on all.
func (c checker) checkCapture(t *testing.T, opened *decode.Capture) {
	t.Helper()
	c.seen = map[string]int{}
	var line []byte
	faults := 0
	for r := range opened.Records() {
		for _, hex := range []bool{false, true} {
			line = records.AppendJSON(line[:0], r, records.JSONOptions{Hex: hex})
			check := c.check
			if shape := shapeOf(r, hex); c.limit > 0 && c.seen[shape] >= c.limit {
				check = c.checkOrder
			} else {
				c.seen[shape]++
			}
			if err := check(line); err != nil {
				t.Errorf("%v\n%s", err, line)
				faults++
			}
		}
		if faults > 5 {
			t.Fatal("and so on")
		}
	}
	// Every byte has an owner: the accounts of docs/reference/ledger.md add up.
	if l := opened.Summary().Ledger; l.Sum() != l.Total {
		t.Errorf("the ledger does not close: %+v", l)
	}
}

// shapeOf is the same for lines that have the same keys.
func shapeOf(r *decode.Record, hex bool) string {
	shape := fmt.Sprint(hex, r.Dir, kindOf(r), r.Name(), len(r.Content().Trailing) > 0)
	if s, ok := r.Content().Message.(*message.StateUpdate); ok {
		shape += fmt.Sprint(s.DirtyFlags)
	}
	for _, n := range r.Diagnostics() {
		shape += " " + string(n.Code)
	}
	return shape
}

func TestSchemaHoldsCaptures(t *testing.T) {
	c := newChecker(t)
	c.limit = heavy.Scale(10, 0)
	c.checkFolder(t, filepath.Join("..", "..", "testdata", "pcaps"))
	if outside.Set() {
		c.limit = heavy.Scale(5, 50)
		c.checkFolder(t, outside.Folder(t))
	}
}

func (c checker) checkFolder(t *testing.T, folder string) {
	t.Helper()
	for _, path := range heavy.Some(must.Get(filepath.Glob(filepath.Join(folder, "*")))(t), 3) {
		if info, err := os.Stat(path); err != nil || info.Size() > heavy.Scale[int64](700<<10, 64<<20) {
			continue
		}
		opened, err := decode.OpenFile(path, decode.Options{Jobs: 1})
		if err != nil {
			continue // a note, an expectation, or a file that is no capture on purpose
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			defer func() { _ = opened.Close() }()
			c.checkCapture(t, opened)
		})
	}
}

// Oddities bring out every kind of line and every note.

func TestSchemaHoldsOddities(t *testing.T) {
	c := newChecker(t)
	c.checkCapture(t, openOddities(t, oddities(t)))
	c.checkCapture(t, openOddities(t, oddLog(t)))
}

func TestOdditiesAreComplete(t *testing.T) {
	codes, kinds := map[decode.Code]bool{}, map[string]bool{}
	for r := range oddRecords(t) {
		for _, n := range r.Diagnostics() {
			codes[n.Code] = true
		}
		kinds[kindOf(r)] = true
	}
	for _, m := range decode.Codes() {
		if !codes[m.Code] {
			t.Errorf("no line has the note %q", m.Code)
		}
	}
	for _, kind := range []string{"data", "ack", "keepalive", "connect", "peer_info", "boot", "disconnect", "part", "joined", "lost", "unread", "gamespy", "entity-state", "unknown"} {
		if !kinds[kind] {
			t.Errorf("no line is of the kind %q", kind)
		}
	}
}

func kindOf(r *decode.Record) string {
	switch {
	case r.Proto != decode.BC:
		return string(r.Proto)
	case r.Unread:
		return "unread"
	case r.Lost():
		return "lost"
	case r.Joined():
		return "joined"
	case r.Part():
		return "part"
	}
	return r.TypeName()
}

func openOddities(t *testing.T, data []byte) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open("oddities", bytes.NewReader(data), decode.Options{Jobs: 1}))(t)
}

// oddRecords are those of the capture and of the text log.
func oddRecords(t *testing.T) iter.Seq[*decode.Record] {
	return func(yield func(*decode.Record) bool) {
		for _, data := range [][]byte{oddities(t), oddLog(t)} {
			for r := range openOddities(t, data).Records() {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// oddLog gives a text log that brings out the notes that only such a log has.
func oddLog(t *testing.T) []byte {
	t.Helper()
	return expected.Read(t, filepath.Join("..", "..", "testdata", "odd-trace.log"))
}

// oddities makes a pcap of the datagrams of testdata/oddities.txt, which explains
// its form.
func oddities(t testing.TB) []byte {
	t.Helper()
	const linkRawIP = 101
	pcap := []byte{0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, linkRawIP, 0, 0, 0}
	frame := 0
	for line := range strings.Lines(string(expected.Read(t, filepath.Join("testdata", "oddities.txt")))) {
		head, body, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		o, err := parseOddity(strings.Fields(head), strings.TrimSpace(body))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		frame++
		pcap = o.appendTo(pcap, frame)
	}
	return pcap
}

type oddity struct {
	client   byte
	fromHost bool
	payload  []byte
	claimed  int // by the UDP header
	kept     int // by the capture
	hops     int // time to live
}

func parseOddity(words []string, body string) (o oddity, err error) {
	o.client, o.fromHost = words[0][0], words[1] == "S"
	text := slices.Contains(words, "text")
	switch {
	case strings.HasPrefix(body, `"`):
		o.payload = []byte(strings.ReplaceAll(strings.Trim(body, `"`), `\u00fc`, "\xFC"))
	default:
		if _, err := fmt.Sscanf(strings.ReplaceAll(body, " ", "")+".", "%x.", &o.payload); body != "" && err != nil {
			return o, err
		}
	}
	if !text {
		cipher.Encipher(o.payload, o.payload)
	}
	o.claimed, o.kept, o.hops = len(o.payload), len(o.payload), 64
	for _, word := range words {
		if n, ok := strings.CutPrefix(word, "snap="); ok {
			o.kept, err = strconv.Atoi(n)
		}
		if n, ok := strings.CutPrefix(word, "claim="); ok {
			o.claimed, err = strconv.Atoi(n)
		}
		if n, ok := strings.CutPrefix(word, "hops="); ok {
			o.hops, err = strconv.Atoi(n)
		}
	}
	return o, err
}

func (o *oddity) appendTo(pcap []byte, frame int) []byte {
	le, be := binary.LittleEndian, binary.BigEndian
	const headers = 28
	for _, word := range []int{1771106880, frame, headers + o.kept, headers + len(o.payload)} {
		pcap = le.AppendUint32(pcap, uint32(word))
	}
	pcap = be.AppendUint16(append(pcap, 0x45, 0), uint16(headers+len(o.payload)))
	pcap = append(pcap, 0, 0, 0, 0, byte(o.hops), 17, 0, 0)
	host, client := []byte{10, 0, 0, 1}, []byte{10, 0, 0, o.client - 'a' + 2}
	ports := []int{1024, 22101}
	if o.fromHost {
		host, client = client, host
		slices.Reverse(ports)
	}
	pcap = append(append(pcap, client...), host...)
	for _, word := range append(ports, 8+o.claimed, 0) {
		pcap = be.AppendUint16(pcap, uint16(word))
	}
	return append(pcap, o.payload[:o.kept]...)
}

// The schema is strict: testdata/wrong_lines.jsonl has lines that it must refuse, and
// why. Each is right but for that.
func TestSchemaRefuses(t *testing.T) {
	c := newChecker(t)
	for text := range strings.Lines(string(expected.Read(t, filepath.Join("testdata", "wrong_lines.jsonl")))) {
		var wrong struct {
			Why         string
			Right, Line json.RawMessage
		}
		if err := json.Unmarshal([]byte(text), &wrong); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if err := c.check(append(wrong.Right, '\n')); err != nil {
			t.Errorf("%s: the right line is refused: %v", wrong.Why, err)
		}
		if c.check(append(wrong.Line, '\n')) == nil {
			t.Errorf("%s: not refused: %s", wrong.Why, wrong.Line)
		}
	}
}

// rows gives the words in backquotes that begin the rows of tables or the headings of
// a document: its keys and codes.
func rows(t *testing.T, path, pattern string) (words []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(pattern).FindAllSubmatch(expected.Read(t, path), -1) {
		words = append(words, string(match[1]))
	}
	return words
}

func TestCodesAreDocumented(t *testing.T) {
	var codes []string
	for _, m := range decode.Codes() {
		codes = append(codes, string(m.Code))
	}
	if diff := cmp.Diff(codes, rows(t, docs+"notes.md", "(?m)^### `([a-z0-9_]+)`$")); diff != "" {
		t.Errorf("codes of decode and headings of docs/reference/notes.md: %s", diff)
	}
}

// The examples of the documents are what the oddities really give.
func TestExamplesAreReal(t *testing.T) {
	var lines []string
	texts := map[string]bool{} // code and text of every note
	for r := range oddRecords(t) {
		lines = append(lines, string(records.AppendJSON(nil, r, records.JSONOptions{})))
		for _, n := range r.Diagnostics() {
			texts[string(n.Code)+" "+n.Text] = true
		}
	}
	for _, m := range regexp.MustCompile("(?s)### `([a-z0-9_]+)`\n.*?\nExample: `(.*?)`").FindAllSubmatch(expected.Read(t, docs+"notes.md"), -1) {
		if !texts[string(m[1])+" "+string(m[2])] {
			t.Errorf("docs/reference/notes.md: %s: no line says %q", m[1], m[2])
		}
	}
	for example := range strings.Lines(string(expected.Read(t, docs+"decode.md"))) {
		if !strings.HasPrefix(example, `{"`) && !strings.HasPrefix(example, `"`) {
			continue
		}
		parts := strings.Split(strings.TrimSpace(example), " .. ")
		if !slices.ContainsFunc(lines, func(line string) bool { return containsAll(line, parts) }) {
			t.Errorf("docs/reference/decode.md: no line reads %s", example)
		}
	}
}

func containsAll(line string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) })
}

// TestFieldsAreDocumented: the section of docs/reference/decode.md about a message names each of its fields.
func TestFieldsAreDocumented(t *testing.T) {
	document := string(expected.Read(t, docs+"decode.md"))
	named := func(heading string, m wire.Message) {
		section := sectionOf(document, heading)
		for _, f := range fields.Describe(m, wire.Observed) {
			key := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
			if !f.Hidden && !regexp.MustCompile("[`.]"+key+"`|\""+key+"\":").MatchString(section) {
				t.Errorf("docs/reference/decode.md does not name %s of %s", f.Path, heading)
			}
		}
	}
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		heading := spec.Name
		switch spec.New().(type) { // opcodes that differ in little share one description
		case *message.Event:
			heading = "Event"
		case *message.ObjectCreate:
			heading = "ObjectCreate"
		}
		named(heading, spec.New())
	}
	for _, spec := range entitystate.Table() {
		named(spec.Name, spec.New())
	}
}

// sectionOf cuts out what stands below a heading such as "### `Chat`".
func sectionOf(document, heading string) string {
	_, section, _ := strings.Cut(document, "### `"+heading+"`\n")
	section, _, _ = strings.Cut(section, "\n## ")
	section, _, _ = strings.Cut(section, "\n### ")
	return section
}
