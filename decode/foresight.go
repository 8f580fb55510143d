package decode

import (
	"sync/atomic"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// foresight is what a batch knows of its updates before the ordered stage: each was skimmed
// with a guess of what that stage will know of its ship. Workers guess at once, and so take
// work out of the one stage that they cannot share. The ordered stage takes what was made
// with the right guess, and skims all others itself: the output does not depend on guesses.
type foresight struct {
	guesses *guesses // nil = nothing is guessed
	skims   []skim   // in order of their places
	taken   int      // how many of them the ordered stage has passed
}

// guesses are what the ordered stage has skimmed the updates of ships with. It writes, and
// workers that prepare batches read, at once. It is no more than a hint: a ship may have
// pushed another one out.
type guesses struct {
	slots [1024]atomic.Pointer[guess]
}

// guess does not change once it stands in a slot.
type guess struct {
	object  uint32
	class   *ship.Class
	dialect message.Dialect
}

// slot gives the place of a ship at the server with this port.
func (g *guesses) slot(object uint32, port uint16) *atomic.Pointer[guess] {
	const mix = 0x9E3779B1
	at := (object ^ uint32(port)<<8) * mix >> 16
	return &g.slots[at%uint32(len(g.slots))]
}

// learn notes what the updates of a ship are skimmed with.
func (g *guesses) learn(port uint16, now guess) {
	slot := g.slot(now.object, port)
	if known := slot.Load(); known == nil || *known != now {
		kept := now // made only if it is needed
		slot.Store(&kept)
	}
}

// skim is what the ordered stage asks of the bytes of an update: nothing but the payload,
// the class, the dialect and the direction go into it. It fills a cache line of 64 bytes.
type skim struct {
	place   uint64 // of the message in its batch, as placeOf gives it
	class   *ship.Class
	sum     uint64 // reassembly.Sum of the payload; 0 = not made
	motion  motion
	dialect message.Dialect
	inOrder bool // nothing that follows is to be looked at if it is not; see message.Skim
	usual   bool
	tells   bool // holds anything that speaks for a class
	leaning leaning
}

// trial is what updates are read into.
type trial struct{ update, other message.StateUpdate }

// read skims an update.
func (k *skim) read(t *trial, payload []byte, class *ship.Class, dialect message.Dialect, toClient bool) {
	s := t.update.Skim(payload, class, dialect)
	k.class, k.dialect = class, dialect
	k.inOrder, k.usual, k.tells = s.InOrder, s.Usual, tells(&t.update)
	k.motion.from(&t.update)
	k.sum, k.leaning = 0, leansNowhere
	if !toClient {
		k.sum = reassembly.Sum(payload) // its copies will be looked for
	} else if s.InOrder && s.HasShield {
		k.leaning = t.lean(payload, class, dialect, &s)
	}
}

// placeOf numbers the messages of a batch in ascending order. A datagram has at most 255.
func placeOf(item, index int) uint64 { return uint64(item)<<8 | uint64(index) }

// foresee skims the updates of a batch that the short way may take.
func (b *batch) foresee() {
	b.skims, b.taken = b.skims[:0], 0
	if b.guesses == nil || !shortWay {
		return
	}
	var t trial
	for i := range b.items {
		if it := &b.items[i]; it.sound() {
			b.foreseeItem(&t, it, i)
		}
	}
}

func (b *batch) foreseeItem(t *trial, it *item, number int) {
	toClient, port := it.plain[0] == hostPeer, it.datagram.Dst.Port()
	if toClient {
		port = it.datagram.Src.Port()
	}
	for i := range it.messages {
		if !unnumbered(&it.messages[i]) {
			continue
		}
		payload := it.messages[i].Payload(it.plain)
		object, ok := updateObject(payload)
		if !ok {
			continue
		}
		if g := b.guesses.slot(object, port).Load(); g != nil && g.object == object {
			k := b.nextSkim()
			k.place = placeOf(number, i)
			k.read(t, payload, g.class, g.dialect, toClient)
		}
	}
}

// nextSkim adds one, to be written as a whole.
func (f *foresight) nextSkim() *skim {
	n := len(f.skims)
	if n == cap(f.skims) {
		f.skims = append(f.skims, skim{})
	}
	f.skims = f.skims[:n+1]
	return &f.skims[n]
}

// foreseen gives what was made of the message at a place; nil = nothing. Places have to be
// asked for in order.
func (f *foresight) foreseen(place uint64) *skim {
	for f.taken < len(f.skims) && f.skims[f.taken].place < place {
		f.taken++
	}
	if f.taken == len(f.skims) || f.skims[f.taken].place != place {
		return nil
	}
	return &f.skims[f.taken]
}

// unnumbered tells Data without a sequence number from all other messages.
func unnumbered(m *transport.Message) bool {
	return m.Type == transport.Data && m.FlagsLen == uint16(m.Length)
}

// updateObject gives the ship of an update; false if the payload is none, or too short to be
// in order.
func updateObject(payload []byte) (object uint32, ok bool) {
	if len(payload) == 0 || payload[0] != message.OpcodeStateUpdate {
		return 0, false
	}
	object, _, _, ok = message.UpdateHeader(payload)
	return object, ok
}
