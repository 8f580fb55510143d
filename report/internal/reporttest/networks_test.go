package reporttest_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// TestNetworks plays one battle over several networks. Whatever the network doubles or brings in another order, whoever
// leaves and returns, and however the clock of the capture is set: the players and the host send ten updates a second,
// and nothing is wrong with them.
func TestNetworks(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options battle.Options
		setBack time.Duration // of the capture's clock, in the middle
	}{
		{name: "calm"},
		{name: "doubled", options: battle.Options{Duplicate: 0.1}},
		{name: "reordered", options: battle.Options{Reorder: 0.1}},
		{name: "returning", options: battle.Options{Troubles: []battle.Trouble{{Name: "leave", Player: 2, At: 15 * time.Second}, {Name: "return", Player: 2, At: 25 * time.Second}}}},
		{name: "set back", setBack: time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := tt.options
			o.Players, o.Duration, o.Seed, o.Start = 3, 45*time.Second, 5, time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
			var file bytes.Buffer
			must.Get(recorder.Record(&file, o, recorder.Options{Format: recorder.Pcap, Link: "ethernet", Start: o.Start}))(t)
			setBack(file.Bytes(), tt.setBack)
			is := said(t, file.Bytes())
			if len(is.Problems)+len(is.Missing)+len(is.Lost)+len(is.Fails) > 0 {
				t.Errorf("problems %q, missing copies %q, lost blocks %q, broken rules %q", is.Problems, is.Missing, is.Lost, is.Fails)
			}
			for dir, hz := range rates(t, file.Bytes()) {
				if math.Abs(hz-10) > 0.15 {
					t.Errorf("%s: %.3f updates a second", dir, hz)
				}
			}
		})
	}
}

// setBack sets the clock of the second half of a capture back.
func setBack(pcap []byte, by time.Duration) {
	const fileHeader, header = 24, 16
	le := binary.LittleEndian
	for at := fileHeader; at < len(pcap); at += header + int(le.Uint32(pcap[at+8:])) {
		if at > len(pcap)/2 {
			le.PutUint32(pcap[at:], le.Uint32(pcap[at:])-uint32(by/time.Second))
		}
	}
}

// rates are how many updates about a ship come in a second, by direction.
func rates(t *testing.T, pcap []byte) map[string]float64 {
	t.Helper()
	all := timeline.New(timeline.Options{})
	must.Do(t, all.File("it.pcap", reporttest.Open(t, "it.pcap", pcap, decode.Options{})))
	updates, seconds, hz := map[string]float64{}, map[string]float64{}, map[string]float64{}
	summary := all.Summary()
	for i := range summary.Ships {
		for _, c := range summary.Ships[i].Cadence {
			if c.Mean != nil {
				updates[c.Dir] += float64(c.Updates)
				seconds[c.Dir] += float64(c.Updates) * float64(*c.Mean) / 1000
			}
		}
	}
	for dir := range updates {
		hz[dir] = updates[dir] / seconds[dir]
	}
	return hz
}
