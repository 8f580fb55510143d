package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/records"
	"bcdump/report/render"
	"bcdump/report/stats"
	"bcdump/report/timeline"
)

// texts is a capture whose texts are replaced by such that steer a terminal or are formulas.
type texts struct {
	subject *subject
	name    string // that the file is said to have
	seed    uint64
	forced  bool
}

// mostForTexts is the largest capture whose texts are replaced, in bytes: all forms of what it
// gives are kept to be looked at.
const mostForTexts = 64 << 10

func newTexts(_ *settings, subjects []*subject, chance *rand.Rand) attack {
	fit := slices.DeleteFunc(slices.Clone(subjects), func(s *subject) bool { return !s.plain || len(s.data) > mostForTexts })
	if len(fit) == 0 {
		return skipped{}
	}
	s := fit[chance.IntN(len(fit))]
	return &texts{subject: s, name: hostileText(chance, true), seed: chance.Uint64(), forced: chance.IntN(8) == 0}
}

func (t *texts) about() []string {
	data, n := t.rewritten()
	return []string{t.subject.name, fmt.Sprintf("with the name %q, %d messages with hostile texts, now %d bytes, everything is the game %v", t.name, n, len(data), t.forced)}
}

func (t *texts) capture() io.Reader {
	data, _ := t.rewritten()
	return bytes.NewReader(data)
}

// hostileText is one of the texts, a few of them, a long one, or a broken one.
func hostileText(chance *rand.Rand, wide bool) string {
	some := hostile.Texts
	if !wide {
		some = some[:hostile.Narrow]
	}
	one := func() string { return some[chance.IntN(len(some))] }
	switch chance.IntN(6) {
	case 0:
		return one() + one()
	case 1:
		const most = 200 // bytes: any length byte holds it
		text := strings.Repeat(one(), 1+chance.IntN(20))
		return text[:min(len(text), most)]
	case 2:
		return string([]byte{0xFF, 0xE2, 0x80, byte(chance.Uint32())}) + one()
	case 3:
		return ""
	}
	return one()
}

// rewritten replaces the texts of all messages that are understood, and counts these messages.
func (t *texts) rewritten() (data []byte, n int) {
	d := damager{b: t.subject.data, layout: t.subject.layout}
	chance := rand.New(rand.NewPCG(t.seed, 0))
	filler := hostile.Filler{Text: func(wide bool) string { return hostileText(chance, wide) }}
	at := 0
	for _, r := range d.layout.frames() {
		frame, changed := refill(&d, r, filler)
		if changed == 0 {
			continue
		}
		n += changed
		data = append(append(data, d.b[at:r.start]...), d.recordWith(r, frame, true)...)
		at = r.end
	}
	return append(data, d.b[at:]...), n
}

// refill gives a frame with other texts, and how many messages have them.
func refill(d *damager, r record, filler hostile.Filler) (frame []byte, n int) {
	udp, ok := d.dissect(r)
	if !ok {
		return nil, 0
	}
	payload, changed := filler.Datagram(udp.Payload)
	if changed {
		n = 1
	} else if payload, n = refillGame(udp.Payload, filler); n == 0 {
		return nil, 0
	}
	header := int(udp.HeaderBytes)
	frame = slices.Concat(d.b[r.frame:r.frame+header], payload)
	mendLengths(frame, header)
	return frame, n
}

// refillGame gives a datagram of the game with other texts in its messages.
func refillGame(sent []byte, filler hostile.Filler) (payload []byte, n int) {
	if len(sent) < transport.DatagramHeader {
		return nil, 0
	}
	plain := make([]byte, len(sent))
	cipher.Decipher(plain, sent)
	messages, fault := transport.Walk(plain, 0, nil)
	if fault.Cause != transport.None {
		return nil, 0
	}
	out := slices.Clone(plain[:transport.DatagramHeader])
	for i := range messages {
		m := &messages[i]
		if body, changed := filler.Message(m, m.Payload(plain)); changed {
			out = m.Append(out, body)
			n++
		} else {
			out = append(out, m.Bytes(plain)...)
		}
	}
	payload = make([]byte, len(out))
	cipher.Encipher(payload, out)
	return payload, n
}

