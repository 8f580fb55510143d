package verify

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

const corpus = "../../testdata/pcaps"

// plain verifies without settings.
func plain() *Config {
	return &Config{
		Settings: func(_ string, kept []Setting) []Setting { return kept },
		Decode: func(_ string, settings []Setting) (decode.Options, error) {
			if len(settings) > 0 {
				return decode.Options{}, fmt.Errorf("unknown setting %s", settings[0].Name)
			}
			return decode.Options{}, nil
		},
		Jobs: 1, Limit: 20,
	}
}

// copied copies a capture of the corpus and makes its golden.
func copied(t *testing.T, name string, c *Config) (one Case, golden []byte) {
	t.Helper()
	raw := must.Get(os.ReadFile(filepath.Join(corpus, name)))(t)
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, raw, 0o644))
	one = Case{path, path + Extension}
	update := *c
	update.Update = true
	if r := update.one(one); r.State != Created || r.Err != nil {
		t.Fatalf("%s: %v", r.State, r.Err)
	}
	return one, unpacked(t, one.Golden)
}

// unpacked gives the lines of a golden.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	return must.Get(io.ReadAll(must.Get(gzip.NewReader(bytes.NewReader(must.Get(os.ReadFile(path))(t))))(t)))(t)
}

// packed is its mirror image.
func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write(text))(t)
	must.Do(t, w.Close())
	return b.Bytes()
}

// text is what a person reads of a result.
func text(r *Result) string {
	var b strings.Builder
	_ = NewText(&b, TextOptions{}).Add(r)
	return b.String()
}

func checkRed(t *testing.T, what string, r *Result) {
	t.Helper()
	named := r.Count > 0 && (r.Changes[0].Field != "" || r.Changes[0].Text != "") ||
		r.Err != nil && strings.Contains(r.Err.Error(), "line ") || r.Err != nil && strings.Contains(r.Err.Error(), "setting")
	if r.OK() || !named {
		t.Fatalf("%s: %s, %d changes, error %v; expected red, with a field or a line", what, r.State, r.Count, r.Err)
	}
}

// Whatever byte is taken from a golden, or changed in it, the capture does not pass, and it
// is said where.
func TestEveryByteOfAGoldenCounts(t *testing.T) {
	heavy.SkipRace(t, "TestOrderOfResults shares more")
	c := plain()
	for name, step := range map[string]int{"ng-damaged.pcapng": 1, "fragments-lost.pcap": 5, "stock-gamespy.pcap": 7} {
		step *= heavy.Scale(40, 1)
		one, golden := copied(t, name, c)
		if r := c.one(one); r.State != Same {
			t.Fatalf("%s: %s", name, text(r))
		}
		for i := 0; i < len(golden); i += step {
			writeGolden(t, one, slices.Delete(slices.Clone(golden), i, i+1))
			checkRed(t, fmt.Sprintf("%s without byte %d", name, i), c.one(one))
			changed := slices.Clone(golden)
			changed[i] ^= 1
			writeGolden(t, one, changed)
			checkRed(t, fmt.Sprintf("%s with another byte %d", name, i), c.one(one))
		}
		for _, cut := range []int{0, 1, len(golden) / 2, len(golden) - 1} {
			writeGolden(t, one, golden[:cut])
			checkRed(t, fmt.Sprintf("%s cut to %d bytes", name, cut), c.one(one))
		}
	}
}

// Whatever happens to the compressed bytes: if the capture passes, the golden says the same.
func TestCompressedBytesOfAGoldenCount(t *testing.T) {
	c := plain()
	one, golden := copied(t, "ng-damaged.pcapng", c)
	packed := must.Get(os.ReadFile(one.Golden))(t)
	passed := 0
	for i := 0; i < len(packed); i += heavy.Scale(7, 1) {
		changed := slices.Clone(packed)
		changed[i] ^= 1
		must.Do(t, os.WriteFile(one.Golden, changed, 0o644))
		if r := c.one(one); r.State == Same {
			passed++
			if !bytes.Equal(unpacked(t, one.Golden), golden) {
				t.Errorf("byte %d: another golden passes", i)
			}
		}
	}
	if passed > 10 { // of the header of the compression
		t.Errorf("%d of %d changes pass", passed, len(packed))
	}
}

