package synth

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"bcdump/decode/wire"
)

// ship is an Akira that flies about and is hit now and then.
type ship struct {
	id       uint32
	position [3]float64
	heading  float64 // radians
	turning  float64 // radians a second
	speed    float64
	steering float64 // seconds until the course changes
	shields  [6]uint8
	views    map[view]*sight
}

// view is who looks: state is kept for each receiver, and apart for each direction.
type view struct {
	player *player
	up     bool
}

// sight is what a sender keeps for one receiver: the last position that went out
// whole, how many updates ago, and the next subsystem.
type sight struct {
	baseline [3]float64
	age      int
	cursor   int
}

func newShip(id uint32, at [3]float32) *ship {
	s := &ship{id: id, speed: 4, views: map[view]*sight{}, shields: [6]uint8{255, 255, 255, 255, 255, 255}}
	for i, f := range at {
		s.position[i] = float64(f)
	}
	return s
}

// fly moves the ship on; every few seconds it changes course, or loses some shield.
func (s *ship) fly(seconds float64, chance *rand.Rand) {
	s.steering -= seconds
	if s.steering <= 0 {
		s.steering = 2 + 3*chance.Float64()
		s.turning = 0.6 * (chance.Float64() - 0.5)
		s.speed = 2 + 6*chance.Float64()
		facing := chance.IntN(len(s.shields))
		s.shields[facing] -= uint8(chance.IntN(20))
	}
	s.heading += s.turning * seconds
	forward := s.forward()
	for i := range s.position {
		s.position[i] += forward[i] * s.speed * seconds
	}
}

func (s *ship) forward() [3]float64 { return [3]float64{math.Sin(s.heading), math.Cos(s.heading), 0} }

// Bits of the dirty_flags byte.
const (
	hasPosition, hasDelta, hasForward, hasUp       = 0x01, 0x02, 0x04, 0x08
	hasSpeed, hasSubsystems, hasPower              = 0x10, 0x20, 0x80
	positionEvery, akiraHash                       = 10, 0xFB37
	least                                          = 10 // bytes of a subsystem block before it may end
	full, percent100                         uint8 = 0xFF, 0x64
)

// update is a StateUpdate of the ship. It is written byte by byte and not with
// package message, which a decoder is tested with. A client sends motion and power
// settings; the host sends motion and subsystems, to the owner subsystems only.
func (s *ship) update(p *player, up bool) []byte {
	v := s.views[view{p, up}]
	if v == nil {
		v = &sight{age: positionEvery}
		s.views[view{p, up}] = v
	}
	own := p.ship == s
	w := &updateWriter{}
	w.bytes = append(w.bytes, 0x1C)
	w.bytes = binary.LittleEndian.AppendUint32(w.bytes, s.id)
	w.bytes = append(w.bytes, 0, 0, 0, 0, 0)
	putFloat(w.bytes[5:], p.s.clock())
	if up || !own {
		s.motion(w, v, up)
	}
	if up {
		w.power(v)
	} else {
		w.subsystems(s, v, own)
	}
	w.bytes[9] = w.flags
	return w.bytes
}

func (s *ship) motion(w *updateWriter, v *sight, up bool) {
	v.age++
	if v.age >= positionEvery {
		v.age, v.baseline = 0, s.position
		w.position(s.position, up)
	} else {
		w.delta(s.position, v.baseline)
	}
	if v.age == 0 || s.turning != 0 {
		w.direction(hasForward, s.forward())
	}
	if v.age == 0 {
		w.direction(hasUp, [3]float64{0, 0, 1})
	}
	w.flags |= hasSpeed
	w.bytes = binary.LittleEndian.AppendUint16(w.bytes, uint16(wire.NewCF16(s.speed)))
}

// updateWriter writes the fields behind the header.
type updateWriter struct {
	bytes []byte
	flags uint8
	group int // place of the open group byte of booleans
	bools int // booleans in it
}

// bool adds to the group byte, which stands where its first boolean does.
func (w *updateWriter) bool(on bool) {
	if w.bools == 0 {
		w.group = len(w.bytes)
		w.bytes = append(w.bytes, 0)
	}
	bits := w.bytes[w.group] & 0x1F
	if on {
		bits |= 1 << w.bools
	}
	w.bools++
	w.bytes[w.group] = uint8(w.bools)<<5 | bits
	if w.bools == 5 {
		w.bools = 0
	}
}

// position is a place and, from a client, the hash of the ship's properties.
func (w *updateWriter) position(at [3]float64, hash bool) {
	w.flags |= hasPosition
	for _, f := range at {
		w.bytes = append(w.bytes, 0, 0, 0, 0)
		putFloat(w.bytes[len(w.bytes)-4:], float32(f))
	}
	w.bool(hash)
	if hash {
		w.bytes = binary.LittleEndian.AppendUint16(w.bytes, akiraHash)
	}
}

func (w *updateWriter) delta(at, from [3]float64) {
	w.flags |= hasDelta
	offset := [3]float64{at[0] - from[0], at[1] - from[1], at[2] - from[2]}
	length := math.Sqrt(offset[0]*offset[0] + offset[1]*offset[1] + offset[2]*offset[2])
	if length > 0 {
		for i := range offset {
			offset[i] /= length
		}
	}
	w.direction(hasDelta, offset)
	w.bytes = binary.LittleEndian.AppendUint16(w.bytes, uint16(wire.NewCF16(length)))
}

func (w *updateWriter) direction(flag uint8, d [3]float64) {
	w.flags |= flag
	for _, f := range d {
		w.bytes = append(w.bytes, uint8(int8(f*127)))
	}
}

// akira is the list of top-level subsystems: how many children each has, and its
// form.
var akira = []struct {
	form     form
	children int
}{
	{passive, 0}, {shield, 0}, {powered, 0}, {reactor, 0}, {powered, 2}, {powered, 8},
	{powered, 2}, {powered, 6}, {powered, 0}, {powered, 2}, {passive, 0},
}

type form uint8

const (
	passive form = iota
	powered
	shield
	reactor
)

// subsystems writes the next entries of the round: whole ones, until there are ten
// bytes or all have been written.
func (w *updateWriter) subsystems(s *ship, v *sight, own bool) {
	w.flags |= hasSubsystems
	start := len(w.bytes)
	w.bytes = append(w.bytes, uint8(v.cursor))
	for next := v.cursor; ; {
		w.subsystem(s, next, own)
		next = (next + 1) % len(akira)
		if len(w.bytes)-start >= least || next == v.cursor {
			v.cursor = next
			return
		}
	}
}

// subsystem writes one entry. The owner knows its power settings and gets none.
func (w *updateWriter) subsystem(s *ship, index int, own bool) {
	entry := akira[index]
	for range 1 + entry.children {
		w.bytes = append(w.bytes, full)
	}
	switch entry.form {
	case passive:
		return
	case reactor:
		w.bytes = append(w.bytes, full, full)
		return
	}
	w.bool(!own)
	if !own {
		w.bytes = append(w.bytes, percent100)
	}
	if entry.form == shield {
		w.bytes = append(w.bytes, s.shields[:]...)
	}
}

// power writes the settings of one system in every third update, nothing in others.
func (w *updateWriter) power(v *sight) {
	w.flags |= hasPower
	if v.age%3 == 0 {
		w.bytes = append(w.bytes, 1+uint8(v.age%2), 204)
	}
}

// putFloat writes a single precision number.
func putFloat(b []byte, f float32) {
	binary.LittleEndian.PutUint32(b, math.Float32bits(f))
}
