package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showEntityFlickers lists entities that were away for a moment.
func showEntityFlickers(p *page, e *figures.EntityState) {
	if len(e.Flickers) == 0 {
		return
	}
	var times int64
	for i := range e.Flickers {
		times += e.Flickers[i].Count
	}
	p.heading("FLICKER", p.Note, counted(int64(len(e.Flickers)), "entity", "entities")+" vanished and came back within 100 ms", counted(times, "time", "times"))
	for f, t := range top(p, e.Flickers) {
		name := f.TypeName
		if name == "" {
			name = "type " + strconv.Itoa(f.Type)
		}
		t.row(asked{query: f.Query, file: f.File}, fields{
			{"entity", fit{min: 8}, styled(name, p.Name)},
			{"id", fit{}, right(strconv.FormatInt(f.EntityID, 10))},
			{"client", fit{min: 8}, text(p.client(f.Client))},
			{"file", fit{min: 8, drop: 1}, text(f.File)},
			{"times", fit{}, count(f.Count)},
			{"gone for", fit{}, right(terminal.Milliseconds(f.Longest))},
			{"first at", fit{}, text(p.moment(f.Time))},
			{"frame", fit{}, right(strconv.FormatInt(f.Frame, 10))},
		})
	}
}

// client names a client, or gives its address.
func (p *page) client(address string) string {
	if name := p.names[address]; name != "" {
		return name
	}
	return address
}

// showEntitySavings shows what the savings of the documents would bring.
func showEntitySavings(p *page, e *figures.EntityState) {
	if len(e.Savings) == 0 {
		return
	}
	p.heading("SAVINGS", terminal.Style{}, "what these States would take if the server saved bytes", terminal.Rate(e.Savings[0].Rate)+" to one client now")
	for s, t := range all(p, e.Savings) {
		t.row(asked{query: s.Query}, fields{
			{"saving", fit{}, styled(s.Saving, p.Name)},
			{"States", fit{drop: 2}, count(s.Sent)},
			{"entities", fit{drop: 3}, count(s.Entities)},
			{"bytes", fit{}, size(s.After)},
			{"to one client", fit{}, rate(s.RateAfter)},
			{"saved", fit{}, percent(s.Saved)},
			{"do not fit", fit{drop: 1}, few(s.NoFit, p.Note)},
			{"", fit{}, bar(max(s.Saved, 0), 1, p.ToClient)},
		})
	}
}
