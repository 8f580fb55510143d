package wireshark_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/record"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/internal/printable"
	"bcdump/report/records"
	"bcdump/report/wireshark"
)

// expected is a record as `decode -o json --hex` prints it, and where its fields lie.
type expected struct {
	frame  int64
	time   string
	proto  decode.Protocol
	prefix string // of its fields
	apart  bool   // it is joined, or lost
	first  bool   // of its datagram
	speaks bool   // who the client is has changed within the datagram
	line   map[string]any
	notes  []string       // as expert information
	text   string         // as decode prints it, each space once
	layout []decode.Owned // with the two bytes before the first message of a datagram
}

// expectations decodes captures, and gives their records in the order of packets: what is joined or lost
// comes behind the datagram that it comes with.
func expectations(t testing.TB, paths []string) iter.Seq[*expected] {
	return func(yield func(*expected) bool) {
		for _, path := range paths {
			c, err := decode.OpenFile(path, decode.Options{Jobs: 2})
			if err != nil {
				continue // it is no capture
			}
			var group []*expected
			more := true
			give := func() {
				for _, wanted := range []bool{false, true} {
					for _, x := range group {
						if more && x.apart == wanted && x.proto != decode.Unknown {
							more = yield(x)
						}
					}
				}
				group = group[:0]
			}
			var last *capture.Datagram
			var frame int64
			for r := range c.Records() {
				x := expect(t, r)
				x.first = x.apart || r.Datagram != last || r.Frame != frame
				if x.first && (!x.apart || len(group) > 0 && group[0].apart) {
					give()
				}
				if !x.apart {
					last, frame = r.Datagram, r.Frame
				}
				if x.first {
					x.layout = append(r.DatagramHeader(), x.layout...)
				}
				if group = append(group, x); !more {
					return
				}
			}
			give()
		}
	}
}

func expect(t testing.TB, r *decode.Record) *expected {
	t.Helper()
	x := &expected{frame: r.Frame, proto: r.Proto, apart: r.Parts != nil, prefix: prefixOf(r)}
	if r.Time.Sec == int64(int32(r.Time.Sec)) && r.Time.Sec >= 0 && !r.Lost() { // tshark prints 32 bits of it
		x.time = fmt.Sprintf("%d.%09d", r.Time.Sec, r.Time.Nanos)
	}
	decoder := json.NewDecoder(bytes.NewReader(records.AppendJSON(nil, r, records.JSONOptions{Hex: true})))
	decoder.UseNumber()
	must.Do(t, decoder.Decode(&x.line))
	x.text = spaced(string(records.Text(records.TextOptions{Room: math.MaxInt32})()(nil, r)))
	for _, n := range r.Diagnostics() {
		x.notes = append(x.notes, fmt.Sprintf("expert=%d %s (%s)", severity[n.Code.Kind()], printable.Text(n.Text), n.Code))
	}
	for _, o := range r.Layout() {
		o.Bytes = bytes.Clone(o.Bytes)
		x.layout = append(x.layout, o)
	}
	return x
}

// prefixOf is how the fields of a message begin, as docs/guides/wireshark.md says.
func prefixOf(r *decode.Record) string {
	switch {
	case r.Proto == decode.GameSpy:
		return "gamespy."
	case r.Proto == decode.EntityState && r.Name() == "":
		return "entity.Ambiguous."
	case r.Proto == decode.EntityState:
		return "entity." + r.Name() + "."
	}
	return r.Title() + "."
}

// values gives what JSON says of a record, each value under its name.
func (x *expected) values() (list []string) {
	if x.proto == decode.GameSpy {
		x.line["fields"] = pairs(x.line["fields"].(map[string]any))
	}
	for key, value := range x.line {
		switch key {
		case "v", "time", "src", "dst":
		case "frame", "proto", "dir", "peer", "client", "player":
			if x.first || x.speaks && (key == "client" || key == "player") {
				list = flatten(list, key, value)
			}
		case "fields":
			for name, value := range value.(map[string]any) {
				list = flatten(list, x.prefix+name, value)
			}
		default:
			list = flatten(list, key, value)
		}
	}
	return append(list, x.notes...)
}

