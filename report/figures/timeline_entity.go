package figures

// EntityRow is one row of `bcdump timeline` about an entity of the entity-state protocol:
// what a State said of it, or what happened to it.
type EntityRow struct {
	Version  int    `json:"v"`
	Kind     string `json:"kind"`  // KindUpdate or KindEvent
	Proto    string `json:"proto"` // "entity-state"
	File     string `json:"file,omitempty"`
	Time     Time   `json:"time"`
	Frame    int64  `json:"frame"`
	Server   string `json:"server"`
	Receiver string `json:"receiver"` // the client that was told
	// Apart says that the receiver is told something else than the first client of the server.
	Apart    bool   `json:"apart,omitempty"`
	ID       int64  `json:"entity_id"`
	Type     int    `json:"type"`
	TypeName string `json:"type_name"` // "" = no source knows it
	Name     string `json:"name"`      // of the player; "" = no player, or not known
	// X, Y are pixels, VX, VY pixels per second. null = not in this row, or no number.
	X  *float32 `json:"x"`
	Y  *float32 `json:"y"`
	VX *float32 `json:"vx"`
	VY *float32 `json:"vy"`
	// Speed is that of VX and VY, Moved that from the place in the State before to this
	// one, by capture time; pixels per second.
	Speed *float64     `json:"speed"`
	Moved *float64     `json:"moved"`
	Color string       `json:"color,omitempty"` // of updates: "#55AAFFFF"
	Event *EntityEvent `json:"event,omitempty"`
}

// What happens to entities.
const (
	Appeared  = "appeared"  // in a State; it was in none before
	Vanished  = "vanished"  // later States lack it
	Despawned = "despawned" // a server said that it is gone
	Lives     = "lives"     // a player has another number of them
	Score     = "score"
)

// EntityEventNames lists what can happen to entities.
func EntityEventNames() []string { return []string{Appeared, Vanished, Despawned, Lives, Score} }

// EntityEvent is something that happened to an entity.
type EntityEvent struct {
	What string `json:"what"`
	From *int64 `json:"from,omitempty"` // of lives and scores; null = not known
	To   *int64 `json:"to,omitempty"`
	Text string `json:"text"` // in words
}

// EntityLife is an entity from the first State that has it to the last one. Query gives
// States.
type EntityLife struct {
	File     string `json:"file,omitempty"`
	Server   string `json:"server"`
	Receiver string `json:"receiver"`        // the client that was told
	Apart    bool   `json:"apart,omitempty"` // as in rows
	ID       int64  `json:"entity_id"`
	Type     int    `json:"type"`
	TypeName string `json:"type_name"`
	Name     string `json:"name"` // of the player
	Color    string `json:"color"`
	First    Time   `json:"first"`
	Last     Time   `json:"last"`
	// Vanished is the first State without it; "" = it is in the last one.
	Vanished Time    `json:"vanished,omitzero"`
	States   int64   `json:"states"`
	Seconds  float64 `json:"seconds"` // from the first to the last State, without pauses
	// Path is the way along its places in pixels, MeanMoved the same by Seconds.
	// MeanSpeed is the mean of what VX and VY say.
	Path      float64 `json:"path"`
	MeanMoved float64 `json:"mean_moved"`
	MeanSpeed float64 `json:"mean_speed"`
	Lives     *int64  `json:"lives"` // of a player, at last; null = never told
	Score     *int64  `json:"score"`
	Query     Query   `json:"query"`
}

// EntitySum sums up the lives of one type at one server.
type EntitySum struct {
	File      string  `json:"file,omitempty"`
	Server    string  `json:"server"`
	Receiver  string  `json:"receiver,omitempty"` // the client that was told, if Apart
	Apart     bool    `json:"apart,omitempty"`    // as in rows
	Type      int     `json:"type"`
	TypeName  string  `json:"type_name"`
	Entities  int64   `json:"entities"`
	Vanished  int64   `json:"vanished"`
	States    int64   `json:"states"`
	Seconds   float64 `json:"seconds"` // of all lives together
	Path      float64 `json:"path"`
	MeanMoved float64 `json:"mean_moved"`
	MeanSpeed float64 `json:"mean_speed"`
}

// EntityWorld is what an overview shows of one server.
type EntityWorld struct {
	File     string
	Server   string
	Receiver string
	Apart    bool // the receiver is told something else than the first client of the server
	First    Time // States
	Last     Time
	States   int64
	Players  []EntityLife
	Sums     []EntitySum
	Events   []EntityRow // lives of players, and when they came and went; the first ones
	More     int64       // events that are not among them
}
