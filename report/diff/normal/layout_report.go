package normal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// report gives all counts.
func (y *layout) report(out *figures.Normal, slots float64, queries *tally.Queries) {
	for dir := range y.kinds {
		for kind, k := range y.kinds[dir] {
			if k != nil {
				k.slots, k.queries = slots, queries
				k.report(out, dir, kind)
			}
		}
	}
}

// is names a part of the normal form of a subject.
func is(a *figures.About, key, aspect string) {
	a.Key, a.Aspect, a.Title = key, aspect, a.Subject+": "+aspect
}

// weightOf is how much it matters what one side does: clients are mostly the same program, servers are
// what is compared.
func weightOf(dir int) float64 { return [2]float64{0.6, 1}[dir] }

// causeOf is what the directions of a kind have in common.
func causeOf(kind int) string {
	if kind < controls {
		return tally.OpcodeText(kind)
	}
	return transport.Type(uint8(kind)).String()
}

// about is the condition of the messages of a kind.
func about(dir, kind int) []string {
	what := ""
	if kind < controls {
		what = tally.OpcodeIs(kind)
	} else {
		what = tally.Is("type", transport.Type(uint8(kind)).String())
	}
	return []string{what, tally.DirIs(directions[dir]), tally.Once}
}

// keyOf is what a kind is called in keys.
func keyOf(dir, kind int) string {
	return causeOf(kind) + " " + string(directions[dir])
}

func (k *looks) report(out *figures.Normal, dir, kind int) {
	where := about(dir, kind)
	key := keyOf(dir, kind)
	out.Groups[key] = k.all.count
	subject := k.name + " " + string(directions[dir])
	base := figures.Category{About: figures.About{Section: "layout", Subject: subject, Cause: causeOf(kind), Origin: dir == toServer, Weight: weightOf(dir)}, Group: key, Unit: "messages", Of: k.all.count, Clients: k.all.clients(), Never: true, Query: k.queries.Of(where...)}
	add := func(aspect, title string, v *values, chosen bool, query func(string) string) {
		c := base
		is(&c.About, key+" "+aspect, title)
		c.Many, c.Chosen = v.many, chosen
		c.Never = !occasional[title]
		for _, value := range slices.Sorted(maps.Keys(v.cells)) {
			c.Values = append(c.Values, v.cells[value].figure(k.queries, value, k.slots, where, query(value)))
		}
		if len(c.Values) > 0 || c.Many {
			out.Categories = append(out.Categories, c)
		}
	}
	if !k.loose {
		add("size", "size in bytes", &k.sizes, false, func(v string) string { return sizeQuery(kind, v) })
	}
	channel := base
	is(&channel.About, key+" channel", "channel")
	for i := range k.channels {
		if c := &k.channels[i]; c.count > 0 {
			channel.Values = append(channel.Values, c.figure(k.queries, channelNames[i], k.slots, where, channelQueries[i]))
		}
	}
	out.Categories = append(out.Categories, channel)
	add("notes", "notes", &k.notes, false, func(v string) string { return tally.Noted(decode.Code(v)) })
	for _, name := range slices.Sorted(maps.Keys(k.paths)) {
		p := k.paths[name]
		if p.told || p.says == nothingHere {
			continue
		}
		c := base
		is(&c.About, key+" has "+name, "field "+name)
		c.Values = []figures.NormalValue{p.present.figure(k.queries, "there", k.slots, where, presence(name, p.form))}
		out.Categories = append(out.Categories, c)
		add(name, name, &p.values, p.chosen, func(v string) string { return valueQuery(name, v, p.form) })
		if last := &out.Categories[len(out.Categories)-1]; last.Key == key+" "+name {
			last.Of, last.Group = p.values.all, ""
			if last.Of != p.present.count {
				last.Unit = "elements"
			}
		}
	}
	if kind == message.OpcodeStateUpdate {
		k.updates(out, base, key, where)
	}
}

// placeOf is the condition of a message at a place; one joined from fragments stands where its last one
// does.
func placeOf(frame int64, index int, joined bool) string {
	part := tally.OnWire
	if joined {
		part = "frames"
	}
	return fmt.Sprintf("frame == %d && index == %d && %s", frame, index, part)
}

