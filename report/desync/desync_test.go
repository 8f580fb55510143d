package desync_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

func play(t testing.TB, o battle.Options) (*battle.Truth, []byte) { return playOver(t, o, nil) }

// misread changes plaintext datagrams in place.
type misread struct {
	*recorder.Recorder
	alter func(to netip.AddrPort, plain []byte)
}

// Datagram records what has become of a datagram.
func (m misread) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	plain := make([]byte, len(payload))
	cipher.Decipher(plain, payload)
	m.alter(to, plain)
	cipher.Encipher(plain, plain)
	return m.Recorder.Datagram(at, from, to, plain)
}

// playOver plays a battle whose datagrams are changed; nil = they are not.
func playOver(t testing.TB, o battle.Options, alter func(to netip.AddrPort, plain []byte)) (*battle.Truth, []byte) {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var b bytes.Buffer
	r := must.Get(recorder.New(&b, recorder.Options{Start: o.Start, Nanoseconds: true}))(t)
	var wire battle.Tap = r
	if alter != nil {
		wire = misread{r, alter}
	}
	truth, err := battle.Run(o, wire)
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return truth, b.Bytes()
}

func opened(t testing.TB, content []byte) *decode.Capture {
	t.Helper()
	c := must.Get(decode.Open("battle.pcap", bytes.NewReader(content), decode.Options{}))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func seen(t testing.TB, content []byte, o desync.Options) *figures.Desync {
	t.Helper()
	return must.Get(desync.Of(must.Get(facts.Read(opened(t, content), facts.Options{}))(t), o))(t)
}

// Who loses his connection and comes again is one player.
func TestPlayersAreCounted(t *testing.T) {
	for _, o := range []battle.Options{
		{Seed: 11, Players: 3, Duration: time.Minute, Loss: 0.05, Reorder: 0.03, Duplicate: 0.02},
		{Seed: 3, Players: 2, Duration: time.Minute},
	} {
		if _, content := play(t, o); seen(t, content, desync.Options{}).Players != o.Players {
			t.Errorf("%d players, want %d", seen(t, content, desync.Options{}).Players, o.Players)
		}
	}
}

// oneSided are faults of what the second client alone is told, what they are found as, and which messages show them: those that
// are told wrong, or what is last told before or should have been told.
var oneSided = map[string]struct {
	do    edit.Edit
	kinds []string
	shown edit.Match
}{
	"blind": {edit.Blind(2, 0), []string{figures.DesyncUnseen}, func(m *edit.Message) bool {
		return edit.Up(message.OpcodeObjectCreateTeam)(m) && m.Slot == 0 || edit.Up(0x2A).And(edit.On(2))(m)
	}},
	"freeze": {edit.Freeze(2, lately, 5*time.Second), []string{figures.DesyncStale}, func(m *edit.Message) bool {
		return edit.On(2)(m) && (edit.ToOthers(m) && m.At() < lately && m.At() > lately-500*time.Millisecond || edit.Down(message.OpcodeObjectCreateTeam)(m))
	}},
	"lie": {edit.Lie(2, lately, "hull", 38), []string{figures.DesyncCondition}, edit.ToOthers.And(edit.On(2), edit.Since(lately), edit.Where(func(u *message.StateUpdate) bool {
		return slices.ContainsFunc(u.Subsystems.Items, func(x message.SubsystemState) bool { return x.Index == 0 })
	}))},
	"ghost":     {edit.Ghost(2), []string{figures.DesyncGhost, figures.DesyncDeath}, func(m *edit.Message) bool { return edit.Down(0x06, 0x14)(m) && edit.Ending(m) != 0 && !edit.On(2)(m) }},
	"elsewhere": {edit.Elsewhere(2, lately, 30), []string{figures.DesyncPosition}, edit.ToOthers.And(edit.On(2), edit.Since(lately), edit.Has(message.FlagPosition))},
}

const lately = 20 * time.Second

// Each fault of what one client is told is found, of that client, from the frame that shows it, and nothing else is.
func TestFaults(t *testing.T) {
	heavy.SkipRace(t, "TestTruth has the same goroutines")
	for name, x := range oneSided {
		for seed := range heavy.Scale[uint64](1, 5) {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				truth, content := play(t, battle.Options{Seed: seed + 1, Players: 3 + int(seed)%3, Duration: 90 * time.Second})
				content = must.Get(edit.Read(content))(t).Of(x.do)
				victim, d := truth.Links[1].Name, seen(t, content, desync.Options{})
				if len(d.Findings) == 0 {
					t.Error("nothing is found")
				}
				shown := map[int64]bool{}
				edit.Each(x.shown, func(_ *edit.Capture, m *edit.Message) { shown[m.Frame()] = true })(must.Get(edit.Read(content))(t))
				for _, f := range d.Findings {
					if f.Player != victim || !slices.Contains(x.kinds, f.Kind) || !shown[f.From.Frame] || !strings.Contains(f.Text, victim) {
						t.Errorf("%s of %s: %s (frame %d)", f.Kind, f.Player, f.Text, f.From.Frame)
					}
				}
			})
		}
	}
}

