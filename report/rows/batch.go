package rows

import "reflect"

// Batch is a number of rows of each table, in the order of the capture. Tags name the
// tables, and say what a row is.
type Batch struct {
	Captures     []Capture     `table:"captures" about:"A capture."`
	Messages     []Message     `table:"messages" about:"A record: a line of 'bcdump decode -o json'. Messages that were joined from fragments have a row besides those of their fragments ('joined')."`
	StateUpdates []StateUpdate `table:"state_updates" about:"A StateUpdate: the state of a ship. Null = this update does not tell. An update that was cut within its fixed fields is in 'fields' only."`
	Subsystems   []Subsystem   `table:"subsystems" about:"An entry of a block of subsystems, or a power setting, of an update."`
	Events       []Event       `table:"events" about:"A message that carries an event of the game (opcodes 0x06 to 0x12, 0x15, 0x17, 0x1B). One that was cut within its fields is in 'fields' only."`
	Weapons      []Weapon      `table:"weapons" about:"A message of a weapon: a beam that starts or stops, a torpedo, a pulse."`
	Kills        []Kill        `table:"kills" about:"A ship that exploded, once, as 'bcdump match' has it."`
	Chat         []Chat        `table:"chat" about:"A text that was said, once, as 'bcdump match' has it."`
	Creations    []Creation    `table:"creations" about:"A message that creates an object. Hosts tell every client: 'first' marks the one that begins a life."`
	Notes        []Note        `table:"notes" about:"A note on a record: something worth knowing beside its fields."`
	Entities     []Entity      `table:"entities" about:"An entity of a State of the entity-state protocol."`
	Fields       []Field       `table:"fields" about:"A field of any other message: of all but StateUpdates, State and Acks, which have columns of their own."`

	bytes int // of texts that may be long
}

// A batch has at most so many rows of one table, and so many bytes of texts before the last row.
const (
	//limit:batchRows Work in progress | rows of a table in a batch (`export parquet`) | the next batch | TestBatches
	batchRows = 2048
	//limit:batchBytes Work in progress | bytes of texts of a batch, before the last one | the next batch | TestBatches
	batchBytes = 1 << 20
)

// Reset empties the batch. The room of its rows is used again.
func (b *Batch) Reset() {
	all := reflect.ValueOf(b).Elem()
	for i := range all.NumField() {
		if rows := all.Field(i); rows.CanSet() {
			rows.SetLen(0)
		}
	}
	b.bytes = 0
}

// full reports whether a table has no room for another row.
func (b *Batch) full() bool {
	return len(b.Messages) >= batchRows || len(b.StateUpdates) >= batchRows || len(b.Subsystems) >= batchRows ||
		len(b.Weapons) >= batchRows || len(b.Creations) >= batchRows || len(b.Notes) >= batchRows || len(b.Entities) >= batchRows || len(b.Fields) >= batchRows || b.bytes >= batchBytes
}
