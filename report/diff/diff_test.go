package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/histogram"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// form makes looks of a capture of ten minutes with some values of one key, at most one each ten seconds.
func form(v values, counts map[string]int64) *Looks {
	l := &Looks{minutes: 10, active: 10, groups: map[string]int64{}, values: map[string]*values{}, rates: map[string]*rate{}, numbers: map[string]*numbers{}, rules: map[string]*figures.CheckRule{}}
	l.file.Clients = []string{"Ace"}
	if v.section == "" {
		v.about = about{section: "layout", key: "k", title: "kind: flags", subject: "kind", aspect: "flags", weight: 1}
	}
	if v.unit == "" {
		v.unit = "messages"
	}
	v.where, v.ask = []string{"all"}, func(value string) string { return value }
	for value, n := range counts {
		if v.of += n; n == 0 {
			continue
		}
		if v.cells == nil {
			v.cells = map[string]*cell{}
		}
		v.cells[value] = &cell{count: n, squares: float64(n), clients: 1}
	}
	l.values[v.section+":"+v.key] = &v
	return l
}

// TestKolmogorov compares with the table of the distribution: 1.358 is exceeded in 5 % of cases.
func TestKolmogorov(t *testing.T) {
	n := 1e6
	d := 1.3581 / math.Sqrt(n/2)
	if got := kolmogorov(d, n, n); math.Abs(got-0.05) > 0.001 {
		t.Errorf("%v, want 0.05", got)
	}
	if got := kolmogorov(0, 10, 10); got != 1 {
		t.Errorf("of no distance: %v", got)
	}
	if got := beyond(1.959964); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("normal: %v", got)
	}
}

// TestFalseDiscovery takes the example of Benjamini and Hochberg (1995): four of fifteen hold at 5 %.
func TestFalseDiscovery(t *testing.T) {
	ps := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	var list []*finding
	for i := range ps { // not in order
		list = append(list, &finding{p: ps[(i*7)%len(ps)]})
	}
	list = append(list, &finding{p: math.NaN()})
	falseDiscovery(list)
	hold := 0
	for i := range list {
		if list[i].p <= 0.05 {
			hold++
		}
	}
	if hold != 4 || !math.IsNaN(list[15].p) {
		t.Errorf("%d hold", hold)
	}
}

func TestMatches(t *testing.T) {
	for pattern, want := range map[string]bool{
		"0x19 S>C flags": true, "0x19 *": true, "layout:*": true, "layout:0x19 S>C flags": true, "rules:*": false, "0x1A *": false, "*": true,
	} {
		if Matches(pattern, "layout", "0x19 S>C flags") != want {
			t.Errorf("%s: not %v", pattern, want)
		}
	}
}

// TestFurthest: the distance of two lists of numbers.
func TestFurthest(t *testing.T) {
	of := func(list ...float64) *histogram.Histogram {
		h := &histogram.Histogram{}
		for _, v := range list {
			h.Add(v)
		}
		return h
	}
	a, b := of(1, 2, 3, 3), of(2, 2, 3, 3, 3, 3, 9, 9)
	if ab, ba, aa := furthest(a, b), furthest(b, a), furthest(a, a); ab != 0.25 || ba != 0.25 || aa != 0 {
		t.Errorf("distances %v, %v, %v", ab, ba, aa)
	}
	if d := furthest(of(100, 100, 100, 100), of(100, 100, 100, 130)); d != 0.25 { // 100 is all of one list, and not the most of the other
		t.Errorf("distance %v", d)
	}
}

