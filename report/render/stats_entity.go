package render

import (
	"cmp"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// entityTable is a table about the entity-state protocol; it has nothing to show without
// a message of it.
func entityTable(show func(*page, *figures.EntityState)) func(*page, *figures.Stats) {
	return func(p *page, s *figures.Stats) {
		if s.EntityState != nil {
			show(p, s.EntityState)
		}
	}
}

func showEntityFlows(p *page, e *figures.EntityState) {
	if len(e.Flows) == 0 {
		return
	}
	n := p.shown(len(e.Flows))
	p.heading("ENTITY-STATE FLOWS", terminal.Style{}, counted(int64(len(e.Flows)), "client", "clients"))
	entityTraffic(p, e.Flows[:n])
	p.heading("SNAPSHOTS", terminal.Style{}, "States received, of 60 per second")
	snapshots(p, e.Flows[:n])
	p.more(len(e.Flows) - n)
}

func entityTraffic(p *page, flows []figures.EntityFlow) {
	for f, t := range all(p, flows) {
		t.row(asked{query: f.Query, queries: keysWithout(f.Queries, "states")}, fields{
			{"client", fit{min: 8}, styled(who(f.Name, 0), p.Name)},
			{"address", fit{drop: 3}, text(f.Client)},
			{"server", fit{drop: 5}, text(f.Server)},
			{"revision", fit{drop: 6}, text(f.Revision)},
			{"first", fit{}, text(p.second(f.First))},
			{"last", fit{}, text(p.second(f.Last))},
			{"bytes C>S", fit{}, right(terminal.Bytes(float64(f.ToServer)), p.ToServer)},
			{"bytes S>C", fit{}, right(terminal.Bytes(float64(f.ToClient)), p.ToClient)},
			{"datagrams", fit{drop: 4}, count(f.Datagrams)},
			{"inputs", fit{}, count(f.Inputs)},
			{"rate", fit{drop: 1}, hertz(f.InputHz)},
			{"lost", fit{drop: 2}, few(f.LostInputs, p.Note)},
		})
	}
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
		return right("-")
	}
	return right(terminal.Decimal(rate, 1) + " Hz")
}

func snapshots(p *page, flows []figures.EntityFlow) {
	for f, t := range all(p, flows) {
		queries := figures.Queries{}
		if q := f.Queries["states"]; q != "" {
			queries["states"] = q
		}
		t.row(asked{queries: queries}, fields{
			{"client", fit{min: 8}, styled(who(f.Name, 0), p.Name)},
			{"States", fit{}, count(f.States)},
			{"at 60 Hz", fit{drop: 3}, count(f.Expected)},
			{"rate", fit{}, hertz(f.RateHz)},
			{"gaps", fit{}, few(f.Gaps, p.Note)},
			{"lost", fit{}, few(f.Lost, p.Note)},
			{"late", fit{drop: 5}, few(f.Late, terminal.Style{})},
			{"pauses", fit{drop: 4}, few(f.Pauses, terminal.Style{})},
			{"interval p50", fit{}, milliseconds(f.Interval.P50)},
			{"p90", fit{drop: 2}, milliseconds(f.Interval.P90)},
			{"max", fit{}, milliseconds(f.Interval.Max)},
			{"entities", fit{drop: 1}, right(spread(f.Entities))},
		})
	}
}

// spread writes "5-8" or "5".
func spread(s figures.Spread) string {
	if s.Min == s.Max {
		return terminal.Count(s.Min)
	}
	return terminal.Count(s.Min) + "–" + terminal.Count(s.Max)
}

func showEntityKinds(p *page, e *figures.EntityState) {
	longest := 0.0
	for i := range e.Kinds {
		longest = max(longest, e.Kinds[i].Entities.Mean)
	}
	for k, t := range section(p, e.Kinds, "ENTITIES BY TYPE", "how many a State has") {
		t.row(asked{query: k.Query}, fields{
			{"client", fit{min: 8}, styled(who(k.Name, 0), p.Name)},
			{"type", fit{}, text(entityName("", k.TypeName, k.Type, -1))},
			{"States", fit{}, count(k.States)},
			{"mean", fit{}, decimal(k.Entities.Mean)},
			{"least", fit{drop: 1}, count(k.Entities.Min)},
			{"most", fit{}, count(k.Entities.Max)},
			{"born", fit{}, count(k.Births)},
			{"gone", fit{}, count(k.Deaths)},
			{"", fit{}, bar(k.Entities.Mean, longest, p.ToClient)},
		})
	}
}

