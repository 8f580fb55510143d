package entitystate

import "bcdump/decode/wire"

// Direction says who sends a message.
type Direction string

// Directions.
const (
	ToServer Direction = "C>S"
	ToClient Direction = "S>C"
	Both     Direction = "both"
)

// Revision is one of the two ways in which servers number the types 12 to 17. The
// version in the header does not tell them apart.
type Revision uint8

// Revisions.
const (
	Unsettled Revision = iota // not known
	Early                     // Aincrad-Flux, commit 001ba9f and before
	Late                      // Kernyx-Labs
)

// String names the revision.
func (r Revision) String() string { return [...]string{"unsettled", "early", "late"}[r%3] }

// Spec is one row of the table of types.
type Spec struct {
	Type      uint8
	Name      string // "" for the type that two revisions use for different messages
	Direction Direction
	// Sizes says in words how many bytes the payload has.
	Sizes string
	// Revision is the one that has this type for this message; Unsettled = all.
	Revision Revision
	// Stream is set on messages that travel over TCP.
	Stream bool
	New    func() wire.Message

	least int // bytes that the payload has at least
	exact bool
	empty bool // the payload may also be empty
	sound func(payload []byte, size int) bool
}

// Table lists the messages by type. A type that has several meanings has several rows.
func Table() []Spec { return rows[:ambiguous] }

// ambiguous is the row of type 16 while the revision is not known.
const ambiguous = len(rows) - 1

func describe[T any, P interface {
	*T
	wire.Message
}]() func() wire.Message {
	return func() wire.Message { return P(new(T)) }
}

// Evidence is the grade of every layout: no packet of this protocol is public.
const Evidence = wire.Document

var rows = [...]Spec{
	{Type: 1, Name: "Hello", Direction: ToServer, Sizes: "0 or 20", least: 20, empty: true, sound: soundHello, New: describe[Hello]()},
	{Type: 2, Name: "HelloAck", Direction: ToClient, Sizes: "0", New: describe[HelloAck]()},
	{Type: 3, Name: "Input", Direction: ToServer, Sizes: "5", least: 5, sound: soundInput, New: describe[Input]()},
	{Type: 4, Name: "State", Direction: ToClient, Sizes: "2 + 25 n", least: 2, sound: soundState, New: describe[State]()},
	{Type: 5, Name: "Spawn", Direction: ToClient, Sizes: "25", least: EntitySize, sound: soundSpawn, New: describe[Spawn]()},
	{Type: 6, Name: "Despawn", Direction: ToClient, Sizes: "4", least: 4, New: describe[Despawn]()},
	{Type: 7, Name: "Ping", Direction: Both, Sizes: "8", least: 8, New: describe[Ping]()},
	{Type: 8, Name: "Pong", Direction: Both, Sizes: "8", least: 8, New: describe[Pong]()},
	{Type: 9, Name: "Roster", Direction: ToClient, Sizes: "1 + 21 n or 1 + 22 n", least: 1, sound: soundRoster, New: describe[Roster]()},
	{Type: 10, Name: "LivesUpdate", Direction: ToClient, Sizes: "5", least: 5, New: describe[LivesUpdate]()},
	{Type: 11, Name: "ScoreUpdate", Direction: ToClient, Sizes: "8", least: 8, New: describe[ScoreUpdate]()},
	{Type: 12, Name: "Disconnect", Direction: ToServer, Sizes: "0", exact: true, Revision: Early, New: describe[Disconnect]()},
	{Type: 12, Name: "LobbyStatus", Direction: ToClient, Sizes: "8", least: 8, exact: true, Revision: Late, New: describe[LobbyStatus]()},
	{Type: 13, Name: "ReturnToMenu", Direction: ToClient, Sizes: "0", exact: true, Revision: Early, New: describe[ReturnToMenu]()},
	{Type: 13, Name: "LobbyConfig", Direction: ToServer, Sizes: "2", least: 2, exact: true, Revision: Late, New: describe[LobbyConfig]()},
	{Type: 14, Name: "LobbyStatus", Direction: ToClient, Sizes: "8", least: 8, exact: true, Revision: Early, New: describe[LobbyStatus]()},
	{Type: 14, Name: "StartMatch", Direction: ToServer, Sizes: "0", exact: true, Revision: Late, New: describe[StartMatch]()},
	{Type: 15, Name: "LobbyConfig", Direction: ToServer, Sizes: "2", least: 2, exact: true, Revision: Early, New: describe[LobbyConfig]()},
	{Type: 15, Name: "GameOver", Direction: ToClient, Sizes: "1", least: 1, exact: true, Revision: Late, New: describe[GameOver]()},
	{Type: 16, Name: "StartMatch", Direction: ToServer, Sizes: "0", exact: true, Revision: Early, New: describe[StartMatch]()},
	{Type: 16, Name: "Disconnect", Direction: ToServer, Sizes: "0", exact: true, Revision: Late, New: describe[Disconnect]()},
	{Type: 17, Name: "GameOver", Direction: ToClient, Sizes: "1", least: 1, exact: true, Revision: Early, New: describe[GameOver]()},
	{Type: 17, Name: "ReturnToMenu", Direction: ToClient, Sizes: "0", exact: true, Revision: Late, New: describe[ReturnToMenu]()},
	{Type: 100, Name: "TcpWelcome", Direction: ToClient, Sizes: "6 or 0", least: 6, empty: true, Stream: true, New: describe[TCPWelcome]()},
	{Type: 101, Name: "StartGame", Direction: ToClient, Sizes: "0 or any", Stream: true, New: describe[StartGame]()},
	{Type: 16, Direction: ToServer, Sizes: "0", exact: true, New: describe[Ambiguous]()},
}

// Tells gives the revision that a message of this row proves. Type 16 proves none: its
// two meanings look the same.
func (s *Spec) Tells() Revision {
	if s.Type == 16 {
		return Unsettled
	}
	return s.Revision
}

// find gives the row of a type with a payload of so many bytes; -1 if there is none.
func find(kind uint8, size int, revision Revision) int {
	if kind == 16 && size == 0 && revision == Unsettled {
		return ambiguous
	}
	for i := range rows[:ambiguous] {
		s := &rows[i]
		if s.Type != kind || s.exact && size != s.least {
			continue
		}
		if kind == 16 && s.Revision != revision {
			continue
		}
		return i
	}
	return -1
}

// known tells which types any row has.
var known = func() (types [256]bool) {
	for i := range rows {
		types[rows[i].Type] = true
	}
	return types
}()

// short reports whether a payload of size bytes, of which so many are here, lacks some
// that the message needs.
func (s *Spec) short(here, size int) bool { return here < s.least && (size != 0 || !s.empty) }