// TestSteps: what is missing, added and moved in the joins of four clients is told so; what one of them does otherwise is not.
func TestSteps(t *testing.T) {
	heavy.SkipRace(t, "TestWorkers has the same goroutines")
	joins := func(all ...string) *Looks {
		l := form(values{}, nil)
		x := &looker{Looks: l}
		l.facts = must.Get(facts.Read(reporttest.Open(t, "a", reporttest.Shipped(t)["session-small.pcap"], decode.Options{}), facts.Options{}))(t)
		data := 0
		for l.facts.Row(data).Kind != uint8(transport.Data) {
			data++
		}
		for i, text := range all {
			p := &party{conn: &match.Connection{Number: i + 1}, whole: !strings.HasSuffix(text, "..")}
			for n, label := range strings.Fields(strings.TrimSuffix(text, "..")) {
				p.joins[toClient] = append(p.joins[toClient], step{label: label, place: int64(n), row: data})
			}
			x.joined(p, toClient)
		}
		return l
	}
	four := func(text string) *Looks { return joins(text, text, text, text) }
	usual := "connect checksum settings init mission"
	for _, x := range []struct {
		a, b *Looks
		want string
	}{
		{four(usual), four(usual), ""},
		{four(usual), four("connect checksum init mission"), "join, S>C: settings: there in 4 of 4 clients of A, 0 of 4 clients of B"},
		{four("connect checksum init mission"), four(usual), "join, S>C: settings: there in 0 of 4 clients of A, 4 of 4 clients of B"},
		{four(usual), four("connect checksum settings init init mission"), "join, S>C: init (no. 2): there in 0 of 4 clients of A, 4 of 4 clients of B"},
		{four(usual), four("connect settings checksum init mission"), "join, S>C: settings comes after checksum in 4 of 4 clients of A, after connect in 4 of 4 clients of B"},
		{joins(usual), joins("connect settings checksum init mission"), "join, S>C: settings comes after checksum in 1 of 1 clients of A, after connect in 1 of 1 clients of B"},
		{four(usual), joins(usual, usual, usual, "connect settings checksum init mission"), ""},
		{four(usual), four("connect checksum .."), ""}, // the end of the capture cuts them
	} {
		d := Of(x.a, x.b, Options{})
		switch {
		case x.want == "":
			if !d.Equal || len(d.Differences) > 0 {
				t.Errorf("equal sides differ: %v", d.Differences)
			}
		case len(d.Differences) != 1 || !strings.HasPrefix(d.Differences[0].Text, x.want):
			t.Errorf("%+v, want %q", d.Differences, x.want)
		}
	}
}

// TestShares: large and sure differences are told, small and doubtful ones are not.
func TestShares(t *testing.T) {
	for _, x := range []struct {
		a, b map[string]int64
		want string
		few  int
	}{
		{map[string]int64{"x": 500, "y": 500}, map[string]int64{"x": 520, "y": 480}, "", 0},
		{map[string]int64{"x": 500, "y": 500}, map[string]int64{"x": 1000}, `"y" in 500 of 1,000 messages of A, 0 of 1,000 messages of B (1 more value differs)`, 0},
		{map[string]int64{"x": 1, "y": 1}, map[string]int64{"x": 2}, "", 1},
		{map[string]int64{"x": 3}, map[string]int64{"z": 3}, `"x" in 3 of 3 messages of A, "z" in 3 of 3 messages of B`, 0},
		{map[string]int64{"x": 900, "y": 100}, map[string]int64{"x": 980, "y": 20}, `"y" in 100 of 1,000 messages of A, 20 of 1,000 messages of B`, 0},
	} {
		d := Of(form(values{}, x.a), form(values{}, x.b), Options{Only: []string{"layout"}})
		got := ""
		if len(d.Differences) > 0 {
			got = d.Differences[0].Text
		}
		if x.want == "" && got != "" || !strings.Contains(got, x.want) || d.Compared[0].TooFew != x.few {
			t.Errorf("%v and %v: %q, %+v", x.a, x.b, got, d.Compared)
		}
	}
}

// TestSurest: of values that differ beyond doubt the one is told that differs most, whichever side has it.
func TestSurest(t *testing.T) {
	a, b := map[string]int64{"k": 100, "m": 300}, map[string]int64{"b": 4, "k": 36, "z": 60}
	for _, x := range [][2]map[string]int64{{a, b}, {b, a}} {
		d := Of(form(values{never: true}, x[0]), form(values{never: true}, x[1]), Options{Only: []string{"layout"}})
		if len(d.Differences) != 1 || d.Differences[0].Effect != 0.75 || !strings.Contains(d.Differences[0].Text, `"m" in`) {
			t.Errorf("%+v", d.Differences)
		}
	}
}

