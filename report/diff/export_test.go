package diff

import "bcdump/report/figures"

// A Claim is a number of looks, and the query that counts it again.
type Claim struct {
	Where      string
	Number, Of int64
	Query      figures.Query
}

// Claims are the numbers that have a query.
func (l *Looks) Claims() (all []Claim) {
	for _, r := range l.rates {
		all = append(all, Claim{"rate of " + r.key, r.count, r.count, l.queries.Of(r.where...)})
	}
	for _, v := range l.values {
		if v.section == "relays" {
			continue
		}
		if v.section == "layout" && v.group != "" {
			all = append(all, Claim{v.key, v.of, v.of, l.queries.Of(v.where...)})
		}
		for value, c := range v.cells {
			q, lines := v.query(l, value, c)
			all = append(all, Claim{v.key + " = " + value, lines, max(v.of, c.count), q})
		}
	}
	return all
}

// Lines tell what is counted by value: of each the key, and the value.
func (l *Looks) Lines() (lines []string) {
	for _, v := range l.values {
		for value := range v.cells {
			lines = append(lines, v.key+" "+value)
		}
	}
	return lines
}

// Steps are what was said to and by the clients in their joins.
func (l *Looks) Steps() (all []string) {
	for key, v := range l.values {
		if v.comes {
			for value, c := range v.cells {
				all = append(all, key+" "+value+" "+commas(c.count))
			}
		}
	}
	return all
}

// Sizes counts what there is.
func (l *Looks) Sizes() (values, rates, numbers int) {
	for _, v := range l.values {
		values += len(v.cells)
	}
	return values, len(l.rates), len(l.numbers)
}

// Occasions counts what happened in front of the clients, such as deaths of their ships, with the messages that told of it.
func (l *Looks) Occasions() map[string]int64 {
	all := map[string]int64{}
	for _, v := range l.values {
		for said, c := range v.cells {
			if v.unit == "times" {
				all[v.key+": "+said] = c.count
			}
		}
	}
	return all
}
