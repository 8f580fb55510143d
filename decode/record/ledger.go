package record

// Ledger says who owns the bytes of the UDP payloads that were read, whether or not
// a filter keeps their records. The parts add up to Total when all records have been
// read: a sum that does not close is a bug.
type Ledger struct {
	Total int64 // bytes of all UDP payloads that the capture has
	//row:accounts headers of game datagrams | peer id and count | yes
	Header int64
	//row:accounts headers of transport messages | type, length, flags, number, fragment | yes
	Framing int64
	//row:accounts fields | fields of messages, opcodes and group bytes included | yes
	Fields int64
	//row:accounts retransmitted fragments | repeated parts | yes
	Repeats int64
	//row:accounts fragments of incomplete messages | parts while others are missing | no
	Parts int64
	//row:accounts after the last field | `trailing` | no
	Trailing int64
	//row:accounts unknown layout | unknown opcodes, blocks that stay `raw`, bodies of torpedoes | no
	Raw int64
	//row:accounts unreadable or cut | everything after an error; payloads that were captured in part | no
	Unread int64
	// EntityState holds headers and fields of entity-state messages. What no field of them
	// owns is Trailing, and what is not read Raw.
	//row:accounts entity-state messages | their headers and fields | yes
	EntityState int64
	//row:accounts GameSpy texts, datagrams of no known protocol, copies of datagrams | whole datagrams | does not count
	GameSpy int64
	Foreign int64 // datagrams of no known protocol
	Copies  int64 // datagrams that are copies of others
}

// Sum adds up the parts.
func (l *Ledger) Sum() int64 {
	return l.Header + l.Framing + l.Fields + l.Repeats + l.Parts + l.Trailing + l.Raw + l.Unread + l.EntityState + l.GameSpy + l.Foreign + l.Copies
}

// Explained is the share of the bytes of the games that headers and fields own.
func (l *Ledger) Explained() float64 {
	game := l.Total - l.GameSpy - l.Foreign - l.Copies
	if game == 0 {
		return 1
	}
	return float64(l.Header+l.Framing+l.Fields+l.Repeats+l.EntityState) / float64(game)
}

// Add adds the counts of another ledger.
func (l *Ledger) Add(o *Ledger) {
	l.Total += o.Total
	l.Header += o.Header
	l.Framing += o.Framing
	l.Fields += o.Fields
	l.Repeats += o.Repeats
	l.Parts += o.Parts
	l.Trailing += o.Trailing
	l.Raw += o.Raw
	l.Unread += o.Unread
	l.EntityState += o.EntityState
	l.GameSpy += o.GameSpy
	l.Foreign += o.Foreign
	l.Copies += o.Copies
}

// BookDatagram books what belongs to a datagram as a whole: the length of its UDP payload,
// and how much of that is the header of a game datagram, in bytes.
func (l *Ledger) BookDatagram(payload, header int) {
	l.Total += int64(payload)
	l.Header += int64(header)
}

// BookCopy books a datagram that is a copy of another one, with all of its records: the length of its UDP payload.
func (l *Ledger) BookCopy(payload int) {
	l.Total += int64(payload)
	l.Copies += int64(payload)
}

// BookWalked books the bytes of a record that was walked: fields own all of its payload.
func (l *Ledger) BookWalked(r *Record) {
	l.Framing += int64(r.Header.Header)
	l.Fields += int64(len(r.Payload))
}

// Book books the bytes of any other record, and decodes it if more has to be known.
func (l *Ledger) Book(r *Record) { r.format().Book(l, r) }