func writeGolden(t *testing.T, one Case, golden []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(one.Golden, packed(t, golden), 0o644))
}

// A change of a value is told with frame, message, field, old and new; a message that is
// missing or new is one line, and does not make the others differ.
func TestChangesAreNamed(t *testing.T) {
	c := plain()
	one, raw := copied(t, "stock-messages.pcap", c)
	golden := string(raw)
	begin := strings.Index(golden, `{"v":1,"frame":3,`)
	if begin < 0 {
		t.Fatalf("no such chat in\n%s", golden)
	}
	end := begin + 1 + strings.Index(golden[begin:], "\n")
	chat := golden[begin:end]
	for name, test := range map[string]struct {
		chat  string
		count int64
		want  string
	}{
		"value":   {strings.Replace(chat, `"IT WORKS"`, `"IT WORKED"`, 1), 1, `frame 3 message 0 Chat: fields.text "IT WORKED" → "IT WORKS"`},
		"text":    {strings.Replace(chat, `:43,`, `:"43",`, 1), 1, `frame 3 message 0 Chat: seq "43" → 43`},
		"key":     {strings.Replace(chat, "sender_id", "id", 1), 2, `frame 3 message 0 Chat: fields.id 3 → (none)`},
		"name":    {strings.Replace(chat, "Chat", "Talk", 1), 1, `frame 3 message 0 Talk: name Talk → Chat`},
		"missing": {"", 1, "frame 3 message 0 Chat: new: not in the golden"},
		"more":    {chat + strings.Replace(chat, `"index":0`, `"index":7`, 1), 1, "frame 3 message 7 Chat: missing: in the golden, but not in the capture"},
		"twice":   {chat + chat, 1, "frame 3 message 0 Chat: missing"},
		"later":   {strings.Replace(chat, `"frame":3`, `"frame":4`, 1), 2, "frame 4 message 0 Chat: missing"},
		"form":    {strings.Replace(chat, `,"fields"`, `, "fields"`, 1), 1, "frame 3 message 0 Chat: same values, but formatted or ordered differently"},
		"order":   {strings.Replace(chat, `"v":1,"frame":3`, `"frame":3,"v":1`, 1), 1, "frame 3 message 0 Chat: same values, but formatted or ordered differently"},
		"values":  {strings.Replace(chat, `"v":1`, `"v":1`+strings.Repeat(`,"w":1`, 20_000), 1), 1, "frame 3 message 0 Chat: far more values than the capture has"},
	} {
		writeGolden(t, one, []byte(golden[:begin]+test.chat+golden[end:]))
		r := c.one(one)
		if got := text(r); r.State != Differs || r.Count != test.count || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, %d changes, expected %d and %q in\n%s", name, r.State, r.Count, test.count, test.want, got)
		}
	}
}

// Results come in the order of the cases, whatever the number of workers.
func TestOrderOfResults(t *testing.T) {
	cases, err := Find([]string{corpus}, "", nothingPassed(t))
	if err != nil || len(cases) < 50 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	var outputs []string
	for _, jobs := range []int{1, 2, 9} {
		c := plain()
		c.Jobs = jobs
		var b strings.Builder
		printer := NewText(&b, TextOptions{})
		must.Do(t, Run(cases, c, printer.Add))
		must.Do(t, printer.End())
		outputs = append(outputs, b.String())
	}
	if outputs[1] != outputs[0] || outputs[2] != outputs[0] {
		t.Error("the output depends on the number of workers")
	}
	end := regexp.MustCompile(fmt.Sprintf(`\n%d of %[1]d captures ok, [0-9,]+ messages, 0 changes\n$`, len(cases)))
	if !end.MatchString(outputs[0]) {
		t.Errorf("the corpus is not what its goldens say:\n%.2000s", outputs[0])
	}
}

