package wire

import "testing"

// couple is an entry of two bytes and a boolean.
type couple struct {
	a, b uint8
	on   bool
}

func (p *couple) visit(v Visitor) {
	v.U8("a", &p.a)
	v.Bool("on", &p.on)
	v.U8("b", &p.b)
}

func TestLookahead(t *testing.T) {
	tests := []struct {
		name    string
		payload []byte
		limit   int
		want    Trial
	}{
		{"nothing", nil, 9, Trial{Begin: 1, End: 1, GroupsOK: true}},
		{"one entry", []byte{1, 0x20, 2}, 9, Trial{Complete: 1, Begin: 1, LastStart: 1, End: 4, GroupsOK: true}},
		{"two in a group", []byte{1, 0x40, 2, 3, 4}, 9, Trial{Complete: 2, Begin: 1, LastStart: 4, End: 6, GroupsOK: true}},
		{"one of two", []byte{1, 0x40, 2, 3, 4}, 1, Trial{Complete: 1, Begin: 1, LastStart: 1, End: 4, Left: 2}},
		{"none of one", []byte{1, 0x20, 2}, 0, Trial{Begin: 1, End: 1, Left: 3, GroupsOK: true}},
		{"the second is cut", []byte{1, 0x40, 2, 3}, 9, Trial{Complete: 1, Begin: 1, LastStart: 1, End: 4, Left: 1}},
		{"the boolean of the second is cut", []byte{1, 0x20, 2, 3}, 9, Trial{Complete: 1, Begin: 1, LastStart: 1, End: 4, Left: 1, GroupsOK: true}},
		{"the first is cut", []byte{1, 0x20}, 9, Trial{Begin: 1, End: 1, Left: 2, GroupsOK: true}},
		{"a bad group", []byte{1, 0xE0, 2}, 9, Trial{Complete: 1, Begin: 1, LastStart: 1, End: 4}},
	}
	for _, tt := range tests {
		r := NewReader(append([]byte{0x77}, tt.payload...))
		r.Trace(Observed)
		var opcode uint8
		at(r).U8("opcode", &opcode)
		for range 2 { // the second time from memory that was used
			calls := 0
			var p couple
			got, ok := Lookahead(at(r), tt.limit, func(v Visitor, i int) {
				if i != calls {
					t.Errorf("%s: entry %d, want %d", tt.name, i, calls)
				}
				calls++
				p.visit(v)
			})
			if !ok || got != tt.want {
				t.Errorf("%s: %+v, %v, want %+v", tt.name, got, ok, tt.want)
			}
		}
		// The reader has not moved, and says itself what is wrong.
		if r.Offset() != 1 || r.Fields() != 1 || len(r.Spans()) != 1 || !at(r).Reads() {
			t.Errorf("%s: at %d, %d fields, error %v", tt.name, r.Offset(), r.Fields(), r.Err())
		}
		var p couple
		p.visit(at(r))
		if err := r.Err(); err != nil && (err.Field == "" || err.Reason == cutAhead.Reason) {
			t.Errorf("%s: %+v", tt.name, err)
		}
		if fault := r.GroupFault(); fault == "broken" {
			t.Errorf("%s: fault %q", tt.name, fault)
		}
	}
}

// An entry that reads nothing ends the trial.
func TestLookaheadOfNothing(t *testing.T) {
	r := NewReader([]byte{1, 2})
	if got, _ := Lookahead(at(r), 9, func(Visitor, int) {}); got != (Trial{Left: 2, GroupsOK: true}) {
		t.Errorf("%+v", got)
	}
}

func TestLookaheadWithoutReader(t *testing.T) {
	broken := NewReader(nil)
	var x uint8
	at(broken).U8("x", &x)
	for _, v := range []Visitor{{w: &Writer{}}, {s: &View{}}, at(broken)} {
		if got, ok := Lookahead(v, 9, func(Visitor, int) { t.Error("tried") }); ok || got != (Trial{}) || v.Reads() {
			t.Errorf("%+v: %+v", v, got)
		}
	}
}

// What does not fit costs nothing: most of what is tried does not.
func TestLookaheadAllocatesNothing(t *testing.T) {
	payload := []byte{1, 0xE0, 2, 3, 0x40, 5, 6, 7, 8}
	r := NewReader(payload)
	p := new(couple)
	if n := testing.AllocsPerRun(100, func() {
		r.Reset(payload)
		Lookahead(at(r), 9, func(v Visitor, _ int) { p.visit(v) })
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// at gives what visits the fields that a reader is at.
func at(r *Reader) Visitor { return Visitor{r: r} }