// What a host does wrong toward all is found as the kind that it is, of everybody whom it concerns, and as no other.
func TestFaultsOfHosts(t *testing.T) {
	heavy.SkipRace(t, "TestTruth has the same goroutines")
	_, content := play(t, battle.Options{Seed: 1, Players: 3, Duration: 100 * time.Second})
	sound := must.Get(edit.Read(content))(t)
	later := func(m *edit.Message) bool { return m.At() > 30*time.Second }
	for fault, x := range map[string]struct {
		kind string
		do   edit.Edit
	}{
		"clock drifts":  {figures.DesyncClock, edit.Each(edit.ToAny, edit.SetOn(func(m *edit.Message, u *message.StateUpdate) { u.GameTime += float32(0.05 * m.At().Seconds()) }))},
		"another clock": {figures.DesyncClock, edit.Each(edit.ToAny.And(edit.On(2), later), edit.Update(func(u *message.StateUpdate) { u.GameTime += 0.6 }))},
		"chat changed":  {figures.DesyncEvent, edit.Each(edit.Down(0x2C).And(edit.On(1)), edit.Set(func(m *message.Chat) { m.Text = wire.Text("no") }))},
		"chat untold":   {figures.DesyncEvent, edit.Each(edit.Down(0x2C).And(edit.On(1)), edit.Omit)},
		"ships untold":  {figures.DesyncUnseen, edit.Each(edit.Down(0x03).And(edit.On(3)), edit.Omit)},
		"elsewhere":     {figures.DesyncPosition, edit.Each(edit.ToOthers.And(edit.On(2), edit.Has(message.FlagPosition), later), edit.Update(func(u *message.StateUpdate) { u.Position[0] += 5000 }))},
	} {
		kind := x.kind
		found := seen(t, sound.Of(x.do), desync.Options{}).Findings
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", fault)
		}
		for _, f := range found {
			if f.Kind != kind || f.Player == "" || f.From.Frame == 0 || f.Kind == figures.DesyncEvent && (f.Count == 0 || strings.Contains(f.Text, `told "no"`) != (fault == "chat changed")) {
				t.Errorf("%s: %s of %q: %s (frame %d)", fault, f.Kind, f.Player, f.Text, f.From.Frame)
			}
		}
	}
}

// A host that tells the place in every second update only, and the speed in all, is carried on from the place.
func TestCarriedFromThePlace(t *testing.T) {
	_, content := play(t, battle.Options{Seed: 1, Players: 2, Duration: time.Minute})
	sound := must.Get(edit.Read(content))(t)
	half := edit.Every(2, edit.ToOthers.And(edit.Has(message.FlagDelta), edit.Has(message.FlagSpeed)), edit.Update(func(u *message.StateUpdate) { u.DirtyFlags &^= message.FlagDelta }))
	all, some := seen(t, content, desync.Options{}).Views, seen(t, sound.Of(half), desync.Options{}).Views
	for i := range all {
		if was, is := *all[i].Carried.P90, *some[i].Carried.P90; is > 2*was+0.2 {
			t.Errorf("%s sees %s: %v units off after carrying on, %v with all places", all[i].Player, all[i].Ship, is, was)
		}
	}
}

