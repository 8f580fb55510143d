package facts

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"runtime"
	"sort"
	"sync"
	"time"
	"unsafe"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/filter"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/tally"
)

// Facts are what a capture holds.
type Facts struct {
	// Name is that of the capture, as filters know it.
	Name string
	// Summary counts what decode counts: frames, damage, what was skipped.
	Summary decode.Summary
	// Narrowed says that only what lies between two times was read.
	Narrowed bool

	rows      list[Row]
	datagrams list[Datagram]
	worlds    list[place]
	bytes     arena
	few       list[few] // of rows
	notes     list[note]
	parts     []*record.Parts
	unusual   list[unusual] // of datagrams
	joined    []*capture.Joined
	stated    []*capture.Ends
	sides     []record.Side // who spoke
	ends      []capture.Ends
	headers   []int32           // bytes before the payload, of the first datagram of those ends
	contexts  []message.Context // without places in the world
	voices    []voice
	bases     []uint32 // for each piece of datagrams, the first of the voices that their rows may have
	lives     []*match.Ship
	match     *match.Match
	clocks    []*traffic.Clock
	beside    int64                     // bytes that parts lead to
	remade    func() map[receiver][]int // found when first asked for, once all was read
	holes     func() []capture.Time     // too
	lacks     func() map[way][]silence  // too
	dropped   func() dropped            // too
}

// voice is who speaks, and what earlier messages tell, by their numbers.
type voice struct{ side, context uint32 }

// few is what only few records have.
type few struct {
	answers record.AckOf
	relay   record.Relay
	first   record.First
	parts   uint32 // number of the parts, from 1
	ref     uint32 // of an Ack, the row that it acknowledges; of an update, its place
	notes   uint32 // number of the first of the notes that decoding does not add
	noted   uint32 // how many there are
	size    uint32 // of the payload, and the number of the voice, if they are large
	voice   uint32
	at      address // of a payload that is apart
	length  int32   // of the transport message, where it is not a little longer than the payload; 0 = it is
	copies  int32
	offset  int32 // of unread bytes in the datagram
}

// note is a note on a record.
type note struct {
	text   address
	size   uint32 // of the text
	offset int32
	code   uint8 // its place in decode.Codes
}

// codes are the places of the codes of notes.
var codes = func() map[decode.Code]uint8 {
	all := map[decode.Code]uint8{}
	for i, m := range decode.Codes() {
		all[m.Code] = uint8(i)
	}
	return all
}()

// place is where a ship is, by an update and what was known before it: three float32, little-endian, and bits. It is of bytes so
// that it takes 13 of them.
type place struct {
	position [12]byte
	bits     uint8
}

func placeOf(w *message.World) (p place) {
	for i, x := range w.Position {
		binary.LittleEndian.PutUint32(p.position[4*i:], math.Float32bits(x))
	}
	for i, is := range [...]bool{w.Known, w.Estimated, w.Stale} {
		if is {
			p.bits |= 1 << i
		}
	}
	return p
}

func (p *place) world() (w message.World) {
	for i := range w.Position {
		w.Position[i] = math.Float32frombits(binary.LittleEndian.Uint32(p.position[4*i:]))
	}
	w.Known, w.Estimated, w.Stale = p.bits&1 != 0, p.bits&2 != 0, p.bits&4 != 0
	return w
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
	Span
	// Growing lets others look at the facts while they are read; nil = nobody does.
	Growing *Growing
}

// Growing is how others look at facts while these are read.
type Growing struct {
	mu    sync.Mutex
	facts *Facts
}

// Now gives the facts as they are at this moment, for any number of goroutines: they do not change any more. What is read
// later comes behind what they have, in places that they do not look at. nil = reading has not begun. Their Match
// is complete when all was read, and is not to be asked before.
func (g *Growing) Now() *Facts {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.facts == nil {
		return nil
	}
	now := *g.facts
	return &now
}

// take is Take of the builder.
func (g *Growing) take(b *Builder, r *decode.Record) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b.Take(r)
}

// Span is from the time of the first record that is read to that of the first one behind those that are; nil = there is
// no such limit.
type Span struct{ From, To *capture.Time }

// Whole reports whether there is no limit.
func (o *Span) Whole() bool { return o.From == nil && o.To == nil }

// Within reports whether a record is read.
func (o *Span) Within(r *decode.Record) bool {
	return (o.From == nil || !r.Time.Before(*o.From)) && (o.To == nil || r.Time.Before(*o.To))
}

// Condition is the filter that keeps these records; "" = all.
func (o *Span) Condition() string {
	var conditions []string
	for _, x := range []struct {
		than string
		at   *capture.Time
	}{{">=", o.From}, {"<", o.To}} {
		if x.at != nil {
			conditions = append(conditions, fmt.Sprintf("time %s %q", x.than, x.at.AppendRFC3339(nil, 9)))
		}
	}
	return filter.And(conditions...)
}

// Read reads a capture to its end. If the budget does not last, the error is a *[BudgetError]. The
// records that the filter of the capture leaves out have no rows.
func Read(c *decode.Capture, o Options) (*Facts, error) {
	a := tally.NewAccounts()
	if !o.Whole() {
		a.Wanted = o.Within
	}
	b := NewBuilder(c.Name(), a)
	take := b.Take
	if g := o.Growing; g != nil {
		g.mu.Lock()
		g.facts = b.Facts
		g.mu.Unlock()
		take = func(r *decode.Record) { g.take(b, r) }
	}
	_, err := a.Read(c.Name(), c, func(r *decode.Record) error {
		take(r)
		if over := b.Within(o.Budget, r); over != nil {
			return over
		}
		return nil
	})
	summary := c.Summary()
	if g := o.Growing; g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	b.Facts.clocks = a.Traffic().Clocks()
	copy(summary.Clock.Ahead[:], traffic.SetOn(b.Facts.clocks))
	b.Facts.order(&summary.Clock, &summary.Datagrams)
	b.Facts.Summary = summary
	return b.Facts, err
}

