package facts

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"time"
	"unsafe"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
)

// Facts are what a capture holds.
type Facts struct {
	// Name is that of the capture, as filters know it.
	Name string
	// Summary counts what decode counts: frames, damage, what was skipped.
	Summary decode.Summary

	rows      list[Row]
	datagrams list[Datagram]
	worlds    list[place]
	bytes     arena
	few       []few         // of rows
	unusual   []unusual     // of datagrams
	sides     []record.Side // who spoke
	ends      []capture.Ends
	contexts  []message.Context // without places in the world
	beside    int64             // bytes that few leads to

	sideOf    numbers[record.Side]
	endsOf    numbers[capture.Ends]
	contextOf map[contextKey]uint32
	newest    contextKey // that a record had
	number    uint32     // its number
}

// few is what only few records have.
type few struct {
	answers record.AckOf
	relay   record.Relay
	first   record.First
	parts   *record.Parts
	notes   []record.Diagnostic // those that decoding does not add
	copies  int32
	offset  int32 // of unread bytes in the datagram
}

// unusual is what only few datagrams have.
type unusual struct {
	back, late time.Duration // see capture.Datagram
	joined     *capture.Joined
	fragments  uint16
	snapped    bool
}

// place is where a ship is, by an update and what was known before it.
type place struct {
	position  [3]float32
	known     bool
	estimated bool
	stale     bool
}

// contextKey is what of a context many records share.
type contextKey struct {
	class    *ship.Class
	inferred bool
	dialect  message.Dialect
	names    message.Names
	asked    *message.ChecksumRequest
}

// Options say what of a capture is read.
type Options struct {
	Budget Budget
	// From and To are the time of the first record that has a row, and of the first one behind those that
	// have; nil = there is no such limit.
	From, To *capture.Time
}

// Read reads a capture to its end. If the budget does not last, the error is a *[BudgetError]. The
// records that the filter of the capture leaves out have no rows.
func Read(c *decode.Capture, o Options) (*Facts, error) {
	f := &Facts{
		Name: c.Name(), sideOf: newNumbers[record.Side](), endsOf: newNumbers[capture.Ends](), contextOf: map[contextKey]uint32{},
	}
	err := c.Deliver(func(r *decode.Record) error {
		if o.From != nil && r.Time.Before(*o.From) || o.To != nil && !r.Time.Before(*o.To) {
			return nil
		}
		f.take(r)
		if f.rows.n&(piece-1) == 0 {
			return o.Budget.check(f, r)
		}
		return nil
	})
	f.sideOf, f.endsOf, f.contextOf, f.newest = numbers[record.Side]{}, numbers[capture.Ends]{}, nil, contextKey{}
	f.Summary = c.Summary()
	return f, err
}

// Rows counts the rows.
func (f *Facts) Rows() int { return f.rows.n }

// Row gives a row by its number, from 0. It is not to be changed.
func (f *Facts) Row(i int) *Row { return f.rows.at(i) }

// All gives all rows with their numbers.
func (f *Facts) All() iter.Seq2[int, *Row] {
	return func(yield func(int, *Row) bool) {
		for i := range f.rows.n {
			if !yield(i, f.rows.at(i)) {
				return
			}
		}
	}
}

// Datagrams counts the datagrams.
func (f *Facts) Datagrams() int { return f.datagrams.n }

// Datagram gives a datagram by its number, from 0, as [Row.Datagram] has it. It is not to be changed.
func (f *Facts) Datagram(i uint32) *Datagram { return f.datagrams.at(int(i)) }

// Payload gives the payload of a row, deciphered and joined. It is not to be changed.
func (f *Facts) Payload(r *Row) []byte { return f.bytes.bytes(r.at, r.Size) }

// Answered gives the number of the row that an Ack is the first to acknowledge; ok is false if there is none.
func (f *Facts) Answered(r *Row) (row int, ok bool) {
	if !r.Has(Game) || r.Kind != uint8(transport.Ack) || r.ref == 0 {
		return 0, false
	}
	return int(r.ref - 1), true
}