// pairs gives those of a GameSpy text names.
func pairs(fields map[string]any) map[string]any {
	var named []any
	for _, p := range fields["pairs"].([]any) {
		named = append(named, map[string]any{"key": p.([]any)[0], "value": p.([]any)[1]})
	}
	fields["pairs"] = named
	return fields
}

func flatten(list []string, path string, value any) []string {
	switch v := value.(type) {
	case map[string]any:
		for key, value := range v {
			list = flatten(list, path+"."+key, value)
		}
		return list
	case []any:
		if key := path[strings.LastIndex(path, ".")+1:]; key != path {
			if at := strings.Index(path, "."+key+"."); at >= 0 { // a list within itself
				path = path[:at+1+len(key)]
			}
		}
		for _, value := range v {
			list = flatten(list, path, value)
		}
		return list
	case nil:
		return append(list, "null="+path)
	case bool:
		return append(list, path+"="+map[bool]string{true: "1", false: "0"}[v])
	case json.Number:
		return append(list, path+"="+number(string(v)))
	}
	return append(list, path+"="+canonical(value.(string)))
}

var (
	hexNumber = regexp.MustCompile(`^0x[0-9A-Fa-f]+$`)
	anyPlace  = regexp.MustCompile(`\[\d+\]`)
)

// canonical gives one form to what tshark writes in another one: hexadecimal numbers, bytes, numbers
// that are none.
func canonical(text string) string {
	switch {
	case hexNumber.MatchString(text):
		return strings.ToLower(text)
	case text == "NaN" || text == "Infinity" || text == "-Infinity":
		return number(text)
	}
	return printable.Text(text)
}

func number(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(f, 'g', 15, 64) // tshark shows 15 digits
}

// got gives what tshark shows below a field, each value under its name, and the places of all that
// has bytes.
type got struct {
	values []string
	places []*shown
	hidden int
}

// read takes a field and those below it. Holders hold other fields, and have no value.
func (g *got) read(f, parent *shown, holders map[string]bool) {
	name := strings.TrimPrefix(f.name, "bc.")
	if name != f.name {
		g.places = append(g.places, f)
	}
	if name != f.name && !holders[f.name] {
		switch {
		case name == "hidden":
			g.hidden++
		case name == "null":
			g.values = append(g.values, "null="+f.show)
		case name == "message":
		default:
			if at, ok := axis(f, parent); ok {
				name = at
			}
			g.values = append(g.values, name+"="+f.text())
		}
	}
	for _, inner := range f.fields {
		switch inner.name {
		case "_ws.expert":
			g.values = append(g.values, "expert="+inner.field("_ws.expert.severity")+" "+inner.field("_ws.expert.message"))
		case "bc.message":
		default:
			g.read(inner, f, holders)
		}
	}
}

// field gives what one below it shows.
func (f *shown) field(name string) string {
	for _, inner := range f.fields {
		if inner.name == name {
			return inner.show
		}
	}
	return ""
}

// severity is that of a note, by Wireshark's own numbers: chat, note, warning, error.
var severity = map[record.Kind]int{record.Ordinary: 0x200000, record.ThirdParty: 0x400000, record.Hole: 0x600000, record.Misfit: 0x800000}

// axis gives the name of the vector that a field is x, y or z of.
func axis(f, parent *shown) (string, bool) {
	if n := len(f.name) - 2; n > 0 && f.name[:n] == parent.name && slices.Contains([]string{".x", ".y", ".z"}, f.name[n:]) {
		return strings.TrimPrefix(parent.name, "bc."), true
	}
	return "", false
}

// text is the value as canonical has it.
func (f *shown) text() string {
	if f.name == "bc.raw" || f.name == "bc.trailing" || bytesField.MatchString(f.show) {
		return strings.ReplaceAll(f.show, ":", "")
	}
	if hexNumber.MatchString(f.show) {
		return strings.ToLower(f.show)
	}
	return f.show
}