// Each damaged capture of the corpus gives the messages before the damage, and its golden
// says where the damage is.
func TestGoldensOfDamagedCaptures(t *testing.T) {
	paths := must.Get(filepath.Glob(corpus + "/*" + Extension))(t)
	damaged := 0
	for _, path := range paths {
		golden := string(unpacked(t, path))
		if !strings.HasSuffix(golden, `"status":3}`+"\n") {
			continue
		}
		damaged++
		_, after, ok := strings.Cut(golden, `"after_frame":`)
		if !ok || !strings.Contains(golden, `"damage":[{"offset":`) {
			t.Errorf("%s: no damage is described", path)
			continue
		}
		frame, _, _ := strings.Cut(after, ",")
		if frame != "0" && !strings.Contains(golden, `{"v":1,"frame":`+frame+",") {
			t.Errorf("%s: nothing of frame %s, which is before the damage", path, frame)
		}
	}
	if damaged < 8 {
		t.Errorf("%d damaged captures", damaged)
	}
}

// nothingPassed is for folders of which all can be read.
func nothingPassed(t *testing.T) func(string, error) {
	return func(path string, why error) { t.Errorf("%s was passed over: %v", path, why) }
}

func TestFind(t *testing.T) {
	capture := must.Get(os.ReadFile(corpus + "/sll.pcap"))(t)
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string][]byte{
		"c/b.pcap": capture, "c/sub/a": capture, "c/notes.txt": []byte("no capture"), "c/.hidden/x.pcap": capture,
		"c/.x.pcap": capture, "c/gone.pcap.golden": nil, "c/b.pcap.golden": nil, "single.cap": capture,
		"g/sub/a.golden": nil, "g/lost.golden": nil,
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, content, 0o644))
	}
	for _, test := range []struct {
		paths, goldens, want string
	}{
		{"c", "", "c/b.pcap c/gone.pcap c/sub/a"},
		{"c ./c/b.pcap c/b.pcap.golden c/sub", "", "c/b.pcap c/gone.pcap c/sub/a"},
		{"single.cap", "", "single.cap"},
		{"c/notes.txt nothing", "", "c/notes.txt nothing"},
		{"c", "g", "c/b.pcap:g/b.pcap.golden c/lost:g/lost.golden c/sub/a:g/sub/a.golden"},
		{"c/sub/a", "g", "c/sub/a:g/a.golden"},
	} {
		cases, err := Find(strings.Fields(test.paths), test.goldens, nothingPassed(t))
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, c := range cases {
			name := filepath.ToSlash(c.Capture)
			if golden := filepath.ToSlash(c.Golden); golden != name+Extension {
				name += ":" + golden
			}
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s in %q:\n got %s\nwant %s", test.paths, test.goldens, s, test.want)
		}
	}
	if _, err := Find([]string{"c/b.pcap", "c/sub/../sub/b.pcap"}, "g", nothingPassed(t)); err == nil {
		t.Error("two captures share a golden")
	}
}

