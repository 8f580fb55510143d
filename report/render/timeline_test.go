package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/timeline"
)

const timelineDocument = "../../docs/reference/timeline.md"

// fought is a capture of a generated battle.
var fought = sync.OnceValues(func() ([]byte, error) {
	script, err := battle.Script(battle.Options{Players: 3, Duration: time.Minute, Seed: 3, Loss: 0.02, Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)})
	if err != nil {
		return nil, err
	}
	// Stock hosts tell a killer's score in another message; other servers do in this one.
	score := message.Append(nil, 0x36, &message.ScoreChange{KillerID: 2, KillerKills: 1, KillerScore: 500, VictimID: 3})
	last := script.Sent[len(script.Sent)-1]
	client := netip.MustParseAddrPort("10.10.10.101:59405")
	script.Game(last.At, synth.StockServer, client, synth.Datagram(synth.Host, synth.Reliable(60000, score)))
	return script.Pcap(synth.Ethernet()), nil
})

// played is a capture of a generated game of entity-state.
var played = sync.OnceValue(func() []byte {
	return battle.EntityGame(battle.Options{Players: 2, Duration: 20 * time.Second, Seed: 5, Late: true, Crowd: 40}).Pcap(synth.Ethernet())
})

// timelineCaptures are those of the project, a generated game, and those from outside.
func timelineCaptures(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{"battle": must.Get(fought())(t), "entities": played()}
	folders := []string{filepath.Join("..", "..", "testdata", "pcaps")}
	if outside.Set() && !testing.Short() {
		folders = append(folders, outside.Folder(t))
	}
	for _, folder := range folders {
		paths := must.Get(filepath.Glob(filepath.Join(folder, "*.pcap*")))(t)
		logs, _ := filepath.Glob(filepath.Join(folder, "*.log")) // the pattern is sound
		for _, path := range append(paths, logs...) {
			if info, err := os.Stat(path); err != nil || info.IsDir() || info.Size() > heavy.Scale[int64](450<<10, 1<<20) {
				continue
			}
			raw := must.Get(os.ReadFile(path))(t)
			if _, err := decode.Open(path, bytes.NewReader(raw), decode.Options{}); err == nil {
				files[filepath.Base(path)] = raw
			}
		}
	}
	return files
}

// timelineOf reads a capture.
func timelineOf(t *testing.T, name string, raw []byte, row func(any) error) *timeline.Timeline {
	t.Helper()
	c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
	x := timeline.New(timeline.Options{Row: row})
	must.Do(t, x.File(name, c))
	return x
}

func TestTimelineSchema(t *testing.T) {
	s := expected.SchemaOf(t, "timeline")
	check := func(name string, line []byte) {
		if err := s.Check(line); err != nil {
			t.Errorf("%s: %v\n%s", name, err, line)
		}
	}
	happened, entityEvents := map[string]bool{}, map[string]bool{}
	for name, raw := range timelineCaptures(t) {
		var rows bytes.Buffer
		write, n := render.JSONLines(&rows), 0
		x := timelineOf(t, name, raw, func(row any) error {
			event := false
			switch r := row.(type) {
			case *figures.TimelineRow:
				if event = r.Event != nil; event {
					happened[r.Event.What] = true
				}
			case *figures.EntityRow:
				if event = r.Event != nil; event {
					entityEvents[r.Event.What] = true
				}
			}
			if n++; n > heavy.Scale(20, 2000) && !event {
				return nil // they are all alike
			}
			return write(row)
		})
		for line := range bytes.Lines(rows.Bytes()) {
			check(name, line)
		}
		var b bytes.Buffer
		summary := x.Summary()
		must.Do(t, render.WriteJSON(&b, &summary))
		check(name, b.Bytes())
	}
	for _, what := range []string{figures.Created, figures.Fired, figures.FiredAt, figures.Exploded, figures.Killed, figures.Damaged, figures.Scored} {
		if !happened[what] {
			t.Errorf("nothing %s in any capture", what)
		}
	}
	for _, what := range figures.EntityEventNames() {
		if !entityEvents[what] {
			t.Errorf("nothing %s in any capture", what)
		}
	}
	for what := range happened {
		if !slices.Contains(figures.EventNames(), what) {
			t.Errorf("%q is not in the list of what can happen", what)
		}
	}
}

