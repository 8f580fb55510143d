package render

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// desyncTables are the tables, in their order.
var desyncTables = []tableOf[figures.Desync]{{name: "findings", show: (*page).desyncFindings}, {name: "views", show: (*page).desyncViews}}

// DesyncTables lists the names of the tables, in their order.
func DesyncTables() []string { return namesOf(desyncTables) }

// WriteDesync shows what each player saw.
func WriteDesync(w io.Writer, d *figures.Desync, o Options) error {
	p := newPage(o)
	var times []figures.Time
	for i := range d.Findings {
		times = append(times, d.Findings[i].From.Time)
	}
	for i := range d.Views {
		times = append(times, d.Views[i].From.Time)
	}
	p.began(times)
	judged := "positions not judged: no owner's reports"
	switch {
	case d.NotJudged[figures.DesyncPosition] != "":
		judged = "positions not judged"
	case d.Judged != nil:
		judged = fmt.Sprintf("%s of the positions judged", terminal.Percent(*d.Judged))
	}
	p.Heading(d.Name, terminal.Style{}, counted(int64(d.Players), "player", "players"), counted(int64(d.Lives), "life", "lives"), judged)
	p.Say(p.Dim, basisText[d.Basis])
	showTables(p, d, desyncTables)
	p.full(d.Dropped, "entry", "entries", "left out")
	return p.write(w)
}

var basisText = map[string]string{
	figures.DesyncSent:    "As sent: the network behind the capture adds its own.",
	figures.DesyncArrived: "As arrived, of the client that the other capture was taken at; as sent, of all others.",
	figures.DesyncOne:     "One client: nothing to compare what it was told with.",
}

// faultsOf says whose faults the findings are.
var faultsOf = map[string]string{figures.DesyncServer: "through a fault of the host", figures.DesyncClient: "through a fault of a client"}

func (p *page) desyncFindings(d *figures.Desync) {
	if len(d.Findings) == 0 {
		title := "NO DIFFERENCE FOUND"
		if len(d.NotJudged) == len(figures.DesyncKinds()) {
			title = "WHAT PLAYERS SAW IS NOT JUDGED"
		}
		p.Heading(title, p.Dim, given(faultsOf[d.Judge])...)
		p.desyncUntold(d.NotJudged)
		return
	}
	p.Heading("WHO SAW SOMETHING ELSE", p.Dim, given(faultsOf[d.Judge], "the most harmful first")...)
	all := alike(d.Findings)
	for _, x := range all[:p.Shown(len(all))] {
		text := "! " + p.desyncText(x[0])
		if n := len(x) - 1; n > 0 {
			text += fmt.Sprintf(", and %d more like it", n)
			var players []string
			others := false
			for _, f := range x {
				if !slices.Contains(players, f.Player) {
					players = append(players, f.Player)
				}
				others = others || f.Object != x[0].Object || f.Life != x[0].Life
			}
			if others {
				text += " about other ships"
			}
			if len(players) > 1 {
				text += "; who sees it so: " + strings.Join(players, ", ")
			}
		}
		p.Say(p.Note, printable.Text(text))
	}
	if n := len(all) - p.Shown(len(all)); n > 0 {
		p.Say(p.Dim, counted(int64(n), "more", "more"))
	}
	p.desyncUntold(d.NotJudged)
}

// desyncUntold says what the capture cannot tell.
func (p *page) desyncUntold(reasons map[string]string) {
	for _, why := range slices.Compact(slices.Sorted(maps.Values(reasons))) {
		kinds := slices.DeleteFunc(figures.DesyncKinds(), func(kind string) bool { return reasons[kind] != why })
		p.Say(p.Dim, "not judged: "+strings.Join(kinds, ", ")+": "+why)
	}
}

// alike brings findings together that say the same: of the same time, or of the same class for another.
func alike(all []figures.DesyncFinding) (list [][]*figures.DesyncFinding) {
	near := func(a, b time.Duration) bool { return max(a-b, b-a) <= time.Second }
	for i := range all {
		f := &all[i]
		at := slices.IndexFunc(list, func(x []*figures.DesyncFinding) bool {
			o := x[0]
			sameTime := near(o.From.At, f.From.At) && near(o.To.At, f.To.At) && f.Kind != figures.DesyncEvent
			return o.Kind == f.Kind && o.Side == f.Side && (sameTime || f.Kind == figures.DesyncClass && o.Told == f.Told && o.Others == f.Others)
		})
		if at < 0 {
			list = append(list, []*figures.DesyncFinding{f})
			continue
		}
		list[at] = append(list[at], f)
	}
	return list
}

// desyncText says what differs, and when.
func (p *page) desyncText(f *figures.DesyncFinding) string {
	text := f.Text + ", " + p.second(f.From.Time)
	if f.Seconds > 0 {
		text += " to " + p.second(f.To.Time)
	}
	text += fmt.Sprintf(" (frame %d", f.From.Frame)
	if len(f.Entries) > 0 && f.Entries[0].OtherFrame != 0 && f.Entries[0].OtherFrame != f.From.Frame {
		text += fmt.Sprintf("; others %d", f.Entries[0].OtherFrame)
	}
	return text + ")"
}

func (p *page) desyncViews(d *figures.Desync) {
	if len(d.Views) == 0 {
		return
	}
	p.Heading("VIEWS", p.Dim, "drift in units of the game, as told", "the farthest first")
	far := func(v *figures.DesyncView) float64 {
		if v.Drift.Max == nil {
			return -1
		}
		return *v.Drift.Max
	}
	views := slices.Clone(d.Views)
	slices.SortStableFunc(views, func(a, b figures.DesyncView) int { return cmp.Compare(far(&b), far(&a)) })
	const keys = `player owner class since=from_time updates lag_p50=lag_ms_p50 p99=lag_ms_p99 drift_p50=drift_p50 p99=drift_p99 max=drift_max frame=drift_frame
		ghost=seconds_ghost unseen=seconds_unseen differs=seconds_differs`
	rowsOf(p, views, keys, func(v *figures.DesyncView, key string, c *terminal.Cell) {
		if ms, is := map[string]*float64{"lag_ms_p50": v.Lag.P50, "lag_ms_p99": v.Lag.P99}[key]; is {
			if c.Text = "-"; ms != nil {
				c.Text = terminal.Milliseconds(*ms)
			}
		}
		if s, is := map[string]figures.Seconds{"seconds_ghost": v.Seconds.Ghost, "seconds_unseen": v.Seconds.Unseen, "seconds_differs": v.Seconds.Differs}[key]; is {
			if c.Text = "-"; s >= 1 { // no times that one loss explains
				c.Text = fmt.Sprintf("%.1f s", s)
			}
		}
	})
}

// DesyncCSV writes one of the tables of capture after capture, a header before the first. file is the name of the
// capture if there are several, "" otherwise.
func DesyncCSV(w io.Writer, table string, form CSVForm) func(d *figures.Desync, file string) error {
	write := csvOf(w, form, "")
	return func(d *figures.Desync, file string) error {
		for i := range d.Findings {
			d.Findings[i].File = file
		}
		for i := range d.Views {
			d.Views[i].File = file
		}
		if table == "views" {
			return write(d.Views)
		}
		return write(d.Findings)
	}
}

// DesyncRows writes rows as they come, as CSV or as JSON Lines.
func DesyncRows(w io.Writer, output string, form CSVForm) func(row any) error {
	if output == "json" {
		return JSONLines(w)
	}
	return csvOf(w, form, "")
}