// A creation that comes behind updates begins the places anew: those counted from it are not sure.
func TestLateCreation(t *testing.T) {
	_, content := play(t, battle.Options{Seed: 1, Players: 3, Duration: time.Minute})
	sound := must.Get(edit.Read(content))(t)
	was, is := seen(t, content, desync.Options{}).Views, seen(t, sound.Of(edit.Each(edit.Down(0x03), edit.Late(2700*time.Millisecond))), desync.Options{}).Views
	for i := range was {
		if all, late := was[i].Drift.Max, is[i].Drift.Max; all != nil && late != nil && *late > *all+0.5 {
			t.Errorf("%s sees %s: up to %v units off, with creations in time %v", is[i].Player, is[i].Ship, *late, *all)
		}
	}
}

// What the owner of a ship reports wrongly is no fault of the host: that its clock goes back is nothing that a player
// sees, and where its reports jump, what is told otherwise is laid to its charge. What the host tells wrongly is the
// host's.
func TestOwnersFaults(t *testing.T) {
	heavy.SkipRace(t, "TestTruth has the same goroutines")
	const clockAt, positionAt = 5, 10
	for fault, alter := range map[string]func(payload []byte, clock float64, flags uint8){
		"clock": func(payload []byte, clock float64, _ uint8) {
			binary.LittleEndian.PutUint32(payload[clockAt:], math.Float32bits(float32(clock+0.15*math.Mod(clock, 4)/4)))
		},
		"jump": func(payload []byte, clock float64, flags uint8) {
			if flags&message.FlagPosition != 0 && clock > 60 && clock < 65 { // when no ship begins
				x := math.Float32frombits(binary.LittleEndian.Uint32(payload[positionAt:]))
				binary.LittleEndian.PutUint32(payload[positionAt:], math.Float32bits(x+5000))
			}
		},
	} {
		for _, side := range []string{figures.DesyncServer, figures.DesyncClient} {
			o := battle.Options{Seed: 1, Players: 3, Duration: 100 * time.Second}
			truth, _ := play(t, o)
			_, content := playOver(t, o, func(to netip.AddrPort, plain []byte) {
				toHost := clientOf(truth, to.String()) == ""
				messages, _ := transport.Walk(plain, 0, nil)
				for i := range messages {
					payload := messages[i].Payload(plain)
					_, clock, flags, ok := message.UpdateHeader(payload)
					if ok && payload[0] == message.OpcodeStateUpdate && toHost == (side == figures.DesyncClient) {
						alter(payload, float64(clock), flags)
					}
				}
			})
			found := seen(t, content, desync.Options{}).Findings
			if (len(found) > 0) != (fault == "jump" || side == figures.DesyncServer) {
				t.Errorf("%s of the %s: %d findings", fault, side, len(found))
			}
			for _, f := range found {
				if f.Kind != figures.DesyncPosition || f.Side != side || strings.Contains(f.Text, "whose reports jump") != (side == figures.DesyncClient) {
					t.Errorf("%s of the %s: %s of the %s: %s (frame %d)", fault, side, f.Kind, f.Side, f.Text, f.From.Frame)
				}
			}
			for judge, want := range map[string]int{side: len(found), map[string]string{figures.DesyncServer: figures.DesyncClient, figures.DesyncClient: figures.DesyncServer}[side]: 0} {
				if n := len(seen(t, content, desync.Options{Judge: judge}).Findings); n != want {
					t.Errorf("%s of the %s: %d findings of the %s, want %d", fault, side, n, judge, want)
				}
			}
		}
	}
}