// TestChosen: how often people choose what is no difference, unless all agree.
func TestChosen(t *testing.T) {
	a, b := form(values{chosen: true}, map[string]int64{"x": 1000}), form(values{chosen: true}, map[string]int64{"y": 1000})
	for _, l := range []*Looks{a, b} {
		for _, c := range l.values["layout:k"].cells {
			c.clients = 0b111
		}
	}
	if d := Of(a, b, Options{}); !d.Equal {
		t.Errorf("three clients choose otherwise: %+v", d.Differences)
	}
	for _, l := range []*Looks{a, b} {
		for _, c := range l.values["layout:k"].cells {
			c.clients = 0b1111
		}
	}
	if d := Of(a, b, Options{}); d.Equal {
		t.Error("all of four clients do otherwise, and nothing is said")
	}
}

// TestMixed: how much there is of each flag follows from how ships fly; that there is none does not.
func TestMixed(t *testing.T) {
	for _, x := range []struct {
		a, b  int64
		equal bool
	}{{300, 700, true}, {950, 100, false}, {300, 0, false}} {
		a, b := form(values{mixed: true}, map[string]int64{"set": x.a, "other": 1000 - x.a}), form(values{mixed: true}, map[string]int64{"set": x.b, "other": 1000 - x.b})
		if d := Of(a, b, Options{}); d.Equal != x.equal {
			t.Errorf("%d and %d of 1,000: %+v, %+v", x.a, x.b, d.Differences, d.Compared)
		}
	}
}

// TestIgnore leaves out sections and keys.
func TestIgnore(t *testing.T) {
	two := func(value string) *Looks {
		l := form(values{}, map[string]int64{value: 100})
		v := form(values{about: about{section: "conversation", key: "y", title: "y", subject: "y", weight: 1}}, map[string]int64{value: 100}).values["conversation:y"]
		l.values["conversation:y"] = v
		return l
	}
	a, b := two("p"), two("q")
	for _, x := range []struct {
		o            Options
		want, tables int
	}{
		{Options{}, 2, 3}, {Options{Only: []string{"layout"}}, 1, 0}, {Options{Ignore: []string{"layout:*"}}, 1, 3}, {Options{Ignore: []string{"k", "y", "links"}}, 0, 2},
	} {
		if d := Of(a, b, x.o); len(d.Differences) != x.want || len(d.Tables) != x.tables {
			t.Errorf("%+v: %d differences, %d tables", x.o, len(d.Differences), len(d.Tables))
		}
	}
}

// rated makes looks with a rate, so many times in bursts.
func rated(r rate, n int64, burst float64) *Looks {
	l := form(values{}, nil)
	if n > 0 {
		const slots = 60
		mean := float64(n) / slots
		r.count, r.squares, r.minutes = n, (burst*mean*(slots-1)/slots+mean*mean)*slots, l.minutes
		l.rates[r.key] = &r
	}
	return l
}

// TestRates: a factor that the bursts do not explain is told, unless a battle decides how often something comes.
func TestRates(t *testing.T) {
	for _, x := range []struct {
		a, b       int64
		burst      float64
		occasional bool
		want       bool
	}{
		{1000, 1500, 1, false, true}, {1000, 1100, 1, false, false}, {1000, 1500, 200, false, false}, {1000, 0, 1, false, true}, {3, 0, 1, false, false},
		{1000, 5000, 1, true, false}, {1000, 0, 1, true, true},
	} {
		r := rate{about: about{section: "rates", key: "r", title: "r", weight: 1}, per: "per minute", occasional: x.occasional}
		if d := Of(rated(r, x.a, x.burst), rated(r, x.b, x.burst), Options{}); d.Equal == x.want {
			t.Errorf("%d and %d in bursts of %v: %+v", x.a, x.b, x.burst, d.Differences)
		} else if x.want && x.b > 0 && !strings.Contains(d.Differences[0].Text, "1.50 times as many (") {
			t.Error(d.Differences[0].Text)
		}
	}
}

