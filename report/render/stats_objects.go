package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showObjects(p *page, s *figures.Stats) bool {
	if len(s.Objects) == 0 {
		return false
	}
	p.heading("OBJECTS", terminal.Style{}, counted(int64(len(s.Objects)), "life", "lives"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "object", Min: 16, Fold: true},
		{Title: "file", Min: 8, Drop: 1},
		{Title: "id"},
		{Title: "species", Number: true, Drop: 5},
		{Title: "owner", Min: 8, Drop: 4},
		{Title: "born"},
		{Title: "died"},
		{Title: "ended by", Min: 10, Drop: 3, Fold: true},
		{Title: "updates", Number: true},
		{Title: "rate", Number: true},
		{Title: "after death", Number: true, Drop: 2},
	}}
	n := p.shown(len(s.Objects))
	for i := range s.Objects[:n] {
		o := &s.Objects[i]
		p.row(t, asked{o.Query, o.Queries, o.File}, styled(objectName(o), p.Name), text(o.File), text(o.ObjectID), text(strconv.Itoa(o.Species)), text(owner(o)),
			text(orDash(p.second(o.Born))), text(orDash(p.second(o.Died))), text(orDash(o.DiedBy)),
			count(o.Updates), terminal.Cell{Text: terminal.Decimal(o.RateHz, 1) + " Hz"}, few(o.AfterDies, p.Note))
	}
	p.table(t)
	p.more(len(s.Objects) - n)
	return true
}

func objectName(o *figures.Object) string {
	switch {
	case o.Name != "":
		return o.Name
	case o.Ship != "":
		return o.Ship
	}
	return "?"
}

func owner(o *figures.Object) string {
	if o.Owner != "" {
		return o.Owner
	}
	return "slot " + strconv.Itoa(o.OwnerSlot)
}

// orDash marks what is not known.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