// figure is that of a value; without a condition the query gives the first message.
func (c *cell) figure(queries *tally.Queries, value string, slots float64, where []string, condition string) figures.NormalValue {
	if c.name != "" {
		value += " " + c.name
	}
	f := figures.NormalValue{Value: value, Count: c.count, Clients: c.clients(), Burst: c.burst(slots)}
	if condition != "" {
		f.Query = queries.Of(append(slices.Clone(where), condition)...)
	} else {
		f.Query, f.Example = figures.Query(placeOf(c.frame, c.index, c.joined)), true
	}
	return f
}

// sizeQuery is the condition of a size: only the game's messages have that key.
func sizeQuery(kind int, size string) string {
	if kind >= controls {
		return ""
	}
	return "size == " + size
}

var channelQueries = [4]string{"!reliable && !ordered", "reliable && !ordered", "!reliable && ordered", "reliable && ordered"}

// presence is the condition that a field is there: alone, a boolean says whether it is true.
func presence(name, form string) string {
	if form == boolean {
		return "(fields." + name + " == true || fields." + name + " == false)"
	}
	return "fields." + name
}

func valueQuery(name, value, form string) string {
	if strings.Contains(name, ".") {
		return "" // some element of a list has it
	}
	switch form {
	case number:
		if value == "none" || strings.Contains(value, "e") && !strings.HasPrefix(value, "0x") {
			return ""
		}
		return "fields." + name + " == " + value
	case boolean:
		return "fields." + name + " == " + value
	case quoted:
		if strings.ContainsAny(value, "\"\\") {
			return ""
		}
		return "fields." + name + ` == "` + value + `"`
	}
	return ""
}

// updates gives what is counted of updates by their flags.
func (k *looks) updates(out *figures.Normal, base figures.Category, key string, where []string) {
	combos := base
	is(&combos.About, key+" dirty_flags", "flags together")
	combos.Weight *= 0.9 // a flag says more
	combos.Never = false // one more combination says only that things met
	var single [8]cell
	for flags := range k.flags {
		c := &k.flags[flags]
		if c.count == 0 {
			continue
		}
		condition := fmt.Sprintf("fields.dirty_flags == 0x%02X", flags)
		combos.Values = append(combos.Values, c.figure(k.queries, strings.Join(message.FlagNames(uint8(flags)), " "), k.slots, where, condition))
		for bit := range single {
			if flags&(1<<bit) != 0 {
				single[bit].join(c)
			}
		}
		k.sizesWith(out, base, key, flags, where)
	}
	for bit := range single {
		if c := &single[bit]; c.count > 0 {
			name := strings.Join(message.FlagNames(1<<bit), " ")
			one := base
			is(&one.About, key+" flag "+name, "flag "+name)
			one.Values = []figures.NormalValue{c.figure(k.queries, "set", k.slots, where, fmt.Sprintf("fields.flags contains %q", name))}
			out.Categories = append(out.Categories, one)
		}
	}
	out.Categories = append(out.Categories, combos)
}

// sizesWith gives the sizes of updates with the same flags.
func (k *looks) sizesWith(out *figures.Normal, base figures.Category, key string, flags int, where []string) {
	sizes := k.sizesOf[flags]
	if sizes == nil {
		return
	}
	is(&base.About, fmt.Sprintf("%s size of 0x%02X", key, flags), "size of "+strings.Join(message.FlagNames(uint8(flags)), " "))
	base.Of, base.Group = k.flags[flags].count, ""
	counted := int64(0)
	for size := range sizes {
		counted += sizes[size].count
		if c := &sizes[size]; c.count > 0 {
			base.Values = append(base.Values, c.figure(k.queries, fmt.Sprint(size, " B"), k.slots, where, fmt.Sprintf("fields.dirty_flags == 0x%02X && size == %d", flags, size)))
		}
	}
	base.Many = counted < base.Of // some are longer
	out.Categories = append(out.Categories, base)
}

func (c *cell) join(d *cell) {
	if c.count == 0 || d.frame < c.frame {
		c.frame, c.index, c.joined = d.frame, d.index, d.joined
	}
	c.bursts.join(&d.bursts)
	c.parties |= d.parties
}
