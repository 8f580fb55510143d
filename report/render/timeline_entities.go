package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// entityColumns are those of rows about entities.
var entityColumns = []streamColumn[figures.EntityRow]{
	{title: "frame", width: 7, number: true, from: 100, cell: func(_ *page, r *figures.EntityRow) terminal.Cell {
		return terminal.Cell{Text: strconv.FormatInt(r.Frame, 10)}
	}},
	{title: "time", width: 12, cell: func(p *page, r *figures.EntityRow) terminal.Cell { return terminal.Cell{Text: p.moment(r.Time)} }},
	{title: "id", width: 5, number: true, cell: func(_ *page, r *figures.EntityRow) terminal.Cell {
		return terminal.Cell{Text: strconv.FormatInt(r.ID, 10)}
	}},
	{title: "entity", width: 9, cell: func(p *page, r *figures.EntityRow) terminal.Cell {
		return terminal.Cell{Text: entityName(r.Name, r.TypeName, r.Type, r.ID), Style: p.Name}
	}},
	{title: "x", width: 6, number: true, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.X) }},
	{title: "y", width: 6, number: true, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.Y) }},
	{title: "vx", width: 6, number: true, from: 110, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.VX) }},
	{title: "vy", width: 6, number: true, from: 110, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.VY) }},
	{title: "speed", width: 6, number: true, from: 70, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.Speed) }},
	{title: "moved", width: 6, number: true, from: 80, cell: func(_ *page, r *figures.EntityRow) terminal.Cell { return pixels(r.Moved) }},
	{title: "colour", width: 9, from: 120, cell: func(_ *page, r *figures.EntityRow) terminal.Cell {
		return terminal.Cell{Text: strings.ToLower(r.Color)}
	}},
	{title: "what happened", width: 0, cell: func(p *page, r *figures.EntityRow) terminal.Cell {
		apart := ""
		if r.Apart {
			apart = "told to " + r.Receiver
		}
		switch {
		case r.Event == nil:
			return terminal.Cell{Text: apart, Style: p.Dim}
		case r.Apart:
			apart = ", " + apart
		}
		return terminal.Cell{Text: r.Event.Text + apart, Style: p.entityStyle(r.Event.What)}
	}},
}

// entityName is the player, or the type.
func entityName(name, typeName string, kind int, id int64) string {
	switch {
	case name != "":
		return name
	case id == 0 && typeName == "Player":
		return "(team)"
	}
	return cmp.Or(typeName, "type "+strconv.Itoa(kind))
}

func pixels[T float32 | float64](n *T) terminal.Cell {
	if n == nil {
		return terminal.Cell{}
	}
	return decimal(float64(*n))
}

func (p *page) entityStyle(what string) terminal.Style {
	switch what {
	case figures.Vanished, figures.Despawned:
		return p.Dim
	case figures.Lives:
		return p.Note
	}
	return terminal.Style{}
}

// world shows one server: its players, its other entities by type, and what happened to
// the players.
func (p *page) world(w *figures.EntityWorld) {
	p.day = w.First.Day()
	facts := []string{"server " + w.Server, p.date() + p.second(w.First) + " – " + p.second(w.Last), counted(w.States, "State", "States") + " to " + w.Receiver}
	if w.File != "" {
		facts = append(facts, w.File)
	}
	p.heading("ENTITIES", terminal.Style{}, facts...)
	if w.Apart {
		p.say(p.Note, "What "+w.Receiver+" is told differs from what the first client of this server is told.")
	}
	t := &table{page: p}
	for i := range w.Players {
		t.row(asked{query: w.Players[i].Query, file: w.Players[i].File}, p.entityFields(&w.Players[i], false, ""))
	}
	for i := range w.Sums {
		if s := &w.Sums[i]; s.Type != player || len(w.Players) == 0 {
			t.row(asked{}, p.entitySum(s))
		}
	}
	p.table(&t.Table)
	if len(w.Events) > 0 {
		p.line()
		p.entityEvents(w)
	}
}

// player is the type of players.
const player = 1