var bytesField = regexp.MustCompile(`^[0-9a-f]{2}(:[0-9a-f]{2})+$`)

// same compares two lists of values, in any order.
func same(a, b []string) (more, less []string) {
	counts := map[string]int{}
	for _, x := range a {
		counts[normal(x)]++
	}
	for _, x := range b {
		counts[normal(x)]--
	}
	for x, n := range counts {
		switch {
		case n > 0:
			more = append(more, x)
		case n < 0:
			less = append(less, x)
		}
	}
	return more, less
}

// normal writes numbers in one way.
func normal(x string) string {
	name, value, _ := strings.Cut(x, "=")
	return name + "=" + number(value)
}

// holdersOf gives the names of fields that hold others, as the plugin lists them.
func holdersOf(t *testing.T, plugin string) map[string]bool {
	t.Helper()
	text := must.Get(os.ReadFile(plugin))(t)
	holders := map[string]bool{}
	for _, m := range regexp.MustCompile(`"o (\S+?)["\s]`).FindAllStringSubmatch(string(text), -1) {
		holders["bc."+m[1]] = true
	}
	return holders
}

// tally is what was compared.
type tally struct{ captures, packets, records, values, places int }

// compare holds what tshark shows of captures, exported into one file, against what decode says.
func compare(t *testing.T, plugin string, paths []string, o wireshark.Options) (count tally) {
	t.Helper()
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "out.pcapng")))(t)
	e := wireshark.NewExporter(file, o)
	for _, path := range paths {
		c, err := decode.OpenFile(path, decode.Options{Jobs: 2})
		if err != nil {
			continue // it is no capture
		}
		count.captures++
		must.Do(t, e.Export(c, filepath.Base(path)))
	}
	must.Do(t, errors.Join(e.Close(), file.Close()))
	holders := holdersOf(t, plugin)
	next, stop := iter.Pull(expectations(t, paths))
	defer stop()
	tshark(t, plugin, file.Name(), func(r io.Reader) {
		pdml(t, r, func(p *packet) {
			count.packets++
			if p.unreadable {
				t.Errorf("packet %d: the plugin cannot read its annotations", p.number)
			}
			for _, part := range p.bc {
				if !t.Failed() {
					comparePart(t, p, part, holders, next, &count)
				}
			}
		})
	}, "-T", "pdml", "-J", "bc")
	if x, more := next(); more && !t.Failed() {
		t.Errorf("tshark shows no more, and there is %v", x.line)
	}
	t.Logf("%d captures, %d packets, %d records, %d values and %d places are equal", count.captures, count.packets, count.records, count.values, count.places)
	return count
}

// comparePart compares what a packet shows of a datagram, or of a message that it completes, with the records that
// come next.
func comparePart(t *testing.T, p *packet, part *shown, holders map[string]bool, next func() (*expected, bool), count *tally) {
	g := got{}
	for _, f := range part.fields {
		if f.name != "bc.message" {
			g.read(f, part, holders)
		}
	}
	var first *expected
	for _, f := range part.fields {
		if f.name != "bc.message" {
			continue
		}
		x, ok := next()
		if !ok {
			t.Errorf("packet %d shows a record too many", p.number)
			return
		}
		if first == nil {
			first = x
			if x.time != "" && p.time != x.time {
				t.Errorf("packet %d: time %s, want %s", p.number, p.time, x.time)
			}
		}
		said := spaced(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(f.label), "[truncated]"), f.show)) // Wireshark cuts long ones
		if !strings.Contains(x.text, spaced(f.show)) || !strings.Contains(x.text, said[:min(len(said), 150)]) {
			t.Errorf("packet %d says %q, decode %q", p.number, f.label, x.text)
		}
		x.speaks = first.line["client"] != x.line["client"] || first.line["player"] != x.line["player"]
		g.read(f, part, holders)
		x.compare(t, p, &g, count)
		count.records++
		g = got{}
	}
}

