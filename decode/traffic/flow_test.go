package traffic

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// update is one of a flow: when it comes, by the capture and by its sender, and what it has.
type update struct {
	at    time.Duration
	clock float32
	flags uint8
	body  string
	back  time.Duration
	same  bool // frame as the one before
	step  Step
	want  Paces
}

func (u *update) record(frame int64) *record.Record {
	b := append(make([]byte, message.UpdateHeaderSize), u.body...)
	b[0], b[9] = message.OpcodeStateUpdate, u.flags
	binary.LittleEndian.PutUint32(b[5:], math.Float32bits(u.clock))
	return &record.Record{Datagram: &capture.Datagram{Frame: frame, Time: capture.Nanos(int64(1e12 + u.at - u.back)), Back: u.back}, Side: &record.Side{}, Payload: b}
}

// aShip is one that lives.
func aShip() *match.Ship { return &match.Ship{} }

// TestSteps has a flow with all that interrupts it.
func TestSteps(t *testing.T) {
	const ms, s, none = time.Millisecond, time.Second, Unknown
	const block, position = message.FlagSubsystems, message.FlagPosition
	f := newFlow(aShip(), &match.Connection{}, false)
	f.clock = &Clock{}
	frame := int64(0)
	var times Times
	var newest [3]capture.Time // of all, without and with a block
	for i, u := range []update{
		{at: 0, clock: 10, flags: position, body: "123456789abc", step: First, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 100 * ms, clock: 10.1, flags: block, body: "blockblock", step: Interval, want: Paces{Since: 100 * ms, Alike: none, Placed: none}},
		{at: 101 * ms, clock: 10.1, flags: block, body: "blockblock", step: Copy, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 130 * ms, clock: 10.1, flags: block, body: "otherblock", step: Interval, want: Paces{Since: 30 * ms, Alike: 30 * ms, Placed: none}},
		{at: 130 * ms, clock: 10.1, flags: block, body: "otherblock", same: true, step: Interval, want: Paces{Since: 0, Alike: 0, Placed: none}},
		{at: 200 * ms, clock: 9.9, flags: block, body: "blockblock", step: Late, want: Paces{Since: 70 * ms, Alike: 70 * ms, Placed: none}},
		{at: 900 * ms, clock: 10.9, flags: position, body: "123456789abc", step: Interval, want: Paces{Since: 700 * ms, Alike: 900 * ms, Placed: 900 * ms}},
		{at: 1000 * ms, clock: 10.7, flags: position, body: "123456789abc", step: Late, want: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}},
		{at: 1900 * ms, clock: 11.9, flags: position, body: "123456789abc", step: Interval, want: Paces{Since: 900 * ms, Alike: 900 * ms, Placed: 1000 * ms}},
		{at: 3900 * ms, clock: 13.9, flags: position, body: "123456789abc", step: Pause, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 4 * s, clock: 14, flags: block, body: "blockblock", step: Interval, want: Paces{Since: 100 * ms, Alike: none, Placed: none}},
		{at: 4100 * ms, clock: 3, flags: block, body: "blockblock", step: Interval, want: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}},
		{at: 64100 * ms, clock: 63, flags: block, body: "blockblock", step: Absence, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 64200 * ms, clock: 63.1, flags: block, body: "blockblock", back: s, step: ClockSet, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 64190 * ms, clock: 63.2, flags: block, body: "blockblock", back: s, step: ClockSet, want: Paces{Since: none, Alike: none, Placed: none}},
		{at: 64290 * ms, clock: 63.3, flags: block, body: "blockblock", back: s, step: Interval, want: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}},
	} {
		if !u.same {
			frame++
		}
		r, alike := u.record(frame), 1+int(u.flags/block&1)
		u.want.Before, u.want.BeforeAlike = newest[0], newest[alike]
		step := f.take(r)
		if paces := times.Take(step, r.Steady(), u.flags); step != u.step || paces != u.want {
			t.Errorf("update %d: %d, %+v, want %d, %+v", i, step, paces, u.step, u.want)
		}
		if step != Copy {
			newest[0], newest[alike] = r.Steady(), r.Steady()
		}
	}
}

// TestRoom fills all there is room for.
func TestRoom(t *testing.T) {
	x := New(match.New())
	now := (&update{}).record(1)
	add := func(s *match.Ship) *Flow {
		f := x.lookUp(now, s, &match.Connection{}, true)
		if f != nil {
			f.at = now.Steady()
		}
		return f
	}
	flowsOf := func(s *match.Ship) (list []*Flow) {
		if all := x.of.Of(s); all != nil {
			list = all.list
		}
		return list
	}
	ships := []*match.Ship{}
	for range maxFlows / maxOfShip {
		s := aShip()
		ships = append(ships, s)
		for range maxOfShip {
			if add(s) == nil {
				t.Fatalf("no room for one of %d", x.room)
			}
		}
		if add(s) != nil {
			t.Fatalf("a ship has %d flows", len(flowsOf(s)))
		}
	}
	if s := aShip(); add(s) != nil || x.room != maxFlows || len(flowsOf(s)) != 0 {
		t.Errorf("%d flows", x.room)
	}
	now = (&update{at: time.Hour}).record(2)
	if s := aShip(); add(s) == nil || x.room != maxFlows-maxOfShip+1 {
		t.Errorf("those of which nothing comes make no room: %d flows", x.room)
	}
	if gone, next := flowsOf(ships[0]), flowsOf(ships[1]); len(gone)+len(next) != maxOfShip {
		t.Errorf("%d and %d flows of the oldest ships", len(gone), len(next))
	}
}