// entityFields is the row of an entity. In a table of several servers it says whose it is.
func (p *page) entityFields(e *figures.EntityLife, several bool, receiver string) fields {
	var server, file string
	if several {
		server, file = e.Server, e.File
	}
	return fields{
		{"entity", fit{min: 12}, styled(entityName(e.Name, e.TypeName, e.Type, e.ID), p.Name)},
		{"id", fit{}, right(strconv.FormatInt(e.ID, 10))},
		{"server", fit{drop: 8}, text(server)},
		{"told to", fit{drop: 4}, text(receiver)},
		{"file", fit{min: 8, drop: 6}, text(file)},
		{"colour", fit{drop: 7}, text(strings.ToLower(e.Color))},
		{"appeared", fit{}, text(p.second(e.First))},
		{"vanished", fit{}, text(cmp.Or(p.second(e.Vanished), "-"))},
		{"States", fit{drop: 5}, count(e.States)},
		{"path", fit{}, wayCell(e.Path, "px")},
		{"moved", fit{drop: 1}, wayCell(e.MeanMoved, "px/s")},
		{"speed", fit{}, wayCell(e.MeanSpeed, "px/s")},
		{"lives", fit{drop: 2}, number(e.Lives)},
		{"score", fit{drop: 1}, number(e.Score)},
	}
}

func wayCell(length float64, unit string) terminal.Cell {
	return right(terminal.Decimal(length, 0) + " " + unit)
}

// entitySum is the row of all entities of one type.
func (p *page) entitySum(s *figures.EntitySum) fields {
	row := p.entityFields(&figures.EntityLife{States: s.States, Path: s.Path, MeanMoved: s.MeanMoved, MeanSpeed: s.MeanSpeed}, false, "")
	row[0].cell = styled(entityName("", s.TypeName, s.Type, -1)+" × "+terminal.Count(s.Entities), p.Name)
	row[7].cell = text(terminal.Count(s.Vanished))
	for _, unknown := range []int{1, 12, 13} {
		row[unknown].cell = right("")
	}
	return row
}

func (p *page) entityEvents(w *figures.EntityWorld) {
	for e, t := range all(p, w.Events) {
		t.row(asked{}, fields{
			{"time", fit{}, text(p.moment(e.Time))},
			{"frame", fit{}, right(strconv.FormatInt(e.Frame, 10))},
			{"player", fit{min: 8}, styled(entityName(e.Name, e.TypeName, e.Type, e.ID), p.Name)},
			{"what happened", fit{min: 12, fold: true}, styled(e.Event.Text, p.entityStyle(e.Event.What))},
		})
	}
	if w.More > 0 {
		p.say(p.Dim, "and "+counted(w.More, "more event", "more events")+" (--every 0 shows all)")
	}
}

// entities shows the lives of entities, players first, and their sums by type.
func (p *page) entities(s *figures.Timeline) {
	if len(s.EntitySums) == 0 {
		return
	}
	const most = 100 // the JSON form has all
	lives := s.Entities[:min(len(s.Entities), most)]
	if len(lives) > 0 {
		p.day = lives[0].First.Day()
		p.heading("ENTITIES", terminal.Style{}, counted(int64(len(s.Entities)), "life", "lives"))
		t, apart := &table{page: p}, slices.ContainsFunc(s.EntitySums, func(x figures.EntitySum) bool { return x.Apart })
		if apart {
			p.say(p.Note, "Not all clients of a server are told the same: each life is shown as one of them is told of it.")
		}
		for i := range lives {
			receiver := ""
			if apart {
				receiver = lives[i].Receiver
			}
			t.row(asked{query: lives[i].Query, file: lives[i].File}, p.entityFields(&lives[i], true, receiver))
		}
		p.table(&t.Table)
	}
	if more := len(s.Entities) - len(lives); more > 0 {
		p.say(p.Dim, "and "+counted(int64(more), "more life", "more lives")+" (-o json has all)")
	}
	p.heading("ENTITIES BY TYPE", terminal.Style{})
	for x, t := range all(p, s.EntitySums) {
		t.row(asked{}, fields{
			{"type", fit{}, styled(entityName("", x.TypeName, x.Type, -1), p.Name)},
			{"server", fit{drop: 3}, text(x.Server)},
			{"told to", fit{drop: 1}, text(x.Receiver)},
			{"file", fit{min: 8, drop: 4}, text(x.File)},
			{"lives", fit{}, count(x.Entities)},
			{"vanished", fit{}, count(x.Vanished)},
			{"States", fit{drop: 1}, count(x.States)},
			{"seconds", fit{drop: 2}, decimal(float64(x.Seconds))},
			{"path", fit{}, wayCell(x.Path, "px")},
			{"moved", fit{}, wayCell(x.MeanMoved, "px/s")},
			{"speed", fit{}, wayCell(x.MeanSpeed, "px/s")},
		})
	}
}
