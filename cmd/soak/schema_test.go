package main

import (
	"bytes"
	"hash/fnv"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/records"
	"bcdump/report/render"
	"bcdump/report/scoreboard"
	"bcdump/report/stats"
	"bcdump/report/timeline"
)

// oneInAHundred picks cases by their bytes, so that a finding can be had again.
func oneInAHundred(data []byte) bool {
	sum := fnv.New32a()
	_, _ = sum.Write(data) // a hash takes everything
	return sum.Sum32()%100 == 0
}

// mostLines is how many lines of one form of a case are held against a schema.
const mostLines = 300

// holdsSchemas decodes bytes into all forms of JSON, and holds each line against its schema.
func holdsSchemas(t *testing.T, data []byte, o decode.Options) {
	t.Helper()
	lines, stats, rows := jsonOf(t, data, o)
	for name, text := range map[string][]byte{"decode": lines, "stats": stats, "timeline": rows, "match": matchJSON(t, data, o)} {
		n := 0
		for line := range bytes.Lines(text) {
			if n++; n > mostLines {
				break
			}
			if err := expected.SchemaOf(t, name).Check(line); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, line)
			}
		}
	}
}

// matchJSON gives a match; nothing of what is no capture.
func matchJSON(t *testing.T, data []byte, o decode.Options) []byte {
	t.Helper()
	c, err := decode.Open("soak", bytes.NewReader(data), o)
	if err != nil {
		return nil
	}
	m := must.Get(scoreboard.Of("soak", c, scoreboard.Options{}))(t)
	var out bytes.Buffer
	must.Do(t, render.WriteJSON(&out, m))
	return out.Bytes()
}

// statsOf gives the figures of a capture.
func statsOf(t *testing.T, c *decode.Capture) *figures.Stats {
	t.Helper()
	s := stats.New(stats.Options{By: []string{stats.ByLink, stats.ByObject}})
	must.Do(t, s.File("soak", c))
	report := s.Report()
	return &report
}

// jsonOf gives lines of records, the figures of stats, and the summary and rows of a timeline;
// nothing of what is no capture.
func jsonOf(t *testing.T, data []byte, o decode.Options) (lines, stats, rows []byte) {
	t.Helper()
	open := func() *decode.Capture {
		c, err := decode.Open("soak", bytes.NewReader(data), o)
		if err != nil {
			return nil
		}
		return c
	}
	c := open()
	if c == nil {
		return nil, nil, nil
	}
	var one, two, three, summary bytes.Buffer
	must.Do(t, c.Render(&one, records.JSONLines(records.JSONOptions{})))
	must.Do(t, render.WriteJSON(&two, statsOf(t, open())))
	line := timeline.New(timeline.Options{
		Row: render.TimelineJSON[figures.TimelineRow](&three), EntityRow: render.TimelineJSON[figures.EntityRow](&three),
	})
	must.Do(t, line.File("soak", open()))
	sum := line.Summary()
	must.Do(t, render.WriteJSON(&summary, &sum))
	return one.Bytes(), two.Bytes(), append(summary.Bytes(), three.Bytes()...)
}

// TestSchemaOfFlippedSides holds a report with a negative count of resends: the copies of a message
// go both ways, because client and server were mistaken for each other.
func TestSchemaOfFlippedSides(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	subjects := corpusSubjects(t)
	join := subjects[slices.IndexFunc(subjects, func(s *subject) bool { return s.name == "stock-join.pcap" })]
	multiply := slices.IndexFunc(kinds, func(k kind) bool { return k.name == "multiply frame" })
	const seed = 0x9E3779B97F4A7C15
	for i := range uint64(20) {
		data, _ := damage(join.data, []step{{&kinds[multiply], i * seed}})
		report := statsOf(t, must.Get(decode.Open("soak", bytes.NewReader(data), decode.Options{Jobs: 1}))(t))
		if slices.ContainsFunc(report.Resends, func(r figures.Resend) bool { return r.Count < 0 }) {
			holdsSchemas(t, data, decode.Options{Jobs: 1})
			return
		}
	}
	t.Error("no case has such a message")
}

// TestSchemas damages captures in all ways; an ordinary run in some.
func TestSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("damages many captures")
	}
	for i, s := range corpusSubjects(t) {
		if !s.plain || len(s.data) > largestSubject {
			continue
		}
		if i%heavy.Scale(6, 1) == 0 {
			holdsSchemas(t, s.data, decode.Options{Jobs: 1})
		}
		for k := range kinds {
			if (i+k)%heavy.Scale(150, 5) == 0 {
				data, _ := damage(s.data, []step{{&kinds[k], uint64(1 + i*k)}, {&kinds[(k+i)%len(kinds)], uint64(i + 7*k)}})
				holdsSchemas(t, data, decode.Options{Jobs: 1})
			}
		}
	}
}
