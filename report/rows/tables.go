package rows

import "reflect"

// SchemaVersion is the version of the tables; it is raised when a column changes its meaning or
// goes, so that captures are exported again.
const SchemaVersion = 1

// Table is what is to be known of a table without its rows.
type Table struct {
	Name  string // of its folder: "state_updates"
	About string // what a row is
	Row   any    // a zero row
}

// Tables lists all tables in the order in which documents have them.
func Tables() []Table {
	return []Table{
		{"captures", "A capture.", Capture{}},
		{"messages", "A record: a line of `bcdump decode -o json`. Messages that were joined from fragments have a row besides those of their fragments (`joined`).", Message{}},
		{"state_updates", "A StateUpdate: the state of a ship. Null = this update does not tell. An update that was cut within its fixed fields is in `fields` only.", StateUpdate{}},
		{"subsystems", "An entry of a block of subsystems, or a power setting, of an update.", Subsystem{}},
		{"events", "A message that carries an event of the game (opcodes 0x06 to 0x12, 0x15, 0x17, 0x1B).", Event{}},
		{"weapons", "A message of a weapon: a beam that starts or stops, a torpedo, a pulse.", Weapon{}},
		{"kills", "A ship that exploded, once, as `bcdump match` has it.", Kill{}},
		{"chat", "A text that was said, once, as `bcdump match` has it.", Chat{}},
		{"creations", "A message that creates an object. Hosts tell every client: `first` marks the one that begins a life.", Creation{}},
		{"joins", "A connection of a client: how it came into the game and how it ended, as `bcdump stats` has it.", Join{}},
		{"links", "The traffic between a client and a server, as `bcdump stats` has it.", Link{}},
		{"checks", "The verdict of `bcdump check` on a rule, for one of those whom it judges.", Check{}},
		{"notes", "A note on a record: something worth knowing beside its fields.", Note{}},
		{"entities", "An entity of a State of the entity-state protocol.", Entity{}},
		{"fields", "A field of any other message: of all but StateUpdates, State and Acks, which have columns of their own.", Field{}},
	}
}

// Column is a column of a table.
type Column struct {
	Name  string
	Type  string // "u32", "text", "list of i64"
	Null  bool   // it may be null
	Unit  string // "ms"; "" = none
	About string
}

// Columns lists the columns of a row in their order.
func Columns(row any) []Column { return columnsOf(reflect.TypeOf(row)) }
