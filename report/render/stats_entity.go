package render

import (
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// entityTable is a table about the entity-state protocol; it has nothing to show without
// a message of it.
func entityTable(show func(*page, *figures.EntityState) bool) func(*page, *figures.Stats) bool {
	return func(p *page, s *figures.Stats) bool { return s.EntityState != nil && show(p, s.EntityState) }
}

func showEntityFlows(p *page, e *figures.EntityState) bool {
	if len(e.Flows) == 0 {
		return false
	}
	n := p.shown(len(e.Flows))
	p.heading("ENTITY-STATE FLOWS", terminal.Style{}, counted(int64(len(e.Flows)), "client", "clients"))
	entityTraffic(p, e.Flows[:n])
	p.heading("SNAPSHOTS", terminal.Style{}, "States received, of 60 per second")
	snapshots(p, e.Flows[:n])
	p.more(len(e.Flows) - n)
	return true
}

func entityTraffic(p *page, flows []figures.EntityFlow) {
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "address", Drop: 3},
		{Title: "server", Drop: 5},
		{Title: "revision", Drop: 6},
		{Title: "first"},
		{Title: "last"},
		{Title: "bytes C>S", Number: true},
		{Title: "bytes S>C", Number: true},
		{Title: "datagrams", Number: true, Drop: 4},
		{Title: "inputs", Number: true},
		{Title: "rate", Number: true, Drop: 1},
		{Title: "lost", Number: true, Drop: 2},
	}}
	for i := range flows {
		f := &flows[i]
		p.row(t, asked{query: f.Query, queries: keysWithout(f.Queries, "states")}, styled(who(f.Name, 0), p.Name), text(f.Client), text(f.Server), text(f.Revision),
			text(p.second(f.First)), text(p.second(f.Last)),
			terminal.Cell{Text: terminal.Bytes(float64(f.ToServer)), Style: p.ToServer},
			terminal.Cell{Text: terminal.Bytes(float64(f.ToClient)), Style: p.ToClient},
			count(f.Datagrams), count(f.Inputs), hertz(f.InputHz), few(f.LostInputs, p.Note))
	}
	p.table(t)
}

// keysWithout leaves one formula out.
func keysWithout(queries figures.Queries, key string) figures.Queries {
	out := figures.Queries{}
	for k, formula := range queries {
		if k != key {
			out[k] = formula
		}
	}
	return out
}

func hertz(rate float64) terminal.Cell {
	if rate == 0 {
		return terminal.Cell{Text: "-"}
	}
	return terminal.Cell{Text: terminal.Decimal(rate, 1) + " Hz"}
}

func snapshots(p *page, flows []figures.EntityFlow) {
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "States", Number: true},
		{Title: "at 60 Hz", Number: true, Drop: 3},
		{Title: "rate", Number: true},
		{Title: "gaps", Number: true},
		{Title: "lost", Number: true},
		{Title: "late", Number: true, Drop: 5},
		{Title: "pauses", Number: true, Drop: 4},
		{Title: "interval p50", Number: true},
		{Title: "p90", Number: true, Drop: 2},
		{Title: "max", Number: true},
		{Title: "entities", Number: true, Drop: 1},
	}}
	for i := range flows {
		f := &flows[i]
		queries := figures.Queries{}
		if q := f.Queries["states"]; q != "" {
			queries["states"] = q
		}
		p.row(t, asked{queries: queries}, styled(who(f.Name, 0), p.Name), count(f.States), count(f.Expected), hertz(f.RateHz),
			few(f.Gaps, p.Note), few(f.Lost, p.Note), few(f.Late, terminal.Style{}), few(f.Pauses, terminal.Style{}),
			milliseconds(f.Interval.P50), milliseconds(f.Interval.P90), milliseconds(f.Interval.Max), text(spread(f.Entities)))
	}
	p.table(t)
}

// spread writes "5-8" or "5".
func spread(s figures.Spread) string {
	if s.Min == s.Max {
		return terminal.Count(s.Min)
	}
	return terminal.Count(s.Min) + "–" + terminal.Count(s.Max)
}

