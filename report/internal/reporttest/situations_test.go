package reporttest_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	show "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
	"bcdump/report/stats"
	"bcdump/report/timeline"
)

// situation is a capture that no generated battle looks like, and what is true of it.
type situation struct {
	name string
	is   string // what is true
	tell func(s *story)
	truth
}

// truth is what reports have to say: that, and nothing else.
type truth struct {
	Fails    []string // rules of check, with the side
	Problems []string // ids of problems of the overview, whatever the rules say
	Shared   []string // clients that two players have, or that are one player at the same time: "2 of Ann1"
	Kills    []string // "Ben's akira by Ann (torpedo)"
	Deaths   []string // "Ben 1"
	Chat     []string // "Ann: gg"
	Ends     []string // "Ben left"; who stays to the end of the capture is left out
	Notes    []string // of decode, with their number: "gap 1"
	Missing  []string // copies that hosts did not make: "0x19 1"
	Lives    []string // "Ben 2"; nil = they are not asked for
	Lost     []string // blocks about a ship that a receiver did not get: "Ann's Akira to Ben 7"
}

// TestSituations: each is told as it is, and none breaks a rule. An ordinary run takes one in six.
func TestSituations(t *testing.T) {
	for _, x := range heavy.Some(sound, 6) {
		t.Run(strings.ReplaceAll(x.name, " ", "-"), func(t *testing.T) {
			s := newStory()
			x.tell(s)
			is := said(t, s.content())
			if x.Lives == nil {
				is.Lives = nil
			}
			if d := show.Diff(x.truth, is); d != "" {
				t.Errorf("%s (-true +said)\n%s", x.is, d)
			}
		})
	}
}

// said is what the reports say of a capture.
func said(t *testing.T, content []byte) (all truth) {
	open := func() *decode.Capture { return reporttest.Open(t, "it.pcap", content, decode.Options{}) }
	for _, r := range must.Get(check.Of("it.pcap", open(), check.Options{Judge: check.Both}))(t).Rules {
		if r.Verdict == figures.Failed {
			all.Fails = append(all.Fails, r.ID+" "+r.Judges)
			t.Logf("%s %s: %d of %d: %+v", r.ID, r.Judges, r.Violations, r.Instances, r.Frames)
		}
	}
	counts := stats.New(stats.Options{})
	must.Do(t, counts.File("it.pcap", open()))
	report := counts.Report()
	for _, p := range stats.Problems(&report, nil) {
		all.Problems = append(all.Problems, p.ID)
		t.Log(p.Statement)
	}
	for i := range report.Relays {
		if r := &report.Relays[i]; r.Missing != nil && *r.Missing > 0 {
			all.Missing = append(all.Missing, fmt.Sprintf("%s %d", r.Opcode, *r.Missing))
		}
	}
	all.battle(must.Get(match.Of("it.pcap", open(), match.Options{}))(t))
	flown := timeline.New(timeline.Options{})
	must.Do(t, flown.File("it.pcap", open()))
	all.blocks(flown.Summary())
	all.notes(open())
	return all
}

func (all *truth) battle(m *figures.Match) {
	for _, k := range m.Kills {
		text := k.Victim + "'s " + k.VictimShip
		if k.Killer != nil {
			text += " by " + *k.Killer
		}
		if k.Weapon != nil {
			text += " (" + *k.Weapon + ")"
		} else {
			text += " (" + k.Cause + ")"
		}
		if k.TeamKill {
			text += ", team"
		}
		if k.Certainty == figures.CertaintyInferred {
			text += ", inferred"
		}
		all.Kills = append(all.Kills, text)
	}
	whose := map[int]bool{}
	for i := range m.Players {
		p := &m.Players[i]
		if p.Deaths > 0 {
			all.Deaths = append(all.Deaths, fmt.Sprint(p.Name, " ", p.Deaths))
		}
		all.Lives = append(all.Lives, fmt.Sprint(p.Name, " ", p.Lives))
		for _, client := range p.Client {
			if whose[client] {
				all.Shared = append(all.Shared, fmt.Sprint(client, " of ", p.Name))
			}
			whose[client] = true
		}
		if several(p, m.Presence) {
			all.Shared = append(all.Shared, fmt.Sprint(p.Client, " are ", p.Name))
		}
	}
	for _, c := range m.Chat {
		all.Chat = append(all.Chat, c.Player+": "+c.Text)
	}
	for i := range m.Presence {
		if p := &m.Presence[i]; p.End != figures.EndStayed && p.End != figures.EndCaptureEnded {
			all.Ends = append(all.Ends, cmp.Or(p.Player, p.Address)+" "+p.End)
		}
	}
}

// several reports whether a player has a connection that goes on when the next one begins.
func several(p *figures.MatchPlayer, all []figures.Presence) bool {
	var until figures.Time
	for i := range all {
		x := &all[i]
		if !slices.Contains(p.Client, x.Client) || x.Player != p.Name {
			continue
		}
		if x.Joined != nil && x.Joined.Compare(until) < 0 {
			return true
		}
		until = figures.At(capture.Time{Sec: math.MaxInt64}, 6)
		if x.Left != nil {
			until = *x.Left
		}
	}
	return false
}

// blocks takes those that the capture lacks, by the place where the next one begins.
func (all *truth) blocks(f figures.Timeline) {
	for i := range f.Ships {
		for _, x := range f.Ships[i].Rounds {
			if x.Lost > 0 {
				all.Lost = append(all.Lost, fmt.Sprintf("%s to %s %d", f.Ships[i].Name, x.Name, x.Lost))
			}
		}
	}
}

// notes counts notes, but for those that are there in all captures.
func (all *truth) notes(c *decode.Capture) {
	counts := map[decode.Code]int{}
	for r := range c.Records() {
		for _, d := range r.Diagnostics() {
			counts[d.Code]++
		}
	}
	for code, n := range counts {
		all.Notes = append(all.Notes, fmt.Sprint(code, " ", n))
	}
	slices.Sort(all.Notes)
}
