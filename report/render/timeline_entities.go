package render

import (
	"cmp"
	"io"
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
	p.day, _, _ = strings.Cut(w.First, "T")
	facts := []string{"server " + w.Server, p.date() + p.second(w.First) + " – " + p.second(w.Last), counted(w.States, "State", "States") + " to " + w.Receiver}
	if w.File != "" {
		facts = append(facts, w.File)
	}
	p.heading("ENTITIES", terminal.Style{}, facts...)
	if w.Apart {
		p.say(p.Note, "What "+w.Receiver+" is told differs from what the first client of this server is told.")
	}
	t := p.entityTable()
	for i := range w.Players {
		p.entityLife(t, &w.Players[i], false, "")
	}
	for i := range w.Sums {
		if s := &w.Sums[i]; s.Type != player || len(w.Players) == 0 {
			p.entitySum(t, s)
		}
	}
	p.table(t)
	if len(w.Events) > 0 {
		p.line()
		p.entityEvents(w)
	}
}

// player is the type of players.
const player = 1

func (p *page) entityTable() *terminal.Table {
	return &terminal.Table{Columns: []terminal.Column{
		{Title: "entity", Min: 12},
		{Title: "id", Number: true},
		{Title: "server", Drop: 8},
		{Title: "told to", Drop: 4},
		{Title: "file", Min: 8, Drop: 6},
		{Title: "colour", Drop: 7},
		{Title: "appeared"},
		{Title: "vanished"},
		{Title: "States", Number: true, Drop: 5},
		{Title: "path", Number: true},
		{Title: "moved", Number: true, Drop: 1},
		{Title: "speed", Number: true},
		{Title: "lives", Number: true, Drop: 2},
		{Title: "score", Number: true, Drop: 1},
	}}
}

// entityLife adds the row of one entity. In a table of several servers it says whose it
// is.
func (p *page) entityLife(t *terminal.Table, e *figures.EntityLife, several bool, receiver string) {
	var server, file string
	if several {
		server, file = e.Server, e.File
	}
	p.row(t, asked{query: e.Query, file: e.File}, styled(entityName(e.Name, e.TypeName, e.Type, e.ID), p.Name), text(strconv.FormatInt(e.ID, 10)), text(server), text(receiver), text(file),
		text(strings.ToLower(e.Color)), text(p.second(e.First)), text(orDash(p.second(e.Vanished))), count(e.States),
		wayCell(e.Path, "px"), wayCell(e.MeanMoved, "px/s"), wayCell(e.MeanSpeed, "px/s"), number(e.Lives), number(e.Score))
}

func wayCell(length float64, unit string) terminal.Cell {
	return terminal.Cell{Text: terminal.Decimal(length, 0) + " " + unit}
}

// entitySum adds the row of all entities of one type.
func (p *page) entitySum(t *terminal.Table, s *figures.EntitySum) {
	name := entityName("", s.TypeName, s.Type, -1) + " × " + terminal.Count(s.Entities)
	none := terminal.Cell{}
	t.Add(styled(name, p.Name), none, none, none, none, none, none, count(s.Vanished), count(s.States),
		wayCell(s.Path, "px"), wayCell(s.MeanMoved, "px/s"), wayCell(s.MeanSpeed, "px/s"), none, none)
}

