package timeline_test

import (
	"math"
	"testing"
	"time"

	"bcdump/report/figures"
)

// refreshOf gives a row of a ship.
func refreshOf(t *testing.T, s *figures.ShipLife, dir, field string) figures.Refresh {
	t.Helper()
	for _, r := range s.Refresh {
		if r.Dir == dir && r.Field == field {
			return r
		}
	}
	t.Fatalf("no row of %s %s in %+v", dir, field, s.Refresh)
	return figures.Refresh{}
}

// delta is the body of an offset.
func delta(x int8, magnitude uint16) []byte {
	return []byte{byte(x), 0, 0, byte(magnitude), byte(magnitude >> 8)}
}

const (
	withPosition = 0x81 // and power settings, of which there are none
	withDelta    = 0x82
)

// TestRefreshFaults has a writer that sends 98 identical deltas in a row, and a position after
// 8 s; all else is as it should be.
func TestRefreshFaults(t *testing.T) {
	f := newFlight()
	f.create(0)
	send := func(n int, flags uint8, body []byte) {
		f.up(time.Duration(n)*100*time.Millisecond, state(float64(n)/10, flags, body...))
	}
	send(1, withPosition, at(10, 20, 30)) // frame 2
	for n := 2; n <= 21; n++ {
		send(n, withDelta, delta(100, uint16(0x1000+n))) // frames 3 to 22
	}
	send(22, withPosition, at(20, 20, 30)) // frame 23
	for n := 23; n <= 100; n++ {
		send(n, withDelta, delta(100, 0x2000)) // from frame 24 on: 78
	}
	send(102, withPosition, at(30, 20, 30)) // frame 102, 8 s behind the one before
	for n := 103; n <= 200; n++ {
		send(n, withDelta, delta(100, 0x2000)) // from frame 103 on: 98
	}
	s := f.ship(t)
	position, delta := refreshOf(t, &s, "C>S", "position"), refreshOf(t, &s, "C>S", "delta")
	if position.Writes != 3 || *position.Max != 8000 || position.MaxFrame != 102 || *position.Same != 0 || position.Run != 0 {
		t.Errorf("position: %+v, max %v", position, *position.Max)
	}
	if delta.Writes != 20+78+98 || *delta.Same != 77+97 || delta.Run != 98 || delta.RunFrame != 103 || *delta.RunMs != 9700 {
		t.Errorf("delta: %+v, same %d, over %v", delta, *delta.Same, *delta.RunMs)
	}
	if math.Abs(float64(*delta.P50-100)) > 1 || math.Abs(float64(*delta.P90-100)) > 1 {
		t.Errorf("delta: %v and %v ms", *delta.P50, *delta.P90)
	}
	weapons := refreshOf(t, &s, "C>S", "weapons")
	if weapons.Writes != 199 || *weapons.Same != 199 || weapons.Run != 199 || weapons.RunFrame != 2 {
		t.Errorf("weapons: %+v, same %d", weapons, *weapons.Same)
	}
}

// TestRefreshOfEach has every field, each with another value, the same and another.
func TestRefreshOfEach(t *testing.T) {
	f := newFlight()
	f.create(0)
	for n, power := range []byte{204, 204, 100, 100} {
		v := byte(n / 2) // each value twice
		f.up(time.Duration(n+1)*time.Second, state(float64(n), 0x04|0x08|0x10|0x40|0x80, v, 0, 0, v, 1, 1, v, 0x10, 0x20|v, 1, power))
	}
	s := f.ship(t)
	for _, field := range []string{"forward", "up", "speed", "cloak", "weapons"} {
		if r := refreshOf(t, &s, "C>S", field); r.Writes != 4 || *r.Same != 2 || r.Run != 2 || r.RunFrame != 2 || *r.RunMs != 1000 {
			t.Errorf("%s: %+v, same %d", field, r, *r.Same)
		}
	}
}
