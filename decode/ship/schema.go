package ship

import "regexp"

// This file is the schema of a ship file: a table for each kind of object.
// What a value must agree with elsewhere in the file is in check.go.

type document struct {
	ships       []draft
	projectiles []numbered
	systems     []numbered
}

var documentFields = []field[document]{
	{key: "format", must: true, read: func(_ *document, r *reader) {
		if r.token != numberToken || r.word != "1" {
			r.expected("1, the version of the schema that this program knows")
		}
	}},
	{key: "about"},
	{key: "facing_order", read: func(_ *document, r *reader) { readFacingOrder(r) }},
	{key: "ships", must: true, read: func(d *document, r *reader) {
		label := func(c *draft) *string { return &c.Key }
		d.ships = readList(r, label, (*draft).read)
	}},
	{key: "projectiles", read: func(d *document, r *reader) { d.projectiles = readTable(r, projectileFields) }},
	{key: "systems", read: func(d *document, r *reader) { d.systems = readTable(r, systemFields) }},
}

var facings = []string{"front", "rear", "top", "bottom", "left", "right"}

// readFacingOrder accepts the order of the wire only. The key is there for
// those who read the file.
func readFacingOrder(r *reader) {
	start, n := r.at, 0
	readList(r, nil, func(_ *string, r *reader) {
		if n >= len(facings) || r.token != textToken || r.word != facings[n] {
			r.fail(r.at, "the order of the facings is fixed: %v", facings)
		}
		n++
	})
	if n != len(facings) {
		r.fail(start, "the order of the facings is fixed: %v", facings)
	}
}

// numbered is an entry of a table of names.
type numbered struct {
	number int
	name   string
}

func (n *numbered) readNumber(r *reader) { n.number = r.whole(0, 255) }
func (n *numbered) readName(r *reader)   { n.name = r.words() }

var projectileFields = []field[numbered]{
	{key: "species", must: true, read: (*numbered).readNumber},
	{key: "script", must: true, read: (*numbered).readName},
}

var systemFields = []field[numbered]{
	{key: "index", must: true, read: (*numbered).readNumber},
	{key: "set", must: true, read: (*numbered).readName},
}

func readTable(r *reader, fields []field[numbered]) []numbered {
	taken := map[int]bool{}
	return readList(r, nil, func(n *numbered, r *reader) {
		at := r.at
		readObject(r, fields, n)
		if taken[n.number] {
			r.fail(at, "%s %d is here twice", fields[0].key, n.number)
		}
		taken[n.number] = true
	})
}

// draft is a class as the file has it. The figures that follow from its lists
// are kept apart, to be compared with what the lists give.
type draft struct {
	Class
	given       given
	at          int // offset in the file
	subsystems  []subsystemDraft
	blobLength  int
	power       []int
	own, remote []Window
}