// Match is the account of who was connected, who was in the game, which ships lived: it is complete when the capture was
// read to its end.
func (f *Facts) Match() *match.Match { return f.match }

// Clocks gives the clocks of all senders, when the capture was read to its end.
func (f *Facts) Clocks() []*traffic.Clock { return f.clocks }

// Holes are the moments, of the steady clock, after which nobody is heard for a second although the updates about a ship go on
// behind that as before, or for ten minutes: the capture lacks what came then, or its clock was set.
func (f *Facts) Holes() (last []capture.Time) { return f.holes() }

func (f *Facts) findHoles() (last []capture.Time) {
	const silence, step, near = time.Second, 10 * time.Minute, 32 // datagrams
	for i := 1; i < f.datagrams.n; i++ {
		d, next := f.datagrams.at(i-1), f.datagrams.at(i)
		at := f.Steady(d)
		switch long := f.Steady(next).Sub(at); {
		case long > step:
			last = append(last, at)
			continue
		case long <= silence:
			continue
		}
		told := map[uint64]bool{}
		row := f.From(int64(next.Frame))
		for k := row - 1; k >= 0 && int(f.rows.at(k).Datagram)+near > i; k-- {
			told[f.flow(k)] = true
		}
		delete(told, 0)
		for k := row; k < f.rows.n && int(f.rows.at(k).Datagram) < i+near; k++ {
			if told[f.flow(k)] {
				last = append(last, at)
				break
			}
		}
	}
	return last
}

// flow identifies the link and the ship of an update; 0 = the row is no update.
func (f *Facts) flow(row int) uint64 {
	r := f.rows.at(row)
	if !r.Has(Update) {
		return 0
	}
	return uint64(f.Side(r).Link)<<32 | uint64(r.Object)
}

// Life gives the life of a ship by its number, as [Row.Life] has it; nil for 0.
func (f *Facts) Life(number uint16) *match.Ship {
	if number == 0 {
		return nil
	}
	return f.lives[number-1]
}

// Lives counts the lives that have a number.
func (f *Facts) Lives() int { return len(f.lives) }

// Rows counts the rows.
func (f *Facts) Rows() int { return f.rows.n }

// Row gives a row by its number, from 0. It is not to be changed.
func (f *Facts) Row(i int) *Row { return f.rows.at(i) }

// All gives all rows with their numbers.
func (f *Facts) All() iter.Seq2[int, *Row] { return f.Some(0, f.rows.n) }

// Some gives the rows from a number to one before another.
func (f *Facts) Some(from, to int) iter.Seq2[int, *Row] {
	return func(yield func(int, *Row) bool) {
		for i := from; i < to; {
			rows := f.rows.pieces[i>>pieceBits]
			for k := i & (piece - 1); k < len(rows) && i < to; k, i = k+1, i+1 {
				if !yield(i, &rows[k]) {
					return
				}
			}
		}
	}
}

// Datagrams counts the datagrams.
func (f *Facts) Datagrams() int { return f.datagrams.n }

// Datagram gives a datagram by its number, from 0, as [Row.Datagram] has it. It is not to be changed.
func (f *Facts) Datagram(i uint32) *Datagram { return f.datagrams.at(int(i)) }

// Content gives what the capture has of a datagram, deciphered. It is not to be changed.
func (f *Facts) Content(d *Datagram) []byte {
	_, _, length := f.sizes(d)
	return f.bytes.bytes(f.address(d), 0, uint32(length-f.unusualOf(d).missing))
}

// Payload gives the payload of a row, deciphered and joined. It is not to be changed.
func (f *Facts) Payload(r *Row) []byte {
	if r.Has(apart) {
		return f.bytes.bytes(f.fewOf(r).at, 0, f.Size(r))
	}
	return f.bytes.bytes(f.address(f.Datagram(r.Datagram)), uint32(r.start), f.Size(r))
}

// Size is the length of the payload of a row in bytes: of the game message, of the GameSpy text, of the entity-state message,
// of what could not be read.
func (f *Facts) Size(r *Row) uint32 {
	if r.size < large {
		return uint32(r.size)
	}
	return f.fewOf(r).size
}

// voiceOf is who speaks, and what earlier messages tell.
func (f *Facts) voiceOf(r *Row) voice {
	n := uint32(r.voice)
	if n == large {
		n = f.fewOf(r).voice
	}
	return f.voices[f.bases[r.Datagram>>pieceBits]+n]
}

// Length is that of the transport message of a row, or of its parts, in bytes, or of the whole entity-state message;
// 0 for other protocols.
func (f *Facts) Length(r *Row) int {
	switch {
	case r.Is&(Game|EntityState) == 0:
		return 0
	case f.fewOf(r).length > 0:
		return int(f.fewOf(r).length)
	}
	return int(f.Size(r)) + int(r.over)
}

// Side is who speaks.
func (f *Facts) Side(r *Row) *record.Side { return &f.sides[f.voiceOf(r).side] }

// Context is what earlier messages tell, but for the place of a ship.
func (f *Facts) Context(r *Row) *message.Context { return &f.contexts[f.voiceOf(r).context] }