// Memory counts the bytes that the facts take.
func (f *Facts) Memory() int64 {
	n := int64(len(f.rows.pieces))*int64(unsafe.Sizeof([piece]Row{})) +
		int64(len(f.datagrams.pieces))*int64(unsafe.Sizeof([piece]Datagram{})) +
		int64(len(f.worlds.pieces))*int64(unsafe.Sizeof([piece]place{})) +
		int64(cap(f.few))*int64(unsafe.Sizeof(few{})) + int64(cap(f.unusual))*int64(unsafe.Sizeof(unusual{})) +
		int64(cap(f.sides))*2*int64(unsafe.Sizeof(record.Side{})) + int64(cap(f.ends))*2*int64(unsafe.Sizeof(capture.Ends{})) +
		int64(cap(f.contexts))*(2*int64(unsafe.Sizeof(message.Context{}))+record.DirectorySize)
	for _, b := range f.bytes.blocks {
		n += int64(cap(b))
	}
	return n + f.beside
}

// take makes the row of a record.
func (f *Facts) take(r *decode.Record) {
	d := f.datagramOf(r)
	row := f.rows.add()
	*row = Row{
		Datagram: d, Size: uint32(len(r.Payload)), Length: uint32(r.Length()), Index: r.Index,
		side: f.sideOf.of(r.Side, &f.sides), context: f.context(&r.Context),
	}
	f.say(row, r)
	f.place(row, r)
	f.keep(row, r)
}

// say fills in what a row says.
func (f *Facts) say(row *Row, r *decode.Record) {
	set := func(b Bits, so bool) {
		if so {
			row.Is |= b
		}
	}
	switch r.Proto {
	case decode.BC:
		row.Is, row.Kind = Game, uint8(r.Header.Type)
	case decode.EntityState:
		row.Is, row.Kind = EntityState, uint8(r.Revision)
	case decode.GameSpy:
		row.Is = GameSpy
	}
	if opcode, ok := r.Opcode(); ok {
		row.Opcode = opcode
		row.Is |= HasOpcode
	}
	set(ToClient, r.Dir == decode.ToClient)
	set(Joined, r.Parts != nil)
	set(Again, r.Again())
	set(stale, r.Stale)
	set(Unread, r.Unread)
	if r.Proto == decode.BC && !r.Unread {
		row.Seq = r.Header.Seq
		set(Reliable, r.Header.Reliable() && r.Header.HasSeq)
	}
	set(AckAgain, r.AcksAgain())
	set(AckUnseen, r.AcksUnseen())
	if row.Has(Game|HasOpcode) && row.Opcode == message.OpcodeStateUpdate {
		if id, _, flags, ok := message.UpdateHeader(r.Payload); ok {
			row.Object, row.Flags = id, uint8(flags)
		}
	}
	if w := &r.Context.World; *w != (message.World{}) {
		*f.worlds.add() = place{w.Position, w.Known, w.Estimated, w.Stale}
		row.ref = uint32(f.worlds.n)
		row.Is |= placed
	}
}

// place keeps the payload of a record, unless it lies within its datagram.
func (f *Facts) place(row *Row, r *decode.Record) {
	d := f.datagrams.at(int(row.Datagram))
	start := int(r.Offset)
	if r.Proto == decode.BC && !r.Unread {
		start += int(r.Header.Header)
	}
	if r.Parts == nil && start+len(r.Payload) <= int(d.Present) {
		row.at = address{d.at.block, d.at.from + uint32(start)}
		return
	}
	at, run := f.bytes.room(len(r.Payload))
	copy(run, r.Payload)
	row.at = at
}

// keep keeps what only few records have.
func (f *Facts) keep(row *Row, r *decode.Record) {
	x := few{relay: r.Relay, first: r.First, parts: r.Parts, notes: r.OwnDiagnostics(), copies: r.Copy}
	if r.Answers.Frame != 0 && !f.answers(row, r) {
		x.answers = r.Answers
	}
	if r.Unread {
		x.offset = r.Offset
	}
	if x.relay == (record.Relay{}) && x.first == (record.First{}) && x.answers == (record.AckOf{}) &&
		x.parts == nil && len(x.notes) == 0 && x.copies == 0 && x.offset == 0 {
		return
	}
	x.notes = slices.Clone(x.notes)
	for i := range x.notes {
		f.beside += int64(len(x.notes[i].Text)) + int64(unsafe.Sizeof(x.notes[i]))
	}
	if x.parts != nil {
		f.beside += int64(unsafe.Sizeof(*x.parts)) + int64(len(x.parts.Frames))*(9+int64(unsafe.Sizeof(record.Place{})))
	}
	f.few = append(f.few, x)
	row.more = uint32(len(f.few))
}

