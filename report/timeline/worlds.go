package timeline

import (
	ones "math/bits"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/report/tally"
)

// otherWorld is what a client is told that is not the one that is listened to. Mostly it is the
// same, and nothing comes of it. Its last States are held until it shows whether they are.
type otherWorld struct {
	apart   bool // it is told something else, and followed
	waiting []*heldState
	unlike  uint32 // of the last States, a bit each: it is unlike all that the first client was told
	judged  int    // States that there are bits for, 32 at most
}

// heldState is a State that the first client was not told.
type heldState struct {
	record *decode.Record
	hash   uint64
	judged bool
}

const (
	maxOthers    = 64      // clients beside the first ones
	maxHeld      = 32      // States of each of them
	maxHeldBytes = 4 << 20 // of payload, of all of them
	// heldFor is how long unlike States are held: some are for each that is lost.
	heldFor = 2 * time.Second
)

// receiverWorld gives the world that a message of a server is about: that of the first client, or of
// another; nil = there are too many.
func (t *entityWorlds) receiverWorld(r *decode.Record) *entityWorld {
	w := t.world(r)
	if w == nil || w.observer.Client == r.Dst {
		return w
	}
	i := slices.IndexFunc(w.others, func(o *entityWorld) bool { return o.observer.Client == r.Dst })
	switch {
	case i >= 0 && w.others[i].other.apart:
		return w.others[i]
	case w.observer.Hears(r):
		t.standIn(w, i)
		return w
	case i >= 0:
		return w.others[i]
	case t.others >= maxOthers:
		t.clients++
		return nil
	}
	t.others++
	o := newEntityWorld(w.file, r)
	o.other = &otherWorld{}
	w.others = append(w.others, o)
	return o
}

// standIn lets another client, the one at i if it is known, be the one that is listened to. What the
// rest is told is held against it from now on.
func (t *entityWorlds) standIn(w *entityWorld, i int) {
	w.told = tally.SentStates{}
	for _, o := range w.others {
		if !o.other.apart {
			t.release(o.other, len(o.other.waiting))
			o.other.unlike, o.other.judged = 0, 0
		}
	}
	if i >= 0 {
		w.others = slices.Delete(w.others, i, i+1)
		t.others--
	}
}

// told notes a State to the first client, and judges what waits for it.
func (t *entityWorlds) told(w *entityWorld, r *decode.Record) {
	hash := tally.StateHash(r)
	w.told.Add(hash, r.Steady())
	for _, o := range w.others {
		if x := o.other; !x.apart {
			if i := slices.IndexFunc(x.waiting, func(h *heldState) bool { return h.hash == hash && !h.judged }); i >= 0 {
				t.drop(x, i)
				x.judge(0)
			}
			t.judge(w, o, r.Steady())
		}
	}
}

// spans reports whether there is a State soon before and soon after some time, and whether there is
// any behind it.
func (w *entityWorld) spans(at capture.Time) (near, behind bool) {
	before, after := 2*tally.Aside, 2*tally.Aside
	for _, told := range w.told.All() {
		if since := at.Sub(told.Time); since >= 0 {
			before = min(before, since)
		}
		if until := told.Time.Sub(at); until >= 0 {
			after, behind = min(after, until), true
		}
	}
	return before+after <= tally.Aside, behind
}

// hold takes a State of a client that has been told the same so far.
func (t *entityWorlds) hold(w *entityWorld, o *entityWorld, r *decode.Record) {
	o.observer = tally.Observe(r)
	x, hash := o.other, tally.StateHash(r)
	if w.told.Has(hash) {
		x.judge(0)
		return
	}
	for len(x.waiting) > 0 && (len(x.waiting) >= maxHeld || t.held+len(r.Payload) > maxHeldBytes || r.Steady().Sub(x.waiting[0].record.Steady()) > heldFor) {
		t.release(x, 1)
	}
	if t.held+len(r.Payload) > maxHeldBytes {
		t.clients++
		return
	}
	x.waiting = append(x.waiting, &heldState{record: r.Clone(), hash: hash})
	t.held += len(r.Payload)
}

// judge takes those States that the first client would have been told by now.
func (t *entityWorlds) judge(w, o *entityWorld, now capture.Time) {
	x := o.other
	for i, h := range x.waiting {
		if h.judged || now.Sub(h.record.Steady()) < tally.Aside {
			continue
		}
		if t.judgeState(w, x, h) {
			t.part(o, i)
			return
		}
		if ones.OnesCount32(x.unlike) > 16 {
			t.part(o, 0)
			return
		}
	}
}

// judgeState reports whether a State has an entity that the first client is not told of.
func (t *entityWorlds) judgeState(w *entityWorld, x *otherWorld, h *heldState) bool {
	near, behind := w.spans(h.record.Steady())
	if !behind {
		return false
	}
	h.judged = true
	if near {
		x.judge(1)
	}
	m, _ := h.record.Content().Message.(*entitystate.State)
	return m != nil && slices.ContainsFunc(m.Entities, func(e entitystate.Entity) bool {
		l := w.lives.Find(e.ID)
		return l == nil || l.Kind != e.Type
	})
}

// judge notes whether one more State is unlike: 1, or 0.
func (x *otherWorld) judge(unlike uint32) {
	x.unlike = x.unlike<<1 | unlike
	x.judged = min(x.judged+1, 32)
}

// part follows what a client is told from now on, and from the State at i on that is held of it.
func (t *entityWorlds) part(o *entityWorld, i int) {
	x := o.other
	x.apart = true
	t.list = append(t.list, o)
	for _, h := range x.waiting[i:] {
		if m, is := h.record.Content().Message.(*entitystate.State); is {
			t.state(o, h.record, m)
		}
	}
	t.release(x, len(x.waiting))
}

// release forgets the first n States that are held.
func (t *entityWorlds) release(x *otherWorld, n int) {
	for range n {
		t.drop(x, 0)
	}
}

func (t *entityWorlds) drop(x *otherWorld, i int) {
	n := len(x.waiting[i].record.Payload)
	t.held -= n
	x.waiting = slices.Delete(x.waiting, i, i+1)
}

// settle judges, at the end of a capture, what still waits.
func (t *entityWorlds) settle(w *entityWorld) {
	for _, o := range w.others {
		x := o.other
		if x.apart {
			continue
		}
		t.judge(w, o, w.told.Last().Add(2*tally.Aside))
		if !x.apart && 2*ones.OnesCount32(x.unlike) > x.judged && len(x.waiting) > 0 {
			t.part(o, 0)
		}
		if !x.apart {
			t.release(x, len(x.waiting))
			t.others--
		}
	}
	w.others, w.told = nil, tally.SentStates{}
}

// isApart reports whether the world is that of a client that is told something else than the first.
func (w *entityWorld) isApart() bool { return w.other != nil }

// waits reports whether it is not known yet whether it is apart.
func (w *entityWorld) waits() bool { return w.other != nil && !w.other.apart }