// TestDistributions: what has another middle is told; what is scattered otherwise around the same is not.
func TestDistributions(t *testing.T) {
	dist := func(list ...float64) *Looks {
		x := form(values{}, nil)
		n := &numbers{about: about{section: "rhythm", key: "d", title: "d", weight: 1}, unit: "ms"}
		for range 50 {
			for _, v := range list {
				n.Add(v)
			}
		}
		x.numbers["d"] = n
		return x
	}
	a := dist(98, 99, 100, 101, 102)
	for _, x := range []struct {
		b    *Looks
		want bool
	}{
		{a, false}, {dist(96, 98, 100, 102, 104), false}, {dist(140, 141, 142, 143, 144), true},
	} {
		if d := Of(a, x.b, Options{}); d.Equal == x.want {
			t.Errorf("%+v", d.Differences)
		}
	}
}

// TestTogether: what is found of one subject is one difference, and copies follow their originals.
func TestTogether(t *testing.T) {
	of := func(value string) *Looks {
		l := form(values{}, nil)
		for _, dir := range []string{"C>S", "S>C"} {
			for _, aspect := range []string{"flags", "target"} {
				v := values{about: about{section: "layout", key: dir + aspect, title: dir + ": " + aspect, subject: dir, aspect: aspect, cause: "0x19", origin: dir == "C>S", weight: 1}}
				l.values["layout:"+v.key] = form(v, map[string]int64{value: 50}).values["layout:"+v.key]
			}
		}
		return l
	}
	d := Of(of("x"), of("y"), Options{})
	if len(d.Differences) != 1 || len(d.Differences[0].Parts) != 4 || d.Differences[0].Parts[0].Key[:3] != "C>S" {
		t.Errorf("%+v", d.Differences)
	}
}

// TestNeverChance: a rule without tolerance, a kind of message and a value that only B has are no matter of chance, however
// few they are, if A had occasion; what a battle occasions is.
func TestNeverChance(t *testing.T) {
	rule := func(violations, instances int64, tolerance float64) *Looks {
		r := &figures.CheckRule{ID: "r", Judges: "server", Severity: "error", Verdict: figures.Passed, Instances: instances, Violations: violations, Tolerance: tolerance}
		if violations > 0 {
			r.Verdict = figures.Failed
		}
		l := form(values{}, nil)
		l.rules["r"] = r
		return l
	}
	sent := func(up, down int64, occasional bool) *Looks {
		l := rated(rate{about: about{section: "rates", key: "0x15 C>S", title: "up", cause: "0x15", weight: 1}, occasional: occasional}, up, 1)
		for key, r := range rated(rate{about: about{section: "rates", key: "0x15 S>C", title: "down", cause: "0x15", weight: 1}, occasional: occasional}, down, 1).rates {
			l.rates[key] = r
		}
		return l
	}
	value := func(n, of int64, never bool) *Looks {
		counts := map[string]int64{"usual": of - n}
		if n > 0 {
			counts["new"] = n
		}
		return form(values{never: never}, counts)
	}
	for _, x := range []struct {
		name string
		a, b *Looks
		want int
	}{
		{"rule", rule(0, 375, 0), rule(4, 375, 0), 1},
		{"rule with tolerance", rule(0, 375, 0.01), rule(4, 375, 0.01), 0},
		{"rule of which A has few instances", rule(0, 6, 0), rule(2, 103, 0), 1},
		{"rule of which B has few instances", rule(2, 103, 0), rule(0, 6, 0), 0},
		{"direction", sent(5, 0, true), sent(5, 2, true), 1},
		{"unknown opcode", form(values{}, nil), sent(1, 0, false), 1},
		{"occasion", form(values{}, nil), sent(2, 0, true), 0},
		{"value", value(0, 375, true), value(1, 375, true), 1},
		{"value of which A has few messages", value(0, 6, true), value(3, 38, true), 0},
		{"value of an occasion", value(0, 375, false), value(4, 375, false), 0},
	} {
		if d := Of(x.a, x.b, Options{}); len(d.Differences) != x.want {
			t.Errorf("%s: %d differences, want %d: %+v", x.name, len(d.Differences), x.want, d.Differences)
		}
	}
}