// Who is told another species than all others sees another class, from the creation on.
func TestClass(t *testing.T) {
	const speciesAt = 11
	o := battle.Options{Seed: 3, Players: 3, Duration: time.Minute}
	truth, _ := play(t, o)
	victim := netip.MustParseAddrPort(truth.Links[1].Client)
	_, content := playOver(t, o, func(to netip.AddrPort, plain []byte) {
		messages, _ := transport.Walk(plain, 0, nil)
		for i := range messages {
			if payload := messages[i].Payload(plain); to == victim && len(payload) > speciesAt && payload[0] == message.OpcodeObjectCreateTeam {
				payload[speciesAt] = payload[speciesAt]%12 + 1
			}
		}
	})
	found := seen(t, content, desync.Options{}).Findings
	if len(found) == 0 {
		t.Fatal("nothing is found")
	}
	for _, f := range found {
		if f.Kind != figures.DesyncClass || f.Player != truth.Links[1].Name || f.Told == f.Others || !strings.HasSuffix(f.Text, "as "+f.Told) {
			t.Errorf("%s of %s: %s (frame %d)", f.Kind, f.Player, f.Text, f.From.Frame)
		}
	}
}

// Updates, times between them and distances are those that the battle had, each of them, as it counted them itself.
func TestTruth(t *testing.T) {
	views, positions := 0, 0
	for seed := range heavy.Scale[uint64](2, 40) {
		o := battle.Options{Seed: seed + 1, Players: 2 + int(seed)%7, Duration: 60 * time.Second, WithViews: true}
		truth, content := play(t, o)
		drift := map[string][]float64{} // by player and ship
		list := seen(t, content, desync.Options{Row: func(r *figures.DesyncRow) error {
			drift[r.Player+r.Ship] = append(drift[r.Player+r.Ship], r.Drift)
			return nil
		}}).Views
		for i := range list {
			v := &list[i]
			w := viewOf(truth, v)
			if w == nil {
				t.Errorf("seed %d: the truth has no view of %s by %s with %d updates", seed+1, v.Ship, v.Player, v.Updates)
				continue
			}
			views++
			likeTruth(t, fmt.Sprintf("seed %d: lag of %s by %s", seed+1, v.Ship, v.Player), v.Lag.Max, slices.Sorted(slices.Values(w.Lag)), 1)
			likeTruth(t, fmt.Sprintf("seed %d: drift of %s by %s", seed+1, v.Ship, v.Player), v.Drift.P50, slices.Sorted(slices.Values(w.Drift)), 0.5)
		}
		for _, w := range truth.Views { // lives with one id follow one another
			key := clientOf(truth, w.Client) + w.ObjectID
			if len(drift[key]) < len(w.Drift) {
				t.Errorf("seed %d: %s: %d distances, want %d more", seed+1, key, len(drift[key]), len(w.Drift))
				continue
			}
			for i, d := range w.Drift {
				if positions++; math.Abs(drift[key][i]-d) > 0.0051 {
					t.Errorf("seed %d: %s: distance %d is %.2f, want %.4f", seed+1, key, i, drift[key][i], d)
					break
				}
			}
			drift[key] = drift[key][len(w.Drift):]
		}
		for key, more := range drift {
			if len(more) > 0 {
				t.Errorf("seed %d: %s: %d distances too many", seed+1, key, len(more))
			}
		}
	}
	t.Logf("%d views, %d distances", views, positions)
	if views < 10 || positions < 1000 {
		t.Error("too few to compare")
	}
}

// likeTruth holds a figure against the share of all numbers, sorted, that it stands for.
func likeTruth(t *testing.T, what string, got *float64, all []float64, share float64) {
	t.Helper()
	switch {
	case len(all) == 0:
		if got != nil {
			t.Errorf("%s: %.3f of nothing", what, *got)
		}
		return
	case got == nil:
		t.Errorf("%s: nothing of %d", what, len(all))
		return
	}
	i := int(float64(len(all)-1)*share + 0.5)
	if low, high := all[max(i-1, 0)], all[i]; *got < low*0.99-0.002 || *got > high*1.01+0.002 {
		t.Errorf("%s: %.3f, want %.3f to %.3f", what, *got, low, high)
	}
}

// viewOf gives the view of the truth with as many updates: an id may have several lives.
func viewOf(truth *battle.Truth, v *figures.DesyncView) *battle.View {
	i := slices.IndexFunc(truth.Views, func(w *battle.View) bool {
		return w.ObjectID == v.Ship && w.Updates == v.Updates && clientOf(truth, w.Client) == v.Player
	})
	if i < 0 {
		return nil
	}
	return truth.Views[i]
}

