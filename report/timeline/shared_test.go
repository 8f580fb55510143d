package timeline_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/ship"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// simulated is what the simulator that wrote a capture says about one life of a ship.
type simulated struct {
	ObjectID string `json:"object_id"`
	Life     int
	Ship     string
	Player   string
	Windows  []struct {
		Receiver                 string
		Captured, Distinct, Lost int64
	}
	FirstPower [][4]any `json:"first_power"`
}

// simulations gives the captures that have such a file, and what is in it.
func simulations(t *testing.T) (names []string, raws [][]byte, truths [][]simulated) {
	t.Helper()
	for name, raw := range outside.Read(t, 8<<20) {
		base, _, _ := strings.Cut(name, ".")
		text, err := os.ReadFile(filepath.Join(outside.Folder(t), base+".truth.json"))
		if err != nil {
			continue
		}
		var file struct{ Objects []simulated }
		must.Do(t, json.Unmarshal(text, &file))
		names, raws, truths = append(names, name), append(raws, raw), append(truths, file.Objects)
	}
	return names, raws, truths
}

// TestTimelineTruth compares the blocks to each receiver, and how many were lost before
// the capture, with what the simulator did.
func TestTimelineTruth(t *testing.T) {
	names, raws, truths := simulations(t)
	for i, name := range names {
		s := collected(t, timeline.Options{}, raws[i]).Summary()
		if len(s.Ships) != len(truths[i]) {
			t.Fatalf("%s: %d ships, want %d", name, len(s.Ships), len(truths[i]))
		}
		for _, want := range truths[i] {
			at := slices.IndexFunc(s.Ships, func(x figures.ShipLife) bool { return x.ObjectID == want.ObjectID && x.Ship == want.Ship })
			if at < 0 {
				t.Errorf("%s: no %s %s", name, want.ObjectID, want.Ship)
				continue
			}
			compareWindows(t, &want, &s.Ships[at])
		}
	}
}

func compareWindows(t *testing.T, want *simulated, got *figures.ShipLife) {
	t.Helper()
	if got.Player != want.Player {
		t.Errorf("%s: player %s, want %s", want.ObjectID, got.Player, want.Player)
	}
	if len(got.Rounds) != len(want.Windows) {
		t.Errorf("%s: %d receivers, want %d", want.ObjectID, len(got.Rounds), len(want.Windows))
	}
	for _, w := range want.Windows {
		at := slices.IndexFunc(got.Rounds, func(r figures.Round) bool { return r.Receiver == w.Receiver })
		if at < 0 {
			t.Errorf("%s: nothing to %s", want.ObjectID, w.Receiver)
			continue
		}
		if r := got.Rounds[at]; r.Blocks != w.Captured || r.Distinct != w.Distinct || r.Lost != w.Lost {
			t.Errorf("%s to %s: blocks %d distinct %d lost %d, want %d %d %d", want.ObjectID, w.Receiver, r.Blocks, r.Distinct, r.Lost, w.Captured, w.Distinct, w.Lost)
		}
	}
}

// TestTimelineTruePower follows the power settings that the simulator sent, and compares
// them with those in the rows.
func TestTimelineTruePower(t *testing.T) {
	names, raws, truths := simulations(t)
	for i, name := range names {
		got := map[string]map[int64][]figures.Setting{}
		for _, r := range rows(t, timeline.Options{}, raws[i]) {
			if r.Kind != figures.KindUpdate || r.Dir != "C>S" {
				continue
			}
			if got[r.ObjectID] == nil {
				got[r.ObjectID] = map[int64][]figures.Setting{}
			}
			got[r.ObjectID][r.Frame] = r.Power
		}
		for _, want := range truths[i] {
			class := ship.Stock().ByKey(want.Ship)
			set := map[string]float64{}
			for _, entry := range want.FirstPower {
				for _, pair := range entry[3].([]any) {
					p := pair.([]any)
					set[class.Subsystems[int(p[0].(float64))].Name] = p[1].(float64) / 2.04
				}
				frame := int64(entry[0].(float64))
				for _, s := range got[want.ObjectID][frame] {
					if percent, told := set[s.System]; told && (percent-s.Percent > 0.006 || s.Percent-percent > 0.006) {
						t.Errorf("%s: %s frame %d: %s at %v %%, want %v", name, want.ObjectID, frame, s.System, s.Percent, percent)
					}
				}
				if len(got[want.ObjectID][frame]) < len(set) {
					t.Errorf("%s: %s frame %d: %d settings, want %d", name, want.ObjectID, frame, len(got[want.ObjectID][frame]), len(set))
				}
			}
		}
	}
}

// TestTimelineExpectations compares the updates of each ship with what other software
// counted.
func TestTimelineExpectations(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		text := must.Get(os.ReadFile(filepath.Join(outside.Folder(t), name+".expect.json")))(t)
		var file struct {
			Auto struct {
				Updates struct {
					Ships map[string]struct{ C2S, S2C int64 }
				} `json:"state_updates"`
			}
		}
		must.Do(t, json.Unmarshal(text, &file))
		want, got := map[string]int64{}, map[string]int64{}
		for id, n := range file.Auto.Updates.Ships {
			want[id] = n.C2S + n.S2C
		}
		total := int64(0)
		s := collected(t, timeline.Options{}, raw).Summary()
		for _, x := range s.Ships {
			got[x.ObjectID] += x.Updates
			for _, c := range x.Cadence {
				total += c.Updates
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		for _, n := range want {
			total -= n
		}
		if total != 0 || len(s.Dropped) > 0 {
			t.Errorf("%s: %d updates more in the streams, dropped %v", name, total, s.Dropped)
		}
	}
}

// expectedLines is how many lines each query of a summary has to keep.
func expectedLines(s *figures.Timeline) map[figures.Query]int64 {
	want := map[figures.Query]int64{}
	for _, x := range s.Ships {
		want[x.Query] = x.Updates
		for _, c := range x.Cadence {
			want[c.Query] = c.Updates
		}
		for _, r := range x.Rounds {
			want[r.Query] = r.Blocks
		}
		for _, c := range x.Clocks {
			if c.Resets == 0 {
				want[c.Query] = c.Samples
			}
		}
	}
	return want
}

// TestTimelineQueries runs every query.
func TestTimelineQueries(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all queries of many captures")
	}
	files := reporttest.Shipped(t)
	files["battle"] = fought(t, 2, heavy.Scale(8, 20))
	if outside.Set() {
		for _, name := range []string{"synth-2.pcapng", "otherclient-battle-1.pcap"} {
			if raw := outside.Read(t, 1<<20)[name]; raw != nil {
				files[name] = raw
			}
		}
	}
	to := must.Get(tally.ParseMoment("+20s"))(t)
	ran := 0
	for _, name := range append(heavy.Some(slices.Sorted(maps.Keys(files)), 12), "battle") {
		raw := files[name]
		for _, o := range []timeline.Options{{}, {Filter: `dir == "S>C" || fields.speed > 3`}, {To: to}} {
			s := collected(t, o, raw).Summary()
			for query, want := range expectedLines(&s) {
				filter, err := decode.NewFilter(string(query))
				if err != nil {
					t.Fatalf("%s: %s: %v", name, query, err)
				}
				var got int64
				for range reporttest.Open(t, name, raw, decode.Options{Filter: filter}).Records() {
					got++
				}
				if got != want {
					t.Errorf("%s: %d lines, want %d: %s", name, got, want, query)
				}
				ran++
			}
		}
	}
	if ran < 50 {
		t.Errorf("only %d queries", ran)
	}
}
