package identify

import (
	"net/netip"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

const firstShip = 0x3FFFFFFF

var client = netip.MustParseAddrPort("10.0.0.2:1024")

// seen reads an update whose context says nothing.
func seen(t *testing.T, m *message.StateUpdate) *Reading {
	t.Helper()
	read := Read(&message.Decoder{}, message.Append(nil, message.OpcodeStateUpdate, m), message.Context{})
	if read.Update == nil || !read.Complete() {
		t.Fatalf("%+v is no update", m)
	}
	return &read
}

func hashed(id uint32, hash uint16) *message.StateUpdate {
	return &message.StateUpdate{ObjectID: id, DirtyFlags: message.FlagPosition, HasHash: true, SubsysHash: hash}
}

func newClasses() Classes { return NewClasses(nil) }

// TestSettle shows how much may dissent, and that nothing does against the user.
func TestSettle(t *testing.T) {
	for _, tt := range []struct {
		before        message.Dialect
		stock, openbc int64
		want          message.Dialect
	}{
		{message.Undecided, 0, 0, message.Undecided},
		{message.Undecided, 1, 0, message.Stock},
		{message.Undecided, 0, 1, message.OpenBC},
		{message.Undecided, 1, 1, message.Undecided},
		{message.Undecided, 3, 2, message.Stock},
		{message.Undecided, 2, 3, message.OpenBC},
		{message.Stock, 1, 99, message.Stock},
		{message.Stock, 1, 100, message.OpenBC},
		{message.OpenBC, 99, 1, message.OpenBC},
		{message.OpenBC, 100, 1, message.Stock},
	} {
		d := Dialect{Settled: tt.before, OnlyStock: tt.stock, OnlyOpenBC: tt.openbc}
		if d.settle(); d.Settled != tt.want {
			t.Errorf("%+v: %v", tt, d.Settled)
		}
		named := NewDialect(message.OpenBC)
		named.OnlyStock, named.OnlyOpenBC = tt.stock, tt.openbc
		if named.settle(); named.Settled != message.OpenBC {
			t.Errorf("%+v: %v, named otherwise", tt, named.Settled)
		}
	}
}

// TestConfirm counts blocks of the settled dialect, and refuses all that could change it.
func TestConfirm(t *testing.T) {
	for _, tt := range []struct {
		before Dialect
		only   message.Dialect
		want   bool
		after  Dialect
	}{
		{Dialect{Settled: message.Stock, OnlyStock: 1}, message.Undecided, true, Dialect{Settled: message.Stock, OnlyStock: 1}},
		{Dialect{Settled: message.Stock, OnlyStock: 1}, message.Stock, true, Dialect{Settled: message.Stock, OnlyStock: 2}},
		{Dialect{Settled: message.OpenBC, OnlyOpenBC: 1}, message.OpenBC, true, Dialect{Settled: message.OpenBC, OnlyOpenBC: 2}},
		{Dialect{Settled: message.Stock, OnlyStock: 1}, message.OpenBC, false, Dialect{Settled: message.Stock, OnlyStock: 1}},
		{Dialect{OnlyStock: 1, OnlyOpenBC: 1}, message.Stock, false, Dialect{OnlyStock: 1, OnlyOpenBC: 1}},
		{NewDialect(message.Stock), message.Stock, true, Dialect{Settled: message.Stock, OnlyStock: 1, named: true}},
	} {
		d := tt.before
		if got := d.Confirm(tt.only); got != tt.want || d != tt.after {
			t.Errorf("%+v, %v: %v, %+v", tt.before, tt.only, got, d)
		}
	}
}

// TestInferByHash names a class by the hash of its ship at once, if the hash is known.
func TestInferByHash(t *testing.T) {
	s := newClasses()
	for hash, want := range map[uint16]*ship.Class{0xFB37: ship.Stock().ByKey("akira"), 0x040C: ship.Stock().ByKey("nebula"), 0x1234: nil} {
		if got := s.Infer(&message.StateUpdate{}, seen(t, hashed(uint32(hash), hash)), client); got != want {
			t.Errorf("hash 0x%04X: %v", hash, got)
		}
	}
	if s.Open() != 3 {
		t.Errorf("%d objects", s.Open())
	}
}

// TestNothingToInferFrom looks at updates that speak for no class: they open nothing.
func TestNothingToInferFrom(t *testing.T) {
	s := newClasses()
	for _, m := range []*message.StateUpdate{
		{ObjectID: firstShip, DirtyFlags: message.FlagSpeed},
		{ObjectID: firstShip, DirtyFlags: message.FlagPosition},
	} {
		if class := s.Infer(&message.StateUpdate{}, seen(t, m), client); HasClassEvidence(m) || class != nil || s.Open() != 0 {
			t.Errorf("%+v: %v, %d objects", m, class, s.Open())
		}
	}
}

// TestFired lets a tube take away the classes that have none in its place, but not all.
func TestFired(t *testing.T) {
	s := newClasses()
	x := s.of(firstShip)
	all := len(x.left)
	const tube = 13 // place of a tube of the Akira in load order
	if s.Fired(firstShip+0x40000, "torpedo_tube"); len(x.left) != all {
		t.Error("a weapon of another slot counts")
	}
	if s.Fired(firstShip+1+200, "torpedo_tube"); len(x.left) != all {
		t.Error("a weapon of no class counts")
	}
	s.Fired(firstShip+1+tube, "torpedo_tube")
	if len(x.left) == 0 || len(x.left) == all {
		t.Fatalf("%d of %d classes are left", len(x.left), all)
	}
	for i := range x.left {
		if class := x.left[i].class; class.PartType(tube) != "torpedo_tube" {
			t.Errorf("%s has no tube there", class.Key)
		}
	}
}

// TestForget drops what is open, and counts what made room for others.
func TestForget(t *testing.T) {
	s := newClasses()
	for id := range uint32(rememberedObjects + 2) {
		s.of(id)
	}
	if s.Open() != rememberedObjects || s.Evicted() != 2 {
		t.Errorf("%d objects, %d evicted", s.Open(), s.Evicted())
	}
	if s.Forget(rememberedObjects); s.Open() != rememberedObjects-1 {
		t.Errorf("%d objects", s.Open())
	}
}
