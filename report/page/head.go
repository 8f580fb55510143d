package page

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/report/figures"
)

// title is the headline: what happened, else what it is about.
func title(r *figures.Replay) string {
	if len(r.Summary) == 0 {
		return r.File
	}
	return strings.TrimSuffix(r.Summary[0], ".")
}

// fact is a value with its name, in the head of the page.
type fact struct{ Name, Value string }

// facts gives those that the capture tells.
func facts(r *figures.Replay) []fact {
	all := []fact{{"Date", date(r.Start)}, {"Length", clock(r.Length)}, {"Map", mapName(r)}, {"Players", players(r)}, {"Server", server(r)}, {"Captured", r.Captured}}
	var told []fact
	for _, f := range all {
		if f.Value != "" {
			told = append(told, f)
		}
	}
	return told
}

// date gives a time as people write it, in the zone in which it is written.
func date(start figures.Time) string {
	if start.IsZero() {
		return ""
	}
	return start.Calendar().Format("2 January 2006, 15:04 MST")
}

// clock gives seconds as 1:02:03.
func clock(seconds figures.Seconds) string {
	s := int64(seconds)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// mapName prefers the name of the star system, which is shorter than that of the script.
func mapName(r *figures.Replay) string {
	if r.Match != nil {
		for _, g := range r.Match.Games {
			if g.System != "" {
				return g.System
			}
		}
	}
	return r.Map
}

func players(r *figures.Replay) string {
	if len(r.Players) == 0 {
		return ""
	}
	return strconv.Itoa(len(r.Players))
}

func server(r *figures.Replay) string {
	switch r.Protocol {
	case "entitystate":
		return "entity-state"
	case "mixed":
		return r.Dialect + ", entity-state"
	}
	return r.Dialect
}

// table is shown where no script runs.
type table struct {
	Title string
	Head  []string
	Rows  [][]string
}

// tables gives the scores and the log.
func tables(r *figures.Replay) []table {
	var list []table
	for _, t := range []table{scores(r), log(r)} {
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func scores(r *figures.Replay) table {
	t := table{Title: "Scores", Head: []string{"Player", "Kills", "Deaths", "Score", "Phasers", "Torpedoes", "Pulses", "Distance"}}
	for i := range r.Players {
		p := &r.Players[i]
		phasers, torpedoes, pulses := "", "", ""
		if p.Shots != nil {
			phasers, torpedoes, pulses = number(p.Shots.Phaser), number(p.Shots.Torpedo), number(p.Shots.Pulse)
		}
		score := ""
		if p.Score != nil {
			score = strconv.Itoa(*p.Score)
		}
		t.Rows = append(t.Rows, []string{p.Name, strconv.Itoa(p.Kills), strconv.Itoa(p.Deaths), score, phasers, torpedoes, pulses, strconv.FormatFloat(p.Distance, 'f', 0, 64)})
	}
	return t
}

func log(r *figures.Replay) table {
	t := table{Title: "Log", Head: []string{"Time", "What happened", "Frame"}}
	for i := range r.Log {
		line := &r.Log[i]
		t.Rows = append(t.Rows, []string{clock(line.T), line.Text, number(line.Frame)})
	}
	return t
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
