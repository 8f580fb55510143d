package golden

import (
	"strings"
	"testing"

	"bcdump/report/records"
)

func TestFlatten(t *testing.T) {
	const line = `{"v":1,"name":"Chat","list":[1,"a]b",[]],"plain":[1,-2.5,"x, y]\""],"fields":{"empty":{},"items":[{"a":1},{"a":[[2,3]],"b":null}]},"end":true}`
	for numbered, want := range map[bool]string{
		true: `v 1|name "Chat"|list[0] 1|list[1] "a]b"|list[2] []|plain [1,-2.5,"x, y]\""]|fields.empty {}|` +
			`fields.items[0].a 1|fields.items[1].a[0] [2,3]|fields.items[1].b null|end true`,
		false: `v 1|name "Chat"|list[] 1|list[] "a]b"|list[] []|plain [1,-2.5,"x, y]\""]|fields.empty {}|` +
			`fields.items[].a 1|fields.items[].a[] [2,3]|fields.items[].b null|end true`,
	} {
		var got []string
		f := records.Flattener{Numbered: numbered, Visit: func(path, text []byte) {
			got = append(got, string(path)+" "+string(text))
		}}
		f.Flatten([]byte(line + "\n"))
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("numbered %v:\n got %s\nwant %s", numbered, s, want)
		}
	}
}

// What is printed reads back as the same values, whatever the values are.
func TestEntryReadsBack(t *testing.T) {
	for _, text := range []string{
		"5", "-0", "1e9", "true", "null", `"true"`, `"5"`, `""`, `"x"`, `"a b"`, `"a\nb"`, `"\""`, `"[1"`, `"{"`, `"0x1C"`, `"C>S"`,
		`"Jörg"`, `"2026-02-14T22:08:00Z"`, "[]", `["a b","]"]`, "{}", `"  "`, `"…"`,
	} {
		e := entry{values: []value{{messageKey, "7"}, {"name", text}, {"time", text}, {"fields.a", text}, {"notes[0].text", text}}}
		e.print()
		r := newReader(strings.NewReader(string(e.text)))
		err := r.begin()
		if err != nil {
			t.Errorf("%s: %v in\n%s", text, err, e.text)
			continue
		}
		back, err := r.rest(roomFor(nil))
		if err != nil {
			t.Errorf("%s: %v in\n%s", text, err, e.text)
			continue
		}
		for _, v := range e.values {
			if got := back.get(v.path); got != v.text {
				t.Errorf("%s of %s came back as %s in\n%s", v.path, v.text, got, e.text)
			}
		}
	}
}

func TestPrint(t *testing.T) {
	const line = `{"v":1,"frame":7,"time":"2026-02-14T12:00:00.000789Z","src":"10.0.0.2:1024","dst":"10.0.0.1:22101","proto":"bc","dir":"C>S","peer":2,"index":0,"type":"data","len":23,"reliable":true,"seq":5,"opcode":"0x2C","name":"Chat","size":18,"fields":{"sender_id":2,"text":"hello, Jörg"},"notes":[{"code":"gap","text":"seq 4 is missing before 5"}]}`
	const want = `frame 7 dir C>S index 0 type data name Chat
  time 2026-02-14T12:00:00.000789Z src 10.0.0.2:1024 dst 10.0.0.1:22101 proto bc peer 2 len 23 reliable true seq 5 opcode 0x2C size 18
  fields.sender_id 2
  fields.text "hello, Jörg"
  notes[0].code gap
  notes[0].text "seq 4 is missing before 5"
`
	if got := string(messageEntry([]byte(line), 7).text); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Bad lines are errors with their number, not crashes.
func TestUnreadableGoldens(t *testing.T) {
	const first = "frame 1 index 0\n"
	for text, want := range map[string]string{
		"":                                   "line 1: the golden ends too early",
		first:                                "line 1: the golden ends too early",
		"frame":                              "line 1: the file ends in the middle of the line",
		"frame\n":                            `line 1: this is not a line of a golden: expected a name and a value, found "frame"`,
		"frame \n":                           "line 1: this is not a line of a golden: it ends before a value",
		"\n":                                 `line 1: this is not a line of a golden: expected a name and a value, found ""`,
		first + "  fields.x \"no end\n":      `line 2: this is not a line of a golden: the value "\"no end" has no end`,
		first + "  fields.x [1,2\n":          `line 2: this is not a line of a golden: the value "[1,2" has no end`,
		first + "  fields.x [1][2]\n":        `line 2: this is not a line of a golden: the value "[1][2]" has no end`,
		first + "  fields.x 1  fields.y 2\n": `line 2: this is not a line of a golden: expected a name and a value, found " fields.y 2"`,
		first + "  fields.x 1\r\n":           "line 2: the line ends with CR LF",
		first + "frame x\n":                  `line 2: this is not a line of a golden: "x" is not a frame number`,
		first + "frames 1-1000\n":            `line 2: this is not a line of a golden: expected "frame" or "capture", found "frames"`,
		"<<<<<<< HEAD\n":                     `expected "frame" or "capture", found "<<<<<<<"`,
		"capture pcap\nframe 1\n":            "line 2: this is not a line of a golden: the entry of the capture must be the last",
		"frame 9223372036854775807\n":        "is not a frame number",
		"frame 99999999999999999999999999\n": "is not a frame number",
		strings.Repeat("x", 70<<20) + "\n":   "line 1: the line has more than 65536 bytes",
		first + "  x":                        "line 2: the file ends in the middle of the line",
		first + " " + strings.Repeat("x", 70<<20) + "\n<<< 1\n": `line 3: this is not a line of a golden: expected "frame" or "capture", found "<<<"`,
	} {
		r := newReader(strings.NewReader(text))
		var err error
		for err == nil {
			if _, err = r.at(messageKey); err == nil {
				_, err = r.rest(roomFor(nil))
			}
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %q, expected %q", text, err, want)
		}
	}
}

func TestLongValuesAreShownWhereTheyDiffer(t *testing.T) {
	same := strings.Repeat("é0123456789", 40)
	c := Change{Old: `"` + same + "old" + same + `"`, New: `"` + same + "new" + same + `"`}
	from, to := c.shownValues()
	if !strings.Contains(from, "9old") || !strings.Contains(to, "9new") || len(from) > 2*maxShown || !strings.HasPrefix(from, "…") {
		t.Errorf("from %s\n to %s", from, to)
	}
	c = Change{Old: `"` + same + `"`}
	if from, to = c.shownValues(); !strings.HasSuffix(from, "…") || to != "(none)" {
		t.Errorf("from %s\n to %s", from, to)
	}
}
