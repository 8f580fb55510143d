package reference

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	title := fmt.Sprintf("%s (%s), %s, species %d, layout %s", s.Name, s.Key, cmp.Or(s.Faction, "no faction"), s.Species, s.Layout)
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

// ShipCycle is how the subsystems of a class come round in state blocks, as follows from its
// list: every update has one block, which begins where the one before ended.
type ShipCycle struct {
	// Receiver is "owner" of the ship, or "others": blocks for them have the power settings too.
	Receiver string       `json:"receiver"`
	Windows  []ShipWindow `json:"windows"` // from the first block until they repeat
	// RepeatsFrom is the start index of the block with which the cycle begins again, Updates how
	// many updates it has, Seconds how long they take at ten a second; in them all subsystems
	// are sent Turns times.
	RepeatsFrom int     `json:"repeats_from"`
	Updates     int     `json:"updates"`
	Seconds     float64 `json:"seconds"`
	Turns       int     `json:"turns"`
	// LeastUpdates and MostUpdates are how many updates it takes until every subsystem was
	// sent.
	LeastUpdates int `json:"least_updates"`
	MostUpdates  int `json:"most_updates"`
}

// ShipWindow is one block of states.
type ShipWindow struct {
	Start  int `json:"start"`
	Length int `json:"data_len"` // bytes after the start index
	Bools  int `json:"bits"`
	Next   int `json:"next"` // where the following block starts
}

func cyclesOf(c *ship.Class) []ShipCycle {
	list := []ShipCycle{}
	for i, receiver := range []string{"owner", "others"} {
		if k := c.Cycle(i == 1); k.Windows != nil {
			list = append(list, cycleOf(receiver, &k))
		}
	}
	return list
}

func cycleOf(receiver string, k *ship.Cycle) ShipCycle {
	f := ShipCycle{
		Receiver: receiver, RepeatsFrom: k.Windows[k.Lead].Start, Updates: k.Updates(),
		Seconds: float64(k.Updates()) / ship.UpdatesPerSecond, Turns: k.Turns, LeastUpdates: k.Least, MostUpdates: k.Most,
	}
	for _, w := range k.Windows {
		f.Windows = append(f.Windows, ShipWindow{Start: w.Start, Length: w.DataLength, Bools: w.Bools, Next: w.Next})
	}
	return f
}

// writeCycles prints the blocks that follow from the list.
func writeCycles(w io.Writer, s *Ship, width int) error {
	for _, line := range []string{
		"", "object: id of the ship + 1 + this number is the id of the part.",
		"own, others: bytes of the entry in a state block. Those with a bool share one byte more for five.", "",
	} {
		if err := terminal.WriteFolded(w, width, 3, terminal.Span{Text: line}); err != nil {
			return err
		}
	}
	t := terminal.Table{Width: width, Columns: terminal.Numbers(terminal.Columns("blocks to", "cycle", "at 10 Hz", "all subsystems in", "start (bytes)"), 1)}
	t.Columns[4].Min, t.Columns[4].Fold = 20, true
	for i := range s.Cycles {
		c := &s.Cycles[i]
		t.Add(terminal.Texts(c.Receiver, updatesText(c.Updates), strconv.FormatFloat(c.Seconds, 'f', 1, 64)+" s", c.coverage(), c.windows())...)
	}
	return t.Write(w)
}

func updatesText(n int) string { return terminal.Counted(int64(n), "update", "updates") }

// coverage is how long it takes until all subsystems were sent.
func (c *ShipCycle) coverage() string {
	if c.LeastUpdates == c.MostUpdates {
		return updatesText(c.MostUpdates)
	}
	return fmt.Sprintf("%d to %s", c.LeastUpdates, updatesText(c.MostUpdates))
}

// windows is the blocks in their order.
func (c *ShipCycle) windows() string {
	words := make([]string, len(c.Windows))
	for i, w := range c.Windows {
		words[i] = fmt.Sprintf("%d(%d)", w.Start, w.Length)
	}
	return fmt.Sprintf("%s, then %d", strings.Join(words, " "), c.RepeatsFrom)
}

// Constant is a row of the numbers of types.
type Constant struct {
	Number   string `json:"number"`
	Constant string `json:"constant"`
	Kind     string `json:"type"` // of subsystems, as in the list of a class; "" = none has it
	About    string `json:"about"`
}

// Constants lists the numbers that the game's program has for types of subsystems, and for their properties.
func Constants() (list []Constant) {
	for _, c := range ship.Constants() {
		list = append(list, Constant{fmt.Sprintf("0x%04X", c.Number), c.Constant, c.Kind, c.About})
	}
	return list
}

// WriteConstants prints them as a table.
func WriteConstants(w io.Writer, list []Constant, width int) error {
	t := terminal.Table{Width: width, Columns: terminal.Columns("number", "constant", "type", "about")}
	t.Columns[3].Min, t.Columns[3].Fold = 20, true
	for _, c := range list {
		t.Add(terminal.Texts(c.Number, c.Constant, c.Kind, c.About)...)
	}
	return t.Write(w)
}