func decimal(x float64) terminal.Cell { return right(terminal.Decimal(x, 1)) }

// showEntitySteps draws how many entities there were. Of several clients, a step shows
// the one that was told of most.
func showEntitySteps(p *page, e *figures.EntityState) {
	if len(e.OverTime) == 0 {
		return
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
		p.told = true // of a single step, by the tables above
		return
	}
	p.heading("ENTITIES OVER TIME", terminal.Style{}, "mean of the States in steps of "+strconv.FormatFloat(e.Interval, 'f', -1, 64)+" s")
	p.b.WriteString(chart)
	if len(p.Only) > 0 {
		entitySteps(p, e.OverTime)
	}
}

// entitySteps is the numbers of the chart.
func entitySteps(p *page, steps []figures.EntityStep) {
	for s, t := range top(p, steps) {
		t.row(asked{query: s.Query, queries: s.Queries}, fields{
			{"time", fit{}, text(p.moment(s.T))},
			{"client", fit{drop: 1}, text(s.Client)},
			{"States", fit{}, count(s.States)},
			{"bytes", fit{drop: 2}, size(s.Bytes)},
			{"entities", fit{}, right(spread(s.Entities))},
			{"mean", fit{}, decimal(s.Entities.Mean)},
			{"players", fit{}, decimal(s.Players)},
			{"enemies", fit{}, decimal(s.Enemies)},
			{"bullets", fit{}, decimal(s.Bullets)},
			{"powerups", fit{drop: 3}, decimal(s.Powerups)},
			{"others", fit{drop: 4}, decimal(s.Others)},
		})
	}
}

func showEntitySizes(p *page, e *figures.EntityState) {
	if len(e.Sizes) == 0 {
		return
	}
	p.heading("BANDWIDTH OF SNAPSHOTS", terminal.Style{}, "to one client: measured, and what the protocol predicts")
	for s, t := range all(p, e.Sizes) {
		t.row(asked{query: s.Query, queries: s.Queries}, fields{
			{"entities", fit{}, text(s.Entities)},
			{"States", fit{}, count(s.States)},
			{"bytes", fit{drop: 1}, size(s.Bytes)},
			{"each", fit{drop: 3}, right(terminal.Bytes(s.Mean))},
			{"surplus", fit{drop: 2}, surplus(s.Bytes-s.Expected, p.Note)},
			{"fragmented", fit{drop: 4}, few(s.Fragmented, p.Note)},
			{"lost", fit{drop: 5}, few(s.Lost, p.Damage)},
			{"rate", fit{}, hertz(s.RateHz)},
			{"measured", fit{}, rate(s.PerSecond)},
			{"at 60 Hz", fit{}, rate(s.At60Hz)},
			{"at most", fit{}, optional(s.AtMost, "-", terminal.Rate)},
		})
	}
}

// surplus is bytes that should not be there, or that are missing.
func surplus(n int64, look terminal.Style) terminal.Cell {
	switch {
	case n == 0:
		return right("-")
	case n < 0:
		return right("-"+terminal.Bytes(float64(-n)), look)
	}
	return right("+"+terminal.Bytes(float64(n)), look)
}

func showEntityMatches(p *page, e *figures.EntityState) {
	for m, t := range section(p, e.Matches, "MATCHES", counted(int64(len(e.Matches)), "match", "matches")) {
		t.row(asked{query: m.Query, file: m.File}, fields{
			{"server", fit{drop: 1}, text(m.Server)},
			{"file", fit{min: 8, drop: 2}, text(m.File)},
			{"begins", fit{}, text(p.second(m.Start))},
			{"with", fit{drop: 3}, text(m.StartedBy)},
			{"ends", fit{}, text(p.second(m.End))},
			{"with", fit{min: 8}, text(cmp.Or(m.EndedBy, "-"))},
			{"reason", fit{}, number(m.Reason)},
			{"took", fit{drop: 4}, right(terminal.Duration(float64(m.Duration)))},
			{"players", fit{}, count(int64(m.Players))},
			{"score", fit{}, number(m.Score)},
			{"States", fit{drop: 5}, count(m.States)},
		})
	}
}

// number is "-" if nobody told it.
func number[T int | int64](n *T) terminal.Cell {
	return optional(n, "-", func(n T) string { return terminal.Count(int64(n)) })
}

