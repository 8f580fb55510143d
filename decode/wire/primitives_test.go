package wire

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"bcdump/internal/must"
)

// primitive is one row of testdata/primitives.json: bytes and what they mean.
type primitive struct {
	Name      string
	Hex       string
	Reads     [][2]any  // encoding and value, in order
	CF16      *float64  // a compressed float
	Raw       []int8    // the bytes of a direction
	CV3, CV4  []float64 // a direction; direction times magnitude
	Magnitude float64
	ID        string // an object id
	Slot      *int   // its owner; nil = no player

	bytes []byte
}

func primitives(t testing.TB) []primitive {
	t.Helper()
	file := must.Get(os.ReadFile(filepath.Join("testdata", "primitives.json")))(t)
	var all []primitive
	must.Do(t, json.Unmarshal(file, &all))
	for i := range all {
		all[i].bytes = must.Get(hex.DecodeString(all[i].Hex))(t)
	}
	return all
}

func TestPrimitives(t *testing.T) {
	all := primitives(t)
	if len(all) != 30 {
		t.Fatalf("%d primitives, want 30", len(all))
	}
	for _, p := range all {
		t.Run(p.Name, func(t *testing.T) {
			m := p.message(t)
			r := NewReader(p.bytes)
			d := r.Read(m)
			if !d.Complete() || len(d.Trailing) != 0 || d.GroupFault != "" {
				t.Fatalf("error %v, trailing %x, group fault %q", d.Err, d.Trailing, d.GroupFault)
			}
			m.check(t, &p)
			if got := Append(nil, m); string(got) != string(p.bytes) {
				t.Errorf("writes %x, want %x", got, p.bytes)
			}
			for n := range p.bytes {
				checkCut(t, p.message(t), p.bytes[:n])
			}
		})
	}
}

// checkCut reads a prefix that lacks at least one field.
func checkCut(t *testing.T, m Message, prefix []byte) {
	t.Helper()
	d := NewReader(prefix).Read(m)
	if d.Err == nil {
		t.Fatalf("no error at %d bytes", len(prefix))
	}
	if rest := len(prefix) - d.Err.Offset; rest < 0 || rest != len(d.Trailing) {
		t.Errorf("%d bytes: error at %d, %d bytes trailing", len(prefix), d.Err.Offset, len(d.Trailing))
	}
}

type tested interface {
	Message
	check(*testing.T, *primitive)
}

// message gives the message that has the row's fields.
func (p *primitive) message(t *testing.T) tested {
	t.Helper()
	switch {
	case p.Reads != nil:
		return &mixed{reads: p.Reads}
	case p.CF16 != nil:
		return new(oneFloat)
	case p.CV3 != nil:
		return new(oneDirection)
	case p.CV4 != nil:
		return new(oneVector)
	case p.ID != "":
		return new(oneID)
	}
	t.Fatal("row without expectation")
	return nil
}

// mixed reads booleans and words in the order of its row.
type mixed struct {
	reads [][2]any
	bools [8]bool
	words [8]uint16
}

func (m *mixed) Visit(v Visitor) {
	for i, read := range m.reads {
		if read[0] == "bool" {
			v.Bool("flag", &m.bools[i])
		} else {
			v.U16("word", &m.words[i])
		}
	}
}

func (m *mixed) check(t *testing.T, _ *primitive) {
	for i, read := range m.reads {
		var got any = m.bools[i]
		if read[0] == "u16" {
			got = float64(m.words[i])
		}
		if got != read[1] {
			t.Errorf("field %d: %v, want %v", i, got, read[1])
		}
	}
}

type oneFloat struct{ value CF16 }

func (m *oneFloat) Visit(v Visitor) { v.CF16("value", "", &m.value) }
func (m *oneFloat) check(t *testing.T, p *primitive) {
	near(t, "value", m.value.Float64(), *p.CF16, 1e-5*math.Abs(*p.CF16))
}

type oneDirection struct{ value CV3 }

func (m *oneDirection) Visit(v Visitor) { v.CV3("value", &m.value) }
func (m *oneDirection) check(t *testing.T, p *primitive) {
	vector := m.value.Vector()
	for i := range vector {
		near(t, "component", float64(m.value[i]), float64(p.Raw[i]), 0)
		near(t, "component", float64(vector[i]), p.CV3[i], 1e-4)
	}
}

type oneVector struct{ value CV4 }

func (m *oneVector) Visit(v Visitor) { v.CV4("value", "", &m.value) }
func (m *oneVector) check(t *testing.T, p *primitive) {
	near(t, "magnitude", m.value.Magnitude.Float64(), p.Magnitude, 1e-3)
	vector := m.value.Vector()
	for i := range vector {
		near(t, "component", float64(m.value.Direction[i]), float64(p.Raw[i]), 0)
		near(t, "component", float64(vector[i]), p.CV4[i], 1e-2)
	}
}

type oneID struct{ value uint32 }

func (m *oneID) Visit(v Visitor) { v.ID("value", &m.value) }
func (m *oneID) check(t *testing.T, p *primitive) {
	if got := fmt.Sprintf("0x%08X", m.value); got != p.ID {
		t.Errorf("id %s, want %s", got, p.ID)
	}
	slot, owned := OwnerSlot(m.value)
	if owned != (p.Slot != nil) {
		t.Fatalf("owned %t, want %t", owned, p.Slot != nil)
	}
	if owned && slot != *p.Slot {
		t.Errorf("slot %d, want %d", slot, *p.Slot)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s %v, want %v", what, got, want)
	}
}

func TestObjectIDs(t *testing.T) {
	tests := []struct {
		id   uint32
		slot int // -1 = no player
	}{
		{0, -1},
		{0x3FFFFFFE, -1},
		{0x3FFFFFFF, 0},
		{0x4003FFFE, 0},
		{0x4003FFFF, 1},
		{0x403FFFFE, 15},
		{0x403FFFFF, -1},
		{0xFFFFFFFF, -1},
	}
	for _, tt := range tests {
		slot, owned := OwnerSlot(tt.id)
		if !owned {
			slot = -1
		}
		if slot != tt.slot {
			t.Errorf("0x%08X: slot %d, want %d", tt.id, slot, tt.slot)
		}
	}
}

func TestNewCF16(t *testing.T) {
	tests := []struct {
		value float64
		want  CF16
	}{
		{0, 0x0000},
		{math.Copysign(0, -1), 0x0000},
		{50, 0x571B},   // observed: a round value lands one step low
		{6000, 0x78E2}, // observed
		{-50, 0xD71B},
		{9999.99, 0x7FFE},
		{10000, 0x7FFE}, // below the game's own upper bound of 10000.0005
		{10001, 0x7FFF},
		{-1e30, 0xFFFF},
		{math.Inf(1), 0x7FFF},
		{math.Inf(-1), 0xFFFF},
		{math.NaN(), 0x0000},
		{math.SmallestNonzeroFloat64, 0x0000},
	}
	for _, tt := range tests {
		if got := NewCF16(tt.value); got != tt.want {
			t.Errorf("%v: 0x%04X, want 0x%04X", tt.value, uint16(got), uint16(tt.want))
		}
	}
}
