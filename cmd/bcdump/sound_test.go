package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/stats"
)

// soundSeeds is the environment variable with the seeds of TestSoundBattles, such as 5001-5300.
const soundSeeds = "BCDUMP_SOUND_SEEDS"

// TestSoundBattles: in battles with random options nobody does anything wrong. No rule with the severity error fails,
// and the only problems are losses of the network. The tests of report/match compare the match with the battle.
func TestSoundBattles(t *testing.T) {
	heavy.SkipRace(t, "about what reports say")
	first, last := uint64(1), heavy.Scale[uint64](4, 16) // a sample; BCDUMP_SOUND_SEEDS asks for more
	if seeds := os.Getenv(soundSeeds); seeds != "" {
		if _, err := fmt.Sscanf(seeds, "%d-%d", &first, &last); err != nil {
			t.Fatalf("%s: %q: %v", soundSeeds, seeds, err)
		}
	}
	sum := map[string]int{}
	for seed := first; seed <= last; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			b := playSound(t, seed)
			for _, x := range b.faults {
				t.Error(x)
			}
			for kind := range b.kinds {
				sum[kind]++
			}
			if len(b.faults) > 0 { // with -artifacts, to look at it
				must.Do(t, os.WriteFile(filepath.Join(t.ArtifactDir(), "sound.pcap"), b.capture, 0o644))
				t.Logf("%+v", b.battle)
			}
		})
	}
	for _, kind := range slices.Sorted(maps.Keys(sum)) {
		t.Logf("%4d of %d battles: %s", sum[kind], last-first+1, kind)
	}
}

// soundBattle is a battle without faults, and what the reports say of it that is not so.
type soundBattle struct {
	battle  battle.Options
	capture []byte
	faults  []string
	kinds   map[string]bool // of faults and warnings
}

func (b *soundBattle) fault(kind, format string, args ...any) {
	b.kinds[kind] = true
	b.faults = append(b.faults, kind+": "+fmt.Sprintf(format, args...))
}

func playSound(t *testing.T, seed uint64) *soundBattle {
	t.Helper()
	o, c := drawSound(t, seed)
	b := &soundBattle{battle: o, kinds: map[string]bool{}}
	var file bytes.Buffer
	must.Get(recorder.Record(&file, o, c))(t)
	b.capture = file.Bytes()
	b.checked(t)
	b.counted(t)
	return b
}

