package battle

import (
	"fmt"
	"slices"
)

// Way is a way of sending that `bcdump stats` tells the savings of: a battle that is sent so is the same one otherwise.
type Way string

// Ways of sending the game, and entity-state.
const (
	//row:measured `acks-once` | saved, C>S | 1,820 | 1,820
	AcksOnce Way = "acks-once"
	//row:measured `unchanged-blocks` | saved, S>C | 426,133 | 427,286
	Unchanged Way = "unchanged-blocks"
	//row:measured `updates-7-per-second` | saved, S>C | 411,157 | 417,381
	SevenRounds Way = "updates-7-per-second"
	//row:measured `one-datagram-per-tick`, 50 ms | saved, S>C | 303,072 | 307,272
	OneDatagram Way = "one-datagram-per-tick"

	//row:measured `30-hz`, entity-state, 1 minute | left | 7,598,200 | 7,598,200
	HalfRate Way = "30-hz"
	//row:measured `deltas`, the same | left | 14,711,100 | 14,711,100
	Deltas Way = "deltas"
	//row:measured `interest`, the same | left | 8,793,450 | 8,793,450
	Interest Way = "interest"
)

// WaysOf lists the ways of sending the game, or entity-state.
func WaysOf(entityState bool) []Way {
	if entityState {
		return []Way{HalfRate, Deltas, Interest}
	}
	return []Way{AcksOnce, Unchanged, SevenRounds, OneDatagram}
}

// NoCrowd makes every State empty.
const NoCrowd = -1

// sends reports that things are sent in a way.
func (o *Options) sends(w Way) bool { return slices.Contains(o.Ways, w) }

func (o *Options) checkWays() error {
	for _, w := range o.Ways {
		if known := WaysOf(o.EntityState); !slices.Contains(known, w) {
			return fmt.Errorf("way: %q is not known; expected one of %s", w, known)
		}
	}
	if len(o.Ways) > 0 && !o.EntityState && o.NetworkSeed == 0 {
		return fmt.Errorf("way: needs network-seed, here and where it is not given: else another battle is played")
	}
	return nil
}

// skipsRound reports that a round of updates is not sent: three of ten are not.
func (o *Options) skipsRound(n int) bool { return o.sends(SevenRounds) && n%10%3 == 2 }
