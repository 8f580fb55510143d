package timeline_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	rand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// flight is a conversation about one ship of a stock client.
type flight struct{ synth.Script }

const flightID = 0x3FFFFFFF

func newFlight() *flight {
	f := &flight{}
	f.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	return f
}

// akira creates an Akira, in the bytes of an observed message but for these values.
func akira(slot uint8, id uint32, name string, position [3]float32) []byte {
	const slotAt, idAt, positionAt, nameAt = 1, 7, 12, 47
	b := synth.Hex(synth.StockAkira)
	b[slotAt] = slot
	binary.LittleEndian.PutUint32(b[idAt:], id)
	for i, f := range position {
		binary.LittleEndian.PutUint32(b[positionAt+4*i:], math.Float32bits(f))
	}
	length := 1 + int(b[nameAt])
	return slices.Concat(b[:nameAt], []byte{byte(len(name))}, []byte(name), b[nameAt+length:])
}

// create sends the creation of an Akira.
func (f *flight) create(at time.Duration) {
	f.up(at, synth.Reliable(1, akira(0, flightID, "Cady2", [3]float32{})))
}

func (f *flight) up(at time.Duration, messages ...[]byte) {
	f.Game(at, synth.StockClient, synth.StockServer, synth.Datagram(synth.Client, messages...))
}

func (f *flight) down(at time.Duration, messages ...[]byte) {
	f.Game(at, synth.StockServer, synth.StockClient, synth.Datagram(synth.Host, messages...))
}

// state is a StateUpdate of the ship.
func state(gameTime float64, flags uint8, body ...byte) []byte {
	b := []byte{0x1C}
	b = binary.LittleEndian.AppendUint32(b, flightID)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(gameTime)))
	return synth.Unreliable(append(append(b, flags), body...))
}

// at is the body of a full position, without a hash.
func at(x, y, z float32) (b []byte) {
	for _, v := range []float32{x, y, z} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return append(b, 0x20)
}

// collected reads captures of the game, one after the other.
func collected(t testing.TB, o timeline.Options, captures ...[]byte) *timeline.Timeline {
	t.Helper()
	x := timeline.New(o)
	var filter *decode.Filter
	if o.Filter != "" {
		filter = must.Get(decode.NewFilter(o.Filter))(t)
	}
	for _, raw := range captures {
		must.Do(t, x.File("test", reporttest.Open(t, "test", raw, decode.Options{Filter: filter})))
	}
	return x
}

func (f *flight) summary(t testing.TB) figures.Timeline {
	t.Helper()
	return collected(t, timeline.Options{}, f.Pcap(synth.Ethernet())).Summary()
}

func (f *flight) ship(t testing.TB) figures.ShipLife {
	t.Helper()
	ships := f.summary(t).Ships
	if len(ships) != 1 {
		t.Fatalf("%d ships", len(ships))
	}
	return ships[0]
}

// rows gives copies of all rows of a capture.
func rows(t testing.TB, o timeline.Options, captures ...[]byte) (list []figures.TimelineRow) {
	t.Helper()
	o.Row = func(r any) error {
		row := r.(*figures.TimelineRow)
		list = append(list, *row)
		return nil
	}
	collected(t, o, captures...)
	return list
}

func near[N ~float64](t *testing.T, what string, got, want, within N) {
	t.Helper()
	if math.Abs(float64(got-want)) > float64(within) {
		t.Errorf("%s: %v, want %v within %v", what, got, want, within)
	}
}

// fought is a capture of a battle.
func fought(t testing.TB, players, seconds int) []byte {
	t.Helper()
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	script := must.Get(battle.Script(battle.Options{Players: players, Duration: time.Duration(seconds) * time.Second, Seed: 5, Start: start}))(t)
	return script.Pcap(synth.Ethernet())
}

