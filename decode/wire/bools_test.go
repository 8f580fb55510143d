package wire

import (
	"bytes"
	"strings"
	"testing"
)

// flags reads a fixed number of booleans, and raw bytes after them if raw is set.
type flags struct {
	values []bool
	raw    bool
	rest   GroupRest
	bytes  []byte
}

func (m *flags) Visit(v Visitor) {
	for i := range m.values {
		v.Bool("flag", &m.values[i])
	}
	if m.raw {
		RestOfGroup(v, &m.rest)
		v.Rest("raw", &m.bytes, 0)
	}
}

func TestGroupFaults(t *testing.T) {
	tests := []struct {
		payload []byte
		count   int
		fault   string // part of it; empty = none
		split   bool
	}{
		{[]byte{0x20}, 1, "", false},
		{[]byte{0x61}, 3, "", false},
		{[]byte{0xBF}, 5, "", false},
		{[]byte{0xB5, 0x21}, 6, "", false},
		{[]byte{0xA0, 0xA0, 0x20}, 11, "", false},
		{[]byte{0x00}, 1, "counts 0", false},
		{[]byte{0xC0}, 6, "counts 6", false},
		{[]byte{0xE0}, 7, "counts 7", false},
		{[]byte{0x40}, 1, "counts 2 booleans, but 1 were read", false},
		{[]byte{0xA0, 0x40}, 6, "at offset 1 counts 2", false},
		{[]byte{0x22}, 1, "beyond its 1", false},
		{[]byte{0x64}, 2, "counts 3 booleans, but 2 were read", false},
		// A stock writer fills a group before it opens the next; OpenBC does not. Each
		// group is sound, but written again they share a byte.
		{[]byte{0x20, 0x20}, 2, "", true},
		{[]byte{0x60, 0x40}, 5, "", true},
		{[]byte{0x80, 0xA0}, 9, "", true},
		{[]byte{0x20, 0xA0, 0x20}, 7, "", true},
		{[]byte{0x20, 0x20, 0x20}, 3, "", true},
	}
	for _, tt := range tests {
		m := flags{values: make([]bool, tt.count)}
		d := NewReader(tt.payload).Read(&m)
		if !d.Complete() || len(d.Trailing) != 0 {
			t.Errorf("%x: error %v, trailing %x", tt.payload, d.Err, d.Trailing)
		}
		if (d.GroupFault == "") != (tt.fault == "") || !strings.Contains(d.GroupFault, tt.fault) {
			t.Errorf("%x: fault %q, want %q", tt.payload, d.GroupFault, tt.fault)
		}
		if d.SplitGroups != tt.split {
			t.Errorf("%x: split %v", tt.payload, d.SplitGroups)
		}
		if back := Append(nil, &m); bytes.Equal(back, tt.payload) != (tt.fault == "" && !tt.split) {
			t.Errorf("%x: writes %x", tt.payload, back)
		}
	}
}

// cut is a message. The payloads of TestGroupFaultsOfCutMessages lack its last field.
type cut struct {
	values []bool
	last   uint16
}

func (m *cut) Visit(v Visitor) {
	for i := range m.values {
		v.Bool("flag", &m.values[i])
	}
	v.U16("last", &m.last)
}

// Where a message is cut, booleans that follow the cut say nothing about a count; a group byte that no
// sender can write is wrong whatever follows.
func TestGroupFaultsOfCutMessages(t *testing.T) {
	tests := []struct {
		payload []byte
		count   int
		fault   string // part of it; empty = none
	}{
		{[]byte{0x20, 1}, 1, ""},
		{[]byte{0x61, 1}, 1, ""}, // two booleans may follow the cut
		{[]byte{0xBF, 1}, 5, ""},
		{[]byte{0x0F, 1}, 1, "counts 0"},
		{[]byte{0xC0, 1}, 1, "counts 6"},
		{[]byte{0xFF, 1}, 1, "counts 7"},
		{[]byte{0x22, 1}, 1, "beyond its 1"},
		{[]byte{0x4C, 1}, 1, "beyond its 2"},
		{[]byte{0xE0}, 8, "counts 7"}, // the second group byte is missing
		{[]byte{0xA0}, 6, ""},
	}
	for _, tt := range tests {
		d := NewReader(tt.payload).Read(&cut{values: make([]bool, tt.count)})
		if d.Complete() {
			t.Errorf("%x: not cut", tt.payload)
		}
		if (d.GroupFault == "") != (tt.fault == "") || !strings.Contains(d.GroupFault, tt.fault) {
			t.Errorf("%x: fault %q, want %q", tt.payload, d.GroupFault, tt.fault)
		}
	}
}

// The rule of a group with an impossible count still holds: the mask grows until it
// reaches 1 << count.
func TestImpossibleCounts(t *testing.T) {
	for payload, want := range map[byte][]bool{
		0x01: {true},                                       // 0: one boolean
		0xD5: {true, false, true, false, true, false},      // 6
		0xFF: {true, true, true, true, true, false, false}, // 7: values are five bits
	} {
		m := flags{values: make([]bool, len(want)+1)}
		// One more boolean than the group has needs a second group byte.
		NewReader([]byte{payload, 0x21}).Read(&m)
		for i, value := range append(want, true) {
			if m.values[i] != value {
				t.Errorf("0x%02X: boolean %d is %t", payload, i, m.values[i])
			}
		}
	}
}

// Raw bytes may own booleans of a group byte that lies before them.
func TestRestOfGroup(t *testing.T) {
	tests := []struct {
		payload []byte
		count   int
		want    GroupRest
	}{
		{[]byte{0x20, 0xFF}, 1, GroupRest{}},
		{[]byte{0x66, 0xFF}, 1, GroupRest{Count: 2, Bits: 3}},
		{[]byte{0xBE, 0xFF}, 2, GroupRest{Count: 3, Bits: 7}},
		{[]byte{0x41}, 1, GroupRest{Count: 1}},
		{[]byte{0xBF, 0x61, 1, 2}, 6, GroupRest{Count: 2}},
		{[]byte{0xFF}, 0, GroupRest{}},
	}
	for _, tt := range tests {
		m := flags{values: make([]bool, tt.count), raw: true, rest: GroupRest{Count: 9, Bits: 9}}
		d := NewReader(tt.payload).Read(&m)
		if !d.Complete() || d.GroupFault != "" || m.rest != tt.want {
			t.Errorf("%x: %+v, want %+v; error %v, fault %q", tt.payload, m.rest, tt.want, d.Err, d.GroupFault)
		}
		if back := Append(nil, &m); !bytes.Equal(back, tt.payload) {
			t.Errorf("%x: writes %x", tt.payload, back)
		}
	}
}

// Every sequence of up to twelve booleans comes back from its bytes.
func TestBoolsRoundTrip(t *testing.T) {
	for count := range 13 {
		for pattern := range 1 << count {
			m := flags{values: make([]bool, count)}
			for i := range m.values {
				m.values[i] = pattern>>i&1 != 0
			}
			b := Append(nil, &m)
			got := flags{values: make([]bool, count)}
			d := NewReader(b).Read(&got)
			if len(b) != (count+4)/5 || !d.Complete() || d.GroupFault != "" {
				t.Fatalf("%d booleans %b: %x, fault %q", count, pattern, b, d.GroupFault)
			}
			for i := range got.values {
				if got.values[i] != m.values[i] {
					t.Fatalf("%d booleans %b: %x, boolean %d is %t", count, pattern, b, i, got.values[i])
				}
			}
		}
	}
}
