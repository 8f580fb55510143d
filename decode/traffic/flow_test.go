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
	want  Change
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
	var newest [3]capture.Time // of all, without and with a block
	for i, u := range []update{
		{at: 0, clock: 10, flags: position, body: "123456789abc", want: Change{Step: First, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 100 * ms, clock: 10.1, flags: block, body: "blockblock", want: Change{Step: Interval, Paces: Paces{Since: 100 * ms, Alike: none, Placed: none}}},
		{at: 101 * ms, clock: 10.1, flags: block, body: "blockblock", want: Change{Step: Copy, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 130 * ms, clock: 10.1, flags: block, body: "otherblock", want: Change{Step: Interval, Paces: Paces{Since: 30 * ms, Alike: 30 * ms, Placed: none}}},
		{at: 130 * ms, clock: 10.1, flags: block, body: "otherblock", same: true, want: Change{Step: Interval, Paces: Paces{Since: 0, Alike: 0, Placed: none}}},
		{at: 200 * ms, clock: 9.9, flags: block, body: "blockblock", want: Change{Step: Late, Paces: Paces{Since: 70 * ms, Alike: 70 * ms, Placed: none}}},
		{at: 900 * ms, clock: 10.9, flags: position, body: "123456789abc", want: Change{Step: Interval, Paces: Paces{Since: 700 * ms, Alike: 900 * ms, Placed: 900 * ms}}},
		{at: 1000 * ms, clock: 10.7, flags: position, body: "123456789abc", want: Change{Step: Late, Paces: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}}},
		{at: 1900 * ms, clock: 11.9, flags: position, body: "123456789abc", want: Change{Step: Interval, Paces: Paces{Since: 900 * ms, Alike: 900 * ms, Placed: 1000 * ms}}},
		{at: 3900 * ms, clock: 13.9, flags: position, body: "123456789abc", want: Change{Step: Pause, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 4 * s, clock: 14, flags: block, body: "blockblock", want: Change{Step: Interval, Paces: Paces{Since: 100 * ms, Alike: none, Placed: none}}},
		{at: 4100 * ms, clock: 3, flags: block, body: "blockblock", want: Change{Step: Interval, Paces: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}}},
		{at: 64100 * ms, clock: 63, flags: block, body: "blockblock", want: Change{Step: Absence, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 64200 * ms, clock: 63.1, flags: block, body: "blockblock", back: s, want: Change{Step: ClockSet, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 64190 * ms, clock: 63.2, flags: block, body: "blockblock", back: s, want: Change{Step: ClockSet, Paces: Paces{Since: none, Alike: none, Placed: none}}},
		{at: 64290 * ms, clock: 63.3, flags: block, body: "blockblock", back: s, want: Change{Step: Interval, Paces: Paces{Since: 100 * ms, Alike: 100 * ms, Placed: none}}},
	} {
		if !u.same {
			frame++
		}
		c := Change{Paces: Paces{Since: none, Alike: none, Placed: none}}
		r, alike := u.record(frame), 1+int(u.flags/block&1)
		u.want.Before, u.want.BeforeAlike = newest[0], newest[alike]
		if f.take(&c, r); c != u.want {
			t.Errorf("update %d: %+v, want %+v", i, c, u.want)
		}
		if c.Step != Copy {
			newest[0], newest[alike] = r.Steady(), r.Steady()
		}
	}
	want := Alive{Updates: 16, Active: 4200 * ms, First: Place{Frame: 1}, Last: Place{Frame: 15}}
	if f.Alive != want {
		t.Errorf("%+v, want %+v", f.Alive, want)
	}
	f.Ship.Died = match.Event{Frame: 99}
	if f.take(&Change{}, (&update{at: 70 * s}).record(99)); f.Alive != want {
		t.Errorf("a wreck counts: %+v", f.Alive)
	}
}

// TestRoom fills all there is room for.
func TestRoom(t *testing.T) {
	x := New(match.New())
	now := (&update{}).record(1)
	add := func(s *match.Ship) *Flow {
		f := x.lookUp(now, s, &match.Connection{}, true)
		if f != nil {
			f.times.at = now.Steady()
		}
		return f
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
			t.Fatalf("a ship has %d flows", len(x.Flows(s)))
		}
	}
	if s := aShip(); add(s) != nil || x.room != maxFlows || len(x.Flows(s)) != 0 {
		t.Errorf("%d flows", x.room)
	}
	now = (&update{at: time.Hour}).record(2)
	if s := aShip(); add(s) == nil || x.room != maxFlows-maxOfShip+1 {
		t.Errorf("those of which nothing comes make no room: %d flows", x.room)
	}
	if gone, next := x.Flows(ships[0]), x.Flows(ships[1]); len(gone)+len(next) != maxOfShip {
		t.Errorf("%d and %d flows of the oldest ships", len(gone), len(next))
	}
}
