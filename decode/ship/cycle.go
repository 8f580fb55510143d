package ship

// UpdatesPerSecond is how often stock software tells each client of each ship.
const UpdatesPerSecond = 10

// Cycle is how the subsystems of a class come round in state blocks: the blocks repeat, and
// with them how many it takes until every subsystem was sent.
type Cycle struct {
	Windows []Window // from the first one until they repeat
	Lead    int      // how many of these come only once, at the beginning
	Turns   int      // how often the others, one after the other, go through all subsystems

	// Least and Most are how many updates it takes until every subsystem was sent, counted
	// from the first update after those that sent them all before.
	Least, Most int
}

// Cycle works out how the subsystems of a class come round; without windows if its list is not
// known. remote is that of [Class.Windows].
func (c *Class) Cycle(remote bool) (k Cycle) {
	if k.Windows = c.Windows(remote); k.Windows == nil {
		return k
	}
	again := k.Windows[len(k.Windows)-1].Next
	for k.Windows[k.Lead].Start != again {
		k.Lead++
	}
	sent := 0
	for _, w := range k.Windows[k.Lead:] {
		sent += w.Entries(len(c.Subsystems))
	}
	k.Turns = sent / len(c.Subsystems)
	k.measure(len(c.Subsystems))
	return k
}

// Updates is how many updates the part has that repeats.
func (k *Cycle) Updates() int { return len(k.Windows) - k.Lead }

// Entries is how many subsystems a block has, of so many that the ship has.
func (w *Window) Entries(subsystems int) int { return (w.Next-w.Start+subsystems-1)%subsystems + 1 }

// measure counts updates until all subsystems were sent, again and again until that begins
// where it began before.
func (k *Cycle) measure(subsystems int) {
	begun := make([]bool, k.Updates())
	for at := 0; !begun[at]; {
		begun[at] = true
		updates := 0
		for sent := 0; sent < subsystems; updates++ {
			sent += k.Windows[k.Lead+(at+updates)%k.Updates()].Entries(subsystems)
		}
		if k.Most == 0 || updates < k.Least {
			k.Least = updates
		}
		k.Most = max(k.Most, updates)
		at = (at + updates) % k.Updates()
	}
}
