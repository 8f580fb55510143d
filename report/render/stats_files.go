package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showFiles heads the report: what was read, and what was in it.
func showFiles(p *page, s *figures.Stats) {
	for i := range s.Files {
		showFile(p, &s.Files[i])
	}
	if n := int64(len(s.Files)); n > 1 {
		p.heading("IN ALL", terminal.Style{}, counted(n, "capture", "captures"))
	}
	if s.Filter != "" {
		p.say(p.Note, "only what passes the filter "+s.Filter)
	}
	p.list(
		amount{s.Datagrams.BC, "game datagram", "game datagrams"},
		amount{s.Datagrams.GameSpy, "GameSpy text", "GameSpy texts"},
		amount{s.Datagrams.EntityState, "entity-state datagram", "entity-state datagrams"},
		amount{s.Datagrams.Unknown, "datagram of no known protocol", "datagrams of no known protocol"},
		amount{s.Datagrams.Empty, "empty datagram", "empty datagrams"},
		amount{s.Skipped.NotUDP, "frame that is not UDP", "frames that are not UDP"},
		amount{s.Skipped.IPFragment, "IP fragment", "IP fragments"},
		amount{s.Skipped.Bad, "frame with broken headers", "frames with broken headers"},
		amount{s.Skipped.OtherLink, "frame of an unsupported link type", "frames of an unsupported link type"},
	)
	p.asked(asked{queries: s.Datagrams.Queries})
	largest(p, s.Usage)
	p.say(p.Dim, "what is wrong: bcdump FILE, bcdump check FILE")
}

// largest says at once what takes most of the bytes.
func largest(p *page, rows []figures.Usage) {
	const named = 3
	groups := append(usageGroups(rows, toServer), usageGroups(rows, toClient)...)
	slices.SortStableFunc(groups, func(a, b usageGroup) int { return cmp.Compare(b.bytes, a.bytes) })
	all := int64(0)
	for i := range groups {
		all += groups[i].bytes
	}
	line := terminal.Spans(" most bytes:")
	for i := range groups[:min(named, len(groups))] {
		g := &groups[i]
		if i > 0 {
			line = append(line, terminal.Span{Text: " ·"})
		}
		line = append(line, terminal.Span{Text: " "}, terminal.Span{Style: p.way(g.dir()), Text: g.title() + " " + g.dir()},
			terminal.Span{Text: " " + terminal.Percent(float64(g.bytes)/float64(all))})
	}
	if all > 0 {
		p.line(line...)
	}
}

func showFile(p *page, f *figures.File) {
	parts := []string{f.Format, counted(f.Frames, "frame", "frames")}
	if !f.First.IsZero() {
		until := p.second(f.Last)
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
	p.heading(f.Name, terminal.Style{}, parts...)
	if paused := f.Duration - f.Active; paused > 0.5 {
		p.say(p.Dim, "rates are over "+terminal.Duration(f.Active)+": pauses and clock jumps are left out")
	}
	p.copies(f.Copies)
	if f.Times != "" {
		p.say(p.Note, "! "+f.Times)
	}
	if f.Damage != nil {
		p.say(p.Damage, damageText(f))
	}
}

// copies says that datagrams were captured more than once.
func (p *page) copies(c *figures.Copies) {
	if c == nil {
		return
	}
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
	for _, x := range c.Translated {
		text += "; " + x.As + " is " + x.For + " behind address translation"
	}
	for _, line := range p.wrapped(text) {
		p.say(p.Dim, line)
	}
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
		text += "; " + counted(more, "more place", "more places")
	}
	return text
}

// amount is a number of something.
type amount struct {
	n         int64
	one, many string
}

// list shows amounts that are not zero, wrapped to the page.
func (p *page) list(amounts ...amount) {
	line := ""
	for _, a := range amounts {
		if a.n == 0 {
			continue
		}
		part := counted(a.n, a.one, a.many)
		if line != "" && terminal.Width(line+" · "+part)+1 > p.Width {
			p.line(terminal.Span{Text: " " + line})
			line = ""
		}
		if line != "" {
			line += " · "
		}
		line += part
	}
	if line != "" {
		p.line(terminal.Span{Text: " " + line})
	}
}

// frames names frames, which may be the first of more.
func frames(list []int64) string {
	const most = 10
	all := int64(len(list))
	if all == 1 {
		return "frame " + numbers(list, all)
	}
	if all >= most {
		all++
	}
	return "frames " + numbers(list, all)
}
