package message

import (
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Dialect is the way in which a server's writer lays out subsystem blocks.
type Dialect uint8

// Dialects. They differ in the shield generator: stock software writes it with a
// power setting and six facings, OpenBC as a condition only.
const (
	Undecided Dialect = iota // not known yet
	Stock
	OpenBC
)

// String names a dialect as it is printed.
func (d Dialect) String() string { return [...]string{"undecided", "stock", "openbc"}[d%3] }

// Format is how a writer lays out the entry of a subsystem.
func (d Dialect) Format(sub *ship.Subsystem) ship.Format {
	if sub.Format == ship.Shield && d == OpenBC {
		return ship.Base
	}
	return sub.Format
}

// SubsystemBlock is the block of flag 0x20: the state of some subsystems of a ship,
// beginning at start_index and going round.
//
//	+0   u8     start_index        in the ship's top-level list
//	+1   entries of the subsystems start_index, start_index+1, ... to the end:
//	     base                      u8 condition, u8 condition of each child
//	     powered                   the same, bool has_data, [has_data] u8 power
//	     shield                    u8 condition, bool has_data, [has_data] u8 power,
//	                               6 x u8 facing (front rear top bottom left right)
//	     reactor                   u8 condition, u8 main battery, u8 backup battery
//
// Nothing in the bytes says how long an entry is: that takes the ship's class and
// the server's dialect. Without them, and where they do not fit, bytes stay raw. All
// booleans of the message share group bytes.
//
// Source: observed for Sovereign and Akira; other ships from the game's scripts.
type SubsystemBlock struct {
	StartIndex uint8
	Items      []SubsystemState // complete entries
	Rest       []byte           // from the start of an entry that is cut
	Raw        []byte           // the whole block, if no entry could be read
	NextIndex  int              // where the next block for this receiver begins
	Reason     string           // why not all of it is decoded, or ""
	BitsOK     bool             // the boolean groups of the message come out
	WindowOK   bool             // it is as long as a stock writer makes it
	HasShield  bool             // an entry is the shield generator
	GroupRest  wire.GroupRest   // booleans of raw bytes in an earlier group byte
	ahead      int              // entries that a reader has found and not read yet
	scratch    SubsystemState   // of the look ahead
}

// entries counts the complete entries: a reader knows before it reads them how many
// there are, and a block made by hand has its Items.
func (s *SubsystemBlock) entries() int { return max(s.ahead, len(s.Items)) }

// SubsystemState is the state of one top-level subsystem. Conditions, facings and
// batteries are in 1/255 of the maximum.
type SubsystemState struct {
	Index     int // in the ship's top-level list; not on the wire
	Condition uint8
	Children  []byte
	HasData   bool
	Power     uint8 // wanted power in percent; only with HasData
	Facings   []byte
	Main      uint8 // batteries
	Backup    uint8
	points    facingPoints
}

// Least is the lowest condition, facing or battery of the subsystem, in 1/255.
func (s *SubsystemState) Least() uint8 { return least(s.Condition, s.Children, s.Facings) }

func least(condition uint8, children, facings []byte) uint8 {
	for _, list := range [...][]byte{children, facings} {
		for _, c := range list {
			condition = min(condition, c)
		}
	}
	return condition
}

// Reasons why a block is not decoded, or not to its end.
const (
	//row:reasons `unknown ship` | the class is not known, or has no list: `raw`
	reasonUnknownShip = "unknown ship"
	//row:reasons `undecided dialect` | the block holds a shield generator, and the server's [dialect](#dialects) is not settled: `raw`
	reasonUndecided = "undecided dialect"
	//row:reasons `start index out of range` | the ship has fewer subsystems: `raw`
	reasonStartIndex = "start index out of range"
	//row:reasons `truncated entry` | entries before the cut one, and `rest`; `raw` if not one is whole
	reasonCut = "truncated entry"
)

const (
	facings = 6
	// blockLimit is how many bytes of a block, start index included, a stock writer
	// fills before it stops; it checks before each entry.
	blockLimit = 10
)

// Decoded reports that the layout explains the block to its last byte.
func (s *SubsystemBlock) Decoded() bool { return s.Reason == "" && len(s.Items) > 0 }

// Sound reports that nothing speaks against the layout: the block is decoded and
// every check of the dialect holds. OpenBC does not heed the length.
func (s *SubsystemBlock) Sound(dialect Dialect) bool {
	return s.Decoded() && s.BitsOK && (s.WindowOK || dialect == OpenBC)
}

// visit describes the block for a ship of the given class, which may be nil.
func (s *SubsystemBlock) visit(v wire.Visitor, class *ship.Class, dialect Dialect) {
	v.U8("start_index", &s.StartIndex)
	s.plan(v, class, dialect)
	wire.Optional(v, class != nil && class.Subsystems != nil, "layout of the ship known", func() {
		v.ShowText("ship", keyOf(class))
		v.ShowText("dialect", dialect.String())
	})
	wire.Optional(v, s.Reason != "", "not decoded", func() { v.ShowText("reason", s.Reason) })
	wire.Optional(v, s.entries() == 0, "no entry decoded", func() {
		wire.RestOfGroup(v, &s.GroupRest)
		v.Rest("raw", &s.Raw, 1)
	})
	wire.Optional(v, s.entries() > 0, "class and dialect fit", func() { s.visitEntries(v, class, dialect) })
}

// layoutEvidence grades what rests on the list of a class.
func layoutEvidence(class *ship.Class) wire.Evidence {
	switch {
	case class == nil || class.Layout == ship.Observed:
		return wire.Observed
	case class.Layout == ship.Partial:
		return wire.Computed
	}
	return wire.Document // the scripts of the game
}

func keyOf(class *ship.Class) string {
	if class == nil {
		return ""
	}
	return class.Key
}

func (s *SubsystemBlock) visitEntries(v wire.Visitor, class *ship.Class, dialect Dialect) {
	place := 0
	v.Evidence(layoutEvidence(class))
	wire.Repeat(v, "items", &s.Items, s.entries(), func(item *SubsystemState) {
		if class == nil { // a description: there is no block
			item.visit(v, &anySubsystem, Stock)
			return
		}
		item.Index = (int(s.StartIndex) + place) % len(class.Subsystems)
		place++
		item.visit(v, &class.Subsystems[item.Index], dialect)
	})
	wire.Optional(v, s.Reason == reasonCut, "an entry is cut", func() {
		wire.RestOfGroup(v, &s.GroupRest)
		v.Rest("rest", &s.Rest, 0)
	})
	v.ShowInt("next_index", int64(s.NextIndex))
	v.ShowBool("bits_ok", s.BitsOK)
	v.ShowBool("window_ok", s.WindowOK)
}

// plan looks ahead how much of the block the layout explains. Only a reader can;
// for printers and writers it was done when the message was read.
func (s *SubsystemBlock) plan(v wire.Visitor, class *ship.Class, dialect Dialect) {
	if !v.Reads() {
		return
	}
	*s = SubsystemBlock{StartIndex: s.StartIndex, Items: s.Items[:0]}
	switch {
	case class == nil || class.Subsystems == nil:
		s.Reason = reasonUnknownShip
	case int(s.StartIndex) >= len(class.Subsystems):
		s.Reason = reasonStartIndex
	default:
		s.fit(v, class, dialect)
	}
}

// fit reads entries ahead. While the dialect is open, blocks with the shield
// generator stay raw; all others read the same in both.
func (s *SubsystemBlock) fit(v wire.Visitor, class *ship.Class, dialect Dialect) {
	n := len(class.Subsystems)
	// An entry that comes a second time is read like the first: window_ok tells.
	trial, _ := wire.Lookahead(v, maxEntries, func(ahead wire.Visitor, i int) {
		sub := &class.Subsystems[(int(s.StartIndex)+i)%n]
		s.HasShield = s.HasShield || sub.Format == ship.Shield
		s.scratch.visit(ahead, sub, dialect)
	})
	if dialect == Undecided && s.HasShield {
		s.Reason = reasonUndecided
		return
	}
	s.ahead = trial.Complete
	s.NextIndex = (int(s.StartIndex) + trial.Complete) % n
	s.BitsOK = trial.GroupsOK
	s.WindowOK = windowOK(trial, n)
	if trial.Left > 0 || trial.Complete == 0 {
		s.Reason = reasonCut
	}
}

// maxEntries bounds the entries of one block; an entry has at least one byte.
//
//limit:maxEntries Messages | entries of a subsystem block | a note: truncated entry | —
const maxEntries = 1 << 13

// windowOK checks the length of a block of a stock writer: its last entry begins
// before the limit, it is filled to the limit or holds every subsystem, and none
// comes twice.
func windowOK(t wire.Trial, subsystems int) bool {
	begin := t.Begin - 1 // the start index is part of the length
	filled := t.End-begin >= blockLimit || t.Complete == subsystems
	return t.LastStart-begin < blockLimit && filled && t.Complete <= subsystems
}

// visit describes the entry of one subsystem.
func (s *SubsystemState) visit(v wire.Visitor, sub *ship.Subsystem, dialect Dialect) {
	format := dialect.Format(sub)
	v.ShowInt("index", int64(s.Index))
	v.ShowText("name", sub.Name)
	v.U8("condition", &s.Condition)
	showShare(v, s.Condition, sub.MaxCondition)
	wire.Optional(v, len(sub.Children) > 0, "has children", func() { v.Octets("children", &s.Children, len(sub.Children)) })
	wire.Optional(v, format.HasPower(), "powered or shield", func() { s.visitPower(v) })
	wire.Optional(v, format == ship.Shield, "shield", func() { visitFacings(v, &s.Facings, &s.points, sub) })
	wire.Optional(v, format == ship.Reactor, "reactor", func() { visitBatteries(v, &s.Main, &s.Backup, sub) })
}

// anySubsystem stands for all subsystems where messages are described.
var anySubsystem = ship.Subsystem{
	Children: []ship.Part{{}},
	Tail:     []ship.Tail{ship.WeaponBit, ship.PhaserLevel, ship.TorpedoSlot, ship.TractorMode, ship.CloakBit},
}

func visitBatteries(v wire.Visitor, main, backup *uint8, sub *ship.Subsystem) {
	v.U8("main_battery", main)
	showPoints(v, "main_battery_points", *main, sub.MainBatteryMax)
	v.U8("backup_battery", backup)
	showPoints(v, "backup_battery_points", *backup, sub.BackupBatteryMax)
}

func (s *SubsystemState) visitPower(v wire.Visitor) {
	wire.Hidden(v, func() { v.Bool("has_data", &s.HasData) })
	wire.Optional(v, s.HasData, "has_data", func() { v.U8("power", &s.Power) })
}

// showShare shows a wire value as percent and in points.
func showShare(v wire.Visitor, value uint8, maximum float64) {
	v.ShowFloat("percent", "%", share(value)*100)
	showPoints(v, "points", value, maximum)
}

func showPoints(v wire.Visitor, name string, value uint8, maximum float64) {
	wire.Optional(v, maximum > 0, "maximum known", func() { v.ShowFloat(name, "", share(value)*maximum) })
}

func share(value uint8) float64 { return float64(value) / 255 }

// facingPoints are kept with the facings, so that showing them allocates nothing.
type facingPoints [facings]float32

func visitFacings(v wire.Visitor, values *[]byte, points *facingPoints, sub *ship.Subsystem) {
	v.Octets("facings", values, facings)
	wire.Optional(v, sub.FacingMax != [facings]float64{}, "maximum known", func() {
		for i := range min(len(*values), facings) {
			points[i] = float32(share((*values)[i]) * sub.FacingMax[i])
		}
		v.ShowFloats("facing_points", "", points[:])
	})
}

// remarks says what speaks against the layout.
func (s *SubsystemBlock) remarks(dialect Dialect) (remarks []string) {
	switch {
	case s.Reason != "" && s.Reason != reasonUnknownShip:
		remarks = append(remarks, "subsystem block: "+s.Reason)
	case s.entries() > 0 && !s.BitsOK:
		remarks = append(remarks, "subsystem block: inconsistent booleans, its entries may be wrong")
	case s.entries() > 0 && !s.WindowOK && dialect != OpenBC:
		remarks = append(remarks, "subsystem block: not the length that a stock writer gives it, its entries may be wrong")
	}
	for i := range s.Items {
		if item := &s.Items[i]; item.HasData && item.Power > maxPower {
			remarks = append(remarks, "subsystem block: a power setting above 125 %")
		}
	}
	return remarks
}

// maxPower is the highest power setting, in percent.
const maxPower = 125
