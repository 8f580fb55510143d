package transport

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainWalk is WalkInto without its common case.
func plainWalk(plain []byte, missing int) (messages []Message, _ Fault) {
	if len(plain) < DatagramHeader {
		return nil, Fault{Cause: NoHeader, Left: int32(len(plain))}
	}
	w := walker{plain: plain, missing: missing, pos: DatagramHeader, count: plain[1]}
	for w.index < w.count {
		var m Message
		fault := w.next(&m)
		if fault == None || m.Cut {
			messages = append(messages, m)
		}
		if fault != None {
			return messages, w.fault(fault, &m)
		}
		w.pos += int(m.Length)
		w.index++
	}
	if w.pos != len(plain) {
		return messages, Fault{Cause: LeftOver, Offset: int32(w.pos), Left: int32(w.left()), Index: w.index}
	}
	return messages, Fault{}
}

// sameWalk holds a walk against the plain one; it counts the messages of the common case.
func sameWalk(t testing.TB, plain []byte, missing int) (common int) {
	t.Helper()
	// What lay in the memory before must not show.
	dirty := slices.Repeat([]Message{{
		Type: 0xEE, HasSeq: true, Fragment: true, OneByteLength: true, Cut: true, FragmentIndex: 1,
		FragmentTotal: 2, AckFlags: 3, FlagsLen: 4, Seq: 5, Offset: 6, Length: 7, Header: 8,
	}}, 300)
	fault := Fault{Cause: CutOff, Left: 9}
	got := WalkInto(plain, missing, dirty[:0], &fault)
	want, wantFault := plainWalk(plain, missing)
	if fault != wantFault || !slices.Equal(got, want) {
		t.Fatalf("% x\ngot   %+v, %s\nplain %+v, %s", plain, got, fault.String(), want, wantFault.String())
	}
	if grown, again := Walk(plain, missing, nil); again != wantFault || !slices.Equal(grown, want) {
		t.Fatalf("% x\nwithout memory %+v, %s\nplain          %+v", plain, grown, again.String(), want)
	}
	for i := range want {
		var m Message
		if b := plain[want[i].Offset:]; commonData(b, &m) || commonAck(b, &m) {
			common++
		}
	}
	return common
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

func TestWalkIsPlainWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	common, faults := 0, 0
	for range 20_000 {
		plain := usual(r)
		switch r.IntN(4) {
		case 0:
			plain = plain[:r.IntN(len(plain)+1)]
		case 1:
			plain[r.IntN(len(plain))] ^= 1 << r.IntN(8)
		}
		missing := r.IntN(3)
		common += sameWalk(t, plain, missing)
		if _, fault := plainWalk(plain, missing); fault.Cause != None {
			faults++
		}
	}
	if common < 10_000 || faults < 2_000 {
		t.Errorf("%d messages of the common case, %d faults", common, faults)
	}
}

func FuzzCommonCase(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 64 {
		f.Add(usual(r))
	}
	f.Fuzz(func(t *testing.T, plain []byte) { sameWalk(t, plain, 0) })
}