// Voices counts the pairs of who speaks and what earlier messages tell, in the order in which they come. Some come again.
func (f *Facts) Voices() int { return len(f.voices) }

// Voice gives one by its number, from 0.
func (f *Facts) Voice(i int) (*record.Side, *message.Context) {
	return &f.sides[f.voices[i].side], &f.contexts[f.voices[i].context]
}

// World is where a ship is, by an update and what was known before it.
func (f *Facts) World(r *Row) (w message.World) {
	if r.Has(placed) {
		w = f.worlds.at(int(f.place(r) - 1)).world()
	}
	return w
}

// place is the number of that of a row that has one.
func (f *Facts) place(r *Row) uint32 {
	switch {
	case r.Has(sparse):
		return f.fewOf(r).ref
	case r.ref&passed != 0:
		return f.place(f.rows.at(int(r.ref&^passed - 1)))
	}
	return r.ref
}

// Stale reports whether that place is an offset from one that is old.
func (f *Facts) Stale(r *Row) bool {
	return r.Has(placed) && f.worlds.at(int(f.place(r)-1)).bits&4 != 0
}

// nothing is what most rows have of what few have.
var nothing few

func (f *Facts) fewOf(r *Row) *few {
	if !r.Has(sparse) {
		return &nothing
	}
	return f.few.at(int(r.ref - 1))
}

// Copies is how many copies of a message there were with this one, from 2; 0 = it is the first.
func (f *Facts) Copies(r *Row) int { return int(f.fewOf(r).copies) }

// First is where the first copy of a repeated message stands.
func (f *Facts) First(r *Row) record.First { return f.fewOf(r).first }

// Parts are those of a message that was joined, or is lost; nil for others.
func (f *Facts) Parts(r *Row) *record.Parts {
	if n := f.fewOf(r).parts; n > 0 {
		return f.parts[n-1]
	}
	return nil
}

// Notes are the codes of those on a row that decoding does not add, but for AckAgain and AckUnseen.
func (f *Facts) Notes(r *Row) iter.Seq[decode.Code] {
	return func(yield func(decode.Code) bool) {
		x := f.fewOf(r)
		for i := range x.noted {
			if !yield(decode.Codes()[f.notes.at(int(x.notes+i)).code].Code) {
				return
			}
		}
	}
}

// Noted reports whether one of them is on a row.
func (f *Facts) Noted(r *Row, code decode.Code) bool {
	if r.Has(Remarked) {
		for x := range f.Notes(r) {
			if x == code {
				return true
			}
		}
	}
	return false
}

// Answers gives what an Ack is the first to acknowledge; frame 0 = nothing.
func (f *Facts) Answers(r *Row) (a record.AckOf) {
	if a = f.fewOf(r).answers; a.Frame != 0 {
		return a
	}
	if to, ok := f.Answered(r); ok {
		of := f.rows.at(to)
		d := f.Datagram(of.Datagram)
		a = record.AckOf{Frame: int64(d.Frame), After: f.Steady(f.Datagram(r.Datagram)).Sub(f.Steady(d)), Copies: 1, Index: of.Index}
	}
	return a
}

// Relay gives what the host passed on with a row; frame 0 = nothing.
func (f *Facts) Relay(r *Row) (x record.Relay) {
	if r.ref&passed == 0 {
		return f.fewOf(r).relay
	}
	of := f.rows.at(int(r.ref&^passed - 1))
	d := f.Datagram(of.Datagram)
	return record.Relay{
		Frame: int64(d.Frame), Index: of.Index, After: f.Steady(f.Datagram(r.Datagram)).Sub(f.Steady(d)), Echo: r.Has(Echo), Surplus: r.Has(Surplus),
	}
}

// Relays reports whether the host passed something on with a row.
func (f *Facts) Relays(r *Row) bool {
	return r.ref&passed != 0 || f.fewOf(r).relay.Frame != 0
}

// Answered gives the number of the row that an Ack is the first to acknowledge; ok is false if there is none.
func (f *Facts) Answered(r *Row) (row int, ok bool) {
	n := r.ref
	if r.Has(sparse) {
		n = f.fewOf(r).ref
	}
	if !r.Has(Game) || r.Kind != uint8(transport.Ack) || n == 0 {
		return 0, false
	}
	return int(n - 1), true
}

// Memory counts the bytes that the facts take.
func (f *Facts) Memory() int64 {
	n := int64(len(f.rows.pieces))*int64(unsafe.Sizeof([piece]Row{})) +
		int64(len(f.datagrams.pieces))*int64(unsafe.Sizeof([piece]Datagram{})) +
		int64(len(f.worlds.pieces))*int64(unsafe.Sizeof([piece]place{})) +
		int64(len(f.few.pieces))*int64(unsafe.Sizeof([piece]few{})) + int64(len(f.notes.pieces))*int64(unsafe.Sizeof([piece]note{})) +
		int64(len(f.unusual.pieces))*int64(unsafe.Sizeof([piece]unusual{})) + int64(cap(f.parts)+cap(f.joined)+cap(f.stated))*8 +
		int64(cap(f.sides))*2*int64(unsafe.Sizeof(record.Side{})) + int64(cap(f.ends))*2*int64(unsafe.Sizeof(capture.Ends{})) + int64(cap(f.voices))*3*int64(unsafe.Sizeof(voice{})) +
		int64(cap(f.contexts))*(2*int64(unsafe.Sizeof(message.Context{}))+record.DirectorySize) +
		int64(cap(f.lives))*2*int64(unsafe.Sizeof(match.Ship{}))
	for _, b := range f.bytes.blocks {
		n += int64(cap(b))
	}
	return n + f.beside
}

