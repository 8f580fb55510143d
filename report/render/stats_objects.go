package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showObjects(p *page, s *figures.Stats) {
	for o, t := range section(p, s.Objects, "OBJECTS", counted(int64(len(s.Objects)), "life", "lives")) {
		t.row(asked{o.Query, o.Queries, o.File}, fields{
			{"object", fit{min: 16, fold: true}, styled(objectName(o), p.Name)},
			{"file", fit{min: 8, drop: 1}, text(o.File)},
			{"id", fit{}, text(o.ObjectID)},
			{"species", fit{drop: 5}, right(strconv.Itoa(o.Species))},
			{"owner", fit{min: 8, drop: 4}, text(owner(o))},
			{"born", fit{}, text(orDash(p.second(o.Born)))},
			{"died", fit{}, text(orDash(p.second(o.Died)))},
			{"ended by", fit{min: 10, drop: 3, fold: true}, text(orDash(o.DiedBy))},
			{"updates", fit{}, count(o.Updates)},
			{"rate", fit{}, right(terminal.Decimal(o.RateHz, 1) + " Hz")},
			{"after death", fit{drop: 2}, few(o.AfterDies, p.Note)},
		})
	}
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