func showEntityKinds(p *page, e *figures.EntityState) bool {
	if len(e.Kinds) == 0 {
		return false
	}
	p.heading("ENTITIES BY TYPE", terminal.Style{}, "how many a State has")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "type"},
		{Title: "States", Number: true},
		{Title: "mean", Number: true},
		{Title: "least", Number: true, Drop: 1},
		{Title: "most", Number: true},
		{Title: "born", Number: true},
		{Title: "gone", Number: true},
		{Title: "", Bar: true},
	}}
	longest := 0.0
	for i := range e.Kinds {
		longest = max(longest, e.Kinds[i].Entities.Mean)
	}
	n := p.shown(len(e.Kinds))
	for i := range e.Kinds[:n] {
		k := &e.Kinds[i]
		p.row(t, asked{query: k.Query}, styled(who(k.Name, 0), p.Name), text(kindName(k)), count(k.States), decimal(k.Entities.Mean),
			count(k.Entities.Min), count(k.Entities.Max), count(k.Births), count(k.Deaths), bar(k.Entities.Mean, longest, p.ToClient))
	}
	p.table(t)
	p.more(len(e.Kinds) - n)
	return true
}

func kindName(k *figures.EntityKind) string {
	if k.TypeName != "" {
		return k.TypeName
	}
	return "type " + strconv.Itoa(k.Type)
}

func decimal(x float64) terminal.Cell { return terminal.Cell{Text: terminal.Decimal(x, 1)} }

// showEntitySteps draws how many entities there were. Of several clients, a step shows
// the one that was told of most.
func showEntitySteps(p *page, e *figures.EntityState) bool {
	if len(e.OverTime) == 0 {
		return false
	}
	profile := newProfile(e.Interval)
	for i := range e.OverTime {
		s := &e.OverTime[i]
		if cell := profile.cell(s.T); cell != nil {
			cell[0] = max(cell[0], s.Players+s.Enemies)
			cell[1] = max(cell[1], s.Entities.Mean)
		}
	}
	profile.fill()
	chart := profile.chart(p, [2]string{"players and enemies", "all entities"}, func(v float64) string { return terminal.Decimal(v, 1) })
	if chart == "" && len(p.Only) == 0 {
		return true // a single step: the tables above say it all
	}
	p.heading("ENTITIES OVER TIME", terminal.Style{}, "mean of the States in steps of "+strconv.FormatFloat(e.Interval, 'f', -1, 64)+" s")
	p.b.WriteString(chart)
	if len(p.Only) > 0 {
		entitySteps(p, e.OverTime)
	}
	return true
}

// entitySteps is the numbers of the chart.
func entitySteps(p *page, steps []figures.EntityStep) {
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "time"},
		{Title: "client", Drop: 1},
		{Title: "States", Number: true},
		{Title: "bytes", Number: true, Drop: 2},
		{Title: "entities", Number: true},
		{Title: "mean", Number: true},
		{Title: "players", Number: true},
		{Title: "enemies", Number: true},
		{Title: "bullets", Number: true},
		{Title: "powerups", Number: true, Drop: 3},
		{Title: "others", Number: true, Drop: 4},
	}}
	n := p.shown(len(steps))
	for i := range steps[:n] {
		s := &steps[i]
		p.row(t, asked{query: s.Query, queries: s.Queries}, text(p.moment(s.T)), text(s.Client), count(s.States), size(s.Bytes), text(spread(s.Entities)),
			decimal(s.Entities.Mean), decimal(s.Players), decimal(s.Enemies), decimal(s.Bullets), decimal(s.Powerups), decimal(s.Others))
	}
	p.table(t)
	p.more(len(steps) - n)
}

func showEntitySizes(p *page, e *figures.EntityState) bool {
	if len(e.Sizes) == 0 {
		return false
	}
	p.heading("BANDWIDTH OF SNAPSHOTS", terminal.Style{}, "to one client: measured, and what the protocol predicts")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "entities"},
		{Title: "States", Number: true},
		{Title: "bytes", Number: true, Drop: 1},
		{Title: "each", Number: true, Drop: 3},
		{Title: "surplus", Number: true, Drop: 2},
		{Title: "rate", Number: true},
		{Title: "measured", Number: true},
		{Title: "at 60 Hz", Number: true},
		{Title: "at most", Number: true},
	}}
	for i := range e.Sizes {
		s := &e.Sizes[i]
		most := terminal.Cell{Text: "-"}
		if s.AtMost != nil {
			most = rate(*s.AtMost)
		}
		p.row(t, asked{query: s.Query, queries: s.Queries}, text(s.Entities), count(s.States), size(s.Bytes), terminal.Cell{Text: terminal.Bytes(s.Mean)},
			surplus(s.Bytes-s.Expected, p.Note), hertz(s.RateHz), rate(s.PerSecond), rate(s.At60Hz), most)
	}
	p.table(t)
	return true
}