// clientOf names the client at an address.
func clientOf(truth *battle.Truth, address string) string {
	for _, k := range truth.Links {
		if k.Client == address {
			return k.Name
		}
	}
	return ""
}

// With a capture at a client, updates that were lost behind the host make gaps, and no others.
func TestArrived(t *testing.T) {
	for seed := range heavy.Scale[uint64](2, 10) {
		o := battle.Options{Seed: seed + 1, NetworkSeed: seed + 7, Players: 3, Duration: 60 * time.Second, Loss: 0.04, WithViews: true}
		_, atHost := play(t, o)
		o.At = 2
		truth, atClient := play(t, o)
		views := seen(t, atHost, desync.Options{Arrived: desync.NewWitness(opened(t, atClient))}).Views
		victim, compared := clientOf(truth, truth.Views[0].Client), 0
		for _, v := range views {
			if v.Player != victim {
				continue
			}
			compared++
			if viewOf(truth, &v) == nil {
				t.Errorf("seed %d: %s: the truth has no view with %d updates", seed+1, v.Ship, v.Updates)
			}
		}
		if compared == 0 {
			t.Errorf("seed %d: nothing to compare", seed+1)
		}
	}
}

// What a real server does: its cursor leaves out entries for all but the owner, and nothing else differs.
func TestRealCaptures(t *testing.T) {
	want := map[string][]string{
		"battle-1.pcap": {"Ace 4083", "Cady2 4083"}, "teams-1.pcap": {"Kirk 10811", "Ace 10811", "Cady2 10811"},
		"long-1.pcap": {"Ace 3438", "Cady2 3438", "Kirk 3438", "Uhura 3438"}, "cooked-1.pcap": nil, "lossy-1-server.pcap": nil, "lossy-1-client.pcap": nil,
		"otherclient-battle-1.pcap": nil, "handshake-1.pcap": nil, "otherclient-opcodes-1.pcap": nil, "synth-1.pcap": nil, "synth-2.pcapng": nil,
	}
	compared := 0
	for path, content := range outside.Read(t, heavy.Scale[int64](2<<20, 1<<30)) {
		name := path[strings.LastIndexByte(path, '/')+1:]
		expected, known := want[name]
		if !known {
			continue
		}
		compared++
		var got []string
		for _, f := range seen(t, content, desync.Options{}).Findings {
			got = append(got, fmt.Sprint(f.Player, " ", f.From.Frame))
			if f.Kind != figures.DesyncCondition || f.Entries[0].Name != "Disruptor Cannons" {
				t.Errorf("%s: %s: %s", name, f.Kind, f.Text)
			}
		}
		if !slices.Equal(got, expected) {
			t.Errorf("%s: %q, want %q", name, got, expected)
		}
	}
	if compared == 0 {
		t.Error("no capture is known")
	}
}

// TestClocksThatCannotTell: kinds of findings that the times of a capture cannot tell are not judged, which is said.
func TestClocksThatCannotTell(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 15 * time.Second, Seed: 1})
	raw = must.Get(edit.Read(raw))(t).Of(edit.Each(edit.ToAny.And(edit.On(2)), edit.Update(func(u *message.StateUpdate) { u.GameTime += 0.6 })))
	for _, c := range reporttest.Clocks() {
		d := seen(t, reporttest.Twist(raw, &c), desync.Options{})
		fault := strings.Contains(c.Says, "whole seconds") || strings.Contains(c.Says, "no times")
		if said := d.NotJudged[figures.DesyncPosition] != ""; fault && !said {
			t.Errorf("%s: not judged: %v", c.Name, d.NotJudged)
		}
		for _, f := range d.Findings {
			if d.NotJudged[f.Kind] != "" {
				t.Errorf("%s: %s is judged: %s", c.Name, f.Kind, f.Text)
			}
		}
		for _, v := range d.Views {
			if d.NotJudged[figures.DesyncPosition] != "" && v.Lag.P50 != nil {
				t.Errorf("%s: a lag of %v ms", c.Name, *v.Lag.P50)
			}
		}
	}
}
