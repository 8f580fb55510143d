package check_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// entityBreak breaks a rule in a game of entity-state: by a trouble of the battle, or by a change. That gets each message in order, and whose States are alike those
// of one tick have one number; it says whether it has changed the message. What it empties is not sent.
type entityBreak struct {
	rule    string // "" = none
	trouble string // of the battle; "" and no change = the one that is called like the rule
	change  func(d *synth.Sent, tick int) bool
	follows string // a rule that it always breaks too
}

const entitySize = 25

// withEntity adds an entity to a State.
func withEntity(d *synth.Sent, id uint32, kind uint8) bool {
	n := binary.LittleEndian.Uint16(d.Payload[4:])
	d.Payload = append(slices.Clone(d.Payload), make([]byte, entitySize)...)
	e := d.Payload[len(d.Payload)-entitySize:]
	binary.LittleEndian.PutUint32(e, id)
	e[4] = kind
	binary.LittleEndian.PutUint16(d.Payload[4:], n+1)
	return resized(d)
}

// resized writes the size of the payload into the header.
func resized(d *synth.Sent) bool {
	binary.LittleEndian.PutUint16(d.Payload, uint16(len(d.Payload)-reporttest.EntityHeader))
	return true
}

// inSome has each fiftieth State changed.
func inSome(change func(d *synth.Sent, tick int) bool) func(*synth.Sent, int) bool {
	return func(d *synth.Sent, tick int) bool {
		if tick%50 != 10 {
			return false
		}
		d.Payload = slices.Clone(d.Payload)
		return change(d, tick)
	}
}

// while adds an entity of a type in some ticks.
func while(id uint32, kind uint8, ticks ...[2]int) func(*synth.Sent, int) bool {
	return func(d *synth.Sent, tick int) bool {
		return slices.ContainsFunc(ticks, func(r [2]int) bool { return tick >= r[0] && tick < r[1] }) && withEntity(d, id, kind)
	}
}

func inputs(change func(d *synth.Sent) bool) func(*synth.Sent, int) bool {
	return func(d *synth.Sent, tick int) bool {
		if tick > 0 || !reporttest.IsType(d, reporttest.TypeInput) || d.At%7 > 0 {
			return false
		}
		d.Payload = slices.Clone(d.Payload)
		return change(d)
	}
}

var entityBreaks = []entityBreak{
	{rule: "entity-version"}, {rule: "entity-size"}, {rule: "entity-type"}, {rule: "entity-whole"}, {rule: "entity-trailing"},
	{rule: "entity-count", follows: "entity-one-packet"}, {rule: "entity-kind"}, {rule: "entity-finite"}, {rule: "entity-id-once"},
	{rule: "entity-id-kept"}, {rule: "entity-flicker"}, {rule: "entity-same-state"}, {rule: "entity-same-state", trouble: "freeze"},
	{rule: "entity-rate"}, {rule: "entity-one-packet"}, {rule: "entity-keys"}, {trouble: "late"},
	{rule: "entity-type", change: inputs(func(d *synth.Sent) bool { d.Payload[2] = 14; return true })},
	{rule: "entity-whole", change: inputs(func(d *synth.Sent) bool { d.Payload = d.Payload[:8]; return resized(d) })},
	{rule: "entity-kind", change: inSome(func(d *synth.Sent, tick int) bool { return withEntity(d, uint32(1000*tick), 4) })},
	{rule: "entity-id-kept", change: func(d *synth.Sent, tick int) bool { // it changes its type
		return while(9000, 2, [2]int{100, 200})(d, tick) || while(9000, 3, [2]int{200, 300})(d, tick)
	}},
	{rule: "entity-id-kept", change: func(d *synth.Sent, tick int) bool { // it comes back as another one, within 100 ms
		return while(9000, 2, [2]int{100, 200})(d, tick) || while(9000, 3, [2]int{204, 300})(d, tick)
	}},
	{rule: "entity-id-kept", change: while(9000, 2, [2]int{100, 200}, [2]int{250, 300})}, // long after it was gone
	{rule: "entity-flicker", change: while(9000, 2, [2]int{100, 200}, [2]int{212, 300})}, // 200 ms
	{rule: "entity-flicker", change: while(9000, 2, [2]int{100, 200}, [2]int{224, 300})}, // 400 ms
	{rule: "entity-same-state", change: func(d *synth.Sent, tick int) bool { // a single one
		if tick != 55 || d.To.Addr() != reporttest.Cady.Addr() {
			return false
		}
		d.Payload = slices.Clone(d.Payload)
		d.Payload[13]++
		return true
	}},
}

// entityGame plays a game and has it changed; frames are those that were.
func entityGame(o battle.Options, change func(d *synth.Sent, tick int) bool) (content []byte, frames []int64) {
	s := battle.EntityGame(o)
	ticks := map[string]int{}
	var sent []synth.Sent
	for _, d := range reporttest.InOrder(s) {
		tick := 0
		if reporttest.IsType(&d, reporttest.TypeState) {
			key := string(d.Payload)
			if ticks[key] == 0 {
				ticks[key] = len(ticks) + 1
			}
			tick = ticks[key]
		}
		changed := change(&d, tick)
		if d.Payload == nil {
			continue
		}
		if sent = append(sent, d); changed {
			frames = append(frames, int64(len(sent)))
		}
	}
	s.Sent = sent
	return s.Pcap(synth.Ethernet()), frames
}

