package reference

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
	// Cycles are how the subsystems come round in state blocks: to the owner of the ship, and
	// to others. Empty if no layout is known.
	Cycles []ShipCycle `json:"cycles"`
}

// ShipSubsystem is one top-level subsystem; its place is its index on the wire.
type ShipSubsystem struct {
	Index        int       `json:"index"`
	Name         string    `json:"name"`
	Type         string    `json:"type"`
	TypeNumber   string    `json:"type_number"` // "0x8027"
	TypeConstant string    `json:"type_constant"`
	Format       string    `json:"format"`
	ObjectIndex  int       `json:"object_index"`
	MaxCondition float64   `json:"max_condition"`
	Facings      []float64 `json:"facing_max,omitempty"`
	Children     []string  `json:"children,omitempty"`
	// Parts are the children in full.
	Parts []ShipPart `json:"parts,omitempty"`
	// OwnBytes and RemoteBytes are the bytes of the entry in a state block, to the owner of the
	// ship and to others, without the byte that holds its bool; that one holds up to five.
	OwnBytes    int  `json:"own_bytes"`
	RemoteBytes int  `json:"remote_bytes"`
	Bool        bool `json:"has_bool"`
}

// ShipPart is a part of a subsystem: a condition byte in its entry, and an object of its own.
type ShipPart struct {
	Name         string  `json:"name"`
	Type         string  `json:"type"`
	TypeNumber   string  `json:"type_number"`
	TypeConstant string  `json:"type_constant"`
	ObjectIndex  int     `json:"object_index"`
	MaxCondition float64 `json:"max_condition"`
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
		Layout: c.Layout, BlobLength: c.BlobLength, Subsystems: []ShipSubsystem{}, Cycles: cyclesOf(c),
	}
	for i := range c.Subsystems {
		s.Subsystems = append(s.Subsystems, subsystemOf(&c.Subsystems[i]))
	}
	return s
}

func subsystemOf(sub *ship.Subsystem) ShipSubsystem {
	number := ship.NumberOf(sub.Type)
	row := ShipSubsystem{
		Index: sub.Index, Name: sub.Name, Type: sub.Type, TypeNumber: numberText(number), TypeConstant: number.Constant,
		Format: sub.Format.String(), ObjectIndex: sub.ObjectIndex, MaxCondition: sub.MaxCondition,
		OwnBytes: ship.EntrySize(sub, false), RemoteBytes: ship.EntrySize(sub, true), Bool: sub.Format.HasPower(),
	}
	if sub.Format == ship.Shield {
		row.Facings = sub.FacingMax[:]
	}
	for _, part := range sub.Children {
		number := ship.NumberOf(part.Type)
		row.Children = append(row.Children, part.Name)
		row.Parts = append(row.Parts, ShipPart{
			Name: part.Name, Type: part.Type, TypeNumber: numberText(number), TypeConstant: number.Constant,
			ObjectIndex: part.ObjectIndex, MaxCondition: part.MaxCondition,
		})
	}
	return row
}

func numberText(n ship.TypeNumber) string { return fmt.Sprintf("0x%04X", n.Number) }

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

// WriteShip prints the subsystems of one class as a table in a width, 0 = as wide as it is, then how
// they come round.
func WriteShip(w io.Writer, s Ship, width int) error {
	faction := s.Faction
	if faction == "" {
		faction = "no faction"
	}
	title := fmt.Sprintf("%s (%s), %s, species %d, layout %s", s.Name, s.Key, faction, s.Species, s.Layout)
	if err := writeTitle(w, title, width); err != nil {
		return err
	}
	if len(s.Subsystems) == 0 {
		return terminal.WriteLine(w, terminal.Span{Text: "no layout is known"})
	}
	t := terminal.Table{Width: width, Columns: terminal.Numbers(terminal.Columns("index", "subsystem", "object", "format", "type", "constant", "points", "own", "others", "bool"), 0, 2, 6, 7, 8)}
	t.Columns[1].Min, t.Columns[5].Drop, t.Columns[3].Drop = 12, 3, 2
	t.Columns[1].Fold = true
	for i := range s.Subsystems {
		addSubsystem(&t, &s.Subsystems[i])
	}
	if err := t.Write(w); err != nil {
		return err
	}
	return writeCycles(w, &s, width)
}

// addSubsystem adds a row for a subsystem, and one for each of its parts.
func addSubsystem(t *terminal.Table, sub *ShipSubsystem) {
	group := ""
	if sub.Bool {
		group = "yes"
	}
	t.Add(terminal.Texts(
		strconv.Itoa(sub.Index), sub.Name, strconv.Itoa(sub.ObjectIndex), sub.Format, sub.TypeNumber, sub.TypeConstant,
		points(sub.MaxCondition), strconv.Itoa(sub.OwnBytes), strconv.Itoa(sub.RemoteBytes), group,
	)...)
	for _, part := range sub.Parts {
		t.Add(terminal.Texts(
			"", "· "+part.Name, strconv.Itoa(part.ObjectIndex), "", part.TypeNumber, part.TypeConstant, points(part.MaxCondition), "", "", "",
		)...)
	}
}

func points(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// writeTitle writes a line in a width, and an empty one.
func writeTitle(w io.Writer, title string, width int) error {
	if err := terminal.WriteFolded(w, width, 3, terminal.Span{Text: title}); err != nil {
		return err
	}
	return terminal.WriteLine(w)
}