// Builder makes facts of records as they come.
type Builder struct {
	// Facts are those so far.
	Facts *Facts

	accounts  *tally.Accounts
	lives     *lives
	reader    *Reader
	sideOf    numbers[record.Side]
	endsOf    numbers[capture.Ends]
	contextOf map[contextKey]uint32
	voiceOf   map[voice]uint32
	voices    [64]uint32 // that were asked for lately
	// What records about an object had last: the same object is told of again, with the same context, and to each
	// client with the same place.
	recent [64]struct {
		context contextKey
		number  uint32 // of the context, from 1
		place   uint32
	}
}

// lives are those of a capture, for all who build facts of it.
type lives struct {
	all     []*match.Ship
	numbers match.Slot[uint16]
}

// NewBuilder begins with the facts of a capture. The accounts take each record before the builder does.
func NewBuilder(name string, a *tally.Accounts) *Builder {
	a.Match.AskRelays()
	a.Match.AskWaits()
	a.Traffic()
	l := &lives{}
	l.numbers = match.Keep(a.Match, func(x *match.Ship) uint16 {
		if len(l.all) >= min(a.Match.Room(maxLives), math.MaxUint16) {
			return 0
		}
		l.all = append(l.all, x)
		return uint16(len(l.all))
	})
	return newBuilder(&Facts{Name: name, match: a.Match, Narrowed: a.Wanted != nil}, a, l)
}

func newBuilder(f *Facts, a *tally.Accounts, l *lives) *Builder {
	f.remade, f.holes, f.lacks = sync.OnceValue(f.findRemade), sync.OnceValue(f.findHoles), sync.OnceValue(f.findLacks)
	f.dropped = sync.OnceValue(f.findDropped)
	b := &Builder{Facts: f, accounts: a, lives: l, reader: f.Reader()}
	b.forget()
	return b
}

// Another builds facts of what comes next in the same capture, while somebody goes through those of this one. Who does
// must not ask what of lives accounts still change, before the capture was read to its end.
func (b *Builder) Another() *Builder {
	f := b.Facts
	return newBuilder(&Facts{Name: f.Name, match: f.match, Narrowed: f.Narrowed}, b.accounts, b.lives)
}

// Reader gives a reader that stays the same.
func (b *Builder) Reader() *Reader { return b.reader }

// maxLives bounds the lives of ships that are told apart: each takes a kilobyte.
//
//limit:maxLives Figures | lives of ships that reports tell apart; one more for each 128 frames, up to 65,535 | no life: counted as the rest | TestBoundedTables
const maxLives = 1 << 13

func (b *Builder) forget() {
	b.sideOf, b.endsOf, b.contextOf, b.voiceOf = newNumbers[record.Side](), newNumbers[capture.Ends](), map[contextKey]uint32{}, map[voice]uint32{}
	clear(b.recent[:])
}

// Full reports whether there are so many rows, or four megabytes of payloads: time to go through them and Clear.
func (b *Builder) Full(rows int) bool {
	return b.Facts.rows.n >= rows || len(b.Facts.bytes.blocks) > 16
}

// Parts are rows of a capture, some after the others.
type Parts struct {
	builder *Builder
	other   *Builder // of the part before, which is gone through meanwhile; nil = one goroutine does all
	each    Each
	passed  int      // rows of the builder that were gone through
	done    chan any // what going through it panicked with; nil = it is over
}

// Each goes through the rows of a part, from one on.
type Each func(f *Facts, x *Reader, from int)

// PartRows is how many rows a part has: they stay in the cache until all have seen them.
const PartRows = 1 << 11

// NewParts has each go through a capture part by part, with two jobs and more while the next part is read; 0 = as many
// as there are processors.
func NewParts(b *Builder, jobs int, each Each) *Parts {
	p := &Parts{builder: b, each: each}
	if cmp.Or(jobs, runtime.GOMAXPROCS(0)) > 1 {
		p.other = b.Another()
	}
	return p
}

// Take makes the row of a record, as that of [Builder] does.
func (p *Parts) Take(r *decode.Record) {
	if p.builder.Full(PartRows) {
		p.next()
	}
	p.builder.Take(r)
}

// next has the rows so far gone through.
func (p *Parts) next() {
	p.wait()
	if p.other == nil {
		p.through(p.builder)
		return
	}
	p.builder, p.other = p.other, p.builder
	full, done := p.other, make(chan any, 1)
	p.done = done
	go func() {
		defer func() { done <- recover() }()
		p.through(full)
	}()
}

func (p *Parts) through(b *Builder) {
	p.each(b.Facts, b.reader, p.passed)
	b.Clear()
	p.passed = 0
}

// Now has the newest row gone through at once, by one goroutine.
func (p *Parts) Now() {
	p.each(p.builder.Facts, p.builder.reader, p.passed)
	p.passed = p.builder.Facts.Rows()
}

// wait waits until somebody has gone through the part before.
func (p *Parts) wait() {
	if done := p.done; done != nil {
		p.done = nil
		if broken := <-done; broken != nil {
			panic(broken)
		}
	}
}

// End has the rest gone through, and gives the facts without rows.
func (p *Parts) End(summary *decode.Summary) *Facts {
	p.wait()
	p.through(p.builder)
	f := p.builder.Facts
	f.Summary, f.lives = *summary, p.builder.lives.all
	return f
}