func (t *texts) check() *finding {
	data, n := t.rewritten()
	totals.texts += int64(n)
	in := bytesOf(data)
	v := variant{forced: t.forced}
	one, err := decodeLines(in, v.options(1, 0))
	if err != nil {
		return found("refused", "%v", err)
	}
	totals.add(&one)
	return firstOf(
		func() *finding { return checkOutput(&one) },
		func() *finding { return t.checkDecode(in, v.options(2, 0), one.summary.First) },
		func() *finding { return t.checkStats(in, v.options(2, 0)) },
		func() *finding { return t.checkTimeline(in, v.options(2, 0)) },
	)
}

// harmless looks at outputs as they are written: text, JSON, CSV.
type harmless struct {
	text, json, csv, rows bytes.Buffer
}

func (h *harmless) check(what string) *finding {
	for _, form := range []struct {
		name string
		err  error
	}{{"text", hostile.CheckText(h.text.Bytes())}, {"JSON", hostile.CheckJSON(h.json.Bytes())},
		{"CSV", hostile.CheckCSV(h.csv.Bytes())}, {"CSV of entities", hostile.CheckCSV(h.rows.Bytes())}} {
		if form.err != nil {
			return found("texts", "%s as %s: %v", what, form.name, form.err)
		}
	}
	return nil
}

// written turns the first error into a finding.
func written(errs ...error) *finding {
	for _, err := range errs {
		if err != nil {
			return found("texts", "%v", err)
		}
	}
	return nil
}

func (t *texts) checkDecode(in input, o decode.Options, start capture.Time) *finding {
	var h harmless
	text, err := decode.Open(t.name, in(), o)
	if err != nil {
		return found("texts", "%v", err)
	}
	lines, err := decode.Open(t.name, in(), o)
	if err != nil {
		return found("texts", "%v", err)
	}
	if f := written(text.Render(&h.text, records.Text(records.TextOptions{Explain: true, Start: start})), lines.Render(&h.json, records.JSONLines(records.JSONOptions{}))); f != nil {
		return f
	}
	return h.check("decode")
}

func (t *texts) checkStats(in input, o decode.Options) *finding {
	c, err := decode.Open(t.name, in(), o)
	if err != nil {
		return found("texts", "%v", err)
	}
	s := stats.New(stats.Options{By: []string{stats.ByLink, stats.ByObject}})
	if err := s.File(t.name, c); err != nil {
		return found("texts", "%v", err)
	}
	report := s.Report()
	return showStats(&report)
}

// showStats looks at figures in all forms.
func showStats(report *figures.Stats) *finding {
	var h harmless
	if f := written(render.WriteStats(&h.text, report, render.Options{Width: 120}), render.WriteJSON(&h.json, report)); f != nil {
		return f
	}
	for _, list := range render.StatsLists() {
		h.csv.Reset()
		if f := written(render.WriteStatsCSV(&h.csv, report, list, render.ForSpreadsheets)); f != nil {
			return f
		}
		if f := h.check("stats " + list); f != nil {
			return f
		}
		h.text.Reset() // looked at once
		h.json.Reset()
	}
	return nil
}

func (t *texts) checkTimeline(in input, o decode.Options) *finding {
	c, err := decode.Open(t.name, in(), o)
	if err != nil {
		return found("texts", "%v", err)
	}
	var h harmless
	ships, err := render.TimelineCSV(&h.csv, render.ForSpreadsheets)
	if err != nil {
		return found("texts", "%v", err)
	}
	entities, err := render.EntityTimelineCSV(&h.rows, render.ForSpreadsheets)
	if err != nil {
		return found("texts", "%v", err)
	}
	row, entity := render.TimelineJSON[figures.TimelineRow](&h.json), render.TimelineJSON[figures.EntityRow](&h.json)
	line := timeline.New(timeline.Options{Row: both(row, ships), EntityRow: both(entity, entities)})
	if err := line.File(t.name, c); err != nil {
		return found("texts", "%v", err)
	}
	summary, overview := line.Summary(), line.Overview()
	o2 := render.Options{Width: 120}
	if f := written(render.WriteJSON(&h.json, &summary), render.WriteOverview(&h.text, &overview, o2), render.WriteTimelineSummary(&h.text, &summary, o2)); f != nil {
		return f
	}
	return h.check("timeline")
}

// both gives a row to two printers.
func both[Row any](one, two func(*Row) error) func(*Row) error {
	return func(r *Row) error {
		if err := one(r); err != nil {
			return err
		}
		return two(r)
	}
}
