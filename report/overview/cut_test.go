package overview_test

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestCut: of a sound battle of which a snap length cuts datagrams nothing is said that only the rest of them could tell.
func TestCut(t *testing.T) {
	for seed := range heavy.Scale[uint64](1, 3) {
		for _, length := range []int{60, 70, 96, 128, 200, 400} {
			o := battle.Options{Seed: seed + 1, Players: 2 + 2*int(seed), Duration: 2 * time.Minute, Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
			var b bytes.Buffer
			r := must.Get(recorder.New(&b, recorder.Options{Start: o.Start, SnapLength: length}))(t)
			must.Get(battle.Run(o, r))(t)
			must.Do(t, r.Close())
			x := tell(t, b.Bytes())
			for _, f := range x.desync.Findings {
				t.Errorf("%d bytes, seed %d: %s", length, seed, f.Text)
			}
			for _, v := range x.desync.Views {
				if v.Drift.Max != nil || v.Lag.Max != nil || v.Seconds != (figures.DesyncSeconds{}) {
					t.Errorf("%d bytes, seed %d: figures of a view", length, seed)
				}
			}
			for _, c := range x.overview.Causes {
				t.Errorf("%d bytes, seed %d: %s of the %s: %s", length, seed, c.ID, c.Side, c.Statement)
			}
			for _, c := range x.overview.Problems {
				if c.ID != "resends" {
					t.Errorf("%d bytes, seed %d: %s", length, seed, c.Statement)
				}
			}
			for _, kind := range figures.DesyncKinds() {
				if x.desync.NotJudged[kind] != "datagrams are cut by a snap length" {
					t.Errorf("%d bytes, seed %d: %s: %q", length, seed, kind, x.desync.NotJudged[kind])
				}
			}
		}
	}
}