// Clear takes all rows out, for those who have gone through them and want what comes next: lives stay.
func (b *Builder) Clear() {
	f := b.Facts
	f.rows.n, f.datagrams.n, f.worlds.n, f.few.n, f.notes.n, f.unusual.n = 0, 0, 0, 0, 0, 0
	f.bytes.clear()
	b.reader.number = -1
	clear(f.parts)
	clear(f.joined)
	clear(f.stated)
	clear(f.contexts)
	f.parts, f.joined, f.stated, f.sides, f.ends, f.headers, f.contexts, f.voices, f.bases, f.beside = f.parts[:0], f.joined[:0], f.stated[:0], f.sides[:0], f.ends[:0], f.headers[:0], f.contexts[:0], f.voices[:0], f.bases[:0], 0
	b.forget()
}

// Take makes the row of a record, which the accounts have taken.
func (b *Builder) Take(r *decode.Record) {
	f := b.Facts
	d := b.datagramOf(r)
	row := f.rows.add()
	*row = Row{
		Datagram: d, Index: r.Index,
	}
	b.say(row, r)
	v := b.voice(voice{b.sideOf.of(r.Side, &f.sides), b.context(row, &r.Context)})
	b.keep(row, r, v)
}

// say fills in what a row says.
func (b *Builder) say(row *Row, r *decode.Record) {
	set := func(bit Bits, so bool) {
		if so {
			row.Is |= bit
		}
	}
	set(ToClient, r.Dir == decode.ToClient)
	set(Walked, r.Walked)
	if r.Clean() {
		row.Is |= Game
		b.clean(row, r)
		return
	}
	switch r.Proto {
	case decode.BC:
		row.Is, row.Kind = row.Is|Game, uint8(r.Header.Type)
		set(Part, r.Part())
		set(Leads, r.Index == 0 && r.Parts == nil)
	case decode.EntityState:
		row.Is, row.Kind = row.Is|EntityState, uint8(r.Revision)
	case decode.GameSpy:
		row.Is |= GameSpy
	}
	if opcode, ok := r.Opcode(); ok {
		row.Opcode = opcode
		row.Is |= HasOpcode
	}
	set(Joined, r.Parts != nil)
	set(Lost, r.Lost())
	set(Again, r.Again())
	set(stale, r.Stale)
	set(Unread, r.Unread)
	if r.Proto == decode.BC && !r.Unread {
		row.Seq = r.Header.Seq
		set(Reliable, r.Header.Reliable() && r.Header.HasSeq)
	}
	set(AckAgain, r.AcksAgain())
	set(AckUnseen, r.AcksUnseen())
	if row.Has(Game|HasOpcode) && !r.Unread {
		b.about(row, r)
	}
	for _, n := range r.Remarks() {
		switch n.Code {
		case decode.RepeatAck:
			row.Is |= AckAgain
		case decode.AckUnseen:
			row.Is |= AckUnseen
		case decode.Retransmit:
			row.Is |= Remarked | Retransmit
		default:
			row.Is |= Remarked
		}
	}
}

// clean is for an update or an Ack with nothing to remark.
func (b *Builder) clean(row *Row, r *decode.Record) {
	row.Kind, row.Seq = uint8(r.Header.Type), r.Header.Seq
	if r.Index == 0 {
		row.Is |= Leads
	}
	if r.Header.Reliable() && r.Header.HasSeq {
		row.Is |= Reliable
	}
	if len(r.Payload) > 0 {
		if opcode, ok := r.Opcode(); ok {
			row.Opcode = opcode
			row.Is |= HasOpcode
			b.about(row, r)
		}
	}
}

// about says what a message is about.
func (b *Builder) about(row *Row, r *decode.Record) {
	id, ok := uint32(0), false
	if row.Opcode == message.OpcodeStateUpdate {
		if id, _, row.Flags, ok = message.UpdateHeader(r.Payload); ok {
			row.Is |= Update
		}
	}
	if !ok {
		id, ok = objectOf(r)
	}
	if ok {
		row.Object = id
		row.Is |= Named
	}
	if r.CopyOf != 0 {
		return // the accounts have not seen it
	}
	c := b.accounts.Match.Change()
	if c.Shot {
		row.Is |= Shot
	}
	if c.Ship != nil {
		row.Life = b.lives.numbers.Of(c.Ship)
	}
	if row.Life == 0 { // there was no room, and nobody follows it
		return
	}
	if len(b.Facts.lives) != len(b.lives.all) {
		b.Facts.lives = b.lives.all
	}
	if c.Created {
		row.Is |= Begins
	}
	if c.Ended {
		row.Is |= Ends
	}
	if c := b.accounts.Traffic().Change(); c.Flow != nil {
		row.Is |= Followed | Bits(c.Step)<<stepShift
	}
}

// world keeps where a ship is, once for all who are told of it, and gives its number; 0 = it is not known. told reports whether
// the row leads to it.
func (b *Builder) world(row *Row, r *decode.Record) (number uint32, told bool) {
	w := &r.Context.World
	if *w == (message.World{}) {
		return 0, true
	}
	f, at, recent := b.Facts, placeOf(w), &b.recent[row.recent()]
	row.Is |= placed
	if row.ref&passed != 0 {
		if of := f.rows.at(int(row.ref&^passed - 1)); of.Has(placed) && *f.worlds.at(int(f.place(of) - 1)) == at {
			return f.place(of), true
		}
	}
	if recent.place == 0 || *f.worlds.at(int(recent.place - 1)) != at {
		*f.worlds.add() = at
		recent.place = uint32(f.worlds.n)
	}
	if told = row.ref == 0; told {
		row.ref = recent.place
	}
	return recent.place, told
}