// Each rule of entity-state is broken by some game and by nothing else, and kept by all others.
func TestEntityBreaks(t *testing.T) {
	rules, kept := map[string]bool{}, map[string]bool{}
	for area, r := range check.Rules() {
		rules[r.ID] = area == entityArea
	}
	broken := map[string]bool{}
	for i, b := range entityBreaks {
		o := battle.Options{EntityState: true, Players: 3, Duration: 8 * time.Second, Seed: uint64(i + 1), Shots: 1}
		var content []byte
		var frames []int64
		if b.change != nil {
			content, frames = entityGame(o, b.change)
		} else {
			truth, raw := reporttest.Battle(t, o, cmp.Or(b.trouble, strings.TrimPrefix(b.rule, "entity-")))
			content, frames = raw, truth.Entities.Breaks[0].Frames
		}
		f := judged(t, content)
		for _, c := range f.Causes {
			if c.Root != b.rule && c.Root != b.follows {
				t.Errorf("%s: a cause %s of %s, %d of %d: %s", b.rule, c.ID, c.Root, c.Instances, c.Of, c.Statement)
			}
		}
		for _, r := range f.Rules {
			switch {
			case !rules[r.ID]:
			case r.Verdict == figures.Passed:
				kept[r.ID+", "+r.Judges] = true
			case r.Verdict == figures.Failed && r.ID == b.rule:
				broken[r.ID] = true
				for _, x := range r.Frames {
					if !slices.Contains(frames, x.Frame) && r.ID != "entity-same-state" && (b.change != nil || !slices.Contains(elsewhere, r.ID)) {
						t.Errorf("%d, %s: frame %d was not changed: %s", i, r.ID, x.Frame, x.Text)
					}
				}
			case r.Verdict == figures.Failed && r.ID != b.follows:
				t.Errorf("%d, %s: it breaks %s too: %+v", i, b.rule, r.ID, r.Frames[0])
			}
		}
		if b.rule != "" && !slices.ContainsFunc(failed(f), func(r figures.CheckRule) bool { return r.ID == b.rule }) {
			t.Errorf("%d: %s is kept", i, b.rule)
		}
	}
	for area, r := range check.Rules() {
		if area == entityArea && (!broken[r.ID] || !kept[r.ID+", server"] && !kept[r.ID+", client"]) {
			t.Errorf("%s: broken %v, kept %v", r.ID, broken[r.ID], kept)
		}
	}
}

// elsewhere are the rules that name another State than the one that lacks something. entity-same-state names those of the other
// clients, if that of the first one is the odd one.
var elsewhere = []string{"entity-rate", "entity-flicker", "entity-id-kept"}

const entityArea = "entity-state"

// A network that loses, delays and repeats, and servers of all kinds, break no rule of entity-state, wherever the capture is
// taken. Early servers send what needs several packets.
func TestSoundEntityGames(t *testing.T) {
	for seed := range heavy.Scale[uint64](8, 48) {
		o := battle.Options{
			EntityState: true, Players: 1 + int(seed*5%16), Duration: 15 * time.Second, Seed: seed + 1, Late: seed%4 != 1, IPv6: seed%3 == 0,
			Loss: []float64{0, 0.01, 0.1, 0.5}[seed%4], Reorder: []float64{0, 0.01, 0.1}[seed%3], Duplicate: []float64{0, 0.3}[seed/2%2],
		}
		o.At, o.Begin = int(seed)%(o.Players+1)*int(seed%2), time.Duration(seed/4%2)*5*time.Second
		_, content := reporttest.Battle(t, o)
		f := judged(t, content)
		for _, r := range failed(f) {
			if r.ID == "entity-one-packet" && !o.Late {
				continue
			}
			t.Errorf("%+v: %s, %d of %d: %+v", o, r.ID, r.Violations, r.Instances, r.Frames[0])
		}
		for _, r := range f.Rules {
			if r.Area == entityArea && r.Verdict == figures.NotJudged && (r.ID != "entity-same-state" || o.Players > 1 && o.At == 0) && r.Judges == "server" {
				t.Errorf("%+v: %s: %s", o, r.ID, r.Reason)
			}
		}
	}
}

// A State that fits into a packet of Ethernet breaks no rule where the network cuts it, and where a part of it is lost.
func TestSmallPackets(t *testing.T) {
	var file bytes.Buffer
	o := battle.Options{EntityState: true, Late: true, Players: 2, Duration: 8 * time.Second, Seed: 3, Start: reporttest.Evening, Troubles: []battle.Trouble{{Name: battle.LostPart}}}
	truth := must.Get(recorder.Record(&file, o, recorder.Options{Fragment: 600}))(t)
	if f := failed(judged(t, file.Bytes())); len(f) > 0 || truth.Entities.Clients[1].Lacking < 10 || truth.Entities.Clients[0].Lacking > 0 {
		t.Errorf("%+v, %+v", f, truth.Entities.Clients[1])
	}
}
