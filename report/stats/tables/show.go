package tables

import (
	"cmp"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// apart gives a table like t for each that rows are about.
func apart[T any](t table.Table, rows []T, of func(*T) (dir, about string, count int64)) (parts []table.Table) {
	at := map[string]int{}
	for i := range rows {
		dir, about, count := of(&rows[i])
		n, known := at[dir+about]
		if !known {
			n = len(parts)
			at[dir+about] = n
			part := t
			part.View, part.Dir, part.Rows = "part", dir, []T(nil)
			part.Said = append(slices.DeleteFunc([]string{dir, about}, func(s string) bool { return s == "" }), t.Said...)
			parts = append(parts, part)
		}
		parts[n].Weight += count
		parts[n].Rows = append(parts[n].Rows.([]T), rows[i])
	}
	return parts
}

// about says what a row is about besides its direction.
func (v *view) about(s *figures.Split) (text string) {
	if s.Link != "" {
		text = s.Link
		if name := v.names[s.Link]; name != "" {
			text = name + " " + text
		}
	}
	if s.ObjectID != "" {
		if text != "" {
			text += " · "
		}
		if s.Ship != "" {
			text += s.Ship + " "
		}
		text += s.ObjectID
	}
	return text
}

func opcodes(v *view) []table.Table {
	return apart(table.Table{Name: "opcodes", Said: []string{"share of messages", "sizes of payloads"}}, v.Opcodes, func(o *figures.Opcode) (string, string, int64) {
		return "", cmp.Or(v.about(&o.Split), o.Proto), o.Count
	})
}

func flags(v *view) []table.Table {
	rows := slices.DeleteFunc(slices.Clone(v.Flags), func(f figures.Flags) bool { return !v.named && f.Dir == figures.BothDirections })
	return apart(table.Table{Name: "flags", Cell: heartbeat}, rows, func(f *figures.Flags) (string, string, int64) { return f.Dir, v.about(&f.Split), f.Count })
}

// heartbeat names what has no flags.
func heartbeat(row any, key string, cell *terminal.Cell) {
	if f := row.(*figures.Flags); key == "flags" && f.DirtyFlags == "0x00" {
		cell.Text = "heartbeat, no fields"
	}
}

// exceptions are nothing to show without flags: the rules are listed even if nothing breaks them.
func exceptions(v *view) []table.Table {
	if len(v.Flags) == 0 {
		return nil
	}
	return []table.Table{{Name: "flag_exceptions", Rows: v.FlagExceptions}}
}

// usage answers what takes the bytes: the larger direction first, in it the largest group, in it the largest part.
func usage(p *table.Page, v *view) {
	type group struct {
		figures.Usage
		rows []figures.Usage
	}
	sums := map[string]int64{}
	groups := map[string][]group{}
	for _, row := range v.Usage {
		of := groups[row.Dir]
		i := slices.IndexFunc(of, func(g group) bool { return g.Group == row.Group })
		if i < 0 {
			i = len(of)
			of = append(of, group{Usage: figures.Usage{Dir: row.Dir, Group: row.Group, What: groupName(row.Group)}})
		}
		of[i].Bytes += row.Bytes
		of[i].Share += row.Share
		of[i].rows = append(of[i].rows, row)
		sums[row.Dir] += row.Bytes
		groups[row.Dir] = of
	}
	ways := []string{toServer, toClient}
	slices.SortStableFunc(ways, func(a, b string) int { return cmp.Compare(sums[b], sums[a]) })
	if v.named {
		ways = append(ways, figures.BothDirections)
	}
	for _, dir := range ways {
		if sums[dir] == 0 {
			continue
		}
		of := groups[dir]
		slices.SortStableFunc(of, func(a, b group) int { return cmp.Compare(b.Bytes, a.Bytes) })
		var rows []figures.Usage
		for i := range of {
			parts := of[i].rows
			slices.SortStableFunc(parts, func(a, b figures.Usage) int { return cmp.Compare(b.Bytes, a.Bytes) })
			if len(parts) == 1 && parts[0].What != of[i].Group {
				parts[0].What = of[i].What + ": " + parts[0].What
			}
			if len(parts) == 1 {
				rows = append(rows, parts[0])
				continue
			}
			rows = append(rows, of[i].Usage)
			n := p.Shown(len(parts))
			rest := figures.Usage{What: "rest (" + terminal.Count(int64(len(parts)-n)) + ")"}
			for k := range parts[n:] {
				rest.Count, rest.Bytes, rest.Share = rest.Count+parts[n+k].Count, rest.Bytes+parts[n+k].Bytes, rest.Share+parts[n+k].Share
			}
			if n < len(parts) {
				parts = append(parts[:n:n], rest)
			}
			for _, part := range parts {
				part.What = "  " + part.What
				rows = append(rows, part)
			}
		}
		p.Heading("USAGE", p.Way(dir), dir, terminal.Bytes(float64(sums[dir]))+" with IP and UDP headers", "min, median, max: bytes of each")
		p.Rows(&table.Table{Whole: true, Dir: dir, Rows: rows})
	}
}

// groupName names a group of what takes bytes, without those beside it.
func groupName(group string) string {
	if group == "other" {
		return "other messages"
	}
	return group
}

// savings says below what each way of sending takes for granted.
func savings(v *view) []table.Table {
	t, said := table.Table{Name: "savings", Rows: v.Savings, Whole: true, Said: []string{"share: of the bytes of the direction, headers included"}}, ""
	for i := range v.Savings {
		if x := &v.Savings[i]; said != x.Assumption {
			said = x.Assumption
			t.Below = append(t.Below, x.ID+": "+said)
		}
	}
	return []table.Table{t}
}

func links(v *view) []table.Table {
	if len(v.Links) == 0 {
		return nil
	}
	return []table.Table{
		{Name: "links", Rows: v.Links, View: "traffic"},
		{Name: "reliability", Title: "Reliability of connections", Said: []string{"time from a reliable message to its Ack"}, Rows: v.Links, View: "reliability"},
	}
}

func flows(v *view) []table.Table {
	if v.EntityState == nil || len(v.EntityState.Flows) == 0 {
		return nil
	}
	return []table.Table{
		{Name: "entity_flows", Rows: v.EntityState.Flows, View: "traffic"},
		{Name: "snapshots", Title: "Entity-state: snapshots", Said: []string{"States received, of 60 per second"}, Rows: v.EntityState.Flows, View: "snapshots"},
	}
}

func fragments(v *view) []table.Table {
	if v.Fragments.Parts == 0 {
		return nil
	}
	return []table.Table{{Name: "fragments", Rows: []figures.Fragments{v.Fragments}}}
}

// relays leaves out what is for the host alone, and stayed there.
func relays(v *view) []table.Table {
	rows := slices.DeleteFunc(slices.Clone(v.Relays), func(r figures.Relay) bool { return r.To == "host alone" && r.Copies+r.Echoes == 0 })
	t := table.Table{Name: "relays", Rows: rows}
	if v.Filter != "" && len(rows) > 0 {
		t.Said = []string{"what is missing is not looked for: --filter leaves messages out"}
	}
	return []table.Table{t}
}

// joins sums up the joins, or shows their steps to who asks.
func joins(p *table.Page, v *view) {
	if !v.named {
		rows := slices.Clone(v.Joins)
		for i := range rows {
			if j := &rows[i]; j.Ending == figures.EndStayed && !j.Hangs && j.State == "in game" {
				j.Outcome = "" // it is still there, as usual
			}
		}
		rows, said := withoutCrowds(p, rows)
		p.Table(&table.Table{Name: "joins", Rows: rows, Said: said})
		return
	}
	shown, crowds := withoutCrowds(p, v.Joins)
	for i := range shown[:p.Shown(len(shown))] {
		j := &shown[i]
		said := []string{cmp.Or(j.Name, "?"), j.Client}
		if j.File != "" {
			said = append(said, j.File)
		}
		if n := len(j.Steps); n > 0 {
			said = append(said, terminal.Counted(int64(n), "step", "steps")+" in "+terminal.Milliseconds(j.Steps[n-1].After))
		}
		p.Heading("JOIN", terminal.Style{}, said...)
		p.Say(p.Note, j.Outcome)
		p.Asked(j.Query, nil, j.File)
		p.Rows(&table.Table{Whole: true, Rows: j.Steps, File: j.File})
	}
	p.More(len(shown)-p.Shown(len(shown)), "more join", "more joins")
	for _, text := range crowds {
		p.Say(terminal.Style{}, "and "+text)
	}
}

// withoutCrowds leaves out clients whom the host turns away at once, but for the first few, and says how many there are: a full host
// has hundreds of them.
func withoutCrowds(p *table.Page, all []figures.Join) (rows []figures.Join, said []string) {
	const few = 3
	if p.Shown(len(all)) == len(all) {
		return all, nil
	}
	alike := map[string]int64{}
	var texts []string
	for i := range all {
		text, _, _ := strings.Cut(all[i].Outcome, " (frame")
		if all[i].Ending != figures.EndRefused || len(all[i].Steps) > few {
			rows = append(rows, all[i])
			continue
		}
		if alike[text]++; alike[text] == 1 {
			texts = append(texts, text)
		}
		if alike[text] <= few {
			rows = append(rows, all[i])
		}
	}
	for _, text := range texts {
		if more := alike[text] - few; more > 0 {
			said = append(said, terminal.Count(more)+" more "+text+" (--top 0 shows each)")
		}
	}
	return rows, said
}

// notes does not say twice how many are about the only thing that they are about.
func notes(v *view) []table.Table {
	rows := slices.Clone(v.Notes)
	for i := range rows {
		if of := rows[i].About; len(of) == 1 {
			rows[i].About = []figures.Subject{{Text: of[0].Text}}
		}
	}
	return []table.Table{{Name: "notes", Rows: rows}}
}

// account is one owner of bytes. Its query is a formula.
type account struct {
	Account string          `json:"account" title:"-"`
	Bytes   int64           `json:"bytes"`
	Share   float64         `json:"share" unit:"%" bar:"longest"`
	Owner   string          `json:"owner" first:"1" fold:"24"`
	Formula string          `json:"query" title:"-"`
	Queries figures.Queries `json:"queries"`
}

// accounts of the ledger; they add up to the bytes of the captures.
func accounts(b *figures.Bytes) []account {
	rows := []account{
		{Account: "container", Owner: "container, and frames that gave no datagram", Bytes: b.Container},
		{Account: "headers", Owner: "link, IP and UDP headers", Bytes: b.Headers},
		{Account: "datagram", Owner: "headers of game datagrams", Bytes: b.Datagram},
		{Account: "transport", Owner: "headers of transport messages", Bytes: b.Transport},
		{Account: "fields", Owner: "fields", Bytes: b.Fields},
		{Account: "repeats", Owner: "retransmitted fragments", Bytes: b.Repeats},
		{Account: "parts", Owner: "fragments of incomplete messages", Bytes: b.Parts},
		{Account: "trailing", Owner: "after the last field", Bytes: b.Trailing},
		{Account: "raw", Owner: "unknown layout", Bytes: b.Raw},
		{Account: "unread", Owner: "unreadable or cut", Bytes: b.Unread},
		{Account: "gamespy", Owner: "GameSpy texts", Bytes: b.GameSpy},
		{Account: "entity-state", Owner: "entity-state datagrams", Bytes: b.EntityState},
		{Account: "unknown", Owner: "datagrams of no known protocol", Bytes: b.Unknown},
		{Account: "copies", Owner: "copies of datagrams", Bytes: b.Copies},
	}
	for i := range rows {
		r := &rows[i]
		r.Share, r.Formula = float64(r.Bytes)/float64(max(b.File, 1)), b.Queries[r.Account]
		if r.Formula != "" {
			r.Queries = figures.Queries{r.Account: r.Formula}
		}
	}
	return rows
}

func ledger(v *view) []table.Table {
	b := &v.Bytes
	if b.File == 0 {
		return nil
	}
	said := []string{terminal.Bytes(float64(b.File)) + " in all"}
	if b.File > b.Container+b.Headers+b.GameSpy+b.Unknown+b.Copies { // of nothing, all is explained
		said = append(said, terminal.Percent(b.Explained)+" of the game's bytes explained")
	}
	return []table.Table{{Name: "bytes", Said: said, Whole: true, Rows: slices.DeleteFunc(accounts(b), func(a account) bool { return a.Bytes == 0 })}}
}
