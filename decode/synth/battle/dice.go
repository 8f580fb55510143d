package battle

import (
	"math/rand/v2"
	"time"
)

// dice are chance.
type dice struct{ *rand.Rand }

func (d dice) happens(share float64) bool { return share > 0 && d.Float64() < share }

func (d dice) upTo(most time.Duration) time.Duration { return time.Duration(d.Int64N(int64(most))) }

func (d dice) between(from, to time.Duration) time.Duration { return from + d.upTo(to-from) }