// readSound makes a report of a capture.
func readSound[T any](t *testing.T, content []byte, report func(*decode.Capture) (T, error)) T {
	t.Helper()
	c := must.Get(decode.Open("sound.pcap", bytes.NewReader(content), decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	return must.Get(report(c))(t)
}

// checked judges the capture by the rules; a sound battle breaks none.
func (b *soundBattle) checked(t *testing.T) {
	t.Helper()
	f := readSound(t, b.capture, func(c *decode.Capture) (*figures.CheckFile, error) {
		return check.Of("sound.pcap", c, check.Options{Judge: check.Both})
	})
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Failed || r.ID == "transport-seq-complete" && b.battle.StartSeq > 0 {
			continue // numbers that begin elsewhere are no fault of the battle: they show the wrap
		}
		if r.Severity != "error" {
			b.kinds["check "+r.Severity+" "+r.ID+" "+r.Judges] = true
			continue
		}
		var frames []string
		for _, x := range r.Frames[:min(len(r.Frames), 4)] {
			frames = append(frames, fmt.Sprintf("frame %d %s", x.Frame, x.Text))
		}
		b.kinds["check error"] = true
		b.fault("check error "+r.ID+" "+r.Judges, "%d of %d: %s", r.Violations, r.Instances, strings.Join(frames, "; "))
	}
}

// counted looks for problems.
func (b *soundBattle) counted(t *testing.T) {
	t.Helper()
	for _, x := range readSound(t, b.capture, problemsOf) {
		if x.ID == "resends" && b.battle.Loss > 0 {
			continue
		}
		b.kinds["problem"] = true
		b.fault("problem "+x.ID, "%s, frames %v", x.Statement, x.Frames)
	}
}

// problemsOf are those of a capture, whatever rules say, which checked tells.
func problemsOf(c *decode.Capture) ([]figures.Cause, error) {
	s := stats.New(stats.Options{})
	err := s.File("sound.pcap", c)
	report := s.Report()
	return stats.Problems(&report, nil), err
}

// drawSound draws a battle and its capture.
func drawSound(t *testing.T, seed uint64) (o battle.Options, c recorder.Options) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0x50554E44))
	one := func(in int) bool { return r.IntN(in) == 0 }
	share := func(most float64) float64 { return float64(r.IntN(int(most*1000)+1)) / 1000 }
	players, seconds := 2+r.IntN(7), 30+r.IntN(46)
	o = battle.Options{Seed: seed, Players: players, Duration: time.Duration(seconds) * time.Second, Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	if !one(4) {
		o.Shots = []float64{0.5, 1, 1.5, 2, 3, 4, 5, 6}[r.IntN(8)]
	}
	lossy, troubled := !one(3), one(2)
	if lossy {
		o.Loss = share(0.15)
	} else if !troubled && one(3) {
		// With much lost, such a network lets the host tell of joins in another order than they come in.
		o.NetworkSeed = uint64(1 + r.IntN(1000))
	}
	if one(2) {
		o.Reorder = share(0.05)
	}
	if one(2) {
		o.Duplicate = share(0.05)
	}
	if troubled {
		for _, text := range drawTroubles(r, players, seconds) {
			o.Troubles = append(o.Troubles, must.Get(battle.ParseTrouble(text))(t))
		}
	}
	if one(4) {
		o.Begin = time.Duration(5+r.IntN(seconds/2)) * time.Second
	}
	if one(4) {
		o.At = 1 + r.IntN(players)
	}
	o.Teams = one(4)
	if one(6) {
		o.TimeLimit = 1
	}
	if one(4) {
		o.StartSeq = []uint16{65535, 65500, 65000, 64000, 255, 250, 200, 127, 32700}[r.IntN(9)]
	}
	if one(4) {
		o.Parts = []battle.PartOrder{battle.Reversed, battle.Shuffled}[r.IntN(2)]
	}
	if one(6) {
		o.GameSpy = 0.5
	}
	if one(6) {
		o.Noise = 5
	}
	o.IPv6 = one(6)
	if one(6) {
		c.Fragment = 300
	}
	switch r.IntN(6) {
	case 0:
		c.Link = recorder.Links()[r.IntN(len(recorder.Links()))]
	case 1:
		c.VLAN = 1 + r.IntN(2)
	}
	if one(3) {
		c.Format = recorder.Pcapng
	}
	return o, c
}

// drawTroubles draws who comes late, who leaves and comes back, who does away with a ship.
func drawTroubles(r *rand.Rand, players, seconds int) (texts []string) {
	const joining = 14 // seconds, with much loss and a network of its own
	add := func(name string, at, player int) {
		texts = append(texts, fmt.Sprintf("%s@%ds:%d", name, at, player))
	}
	there := make([]int, players+1)
	for p := 1; p <= players; p++ {
		there[p] = 4*(p-1) + joining
		if p == players {
			there[p] = max(there[p], seconds/4+joining)
		}
		if p > 1 && r.IntN(3) == 0 {
			at := 3 + r.IntN(seconds*2/3)
			there[p] = at + joining
			add("late", at, p)
		}
	}
	if p := 1 + r.IntN(players); there[p] < seconds-4 && r.IntN(3) > 0 {
		at := there[p] + r.IntN(seconds-4-there[p])
		add([]string{"leave", "leave", "leave", "kick"}[r.IntN(4)], at, p)
		if at+2 < seconds && r.IntN(4) > 0 {
			add("return", at+1+r.IntN(seconds-at-2), p)
		}
	}
	for _, name := range []string{"self-destruct", "collision"} {
		if r.IntN(3) == 0 {
			add(name, 5+r.IntN(seconds-10), 1+r.IntN(players))
		}
	}
	return texts
}
