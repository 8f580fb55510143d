package tables

import (
	"fmt"
	"io"
	"strconv"

	"bcdump/decode/ship"
	"bcdump/report/terminal"
)

// Ship is what is known of one ship class.
type Ship struct {
	Species    uint8           `json:"species"`
	Key        string          `json:"key"`
	Name       string          `json:"name"`
	Faction    string          `json:"faction"`
	Flyable    bool            `json:"flyable"`
	Cloak      bool            `json:"has_cloak"`
	Layout     string          `json:"layout"` // observed, partial, derived, unknown
	BlobLength int             `json:"create_blob_len,omitempty"`
	Subsystems []ShipSubsystem `json:"subsystems"`
}

// ShipSubsystem is one top-level subsystem; its place is its index on the wire.
type ShipSubsystem struct {
	Index        int       `json:"index"`
	Name         string    `json:"name"`
	Type         string    `json:"type"`
	Format       string    `json:"format"`
	ObjectIndex  int       `json:"object_index"`
	MaxCondition float64   `json:"max_condition"`
	Facings      []float64 `json:"facing_max,omitempty"`
	Children     []string  `json:"children,omitempty"`
}

// Ships lists the classes of a catalogue by species.
func Ships(c *ship.Catalogue) []Ship {
	var list []Ship
	classes := c.Classes()
	for i := range classes {
		list = append(list, shipOf(&classes[i]))
	}
	return list
}

func shipOf(c *ship.Class) Ship {
	s := Ship{
		Species: c.Species, Key: c.Key, Name: c.Name, Faction: c.Faction, Flyable: c.Flyable, Cloak: c.HasCloak,
		Layout: c.Layout, BlobLength: c.BlobLength, Subsystems: []ShipSubsystem{},
	}
	for i := range c.Subsystems {
		sub := &c.Subsystems[i]
		row := ShipSubsystem{
			Index: sub.Index, Name: sub.Name, Type: sub.Type, Format: sub.Format.String(),
			ObjectIndex: sub.ObjectIndex, MaxCondition: sub.MaxCondition,
		}
		if sub.Format == ship.Shield {
			row.Facings = sub.FacingMax[:]
		}
		for _, part := range sub.Children {
			row.Children = append(row.Children, part.Name)
		}
		s.Subsystems = append(s.Subsystems, row)
	}
	return s
}

// WriteShips prints the classes as a table in a width; 0 = as wide as it is.
func WriteShips(w io.Writer, list []Ship, width int) error {
	t := terminal.Table{Width: width, Columns: terminal.Numbers(terminal.Columns("species", "class", "name", "faction", "layout", "subsystems", "players"), 0, 5)}
	t.Columns[3].Drop, t.Columns[5].Drop, t.Columns[6].Drop = 1, 3, 2
	for _, s := range list {
		players := ""
		if s.Flyable {
			players = "yes"
		}
		t.Add(terminal.Texts(
			strconv.Itoa(int(s.Species)), s.Key, s.Name, s.Faction, s.Layout, strconv.Itoa(len(s.Subsystems)), players,
		)...)
	}
	return t.Write(w)
}

// WriteShip prints the subsystems of one class as a table in a width; 0 = as wide as it is.
func WriteShip(w io.Writer, s Ship, width int) error {
	faction := s.Faction
	if faction == "" {
		faction = "no faction"
	}
	title := fmt.Sprintf("%s (%s), %s, species %d, layout %s", s.Name, s.Key, faction, s.Species, s.Layout)
	if err := writeTitle(w, title, width); err != nil {
		return err
	}
	t := terminal.Table{Width: width, Columns: terminal.Numbers(terminal.Columns("index", "subsystem", "format", "object", "points", "parts"), 0, 3, 4)}
	t.Columns[1].Fold = true
	t.Columns[5].Min, t.Columns[5].Fold = 16, true
	for _, sub := range s.Subsystems {
		t.Add(terminal.Texts(
			strconv.Itoa(sub.Index), sub.Name, sub.Format, strconv.Itoa(sub.ObjectIndex),
			strconv.FormatFloat(sub.MaxCondition, 'f', -1, 64), partsText(sub.Children),
		)...)
	}
	if len(t.Rows) == 0 {
		return terminal.WriteLine(w, terminal.Span{Text: "no layout is known"})
	}
	return t.Write(w)
}

// writeTitle writes a line in a width, and an empty one.
func writeTitle(w io.Writer, title string, width int) error {
	if err := terminal.WriteFolded(w, width, 3, terminal.Span{Text: title}); err != nil {
		return err
	}
	return terminal.WriteLine(w)
}

func partsText(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	text := parts[0]
	if n := len(parts) - 1; n > 0 {
		text = fmt.Sprintf("%s … %s (%d)", parts[0], parts[n], len(parts))
	}
	return text
}
