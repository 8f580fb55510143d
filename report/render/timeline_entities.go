package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// entityCell says what the tags of a row about an entity do not.
func (p *page) entityCell(r *figures.EntityRow, key string, c *terminal.Cell) {
	switch key {
	case "name":
		c.Text = entityName(r.Name, r.TypeName, r.Type, r.ID)
	case "color":
		c.Text = strings.ToLower(r.Color)
	case "event_text":
		*c = terminal.Cell{Style: p.Dim}
		if r.Event != nil {
			*c = styled(r.Event.Text, p.entityStyle(r.Event.What))
		}
		if r.Apart {
			c.Text = strings.TrimPrefix(c.Text+", told to "+r.Receiver, ", ")
		}
	}
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
	p.Day = w.First.Day()
	facts := []string{"server " + w.Server, p.date() + p.second(w.First) + " – " + p.second(w.Last), counted(w.States, "State", "States") + " to " + w.Receiver}
	if w.File != "" {
		facts = append(facts, w.File)
	}
	p.Heading("ENTITIES", terminal.Style{}, facts...)
	if w.Apart {
		p.Say(p.Note, "What "+w.Receiver+" is told differs from what the first client of this server is told.")
	}
	rows := []entityLine{}
	for i := range w.Players {
		rows = append(rows, entityLine{w.Players[i], nil})
	}
	for i := range w.Sums {
		if s := &w.Sums[i]; s.Type != player || len(w.Players) == 0 {
			rows = append(rows, entityLine{figures.EntityLife{States: s.States, Path: s.Path, MeanMoved: s.MeanMoved, MeanSpeed: s.MeanSpeed}, s})
		}
	}
	p.lives(rows, "")
	if len(w.Events) > 0 {
		p.Line()
		p.entityEvents(w)
	}
}

// player is the type of players.
const player = 1

// entityLine is an entity, or all of one type.
type entityLine struct {
	figures.EntityLife
	all *figures.EntitySum // nil = it is one
}

// lives shows entities; of several servers it says whose they are.
func (p *page) lives(rows []entityLine, whose string) {
	rowsOf(p, rows, "name entity_id "+whose+" color first vanished states path mean_moved mean_speed lives score", func(x *entityLine, key string, c *terminal.Cell) {
		switch {
		case key == "name" && x.all != nil:
			c.Text = entityName("", x.all.TypeName, x.all.Type, -1) + " × " + terminal.Count(x.all.Entities)
		case key == "name":
			c.Text = entityName(x.Name, x.TypeName, x.Type, x.ID)
		case key == "vanished" && x.all != nil:
			c.Text = terminal.Count(x.all.Vanished)
		case x.all != nil && (key == "entity_id" || key == "lives" || key == "score"):
			c.Text = ""
		case key == "color":
			c.Text = strings.ToLower(x.Color)
		}
	})
}

func (p *page) entityEvents(w *figures.EntityWorld) {
	rowsOf(p, w.Events, "time frame name event_text", func(e *figures.EntityRow, key string, c *terminal.Cell) {
		said := *e
		said.Apart = false // the heading says so
		p.entityCell(&said, key, c)
	})
	if w.More > 0 {
		p.Say(p.Dim, "and "+counted(w.More, "more event", "more events")+" (--every 0 shows all)")
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
		p.Day = lives[0].First.Day()
		p.Heading("ENTITIES", terminal.Style{}, counted(int64(len(s.Entities)), "life", "lives"))
		apart := slices.ContainsFunc(s.EntitySums, func(x figures.EntitySum) bool { return x.Apart })
		whose := "server file"
		if apart {
			whose = "server receiver file"
			p.Say(p.Note, "Not all clients of a server are told the same: each life is shown as one of them is told of it.")
		}
		rows := make([]entityLine, len(lives))
		for i := range lives {
			rows[i].EntityLife = lives[i]
		}
		p.lives(rows, whose)
	}
	if more := len(s.Entities) - len(lives); more > 0 {
		p.Say(p.Dim, "and "+counted(int64(more), "more life", "more lives")+" (-o json has all)")
	}
	p.Heading("ENTITIES BY TYPE", terminal.Style{})
	rowsOf(p, s.EntitySums, "type_name server receiver file entities vanished states seconds path mean_moved mean_speed", func(x *figures.EntitySum, key string, c *terminal.Cell) {
		if key == "type_name" {
			c.Text = entityName("", x.TypeName, x.Type, -1)
		}
	})
}
