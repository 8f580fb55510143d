package check

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestRules holds each rule against what a row must have.
func TestRules(t *testing.T) {
	pages, err := filepath.Glob("../../docs/protocol/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatal(len(pages), err)
	}
	var protocol []byte
	for _, page := range pages {
		text := must.Get(os.ReadFile(page))(t)
		protocol = append(protocol, text...)
	}
	seen := map[string]bool{}
	for area, r := range Rules() {
		switch {
		case seen[r.ID]:
			t.Errorf("%s is there twice", r.ID)
		case r.Says == "" || r.Counts == "" || r.Broken == "" || r.Watch == nil:
			t.Errorf("%s (%s) lacks a text or its function", r.ID, area)
		case strings.HasSuffix(r.Counts, ".") || strings.HasSuffix(r.Broken, ".") || !strings.HasSuffix(r.Says, "."):
			t.Errorf("%s: Says is a sentence, Counts and Broken are none", r.ID)
		case !bytes.Contains(protocol, []byte("# "+r.Source+"\n")):
			t.Errorf("%s: docs/protocol has no section %q", r.ID, r.Source)
		}
		for _, p := range r.parts() {
			if p.Tolerance < 0 || p.Tolerance > 0.5 || p.WithLoss > 0.5 {
				t.Errorf("%s has a tolerance of %g, %g", r.ID, p.Tolerance, p.WithLoss)
			}
		}
		seen[r.ID] = true
	}
	if len(seen) < 132 { // docs/reference/rules.md has the list
		t.Errorf("only %d rules", len(seen))
	}
}

// TestEveryCapture checks all captures of the corpus, damaged ones too: each rule has a verdict, and the
// same one each time.
func TestEveryCapture(t *testing.T) {
	for _, path := range must.Get(filepath.Glob("../../testdata/pcaps/*"))(t) {
		if strings.HasSuffix(path, ".golden") || strings.HasSuffix(path, ".json") || filepath.Ext(path) == "" {
			continue
		}
		c, err := decode.OpenFile(path, decode.Options{})
		if err != nil {
			continue // some are no captures
		}
		f, err := Of(path, c, Options{Judge: Both})
		_ = c.Close()
		if err != nil || len(f.Rules) < 106 {
			t.Errorf("%s: %d verdicts, %v", path, len(f.Rules), err)
			continue
		}
		for i := range f.Rules {
			checkVerdict(t, path, &f.Rules[i])
		}
	}
}

func checkVerdict(t *testing.T, path string, r *figures.CheckRule) {
	t.Helper()
	ok := r.Violations <= r.Instances && int64(len(r.Frames)) <= r.Violations && (r.Verdict == figures.NotJudged) == (r.Reason != "")
	if r.Verdict == figures.Failed {
		ok = ok && len(r.Frames) > 0
	}
	if !ok {
		t.Errorf("%s: %s: %+v", path, r.ID, *r)
	}
	for _, x := range r.Frames {
		if x.Frame <= 0 || x.Text == "" || strings.Contains(x.Text, "%!") {
			t.Errorf("%s: %s: %+v", path, r.ID, x)
		}
	}
}

func (n *numbers) takes(seq uint16, second int64) int64 {
	return n.take(seq, false, capture.Time{Sec: second}, 0)
}

// TestNumbers follows a channel over a wrap, with a hole, a late message and copies.
func TestNumbers(t *testing.T) {
	var n numbers
	for i, x := range []struct {
		seq    uint16
		number int64
	}{
		{65534, 65534}, {65535, 65535}, {2, 65538}, {0, 65536}, {65535, 65535}, {65535, 65535}, {3, 65539}, {0, 65536},
	} {
		if number := n.takes(x.seq, int64(i+1)); number != x.number {
			t.Errorf("message %d: number %d, want %d", i, number, x.number)
		}
	}
	if len(n.holes) != 1 || n.holes[0].low != 65537 || n.holes[0].high != 65537 {
		t.Errorf("holes: %+v", n.holes)
	}
	if !n.holed(capture.Time{Sec: 2}, capture.Time{Sec: 3}) || n.holed(capture.Time{Sec: 4}, capture.Time{Sec: 9}) {
		t.Errorf("the hole lasts from %v to %v", n.holes[0].from, n.holes[0].to)
	}
	for _, seq := range []uint16{1, 4, 65533, 30000} {
		if n.carried(seq) {
			t.Errorf("number %d was never sent", seq)
		}
	}
	for i := range 70000 {
		n.takes(uint16(4+i), int64(i+10))
	}
	for _, seq := range []uint16{0, 1, 4, 65533, 65535, 30000} {
		if !n.carried(seq) {
			t.Errorf("number %d was sent", seq)
		}
	}
}

