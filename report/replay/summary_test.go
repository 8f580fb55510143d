package replay

import (
	"slices"
	"testing"

	"bcdump/report/figures"
)

// TestGone: two are named, and the others are counted.
func TestGone(t *testing.T) {
	lost := figures.Presence{Connection: figures.Connection{Address: "10.0.0.9:1024"}, Ending: figures.Ending{End: figures.EndTimeout}}
	named := lost
	named.Player = "Sep"
	stayed := figures.Presence{Connection: figures.Connection{Player: "Kirk"}}
	for _, tt := range []struct {
		presence []figures.Presence
		want     []string
	}{
		{[]figures.Presence{stayed}, nil},
		{[]figures.Presence{stayed, lost, named}, []string{"10.0.0.9:1024 timed out.", "Sep timed out."}},
		{[]figures.Presence{lost, named, stayed, lost}, []string{"10.0.0.9:1024 timed out.", "Sep timed out.", "1 more client did not get in or had to go."}},
	} {
		if got := gone(&figures.Match{Presence: tt.presence}); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestSummary: who is ahead, or who played; then what else happened, the most important first.
func TestSummary(t *testing.T) {
	player := func(name string, deaths int) figures.MatchPlayer {
		return figures.MatchPlayer{Name: name, Entered: true, Deaths: deaths}
	}
	ahead := func(by string, value int, names ...string) figures.Match {
		return figures.Match{Games: []figures.MatchGame{{Winner: figures.Winner{By: by, Value: value, Names: names}}}}
	}
	for _, tt := range []struct {
		match   figures.Match
		resent  float64
		check   figures.CheckSummary
		objects int
		want    []string
	}{
		{want: []string{"Nobody played."}},
		{match: figures.Match{Players: []figures.MatchPlayer{player("Ann", 0), {Name: "Bob"}}}, want: []string{"Ann played; no ship exploded."}},
		{match: figures.Match{Players: []figures.MatchPlayer{player("Ann", 0), player("Ben", 1)}}, want: []string{"Ann and Ben played; 1 ship exploded."}},
		{match: figures.Match{Players: []figures.MatchPlayer{player("Ann", 1), player("Ben", 1), player("Cyd", 0)}}, want: []string{"Ann, Ben and Cyd played; 2 ships exploded."}},
		{match: figures.Match{Players: []figures.MatchPlayer{player("", 0), player("Ben", 0)}}, want: []string{"2 players played; no ship exploded."}},
		{match: figures.Match{Players: []figures.MatchPlayer{player("A", 0), player("B", 0), player("C", 0), player("D", 0)}}, want: []string{"4 players played; no ship exploded."}},
		{match: ahead(figures.ByKills, 1, "Ann"), want: []string{"Ann is ahead with 1 kill."}},
		{match: ahead(figures.ByScore, 200, "Ann", "Ben"), want: []string{"Ann and Ben are ahead with 200 points."}},
		{resent: 0.004, want: []string{"Nobody played."}},
		{resent: 0.005, want: []string{"The clients sent 1 % of the bytes again."}},
		{resent: 0.126, objects: 1, check: figures.CheckSummary{Errors: 1, Fail: 2, Pass: 5}, want: []string{
			"The clients sent 13 % of the bytes again.", "2 of 7 judged rules of the stock game are broken.", "1 entity of the entity-state protocol moved.",
		}},
	} {
		usage := []figures.Usage{{Dir: "S>C", Group: "states", Share: 0.9}, {Dir: "C>S", Group: "sent again", Share: tt.resent / 2}, {Dir: "C>S", Group: "sent again", Share: tt.resent / 2}}
		r := &figures.Replay{Match: &tt.match, Stats: &figures.Stats{Usage: usage}, Check: &figures.Check{Summary: tt.check}, Entities: make([]figures.ReplayEntity, tt.objects)}
		if got := summary(r); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestPauses: a run is over when nothing was told for more than three seconds.
func TestPauses(t *testing.T) {
	x := &track{}
	x.Runs = figures.NewColumn(milliseconds)
	for _, ms := range []int64{1000, 2000, 5000, 8001, 8500} {
		x.run(ms)
	}
	if got := slices.Collect(x.Runs.All()); !slices.Equal(got, []float64{1, 5, 8.001}) {
		t.Errorf("runs %v", got)
	}
}

// TestTimeCloaked: who is cloaked when the ship is no more was until then.
func TestTimeCloaked(t *testing.T) {
	for _, tt := range []struct {
		at   []int64
		on   []int64
		want figures.Seconds
	}{{nil, nil, 0}, {[]int64{1000}, []int64{0}, 0}, {[]int64{1000, 3000, 5000}, []int64{1, 0, 1}, 9}, {[]int64{2000, 3500}, []int64{1, 0}, 1.5}, {[]int64{13_000}, []int64{1}, 0}} {
		x := &track{}
		x.CT, x.Cloak, x.Until = figures.NewColumn(milliseconds), figures.NewColumn(whole), 12
		for i := range tt.at {
			x.CT.AddSteps(tt.at[i])
			x.Cloak.AddSteps(tt.on[i])
		}
		if got := x.timeCloaked(); got != tt.want {
			t.Errorf("%v %v: %v, want %v", tt.at, tt.on, got, tt.want)
		}
	}
}
