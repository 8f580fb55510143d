package position

import (
	"fmt"
	"math"
	"net/netip"
	"strings"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

var (
	host   = netip.MustParseAddrPort("10.0.0.1:22101")
	client = netip.MustParseAddrPort("10.0.0.2:1024")
	other  = netip.MustParseAddrPort("10.0.0.3:1025")
)

// flight follows one ship, and says what is known of it at each update.
type flight struct {
	Tracker
	said []string
}

const ship = 0x3FFFFFFF

func newFlight() *flight { return &flight{Tracker: NewTracker()} }

// created is a creation that goes from one end to another.
func (f *flight) created(src, dst netip.AddrPort, x float32) *flight {
	f.Create(Key{ship, src, dst}, dst == host, wire.Vector{x, 0, 0})
	return f
}

func (f *flight) sends(src, dst netip.AddrPort, m Motion) *flight {
	var w message.World
	m.Object = ship
	v := f.Update(Key{ship, src, dst}, dst == host, &m, &w)
	text := "-"
	if w.Known {
		text = fmt.Sprintf("%.0f", w.Position[0])
	}
	for _, flag := range []struct {
		on   bool
		word string
	}{{w.Estimated, " estimated"}, {w.Stale, " stale"}, {v.Late, " late"}, {v.Jump > 0, " jump"}} {
		if flag.on {
			text += flag.word
		}
	}
	f.said = append(f.said, text)
	return f
}

// at and by are updates of the owner with a position, and with an offset from the baseline;
// the ship flies 5 units a second.
func (f *flight) at(time, x float32) *flight {
	return f.sends(client, host, Motion{Speed: 5, GameTime: time, Place: wire.Vector{x, 0, 0}, DirtyFlags: message.FlagPosition | message.FlagSpeed})
}

func (f *flight) by(time, x float32) *flight {
	return f.sends(client, host, Motion{Speed: 5, GameTime: time, Place: wire.Vector{x, 0, 0}, DirtyFlags: message.FlagDelta | message.FlagSpeed})
}

func TestTracker(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	still := Motion{GameTime: 500, DirtyFlags: message.FlagForward}
	for _, tt := range []struct {
		name string
		of   *flight
		want string
	}{
		{"no baseline", newFlight().by(1, 2), "-"},
		{"offsets do not add up", newFlight().at(1, 10).by(1.1, 1).by(1.2, 2), "10, 11, 12"},
		{"late", newFlight().at(2, 10).at(1, 50).by(2.1, 1), "10, - late, 11"},
		{"stale", newFlight().at(1, 10).by(3, 1).by(3.1, 1), "10, 11, 11 stale"},
		{"the clock starts again", newFlight().at(60, 10).by(55, 1).by(54.9, 1), "10, - late, -"},
		{"without motion", newFlight().at(60, 10).sends(client, host, still).by(60.1, 1), "10, -, 11"},
		{"estimated", newFlight().created(client, host, 7).by(1, 2).at(1.1, 70), "9 estimated, 70"},
		{"jump", newFlight().at(1, 0).by(1.1, 25.6).by(1.2, 54), "0, 26, 54 jump"},
		{"jump of no known speed", newFlight().at(1, 0).sends(client, host, Motion{GameTime: 1.1, Place: wire.Vector{900, 0, 0}, DirtyFlags: message.FlagDelta}), "0, 900"},
		{"time is no number", newFlight().at(1, 10).by(nan, 1).by(inf, 1).by(1.1, 1), "10, -, -, 11"},
		{"position is no number", newFlight().at(1, 10).at(1.1, nan).by(1.2, 1), "10, -, -"},
		{"created where no number is", newFlight().created(client, host, inf).by(1, 1), "-"},
		{"each way its own", newFlight().at(1, 10).sends(host, other, Motion{GameTime: 1, DirtyFlags: message.FlagDelta}).by(1.1, 1), "10, -, 11"},
		{"created again by the owner", newFlight().sends(host, other, Motion{GameTime: 1, DirtyFlags: message.FlagPosition}).
			created(client, host, 7).sends(host, other, Motion{GameTime: 1.1, DirtyFlags: message.FlagDelta}), "0, -"},
		{"the copy of a creation", newFlight().at(1, 10).created(host, other, 7).by(1.1, 1), "10, 11"},
	} {
		if got := strings.Join(tt.of.said, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestFind gives the track that Update moves on, until Changes says that it may be another.
func TestFind(t *testing.T) {
	f := newFlight()
	key := Key{ship, client, host}
	if track, _ := f.Find(key, true); track != nil {
		t.Error("a track of nothing")
	}
	f.at(1, 10)
	changes := f.Changes()
	track, births := f.Find(key, true)
	m, w := Motion{GameTime: 1.1, Place: wire.Vector{1}, DirtyFlags: message.FlagDelta}, message.World{}
	if track.Update(&m, births, &w); w.Position[0] != 11 || births != 0 {
		t.Error(w, births)
	}
	if f.by(1.2, 2); f.Changes() != changes {
		t.Error("an update changes the table")
	}
	f.created(client, host, 7)
	if f.Changes() == changes {
		t.Error("a creation changes nothing")
	}
	if again, births := f.Find(key, true); again == track || births != 1 {
		t.Error("the same track as before the creation", births)
	}
}

// TestFrom takes the motion from messages: the position before the delta, and no speed
// below 0.
func TestFrom(t *testing.T) {
	u := message.StateUpdate{ObjectID: ship, GameTime: 3, Position: wire.Vector{1, 2, 3}, Speed: wire.NewCF16(-5)}
	u.Delta = wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: wire.NewCF16(2)}
	for flags, want := range map[uint8]Motion{
		message.FlagPosition:                     {Place: wire.Vector{1, 2, 3}},
		message.FlagPosition | message.FlagDelta: {Place: wire.Vector{1, 2, 3}},
		message.FlagDelta:                        {Place: u.Delta.Vector()},
		message.FlagSpeed:                        {Speed: -u.Speed.Float64()},
		message.FlagForward:                      {},
	} {
		u.DirtyFlags = flags
		want.Object, want.GameTime, want.DirtyFlags = ship, 3, flags
		var got Motion
		if got.From(&u); got != want {
			t.Errorf("flags 0x%02X: %+v, want %+v", flags, got, want)
		}
	}
}
