package main

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// TestPartsOfBattles: parts of battles with options drawn at random are read back, and their report is that of
// the battle.
func TestPartsOfBattles(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	for seed := range heavy.Scale[uint64](3, 30) {
		raw := drawn(t, append(drawSound(seed), "--datagrams", "2000"))
		counted := readSound(t, raw, func(c *decode.Capture) (*stats.Stats, error) {
			s := stats.New(stats.Options{Rules: check.Problems, By: [][]string{nil, {"link"}, {"link", "object"}}[seed%3]})
			err := s.File("battle.pcap", c)
			return s, err
		})
		var part bytes.Buffer
		must.Do(t, counted.WritePart(&part))
		back, err := stats.ReadPart(&part)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if want, got := reportText(t, counted.Report()), reportText(t, back.Report()); !bytes.Equal(want, got) {
			t.Errorf("seed %d: the part has another report", seed)
		}
	}
}

func reportText(t *testing.T, s figures.Stats) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteStatsJSON(&b, &s))
	return b.Bytes()
}

// drawn plays the battle of `bcdump synth` with these arguments.
func drawn(t *testing.T, args []string) []byte {
	t.Helper()
	f := synthFlags{streams: &streams{}}
	cmd := &cobra.Command{}
	f.add(cmd)
	must.Do(t, cmd.ParseFlags(args))
	if err := f.check(false); err != nil {
		t.Fatal(err, args)
	}
	var file bytes.Buffer
	must.Get(recorder.Record(&file, f.battle, f.capture))(t)
	return file.Bytes()
}