// TestBounds: what would grow with the fields of messages has a limit.
func TestBounds(t *testing.T) {
	var v values
	for i := range 10 * maxValues {
		v.add(fmt.Sprint(i), i, capture.Time{}, 1)
	}
	v.add(strings.Repeat("x", maxValue+1), 0, capture.Time{}, 1)
	if len(v.cells) != maxValues || !v.many || v.of != 10*maxValues+1 {
		t.Errorf("%d values, many %v, of %d", len(v.cells), v.many, v.of)
	}
	x := &looker{Looks: form(values{}, nil), here: &kind{aspects: map[string]*values{}}}
	for i := range 2 * maxKinds {
		x.count(fmt.Sprint(i), "", "x", nil)
	}
	if len(x.here.aspects) != maxKinds || x.dropped != maxKinds {
		t.Errorf("%d aspects, %d dropped", len(x.here.aspects), x.dropped)
	}
	steps := talk(make([]step, maxSteps))
	if x.say(&steps); len(steps) != maxSteps || x.dropped != maxKinds+1 {
		t.Errorf("%d steps, %d dropped", len(steps), x.dropped)
	}
}

// TestPlaces: messages are in the order of their sender, also where their numbers begin again.
func TestPlaces(t *testing.T) {
	x := &looker{Looks: form(values{}, nil), record: &record.Record{Header: &transport.Message{Type: transport.Data}}}
	var all talk
	for _, s := range []struct {
		label string
		seq   uint16
		has   bool
	}{{"unnumbered", 0, false}, {"first", 65534, true}, {"third", 0, true}, {"second", 65535, true}} {
		x.label, x.record.Header.HasSeq, x.record.Header.Seq = s.label, s.has, s.seq
		x.say(&all)
	}
	if got := all.inOrder(); !slices.Equal(got, []string{"unnumbered", "first", "second", "third"}) {
		t.Errorf("%q", got)
	}
}

// leavesOf lists the fields of a message as "path kind value".
func leavesOf(l *leaves, payload []byte) (list []string) {
	d := message.Decode(payload)
	l.of(d.Message, fields.Limit(&d.Decoded), func(n *wire.Node, path, text []byte) {
		list = append(list, fmt.Sprintf("%s %d %s", path, n.Kind, text))
	})
	return list
}

// TestLeaves goes through messages with texts, ids, booleans, and what is cut.
func TestLeaves(t *testing.T) {
	var l leaves
	chat := message.Append(nil, message.OpcodeChat, &message.Chat{SenderID: 3, Text: []byte("hello")})
	if got := leavesOf(&l, chat); !slices.Equal(got, []string{"sender_id 0 3", "text 6 hello"}) || !l.loose {
		t.Errorf("%q, loose %v", got, l.loose)
	}
	if got := leavesOf(&l, chat[:5]); !slices.Equal(got, []string{"sender_id 0 3"}) {
		t.Errorf("of a cut message: %q", got)
	}
	event := message.Append(nil, message.OpcodePythonEvent, &message.Event{ClassID: 0x8129, EventCode: 0x0080004E, SourceID: 1, TargetID: 0x3FFFFFFF, Lifetime: 9.5})
	want := []string{
		"class_id 1 0x00008129", "class_name 6 ObjectExplodingEvent", "event_code 1 0x0080004E", "event_name 6 OBJECT_EXPLODING",
		"source_id 2 0x00000001", "target_id 2 0x3FFFFFFF", "firing_player 0 0", "lifetime 3 9.50",
	}
	if got := leavesOf(&l, event); !slices.Equal(got, want) || l.loose {
		t.Errorf("%q, loose %v; want %q", got, l.loose, want)
	}
	score := message.Append(nil, message.OpcodeScoreChange, &message.ScoreChange{VictimID: 2, Updates: []message.ScoreUpdate{{PlayerID: 4, Score: 5}, {PlayerID: 6, Score: 7}}})
	got := leavesOf(&l, score)
	if !l.loose || !slices.Contains(got, "updates.player_id 0 6") || !slices.Contains(got, "updates.score 0 7") {
		t.Errorf("%q, loose %v", got, l.loose)
	}
}