// keep keeps the payload of a record, unless it lies within its datagram, and what only few records have.
func (b *Builder) keep(row *Row, r *decode.Record, voice uint32) {
	f := b.Facts
	x, notes := few{first: r.First, copies: r.Copy}, r.OwnDiagnostics()
	voice -= f.bases[row.Datagram>>pieceBits]
	if row.voice = uint16(min(voice, large)); row.voice == large {
		x.voice = voice
	}
	if row.size = uint16(min(len(r.Payload), large)); row.size == large {
		x.size = uint32(len(r.Payload))
	}
	start := int(r.Offset)
	if r.Proto == decode.BC && !r.Unread {
		start += int(r.Header.Header)
	}
	if present := len(r.Datagram.Payload); r.Parts == nil && start <= math.MaxUint16 && start+len(r.Payload) <= present {
		row.start = uint16(start)
	} else {
		var run []byte
		x.at, run = f.bytes.room(len(r.Payload))
		copy(run, r.Payload)
		row.Is |= apart
	}
	if over := r.Length() - len(r.Payload); over >= 0 && over <= math.MaxUint16 {
		row.over = uint16(over)
	} else {
		x.length = int32(r.Length())
	}
	if r.Answers.Frame != 0 && !f.answers(row, r) {
		x.answers = r.Answers
	}
	known := r.Relay.Frame == 0 || f.relays(row, r) // what is passed on, as far as a row tells it
	place, told := b.world(row, r)
	if r.Unread {
		x.offset = r.Offset
	}
	if !row.Has(apart) && x.length == 0 && x.size == 0 && x.voice == 0 && known && told && x.first == (record.First{}) && x.answers == (record.AckOf{}) &&
		r.Parts == nil && len(notes) == 0 && x.copies == 0 && x.offset == 0 {
		return
	}
	x.relay = r.Relay
	x.notes, x.noted = uint32(f.notes.n), uint32(len(notes))
	for _, n := range notes {
		at, text := f.bytes.room(len(n.Text))
		copy(text, n.Text)
		*f.notes.add() = note{at, uint32(len(text)), int32(n.Offset), codes[n.Code]}
	}
	if r.Parts != nil {
		f.parts = append(f.parts, r.Parts)
		x.parts = uint32(len(f.parts))
		f.beside += int64(unsafe.Sizeof(*r.Parts)) + int64(len(r.Parts.Frames))*(9+int64(unsafe.Sizeof(record.Place{})))
	}
	if x.ref = row.ref; place > 0 || row.ref&passed != 0 {
		x.ref = place
	}
	*f.few.add() = x
	row.ref = uint32(f.few.n)
	row.Is |= sparse
}

// objectOf gives the object that a message names as object_id, if it was read so far.
func objectOf(r *decode.Record) (id uint32, ok bool) {
	needed := 1 // fields up to it
	switch m := r.Content().Message.(type) {
	case *message.StateUpdate:
		id = m.ObjectID
	case *message.ObjectCreate:
		id, needed = m.ObjectID, m.FieldsToObject()
	case *message.TorpedoFire:
		id = m.ObjectID
	case *message.BeamFire:
		id = m.ObjectID
	case *message.DestroyObject:
		id = m.ObjectID
	case *message.Explosion:
		id = m.ObjectID
	case *message.ObjectNotFound:
		id = m.ObjectID
	case *message.RequestObject:
		id = m.ObjectID
	case *message.EnterSet:
		id = m.ObjectID
	default:
		return 0, false
	}
	return id, r.Content().Fields >= needed
}

// answers ties an Ack to the row of what it acknowledges, and reports whether that tells all about it.
func (f *Facts) answers(row *Row, r *decode.Record) bool {
	a := &r.Answers
	i, ok := f.RowAt(a.Frame, a.Index)
	if !ok || row.ref != 0 {
		return false
	}
	row.ref = uint32(i + 1)
	return a.Copies == 1 && a.After == f.since(i, r)
}

// relays ties a message to the row of what the host passed on with it; false = there is none that tells all about it.
func (f *Facts) relays(row *Row, r *decode.Record) bool {
	x := &r.Relay
	i, ok := f.RowAt(x.Frame, x.Index)
	if !ok || row.ref != 0 || x.After != f.since(i, r) {
		return false
	}
	row.ref = passed | uint32(i+1)
	if x.Echo {
		row.Is |= Echo
	}
	if x.Surplus {
		row.Is |= Surplus
	}
	return true
}

// since is the time from a row to a record.
func (f *Facts) since(row int, r *decode.Record) time.Duration {
	return r.Steady().Sub(f.Steady(f.Datagram(f.rows.at(row).Datagram)))
}

// FrameAt is the frame in which a row stands: its own, but for a lost message that of the row before, with which it was given up.
func (f *Facts) FrameAt(row int) int64 {
	for row > 0 && f.rows.at(row).Has(Lost) {
		row--
	}
	return int64(f.datagrams.at(int(f.rows.at(row).Datagram)).Frame)
}

// From gives the first row that stands in a frame or behind it; as many as there are rows if none does.
func (f *Facts) From(frame int64) int {
	low, back := f.rows.n, 1
	for low > 0 && f.FrameAt(low-1) >= frame { // most are asked for soon
		low, back = max(low-back, 0), 2*back
	}
	return low + sort.Search(f.rows.n-low, func(i int) bool { return f.FrameAt(low+i) >= frame })
}

// RowAt finds the row of a message on the wire by its frame and its place: not that of a message which was joined there.
func (f *Facts) RowAt(frame int64, index uint8) (row int, ok bool) {
	for i := f.From(frame); i < f.rows.n; i++ {
		x := f.rows.at(i)
		switch at := f.FrameAt(i); {
		case at > frame:
			return 0, false
		case at == frame && x.Index == index && !x.Has(Joined) && !x.Has(Unread):
			return i, true
		}
	}
	return 0, false
}

