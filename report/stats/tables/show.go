package tables

import (
	"cmp"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// apart shows rows as a table like t for each that they are about: the largest of many.
func apart[T any](p *table.Page, t table.Table, rows []T, of func(*T) (dir, about string, count int64)) {
	var parts []table.Table
	var sizes, order []int64
	at := map[string]int{}
	for i := range rows {
		dir, about, count := of(&rows[i])
		n, known := at[dir+about]
		if !known {
			n = len(parts)
			at[dir+about], sizes, order = n, append(sizes, 0), append(order, int64(n))
			part := t
			part.View, part.Dir, part.Rows = "part", dir, []T(nil)
			part.Said = append(slices.DeleteFunc([]string{dir, about}, func(s string) bool { return s == "" }), t.Said...)
			parts = append(parts, part)
		}
		sizes[n] += count
		parts[n].Rows = append(parts[n].Rows.([]T), rows[i])
	}
	const unsplit = 4 // each direction of both protocols
	n := max(p.Shown(len(parts)), min(len(parts), unsplit))
	if n < len(parts) {
		slices.SortStableFunc(order, func(a, b int64) int { return cmp.Compare(sizes[b], sizes[a]) })
		slices.Sort(order[:n])
	}
	for _, i := range order[:n] {
		p.Table(&parts[i])
	}
	p.More(len(parts)-n, "smaller table", "smaller tables")
}

// about says what a row is about besides its direction.
func about(p *table.Page, s *figures.Split) (text string) {
	if s.Link != "" {
		text = s.Link
		if name := p.Names[s.Link]; name != "" {
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

// oneWay leaves rows of both directions out, unless somebody asked.
func oneWay[T any](rows []T, named bool, dir func(*T) string) []T {
	return slices.DeleteFunc(slices.Clone(rows), func(x T) bool { return !named && dir(&x) == figures.BothDirections })
}

func opcodes(p *table.Page, s *figures.Stats, _ bool) {
	apart(p, table.Table{Name: "opcodes", Said: []string{"min, median, max: bytes of payloads"}}, s.Opcodes, func(o *figures.Opcode) (string, string, int64) {
		if text := about(p, &o.Split); text != "" || o.Proto == "" {
			return "", text, o.Count
		}
		return "", o.Proto, o.Count
	})
}

func flags(p *table.Page, s *figures.Stats, named bool) {
	rows := oneWay(s.Flags, named, func(f *figures.Flags) string { return f.Dir })
	apart(p, table.Table{Name: "flags"}, rows, func(f *figures.Flags) (string, string, int64) { return f.Dir, about(p, &f.Split), f.Count })
}

// exceptions are nothing to show without flags: the rules are listed even if nothing breaks them.
func exceptions(p *table.Page, s *figures.Stats, _ bool) {
	if len(s.Flags) > 0 {
		p.Table(&table.Table{Name: "flag_exceptions", Rows: s.FlagExceptions})
	}
}

// usage answers what takes the bytes: the larger direction first, in it the largest group, in it the largest part.
func usage(p *table.Page, s *figures.Stats, named bool) {
	type group struct {
		figures.Usage
		rows []figures.Usage
	}
	sums := map[string]int64{}
	groups := map[string][]group{}
	for _, row := range s.Usage {
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
	if named {
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

// savings shows what other ways of sending would save, and below what each takes for granted.
func savings(p *table.Page, s *figures.Stats, _ bool) {
	p.Table(&table.Table{Name: "savings", Rows: s.Savings, Whole: true})
	said := ""
	for i := range s.Savings {
		if x := &s.Savings[i]; said != x.Assumption {
			said = x.Assumption
			p.Say(p.Dim, x.ID+": "+said)
		}
	}
}

func links(p *table.Page, s *figures.Stats, _ bool) {
	p.Table(&table.Table{Name: "links", Rows: s.Links, View: "traffic"})
	if len(s.Links) > 0 {
		p.Table(&table.Table{Name: "reliability", Said: []string{"time from a reliable message to its Ack"}, Rows: s.Links, View: "reliability"})
	}
}

func flows(p *table.Page, s *figures.Stats, _ bool) {
	if s.EntityState != nil && len(s.EntityState.Flows) > 0 {
		p.Table(&table.Table{Name: "entity_flows", Rows: s.EntityState.Flows, View: "traffic"})
		p.Table(&table.Table{Name: "snapshots", Said: []string{"States received, of 60 per second"}, Rows: s.EntityState.Flows, View: "snapshots"})
	}
}

func fragments(p *table.Page, s *figures.Stats, _ bool) {
	if s.Fragments.Parts > 0 {
		p.Table(&table.Table{Name: "fragments", Rows: []figures.Fragments{s.Fragments}})
	}
}

// relays leaves out what is for the host alone, and stayed there.
func relays(p *table.Page, s *figures.Stats, _ bool) {
	rows := slices.DeleteFunc(slices.Clone(s.Relays), func(r figures.Relay) bool { return r.To == "host alone" && r.Copies+r.Echoes == 0 })
	t := table.Table{Name: "relays", Rows: rows}
	if s.Filter != "" && len(rows) > 0 {
		t.Said = []string{"what is missing is not looked for: --filter leaves messages out"}
	}
	p.Table(&t)
}

// joins sums up the joins, or shows their steps to who asks.
func joins(p *table.Page, s *figures.Stats, named bool) {
	if !named {
		rows := slices.Clone(s.Joins)
		for i := range rows {
			if j := &rows[i]; j.Ending == figures.EndStayed && !j.Hangs && j.State == "in game" {
				j.Outcome = "" // it is still there, as usual
			}
		}
		p.Table(&table.Table{Name: "joins", Rows: rows})
		return
	}
	for i := range s.Joins[:p.Shown(len(s.Joins))] {
		j := &s.Joins[i]
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
	p.More(len(s.Joins)-p.Shown(len(s.Joins)), "more join", "more joins")
}

// notes does not say twice how many are about the only thing that they are about.
func notes(p *table.Page, s *figures.Stats, _ bool) {
	rows := slices.Clone(s.Notes)
	for i := range rows {
		if of := rows[i].About; len(of) == 1 {
			rows[i].About = []figures.Subject{{Text: of[0].Text}}
		}
	}
	p.Table(&table.Table{Name: "notes", Rows: rows})
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

func ledger(p *table.Page, s *figures.Stats, _ bool) {
	b := &s.Bytes
	if b.File == 0 {
		return
	}
	said := []string{terminal.Bytes(float64(b.File)) + " in all"}
	if b.File > b.Container+b.Headers+b.GameSpy+b.Unknown+b.Copies { // of nothing, all is explained
		said = append(said, terminal.Percent(b.Explained)+" of the game's bytes explained")
	}
	p.Heading("BYTES", terminal.Style{}, said...)
	p.Rows(&table.Table{Whole: true, Rows: slices.DeleteFunc(accounts(b), func(a account) bool { return a.Bytes == 0 })})
}
