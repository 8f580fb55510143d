package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/decode"
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
			if len(b.faults) > 0 {
				t.Logf("bcdump synth %s -w %d.pcap --truth %d.json", strings.Join(b.args, " "), seed, seed)
			}
		})
	}
	for _, kind := range slices.Sorted(maps.Keys(sum)) {
		t.Logf("%4d of %d battles: %s", sum[kind], last-first+1, kind)
	}
}

// soundBattle is a battle without faults, and what the reports say of it that is not so.
type soundBattle struct {
	args   []string // of bcdump synth
	faults []string
	kinds  map[string]bool // of faults and warnings
}

func (b *soundBattle) fault(kind, format string, args ...any) {
	b.kinds[kind] = true
	b.faults = append(b.faults, kind+": "+fmt.Sprintf(format, args...))
}

func playSound(t *testing.T, seed uint64) *soundBattle {
	t.Helper()
	b := &soundBattle{args: drawSound(seed), kinds: map[string]bool{}}
	f := synthFlags{streams: &streams{}}
	cmd := &cobra.Command{}
	f.add(cmd)
	must.Do(t, cmd.ParseFlags(b.args))
	if err := f.check(false); err != nil {
		t.Fatal(err, b.args)
	}
	var file bytes.Buffer
	must.Get(recorder.Record(&file, f.battle, f.capture))(t)
	b.checked(t, file.Bytes())
	b.counted(t, file.Bytes(), f.battle.Loss > 0)
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
func (b *soundBattle) checked(t *testing.T, content []byte) {
	t.Helper()
	f := readSound(t, content, func(c *decode.Capture) (*figures.CheckFile, error) {
		return check.Of("sound.pcap", c, check.Options{Judge: check.Both})
	})
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Failed || r.ID == "transport-seq-complete" && slices.Contains(b.args, "--start-seq") {
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
func (b *soundBattle) counted(t *testing.T, content []byte, lossy bool) {
	t.Helper()
	for _, x := range readSound(t, content, problemsOf) {
		if x.ID == "resends" && lossy {
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

// drawSound draws options of bcdump synth.
func drawSound(seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 0x50554E44))
	var args []string
	add := func(name string, value any) { args = append(args, "--"+name, fmt.Sprint(value)) }
	one := func(in int) bool { return r.IntN(in) == 0 }
	share := func(most float64) float64 { return float64(r.IntN(int(most*1000)+1)) / 1000 }
	players, seconds := 2+r.IntN(7), 30+r.IntN(46)
	add("seed", seed)
	add("players", players)
	add("minutes", fmt.Sprintf("%.4f", float64(seconds)/60))
	if !one(4) {
		add("shots", []float64{0.5, 1, 1.5, 2, 3, 4, 5, 6}[r.IntN(8)])
	}
	lossy, troubled := !one(3), one(2)
	if lossy {
		add("loss", share(0.15))
	} else if !troubled && one(3) {
		// With much lost, such a network lets the host tell of joins in another order than they come in.
		add("network-seed", 1+r.IntN(1000))
	}
	if one(2) {
		add("reorder", share(0.05))
	}
	if one(2) {
		add("duplicate", share(0.05))
	}
	if troubled {
		args = append(args, drawTroubles(r, players, seconds)...)
	}
	if one(4) {
		add("begin", fmt.Sprintf("%ds", 5+r.IntN(seconds/2)))
	}
	if one(4) {
		add("at", 1+r.IntN(players))
	}
	if one(4) {
		args = append(args, "--teams")
	}
	if one(6) {
		add("time-limit", 1)
	}
	if one(4) {
		add("start-seq", []int{65535, 65500, 65000, 64000, 255, 250, 200, 127, 32700}[r.IntN(9)])
	}
	if one(4) {
		add("fragment-order", []string{"reversed", "shuffled"}[r.IntN(2)])
	}
	if one(6) {
		add("gamespy", 0.5)
	}
	if one(6) {
		add("noise", 5)
	}
	if one(6) {
		args = append(args, "--ipv6")
	}
	if one(6) {
		add("ip-fragment", 300)
	}
	switch r.IntN(6) {
	case 0:
		add("link", recorder.Links()[r.IntN(len(recorder.Links()))])
	case 1:
		add("vlan", 1+r.IntN(2))
	}
	if one(3) {
		add("format", recorder.Pcapng)
	}
	return args
}

// drawTroubles draws who comes late, who leaves and comes back, who does away with a ship.
func drawTroubles(r *rand.Rand, players, seconds int) (args []string) {
	const joining = 14 // seconds, with much loss and a network of its own
	add := func(name string, at, player int) {
		args = append(args, "--trouble", fmt.Sprintf("%s@%ds:%d", name, at, player))
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
	return args
}
