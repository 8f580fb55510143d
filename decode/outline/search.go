package outline

// Search is what Next and Previous look for.
type Search uint8

// Searches. All but the last two find nothing from a message that has no such thing.
const (
	SameKind   Search = iota // of the same kind: it is called the same
	SameClient               // to or from the same client: on the same link
	SameShip                 // an update of the ship, or other object, that the message is about
	WithNote                 // with a note
	WithDeath                // that tells of the end of a ship
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
		found = look(&t, n, step, func(b *block) *[blockRows]uint16 { return &b.kind }, ^uint16(0), b.kind[i])
	case what == SameClient && b.who[i]>>8 != 0 && b.who[i]>>8 != mostLink:
		found = look(&t, n, step, func(b *block) *[blockRows]uint32 { return &b.who }, ^uint32(0xFF), b.who[i]&^0xFF)
	case what == SameShip && b.object[i] != 0:
		found = o.ship(&t, n, step)
	case what == WithNote:
		found = look(&t, n, step, func(b *block) *[blockRows]Flags { return &b.flags }, Note, Note)
	case what == WithDeath:
		found = look(&t, n, step, func(b *block) *[blockRows]Flags { return &b.flags }, Death, Death)
	}
	return found, found >= 0
}

// ship looks for an update of the object of a row.
func (o *Outline) ship(t *table, n, step int) int {
	want, link := t.object(n), t.who(n)>>8
	for {
		n = look(t, n, step, func(b *block) *[blockRows]uint32 { return &b.object }, ^uint32(0), want)
		if n < 0 || t.flags(n)&Update != 0 && o.sameServer(link, t.who(n)>>8) {
			return n
		}
	}
}

// sameServer reports whether two links are with the same server, as far as that is known.
func (o *Outline) sameServer(a, b uint32) bool {
	return a == b || a < knownLinks && b < knownLinks && o.served[a] != 0 && o.served[a] == o.served[b]
}

// look gives the nearest row in a direction, 1 or -1, that has in a column what is wanted, in the bits
// of mask; -1 = there is none.
func look[T ~uint16 | ~uint32](t *table, n, step int, column func(*block) *[blockRows]T, mask, want T) int {
	if step < 0 {
		return lookBack(t, n, column, mask, want)
	}
	for n++; n < t.length; n = (n | (blockRows - 1)) + 1 {
		b, from := t.at(n)
		to := min(t.length-n+from, blockRows)
		for i, v := range column(b)[from:to] {
			if v&mask == want {
				return n + i
			}
		}
	}
	return -1
}

func lookBack[T ~uint16 | ~uint32](t *table, n int, column func(*block) *[blockRows]T, mask, want T) int {
	for n--; n >= 0; n = n&^(blockRows-1) - 1 {
		b, from := t.at(n)
		c := column(b)
		for i := from; i >= 0; i-- {
			if c[i]&mask == want {
				return n - from + i
			}
		}
	}
	return -1
}
