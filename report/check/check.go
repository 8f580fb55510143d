package check

import "bcdump/decode"

// Of holds a capture, none of whose records may have been read before, against all rules, and gives
// the verdicts in the order of the rules. Damage is no error.
func Of(name string, c *decode.Capture) ([]Verdict, error) {
	t := newTrial(name)
	watches := t.watches()
	err := c.Deliver(func(r *decode.Record) error {
		t.take(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.end()
	var all []Verdict
	for _, w := range watches {
		all = append(all, w.verdicts()...)
	}
	return all, nil
}

// watches has every rule ask for what it wants to see.
func (t *trial) watches() (all []*watch) {
	for _, a := range areas {
		for i := range a.rules {
			w := &watch{trial: t, rule: &a.rules[i], tallies: map[place3]*count{}}
			w.rule.Watch(w)
			all = append(all, w)
		}
	}
	return all
}