// TestNumbers8 has a counter of 8 bits come round, while a number of the round before is sent again: that is none ahead.
func TestNumbers8(t *testing.T) {
	n := numbers{eightBit: true}
	for i := range 300 {
		n.takes(uint16(i&255), int64(i+1))
		if i%60 == 59 {
			n.take(3, true, capture.Time{Sec: int64(i + 1)}, 0)
		}
	}
	if n.newest != 299 || len(n.holes) != 0 {
		t.Errorf("newest %d, holes %v", n.newest, n.holes)
	}
}

// TestChain has blocks that cannot be read: where the next one has to begin is not known.
func TestChain(t *testing.T) {
	var c chain
	for i, b := range []struct{ start, next int }{{0, 2}, {2, 5}, {unread, 0}, {7, 9}, {9, 0}, {1, 3}} {
		x, _ := c.waiting.Add(float32(i), b.start)
		x.Of = window{next: int32(b.next), row: uint32(i + 1)}
	}
	c.follow(0)
	if c.blocks != 3 || c.lost != 1 || c.first != 6 || c.expected != 0 {
		t.Errorf("%+v", c)
	}
}

// TestChainOverStep has blocks of a sender whose clock is set back by two seconds: they are judged in the order in which they
// were sent.
func TestChainOverStep(t *testing.T) {
	at := func(i int) capture.Time {
		return capture.Time{Sec: 1_771_000_000}.Add(time.Duration(i) * 300 * time.Millisecond)
	}
	l := &link{}
	l.senders[toClient] = &traffic.Clock{Changes: []traffic.ClockChange{{Event: match.Event{Frame: 21, Time: at(20)}, Seconds: -2}}}
	var c chain
	for i := range 40 {
		clock := float32(i) * 0.3
		if i >= 20 {
			clock -= 2
		}
		u := &update{heard: &heard{Time: at(i), link: l, to: toClient}, clock: clock}
		if x, _ := c.waiting.Add(u.steady(), i*2%10); x != nil {
			x.Of = window{next: int32((i*2 + 2) % 10)}
		}
		c.follow(traffic.Window)
	}
	if c.follow(0); c.blocks != 39 || c.lost != 0 {
		t.Errorf("%d blocks, %d begin elsewhere", c.blocks, c.lost)
	}
}

// TestBaseline accepts what is known, and no more.
func TestBaseline(t *testing.T) {
	known := figures.CheckRule{ID: "death-lifetime", Judges: "server", Verdict: figures.Failed, Instances: 10, Violations: 5}
	b := BaselineOf([]figures.CheckFile{{Rules: []figures.CheckRule{known}}})
	for _, x := range []struct {
		violations int64
		strict     bool
		verdict    string
	}{
		{0, false, figures.Passed}, {10, false, figures.Passed}, {11, false, figures.Passed}, {20, false, figures.Failed},
		{0, true, figures.Passed}, {10, true, figures.Passed}, {11, true, figures.Failed},
	} {
		violations, verdict := x.violations, x.verdict
		r := figures.CheckRule{ID: known.ID, Judges: known.Judges, Verdict: figures.Failed, Instances: 20, Violations: violations}
		if violations == 0 {
			r.Verdict = figures.Passed
		}
		f := figures.CheckFile{Rules: []figures.CheckRule{r}}
		b.Accept(&f, x.strict)
		if r := &f.Rules[0]; r.Verdict != verdict || r.Worse != (verdict == figures.Failed) {
			t.Errorf("%d of 20 violations, strict %v: %s, worse %v", violations, x.strict, r.Verdict, r.Worse)
		}
	}
	accepted := known
	accepted.Verdict, accepted.Instances, accepted.Violations, accepted.Baseline = figures.Passed, 4, 3, 3
	b = BaselineOf([]figures.CheckFile{{Rules: []figures.CheckRule{known}}, {Rules: []figures.CheckRule{accepted}}})
	if want := (KnownRule{ID: known.ID, Judges: known.Judges, Instances: 4, Violations: 3}); len(b.Rules) != 1 || b.Rules[0] != want {
		t.Errorf("of two captures, one of which breaks the rule more often: %v", b.Rules)
	}
	for _, bad := range []string{"", "{}", `{"v":2}`, `{"v":1,"rules":[{"id":"nonsense"}]}`, `{"v":1,"rules":[{"id":"death-lifetime","judges":"server","instances":1,"violations":2}]}`, `{"v":1,"rules":[{"id":"death-lifetime","judges":"client","instances":1,"violations":1}]}`, `{"v":1,"rules":[]} and more`} {
		if _, err := ReadBaseline(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read as a baseline", bad)
		}
	}
}

