package diff_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestQueries: each number of looks is what its query counts.
func TestQueries(t *testing.T) {
	heavy.SkipRace(t, "TestWorkers has the same goroutines")
	captures := map[string][]byte{"battle": recorded(t, battle.Options{Players: 4, Duration: 30 * time.Second, Seed: 3, Start: start, Loss: 0.03, Reorder: 0.02})}
	for name, raw := range reporttest.Shipped(t) {
		if len(raw) < heavy.Scale(12<<10, 1<<20) {
			captures[name] = raw
		}
	}
	captures["copied"] = reporttest.Twice(captures["battle"])
	total := 0
	for name, raw := range captures {
		var all []reporttest.Claim
		for _, c := range looksOf(t, raw).Claims() {
			if c.Number > c.Of {
				t.Errorf("%s: %s: %d of %d", name, c.Where, c.Number, c.Of)
			}
			all = append(all, reporttest.CountOf(c.Where, c.Number, c.Query))
		}
		answers := reporttest.Answers(t, all, reporttest.Open(t, name, raw, decode.Options{}))
		wrong := 0
		for i, c := range all {
			total++
			if got := answers[i]; got != c.Number && wrong < 5 {
				wrong++
				t.Errorf("%s: %s is %d, the query gives %d: %s", name, c.Where, c.Number, got, c.Formula)
			}
		}
	}
	if total < 300 {
		t.Errorf("only %d numbers", total)
	}
}

// TestTables: what stands side by side is what queries give of each capture.
func TestTables(t *testing.T) {
	raws := [2][]byte{recorded(t, battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 3, Start: start, Loss: 0.03}), recorded(t, battle.Options{Players: 3, Duration: 30 * time.Second, Seed: 4, Start: start, Loss: 0.03})}
	d := diff.Of(looksOf(t, raws[0]), looksOf(t, raws[1]), diff.Options{})
	asked := map[string]string{
		"relays originals": `opcode == %s && dir == "C>S" && !(notes contains "retransmit")`, "relays copies": `opcode == %s && relay_of && !(notes contains "retransmit") && !relay_of.echo && !relay_of.surplus`,
		"links datagrams": `client == %s && index == 0 && !frames`, "links sent again": `client == %s && notes contains "retransmit"`, "links gaps": `client == %s && notes contains "gap"`,
		"joins came to": `client == %s && opcode == 0x2A`, "joins ended": `client == %s && type == "disconnect" && !(notes contains "retransmit")`,
	}
	var claims [2][]reporttest.Claim
	for _, table := range d.Tables {
		for i, column := range table.Columns {
			query := asked[table.Section+" "+column]
			for _, row := range table.Rows {
				key, _, _ := strings.Cut(row.Key, " ")
				for side, cells := range [2][]string{row.A, row.B} {
					if query == "" || len(cells) == 0 {
						continue
					}
					n, err := strconv.ParseInt(cells[i], 10, 64)
					if err != nil {
						n = map[string]int64{"in game": 1, "left": 1, "stayed": 0}[cells[i]]
					}
					claims[side] = append(claims[side], reporttest.CountOf(fmt.Sprint(row.Key, " ", column, " ", side), n, figures.Query(fmt.Sprintf(query, key))))
				}
			}
		}
	}
	for side, all := range claims {
		for i, n := range reporttest.Answers(t, all, reporttest.Open(t, "a", raws[side], decode.Options{})) {
			if n != all[i].Number {
				t.Errorf("%s is %d, the query gives %d: %s", all[i].Where, all[i].Number, n, all[i].Formula)
			}
		}
		if len(all) < 20 {
			t.Errorf("only %d cells", len(all))
		}
	}
}

// TestWorkers: looks do not depend on how many workers read, nor on the size of pieces.
func TestWorkers(t *testing.T) {
	raw := recorded(t, battle.Options{Players: 3, Duration: 20 * time.Second, Seed: 5, Loss: 0.05, GameSpy: 1, Start: start})
	lines := func(o decode.Options) []string {
		f := must.Get(facts.Read(reporttest.Open(t, "a", raw, o), facts.Options{}))(t)
		l := diff.Look(f, diff.Options{})
		all := append(l.Lines(), l.Steps()...)
		for _, c := range l.Claims() {
			all = append(all, fmt.Sprint(c))
		}
		slices.Sort(all)
		return all
	}
	want := lines(decode.Options{Jobs: 1})
	for _, o := range []decode.Options{{Jobs: 4}, {Jobs: 2, ChunkSize: 1 << 10}} {
		if !reflect.DeepEqual(lines(o), want) {
			t.Errorf("%+v gives other looks", o)
		}
	}
}

