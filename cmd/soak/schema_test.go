package main

import (
	"bytes"
	"hash/fnv"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/internal/expected"
	"bcdump/report/figures"
	"bcdump/report/records"
	"bcdump/report/render"
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
	if _, err := decode.Open("soak", bytes.NewReader(data), o); err != nil {
		return nil
	}
	text, f := matchOf(bytesOf(data), o)
	if f != nil {
		t.Fatal(f.text)
	}
	return text
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
	if err := c.Render(&one, records.JSONLines(records.JSONOptions{})); err != nil {
		t.Fatal(err)
	}
	report, f := statsOf(bytesOf(data), o)
	if f != nil {
		t.Fatal(f.text)
	}
	if err := render.WriteJSON(&two, report); err != nil {
		t.Fatal(err)
	}
	line := timeline.New(timeline.Options{
		Row: render.TimelineJSON[figures.TimelineRow](&three), EntityRow: render.TimelineJSON[figures.EntityRow](&three),
	})
	if err := line.File("soak", open()); err != nil {
		t.Fatal(err)
	}
	sum := line.Summary()
	if err := render.WriteJSON(&summary, &sum); err != nil {
		t.Fatal(err)
	}
	return one.Bytes(), two.Bytes(), append(summary.Bytes(), three.Bytes()...)
}

// TestSchemaOfFlippedSides holds a report with a negative count of resends: the copies of a message
// go both ways, because client and server were mistaken for each other.
func TestSchemaOfFlippedSides(t *testing.T) {
	subjects := corpusSubjects(t)
	join := subjects[slices.IndexFunc(subjects, func(s *subject) bool { return s.name == "stock-join.pcap" })]
	multiply := slices.IndexFunc(kinds, func(k kind) bool { return k.name == "multiply frame" })
	const seed = 0x9E3779B97F4A7C15
	for i := range uint64(20) {
		data, _ := damage(join.data, []step{{&kinds[multiply], i * seed}})
		holdsSchemas(t, data, decode.Options{Jobs: 1})
		report, f := statsOf(bytesOf(data), decode.Options{Jobs: 1})
		if f != nil {
			t.Fatal(f.text)
		}
		if slices.ContainsFunc(report.Resends, func(r figures.Resend) bool { return r.Count < 0 }) {
			return
		}
	}
	t.Error("no case has such a message")
}

// TestSchemas damages captures in all ways.
func TestSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("damages many captures")
	}
	for i, s := range corpusSubjects(t) {
		if !s.plain || len(s.data) > largestSubject {
			continue
		}
		holdsSchemas(t, s.data, decode.Options{Jobs: 1})
		for k := range kinds {
			if (i+k)%5 == 0 {
				data, _ := damage(s.data, []step{{&kinds[k], uint64(1 + i*k)}, {&kinds[(k+i)%len(kinds)], uint64(i + 7*k)}})
				holdsSchemas(t, data, decode.Options{Jobs: 1})
			}
		}
	}
}