// TestTimelineSchemaRefuses shows that the schema says something.
func TestTimelineSchemaRefuses(t *testing.T) {
	raw := timelineCaptures(t)["battle"]
	var rows bytes.Buffer
	timelineOf(t, "battle", raw, render.JSONLines(&rows))
	line, _, _ := strings.Cut(rows.String(), "\n")
	expected.SchemaOf(t, "timeline").Refuses(t, line, [][2]string{
		{`"kind":"event"`, `"kind":"update"`}, {`"what":"created"`, `"what":"made"`}, {`"v":1`, `"v":2`}, {`"shields":[`, `"shields":[1,`},
		{`"hull":100`, `"hull":101`}, {`"ship":`, `"boat":`}, {`"life":1`, `"lives":1`}, {`"object_id":"0x3FFF`, `"object_id":"0x3fff`},
	})
}

func TestTimelineDocument(t *testing.T) {
	document := must.Get(os.ReadFile(timelineDocument))(t)
	for _, what := range append(figures.EventNames(), figures.EntityEventNames()...) {
		if !bytes.Contains(document, []byte("`"+what+"`")) {
			t.Errorf("the document does not explain %q", what)
		}
	}
}

// TestTimelineCSV reads what was written, and compares it with the JSON form.
func TestTimelineCSV(t *testing.T) {
	raw := timelineCaptures(t)["battle"]
	var text bytes.Buffer
	write := must.Get(render.TimelineCSV(&text, render.ForSpreadsheets, false))(t)
	var rows []figures.TimelineRow
	timelineOf(t, "battle", raw, func(r any) error {
		rows = append(rows, *r.(*figures.TimelineRow))
		return write(r)
	})
	if n := bytes.Count(text.Bytes(), []byte("\r\n")); n != len(rows)+1 || n != bytes.Count(text.Bytes(), []byte("\n")) {
		t.Errorf("%d lines that end with CR LF, want %d", n, len(rows)+1)
	}
	lines := must.Get(csv.NewReader(&text).ReadAll())(t)
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	for i, line := range lines[1:] {
		r := &rows[i]
		get := func(name string) string { return line[column[name]] }
		what, hull := "", ""
		if r.Event != nil {
			what = r.Event.What
		}
		if r.Hull != nil {
			number, _ := json.Marshal(*r.Hull)
			hull = string(number)
		}
		for name, want := range map[string]string{
			"kind": r.Kind, "time": r.Time.String(), "object_id": r.ObjectID, "name": r.Name, "event": what, "hull": hull,
			"flags": strings.Join(r.Flags, " "), "fresh": strings.Join(r.Fresh, " "),
		} {
			if got := get(name); got != want {
				t.Fatalf("line %d: %s is %q, want %q", i+2, name, got, want)
			}
		}
		if (get("shield_front") == "") != (r.Shields == nil) || (get("x") == "") != (r.WorldPosition == nil) {
			t.Fatalf("line %d: %v", i+2, line)
		}
	}
}

// TestEntityTimelineCSV reads what was written, and compares it with the rows.
func TestEntityTimelineCSV(t *testing.T) {
	var text bytes.Buffer
	write := must.Get(render.TimelineCSV(&text, render.ForSpreadsheets, true))(t)
	var rows []figures.EntityRow
	timelineOf(t, "entities", timelineCaptures(t)["entities"], func(r any) error {
		rows = append(rows, *r.(*figures.EntityRow))
		return write(r)
	})
	lines, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(lines) != len(rows)+1 {
		t.Fatalf("%d lines of %d rows, %v", len(lines), len(rows), err)
	}
	looked := heavy.Scale(400, 2000)
	for i, line := range lines[1 : looked+1] {
		for k, name := range lines[0] {
			if want := entityField(t, &rows[i], name); line[k] != want {
				t.Fatalf("line %d: %s is %q, want %q", i+2, name, line[k], want)
			}
		}
	}
}