// Stock software sends ten updates a second, in both directions.
func TestTimelineCadence(t *testing.T) {
	s := collected(t, timeline.Options{}, fought(t, 3, 60)).Summary()
	streams := 0
	for _, x := range s.Ships {
		for _, c := range x.Cadence {
			const enough = 50
			if c.Updates < enough {
				continue
			}
			streams++
			if c.P50 == nil || c.Mean == nil || c.P90 == nil || c.Max == nil {
				t.Fatalf("%s %s: %+v", x.Name, c.Receiver, c)
			}
			near(t, x.Name+" "+c.Dir+" p50", *c.P50, 100, 3)
			near(t, x.Name+" "+c.Dir+" mean", *c.Mean, 100, 3)
			near(t, x.Name+" "+c.Dir+" Hz", c.Hz, 10, 0.3)
			if *c.P90 < *c.P50 || *c.Max < *c.P90 {
				t.Errorf("%s %s: percentiles are out of order: %+v", x.Name, c.Receiver, c)
			}
			if c.Blocks != (c.Dir == "S>C") {
				t.Errorf("%s %s: blocks %v", x.Name, c.Dir, c.Blocks)
			}
		}
		for _, r := range x.Rounds {
			if r.Lost != 0 || r.Late != 0 {
				t.Errorf("%s to %s: %+v", x.Name, r.Receiver, r)
			}
		}
	}
	if streams < 8 {
		t.Errorf("only %d streams", streams)
	}
}

// akiraBlock is the nth block of an Akira to its owner: from 0, 2, 6 and 8 on, then from 2, 6 and 8 again and again.
func akiraBlock(n int) []byte {
	blocks := [][]byte{
		synth.Hex("00 FF FF20FFFFFFFFFFFF"),
		synth.Hex("02 FF60 FFFFFF FFFFFF FFFFFFFFFFFFFFFFFF"),
		synth.Hex("06 FFFFFF40 FFFFFFFFFFFFFF"),
		synth.Hex("08 FF60 FFFFFF FF FF FFFFFFFFFFFFFF"),
	}
	if n == 0 {
		return blocks[0]
	}
	return blocks[1+(n-1)%3]
}

// From each block of an Akira to the first one after all subsystems were sent it is three blocks.
func TestTimelineCoverage(t *testing.T) {
	f := newFlight()
	f.create(0)
	for i := range 61 {
		at := time.Duration(i+1) * 100 * time.Millisecond
		f.down(at, state(at.Seconds(), 0x20, akiraBlock(i)...))
	}
	r := f.ship(t).Rounds[0]
	if r.Distinct != 61 || r.Lost != 0 || !slices.Equal(r.Starts, []int{0, 2, 6, 8, 2}) || r.CoverageP50 == nil {
		t.Fatalf("%+v", r)
	}
	near(t, "coverage", *r.CoverageP50, 0.3, 0.003)
	near(t, "rounds", float64(r.Coverages), 19, 1)
}

// Of 60 blocks to each of two clients one gets neither 20 nor 30 to 31, another 40 twice, and both 50 behind 51.
func TestTimelineRounds(t *testing.T) {
	f := newFlight()
	f.create(0)
	for i := range 60 {
		at := time.Duration(i+1) * 100 * time.Millisecond
		update := state(at.Seconds(), 0x20, akiraBlock(i)...)
		if i == 50 {
			at += 110 * time.Millisecond
		}
		if i != 20 && i != 30 && i != 31 {
			f.down(at, update)
		}
		for n := range 1 + tally.BoolInt(i == 40) {
			f.Game(at+time.Duration(n)*time.Millisecond, synth.StockServer, synth.StockSecond, synth.Datagram(synth.Host, update))
		}
	}
	got := map[string][4]int64{}
	for _, r := range f.ship(t).Rounds {
		got[r.Receiver] = [4]int64{r.Blocks, r.Blocks - r.Distinct, r.Lost, r.Late}
	}
	want := map[string][4]int64{synth.StockClient.String(): {57, 0, 3, 1}, synth.StockSecond.String(): {61, 1, 0, 1}}
	if !maps.Equal(got, want) {
		t.Errorf("blocks, copies, lost and late %v, want %v", got, want)
	}
}