// TestBaselineOfWhatWasJudged: a rule that the baseline's capture never judged, or so seldom that it would not have been broken there,
// does not fail; in a file that does not say what was judged, it does.
func TestBaselineOfWhatWasJudged(t *testing.T) {
	rule := func(id, verdict string, violations, instances int64) figures.CheckRule {
		return figures.CheckRule{ID: id, Judges: "server", Verdict: verdict, Instances: instances, Violations: violations}
	}
	said := must.Get(json.Marshal(BaselineOf([]figures.CheckFile{
		{Rules: []figures.CheckRule{rule("death-event", figures.Passed, 0, 4), rule("death-lifetime", figures.Failed, 5, 10), rule("join-scores", figures.NotJudged, 0, 0)}},
		{Rules: []figures.CheckRule{rule("death-event", figures.Passed, 0, 6), rule("death-lifetime", figures.Passed, 0, 10)}},
	})))(t)
	if want := `"kept":[{"id":"death-event","judges":"server","instances":10}]`; !bytes.Contains(said, []byte(want)) {
		t.Errorf("no %s in %s", want, said)
	}
	old := bytes.Replace(said, []byte(`,"kept":[{"id":"death-event","judges":"server","instances":10}]`), nil, 1)
	for _, x := range []struct {
		what    string
		file    []byte
		rule    figures.CheckRule
		strict  bool
		verdict string
	}{
		{what: "never judged", file: said, rule: rule("join-scores", figures.Failed, 4, 9), verdict: figures.NotJudged},
		{what: "never judged, an old file", file: old, rule: rule("join-scores", figures.Failed, 4, 9), verdict: figures.Failed},
		{what: "never judged, strict", file: said, rule: rule("join-scores", figures.Failed, 4, 9), strict: true, verdict: figures.Failed},
		{what: "kept", file: said, rule: rule("death-event", figures.Failed, 1, 20), verdict: figures.Failed},
		{what: "kept, an old file", file: old, rule: rule("death-event", figures.Failed, 1, 21), verdict: figures.Failed},
		{what: "kept in too few", file: said, rule: rule("death-event", figures.Failed, 1, 21), verdict: figures.NotJudged},
		{what: "accepted", file: old, rule: rule("death-lifetime", figures.Failed, 5, 10), verdict: figures.Passed},
	} {
		b := must.Get(ReadBaseline(bytes.NewReader(x.file)))(t)
		f := figures.CheckFile{Rules: []figures.CheckRule{x.rule}}
		b.Accept(&f, x.strict)
		if r := &f.Rules[0]; r.Verdict != x.verdict || (r.Reason != "") != (x.verdict == figures.NotJudged) {
			t.Errorf("%s: %s, %q", x.what, r.Verdict, r.Reason)
		}
		if again := BaselineOf([]figures.CheckFile{f}); len(again.Rules) != 1 {
			t.Errorf("%s: a new baseline does not have it: %+v", x.what, again)
		}
	}
	for _, bad := range []string{`[{"id":"nonsense","judges":"server","instances":1}]`, `[{"id":"death-event","judges":"client","instances":1}]`, `[{"id":"death-event","judges":"server"}]`} {
		if _, err := ReadBaseline(strings.NewReader(`{"v":1,"rules":[],"kept":` + bad + `}`)); err == nil || !strings.Contains(err.Error(), "kept rule 1") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestBaselineIsBounded: a baseline of any size is refused at a limit, with its place.
func TestBaselineIsBounded(t *testing.T) {
	for text, want := range map[string]string{
		`{"v":1,"rules":[` + strings.Repeat(`{},`, 1<<18): "too large: there are more than 262144 values",
		strings.Repeat(" ", 2<<20):                        "byte 1048576: too large: there are more than 1048576 bytes",
		`{"v":1,"rules":[{"id":"death-lifetime","judge`:   "byte 45: it ends here",
	} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}