func (p *page) entityEvents(w *figures.EntityWorld) {
	t := &terminal.Table{Columns: []terminal.Column{{Title: "time"}, {Title: "frame", Number: true}, {Title: "player", Min: 8}, {Title: "what happened", Min: 12, Fold: true}}}
	for i := range w.Events {
		e := &w.Events[i]
		t.Add(text(p.moment(e.Time)), text(strconv.FormatInt(e.Frame, 10)), styled(entityName(e.Name, e.TypeName, e.Type, e.ID), p.Name), styled(e.Event.Text, p.entityStyle(e.Event.What)))
	}
	p.table(t)
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
		p.day, _, _ = strings.Cut(lives[0].First, "T")
		p.heading("ENTITIES", terminal.Style{}, counted(int64(len(s.Entities)), "life", "lives"))
		t, apart := p.entityTable(), slices.ContainsFunc(s.EntitySums, func(x figures.EntitySum) bool { return x.Apart })
		if apart {
			p.say(p.Note, "Not all clients of a server are told the same: each life is shown as one of them is told of it.")
		}
		for i := range lives {
			receiver := ""
			if apart {
				receiver = lives[i].Receiver
			}
			p.entityLife(t, &lives[i], true, receiver)
		}
		p.table(t)
	}
	if more := len(s.Entities) - len(lives); more > 0 {
		p.say(p.Dim, "and "+counted(int64(more), "more life", "more lives")+" (-o json has all)")
	}
	p.heading("ENTITIES BY TYPE", terminal.Style{})
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "type"}, {Title: "server", Drop: 3}, {Title: "told to", Drop: 1}, {Title: "file", Min: 8, Drop: 4}, {Title: "lives", Number: true}, {Title: "vanished", Number: true}, {Title: "States", Number: true, Drop: 1},
		{Title: "seconds", Number: true, Drop: 2}, {Title: "path", Number: true}, {Title: "moved", Number: true}, {Title: "speed", Number: true},
	}}
	for i := range s.EntitySums {
		x := &s.EntitySums[i]
		t.Add(styled(entityName("", x.TypeName, x.Type, -1), p.Name), text(x.Server), text(x.Receiver), text(x.File), count(x.Entities), count(x.Vanished), count(x.States),
			decimal(x.Seconds), wayCell(x.Path, "px"), wayCell(x.MeanMoved, "px/s"), wayCell(x.MeanSpeed, "px/s"))
	}
	p.table(t)
}

// entityTimelineColumns are the columns of the CSV form of rows about entities.
var entityTimelineColumns = []rowColumn[figures.EntityRow]{
	{"kind", func(r *figures.EntityRow) string { return r.Kind }},
	{"proto", func(r *figures.EntityRow) string { return r.Proto }},
	{"file", func(r *figures.EntityRow) string { return r.File }},
	{"time", func(r *figures.EntityRow) string { return r.Time }},
	{"frame", func(r *figures.EntityRow) string { return strconv.FormatInt(r.Frame, 10) }},
	{"server", func(r *figures.EntityRow) string { return r.Server }},
	{"receiver", func(r *figures.EntityRow) string { return r.Receiver }},
	{"entity_id", func(r *figures.EntityRow) string { return strconv.FormatInt(r.ID, 10) }},
	{"type", func(r *figures.EntityRow) string { return strconv.Itoa(r.Type) }},
	{"type_name", func(r *figures.EntityRow) string { return r.TypeName }},
	{"name", func(r *figures.EntityRow) string { return r.Name }},
	{"x", func(r *figures.EntityRow) string { return plainFloat32(r.X) }},
	{"y", func(r *figures.EntityRow) string { return plainFloat32(r.Y) }},
	{"vx", func(r *figures.EntityRow) string { return plainFloat32(r.VX) }},
	{"vy", func(r *figures.EntityRow) string { return plainFloat32(r.VY) }},
	{"speed", func(r *figures.EntityRow) string { return plainFloat(r.Speed) }},
	{"moved", func(r *figures.EntityRow) string { return plainFloat(r.Moved) }},
	{"color", func(r *figures.EntityRow) string { return r.Color }},
	{"event", ofEntityEvent(func(e *figures.EntityEvent) string { return e.What })},
	{"from", ofEntityEvent(func(e *figures.EntityEvent) string { return plainInt(e.From) })},
	{"to", ofEntityEvent(func(e *figures.EntityEvent) string { return plainInt(e.To) })},
	{"text", ofEntityEvent(func(e *figures.EntityEvent) string { return e.Text })},
}

// EntityTimelineCSV is TimelineCSV for rows about entities.
func EntityTimelineCSV(w io.Writer, form CSVForm) (func(*figures.EntityRow) error, error) {
	return csvRows(newCSV(w, form), entityTimelineColumns)
}

func ofEntityEvent(value func(*figures.EntityEvent) string) func(*figures.EntityRow) string {
	return func(r *figures.EntityRow) string {
		if r.Event == nil {
			return ""
		}
		return value(r.Event)
	}
}

func plainInt(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}