// answers ties an Ack to the row of what it acknowledges, and reports whether that tells all about it.
func (f *Facts) answers(row *Row, r *decode.Record) bool {
	a := &r.Answers
	i, ok := f.rowAt(a.Frame, a.Index)
	if !ok || row.ref != 0 {
		return false
	}
	row.ref = uint32(i + 1)
	d := f.datagrams.at(int(f.rows.at(i).Datagram))
	return a.Copies == 1 && a.After == r.Steady().Sub(f.steady(d))
}

// steady is the time of a datagram on a clock that is never set back: see [capture.Datagram.Steady].
func (f *Facts) steady(d *Datagram) capture.Time {
	if d.more == 0 {
		return d.Time
	}
	u := &f.unusual[d.more-1]
	return d.Time.Add(u.back + u.late)
}

// rowAt finds the row of a message on the wire by its frame and its place.
func (f *Facts) rowAt(frame int64, index uint8) (row int, ok bool) {
	i := sort.Search(f.rows.n, func(i int) bool { return int64(f.datagrams.at(int(f.rows.at(i).Datagram)).Frame) >= frame })
	for ; i < f.rows.n; i++ {
		x := f.rows.at(i)
		switch at := int64(f.datagrams.at(int(x.Datagram)).Frame); {
		case at > frame:
			return 0, false
		case at == frame && x.Index == index && !x.Has(Joined) && !x.Has(Unread):
			return i, true
		}
	}
	return 0, false
}

// datagramOf gives the number of the datagram of a record, which may be new.
func (f *Facts) datagramOf(r *decode.Record) uint32 {
	if n := f.datagrams.n; n > 0 {
		switch newest := f.datagrams.at(n - 1); {
		case int64(newest.Frame) == r.Frame:
			return uint32(n - 1)
		case int64(newest.Frame) > r.Frame: // a lost message is told of later
			i := sort.Search(n, func(i int) bool { return int64(f.datagrams.at(i).Frame) >= r.Frame })
			if int64(f.datagrams.at(i).Frame) == r.Frame {
				return uint32(i)
			}
		}
	}
	d := f.datagrams.add()
	*d = Datagram{
		Time: r.Time, Frame: uint32(r.Frame), Length: uint32(r.Datagram.Length()), Present: uint32(len(r.Datagram.Payload)),
		Headers: uint32(r.HeaderBytes), Padding: uint32(r.Padding), ends: f.endsOf.of(r.Ends, &f.ends), digits: r.Digits,
	}
	var run []byte
	d.at, run = f.bytes.room(len(r.Datagram.Payload))
	copy(run, r.Datagram.Payload)
	copy(run, r.Plain)
	if r.Back != 0 || r.Late != 0 || r.Fragments != 0 || r.Snapped {
		f.unusual = append(f.unusual, unusual{r.Back, r.Late, r.FromFragments, r.Fragments, r.Snapped})
		d.more = uint32(len(f.unusual))
	}
	return uint32(f.datagrams.n - 1)
}

// context gives the number of a context without its place in the world.
func (f *Facts) context(c *message.Context) uint32 {
	key := contextKey{c.Class, c.Inferred, c.Dialect, c.Names, c.Asked}
	if key == f.newest && len(f.contexts) > 0 {
		return f.number
	}
	n, ok := f.contextOf[key]
	if !ok {
		n = uint32(len(f.contexts))
		f.contextOf[key] = n
		shared := *c
		shared.World = message.World{}
		f.contexts = append(f.contexts, shared)
	}
	f.newest, f.number = key, n
	return n
}

// numbers number values that many records share. Those who share one have the same pointer as a rule.
type numbers[T comparable] struct {
	shared map[*T]uint32
	all    map[T]uint32
}

func newNumbers[T comparable]() numbers[T] { return numbers[T]{map[*T]uint32{}, map[T]uint32{}} }

// of gives the number of a value, which may be new.
func (n *numbers[T]) of(x *T, values *[]T) uint32 {
	if number, ok := n.shared[x]; ok {
		return number
	}
	number, ok := n.all[*x]
	if !ok {
		number = uint32(len(*values))
		n.all[*x] = number
		*values = append(*values, *x)
	}
	n.shared[x] = number
	return number
}

// Reader makes records of rows. The zero Reader is not ready; one goroutine at a time.
type Reader struct {
	facts    *Facts
	number   int // of the datagram at hand; -1 = none
	datagram capture.Datagram
	ends     capture.Ends
	messages []transport.Message
	header   transport.Message
	side     record.Side
	record   record.Record
	decoder  record.Decoder
}

// Reader gives a reader of its own to whoever asks.
func (f *Facts) Reader() *Reader { return &Reader{facts: f, number: -1} }