// TestApart: a link that is sent again on far more than the others is told apart; what is lost on all is not.
func TestApart(t *testing.T) {
	type link = figures.Link
	for _, x := range []struct {
		links []link
		want  int64
	}{
		{[]link{{Reliable: 200}, {Reliable: 200, Insisted: 2}, {Reliable: 200, Insisted: 60}}, 1},
		{[]link{{Reliable: 200, Insisted: 50}, {Reliable: 200, Insisted: 55}, {Reliable: 200, Insisted: 60}}, 0},
		{[]link{{Reliable: 200, Insisted: 60}}, 0},
		// On either side of what a link must have, and of how far it must lie from the others.
		{[]link{{Reliable: 200}, {Reliable: 50, Insisted: 20}}, 1}, {[]link{{Reliable: 200}, {Reliable: 49, Insisted: 20}}, 0},
		{[]link{{Reliable: 50}, {Reliable: 200, Insisted: 20}}, 1}, {[]link{{Reliable: 49}, {Reliable: 200, Insisted: 20}}, 0},
		{[]link{{Reliable: 200}, {Reliable: 100, Insisted: 19}}, 0}, {[]link{{Reliable: 1000}, {Reliable: 1000, Insisted: 99}}, 0},
		{[]link{{Reliable: 1000}, {Reliable: 1000, Insisted: 100}}, 1},
		{[]link{{Reliable: 1000, Insisted: 200}, {Reliable: 1000, Insisted: 599}}, 0}, {[]link{{Reliable: 1000, Insisted: 200}, {Reliable: 1000, Insisted: 601}}, 1},
	} {
		l := &looker{Looks: form(values{}, nil)}
		l.facts = &facts.Facts{}
		l.stats.Links = x.links
		l.rhythm.end(l)
		got := int64(0)
		for _, c := range l.values["rhythm:link sent again"].cells {
			got += c.count
		}
		if got != x.want {
			t.Errorf("%v: %d links, want %d", x.links, got, x.want)
		}
	}
}