func showEntityPlayers(p *page, e *figures.EntityState) {
	for x, t := range section(p, e.Players, "PLAYERS", counted(int64(len(e.Players)), "player", "players")) {
		t.row(asked{query: x.Query, file: x.File}, fields{
			{"player", fit{min: 8}, styled(playerName(x.Name, x.ID), p.Name)},
			{"id", fit{}, right(strconv.FormatInt(x.ID, 10))},
			{"server", fit{drop: 2}, text(x.Server)},
			{"file", fit{min: 8, drop: 3}, text(x.File)},
			{"ship", fit{drop: 4}, number(x.ShipID)},
			{"colour", fit{drop: 1}, text(strings.ToLower(x.Color))},
			{"first", fit{}, text(p.second(x.First))},
			{"last", fit{}, text(p.second(x.Last))},
			{"lives", fit{}, number(x.Lives)},
			{"lost", fit{}, few(x.LivesLost, p.Note)},
			{"score", fit{}, number(x.Score)},
			{"updates", fit{drop: 5}, count(x.Updates)},
		})
	}
}

// playerName calls the id that stands for all of them by what it is.
func playerName(name string, id int64) string {
	if name == "" && id == 0 {
		return "(team)"
	}
	return who(name, 0)
}

func showEntityChanges(p *page, e *figures.EntityState) {
	for c, t := range section(p, e.Changes, "LIVES AND SCORES", counted(int64(len(e.Changes)), "change", "changes")) {
		look := terminal.Style{}
		if c.What == "lives" {
			look = p.Note
		}
		t.row(asked{query: c.Query, file: c.File}, fields{
			{"time", fit{}, text(p.moment(c.Time))},
			{"frame", fit{}, right(strconv.FormatInt(c.Frame, 10))},
			{"file", fit{min: 8, drop: 1}, text(c.File)},
			{"player", fit{min: 8}, styled(playerName(c.Name, c.ID), p.Name)},
			{"id", fit{drop: 2}, right(strconv.FormatInt(c.ID, 10))},
			{"what", fit{}, styled(c.What, look)},
			{"from", fit{}, number(c.From)},
			{"to", fit{}, right(terminal.Count(c.To))},
		})
	}
}

// showEntityFlickers lists entities that were away for a moment.
func showEntityFlickers(p *page, e *figures.EntityState) {
	if len(e.Flickers) == 0 {
		return
	}
	var times int64
	for i := range e.Flickers {
		times += e.Flickers[i].Count
	}
	p.heading("FLICKER", p.Note, counted(int64(len(e.Flickers)), "entity", "entities")+" vanished and came back within 0.5 s", counted(times, "time", "times"))
	for f, t := range top(p, e.Flickers) {
		t.row(asked{query: f.Query, file: f.File}, fields{
			{"entity", fit{min: 8}, styled(entityName("", f.TypeName, f.Type, -1), p.Name)},
			{"id", fit{}, right(strconv.FormatInt(f.EntityID, 10))},
			{"client", fit{min: 8}, text(p.client(f.Client))},
			{"file", fit{min: 8, drop: 1}, text(f.File)},
			{"times", fit{}, count(f.Count)},
			{"gone for", fit{}, right(terminal.Milliseconds(f.Longest))},
			{"first at", fit{}, text(p.moment(f.Time))},
			{"frame", fit{}, right(strconv.FormatInt(f.Frame, 10))},
		})
	}
}

// client names a client, or gives its address.
func (p *page) client(address string) string {
	return cmp.Or(p.names[address], address)
}

// showEntitySavings shows what the savings of the documents would bring.
func showEntitySavings(p *page, e *figures.EntityState) {
	if len(e.Savings) == 0 {
		return
	}
	p.heading("SAVINGS", terminal.Style{}, "what these States would take if the server saved bytes", terminal.Rate(e.Savings[0].Rate)+" to one client now")
	for s, t := range all(p, e.Savings) {
		t.row(asked{query: s.Query}, fields{
			{"saving", fit{}, styled(s.Saving, p.Name)},
			{"States", fit{drop: 2}, count(s.Sent)},
			{"entities", fit{drop: 3}, count(s.Entities)},
			{"bytes", fit{}, size(s.After)},
			{"to one client", fit{}, rate(s.RateAfter)},
			{"saved", fit{}, percent(s.Saved)},
			{"do not fit", fit{drop: 1}, few(s.NoFit, p.Note)},
			{"", fit{}, bar(max(s.Saved, 0), 1, p.ToClient)},
		})
	}
}