// datagramOf gives the number of the datagram of a record, which may be new.
func (b *Builder) datagramOf(r *decode.Record) uint32 {
	f := b.Facts
	if n := f.datagrams.n; n > 0 {
		switch newest := f.datagrams.at(n - 1); {
		case f.same(newest, r):
			return uint32(n - 1)
		case int64(newest.Frame) > r.Frame: // a lost message is told of later
			i := sort.Search(n, func(i int) bool { return int64(f.datagrams.at(i).Frame) >= r.Frame })
			if i < n && f.same(f.datagrams.at(i), r) {
				return uint32(i)
			}
		}
	}
	if f.datagrams.n>>pieceBits == len(f.bases) {
		b.piece()
	}
	d := f.datagrams.add()
	length := r.Datagram.Length()
	*d = Datagram{
		sec: uint32(r.Time.Sec), nanos: r.Time.Nanos, Frame: uint32(r.Frame),
		ends: b.endsOf.of(r.Ends, &f.ends), length: uint16(length), padding: uint8(r.Padding), digits: r.Digits,
	}
	if len(f.headers) < len(f.ends) {
		f.headers = append(f.headers, r.HeaderBytes)
	}
	var run []byte
	d.at, run = f.bytes.room(len(r.Datagram.Payload))
	n := copy(run, r.Plain)
	copy(run[n:], r.Datagram.Payload[n:])
	sized := r.HeaderBytes != f.headers[d.ends] || r.Padding > math.MaxUint8 || length > math.MaxUint16
	if r.Back != 0 || r.Late != 0 || r.Fragments != 0 || r.Snapped || r.Missing != 0 || r.CopyOf != 0 || r.Stated != nil || sized || r.Time.Sec != int64(d.sec) {
		u := f.unusual.add()
		*u = unusual{
			at: d.at, sec: r.Time.Sec, back: r.Back, late: r.Late, missing: r.Missing, fragments: r.Fragments, snapped: r.Snapped, copyOf: r.CopyOf,
			sized: sized, headers: r.HeaderBytes, padding: r.Padding, length: int32(length),
		}
		if j := r.FromFragments; j != nil {
			f.joined = append(f.joined, j)
			f.beside += int64(unsafe.Sizeof(*j)) + int64(cap(j.Payload)) + 8*int64(cap(j.Frames))
			u.joined = uint32(len(f.joined))
		}
		if r.Stated != nil {
			f.stated = append(f.stated, r.Stated)
			f.beside += int64(unsafe.Sizeof(*r.Stated))
			u.stated = uint32(len(f.stated))
		}
		d.at, d.digits = address(f.unusual.n), d.digits|odd
	}
	return uint32(f.datagrams.n - 1)
}

// piece begins a piece of datagrams. A long capture has more voices than a row can name, but few at a time: when many have a
// number, those who still speak get a new one.
func (b *Builder) piece() {
	const many = large / 2
	f, base := b.Facts, uint32(0)
	if n := len(f.bases); n > 0 {
		base = f.bases[n-1]
	}
	if n := uint32(len(f.voices)); n-base > many {
		base = n
		clear(b.voiceOf)
	}
	f.bases = append(f.bases, base)
}

// same reports whether a record is of a datagram. Its number alone does not say so: a damaged log has one twice. A lost
// message has no bytes of it.
func (f *Facts) same(d *Datagram, r *decode.Record) bool {
	if int64(d.Frame) != r.Frame || f.Time(d) != r.Time || f.ends[d.ends] != *r.Ends {
		return false
	}
	content := r.Plain
	if content == nil {
		content = r.Datagram.Payload
	}
	_, _, length := f.sizes(d)
	return r.Parts != nil && r.Parts.Lost || int(length) == r.Datagram.Length() && f.unusualOf(d).missing == r.Missing &&
		bytes.HasPrefix(f.Content(d), content)
}

// recent is where a row finds what those about its object had.
func (r *Row) recent() uint32 { return (r.Object ^ r.Object>>18) % 64 }

// context gives the number of a context without its place in the world.
func (b *Builder) context(row *Row, c *message.Context) uint32 {
	key := contextKey{c.Class, c.Inferred, c.Dialect, c.Names, c.Asked}
	recent := &b.recent[row.recent()]
	if recent.number > 0 && recent.context == key {
		return recent.number - 1
	}
	n, ok := b.contextOf[key]
	if !ok {
		n = uint32(len(b.Facts.contexts))
		b.contextOf[key] = n
		shared := *c
		shared.World = message.World{}
		b.Facts.contexts = append(b.Facts.contexts, shared)
	}
	recent.context, recent.number = key, n+1
	return n
}

// voice gives the number of a voice, which may be new.
func (b *Builder) voice(v voice) uint32 {
	recent, f := &b.voices[(v.side^v.context<<3)%uint32(len(b.voices))], b.Facts // an object is told of by several in turn
	if *recent >= f.bases[len(f.bases)-1] && *recent < uint32(len(f.voices)) && f.voices[*recent] == v {
		return *recent
	}
	n, ok := b.voiceOf[v]
	if !ok {
		n = uint32(len(f.voices))
		b.voiceOf[v] = n
		f.voices = append(f.voices, v)
	}
	*recent = n
	return n
}

// numbers number values that many records share. Those who share one have the same pointer as a rule.
type numbers[T comparable] struct {
	shared map[*T]uint32
	all    map[T]uint32
	recent [16]struct { // that were asked for lately, by where they lie
		x      *T
		number uint32
	}
}