// The clock of this sender gains 200 millionths.
func TestTimelineDrift(t *testing.T) {
	drift, start := 200e-6, 1000.0
	f := newFlight()
	f.create(0)
	for i := range 6000 {
		passed := time.Duration(i+1) * 100 * time.Millisecond
		noise := time.Duration(i*7919%2000) * time.Microsecond
		f.up(passed+noise, state(start+passed.Seconds()*(1+drift), 0x80))
	}
	c := f.ship(t).Clocks
	if len(c) != 1 || c[0].Drift == nil || c[0].Resets != 0 || c[0].Samples != 6000 {
		t.Fatalf("%+v", c)
	}
	near(t, "drift", *c[0].Drift, 200, 1)
	near(t, "error of drift", *c[0].DriftError, 1, 0)
	near(t, "jitter", c[0].Jitter, 0.577, 0.05) // of an even spread over 2 ms
	gone := start / (1 + drift)
	zero := f.Start.Add(-time.Duration(gone * float64(time.Second)))
	near(t, "offset", c[0].Offset, float64(zero.UnixMicro())/1e6, 0.01)
	if !strings.HasPrefix(c[0].ZeroAt.String(), zero.Format("2006-01-02T15:04:05")) {
		t.Errorf("zero at %s, want %s", c[0].ZeroAt, zero)
	}
}

// Fifty years pass between two frames, and back: it is neither an interval nor time at
// a power setting nor part of the line, and costs nothing.
func TestTimelineClockJump(t *testing.T) {
	f := newFlight()
	f.create(0)
	const n = 120
	for part, jump := range []time.Duration{0, 50 * 365 * 24 * time.Hour, 0} {
		for i := range n {
			passed := time.Duration(n*part+i+1) * 100 * time.Millisecond
			f.up(passed+jump, state(passed.Seconds(), 0x81, append(at(float32(i), 0, 0), 4, 204)...))
		}
	}
	// Frames of a script are in order of time; those of a capture need not be.
	frames := f.Frames(synth.Ethernet())
	frames = slices.Concat(frames[:1+n], frames[1+2*n:], frames[1+n:1+2*n])
	raw := synth.Pcap{Link: synth.Ethernet().Type}.File(frames)
	x := collected(t, timeline.Options{}, raw)
	s := x.Summary().Ships[0]
	if c := s.Clocks[0]; c.Resets != 2 || c.Samples != n || c.Drift == nil || math.Abs(*c.Drift) > 5 {
		t.Errorf("clock %+v", c)
	}
	near(t, "longest interval", *s.Cadence[0].Max, 100, 1)
	total := figures.Seconds(0)
	for _, use := range s.Power {
		if use.System == "Impulse Engines" {
			for _, p := range use.Settings {
				total += p.Seconds
			}
		}
	}
	near(t, "time", total, 3*(n-1)*0.1, 0.001)
	o := x.Overview()
	if n := len(o.Sections[0].Moments); n < 10 || n > 30 {
		t.Errorf("%d rows", n)
	}
}

// A ship flies 30 units along a straight line, in full positions and deltas.
func TestTimelineDistance(t *testing.T) {
	f := newFlight()
	f.create(0)
	for i := range 305 {
		x := float32(i) * 0.1
		passed := time.Duration(i+1) * 100 * time.Millisecond
		if i%13 == 0 {
			f.up(passed, state(passed.Seconds(), 0x81, at(1000+x, 5, 5)...))
			continue
		}
		since := float64(i%13) * 0.1
		body := []byte{127, 0, 0}
		body = binary.LittleEndian.AppendUint16(body, uint16(wire.NewCF16(since)))
		f.up(passed, state(passed.Seconds(), 0x82, body...))
	}
	s := f.ship(t)
	near(t, "distance", s.Distance, 30.4, 0.02)
	if s.Jumps != 0 {
		t.Errorf("%d jumps", s.Jumps)
	}
}