// TestLimits: on either side of a limit, what is told and what is not.
func TestLimits(t *testing.T) {
	counts := func(v values, pairs ...any) *Looks {
		m := map[string]int64{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = int64(pairs[i+1].(int))
		}
		return form(v, m)
	}
	plain, never, mixed := values{}, values{never: true}, values{mixed: true}
	often := func(n int64) *Looks {
		return rated(rate{about: about{section: "rates", key: "r", title: "r", weight: 1}, per: "per minute"}, n, 1)
	}
	dist := func(pairs ...float64) *Looks { // how often, and what
		x := form(values{}, nil)
		n := &numbers{about: about{section: "rhythm", key: "d", title: "d", weight: 1}, unit: "ms"}
		for i := 0; i < len(pairs); i += 2 {
			for range int(pairs[i]) {
				n.Add(pairs[i+1])
			}
		}
		x.numbers["d"] = n
		return x
	}
	step := func(ms int) *Looks { // how long a step of the join takes
		x := &looker{Looks: form(values{}, nil), label: "settings", at: capture.Time{Sec: 9}}
		for range 100 {
			x.waits(x.at.Add(-time.Duration(ms) * time.Millisecond))
		}
		return x.Looks
	}
	rule := func(violations, instances int64) *Looks {
		r := &figures.CheckRule{ID: "r", Judges: "server", Severity: "error", Verdict: figures.Passed, Instances: instances, Violations: violations, Tolerance: 0.1}
		if violations > 0 {
			r.Verdict = figures.Failed
		}
		l := form(values{}, nil)
		l.rules["r"] = r
		return l
	}
	for _, x := range []struct {
		name string
		a, b *Looks
		told string // a part of it; "" = nothing is
	}{
		{"some", counts(plain, "u", 10000, "v", 10000), counts(plain, "u", 9900, "v", 10000, "new", 100), "new"},
		{"less than some", counts(plain, "u", 10000, "v", 10000), counts(plain, "u", 9901, "v", 10000, "new", 99), ""},
		{"nearly all", counts(plain, "x", 900, "w", 100), counts(plain, "z", 1000), `"x" in 900 of 1,000 messages of A, "z" in`},
		{"not nearly all", counts(plain, "x", 899, "w", 101), counts(plain, "z", 1000), `"z" in 0 of 1,000 messages of A`},
		{"surely", counts(never, "u", 25, "v", 25), counts(never, "u", 25, "v", 20, "new", 5), "new"},
		{"less than surely", counts(never, "u", 25, "v", 25), counts(never, "u", 25, "v", 21, "new", 4), ""},
		{"mixed otherwise than usual", counts(mixed, "set", 900, "other", 100), counts(mixed, "set", 99, "other", 901), "in 100 of 1,000 messages of A"},
		{"mixed as usual", counts(mixed, "set", 900, "other", 100), counts(mixed, "set", 101, "other", 899), ""},
		{"an unlike rate", often(10000), often(12500), "1.25 times"},
		{"a like rate", often(10000), often(12400), ""},
		{"an unlike rate the other way", often(12500), often(10000), "0.80 times"},
		{"apart", dist(250, 100, 250, 200), dist(149, 100, 351, 200), "distance 0.20"},
		{"not apart", dist(250, 100, 250, 200), dist(155, 100, 345, 200), ""},
		{"another middle", dist(500, 100), dist(500, 112), "distance 1.00"},
		{"much the same middle", dist(500, 100), dist(500, 108), ""},
		{"another end", dist(500, 100), dist(350, 100, 150, 130), "distance 0.30"},
		{"much the same end", dist(500, 100), dist(350, 100, 150, 120), ""},
		{"a slow step", step(20), step(75), "distance 1.00"},
		{"a step as slow", step(20), step(65), ""},
		{"a rule that is broken often", rule(0, 8), rule(34, 100), "broken 34 of 100"},
		{"a rule that is broken seldom", rule(0, 8), rule(33, 100), ""},
		{"a rule of which there are few instances", rule(0, 7), rule(20, 100), "broken 20 of 100"},
		{"a rule of which there are several", rule(0, 8), rule(20, 100), ""},
	} {
		d, got := Of(x.a, x.b, Options{}), ""
		if len(d.Differences) > 0 {
			got = d.Differences[0].Text
		}
		if got == "" != (x.told == "") || !strings.Contains(got, x.told) {
			t.Errorf("%s: %q, want %q", x.name, got, x.told)
		}
	}
	// A large sample of what follows one another is no surer than one of 400.
	chance := func(n float64) float64 {
		return *Of(dist(n/2, 100, n/2, 200), dist(n/4, 100, 3*n/4, 200), Options{}).Differences[0].Chance
	}
	if some, many, fewer := chance(400), chance(8000), chance(200); some != many || fewer <= some {
		t.Errorf("chances %v, %v, %v", some, many, fewer)
	}
	score := func(p float64) float64 {
		f := &finding{about: &about{weight: 1}, p: p}
		f.rate()
		return f.Score
	}
	if score(1e-5) >= score(1e-6) || score(1e-6) != score(1e-8) {
		t.Errorf("scores %v, %v, %v", score(1e-5), score(1e-6), score(1e-8))
	}
	var parts []*finding
	for _, aspect := range strings.Fields("a b c d e f g") {
		parts = append(parts, &finding{about: &about{aspect: aspect}})
	}
	if text := difference(parts).Text; text != "; also b, c, d, e and 2 more" {
		t.Errorf("%q", text)
	}
	for n, want := range map[int64]bool{9: true, 10: false} {
		if got := strangers(&figures.SameSession{Links: []figures.SessionLink{{Paired: n + 3, OnlyA: 1, OnlyB: 2}}}); got != want {
			t.Errorf("%d datagrams in common: strangers %v", n, got)
		}
	}
	for n, want := range map[int64]int{100: 1, 101: 0} { // one in twenty
		s := &figures.SameSession{Paired: n, Links: []figures.SessionLink{{Paired: n}}}
		if d := same(figures.DiffFile{File: figures.File{Frames: 2000}}, figures.DiffFile{File: figures.File{Frames: 3000}}, s); len(d.Differences) != want {
			t.Errorf("%d of 2,000 datagrams in common: %+v", n, d.Differences)
		}
	}
}
