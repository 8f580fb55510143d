// Package overview gives the answer first: what a capture is, who played, who won, what to mend first.
//
// In come the records of a capture, once for all the rooms that it asks; out come figures.CaptureOverview, and the stories of
// connections and ships that ended badly. It must not know how they are shown, nor what bytes a message has.
package overview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bcdump/decode"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/match"
	"bcdump/report/stats"
	"bcdump/report/tally"
)

// Of gives the overview of a capture, none of whose records may have been read before.
func Of(name string, c *decode.Capture, read facts.Options) (*figures.CaptureOverview, error) {
	counts := stats.New(stats.Options{Bare: true, Brief: true, Savings: true})
	f, err := facts.Read(c, read)
	if err != nil {
		return nil, err
	}
	var counted sync.WaitGroup
	counted.Go(func() { counts.Facts(f) })
	views, summary := desync.Begin(f, desync.Options{Brief: true}), &f.Summary
	verdicts, match := check.Judge(f, check.Options{Judge: check.Both, Views: views}).Verdicts, match.From(name, f.Match(), summary, match.Options{})
	counted.Wait()
	report := counts.Report()
	file := report.Files[0] // of a span, if one was asked for
	o := &figures.CaptureOverview{
		Version: figures.Version, Name: name, Frames: file.Frames, Duration: file.Duration, Times: file.Times, Untimed: file.Untimed, Dialect: verdicts.Dialect, Perspective: verdicts.Perspective,
		Exploded: len(match.Kills), Rates: []figures.OverviewRate{}, Causes: verdicts.Causes, Problems: stats.Problems(&report, verdicts.Causes),
		NotJudged: notJudged(verdicts), Next: []string{}, Damage: file.Damage, Copies: file.Copies, Relayed: file.Relayed, EntityState: match.EntityState, Winner: figures.Winner{Names: []string{}},
	}
	switch sum := c.Summary(); {
	case sum.NoGame():
		o.NoGame = sum.There()
	case sum.Datagrams.BC+sum.Datagrams.EntityState == 0:
		o.GameSpy = sum.Datagrams.GameSpy
	}
	if about := verdicts.About(); len(about) < len(verdicts.Rules) {
		o.Entities = &figures.CheckSummary{}
		for i := range about {
			o.Entities.Add(&about[i])
		}
	}
	for i := range match.Games {
		if g := &match.Games[i]; g.Played > 0 {
			o.Games++
			o.Winner = g.Winner
		}
	}
	if o.Games > 1 {
		o.Winner = figures.Winner{Names: []string{}}
	}
	o.Players = players(match, o.Games > 1)
	for _, r := range verdicts.Rules {
		if r.Verdict == figures.Failed {
			o.Broken++
		}
	}
	for _, r := range report.Bandwidth.Rates {
		if r.Dir != "" && r.Dir != figures.BothDirections {
			o.Rates = append(o.Rates, figures.OverviewRate{Dir: r.Dir, Mean: r.Mean})
		}
	}
	o.Ended, o.Dropped, o.Savings = verdicts.Ended, verdicts.Dropped, large(report.Savings)
	return o, nil
}

// large gives the largest saving of each direction, if it exceeds a quarter, of the ways that change nothing for players.
func large(all []figures.Saving) (list []figures.Saving) {
	const least, some = 0.25, 50_000
	for _, dir := range []string{"S>C", "C>S"} {
		best := figures.Saving{Share: least}
		for _, x := range all {
			if x.Dir == dir && x.Window == 0 && x.ID != "updates-7-per-second" && x.Share > best.Share && x.Bytes >= some {
				best = x
			}
		}
		if best.ID != "" {
			list = append(list, best)
		}
	}
	return list
}

// players gives who were in the game, the best first. Of several games scores would be mixed.
func players(m *figures.Match, several bool) []figures.OverviewPlayer {
	all := []figures.OverviewPlayer{}
	for i := range m.Players {
		p := &m.Players[i]
		x := figures.OverviewPlayer{Name: cmp.Or(p.Name, p.Address), Score: p.Score.Points}
		if several {
			x.Score = nil
		}
		if p.Entered && !(several && slices.Contains(all, x)) {
			all = append(all, x)
		}
	}
	points := func(p figures.OverviewPlayer) int {
		if p.Score == nil {
			return -1
		}
		return *p.Score
	}
	slices.SortStableFunc(all, func(a, b figures.OverviewPlayer) int { return cmp.Compare(points(b), points(a)) })
	return all
}

