package rows

import "reflect"

// Batch is a number of rows of each table, in the order of the capture, and all that they point to. Tags name the
// tables, and say what a row is.
type Batch struct {
	Captures     []Capture     `table:"captures" about:"A capture."`
	Messages     []Message     `table:"messages" about:"A record: a line of 'bcdump decode -o json'. Messages that were joined from fragments have a row besides those of their fragments ('joined')."`
	StateUpdates []StateUpdate `table:"state_updates" about:"A StateUpdate: the state of a ship. Null = this update does not tell. An update that was cut within its fixed fields is in 'fields' only."`
	Subsystems   []Subsystem   `table:"subsystems" about:"An entry of a block of subsystems, or a power setting, of an update."`
	Events       []Event       `table:"events" about:"A message that carries an event of the game (opcodes 0x06 to 0x12, 0x15, 0x17, 0x1B)."`
	Weapons      []Weapon      `table:"weapons" about:"A message of a weapon: a beam that starts or stops, a torpedo, a pulse."`
	Kills        []Kill        `table:"kills" about:"A ship that exploded, once, as 'bcdump match' has it."`
	Chat         []Chat        `table:"chat" about:"A text that was said, once, as 'bcdump match' has it."`
	Creations    []Creation    `table:"creations" about:"A message that creates an object. Hosts tell every client: 'first' marks the one that begins a life."`
	Notes        []Note        `table:"notes" about:"A note on a record: something worth knowing beside its fields."`
	Entities     []Entity      `table:"entities" about:"An entity of a State of the entity-state protocol."`
	Fields       []Field       `table:"fields" about:"A field of any other message: of all but StateUpdates, State and Acks, which have columns of their own."`

	floats  arena[float32]
	doubles arena[float64]
	ids     arena[uint32]
	ints    arena[int32]
	words   arena[uint16]

	bytes int // of texts that may be long
}

// A batch has at most so many rows of one table, and so many bytes of texts before the last row.
const (
	//limit:batchRows Work in progress | rows of a table in a batch (`export parquet`) | the next batch | TestBatches
	batchRows = 2048
	//limit:batchBytes Work in progress | bytes of texts of a batch, before the last one | the next batch | TestBatches
	batchBytes = 1 << 20
)

// Reset empties the batch. Its rows, and what they point to, are used again.
func (b *Batch) Reset() {
	all := reflect.ValueOf(b).Elem()
	for i := range all.NumField() {
		if rows := all.Field(i); rows.CanSet() {
			rows.SetLen(0)
		}
	}
	b.floats.reset()
	b.doubles.reset()
	b.ids.reset()
	b.ints.reset()
	b.words.reset()
	b.bytes = 0
}

// full reports whether a table has no room for another row.
func (b *Batch) full() bool {
	return len(b.Messages) >= batchRows || len(b.StateUpdates) >= batchRows || len(b.Subsystems) >= batchRows ||
		len(b.Weapons) >= batchRows || len(b.Creations) >= batchRows || len(b.Notes) >= batchRows || len(b.Entities) >= batchRows || len(b.Fields) >= batchRows || b.bytes >= batchBytes
}

// arena holds values that rows point to. Nothing is freed one by one.
type arena[T any] struct {
	chunks [][]T // all but the last one in use are full
	used   int   // chunks in use
}

const chunk = 1024 // values

func (a *arena[T]) reset() {
	for i := range a.chunks[:a.used] {
		a.chunks[i] = a.chunks[i][:0]
	}
	a.used = 0
}

// list gives room for n values.
func (a *arena[T]) list(n int) []T {
	if a.used == 0 || len(a.chunks[a.used-1])+n > cap(a.chunks[a.used-1]) {
		a.next(n)
	}
	c := &a.chunks[a.used-1]
	from := len(*c)
	*c = (*c)[:from+n]
	return (*c)[from : from+n : from+n]
}

// next begins a chunk with room for n values.
func (a *arena[T]) next(n int) {
	if a.used == len(a.chunks) {
		a.chunks = append(a.chunks, nil)
	}
	c := &a.chunks[a.used]
	if cap(*c) < n {
		*c = make([]T, 0, max(n, chunk))
	}
	a.used++
}

// of gives a pointer to a value.
func (a *arena[T]) of(v T) *T {
	p := &a.list(1)[0]
	*p = v
	return p
}

// bytes has every byte, so that rows can point to it.
var bytes = func() (all [256]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

// byteOf gives a pointer to a byte that must not be changed.
func byteOf(v uint8) *uint8 { return &bytes[v] }

var truths = [2]bool{false, true}

// truthOf gives a pointer to a boolean that must not be changed.
func truthOf(v bool) *bool {
	if v {
		return &truths[1]
	}
	return &truths[0]
}
