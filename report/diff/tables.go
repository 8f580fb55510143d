package diff

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"bcdump/decode/fields"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// tableColumns are the columns of what stands side by side, by section.
var tableColumns = map[string][]string{
	"relays": {"originals", "copies", "expected", "missing", "p50 ms"},
	"joins":  {"came to", "took ms", "longest wait ms", "for", "ended"},
	"links":  {"datagrams", "kB", "rtt p50 ms", "reliable", "sent again", "unacked", "gaps"},
}

// tables gives what stands side by side: no difference is drawn from it.
func (c *comparison) tables() []figures.DiffTable {
	list, pairs := []figures.DiffTable{}, pairsOf(c.a.file.Clients, c.b.file.Clients)
	for _, title := range []string{"relays", "joins", "links"} {
		if !c.wants(title, title) {
			continue
		}
		t := figures.DiffTable{Section: title, Title: title, Columns: tableColumns[title], Rows: []figures.DiffRow{}}
		at := map[string]int{}
		for side, l := range []*Looks{c.a, c.b} {
			l.cells(title, func(key string, client int, cells ...string) {
				if client >= 0 {
					key = c.nameOf(pairs, side, client)
				}
				i, known := at[key]
				if !known || side == 0 {
					i, at[key] = len(t.Rows), len(t.Rows)
					t.Rows = append(t.Rows, figures.DiffRow{Key: key, A: []string{}, B: []string{}})
				}
				*[]*[]string{&t.Rows[i].A, &t.Rows[i].B}[side] = cells
			})
		}
		all := len(t.Rows)
		t.Rows = slices.DeleteFunc(t.Rows, func(r figures.DiffRow) bool { return slices.Equal(r.A, r.B) })
		t.Equal = all - len(t.Rows)
		list = append(list, t)
	}
	return list
}

// cells gives the rows of a table. A row is about a client, by its place; -1 = it has a key.
func (l *Looks) cells(table string, put func(key string, client int, cells ...string)) {
	count := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	decimal := func(v *figures.Milliseconds) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(float64(*v), 'f', 1, 64)
	}
	switch table {
	case "relays":
		for i := range l.stats.Relays {
			r := &l.stats.Relays[i]
			put(r.Opcode+" "+r.Name, -1, count(&r.Originals), count(&r.Copies), count(r.Expected), count(r.Missing), decimal(r.Latency.P50))
		}
	case "joins":
		for i := range l.stats.Joins {
			j := &l.stats.Joins[i]
			put("", j.Number-1, j.State, decimal(j.Took), decimal(j.Wait), j.WaitFor, j.Ending)
		}
	case "links":
		for i := range l.stats.Links {
			k := &l.stats.Links[i]
			client := slices.IndexFunc(l.looker.all, func(p *party) bool { return tally.AddressText(p.conn.Client) == k.Client })
			put(k.Client, client, count(&k.Datagrams), fmt.Sprintf("%.1f", float64(k.Bytes)/1000), decimal(k.RTT.P50), count(&k.Reliable), count(&k.Resent), count(&k.Unacked), count(&k.Gaps))
		}
	}
}

// pairsOf gives the place in B of the client that each one of A stands beside: that of the same name, if both sides have it once,
// else the next one; -1 = there is none.
func pairsOf(a, b []string) []int {
	pairs, taken := make([]int, len(a)), make([]bool, len(b))
	once := func(list []string, name string) bool {
		i := slices.Index(list, name)
		return name != "" && i >= 0 && !slices.Contains(list[i+1:], name)
	}
	for i, name := range a {
		pairs[i] = -1
		if once(a, name) && once(b, name) {
			pairs[i] = slices.Index(b, name)
			taken[pairs[i]] = true
		}
	}
	for i := range pairs {
		if next := slices.Index(taken, false); pairs[i] < 0 && next >= 0 {
			pairs[i], taken[next] = next, true
		}
	}
	return pairs
}

// nameOf names the client of a row: its place, and what it is called on both sides.
func (c *comparison) nameOf(pairs []int, side, client int) string {
	i, names := client, []string{}
	if side == 1 {
		if i = slices.Index(pairs, client); i < 0 {
			return fmt.Sprintf("%d of B", client+1)
		}
	}
	text := strconv.Itoa(i + 1)
	if names = append(names, c.a.file.Clients[i]); pairs[i] >= 0 {
		names = append(names, c.b.file.Clients[pairs[i]])
	}
	for j, name := range slices.Compact(slices.DeleteFunc(names, func(name string) bool { return name == "" })) {
		text += [2]string{" ", ", "}[j] + name
	}
	return text
}

// maxBytes bounds the bytes of a message that are shown.
//
//limit:maxBytes Figures | bytes of a message that `diff` shows | cut | TestBounds
const maxBytes = 512

// messages gives the messages that a step or a value is about, and the fields in which they differ. A side may lack the step.
func (f *finding) messages(c *comparison, v *values, a, b *cell) {
	if v.comes || f.Section != "layout" && v.group == "" || f.Section == "layout" && (a == nil || b == nil) {
		return
	}
	for side, x := range [2]*cell{a, b} {
		l := [2]*looker{c.a.looker, c.b.looker}[side]
		if x == nil || l == nil {
			continue
		}
		at, seen := 0, map[string]int{} // those of A stand in the order in which it has them
		*[2]*string{&f.BytesA, &f.BytesB}[side] = l.message(x.row, func(name, value string) {
			seen[name]++
			nth := 0
			i := slices.IndexFunc(f.Fields, func(y figures.DiffField) bool {
				nth += tally.BoolInt(y.Name == name)
				return y.Name == name && nth == seen[name]
			})
			if i < 0 {
				i, f.Fields = at, slices.Insert(f.Fields, at, figures.DiffField{Name: name})
			}
			at = i + 1
			*[2]*string{&f.Fields[i].A, &f.Fields[i].B}[side] = value
		})
	}
	f.Fields = slices.DeleteFunc(f.Fields, func(x figures.DiffField) bool { return x.A == x.B })
}

// message gives the fields of a message, with values that mean the same in each capture, and its first bytes.
func (x *looker) message(row int, take func(name, value string)) string {
	x.open(row, x.facts.Row(row))
	x.record = x.facts.Reader().At(row)
	c := x.record.Content()
	if c.Message != nil {
		x.leaves.of(c.Message, fields.Limit(&c.Decoded), func(n *wire.Node, path, text []byte) {
			f := newField(n, string(path))
			if value := x.says(f, n, text); value != "" && f.means != nothingHere && !f.told {
				take(f.name, value)
			}
		})
	}
	return hex.EncodeToString(x.record.Payload[:min(len(x.record.Payload), maxBytes)])
}
