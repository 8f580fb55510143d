package timeline

import (
	"slices"
	"sync"

	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// fresh is a set of keys of figures.State: what a message brought, or what is known.
type fresh uint16

// The keys, in the order in which rows list them.
const (
	freshPosition fresh = 1 << iota
	freshSpeed
	freshForward
	freshCloak
	freshHull
	freshShields
	freshBatteries
	freshParts
	freshPower
)

// freshTexts holds the lists of all sets, so that an update allocates none. They are made when the first
// one is shown: other commands start without them.
var freshTexts = sync.OnceValue(func() *[512][]string {
	var texts [512][]string
	keys := [9]string{
		figures.FreshPosition, figures.FreshSpeed, figures.FreshForward, figures.FreshCloak,
		figures.FreshHull, figures.FreshShields, figures.FreshBatteries, figures.FreshParts, figures.FreshPower,
	}
	for set := range texts {
		texts[set] = []string{}
		for bit, key := range keys {
			if set>>bit&1 != 0 {
				texts[set] = append(texts[set], key)
			}
		}
		texts[set] = slices.Clip(texts[set])
	}
	return &texts
})

func (f fresh) texts() []string { return freshTexts()[f] }

// motion is the newest that is known of the motion and the cloak of a ship, as on the wire.
type motion struct {
	known            fresh
	position         [3]float32
	estimated, stale bool
	speed            wire.CF16
	forward          wire.CV3
	cloaked          bool
}