// entityField is a field of a row, by its JSON form.
func entityField(t *testing.T, r *figures.EntityRow, name string) string {
	t.Helper()
	raw := must.Get(json.Marshal(r))(t)
	var keys map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	must.Do(t, d.Decode(&keys))
	event, _ := keys["event"].(map[string]any)
	value := keys[name]
	switch name {
	case "event":
		value = event["what"]
	case "from", "to", "text":
		value = event[name]
	}
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// TestTimelineColours shows that damage is red, and that colours change nothing else.
func TestTimelineColours(t *testing.T) {
	low, high, down := 12.0, 100.0, [6]float64{0, 100, 100, 100, 100, 100}
	o := figures.Overview{Updates: 2, Shown: 2, Sections: []figures.Section{{
		Names: []string{"Cady2's Akira"}, IDs: []string{"0x3FFFFFFF"}, First: reporttest.At("2026-02-14T22:08:00.000000Z"), Last: reporttest.At("2026-02-14T22:08:01.000000Z"),
		Moments: []figures.Moment{
			{Time: reporttest.At("2026-02-14T22:08:00.000000Z"), Update: true, State: figures.State{Hull: &high}},
			{Time: reporttest.At("2026-02-14T22:08:01.000000Z"), State: figures.State{Hull: &low, Shields: &down}, Event: &figures.Event{What: figures.Exploded, Text: "exploded"}},
		},
	}}}
	write := func(color bool) string {
		var b bytes.Buffer
		must.Do(t, render.WriteOverview(&b, &o, render.Options{Width: 80, Color: color}))
		return b.String()
	}
	colored, plain := write(true), write(false)
	for _, want := range []string{"\x1b[31m12 %\x1b[0m", "\x1b[31m·█████\x1b[0m", "\x1b[31mexploded\x1b[0m"} {
		if !strings.Contains(colored, want) {
			t.Errorf("%q is not in\n%s", want, colored)
		}
	}
	if got := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(colored, ""); got != plain {
		t.Errorf("with colours:\n%s\nwithout:\n%s", got, plain)
	}
}

// TestOverviewColumns: which columns there are depends on the width alone, and no percent is cut.
func TestOverviewColumns(t *testing.T) {
	percent, yes := 53.0, true
	for _, width := range []int{60, 80, 120, 160, 200, 240} {
		heads := map[string]bool{}
		for _, state := range []figures.State{
			{},
			{Hull: &percent, Shields: &[6]float64{1, 2, 3, 4, 5, 100}, Cloaked: &yes, Lowest: &figures.Part{Name: "Impulse Engines of an unusual kind", Percent: percent}},
		} {
			event := figures.Event{What: figures.Killed, Text: "killed " + strings.Repeat("one and another ", 20)}
			o := figures.Overview{Sections: []figures.Section{{Names: []string{"Akira"}, Moments: []figures.Moment{{Time: reporttest.At("2026-02-14T22:08:00.5Z"), State: state, Event: &event}}}}}
			var b bytes.Buffer
			must.Do(t, render.WriteOverview(&b, &o, render.Options{Width: width}))
			head := regexp.MustCompile("(?m)^ time .*$").FindString(b.String())
			heads[strings.Join(strings.Fields(head), " ")] = true
			if state.Lowest != nil && strings.Count(b.String(), "53 %") != 2 {
				t.Errorf("width %d: the percent of hull and lowest part are not there:\n%s", width, b.String())
			}
			if strings.Count(strings.Join(strings.Fields(b.String()), " "), "another") != 20 {
				t.Errorf("width %d: not all of the event is there:\n%s", width, b.String())
			}
		}
		if len(heads) != 1 {
			t.Errorf("width %d: columns differ: %v", width, heads)
		}
	}
}

// TestTallies: several events are told in one.
func TestTallies(t *testing.T) {
	counts := []figures.Tally{
		{What: figures.Fired, Count: 3, Parts: []string{"Forward Torpedo"}, Others: []string{"Ace's Sovereign"}},
		{What: figures.FiredAt, Count: 4, Parts: []string{"Phasers"}, Others: []string{"Ace's Sovereign", "Kang's Akira"}},
		{What: figures.Damaged, Count: 2, Parts: []string{"Hull", "Warp Core"}},
		{What: figures.Scored, Count: 1, Text: "score 100, 1 kill"},
	}
	o := figures.Overview{Sections: []figures.Section{{Names: []string{"Akira"}, Moments: []figures.Moment{{Time: reporttest.At("2026-02-14T22:08:00Z"), Counts: counts}}}}}
	var b bytes.Buffer
	must.Do(t, render.WriteOverview(&b, &o, render.Options{Width: 230}))
	const want = "under fire 4× from Ace, Kang · fired 3× Forward Torpedo → Ace · damaged 2× Hull, Warp Core · score 100, 1 kill"
	if got := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(got, want) {
		t.Error(b.String())
	}
}

// TestHeadingNamesShipsOnce: an id stands there once, whether the class was known from the start or
// came to be known.
func TestHeadingNamesShipsOnce(t *testing.T) {
	for _, c := range []struct {
		names, ids []string
		player     string
		want       string
	}{
		{[]string{"0x40000022", "Galor 0x40000022"}, []string{"0x40000022"}, "", "Galor 0x40000022   2026"},
		{[]string{"0x40000022"}, []string{"0x40000022"}, "", "0x40000022   2026"},
		{[]string{"Galor 0x40000022"}, []string{"0x40000022"}, "", "Galor 0x40000022   2026"},
		{[]string{"Cady2's Akira"}, []string{"0x3FFFFFFF", "0x40000013"}, "Cady2", "Cady2's Akira   0x3FFFFFFF 0x40000013 · 2026"},
		{[]string{"Cady2's Akira", "Akira 0x40000013"}, []string{"0x3FFFFFFF", "0x40000013"}, "Cady2", "Cady2: Akira, Akira 0x40000013   0x3FFFFFFF 0x40000013 · 2026"},
	} {
		o := figures.Overview{Sections: []figures.Section{{
			Names: c.names, IDs: c.ids, Player: c.player, First: reporttest.At("2026-02-14T22:08:00.000000Z"), Last: reporttest.At("2026-02-14T22:08:01.000000Z"),
		}}}
		var b bytes.Buffer
		must.Do(t, render.WriteOverview(&b, &o, render.Options{Width: 100}))
		if !strings.HasPrefix(strings.TrimLeft(b.String(), "\n"), c.want) {
			t.Errorf("%v: want %q in\n%s", c.names, c.want, b.String())
		}
	}
}

// TestWorldsApart: the text says whose world it is, if not all clients are told the same.
func TestWorldsApart(t *testing.T) {
	const client = "198.51.100.21:50001"
	at := reporttest.At("2026-02-14T22:08:00Z")
	life := figures.EntityLife{Receiver: client, Apart: true, First: at}
	row := figures.EntityRow{Kind: figures.KindEvent, Time: at, Receiver: client, Apart: true, Event: &figures.EntityEvent{What: figures.Appeared, Text: "appeared"}}
	look := render.Options{Width: 140}
	for name, write := range map[string]func(b *bytes.Buffer) error{
		"row": func(b *bytes.Buffer) error {
			return render.TimelineTables(b, look, false)(&row)
		},
		"overview": func(b *bytes.Buffer) error {
			return render.WriteOverview(b, &figures.Overview{Worlds: []figures.EntityWorld{{Receiver: client, Apart: true, First: at, Players: []figures.EntityLife{life}}}}, look)
		},
		"summary": func(b *bytes.Buffer) error {
			return render.WriteTimelineSummary(b, &figures.Timeline{Entities: []figures.EntityLife{life}, EntitySums: []figures.EntitySum{{Receiver: client, Apart: true}}}, look)
		},
	} {
		var b bytes.Buffer
		must.Do(t, write(&b))
		if !strings.Contains(b.String(), "told to "+client) && !strings.Contains(b.String(), "What "+client+" is told differs") && !strings.Contains(b.String(), "Not all clients of a server are told the same") {
			t.Errorf("%s: the text does not say whose world it is:\n%s", name, b.String())
		}
	}
}
