package outline

// Search is what Next and Previous look for.
type Search uint8

// Searches. All but the last three find nothing from a message that has no such thing.
const (
	SameKind   Search = iota // of the same kind: it is called the same
	SameClient               // to or from the same client: on the same link
	SameShip                 // an update of the ship, or other object, that the message is about
	WithNote                 // with a note, and neither an Ack nor sent again: of these ordinary traffic has too many
	WithDeath                // that is the first to tell of a death
	WithTold                 // that tells of a death, first or again
)

// Next gives the first message behind n that is what is asked for; ok is false if there is none yet.
func (o *Outline) Next(n int, what Search) (found int, ok bool) { return o.search(n, what, 1) }

// Previous gives the last message before n that is what is asked for.
func (o *Outline) Previous(n int, what Search) (found int, ok bool) { return o.search(n, what, -1) }

// First gives the first message of a frame, or of the first frame behind it that has one.
func (o *Outline) First(frame int64) (n int, ok bool) {
	t := o.table()
	n = t.first(frame)
	return n, n < t.length
}

// Number gives the message at a place of the capture: its frame and its index in the datagram. Lost
// messages have none, and a joined message stands behind the part whose place it has.
func (o *Outline) Number(frame int64, index uint8) (n int, ok bool) {
	t := o.table()
	n = t.number(frame, index, false)
	return n, n >= 0
}

func (o *Outline) search(n int, what Search, step int) (found int, ok bool) {
	t := o.table()
	if n < 0 || n >= t.length {
		return 0, false
	}
	b, i := t.at(n)
	found = -1
	switch {
	case what == SameKind && b.kind[i] != 0:
		found = look(&t, n, step, ofKind(b.kind[i]))
	case what == SameClient && b.who[i]>>8 != 0 && b.who[i]>>8 != mostLink:
		found = look(&t, n, step, ofClient(b.who[i]>>8))
	case what == SameShip && b.object[i] != 0:
		found = o.ship(&t, n, step)
	case what == WithNote:
		found = look(&t, n, step, probe[Flags]{flagged(Note).column, Note | Ack | Repeat, Note, flagged(Note).may})
	case what == WithDeath:
		found = look(&t, n, step, flagged(Death))
	case what == WithTold:
		found = look(&t, n, step, flagged(Told))
	}
	return found, found >= 0
}

// ship looks for an update of the object of a row.
func (o *Outline) ship(t *table, n, step int) int {
	probe, link := ofObject(t.object(n)), t.who(n)>>8
	for {
		n = look(t, n, step, probe)
		if n < 0 || t.flags(n)&Update != 0 && o.SameServer(link, t.who(n)>>8) {
			return n
		}
	}
}

// SameServer reports whether two links are with the same server, as far as that is known.
func (o *Outline) SameServer(a, b uint32) bool {
	return a == b || a < knownLinks && b < knownLinks && o.served[a] != 0 && o.served[a] == o.served[b]
}

// probe is what a search wants: in a column, in the bits of mask.
type probe[T ~uint16 | ~uint32] struct {
	column     func(*block) *[blockRows]T
	mask, want T
	may        func(*digest) bool // there may be such a row in a block
}

func ofKind(kind uint16) probe[uint16] {
	return probe[uint16]{func(b *block) *[blockRows]uint16 { return &b.kind }, ^uint16(0), kind,
		func(d *digest) bool { return d.kinds.may(uint32(kind)) }}
}

func ofClient(link uint32) probe[uint32] {
	return probe[uint32]{func(b *block) *[blockRows]uint32 { return &b.who }, ^uint32(0xFF), link << 8,
		func(d *digest) bool { return d.clients.may(link) }}
}

func ofObject(id uint32) probe[uint32] {
	return probe[uint32]{func(b *block) *[blockRows]uint32 { return &b.object }, ^uint32(0), id,
		func(d *digest) bool { return d.objects.may(id) }}
}

func flagged(f Flags) probe[Flags] {
	return probe[Flags]{func(b *block) *[blockRows]Flags { return &b.flags }, f, f,
		func(d *digest) bool { return d.flags&f != 0 }}
}

// look gives the nearest row in a direction, 1 or -1, that is wanted; -1 = there is none.
func look[T ~uint16 | ~uint32](t *table, n, step int, p probe[T]) int {
	if step < 0 {
		return lookBack(t, n-1, &p)
	}
	for n++; n < t.length; n = (n | (blockRows - 1)) + 1 {
		b, from := t.at(n)
		to := min(t.length-n+from, blockRows)
		if to == blockRows && !p.may(&b.has) {
			continue
		}
		for i, v := range p.column(b)[from:to] {
			if v&p.mask == p.want {
				return n + i
			}
		}
	}
	return -1
}

// lookBack looks from n downwards.
func lookBack[T ~uint16 | ~uint32](t *table, n int, p *probe[T]) int {
	for ; n >= 0; n = n&^(blockRows-1) - 1 {
		b, from := t.at(n)
		if n|(blockRows-1) < t.length && !p.may(&b.has) {
			continue
		}
		c := p.column(b)[:from+1]
		for i := len(c) - 1; i >= 0; i-- {
			if c[i]&p.mask == p.want {
				return n - from + i
			}
		}
	}
	return -1
}
