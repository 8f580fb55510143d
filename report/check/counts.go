package check

import "time"

// count is what was counted of a part of a rule.
type count struct{ instances, violations int64 }

func (c *count) add(o count) {
	c.instances, c.violations = c.instances+o.instances, c.violations+o.violations
}

// stretch is how long counts are added up to see whether violations come in bursts.
const stretch = 10 * time.Second

// burst finds out how much the violations of a part of a rule come in bursts: a ship that nobody knows, or a client that is
// thrown out, breaks a rule many times in a row.
type burst struct {
	count             // of the stretch at hand
	stretch   int64   // its number
	stretches int64   // with instances, before it
	squares   float64 // the sum of violations² / instances over these
}

// in gives what is counted in a stretch.
func (b *burst) in(stretch int64) *count {
	if b.stretch != stretch {
		b.ends()
		b.stretch = stretch
	}
	return &b.count
}

func (b *burst) ends() {
	if b.instances > 0 {
		b.stretches++
		b.squares += float64(b.violations) * float64(b.violations) / float64(b.instances)
	}
	b.count = count{}
}

// size is how many violations come at once, at least 1: by how much the shares of the stretches lie
// farther apart than if each instance stood for itself.
func (b *burst) size(whole count) float64 {
	b.ends()
	if b.stretches < 2 || whole.violations == 0 || whole.violations == whole.instances {
		return 1
	}
	k, n := float64(whole.violations), float64(whole.instances)
	share := k / n
	return max(1, (b.squares-k*share)/(share*(1-share)*float64(b.stretches-1)))
}
