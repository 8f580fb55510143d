package ship

import (
	"fmt"
	"slices"
)

// This file holds what the values of a ship file must agree with.

// document is a ship file. What people write about it and its facings is not used.
type document struct {
	given
	Version     int          `json:"format" ship:"must 1-1" about:"version of this format: 1"`
	About       any          `json:"about" about:"anything; not used"`
	Facings     []string     `json:"facing_order" about:"front, rear, top, bottom, left, right, and nothing else: a help for readers"`
	Ships       []draft      `json:"ships" ship:"must" about:"the classes"`
	Projectiles []projectile `json:"projectiles" about:"kinds of torpedoes and bolts"`
	Systems     []system     `json:"systems" about:"star systems to choose from"`
}

type projectile struct {
	given
	Species uint8  `json:"species" ship:"must 0-255" about:"number on the wire"`
	Script  string `json:"script" ship:"must" about:"its script"`
}

type system struct {
	given
	Number uint8  `json:"index" ship:"must 0-255" about:"number on the wire"`
	Set    string `json:"set" ship:"must" about:"its set"`
}

// draft is a class as the file has it. The figures that follow from its lists
// are kept apart, to be compared with what the lists give.
type draft struct {
	given
	Class
	Evidence  any      `json:"layout_evidence" about:"anything; not used"` // this and the scripts are for who reads the file
	Script    string   `json:"script" about:"name of a script file; not used"`
	Hardpoint string   `json:"hardpoint" about:"name of its hardpoint script; not used"`
	Parent    string   `json:"parent_hardpoint" about:"the hardpoint that it extends; not used"`
	Blob      int      `json:"create_blob_len" ship:"0-65536" about:"bytes of state at the end of its creation message"`
	Power     []int    `json:"power_entry_indices" ship:"0-255" about:"indexes of the subsystems whose power can be set"`
	Entries   []entry  `json:"top_level" about:"the subsystems in wire order, 1 to 256; needed unless 'layout' is 'unknown'"`
	ToOwner   []Window `json:"own_windows" about:"the blocks that a server sends in turn to the owner"`
	ToOthers  []Window `json:"remote_windows" about:"the same, to all others"`
}

type entry struct {
	given
	Subsystem
	Place int    `json:"index" ship:"0-255" about:"its position in 'top_level'; it must be right"`
	Slots []slot `json:"torpedo_slots" about:"the kinds of torpedoes of a torpedo system"`
	Parts []part `json:"children" about:"its parts"`
}

type slot struct {
	given
	AmmoSlot
}

type part struct {
	given
	Part
}

var facings = []string{"front", "rear", "top", "bottom", "left", "right"}

// finish checks a document and works out what its lists give.
func (d *document) finish(r *reader) {
	d.checkFacings(r)
	for i := range d.Ships {
		c := &d.Ships[i]
		r.within(step{key: "ships", index: i, label: &c.Key}, func() { c.finish(r) })
	}
	checkUnique(r, d.Ships)
	once(r, "projectiles", "species", d.Projectiles, func(p *projectile) (int, int) { return int(p.Species), p.start })
	once(r, "systems", "index", d.Systems, func(s *system) (int, int) { return int(s.Number), s.start })
}

// checkFacings: their order is that of the wire, and there for those who read the file.
func (d *document) checkFacings(r *reader) {
	if !d.has("facing_order") || slices.Equal(d.Facings, facings) {
		return
	}
	wrong := 0
	for wrong < min(len(d.Facings), len(facings)) && d.Facings[wrong] == facings[wrong] {
		wrong++
	}
	if wrong == len(d.Facings) {
		wrong = -1 // it is too short
	}
	r.within(step{key: "facing_order", index: wrong}, func() {
		r.fail(d.at("facing_order"), "the order of the facings is fixed: %v", facings)
	})
}

// once checks that each entry of a list has another number. entry gives it, and where the entry stands.
func once[T any](r *reader, list, number string, entries []T, entry func(*T) (n, at int)) {
	taken := map[int]bool{}
	for i := range entries {
		n, at := entry(&entries[i])
		if taken[n] {
			r.within(step{key: list, index: i}, func() { r.fail(at, "%s %d is here twice", number, n) })
		}
		taken[n] = true
	}
}

// finish completes a subsystem with what follows from its type, and checks
// that it has the values of its format.
func (s *entry) finish(r *reader, number int) {
	if s.has("index") && s.Place != number {
		r.fail(s.at("index"), "index is %d, but the position in the list is %d", s.Place, number)
	}
	kind := &kinds[slices.Index(kindNames, s.Type)]
	// The file has the last word about the format: a modified game or another
	// server may write entries its own way.
	if !s.has("format") {
		s.Format = kind.format
	}
	if !s.has("create_tail") && s.Format == Powered {
		s.Tail = kind.tail
	}
	if len(s.Tail) > 0 && s.Format != Powered {
		r.fail(s.at("create_tail"), "only an entry of format %v has a create_tail, this one is %v", Powered, s.Format)
	}
	for i, tail := range s.Tail {
		if slices.Contains(s.Tail[:i], tail) {
			r.fail(s.at("create_tail"), "create_tail has %v twice", tail)
		}
	}
	once(r, "torpedo_slots", "slot", s.Slots, func(x *slot) (int, int) { return x.Slot, x.start })
	s.checkExtras(r)
}