// surplus is bytes that should not be there, or that are missing.
func surplus(n int64, look terminal.Style) terminal.Cell {
	switch {
	case n == 0:
		return terminal.Cell{Text: "-"}
	case n < 0:
		return terminal.Cell{Text: "-" + terminal.Bytes(float64(-n)), Style: look}
	}
	return terminal.Cell{Text: "+" + terminal.Bytes(float64(n)), Style: look}
}

func showEntityMatches(p *page, e *figures.EntityState) bool {
	if len(e.Matches) == 0 {
		return false
	}
	p.heading("MATCHES", terminal.Style{}, counted(int64(len(e.Matches)), "match", "matches"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "server", Drop: 1},
		{Title: "file", Min: 8, Drop: 2},
		{Title: "begins"},
		{Title: "with", Drop: 3},
		{Title: "ends"},
		{Title: "with", Min: 8},
		{Title: "reason", Number: true},
		{Title: "took", Number: true, Drop: 4},
		{Title: "players", Number: true},
		{Title: "score", Number: true},
		{Title: "States", Number: true, Drop: 5},
	}}
	n := p.shown(len(e.Matches))
	for i := range e.Matches[:n] {
		m := &e.Matches[i]
		p.row(t, asked{query: m.Query, file: m.File}, text(m.Server), text(m.File), text(p.second(m.Start)), text(m.StartedBy),
			text(p.second(m.End)), text(orDash(m.EndedBy)), number(m.Reason), terminal.Cell{Text: terminal.Duration(m.Duration)},
			count(int64(m.Players)), number(m.Score), count(m.States))
	}
	p.table(t)
	p.more(len(e.Matches) - n)
	return true
}

// number is "-" for what was never told.
func number[T int | int64](n *T) terminal.Cell {
	if n == nil {
		return terminal.Cell{Text: "-"}
	}
	return count(int64(*n))
}

func showEntityPlayers(p *page, e *figures.EntityState) bool {
	if len(e.Players) == 0 {
		return false
	}
	p.heading("PLAYERS", terminal.Style{}, counted(int64(len(e.Players)), "player", "players"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "player", Min: 8},
		{Title: "id", Number: true},
		{Title: "server", Drop: 2},
		{Title: "file", Min: 8, Drop: 3},
		{Title: "ship", Number: true, Drop: 4},
		{Title: "colour", Drop: 1},
		{Title: "first"},
		{Title: "last"},
		{Title: "lives", Number: true},
		{Title: "lost", Number: true},
		{Title: "score", Number: true},
		{Title: "updates", Number: true, Drop: 5},
	}}
	n := p.shown(len(e.Players))
	for i := range e.Players[:n] {
		x := &e.Players[i]
		p.row(t, asked{query: x.Query, file: x.File}, styled(playerName(x.Name, x.ID), p.Name), text(strconv.FormatInt(x.ID, 10)), text(x.Server), text(x.File),
			number(x.ShipID), text(strings.ToLower(x.Color)), text(p.second(x.First)), text(p.second(x.Last)),
			number(x.Lives), few(x.LivesLost, p.Note), number(x.Score), count(x.Updates))
	}
	p.table(t)
	p.more(len(e.Players) - n)
	return true
}

// playerName calls the id that stands for all of them by what it is.
func playerName(name string, id int64) string {
	if name == "" && id == 0 {
		return "(team)"
	}
	return who(name, 0)
}

func showEntityChanges(p *page, e *figures.EntityState) bool {
	if len(e.Changes) == 0 {
		return false
	}
	p.heading("LIVES AND SCORES", terminal.Style{}, counted(int64(len(e.Changes)), "change", "changes"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "time"},
		{Title: "frame", Number: true},
		{Title: "file", Min: 8, Drop: 1},
		{Title: "player", Min: 8},
		{Title: "id", Number: true, Drop: 2},
		{Title: "what"},
		{Title: "from", Number: true},
		{Title: "to", Number: true},
	}}
	n := p.shown(len(e.Changes))
	for i := range e.Changes[:n] {
		c := &e.Changes[i]
		look := terminal.Style{}
		if c.What == "lives" {
			look = p.Note
		}
		p.row(t, asked{query: c.Query, file: c.File}, text(p.moment(c.Time)), text(strconv.FormatInt(c.Frame, 10)), text(c.File),
			styled(playerName(c.Name, c.ID), p.Name), text(strconv.FormatInt(c.ID, 10)), styled(c.What, look), number(c.From), terminal.Cell{Text: terminal.Count(c.To)})
	}
	p.table(t)
	p.more(len(e.Changes) - n)
	return true
}
