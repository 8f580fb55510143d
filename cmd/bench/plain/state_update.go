package main

import (
	"encoding/binary"
	"fmt"
	"math"
)

// stateUpdate is the state of a ship: its blocks of fixed size as fields, the others as hex.
type stateUpdate struct {
	ObjectID   string      `json:"object_id"`
	GameTime   float32     `json:"game_time"`
	DirtyFlags string      `json:"dirty_flags"`
	Flags      []string    `json:"flags"`
	Position   *[3]float32 `json:"position,omitempty"`
	SubsysHash string      `json:"subsys_hash,omitempty"`
	Delta      *[3]float32 `json:"delta,omitempty"`
	Forward    *[3]float32 `json:"forward,omitempty"`
	Up         *[3]float32 `json:"up,omitempty"`
	Speed      *float32    `json:"speed,omitempty"`
	Cloaked    *bool       `json:"cloaked,omitempty"`
	Subsystems string      `json:"subsystems,omitempty"`
	Power      []power     `json:"power,omitempty"`
}

type power struct {
	Index   byte    `json:"index"`
	Value   byte    `json:"value"`
	Percent float64 `json:"percent"`
}

var flagNames = []string{"POSITION", "DELTA", "FORWARD", "UP", "SPEED", "SUBSYSTEMS", "CLOAK", "WEAPONS"}

// cursor reads from front to back; past the end it gives zeros.
type cursor struct {
	b     []byte
	short bool
	group byte // of booleans
	open  bool
	taken int
}

func (c *cursor) take(n int) []byte {
	if len(c.b) < n {
		c.short, c.b = true, nil
		return make([]byte, n)
	}
	head := c.b[:n]
	c.b = c.b[n:]
	return head
}

func (c *cursor) u8() byte     { return c.take(1)[0] }
func (c *cursor) u16() uint16  { return binary.LittleEndian.Uint16(c.take(2)) }
func (c *cursor) u32() uint32  { return binary.LittleEndian.Uint32(c.take(4)) }
func (c *cursor) f32() float32 { return finite(math.Float32frombits(c.u32())) }

// boolean takes one from the group byte; the first one reads it.
func (c *cursor) boolean() bool {
	if !c.open {
		c.group, c.open = c.u8(), true
	}
	value := c.group>>c.taken&1 != 0
	c.taken++
	return value
}

func (c *cursor) direction() *[3]float32 {
	var v [3]float32
	for i, b := range c.take(3) {
		v[i] = float32(float64(int8(b)) / 127)
	}
	return &v
}

func (c *cursor) offset() *[3]float32 {
	raw := c.take(3)
	magnitude := compressed(c.u16())
	var v [3]float32
	for i, b := range raw {
		v[i] = float32(float64(int8(b)) / 127 * float64(magnitude))
	}
	return &v
}

// readStateUpdate reads a payload; nil if it is too short.
func readStateUpdate(payload []byte) *stateUpdate {
	c := cursor{b: payload[1:]}
	var m stateUpdate
	m.ObjectID = fmt.Sprintf("0x%08X", c.u32())
	m.GameTime = c.f32()
	flags := c.u8()
	m.DirtyFlags = fmt.Sprintf("0x%02X", flags)
	for bit, name := range flagNames {
		if flags>>bit&1 != 0 {
			m.Flags = append(m.Flags, name)
		}
	}
	m.readMotion(&c, flags)
	m.readRest(&c, flags)
	if c.short {
		return nil
	}
	return &m
}

func (m *stateUpdate) readMotion(c *cursor, flags byte) {
	if flags&0x01 != 0 {
		m.Position = &[3]float32{c.f32(), c.f32(), c.f32()}
		if c.boolean() {
			m.SubsysHash = fmt.Sprintf("0x%04X", c.u16())
		}
	}
	if flags&0x02 != 0 {
		m.Delta = c.offset()
	}
	if flags&0x04 != 0 {
		m.Forward = c.direction()
	}
	if flags&0x08 != 0 {
		m.Up = c.direction()
	}
	if flags&0x10 != 0 {
		speed := compressed(c.u16())
		m.Speed = &speed
	}
}

func (m *stateUpdate) readRest(c *cursor, flags byte) {
	if flags&0x40 != 0 {
		cloaked := c.boolean()
		m.Cloaked = &cloaked
	}
	if flags&0x20 != 0 {
		m.Subsystems = fmt.Sprintf("%x", c.take(len(c.b)))
		return
	}
	for flags&0x80 != 0 && len(c.b) >= 2 {
		index, value := c.u8(), c.u8()
		m.Power = append(m.Power, power{index, value, float64(value) / 2.04})
	}
}
