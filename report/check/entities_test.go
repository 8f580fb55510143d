package check_test

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// entityBreak breaks a rule in a game of entity-state: it gets each message in order, and whose States are alike those
// of one tick have one number; it says whether it has changed the message. What it empties is not sent.
type entityBreak struct {
	rule    string
	options synth.EntityOptions
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
	{rule: "entity-version", change: inSome(func(d *synth.Sent, _ int) bool { d.Payload[3] = 2; return true })},
	{rule: "entity-size", change: inSome(func(d *synth.Sent, _ int) bool { d.Payload[0]++; return true })},
	{rule: "entity-type", change: inSome(func(d *synth.Sent, _ int) bool { d.Payload[2] = 42; return true })},
	{rule: "entity-type", change: inputs(func(d *synth.Sent) bool { d.Payload[2] = 14; return true })},
	{rule: "entity-whole", change: inSome(func(d *synth.Sent, _ int) bool { d.Payload = d.Payload[:len(d.Payload)-3]; return resized(d) })},
	{rule: "entity-whole", change: inputs(func(d *synth.Sent) bool { d.Payload = d.Payload[:8]; return resized(d) })},
	{rule: "entity-trailing", change: inSome(func(d *synth.Sent, _ int) bool { d.Payload = append(d.Payload, 0, 0); return resized(d) })},
	{rule: "entity-count", follows: "entity-one-packet", change: inSome(func(d *synth.Sent, tick int) bool {
		for i := binary.LittleEndian.Uint16(d.Payload[4:]); i < 513; i++ {
			withEntity(d, uint32(1000*tick)+uint32(i), synth.EnemyEntity)
		}
		return true
	})},
	{rule: "entity-kind", change: inSome(func(d *synth.Sent, tick int) bool { return withEntity(d, uint32(1000*tick), 9) })},
	{rule: "entity-kind", change: inSome(func(d *synth.Sent, tick int) bool { return withEntity(d, uint32(1000*tick), 4) })},
	{rule: "entity-finite", change: inSome(func(d *synth.Sent, _ int) bool {
		binary.LittleEndian.PutUint32(d.Payload[11:], math.Float32bits(float32(math.NaN())))
		return true
	})},
	{rule: "entity-id-once", change: inSome(func(d *synth.Sent, _ int) bool {
		return withEntity(d, binary.LittleEndian.Uint32(d.Payload[6:]), d.Payload[10])
	})},
	{rule: "entity-id-kept", change: func(d *synth.Sent, tick int) bool { // it changes its type
		return while(9000, 2, [2]int{100, 200})(d, tick) || while(9000, 3, [2]int{200, 300})(d, tick)
	}},
	{rule: "entity-id-kept", change: func(d *synth.Sent, tick int) bool { // it comes back as another one, within 100 ms
		return while(9000, 2, [2]int{100, 200})(d, tick) || while(9000, 3, [2]int{204, 300})(d, tick)
	}},
	{rule: "entity-id-kept", change: while(9000, 2, [2]int{100, 200}, [2]int{250, 300})}, // long after it was gone
	{rule: "entity-flicker", change: while(9000, 2, [2]int{100, 200}, [2]int{204, 300})},
	{rule: "entity-flicker", change: while(9000, 2, [2]int{100, 200}, [2]int{212, 300})}, // 200 ms
	{rule: "entity-flicker", change: while(9000, 2, [2]int{100, 200}, [2]int{224, 300})}, // 400 ms
	{rule: "entity-same-state", change: func(d *synth.Sent, tick int) bool {
		if tick%10 != 5 || d.To.Addr() != reporttest.Cady.Addr().Next() {
			return false
		}
		d.Payload = slices.Clone(d.Payload)
		d.Payload[13]++
		return true
	}},
	{rule: "entity-same-state", change: func(d *synth.Sent, tick int) bool { // a single one
		if tick != 55 || d.To.Addr() != reporttest.Cady.Addr() {
			return false
		}
		d.Payload = slices.Clone(d.Payload)
		d.Payload[13]++
		return true
	}},
	{rule: "entity-rate", change: func(d *synth.Sent, tick int) bool {
		if tick > 0 && tick%2 == 0 {
			d.Payload = nil
		}
		return tick > 0
	}},
	{rule: "entity-one-packet", options: synth.EntityOptions{Entities: 59}, change: func(_ *synth.Sent, tick int) bool { return tick > 0 }},
	{rule: "entity-keys", change: inputs(func(d *synth.Sent) bool { d.Payload[8] |= 0x80; return true })},
}

// entityGame plays a game and has it changed; frames are those that were.
func entityGame(o synth.EntityOptions, change func(d *synth.Sent, tick int) bool) (content []byte, frames []int64) {
	s := synth.EntityGame(o)
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
		o := b.options
		o.Players, o.Length, o.Seed = 3, 8*time.Second, uint64(i+1)
		content, frames := entityGame(o, b.change)
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
					if !slices.Contains(frames, x.Frame) && b.rule != "entity-rate" {
						t.Errorf("%d, %s: frame %d was not changed: %s", i, r.ID, x.Frame, x.Text)
					}
				}
			case r.Verdict == figures.Failed && r.ID != b.follows:
				t.Errorf("%d, %s: it breaks %s too: %+v", i, b.rule, r.ID, r.Frames[0])
			}
		}
		if !slices.ContainsFunc(failed(f), func(r figures.CheckRule) bool { return r.ID == b.rule }) {
			t.Errorf("%d: %s is kept", i, b.rule)
		}
	}
	for area, r := range check.Rules() {
		if area == entityArea && (!broken[r.ID] || !kept[r.ID+", server"] && !kept[r.ID+", client"]) {
			t.Errorf("%s: broken %v, kept %v", r.ID, broken[r.ID], kept)
		}
	}
}

const entityArea = "entity-state"

// A network that loses, and servers of all kinds, break no rule of entity-state. Early servers send what needs
// several packets.
func TestSoundEntityGames(t *testing.T) {
	for seed := range heavy.Scale[uint64](8, 100) {
		o := synth.EntityOptions{
			Players: 1 + int(seed%4), Length: 20 * time.Second, Seed: seed + 1, Late: seed%2 == 0, IPv6: seed%3 == 0, Loss: []float64{0, 0.01, 0.1}[seed%3],
		}
		content, _ := entityGame(o, func(*synth.Sent, int) bool { return false })
		f := judged(t, content)
		for _, r := range failed(f) {
			if r.ID == "entity-one-packet" && !o.Late {
				continue
			}
			t.Errorf("%+v: %s, %d of %d: %+v", o, r.ID, r.Violations, r.Instances, r.Frames[0])
		}
		for _, r := range f.Rules {
			if r.Area == entityArea && r.Verdict == figures.NotJudged && (r.ID != "entity-same-state" || o.Players > 1) && r.Judges == "server" {
				t.Errorf("%+v: %s: %s", o, r.ID, r.Reason)
			}
		}
	}
}