// The host tells one client of a ship, and then, where that one is silent, another one: what was flown for each counts.
func TestTimelineDistanceOfStreams(t *testing.T) {
	f := newFlight()
	f.down(0, synth.Reliable(1, akira(0, flightID, "Cady2", [3]float32{})))
	second := func(at time.Duration, messages ...[]byte) {
		f.Game(at, synth.StockServer, synth.StockSecond, synth.Datagram(synth.Host, messages...))
	}
	second(10*time.Millisecond, synth.Reliable(1, akira(0, flightID, "Cady2", [3]float32{})))
	for i := range 20 {
		passed, tell := time.Duration(i+1)*100*time.Millisecond, f.down
		if i >= 10 {
			passed, tell = passed+time.Minute, second
		}
		if i%10 == 0 {
			tell(passed, state(passed.Seconds(), 0x81, at(1000, 5, 5)...))
			continue
		}
		tell(passed, state(passed.Seconds(), 0x82, binary.LittleEndian.AppendUint16([]byte{127, 0, 0}, uint16(wire.NewCF16(float64(i%10))))...))
	}
	near(t, "distance", f.ship(t).Distance, 18, 0.02)
}

// The owner sets the power of its engines: 10 s at 100 %, 5 s at 50 %, 2 s at 0.
func TestTimelinePower(t *testing.T) {
	f := newFlight()
	f.create(0)
	for i := range 171 {
		value := byte(204)
		switch {
		case i >= 150:
			value = 0
		case i >= 100:
			value = 102
		}
		passed := time.Duration(i) * 100 * time.Millisecond
		f.up(time.Second+passed, state(passed.Seconds(), 0x80, 4, value))
	}
	var got []figures.PowerUse
	for _, use := range f.ship(t).Power {
		if use.System == "Impulse Engines" {
			got = append(got, use)
		}
	}
	if len(got) != 1 || got[0].Changes != 2 || len(got[0].Settings) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []figures.PowerTime{{Percent: 0, Seconds: 2}, {Percent: 50, Seconds: 5}, {Percent: 100, Seconds: 10}} {
		if p := got[0].Settings[i]; p.Percent != want.Percent || math.Abs(float64(p.Seconds-want.Seconds)) > 1e-6 {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
}

// What a row says of the state stays until something else is said, and the row tells
// what it brought.
func TestTimelineState(t *testing.T) {
	f := newFlight()
	f.create(0)
	f.up(time.Second, state(1, 0x91, append(at(1, 2, 3), 0x00, 0x40)...))
	// Hull at 20 %, front shield down; to the owner, so without power settings.
	f.down(2*time.Second, state(2, 0x20, 0, 51, 255, 0x20, 0, 255, 255, 255, 255, 255))
	f.up(3*time.Second, state(3, 0x80, 4, 102))
	list := rows(t, timeline.Options{}, f.Pcap(synth.Ethernet()))
	if len(list) != 4 {
		t.Fatalf("%d rows", len(list))
	}
	if r := list[0]; r.Kind != figures.KindEvent || r.Event.What != figures.Created || *r.Hull != 100 || !r.Estimated {
		t.Errorf("created: %+v", r)
	}
	if r := list[1]; !slices.Equal(r.Fresh, []string{figures.FreshPosition, figures.FreshSpeed}) || *r.WorldPosition != [3]float32{1, 2, 3} || r.Estimated || *r.Hull != 100 {
		t.Errorf("moved: %+v", r)
	}
	if r := list[2]; !slices.Equal(r.Fresh, []string{figures.FreshHull, figures.FreshShields, figures.FreshParts}) ||
		*r.Hull != 20 || *r.Shields != [6]float64{0, 100, 100, 100, 100, 100} || r.Lowest.Percent != 100 || *r.WorldPosition != [3]float32{1, 2, 3} {
		t.Errorf("hit: %+v %v", r, *r.Hull)
	}
	r := list[3]
	i := slices.IndexFunc(r.Power, func(s figures.Setting) bool { return s.System == "Impulse Engines" })
	if i < 0 || r.Power[i].Percent != 50 || *r.Hull != 20 || !slices.Equal(r.Fresh, []string{figures.FreshPower}) {
		t.Errorf("power: %+v", r)
	}
}

// TestTimelineCloak: the host's updates tell whether a ship is cloaked, until its owner's do.
func TestTimelineCloak(t *testing.T) {
	const cloaked, not = 0x21, 0x20
	f := newFlight()
	f.create(0)
	f.down(1*time.Second, state(1, message.FlagCloak, cloaked))
	f.down(2*time.Second, state(2, message.FlagCloak, not))
	f.up(3*time.Second, state(3, message.FlagCloak, cloaked))
	f.down(4*time.Second, state(4, message.FlagCloak, not))
	var got []bool
	for _, r := range rows(t, timeline.Options{}, f.Pcap(synth.Ethernet())) {
		if slices.Contains(r.Flags, "CLOAK") {
			if r.Cloaked == nil {
				t.Fatalf("frame %d does not tell", r.Frame)
			}
			got = append(got, *r.Cloaked)
		}
	}
	if want := []bool{true, false, true, true}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A shot is one event, whatever copies of it there are; so is a death.
func TestTimelineEvents(t *testing.T) {
	f := newFlight()
	f.create(0)
	tube := flightID + 1 + slices.Index(ship.Stock().ByKey("akira").Objects, "Forward Torp 2")
	fire := binary.LittleEndian.AppendUint32([]byte{0x19}, uint32(tube))
	fire = append(fire, 2, 3, 127, 0, 0) // a photon with a target, ahead
	fire = binary.LittleEndian.AppendUint32(fire, 0x4003FFFF)
	fire = append(fire, 0, 0, 0, 0)
	enemy := akira(1, 0x4003FFFF, "Ace", [3]float32{50, 0, 0})
	f.down(time.Second, synth.Reliable(1, enemy))
	f.up(2*time.Second, synth.Reliable(2, fire))
	f.up(2500*time.Millisecond, synth.Reliable(2, fire)) // sent again
	f.up(3*time.Second, synth.Reliable(3, fire))         // another one
	// OpenBC names the ship that fires, and puts chance where the target is.
	f.up(3100*time.Millisecond, synth.Reliable(4, synth.Hex("0728810000D8008000"+"FFFFFF3F"+"08B375DC"+"00000000"+"00000000")))
	f.up(3200*time.Millisecond, synth.Reliable(5, synth.Hex("060C0100007E008000"+"00000000"+"FFFFFF3F"+"FFFF0340"))) // a tractor
	f.up(3300*time.Millisecond, synth.Reliable(6, synth.Hex("152481000050008000"+"FFFF0340"+"FFFFFF3F"+"00"+"0000C842")))
	exploding := synth.Hex("06298100004E008000" + "FFFFFF3F" + "FFFF0340" + "00000000" + "00001841")
	f.down(4*time.Second, synth.Reliable(2, exploding))
	second := synth.StockSecond
	f.Game(4*time.Second+time.Millisecond, synth.StockServer, second, synth.Datagram(synth.Host, synth.Reliable(1, exploding)))
	var got []string
	for _, r := range rows(t, timeline.Options{}, f.Pcap(synth.Ethernet())) {
		if r.Kind == figures.KindEvent {
			got = append(got, r.Name+": "+r.Event.Text)
		}
	}
	want := []string{
		"Cady2's Akira: created as Akira",
		"Ace's Akira: created as Akira",
		"Cady2's Akira: fired Forward Torp 2 → Ace's Akira",
		"Ace's Akira: under fire: Forward Torp 2 of Cady2's Akira",
		"Cady2's Akira: fired Forward Torp 2 → Ace's Akira",
		"Ace's Akira: under fire: Forward Torp 2 of Cady2's Akira",
		"Cady2's Akira: fired, weapon and target unknown",
		"Ace's Akira: held by a tractor beam of Cady2's Akira",
		"Cady2's Akira: collided with Ace's Akira, force 100",
		"Ace's Akira: exploded, killed by Cady2's Akira",
		"Cady2's Akira: killed Ace's Akira",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTimelineChoice(t *testing.T) {
	raw := fought(t, 3, 30)
	all := collected(t, timeline.Options{}, raw).Summary().Ships
	if len(all) < 3 {
		t.Fatalf("%d ships", len(all))
	}
	for _, one := range all[:3] {
		id := must.Get(strconv.ParseUint(one.ObjectID, 0, 32))(t)
		for of, same := range map[string]func(figures.ShipLife) bool{
			one.ObjectID:                  func(x figures.ShipLife) bool { return x.ObjectID == one.ObjectID },
			strconv.FormatUint(id, 10):    func(x figures.ShipLife) bool { return x.ObjectID == one.ObjectID },
			strings.ToUpper(one.Player):   func(x figures.ShipLife) bool { return x.Player == one.Player },
			one.Ship:                      func(x figures.ShipLife) bool { return x.Ship == one.Ship },
			strings.ToLower(one.Name):     func(x figures.ShipLife) bool { return x.Name == one.Name },
			"nobody":                      func(figures.ShipLife) bool { return false },
			strings.Repeat(one.Player, 2): func(figures.ShipLife) bool { return false },
		} {
			want := 0
			for _, x := range all {
				if same(x) {
					want++
				}
			}
			got := collected(t, timeline.Options{Of: []string{of}}, raw).Summary().Ships
			if len(got) != want || slices.ContainsFunc(got, func(x figures.ShipLife) bool { return !same(x) }) {
				t.Errorf("%s: %d ships, want %d", of, len(got), want)
			}
		}
	}
	both := collected(t, timeline.Options{Of: []string{all[0].ObjectID, all[1].Player}}, raw).Summary().Ships
	if len(both) < 2 {
		t.Errorf("two of them: %d ships", len(both))
	}
}

func TestTimelineRange(t *testing.T) {
	raw := fought(t, 1, 20)
	all := rows(t, timeline.Options{}, raw)
	start, _ := reporttest.Open(t, "test", raw, decode.Options{}).Start()
	offset := time.Duration(start.Nanos)
	for _, c := range []struct {
		from, to string
		shift    time.Duration
	}{
		{"2026-02-14T22:08:08Z", "2026-02-14T22:08:12Z", 0}, {"22:08:08", "22:08:12.000", 0}, {"22:08:08", "", 0},
		{"+8s", "+12s", offset}, {"", "+12s", offset},
	} {
		var o timeline.Options
		if c.from != "" {
			o.From = must.Get(tally.ParseMoment(c.from))(t)
		}
		if c.to != "" {
			o.To = must.Get(tally.ParseMoment(c.to))(t)
		}
		want := slices.DeleteFunc(slices.Clone(all), func(r figures.TimelineRow) bool {
			from := time.Date(2026, 2, 14, 22, 8, 8, 0, time.UTC).Add(c.shift)
			to := time.Date(2026, 2, 14, 22, 8, 12, 0, time.UTC).Add(c.shift)
			at := r.Time.Calendar()
			return c.from != "" && at.Before(from) || c.to != "" && !at.Before(to)
		})
		got := rows(t, o, raw)
		if len(want) == 0 || len(got) != len(want) || got[0].Time != want[0].Time {
			t.Errorf("%+v: %d rows, want %d of %d", c, len(got), len(want), len(all))
		}
	}
	for _, wrong := range []string{"", "now", "90s", "25:00:00", "+", "+x", "2026-02-14"} {
		if _, err := tally.ParseMoment(wrong); err == nil {
			t.Errorf("%q is taken for a time", wrong)
		}
	}
}

func TestTimelineEvery(t *testing.T) {
	raw := fought(t, 2, 20)
	last := map[string]time.Time{}
	n := 0
	for _, r := range rows(t, timeline.Options{Every: time.Second}, raw) {
		if r.Kind != figures.KindUpdate {
			continue
		}
		n++
		at := r.Time.Calendar()
		if before, ok := last[r.ObjectID]; ok && at.Sub(before) < time.Second {
			t.Errorf("%s: rows at %s and %s", r.ObjectID, before, at)
		}
		last[r.ObjectID] = at
	}
	if n < 20 || n > 40 {
		t.Errorf("%d rows", n)
	}
}

// What a screen holds does not depend on how long the game was.
func TestTimelineOverview(t *testing.T) {
	for _, seconds := range []int{10, 60, 400} {
		raw := fought(t, 2, seconds)
		o := collected(t, timeline.Options{}, raw).Overview()
		if len(o.Sections) < 2 {
			t.Fatalf("%d sections", len(o.Sections))
		}
		events := int64(0)
		for _, s := range o.Sections {
			updates := 0
			for i, m := range s.Moments {
				if m.Update {
					updates++
				}
				if i > 0 && m.Time.Compare(s.Moments[i-1].Time) < 0 {
					t.Errorf("%s comes after %s", m.Time, s.Moments[i-1].Time)
				}
			}
			if updates > 25 || s.Updates > 400 && updates < 8 {
				t.Errorf("%d s: %d updates in rows", seconds, updates)
			}
			for _, m := range s.Moments {
				if m.Event != nil {
					events++
				}
				for _, c := range m.Counts {
					events += c.Count
				}
			}
		}
		all := int64(0)
		for _, r := range rows(t, timeline.Options{}, raw) {
			if r.Event != nil {
				all++
			}
		}
		if events != all {
			t.Errorf("%d s: %d events, want %d", seconds, events, all)
		}
	}
}

// flags of an update whose bytes end too early are not made up.
func TestTimelineCutUpdate(t *testing.T) {
	f := newFlight()
	f.create(0)
	whole := state(1, 0x91, at(1, 2, 3)...)
	payload := whole[3:]
	for n := range len(payload) {
		f.up(time.Duration(n+1)*time.Second, synth.Unreliable(payload[:n+1]))
	}
	for _, r := range rows(t, timeline.Options{}, f.Pcap(synth.Ethernet())) {
		if r.Kind == figures.KindUpdate && (len(r.Fresh) > 0 || r.Speed != nil) {
			t.Errorf("frame %d: %v", r.Frame, r.Fresh)
		}
	}
}

// TestTimelineNoise lets clients and host say what comes to mind: no order of messages
// and no value may confuse a timeline.
func TestTimelineNoise(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	opcodes := []byte{0x02, 0x03, 0x06, 0x07, 0x0E, 0x0F, 0x10, 0x14, 0x15, 0x19, 0x1A, 0x1C, 0x1C, 0x1C, 0x1F, 0x29, 0x36}
	creation := akira(0, flightID, "Cady2", [3]float32{})
	f := newFlight()
	for i := range 8000 {
		payload := make([]byte, chance.IntN(60)+1)
		for j := range payload {
			payload[j] = byte(chance.Uint32())
		}
		payload[0] = opcodes[chance.IntN(len(opcodes))]
		switch {
		case len(payload) > 4 && chance.IntN(3) > 0:
			binary.LittleEndian.PutUint32(payload[1:], flightID+uint32(chance.IntN(3)*0x40000+chance.IntN(40)))
		case payload[0] == 0x03:
			payload = slices.Clone(creation)
			payload[7+chance.IntN(6)] = byte(chance.Uint32()) // another id, another class
		}
		at := time.Duration(i) * 10 * time.Millisecond
		message := synth.Reliable(uint16(i), payload)
		if payload[0] == 0x1C {
			message = synth.Unreliable(payload)
		}
		if chance.IntN(2) == 0 {
			f.up(at, message)
		} else {
			f.down(at, message)
		}
	}
	events, updates := 0, 0
	x := collected(t, timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
		if r.Event != nil {
			events++
		} else {
			updates++
		}
		_, err := json.Marshal(r)
		return err
	}}, f.Pcap(synth.Ethernet()))
	if _, err := json.Marshal(x.Summary()); err != nil {
		t.Error(err)
	}
	if o := x.Overview(); events < 100 || updates < 500 || len(o.Sections) == 0 {
		t.Errorf("%d events, %d updates, %d sections", events, updates, len(o.Sections))
	}
}

// TestWhatCannotFire: a part is named as what fired only if it can fire that; of any other id nothing
// is known but that. Several are counted under what they are not.
func TestWhatCannotFire(t *testing.T) {
	class := ship.Stock().ByKey("akira")
	part := func(name string) uint32 { return flightID + 1 + uint32(slices.Index(class.Objects, name)) }
	f := newFlight()
	f.create(0)
	at, seq := time.Second, uint16(2)
	fire := func(opcode uint8, m wire.Message) {
		f.up(at, synth.Reliable(seq, message.Append(nil, opcode, m)))
		at, seq = at+20*time.Millisecond, seq+1
	}
	tube, warp := part("Forward Torp 2"), part("Star Warp")
	for _, id := range []uint32{tube, warp, part("Torpedoes"), part("Shield Generator"), flightID} {
		fire(message.OpcodeTorpedoFire, &message.TorpedoFire{ObjectID: id, Flags: 4, Direction: wire.CV3{127, 0, 0}})
	}
	fire(message.OpcodeBeamFire, &message.BeamFire{ObjectID: tube, Direction: wire.CV3{127, 0, 0}})
	for _, id := range []uint32{part("Phasers"), warp} {
		fire(message.OpcodeStartFiring, &message.Event{ClassID: message.ClassStartFiring, EventCode: 0x008000D8, TargetID: id})
	}
	var got []string
	data := f.Pcap(synth.Ethernet())
	for _, r := range rows(t, timeline.Options{}, data) {
		if r.Kind == figures.KindEvent && r.Event.What == figures.Fired {
			got = append(got, r.Event.Text)
		}
	}
	want := []string{
		"fired Forward Torp 2", fmt.Sprintf("fired 0x%08X (no torpedo tube)", warp), fmt.Sprintf("fired 0x%08X (no torpedo tube)", part("Torpedoes")),
		fmt.Sprintf("fired 0x%08X (no torpedo tube)", part("Shield Generator")), "fired a torpedo", fmt.Sprintf("fired 0x%08X (no pulse weapon)", tube),
		"fired Phasers", fmt.Sprintf("fired 0x%08X (no weapon)", warp),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var parts []string
	for _, s := range collected(t, timeline.Options{}, data).Overview().Sections {
		for _, m := range s.Moments {
			for _, c := range m.Counts {
				parts = append(parts, c.Parts...)
			}
		}
	}
	if want := "with ids of no torpedo tube"; !slices.Contains(parts, want) {
		t.Errorf("%q lacks %q", parts, want)
	}
}

// When a host starts anew, each player's first ship is created: nobody comes back in it.
func TestTimelineGames(t *testing.T) {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	for n := range 2 {
		game := must.Get(battle.Script(battle.Options{Seed: uint64(5 + n), Players: 3, Duration: 20 * time.Second, Start: s.Start}))(t)
		for _, d := range game.Sent {
			s.Raw(d.At+time.Duration(n)*2*time.Minute, d.From, d.To, d.Payload)
		}
	}
	created := map[string]int{}
	for _, r := range rows(t, timeline.Options{}, s.Pcap(synth.Ethernet())) {
		if r.Kind == figures.KindEvent && r.Event.What == figures.Created {
			created[strings.SplitN(r.Name, "'", 2)[0]]++
		}
	}
	if want := map[string]int{"Cady2": 2, "Ace": 2, "Kang": 2}; !maps.Equal(created, want) {
		t.Errorf("first ships: %v, want %v", created, want)
	}
}
