package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
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
	raw, err := os.ReadFile(filepath.Join(corpus, name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	one = Case{path, path + Extension}
	update := *c
	update.Update = true
	if r := update.one(one); r.State != Created || r.Err != nil {
		t.Fatalf("%s: %v", r.State, r.Err)
	}
	if golden, err = os.ReadFile(one.Golden); err != nil {
		t.Fatal(err)
	}
	return one, golden
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
		step *= heavy.Scale(7, 1)
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

// The same of a golden with hashes; each run decodes a whole session, so not every byte.
func TestBytesOfAGoldenOfBlocksCount(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes a session sixty times")
	}
	c := plain()
	one, golden := copied(t, "session-small.pcap", c)
	if !strings.Contains(string(golden), "form blocks\nframes 1-1000\n") {
		t.Fatalf("no blocks in\n%.300s", golden)
	}
	for i := 0; i < len(golden); i += heavy.Scale(5, 1) * 211 {
		writeGolden(t, one, slices.Delete(slices.Clone(golden), i, i+1))
		checkRed(t, fmt.Sprintf("without byte %d", i), c.one(one))
	}
}

func writeGolden(t *testing.T, one Case, golden []byte) {
	t.Helper()
	if err := os.WriteFile(one.Golden, golden, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A change of a value is told with frame, message, field, old and new; a message that is
// missing or new is one line, and does not make the others differ.
func TestChangesAreNamed(t *testing.T) {
	c := plain()
	one, raw := copied(t, "stock-messages.pcap", c)
	golden := string(raw)
	const frame = "\nframe 3 dir C>S index 0 type data name Chat\n"
	begin := strings.Index(golden, frame)
	if begin < 0 {
		t.Fatalf("no such chat in\n%s", golden)
	}
	end := begin + 1 + strings.Index(golden[begin+1:], "\nframe ")
	chat := golden[begin:end]
	for name, test := range map[string]struct {
		chat  string
		count int64
		want  string
	}{
		"value":   {strings.Replace(chat, `"IT WORKS"`, `"IT WORKED"`, 1), 1, `frame 3 message 0 Chat: fields.text "IT WORKED" → "IT WORKS"`},
		"text":    {strings.Replace(chat, ` 43 `, ` "43" `, 1), 1, `frame 3 message 0 Chat: seq "43" → 43`},
		"key":     {strings.Replace(chat, "sender_id", "id", 1), 2, `frame 3 message 0 Chat: fields.id 3 → (none)`},
		"name":    {strings.Replace(chat, "Chat", "Talk", 1), 1, `frame 3 message 0 Talk: name Talk → Chat`},
		"missing": {"", 1, "frame 3 message 0 Chat: new: not in the golden"},
		"more":    {chat + strings.Replace(chat, "index 0", "index 7", 1), 1, "frame 3 message 7 Chat: missing: in the golden, but not in the capture"},
		"twice":   {chat + chat, 1, "frame 3 message 0 Chat: missing"},
		"later":   {strings.Replace(chat, "frame 3", "frame 4", 1), 2, "frame 4 message 0 Chat: missing"},
		"form":    {strings.Replace(chat, "\n  fields.sender_id 3", " fields.sender_id 3", 1), 1, "frame 3 message 0 Chat: same values, but formatted or ordered differently"},
	} {
		writeGolden(t, one, []byte(golden[:begin]+test.chat+golden[end:]))
		r := c.one(one)
		if got := text(r); r.State != Differs || r.Count != test.count || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, %d changes, expected %d and %q in\n%s", name, r.State, r.Count, test.count, test.want, got)
		}
	}
}

// A golden of blocks names the block and the field; if a message is missing, the count.
func TestChangesOfBlocksAreNamed(t *testing.T) {
	c := plain()
	one, raw := copied(t, "session-small.pcap", c)
	golden := string(raw)
	field := "  StateUpdate.fields.speed #" + hashAfter(t, golden, "\n  StateUpdate.fields.speed #")
	sum := "  sha256 #" + hashAfter(t, golden, "\n  sha256 #")
	wrong := strings.NewReplacer(field, "  StateUpdate.fields.speed #00000000", sum, "  sha256 #0000000000000000")
	chat := hashAfter(t, golden, "\n  count.S>C.Chat ")
	for name, test := range map[string]struct {
		golden, want string
	}{
		"field": {wrong.Replace(golden), "frames 1 to 1000: StateUpdate.fields.speed #00000000 → "},
		"sum":   {strings.Replace(golden, sum, "  sha256 #0000000000000000", 1), "frames 1 to 1000: sha256 #0000000000000000 → "},
		"count": {wrong.Replace(strings.Replace(golden, "\n  count.S>C.Chat "+chat+"\n", "\n  count.S>C.Chat 77\n", 1)), "frames 1 to 1000: count.S>C.Chat 77 → " + chat},
	} {
		writeGolden(t, one, []byte(test.golden))
		r := c.one(one)
		if got := text(r); r.State != Differs || r.Count != 1 || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, %d changes, expected %q in\n%s", name, r.State, r.Count, test.want, got)
		}
	}
}

// A block whose sum is that of its golden is not hashed by fields, so the lines with their hashes are
// read for what is wrong with their form; one of a field that does not exist, or twice, is red.
func TestHashesOfEqualBlocks(t *testing.T) {
	c := plain()
	one, raw := copied(t, "session-small.pcap", c)
	golden := string(raw)
	speed := "  StateUpdate.fields.speed #" + hashAfter(t, golden, "\n  StateUpdate.fields.speed #") + "\n"
	for name, line := range map[string]string{
		"twice": speed + speed, "unknown": strings.Replace(speed, "speed", "speeds", 1) + speed, "short": strings.Replace(speed, "\n", "", 1)[:len(speed)-2] + "\n",
		"capital": strings.Replace(speed, "#", "#A", 1), "no hash": strings.Replace(speed, "#", "", 1), "late": "  time #00000000\n" + speed,
	} {
		writeGolden(t, one, []byte(strings.Replace(golden, speed, line, 1)))
		checkRed(t, name, c.one(one))
	}
}

func hashAfter(t *testing.T, golden, begin string) string {
	t.Helper()
	_, rest, found := strings.Cut(golden, begin)
	if !found {
		t.Fatalf("no %q in\n%.3000s", begin, golden)
	}
	hash, _, _ := strings.Cut(rest, "\n")
	return hash
}

// Results come in the order of the cases, whatever the number of workers.
func TestOrderOfResults(t *testing.T) {
	cases, err := Find([]string{corpus}, "")
	if err != nil || len(cases) < 50 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	var outputs []string
	for _, jobs := range []int{1, 2, 9} {
		c := plain()
		c.Jobs = jobs
		var b strings.Builder
		printer := NewText(&b, TextOptions{})
		if err := Run(cases, c, printer.Add); err != nil {
			t.Fatal(err)
		}
		if err := printer.End(); err != nil {
			t.Fatal(err)
		}
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
	paths, err := filepath.Glob(corpus + "/*" + Extension)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, path := range paths {
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(golden), "\n  status 3\n") {
			continue
		}
		damaged++
		_, after, ok := strings.Cut(string(golden), "\n  damage[0].after_frame ")
		if !ok || !strings.Contains(string(golden), "\n  damage[0].offset ") {
			t.Errorf("%s: no damage is described", path)
			continue
		}
		frame, _, _ := strings.Cut(after, "\n")
		if frame != "0" && !strings.Contains(string(golden), "\nframe "+frame+" ") {
			t.Errorf("%s: nothing of frame %s, which is before the damage", path, frame)
		}
	}
	if damaged < 8 {
		t.Errorf("%d damaged captures", damaged)
	}
}

func TestFind(t *testing.T) {
	capture, err := os.ReadFile(corpus + "/sll.pcap")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string][]byte{
		"c/b.pcap": capture, "c/sub/a": capture, "c/notes.txt": []byte("no capture"), "c/.hidden/x.pcap": capture,
		"c/.x.pcap": capture, "c/gone.pcap.golden": nil, "c/b.pcap.golden": nil, "single.cap": capture,
		"g/sub/a.golden": nil, "g/lost.golden": nil,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
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
		cases, err := Find(strings.Fields(test.paths), test.goldens)
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
	if _, err := Find([]string{"c/b.pcap", "c/sub/../sub/b.pcap"}, "g"); err == nil {
		t.Error("two captures share a golden")
	}
}

// What is no golden is never written over.
func TestUpdateLeavesOtherFilesAlone(t *testing.T) {
	c := plain()
	one, _ := copied(t, "sll.pcap", c)
	c.Update = true
	for _, other := range []string{"my own notes\n", "", "bcdump-golden 2\n  form messages\n"} {
		writeGolden(t, one, []byte(other))
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
		if now, err := os.ReadFile(one.Golden); err != nil || string(now) != string(golden) {
			t.Errorf("became %.40q, %v", now, err)
		}
	}
}