// notJudged gives the reasons why rules are not judged, but that the capture has nothing of them.
func notJudged(f *figures.CheckFile) []string {
	reasons := []string{}
	for _, r := range f.About() {
		reason, _, _ := strings.Cut(r.Reason, ":") // without the limit of the rule
		if reason != "" && !strings.HasPrefix(reason, "nothing to judge") && !strings.HasPrefix(reason, "only ") && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// mostNext is how many commands there are: with them the overview fits a screen.
const mostNext = 4

// Next gives the commands that say more about a capture, whose path and the names in it may need quotes.
func Next(o *figures.CaptureOverview, path string, quoted func(string) string) (lines []string) {
	file := " " + quoted(path)
	if len(o.Causes) > 0 {
		lines = append(lines, "bcdump check"+file)
	}
	if slices.ContainsFunc(o.Causes, func(c figures.Cause) bool { return c.Seen() }) {
		lines = append(lines, "bcdump desync"+file)
	}
	if len(o.Ended) > 0 {
		lines = append(lines, "bcdump why "+quoted(o.Ended[0].Player)+file)
	}
	if len(o.Causes) > 0 && len(o.Causes[0].Frames) > 0 {
		lines = append(lines, fmt.Sprintf("bcdump browse --at %d", o.Causes[0].Frames[0])+file)
	}
	if len(o.Players) > 0 {
		lines = append(lines, "bcdump match"+file)
	}
	stats := "bcdump stats"
	if slices.ContainsFunc(o.Problems, func(c figures.Cause) bool { return c.ID == "resends" }) {
		stats += " --only links"
	} else if len(o.Savings) > 0 || slices.ContainsFunc(o.Causes, func(c figures.Cause) bool { return c.Effect == check.Wasteful.String() }) {
		stats += " --only savings"
	}
	lines = append(lines, stats+file)
	return lines[:min(len(lines), mostNext)]
}

// NextOf gives the commands that tell the first of some stories step by step.
func NextOf(all *figures.Stories, path string, quoted func(string) string) (lines []string) {
	if len(all.Connections) > 0 {
		lines = append(lines, "bcdump why "+quoted(all.Connections[0].Player)+" "+quoted(path))
	}
	if len(all.Ships) > 0 {
		lines = append(lines, "bcdump why "+quoted(all.Ships[0].Player)+" --ship 1 "+quoted(path))
	}
	return lines
}

// Why gives the stories of a player, or of all whose connections or ships ended badly if player is ""; ship is which of its
// lost ships is asked for, from 1, 0 = its connections. The error is a *tally.UnknownError if nobody has the name.
func Why(name, player string, ship int, c *decode.Capture, read facts.Options) (*figures.Stories, error) {
	f, err := facts.Read(c, read)
	if err == nil {
		err = tally.Unknown("PLAYER: nobody", player, tally.Names(f.Match()))
	}
	if err != nil {
		return nil, err
	}
	all := &figures.Stories{Version: figures.Version, Name: name, Connections: []figures.Story{}, Ships: []figures.Story{}}
	is := func(who string) bool { return strings.EqualFold(who, player) }
	check.Judge(f, check.Options{Judge: check.Both}).Stories(func(s figures.Story, told bool) {
		if ship == 0 && (is(s.Player) || told && player == "") {
			all.Connections = append(all.Connections, s)
		}
	})
	match, lost := match.From(name, f.Match(), &f.Summary, match.Options{}), 0
	for i := range match.Kills {
		k := &match.Kills[i]
		if is(k.Victim) {
			lost++
		}
		if player == "" || is(k.Victim) && lost == ship {
			all.Ships = append(all.Ships, loss(k, match.ShipNames))
		}
	}
	return all, nil
}

// loss is the story of a ship that exploded.
func loss(k *figures.Kill, names map[string]string) figures.Story {
	s := figures.Story{Player: k.Victim, Ship: cmp.Or(names[k.VictimShip], k.VictimShip, k.ObjectID), Outcome: "exploded", Time: k.Time, Frame: k.Frame, Text: "exploded"}
	by := k.How()
	s.Text += ": " + by
	s.Steps = []figures.StoryStep{{Time: k.Time, Frame: k.Frame, Text: "the host tells that it explodes"}}
	if k.HitFrame != nil {
		text := "what hit it last"
		if k.HitBefore != nil {
			text += fmt.Sprintf(", %.1f s before", *k.HitBefore/1000)
		}
		s.Steps = append([]figures.StoryStep{{Time: k.Time, Frame: *k.HitFrame, Text: text + ": " + by, Inferred: k.Certainty == figures.CertaintyInferred}}, s.Steps...)
	}
	return s
}