var classFields = []field[draft]{
	{key: "species", must: true, read: func(c *draft, r *reader) { c.Species = uint8(r.whole(0, 255)) }},
	{key: "key", must: true, read: func(c *draft, r *reader) { c.Key = readKey(r) }},
	{key: "script", read: func(c *draft, r *reader) { c.Script = r.words() }},
	{key: "name", must: true, read: func(c *draft, r *reader) { c.Name = r.words() }},
	{key: "hardpoint", read: func(c *draft, r *reader) { c.Hardpoint = r.words() }},
	{key: "parent_hardpoint", read: func(c *draft, r *reader) { c.ParentHardpoint = r.words() }},
	{key: "faction", read: func(c *draft, r *reader) { c.Faction = r.words() }},
	{key: "flyable", read: func(c *draft, r *reader) { c.Flyable = r.flag() }},
	{key: "layout", must: true, read: func(c *draft, r *reader) { c.Layout = layoutNames[r.oneOf(layoutNames)] }},
	{key: "layout_evidence"},
	{key: "has_cloak", read: func(c *draft, r *reader) { c.HasCloak = r.flag() }},
	{key: "create_blob_len", read: func(c *draft, r *reader) { c.blobLength = r.whole(0, 1<<16) }},
	{key: "power_entry_indices", read: func(c *draft, r *reader) {
		c.power = readList(r, nil, func(n *int, r *reader) { *n = r.whole(0, 255) })
	}},
	{key: "top_level", read: func(c *draft, r *reader) {
		label := func(s *subsystemDraft) *string { return &s.Name }
		number := 0
		c.subsystems = readList(r, label, func(s *subsystemDraft, r *reader) {
			s.read(r, number)
			number++
		})
	}},
	{key: "own_windows", read: func(c *draft, r *reader) { c.own = readWindows(r) }},
	{key: "remote_windows", read: func(c *draft, r *reader) { c.remote = readWindows(r) }},
	{key: "object_order", read: func(c *draft, r *reader) {
		c.Objects = readList(r, nil, func(name *string, r *reader) { *name = r.words() })
	}},
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// readKey reads a key. People type it in commands, where a number or a quoted
// text means something else.
func readKey(r *reader) string {
	if r.token != textToken || len(r.word) > maxText || !keyForm.MatchString(r.word) {
		r.expected("a key: lower-case letters, digits, _ and -, a letter first")
	}
	return r.word
}

// read reads one entry of ships.
func (c *draft) read(r *reader) {
	c.at = r.at
	c.given = readObject(r, classFields, c)
	c.finish(r)
}

type subsystemDraft struct {
	Subsystem
	given given
	kind  *kind
	index int
	parts []partDraft
}

var subsystemFields = []field[subsystemDraft]{
	{key: "index", read: func(s *subsystemDraft, r *reader) { s.index = r.whole(0, 255) }},
	{key: "name", must: true, read: func(s *subsystemDraft, r *reader) { s.Name = r.words() }},
	{key: "type", must: true, read: func(s *subsystemDraft, r *reader) {
		s.kind = &kinds[r.oneOf(kindNames)]
		s.Type = s.kind.name
	}},
	{key: "format", read: func(s *subsystemDraft, r *reader) { s.Format = Format(r.oneOf(formatNames)) }},
	{key: "object_index", must: true, read: func(s *subsystemDraft, r *reader) { s.ObjectIndex = r.whole(0, maxList-1) }},
	{key: "max_condition", must: true, read: func(s *subsystemDraft, r *reader) { s.MaxCondition = r.maximum() }},
	{key: "create_tail", read: func(s *subsystemDraft, r *reader) {
		s.Tail = readList(r, nil, func(t *Tail, r *reader) { *t = Tail(r.oneOf(tailNames)) })
	}},
	{key: "facing_max", read: (*subsystemDraft).readFacings},
	{key: "main_battery_max", read: func(s *subsystemDraft, r *reader) { s.MainBatteryMax = r.maximum() }},
	{key: "backup_battery_max", read: func(s *subsystemDraft, r *reader) { s.BackupBatteryMax = r.maximum() }},
	{key: "torpedo_slots", read: func(s *subsystemDraft, r *reader) { s.TorpedoSlots = readSlots(r) }},
	{key: "children", read: func(s *subsystemDraft, r *reader) {
		label := func(p *partDraft) *string { return &p.Name }
		s.parts = readList(r, label, (*partDraft).read)
	}},
}

// read reads one entry of top_level.
func (s *subsystemDraft) read(r *reader, number int) {
	at := r.at
	s.given = readObject(r, subsystemFields, s)
	s.finish(r, at, number)
}

func (s *subsystemDraft) readFacings(r *reader) {
	at := r.at
	list := readList(r, nil, func(n *float64, r *reader) { *n = r.maximumOrNone() })
	if copy(s.FacingMax[:], list) != len(facings) || len(list) != len(facings) {
		r.fail(at, "expected 6 numbers (%v), found %d", facings, len(list))
	}
}

var slotFields = []field[AmmoSlot]{
	{key: "slot", must: true, read: func(s *AmmoSlot, r *reader) { s.Slot = r.whole(0, 255) }},
	{key: "script", must: true, read: func(s *AmmoSlot, r *reader) { s.Script = r.words() }},
	{key: "max", must: true, read: func(s *AmmoSlot, r *reader) { s.Max = r.whole(0, 1<<30) }}, // the Sovereign has a slot it cannot load
}

func readSlots(r *reader) []AmmoSlot {
	taken := map[int]bool{}
	return readList(r, nil, func(s *AmmoSlot, r *reader) {
		at := r.at
		readObject(r, slotFields, s)
		if taken[s.Slot] {
			r.fail(at, "slot %d is here twice", s.Slot)
		}
		taken[s.Slot] = true
	})
}

type partDraft struct {
	Part
	given given
}

var partFields = []field[partDraft]{
	{key: "name", must: true, read: func(p *partDraft, r *reader) { p.Name = r.words() }},
	{key: "type", must: true, read: func(p *partDraft, r *reader) { p.Type = kindNames[r.oneOf(kindNames)] }},
	{key: "object_index", must: true, read: func(p *partDraft, r *reader) { p.ObjectIndex = r.whole(0, maxList-1) }},
	{key: "max_condition", must: true, read: func(p *partDraft, r *reader) { p.MaxCondition = r.maximum() }},
}

// read reads one entry of children.
func (p *partDraft) read(r *reader) { p.given = readObject(r, partFields, p) }

var windowFields = []field[Window]{
	{key: "start", must: true, read: func(w *Window, r *reader) { w.Start = r.whole(0, 255) }},
	{key: "data_len", must: true, read: func(w *Window, r *reader) { w.DataLength = r.whole(0, 1<<16) }},
	{key: "bits", must: true, read: func(w *Window, r *reader) { w.Bools = r.whole(0, 256) }},
	{key: "next", must: true, read: func(w *Window, r *reader) { w.Next = r.whole(0, 255) }},
}

func readWindows(r *reader) []Window {
	return readList(r, nil, func(w *Window, r *reader) { readObject(r, windowFields, w) })
}