// checkExtras looks for values that a format needs, and for values that nobody
// would ever read: they are a sign that something else is wrong.
func (s *entry) checkExtras(r *reader) {
	for _, extra := range []struct {
		key    string
		typ    string
		needed bool
	}{
		{"facing_max", "shield", s.Format == Shield},
		{"main_battery_max", "power", s.Format == Reactor},
		{"backup_battery_max", "power", s.Format == Reactor},
		{"torpedo_slots", "torpedo_system", false},
	} {
		switch has := s.has(extra.key); {
		case extra.needed && !has:
			r.fail(s.start, "an entry of format %v needs the key %q", s.Format, extra.key)
		case has && !extra.needed && s.Type != extra.typ:
			r.fail(s.at(extra.key), "%s is for type %s, this is %s", extra.key, extra.typ, s.Type)
		}
	}
}

// finish checks a class and works out what its lists give.
func (c *draft) finish(r *reader) {
	if c.Layout == Unknown {
		c.checkEmpty(r)
		return
	}
	for _, key := range []string{"top_level", "object_order"} {
		if !c.has(key) {
			r.fail(c.start, "layout is %s, so the key %q is needed (a class without it has layout %s)", c.Layout, key, Unknown)
		}
	}
	if n := len(c.Entries); n == 0 || n > 256 {
		r.fail(c.at("top_level"), "top_level has %d entries, expected 1 to 256", n)
	}
	for i := range c.Entries {
		s := &c.Entries[i]
		r.within(step{key: "top_level", index: i, label: &s.Name}, func() { s.finish(r, i) })
	}
	if c.checkObjects(r); r.err != nil {
		return
	}
	c.assemble()
	c.checkGeometry(r)
	c.checkCloak(r)
}

// checkEmpty: nothing follows from lists that are not there, so nothing can be
// compared.
func (c *draft) checkEmpty(r *reader) {
	for _, key := range []string{
		"top_level", "object_order", "create_blob_len", "power_entry_indices", "own_windows", "remote_windows",
	} {
		if c.has(key) {
			r.fail(c.at(key), "layout is %s, so %s cannot be known", Unknown, key)
		}
	}
}

// checkObjects checks that the parts and their parents are the subsystems of
// the load order, each of them once.
func (c *draft) checkObjects(r *reader) {
	users := make([]string, len(c.Objects))
	for i := range c.Entries {
		s := &c.Entries[i]
		r.within(step{key: "top_level", index: i, label: &s.Name}, func() {
			c.checkObject(r, &s.given, s.Name, s.ObjectIndex, users)
			for j := range s.Parts {
				p := &s.Parts[j]
				r.within(step{key: "children", index: j, label: &p.Name}, func() {
					c.checkObject(r, &p.given, p.Name, p.ObjectIndex, users)
				})
			}
		})
	}
	for i, user := range users {
		if user == "" {
			r.fail(c.at("object_order"), "object_order[%d] %q is nowhere in top_level and its children", i, c.Objects[i])
		}
	}
}

func (c *draft) checkObject(r *reader, keys *given, name string, index int, users []string) {
	if index >= len(users) {
		r.fail(keys.at("object_index"), "object_index is %d, but object_order ends with %d", index, len(users)-1)
		return
	}
	if users[index] != "" {
		r.fail(keys.at("object_index"), "object_index %d is taken by %q", index, users[index])
	}
	if c.Objects[index] != name {
		r.fail(keys.at("object_index"), "object_index %d is %q in object_order", index, c.Objects[index])
	}
	users[index] = name
}

// checkGeometry compares figures of the file with those that the lists give.
func (c *draft) checkGeometry(r *reader) {
	if c.has("create_blob_len") && c.Blob != c.BlobLength {
		r.fail(c.at("create_blob_len"), "create_blob_len is %d, but top_level gives %d", c.Blob, c.BlobLength)
	}
	if c.has("power_entry_indices") && !slices.Equal(c.Power, c.PowerIndexes()) {
		r.fail(c.at("power_entry_indices"), "power_entry_indices is %v, but top_level gives %v", c.Power, c.PowerIndexes())
	}
	c.checkWindows(r, "own_windows", c.ToOwner, c.Windows(false))
	c.checkWindows(r, "remote_windows", c.ToOthers, c.Windows(true))
}

func (c *draft) checkWindows(r *reader, key string, in, right []Window) {
	if !c.has(key) || slices.Equal(in, right) {
		return
	}
	at := c.at(key)
	for i := range min(len(in), len(right)) {
		if in[i] != right[i] {
			r.fail(at, "%s[%d] is %v, but top_level gives %v", key, i, in[i], right[i])
		}
	}
	r.fail(at, "%s has %d entries, but top_level gives %d", key, len(in), len(right))
}

// String writes a window as a ship file has it.
func (w Window) String() string {
	return fmt.Sprintf("start %d, data_len %d, bits %d, next %d", w.Start, w.DataLength, w.Bools, w.Next)
}

func (c *draft) checkCloak(r *reader) {
	cloak := slices.ContainsFunc(c.Subsystems, func(s Subsystem) bool { return s.Type == "cloak" })
	if c.has("has_cloak") && c.HasCloak != cloak {
		r.fail(c.at("has_cloak"), "has_cloak is %t, but whether top_level has one of type cloak is %t", c.HasCloak, cloak)
	}
	c.HasCloak = cloak
}

// checkUnique checks that a number or key on the command line or on the wire
// means one class.
func checkUnique(r *reader, ships []draft) {
	species, keys := map[uint8]int{}, map[string]int{}
	for i := range ships {
		c := &ships[i]
		r.within(step{key: "ships", index: i, label: &c.Key}, func() {
			if first, taken := species[c.Species]; taken {
				r.fail(c.at("species"), "species %d is taken by ships[%d] %q", c.Species, first, ships[first].Key)
			}
			if first, taken := keys[c.Key]; taken {
				r.fail(c.at("key"), "the key is taken by ships[%d]", first)
			}
		})
		species[c.Species], keys[c.Key] = i, i
	}
}