func newNumbers[T comparable]() numbers[T] {
	return numbers[T]{shared: map[*T]uint32{}, all: map[T]uint32{}}
}

// of gives the number of a value, which may be new.
func (n *numbers[T]) of(x *T, values *[]T) uint32 {
	recent := &n.recent[uintptr(unsafe.Pointer(x))>>5%16]
	if recent.x != x {
		recent.x, recent.number = x, n.find(x, values)
	}
	return recent.number
}

// find is for one that was not asked for a moment ago.
func (n *numbers[T]) find(x *T, values *[]T) uint32 {
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
	messages []transport.Message
	header   transport.Message
	record   record.Record
	decoder  record.Decoder
	update   message.StateUpdate // the newest that was known to be in order
}

// Reader gives a reader of its own to whoever asks.
func (f *Facts) Reader() *Reader { return &Reader{facts: f, number: -1} }

// At gives the record of a row as decode had it, but for two things: the payload of its datagram is
// deciphered, and what only fast paths ask is left out. It is valid until the next one is asked for.
func (x *Reader) At(i int) *record.Record {
	f, r := x.facts, &x.record
	row := f.rows.at(i)
	x.open(int(row.Datagram), row.Has(Game))
	var header *transport.Message
	plain := x.datagram.Payload
	if row.Has(Game) && !row.Has(Unread) && int(row.Index) < len(x.messages) {
		if x.header = x.messages[row.Index]; row.Has(Lost) { // it has the number of its parts, and no bits of theirs
			x.header = transport.NewData(true, x.header.Seq)
		}
		header = &x.header
	}
	r.Begin(&x.datagram, f.Side(row), header, f.Payload(row))
	if row.Has(Game) {
		r.Index = row.Index
		if len(plain) > 0 {
			r.Peer = plain[0]
		}
		if len(plain) > 1 {
			r.Count = plain[1]
		}
	}
	r.Context = *f.Context(row)
	r.Context.World = f.World(row)
	r.Stale, r.Unread = row.Has(stale), row.Has(Unread)
	if row.Has(EntityState) {
		r.Revision = entitystate.Revision(row.Kind)
	}
	r.Answers, r.Relay = f.Answers(row), f.Relay(row)
	again, unseen := row.Has(AckAgain), row.Has(AckUnseen)
	if row.Has(sparse) {
		m := f.fewOf(row)
		r.First, r.Copy = m.first, m.copies
		if m.parts > 0 {
			r.Parts = f.parts[m.parts-1]
		}
		if row.Has(Unread) {
			r.Offset = m.offset
		}
		for k := range m.noted {
			n := f.notes.at(int(m.notes + k))
			code := decode.Codes()[n.code].Code
			r.Diagnose(code, int(n.offset), string(f.bytes.bytes(n.text, 0, n.size)))
			again, unseen = again && code != decode.RepeatAck, unseen && code != decode.AckUnseen
		}
	}
	r.MarkAck(again, unseen)
	x.decoder.Take(r)
	return r
}

// Header gives the header of the transport message of a row on the wire that could be read. It is valid until a row of
// another datagram is asked for.
func (x *Reader) Header(i int) *transport.Message {
	row := x.facts.rows.at(i)
	x.open(int(row.Datagram), true)
	return &x.messages[row.Index]
}

// open makes the datagram with a number that at hand.
func (x *Reader) open(n int, game bool) {
	if x.number == n {
		return
	}
	f := x.facts
	d := f.datagrams.at(n)
	x.number = n
	u := f.unusualOf(d)
	headers, padding, _ := f.sizes(d)
	x.datagram = capture.Datagram{
		Frame: int64(d.Frame), Time: f.Time(d), Ends: &f.ends[d.ends], Digits: d.Digits(), Payload: f.Content(d),
		Missing: u.missing, HeaderBytes: headers, Padding: padding,
		Back: u.back, Late: u.late, Fragments: u.fragments, Snapped: u.snapped, CopyOf: u.copyOf,
	}
	if u.joined > 0 {
		x.datagram.FromFragments = f.joined[u.joined-1]
	}
	if u.stated > 0 {
		x.datagram.Stated = f.stated[u.stated-1]
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

// BudgetError says that a capture is larger than the memory that facts may take, or has more payloads than they can hold.
type BudgetError struct {
	Name   string
	Budget Budget
	// Full says that it is the latter, or that there are more rows than one can lead to.
	Full bool
	// Frame and Time are how far the capture was read.
	Frame int64
	Time  capture.Time
}

func (e *BudgetError) Error() string {
	more, do := "--memory "+e.Budget.String(), "Give more memory, read"
	if e.Full {
		more, do = Budget(mostBlocks*block).String()+" of payloads, or 2^31 messages", "Read"
	}
	return fmt.Sprintf("%s: more than %s: stopped at frame %d, %s. %s a part of it (--from, --to), or export it (bcdump export parquet) and query the tables",
		e.Name, more, e.Frame, e.Time.AppendRFC3339(nil, 6), do)
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

// Within gives an error if the facts up to a record, which was taken, take more than the budget. It looks from time to time.
func (b *Builder) Within(budget Budget, r *decode.Record) *BudgetError {
	if b.Facts.rows.n&(piece-1) != 0 {
		return nil
	}
	if full := b.Facts.bytes.full() || b.Facts.rows.n > passed-2*piece; full || budget != 0 && b.Facts.Memory() > int64(budget) {
		return &BudgetError{b.Facts.Name, budget, full, r.Frame, r.Time}
	}
	return nil
}
