package ship

import (
	"fmt"
	"slices"
)

// This file holds what the values of a ship file must agree with.

// finish completes a subsystem with what follows from its type, and checks
// that it has the values of its format.
func (s *subsystemDraft) finish(r *reader, at, number int) {
	if r.err != nil {
		return
	}
	s.Index = number
	if s.given.has("index") && s.index != number {
		r.fail(s.given.at("index"), "index is %d, but the position in the list is %d", s.index, number)
	}
	// The file has the last word about the format: a modified game or another
	// server may write entries its own way.
	if !s.given.has("format") {
		s.Format = s.kind.format
	}
	s.finishTail(r)
	s.checkExtras(r, at)
	for i := range s.parts {
		s.Children = append(s.Children, s.parts[i].Part)
	}
}

func (s *subsystemDraft) finishTail(r *reader) {
	if !s.given.has("create_tail") && s.Format == Powered {
		s.Tail = s.kind.tail
	}
	if len(s.Tail) > 0 && s.Format != Powered {
		r.fail(s.given.at("create_tail"), "only an entry of format %v has a create_tail, this one is %v", Powered, s.Format)
	}
	for i, tail := range s.Tail {
		if slices.Contains(s.Tail[:i], tail) {
			r.fail(s.given.at("create_tail"), "create_tail has %v twice", tail)
		}
	}
}

// checkExtras looks for values that a format needs, and for values that nobody
// would ever read: they are a sign that something else is wrong.
func (s *subsystemDraft) checkExtras(r *reader, at int) {
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
		switch has := s.given.has(extra.key); {
		case extra.needed && !has:
			r.fail(at, "an entry of format %v needs the key %q", s.Format, extra.key)
		case has && !extra.needed && s.Type != extra.typ:
			r.fail(s.given.at(extra.key), "%s is for type %s, this is %s", extra.key, extra.typ, s.Type)
		}
	}
}

// finish checks a class and works out what its lists give.
func (c *draft) finish(r *reader) {
	if r.err != nil {
		return
	}
	if c.Layout == Unknown {
		c.checkEmpty(r)
		return
	}
	for _, key := range []string{"top_level", "object_order"} {
		if !c.given.has(key) {
			r.fail(c.at, "layout is %s, so the key %q is needed (a class without it has layout %s)", c.Layout, key, Unknown)
		}
	}
	if n := len(c.subsystems); n == 0 || n > 256 {
		r.fail(c.given.at("top_level"), "top_level has %d entries, expected 1 to 256", n)
	}
	if c.checkObjects(r); r.err != nil {
		return
	}
	for i := range c.subsystems {
		c.Subsystems = append(c.Subsystems, c.subsystems[i].Subsystem)
	}
	c.BlobLength = c.Class.blobLength()
	c.checkGeometry(r)
	c.checkCloak(r)
}

// checkEmpty: nothing follows from lists that are not there, so nothing can be
// compared.
func (c *draft) checkEmpty(r *reader) {
	for _, key := range []string{
		"top_level", "object_order", "create_blob_len", "power_entry_indices", "own_windows", "remote_windows",
	} {
		if c.given.has(key) {
			r.fail(c.given.at(key), "layout is %s, so %s cannot be known", Unknown, key)
		}
	}
}

// checkObjects checks that the parts and their parents are the subsystems of
// the load order, each of them once.
func (c *draft) checkObjects(r *reader) {
	users := make([]string, len(c.Objects))
	for i := range c.subsystems {
		s := &c.subsystems[i]
		r.within(step{key: "top_level", index: i, label: &s.Name}, func() {
			c.checkObject(r, s.given, s.Name, s.ObjectIndex, users)
			for j := range s.parts {
				p := &s.parts[j]
				r.within(step{key: "children", index: j, label: &p.Name}, func() {
					c.checkObject(r, p.given, p.Name, p.ObjectIndex, users)
				})
			}
		})
	}
	for i, user := range users {
		if user == "" {
			r.fail(c.given.at("object_order"), "object_order[%d] %q is nowhere in top_level and its children", i, c.Objects[i])
		}
	}
}

func (c *draft) checkObject(r *reader, keys given, name string, index int, users []string) {
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
	if c.given.has("create_blob_len") && c.blobLength != c.BlobLength {
		r.fail(c.given.at("create_blob_len"), "create_blob_len is %d, but top_level gives %d", c.blobLength, c.BlobLength)
	}
	if c.given.has("power_entry_indices") && !slices.Equal(c.power, c.PowerIndexes()) {
		r.fail(c.given.at("power_entry_indices"), "power_entry_indices is %v, but top_level gives %v", c.power, c.PowerIndexes())
	}
	c.checkWindows(r, "own_windows", c.own, c.Windows(false))
	c.checkWindows(r, "remote_windows", c.remote, c.Windows(true))
}

func (c *draft) checkWindows(r *reader, key string, in, right []Window) {
	if !c.given.has(key) || slices.Equal(in, right) {
		return
	}
	at := c.given.at(key)
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
	if c.given.has("has_cloak") && c.HasCloak != cloak {
		r.fail(c.given.at("has_cloak"), "has_cloak is %t, but whether top_level has one of type cloak is %t", c.HasCloak, cloak)
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
				r.fail(c.given.at("species"), "species %d is taken by ships[%d] %q", c.Species, first, ships[first].Key)
			}
			if first, taken := keys[c.Key]; taken {
				r.fail(c.given.at("key"), "the key is taken by ships[%d]", first)
			}
		})
		species[c.Species], keys[c.Key] = i, i
	}
}
