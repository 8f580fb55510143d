package browse

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/match"
)

// TestDeathsAreThoseOfMatch: the stops of D are the deaths that `bcdump match` counts, where those were told first.
func TestDeathsAreThoseOfMatch(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	duration, all := heavy.Scale(time.Minute, 3*time.Minute), 0
	for seed := range uint64(heavy.Scale(4, 6)) {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("battle-%d.pcap", seed))
		record(t, path, battle.Options{
			Players: 3 + int(seed%5), Duration: duration, Seed: 90 + seed, Loss: 0.05 * float64(seed%4), Reorder: 0.02 * float64(seed%3),
			Shots: 4, Start: time.Unix(1_700_000_000, 0),
		})
		all += sameDeaths(t, path)
	}
	if all == 0 {
		t.Error("nobody dies in any battle")
	}
}

// TestDeathsOutside does so with captures of real servers.
func TestDeathsOutside(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	for _, path := range outside.Captures(t) {
		if info, err := os.Stat(path); err == nil && info.Size() < 10<<20 {
			sameDeaths(t, path)
		}
	}
}

func record(t *testing.T, path string, o battle.Options) {
	t.Helper()
	f := must.Get(os.Create(path))(t)
	must.Get(recorder.Record(f, o, recorder.Options{}))(t)
	must.Do(t, f.Close())
}

// sameDeaths compares the stops of D with the match of a capture, and gives how many there are.
func sameDeaths(t *testing.T, path string) int {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
	m := must.Get(match.Of(path, c, match.Options{}))(t)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	var want, got []int64
	for _, k := range m.Kills {
		want = append(want, k.Frame)
	}
	s := open(t, path, 120, 30, Options{})
	for last := -1; len(got) <= 2*len(want)+1; {
		if s.press("D"); s.list.chosen == last || s.notice.text == "no death behind this one" {
			break
		}
		last = s.list.chosen
		got = append(got, s.list.current.Frame)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: D stops %d times, at %v; match has %d deaths, at %v", filepath.Base(path), len(got), got, len(want), want)
	}
	return len(want)
}
