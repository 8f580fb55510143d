package transport

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// sameWalk holds the quick way against the general one, where it is taken.
func sameWalk(t testing.TB, plain []byte, missing int) (taken bool) {
	t.Helper()
	// What lay in the memory before must not show.
	dirty := slices.Repeat([]Message{{
		Type: 0xEE, HasSeq: true, Fragment: true, OneByteLength: true, Cut: true, FragmentIndex: 1,
		FragmentTotal: 2, AckFlags: 3, FlagsLen: 4, Seq: 5, Offset: 6, Length: 7, Header: 8,
	}}, 300)
	got, ok := quick(plain, dirty[:0])
	if !ok {
		return false
	}
	want, fault := walk(plain, missing, nil)
	if fault != (Fault{}) || !slices.Equal(got, want) {
		t.Fatalf("% x\nquick   %+v\ngeneral %+v, %s", plain, got, want, fault.String())
	}
	if grown, _ := quick(plain, nil); !slices.Equal(grown, want) {
		t.Fatalf("% x\nwithout memory %+v\ngeneral        %+v", plain, grown, want)
	}
	return true
}

// usual is a datagram such as games send, and now and then something else in it.
func usual(r *rand.Rand) []byte {
	plain := []byte{1, byte(r.IntN(5))}
	for range plain[1] {
		message := NewData(r.IntN(2) == 0, uint16(r.Uint32()))
		switch r.IntN(8) {
		case 0, 1:
			message = NewAck(&message)
		case 2:
			message = NewFragment(uint16(r.Uint32()), uint8(r.IntN(2)), 3)
		case 3:
			message = Message{Type: Type(r.IntN(7)), FlagsLen: reliableBit}
		}
		plain = message.Append(plain, make([]byte, r.IntN(40)))
	}
	return plain
}

func TestQuickIsWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for range 20_000 {
		plain := usual(r)
		switch r.IntN(4) {
		case 0:
			plain = plain[:r.IntN(len(plain)+1)]
		case 1:
			plain[r.IntN(len(plain))] ^= 1 << r.IntN(8)
		}
		if sameWalk(t, plain, r.IntN(3)) {
			taken++
		}
	}
	if taken < 2000 {
		t.Errorf("taken %d times only", taken)
	}
}

func FuzzQuick(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 64 {
		f.Add(usual(r))
	}
	f.Fuzz(func(t *testing.T, plain []byte) { sameWalk(t, plain, 0) })
}