func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

func (x *expected) compare(t *testing.T, p *packet, g *got, count *tally) {
	t.Helper()
	want := slices.DeleteFunc(x.values(), func(v string) bool { return strings.HasPrefix(v, "copy_of=") }) // the note of a copy says it
	if more, less := same(g.values, want); len(more)+len(less) > 0 {
		t.Errorf("packet %d, frame %d: tshark shows %q, and lacks %q\nof %v", p.number, x.frame, more, less, x.line)
	}
	count.values += len(want)
	for i := range x.layout {
		if !g.holds(&x.layout[i]) {
			t.Errorf("packet %d, frame %d: nothing shows %+v", p.number, x.frame, x.layout[i])
		}
		count.places++
	}
}

// holds reports whether a field shows the bytes of a run.
func (g *got) holds(o *decode.Owned) bool {
	path, bytes := anyPlace.ReplaceAllString(o.Path, ""), hex.EncodeToString(o.Bytes)
	for _, f := range g.places {
		name := strings.TrimSuffix(f.name, ".x") // each number of a vector lies where all do
		if strings.HasSuffix(name, ".raw") && strings.HasSuffix(name, "."+path) && strings.HasSuffix(f.value, bytes) {
			return true // begins before the field, with bytes that others own
		}
		if f.size != o.Length || f.value != bytes {
			continue
		}
		switch f.name {
		case "bc.hidden":
			value, _, _ := strings.Cut(o.Value, "  ") // what it stands for is said beside it
			if f.show == o.Path+": "+value {
				return true
			}
		case "bc.null":
			if strings.HasSuffix(f.show, path) {
				return true
			}
		case alias[o.Path], "bc.gamespy.pairs.key":
			return true
		default:
			if strings.HasSuffix(name, "."+path) || strings.HasSuffix(f.name, "."+path) || strings.Count(path, "subdirs") > 1 && strings.HasSuffix(name, path[strings.LastIndex(path, "."):]) {
				return true
			}
		}
	}
	return o.Path == "part" // those bytes are bc.raw
}

// alias is where fields of the layout stand that have other names in JSON.
var alias = map[string]string{
	"length": "bc.len", "flags_len": "bc.len", "fragment_index": "bc.fragment.index", "fragment_total": "bc.fragment.total", "type": "bc.opcode", "peer_id": "bc.peer",
}

// all asks for captures of any size.
var all = flag.Bool("all", false, "compare captures of any size: minutes")

// TestTruth: what tshark shows with the plugin is what `decode -o json --hex` says, every field, every
// value, every byte, and the frames and times are those of the original.
func TestTruth(t *testing.T) {
	program(t)
	paths := must.Get(filepath.Glob("../../testdata/pcaps/*.*"))(t)
	paths = slices.DeleteFunc(paths, func(path string) bool {
		endless := strings.HasSuffix(path, "bomb.pcap.zst") && !*all // half a million frames of zeros
		return strings.HasSuffix(path, ".golden") || endless
	})
	var some [2][]string
	for i, path := range paths {
		if heavy.On() || i%24 == 0 {
			turn := i / heavy.Scale(24, 12) % 2
			some[turn] = append(some[turn], path)
		}
	}
	plugin := pluginFile(t)
	for i, o := range []wireshark.Options{{}, {KeepCipher: true}} {
		if count := compare(t, plugin, some[i], o); count.values < heavy.Scale(100, 40_000) && !t.Failed() {
			t.Errorf("only %+v", count)
		}
	}
}

// TestTruthOutside does the same on captures that are not shipped.
func TestTruthOutside(t *testing.T) {
	program(t)
	most := heavy.Scale[int64](20<<10, 150<<10)
	if *all {
		most = math.MaxInt64
	}
	paths := slices.DeleteFunc(outside.Captures(t), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || info.Size() > most
	})
	compare(t, pluginFile(t), paths, wireshark.Options{})
}