// What is no golden is never written over.
func TestUpdateLeavesOtherFilesAlone(t *testing.T) {
	c := plain()
	one, _ := copied(t, "sll.pcap", c)
	c.Update = true
	for _, other := range []string{"my own notes\n", "", "bcdump-golden 2\n  form messages\n", string(packed(t, []byte(`{"bcdump_golden":4,"flags":[]}`+"\n")))} {
		must.Do(t, os.WriteFile(one.Golden, []byte(other), 0o644))
		if r := c.one(one); r.State != Failed {
			t.Errorf("%q: %s", other, r.State)
		}
		if now, err := os.ReadFile(one.Golden); err != nil || string(now) != other {
			t.Errorf("%q became %.40q, %v", other, now, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(one.Golden))
	if err != nil || len(entries) != 2 {
		t.Errorf("%d files, %v", len(entries), err)
	}
}

// A golden with a bad line is written anew, with its settings.
func TestUpdateMendsGoldens(t *testing.T) {
	c := plain()
	one, golden := copied(t, "sll.pcap", c)
	c.Update = true
	for _, bad := range [][]byte{golden[:len(golden)-9], append(slices.Clone(golden), ">>>>>>> theirs\n"...)} {
		writeGolden(t, one, bad)
		if r := c.one(one); r.State != Updated {
			t.Errorf("%s: %v", r.State, r.Err)
		}
		if now := unpacked(t, one.Golden); !bytes.Equal(now, golden) {
			t.Errorf("became %.40q", now)
		}
	}
}

// A golden in the form of earlier versions is not compared; an update keeps its flags and says so.
func TestGoldensOfEarlierVersions(t *testing.T) {
	c := plain()
	c.Decode = func(string, []Setting) (decode.Options, error) { return decode.Options{}, nil }
	one, golden := copied(t, "sll.pcap", c)
	const old = "bcdump-golden 1\n  form messages\n  ship 0x3FFFFFFF=akira\n  ships \"my ships.json\"\n  full true\nframe 1 dir C>S\n"
	must.Do(t, os.WriteFile(one.Golden, []byte(old), 0o644))
	if r := c.one(one); r.State != Failed || !strings.Contains(text(r), "verify --update writes it anew") {
		t.Errorf("%s", text(r))
	}
	c.Update = true
	if r := c.one(one); r.State != Updated || !strings.Contains(text(r), "its values were not compared") {
		t.Errorf("%s", text(r))
	}
	want := strings.Replace(string(golden), `"flags":[]`, `"flags":["ship=0x3FFFFFFF=akira","ships=my ships.json"]`, 1)
	if now := unpacked(t, one.Golden); string(now) != want {
		t.Errorf("became %.200s", now)
	}
	if r := c.one(one); r.State != Same {
		t.Errorf("%s", text(r))
	}
}

// A golden of the version before, without sums, is compared and is not enough; an update adds them and says so.
func TestGoldensWithoutSums(t *testing.T) {
	c := plain()
	one, golden := copied(t, "sll.pcap", c)
	old := strings.Replace(regexp.MustCompile(`,"crc32":"[0-9a-f]{8}"`).ReplaceAllString(string(golden), ""), `{"bcdump_golden":3,`, `{"bcdump_golden":2,`, 1)
	if len(golden)-len(old) != 6*len(`,"crc32":"00000000"`) {
		t.Fatalf("not a sum for each of 6 datagrams:\n%s", golden)
	}
	writeGolden(t, one, []byte(strings.Replace(old, `"one"`, `"once"`, 1)))
	const change = `frame 1 message 0 Chat: fields.text once → one`
	if r := c.one(one); r.State != Failed || r.Count != 1 || !strings.Contains(text(r), change) || !strings.Contains(text(r), "verify --update adds them") {
		t.Errorf("%s", text(r))
	}
	c.Update = true
	if r := c.one(one); r.State != Updated || r.Count != 1 || !strings.Contains(text(r), change) || !strings.Contains(text(r), "now it has the bytes") {
		t.Errorf("%s", text(r))
	}
	if now := unpacked(t, one.Golden); !bytes.Equal(now, golden) {
		t.Errorf("became %.200s", now)
	}
}

// Whatever byte of a datagram changes that a message was read from, the capture does not pass, and its frame is
// named.
func TestEveryByteOfACaptureCounts(t *testing.T) {
	heavy.SkipRace(t, "TestOrderOfResults shares more")
	c := plain()
	c.Limit = 1000
	flips := 0
	for name, step := range map[string]int{
		"stock-join.pcap": 3, "stock-messages.pcap": 1, "stock-gamespy.pcap": 3, "fragments-interleaved.pcap": 3, "mixed-protocols.pcap": 11,
		"entity-state-wrong.pcap": 3, "unknown-type.pcap": 1, "left-over-bytes.pcap": 1, "one-byte-lengths.pcap": 1, "session-small.pcap": 997,
	} {
		one, _ := copied(t, name, c)
		raw := must.Get(os.ReadFile(one.Capture))(t)
		for _, d := range datagrams(t, one.Capture, raw) {
			for at := d.from + flips%step; at < d.to; at += step * heavy.Scale(25, 1) {
				changed := slices.Clone(raw)
				changed[at] ^= byte(1 + flips%255)
				must.Do(t, os.WriteFile(one.Capture, changed, 0o644))
				flips++
				r := c.one(one)
				where := fmt.Sprintf("frame %d ", d.frame)
				if r.State != Differs || !slices.ContainsFunc(r.Changes, func(x Change) bool { return strings.HasPrefix(x.Where()+" ", where) }) {
					t.Errorf("%s: byte %d of frame %d: %s", name, at-d.from, d.frame, text(r))
				}
			}
		}
	}
	if flips < heavy.Scale(100, 300) {
		t.Errorf("only %d bytes were changed", flips)
	}
}

// datagram is where the UDP payload of a frame lies in a file.
type datagram struct {
	frame    int64
	from, to int
}

// datagrams finds those of a capture in the plain form of pcap that messages were read from.
func datagrams(t *testing.T, path string, raw []byte) (list []datagram) {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{Jobs: 1}))(t)
	defer func() { _ = c.Close() }()
	const fileHeader, recordHeader = 24, 16
	at, frame := fileHeader, int64(1)
	for r := range c.Records() {
		for ; frame < r.Frame; frame++ {
			at += recordHeader + int(binary.LittleEndian.Uint32(raw[at+8:]))
		}
		if n := len(list); n == 0 || list[n-1].frame < r.Frame {
			from := at + recordHeader + int(r.HeaderBytes)
			list = append(list, datagram{r.Frame, from, from + len(r.Datagram.Payload)})
		}
	}
	return list
}

