package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showEntityFlickers lists entities that were away for a moment.
func showEntityFlickers(p *page, e *figures.EntityState) bool {
	if len(e.Flickers) == 0 {
		return false
	}
	var times int64
	for i := range e.Flickers {
		times += e.Flickers[i].Count
	}
	p.heading("FLICKER", p.Note, counted(int64(len(e.Flickers)), "entity", "entities")+" vanished and came back within 100 ms", counted(times, "time", "times"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "entity", Min: 8}, {Title: "id", Number: true}, {Title: "client", Min: 8}, {Title: "file", Min: 8, Drop: 1}, {Title: "times", Number: true},
		{Title: "gone for", Number: true}, {Title: "first at"}, {Title: "frame", Number: true},
	}}
	n := p.shown(len(e.Flickers))
	for i := range e.Flickers[:n] {
		f := &e.Flickers[i]
		name := f.TypeName
		if name == "" {
			name = "type " + strconv.Itoa(f.Type)
		}
		p.row(t, asked{query: f.Query, file: f.File}, styled(name, p.Name), text(strconv.FormatInt(f.EntityID, 10)), text(p.client(f.Client)), text(f.File), count(f.Count),
			text(terminal.Milliseconds(f.Longest)), text(p.moment(f.Time)), text(strconv.FormatInt(f.Frame, 10)))
	}
	p.table(t)
	p.more(len(e.Flickers) - n)
	return true
}

// client names a client, or gives its address.
func (p *page) client(address string) string {
	if name := p.names[address]; name != "" {
		return name
	}
	return address
}

// showEntitySavings shows what the savings of the documents would bring.
func showEntitySavings(p *page, e *figures.EntityState) bool {
	if len(e.Savings) == 0 {
		return false
	}
	p.heading("SAVINGS", terminal.Style{}, "what these States would take if the server saved bytes", terminal.Rate(e.Savings[0].Rate)+" to one client now")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "saving"}, {Title: "States", Number: true, Drop: 2}, {Title: "entities", Number: true, Drop: 3}, {Title: "bytes", Number: true},
		{Title: "to one client", Number: true}, {Title: "saved", Number: true}, {Title: "do not fit", Number: true, Drop: 1}, {Title: "", Bar: true},
	}}
	for i := range e.Savings {
		s := &e.Savings[i]
		p.row(t, asked{query: s.Query}, styled(s.Saving, p.Name), count(s.Sent), count(s.Entities), size(s.After), rate(s.RateAfter),
			percent(s.Saved), few(s.NoFit, p.Note), bar(max(s.Saved, 0), 1, p.ToClient))
	}
	p.table(t)
	return true
}