// At gives the record of a row as decode had it, but for two things: the payload of its datagram is
// deciphered, and what only fast paths ask is left out. It is valid until the next one is asked for.
func (x *Reader) At(i int) *record.Record {
	f, r := x.facts, &x.record
	row := f.rows.at(i)
	x.open(int(row.Datagram), row.Has(Game))
	x.side = f.sides[row.side]
	var header *transport.Message
	plain := f.bytes.bytes(f.datagrams.at(x.number).at, f.datagrams.at(x.number).Present)
	if row.Has(Game) && !row.Has(Unread) && int(row.Index) < len(x.messages) {
		x.header = x.messages[row.Index]
		header = &x.header
	}
	r.Begin(&x.datagram, &x.side, header, f.Payload(row))
	if row.Has(Game) {
		r.Index = row.Index
		if len(plain) > 0 {
			r.Peer = plain[0]
		}
		if len(plain) > 1 {
			r.Count = plain[1]
		}
	}
	r.Context = f.contexts[row.context]
	if row.Has(placed) {
		w := f.worlds.at(int(row.ref - 1))
		r.Context.World = message.World{Position: w.position, Known: w.known, Estimated: w.estimated, Stale: w.stale}
	}
	r.Stale, r.Unread = row.Has(stale), row.Has(Unread)
	if row.Has(EntityState) {
		r.Revision = entitystate.Revision(row.Kind)
	}
	if to, ok := f.Answered(row); ok {
		of := f.rows.at(to)
		d := f.datagrams.at(int(of.Datagram))
		r.Answers = record.AckOf{Frame: int64(d.Frame), After: x.datagram.Steady().Sub(f.steady(d)), Copies: 1, Index: of.Index}
	}
	r.MarkAck(row.Has(AckAgain), row.Has(AckUnseen))
	if row.more > 0 {
		m := &f.few[row.more-1]
		r.Relay, r.First, r.Parts, r.Copy = m.relay, m.first, m.parts, m.copies
		if m.answers.Frame != 0 {
			r.Answers = m.answers
		}
		if row.Has(Unread) {
			r.Offset = m.offset
		}
		for _, n := range m.notes {
			r.Diagnose(n.Code, n.Offset, n.Text)
		}
	}
	x.decoder.Take(r)
	return r
}

// open makes the datagram with a number that at hand.
func (x *Reader) open(n int, game bool) {
	if x.number == n {
		return
	}
	f := x.facts
	d := f.datagrams.at(n)
	x.number, x.ends = n, f.ends[d.ends]
	x.datagram = capture.Datagram{
		Frame: int64(d.Frame), Time: d.Time, Ends: &x.ends, Digits: d.digits, Payload: f.bytes.bytes(d.at, d.Present),
		Missing: int32(d.Length - d.Present), HeaderBytes: int32(d.Headers), Padding: int32(d.Padding),
	}
	if d.more > 0 {
		u := &f.unusual[d.more-1]
		x.datagram.Back, x.datagram.Late, x.datagram.FromFragments = u.back, u.late, u.joined
		x.datagram.Fragments, x.datagram.Snapped = u.fragments, u.snapped
	}
	x.messages = x.messages[:0]
	if game {
		cut := 0
		if x.datagram.Snapped {
			cut = int(x.datagram.Missing)
		}
		x.messages, _ = transport.Walk(x.datagram.Payload, cut, x.messages)
	}
}

// Budget is how many bytes of memory facts may take; 0 = any number.
type Budget int64

// BudgetError says that a capture is larger than the memory that facts may take.
type BudgetError struct {
	Name   string
	Budget Budget
	// Frame and Time are how far the capture was read.
	Frame int64
	Time  capture.Time
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("%s: more than --memory %s: stopped at frame %d, %s. Give more memory, read a part of it (--from, --to), or export it (bcdump export parquet) and query the tables",
		e.Name, e.Budget, e.Frame, e.Time.AppendRFC3339(nil, 6))
}

// String gives "2 GiB" or "512 MiB".
func (b Budget) String() string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	n := int64(b)
	for len(units) > 1 && n%1024 == 0 && n > 0 {
		n, units = n/1024, units[1:]
	}
	return fmt.Sprintf("%d %s", n, units[0])
}

func (b Budget) check(f *Facts, r *decode.Record) error {
	if b == 0 || f.Memory() <= int64(b) {
		return nil
	}
	return &BudgetError{f.Name, b, r.Frame, r.Time}
}
