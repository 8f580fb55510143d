package replay

import (
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/report/timeline"
)

func moment(seconds float64) capture.Time {
	return capture.Time{Sec: 1000}.Add(time.Duration(seconds * float64(time.Second)))
}

// TestClock has frames that come too early.
func TestClock(t *testing.T) {
	c := newClock(moment(0))
	for i, step := range []struct{ at, want float64 }{{0, 0}, {1, 1}, {0.9, 1}, {2, 2}, {-3600, 2}, {3.5, 3.5}} {
		if c.pass(moment(step.at)); float64(c.seconds()) != step.want {
			t.Errorf("frame %d: %v, want %v", i+1, c.seconds(), step.want)
		}
		if got, want := float64(c.of(match.Event{Time: moment(step.at)})), max(step.at, 0); got != want {
			t.Errorf("event of frame %d: %v, want %v", i+1, got, want)
		}
	}
}

func emptyReplay() *replay { return newReplay(newClock(moment(0)), Options{}, allLimits) }

// TestOpenBeams has more beams than can be followed to their end.
func TestOpenBeams(t *testing.T) {
	const beams = maxOpen + 100
	r, ship := emptyReplay(), &match.Ship{}
	for i := range uint32(beams) {
		r.Shot(&timeline.Shot{Ship: ship, Weapon: i, Kind: match.Phaser})
	}
	if len(r.weapons.fire) != maxOpen || r.dropped()["fire"] != beams-maxOpen {
		t.Errorf("%d beams, %v", len(r.weapons.fire), r.dropped())
	}
	r.Shot(&timeline.Shot{Ship: ship, Weapon: 0, Kind: match.Phaser, Ends: true})
	r.Shot(&timeline.Shot{Ship: ship, Weapon: beams, Kind: match.Phaser})
	if len(r.weapons.fire) != maxOpen+1 || r.weapons.fire[0].Until == nil {
		t.Errorf("%d beams, %+v", len(r.weapons.fire), r.weapons.fire[0])
	}
}

// TestManyLinks has more clients than have a round-trip time.
func TestManyLinks(t *testing.T) {
	r := emptyReplay()
	for i := range uint32(maxLinks + 10) {
		r.links.take(&decode.Side{Link: i + 1, Dir: decode.ToServer}, decode.AckOf{Frame: 1, Copies: 1, After: time.Millisecond}, false)
	}
	if len(r.links.of) != maxLinks || r.dropped()["links"] != 10 {
		t.Errorf("%d links, %v", len(r.links.of), r.dropped())
	}
}