// TestJoinIsWhole: every step of a join is there, in the order in which it was sent, whatever the network does.
func TestJoinIsWhole(t *testing.T) {
	steps := func(o battle.Options) []string {
		all := looksOf(t, recorded(t, o)).Steps()
		slices.Sort(all)
		return all
	}
	o := battle.Options{Players: 2, Duration: 30 * time.Second, Seed: 8, NetworkSeed: 1, Start: start}
	want := steps(o)
	for _, label := range []string{"join, S>C ChecksumRequest 0 ", "join, S>C MissionInit ", "join, C>S ChecksumResponse 255 ", "join, C>S ObjectCreateTeam "} {
		if !strings.Contains(strings.Join(want, "\n"), label) {
			t.Errorf("no step %q in %q", label, want)
		}
	}
	for seed := range uint64(6) {
		o.NetworkSeed, o.Loss, o.Reorder, o.Duplicate = seed+2, 0.1, 0.1, 0.05
		if got := steps(o); !slices.Equal(got, want) {
			t.Errorf("network %d:\n%q, want\n%q", seed, got, want)
		}
	}
}

// TestOccasions: each creation of a ship that is told to a client with a ship is one of another's, each that he tells one of his
// own, after which the host says that the object was not there.
func TestOccasions(t *testing.T) {
	truth, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 90 * time.Second, Seed: 8, NetworkSeed: 1, Start: start})
	has, others := map[any]bool{}, 0
	for _, o := range truth.Objects { // in the order of their creation
		for _, c := range o.Creations {
			if c[1] == "C>S" {
				has[c[2]] = true
			} else if has[c[2]] {
				others++
			}
		}
	}
	if all := looksOf(t, raw).Occasions(); all["creation of their own ship: ObjectNotFound"] != int64(len(truth.Objects)) || all["creation of another's ship: ObjectNotFound, ObjectCreateTeam"] != int64(others) || others == 0 {
		t.Errorf("%v, want %d creations of their own ships and %d of others'", all, len(truth.Objects), others)
	}
}

// TestNothing: captures without a game, and no capture at all, look like nothing, and are equal.
func TestNothing(t *testing.T) {
	for name, raw := range reporttest.Shipped(t) {
		if !strings.HasPrefix(name, "stock-gamespy") && !strings.HasPrefix(name, "entity-state") {
			continue
		}
		l := looksOf(t, raw)
		if values, rates, numbers := l.Sizes(); values+rates+numbers > 0 {
			t.Errorf("%s: %d values, %d rates, %d numbers", name, values, rates, numbers)
		}
		if d := diff.Of(l, l, diff.Options{}); !d.Equal {
			t.Errorf("%s: %+v", name, d.Differences)
		}
	}
}

// Sound battles do not differ, whatever people do in them: how often they shoot, for how long, how many they are, and what the
// network does.
func TestTruthSound(t *testing.T) {
	heavy.SkipRace(t, "TestQueries has the same goroutines")
	var all []*diff.Looks
	var names []string
	for i, o := range []battle.Options{
		{Players: 4, Duration: 2 * time.Minute, Seed: 4, NetworkSeed: 1},
		{Players: 4, Duration: 2 * time.Minute, Seed: 4, NetworkSeed: 1, Shots: 4},
		{Players: 6, Duration: 4 * time.Minute, Seed: 9, NetworkSeed: 2, Shots: 1, Loss: 0.02},
		{Players: 4, Duration: 2 * time.Minute, Seed: 4, NetworkSeed: 1, Shots: 0.5},
		{Players: 3, Duration: 3 * time.Minute, Seed: 11, NetworkSeed: 3, Shots: 2},
		{Players: 8, Duration: time.Minute, Seed: 5, NetworkSeed: 4, Shots: 1, Loss: 0.05},
		{Players: 2, Duration: time.Minute, Seed: 6, NetworkSeed: 5, Shots: 0.5},
		{Players: 5, Duration: 5 * time.Minute, Seed: 7, NetworkSeed: 6, Shots: 3, Reorder: 0.01},
	} {
		if i >= heavy.Scale(4, 100) {
			break
		}
		o.Start = start
		all, names = append(all, looksOf(t, recorded(t, o))), append(names, fmt.Sprintf("%d players, %v shots, loss %v", o.Players, o.Shots, o.Loss))
		for j := range i {
			for _, p := range [][2]int{{i, j}, {j, i}} {
				if d := diff.Of(all[p[0]], all[p[1]], diff.Options{}); !d.Equal {
					t.Errorf("%s against %s:%s", names[p[0]], names[p[1]], told(d))
				}
			}
		}
	}
}
