package battle

import (
	"math"
	"math/rand/v2"
	"time"

	"bcdump/decode/wire"
)

// vector is a point or a direction.
type vector [3]float64

// times multiplies and rounds. Without the conversion some processors would add to
// the product before it is rounded, and fly other ways than others.
func times(a, b float64) float64 { return float64(a * b) }

func (v vector) plus(w vector) vector  { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vector) minus(w vector) vector { return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func (v vector) scaled(f float64) vector {
	return vector{times(v[0], f), times(v[1], f), times(v[2], f)}
}

func (v vector) dot(w vector) float64 {
	return times(v[0], w[0]) + times(v[1], w[1]) + times(v[2], w[2])
}

func (v vector) length() float64 { return math.Sqrt(v.dot(v)) }

// unit gives the direction; of nothing it is forward.
func (v vector) unit() vector {
	length := v.length()
	if length < 1e-9 {
		return vector{0, 1, 0}
	}
	return vector{v[0] / length, v[1] / length, v[2] / length}
}

func (v vector) cross(w vector) vector {
	return vector{
		times(v[1], w[2]) - times(v[2], w[1]),
		times(v[2], w[0]) - times(v[0], w[2]),
		times(v[0], w[1]) - times(v[1], w[0]),
	}
}

// direction cuts a unit vector to bytes, as the game does.
func direction(v vector) (d wire.CV3) {
	for i := range d {
		d[i] = int8(times(v[i], 127))
	}
	return d
}

// anyDirection is a unit vector.
func anyDirection(chance dice) vector {
	for {
		v := vector{2*chance.Float64() - 1, 2*chance.Float64() - 1, 2*chance.Float64() - 1}
		if l := v.length(); l > 0.1 && l <= 1 {
			return v.unit()
		}
	}
}

// dice are chance.
type dice struct{ *rand.Rand }

func newDice(seed, of uint64) dice { return dice{rand.New(rand.NewPCG(seed, of))} }

func (d dice) happens(share float64) bool { return share > 0 && d.Float64() < share }

func (d dice) upTo(most time.Duration) time.Duration { return time.Duration(d.Int64N(int64(most))) }

func (d dice) between(from, to time.Duration) time.Duration { return from + d.upTo(to-from) }

// vectorOf is what the wire says.
func vectorOf(w wire.Vector) vector { return vector{float64(w[0]), float64(w[1]), float64(w[2])} }