// What a group of bytes means is less than what it holds: a speed of 0 has a direction too, and what is no
// number has a payload.
func TestBytesThatNoValueTells(t *testing.T) {
	link, client, host := synth.Ethernet(), netip.MustParseAddrPort("192.0.2.20:50020"), netip.MustParseAddrPort("192.0.2.1:22101")
	const ship, time1, noDelta = "1C FF FF FF 3F", "00 00 C8 41", "00"
	for name, test := range map[string]struct{ before, after string }{
		"direction of a delta of 0": {ship + time1 + "02 00 00 00 00 00", ship + time1 + "02 7F 01 40 00 00"},
		"sign and payload of NaN":   {ship + "00 00 C0 7F" + noDelta, ship + "01 00 C0 FF" + noDelta},
	} {
		path := filepath.Join(t.TempDir(), "x.pcap")
		write := func(message string) {
			d := synth.UDP{From: client, To: host}.Datagram(synth.Encipher(synth.Datagram(2, synth.Unreliable(synth.Hex(message)))))
			packet := synth.IPv4{Src: client.Addr(), Dst: host.Addr()}.Packet(d)
			must.Do(t, os.WriteFile(path, synth.Pcap{Link: link.Type}.File([]synth.Frame{{Time: time.Unix(1_800_000_000, 0), Data: link.Frame(packet)}}), 0o644))
		}
		write(test.before)
		c, one := plain(), Case{path, path + Extension}
		c.Update = true
		if r := c.one(one); r.State != Created {
			t.Fatalf("%s", text(r))
		}
		write(test.after)
		c.Update = false
		if r := c.one(one); r.State != Differs || r.Count != 1 || !strings.Contains(text(r), "frame 1 datagram: bytes have changed, but no value has (crc32 ") {
			t.Errorf("%s: %s", name, text(r))
		}
	}
}
