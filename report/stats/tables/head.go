package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// head says what was read, and what was in it.
func head(p *table.Page, v *view) {
	for i := range v.Files {
		file(p, &v.Files[i])
	}
	if n := int64(len(v.Files)); n > 1 {
		p.Heading("IN ALL", terminal.Style{}, terminal.Counted(n, "capture", "captures"))
	}
	if v.Filter != "" {
		p.Say(p.Note, "only what passes the filter "+v.Filter)
	}
	list(p,
		amount{v.Datagrams.BC, "game datagram", "game datagrams"},
		amount{v.Datagrams.GameSpy, "GameSpy text", "GameSpy texts"},
		amount{v.Datagrams.EntityState, "entity-state datagram", "entity-state datagrams"},
		amount{v.Datagrams.Unknown, "datagram of no known protocol", "datagrams of no known protocol"},
		amount{v.Datagrams.Empty, "empty datagram", "empty datagrams"},
		amount{v.Skipped.NotUDP, "frame that is not UDP", "frames that are not UDP"},
		amount{v.Skipped.IPFragment, "IP fragment", "IP fragments"},
		amount{v.Skipped.Bad, "frame with broken headers", "frames with broken headers"},
		amount{v.Skipped.OtherLink, "frame of an unsupported link type", "frames of an unsupported link type"},
	)
	p.Asked("", v.Datagrams.Queries, "")
	largest(p, v.Usage)
	p.Say(p.Dim, "what is wrong: bcdump FILE, bcdump check FILE")
}

// largest says at once what takes most of the bytes.
func largest(p *table.Page, rows []figures.Usage) {
	const named = 3
	var groups []figures.Usage
	all := int64(0)
	for _, row := range rows {
		if row.Dir == figures.BothDirections {
			continue
		}
		all += row.Bytes
		i := slices.IndexFunc(groups, func(g figures.Usage) bool { return g.Dir == row.Dir && g.Group == row.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, figures.Usage{Dir: row.Dir, Group: row.Group})
		}
		groups[i].Bytes += row.Bytes
	}
	slices.SortStableFunc(groups, func(a, b figures.Usage) int { return cmp.Compare(b.Bytes, a.Bytes) })
	line := terminal.Spans(" most bytes:")
	for i := range groups[:min(named, len(groups))] {
		g := &groups[i]
		if i > 0 {
			line = append(line, terminal.Span{Text: " ·"})
		}
		line = append(line, terminal.Span{Text: " "}, terminal.Span{Style: p.Way(g.Dir), Text: groupName(g.Group) + " " + g.Dir},
			terminal.Span{Text: " " + terminal.Percent(float64(g.Bytes)/float64(all))})
	}
	if all > 0 {
		p.Line(line...)
	}
}

func file(p *table.Page, f *figures.File) {
	parts := []string{f.Format, terminal.Counted(f.Frames, "frame", "frames")}
	if !f.First.IsZero() {
		until := f.Last.Day() + " " + f.Last.Clock()
		if f.Last.Day() == f.First.Day() {
			until = f.Last.Clock()
		}
		zone := zoneOf(f.First)
		if f.Local {
			zone = "local time of the server (see --zone)"
		}
		parts = append(parts, f.First.Day()+" "+f.First.Clock()+" – "+until+" "+zone)
		if !f.Untimed {
			parts = append(parts, terminal.Duration(f.Duration))
		}
	}
	p.Heading(f.Name, terminal.Style{}, parts...)
	if paused := f.Duration - f.Active; paused > 0.5 {
		p.Say(p.Dim, "rates are over "+terminal.Duration(f.Active)+": pauses, time without the game and clock jumps are left out")
	}
	if f.Copies != nil {
		p.Say(p.Dim, CopiesText(f.Copies))
	}
	if f.Times != "" {
		p.Say(p.Note, "! "+f.Times)
	}
	if f.Relayed != "" {
		p.Say(p.Note, "! "+f.Relayed)
	}
	if f.Damage != nil {
		p.Say(p.Damage, damageText(f))
	}
}

// CopiesText says that datagrams were captured more than once.
func CopiesText(c *figures.Copies) string {
	on := ""
	if len(c.Interfaces) > 0 {
		on = ", on " + strings.Join(c.Interfaces, ", ")
		if numbers := strings.Count(on, " interface "); numbers == len(c.Interfaces) { // they have no names
			on = ", on interfaces " + strings.ReplaceAll(on[len(", on interface "):], ", interface ", ", ")
		}
	}
	text := fmt.Sprintf("%s of %s datagrams are copies of others, made on the way to the file%s; they are left out", terminal.Count(c.Datagrams), terminal.Count(c.Of), on)
	if c.Times > 0 {
		text = fmt.Sprintf("each datagram was captured %s%s; copies are left out", howOften(c.Times), on)
	}
	const shown = 2
	var ends []string
	for _, x := range c.Translated[:min(shown, len(c.Translated))] {
		ends = append(ends, x.As+" is "+x.For)
	}
	if len(ends) > 0 {
		text += "; " + strings.Join(ends, ", ")
		if more := len(c.Translated) - shown; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		text += " behind address translation"
	}
	return text
}

func howOften(n int64) string {
	if n == 2 {
		return "twice"
	}
	return terminal.Count(n) + " times"
}

// zoneOf names the clock of a time: "UTC", "local time, UTC+01:00".
func zoneOf(t figures.Time) string {
	if zone := t.Zone(); zone != "UTC" {
		return "local time, UTC" + zone
	}
	return "UTC"
}

func damageText(f *figures.File) string {
	text := fmt.Sprintf("! damaged at byte %s, after frame %s: %s",
		terminal.Count(f.Damage.Offset), terminal.Count(f.Damage.Frame), f.Damage.Text)
	if more := f.DamageCount - 1; more > 0 {
		text += "; " + terminal.Counted(more, "more place", "more places")
	}
	return text
}

// amount is a number of something.
type amount struct {
	n         int64
	one, many string
}

// list shows amounts that are not zero, wrapped to the page.
func list(p *table.Page, amounts ...amount) {
	line := ""
	for _, a := range amounts {
		if a.n == 0 {
			continue
		}
		part := terminal.Counted(a.n, a.one, a.many)
		if line != "" && terminal.Width(line+" · "+part)+1 > p.Width {
			p.Line(terminal.Span{Text: " " + line})
			line = ""
		}
		if line != "" {
			line += " · "
		}
		line += part
	}
	if line != "" {
		p.Line(terminal.Span{Text: " " + line})
	}
}
