package figures

// ReplayFormat is the version of Replay, and of the block that a page holds.
const ReplayFormat = 1

// Replay is the report of `bcdump report` on one capture: what a page shows.
//
// Times are seconds since the first frame. What the capture does not tell has no row, and no key
// where keys may be missing.
type Replay struct {
	Format   int      `json:"format"`
	File     string   `json:"file"`
	Program  string   `json:"program"` // that wrote it
	Start    Time     `json:"start"`   // time of the first frame; "" = there is none
	Length   float64  `json:"length"`
	Map      string   `json:"map"`      // script of the mission; "" = not told
	Captured string   `json:"captured"` // where: "at the host", "at a client", "between them"; "" = nobody knows
	Dialect  string   `json:"dialect"`  // of the first server; "" = there is none
	Protocol string   `json:"protocol"` // "bc", "entitystate", "mixed"; "" = neither is in it
	Damage   []string `json:"damage"`   // in words
	Summary  []string `json:"summary"`  // what happened, in sentences

	// What other commands print of the capture.
	Match *Match `json:"match,omitempty"`
	Stats *Stats `json:"stats,omitempty"`
	Check *Check `json:"check,omitempty"`

	Players   []ReplayPlayer  `json:"players"`
	Ships     []ReplayShip    `json:"ships"` // in the order in which they were heard of
	Fire      []ReplayFire    `json:"fire"`
	Torpedoes []ReplayTorpedo `json:"torpedoes"`
	Log       []ReplayLine    `json:"log"`
	Series    []ReplaySeries  `json:"series"`
	Entities  []ReplayEntity  `json:"entities"`

	// Thinned is n if only each n-th position was kept.
	Thinned int `json:"thinned"`
	// Dropped counts what did not fit into bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// ReplayPlayer is a player, or somebody else whose ships are shown.
type ReplayPlayer struct {
	Name  string   `json:"name"`
	Peer  int      `json:"peer,omitempty"`
	Slot  *int     `json:"slot,omitempty"`
	Host  bool     `json:"host"` // plays at the server itself, without a connection
	Team  *int     `json:"team,omitempty"`
	From  *float64 `json:"from,omitempty"`  // when it came into the game
	Until *float64 `json:"until,omitempty"` // when it left, or was heard last
	End   string   `json:"end,omitempty"`   // as in Match
	// Kills and deaths are those that the capture tells of; Score is what the host sent last.
	Kills  int    `json:"kills"`
	Deaths int    `json:"deaths"`
	Score  *int   `json:"score,omitempty"`
	Shots  *Shots `json:"shots,omitempty"`
	// Hits and Damage are of the messages that tell of damage to its ships.
	Hits     int64    `json:"hits"`
	Damage   float64  `json:"damage"`
	Distance float64  `json:"distance"`          // units flown
	Cloaked  *float64 `json:"cloaked,omitempty"` // seconds
}

// Ends of ships.
const (
	ShipKilled       = "killed" // by weapons
	ShipCollision    = "collision"
	ShipSelfDestruct = "self-destruct"
	ShipExploded     = "exploded" // nobody knows why
	ShipRemoved      = "removed"  // by the host
	ShipReplaced     = "replaced" // by another under the same id
	ShipLeft         = "left"     // with its player
	ShipAtEnd        = "capture"  // it was there when the capture ended
)

// ShipEnds lists how a ship may end.
func ShipEnds() []string {
	return []string{ShipKilled, ShipCollision, ShipSelfDestruct, ShipExploded, ShipRemoved, ShipReplaced, ShipLeft, ShipAtEnd}
}

// ReplayShip is one life of a ship.
type ReplayShip struct {
	ID     string  `json:"id"`
	Life   int     `json:"life"`   // which life of this id, from 1
	Name   string  `json:"name"`   // "Ace's Akira"; its id if nothing is known
	Player int     `json:"player"` // place in Players; -1 = not known
	Class  string  `json:"class"`  // name of its class; "" = not known
	From   float64 `json:"from"`   // its creation, or its first update
	Until  float64 `json:"until"`
	End    string  `json:"end"`
	Query  Query   `json:"query"` // its updates
	// Cycle is how many seconds it takes until all parts were told, nine times of ten less; left
	// out = they never were.
	Cycle *float64 `json:"cycle,omitempty"`
	// Runs is when the host began to tell of parts and when it ceased to for over 3 s: begin,
	// end, begin, end and so on.
	Runs *Column `json:"runs"`

	// World position: a row for each update of its owner that tells one or, where the owner is
	// not heard, for each of the host to one of the clients.
	T *Column `json:"t"`
	X *Column `json:"x"`
	Y *Column `json:"y"`
	Z *Column `json:"z"`
	// Directions of the nose and of up, each times 1 as on the wire: about of length 1, (0, 0, 0)
	// = not told yet. A row where one changes.
	DT *Column `json:"dt"`
	FX *Column `json:"fx"`
	FY *Column `json:"fy"`
	FZ *Column `json:"fz"`
	UX *Column `json:"ux"`
	UY *Column `json:"uy"`
	UZ *Column `json:"uz"`
	// Speed in units a second, and cloak (1 = cloaked): rows where they change.
	ST    *Column `json:"st"`
	Speed *Column `json:"speed"`
	CT    *Column `json:"ct"`
	Cloak *Column `json:"cloak"`

	Parts []ReplayPart `json:"parts"` // those of which something was told
	Power []ReplayPart `json:"power"`
}

// ReplayPart is the condition of a part of a ship, or the power that it gets, in percent: a row
// where it changes and, while it is told again and again, one every 5 s.
type ReplayPart struct {
	Name string  `json:"name"`
	Kind string  `json:"kind,omitempty"` // "hull", "shield", "weapon", "engine", "system"
	T    *Column `json:"t"`
	V    *Column `json:"v"`
}

// ReplayFire is a beam.
type ReplayFire struct {
	T      float64  `json:"t"`
	Until  *float64 `json:"until"` // null = its end is not told
	Kind   string   `json:"kind"`  // "phaser", "tractor"
	Ship   int      `json:"ship"`  // place in Ships
	Target int      `json:"target"`
	Frame  int64    `json:"frame"`
}

// ReplayTorpedo is a torpedo or a pulse.
type ReplayTorpedo struct {
	T      float64 `json:"t"`
	Kind   string  `json:"kind"` // "torpedo", "pulse"
	Ship   int     `json:"ship"`
	Target int     `json:"target"` // -1 = none
	// Direction is that of the launch, of about length 1. Place and speed are not on the wire.
	Direction [3]float64 `json:"direction"`
	Frame     int64      `json:"frame"`
}

// Kinds of lines of a log.
const (
	LogJoin  = "join"
	LogLeave = "leave"
	LogSpawn = "spawn"
	LogKill  = "kill"  // by a weapon
	LogDeath = "death" // of any other cause
	LogHit   = "explosion"
	LogChat  = "chat"
	LogScore = "score"
	LogCloak = "cloak"
	LogNote  = "note"
	LogEnd   = "end" // of a round
)

// LogKinds lists them.
func LogKinds() []string {
	return []string{LogJoin, LogLeave, LogSpawn, LogKill, LogDeath, LogHit, LogChat, LogScore, LogCloak, LogNote, LogEnd}
}

// ReplayLine is a line of the log.
type ReplayLine struct {
	T      float64 `json:"t"`
	Kind   string  `json:"kind"`
	Text   string  `json:"text"`
	Player int     `json:"player"` // whom it is about; of chat, who says it; -1 = not known
	Ship   int     `json:"ship"`   // -1 = none
	Frame  int64   `json:"frame"`
}

// ReplaySeries is a line of a chart: rows where it changes.
type ReplaySeries struct {
	ID     string  `json:"id"`
	Group  string  `json:"group"` // "bandwidth", "updates", "hull", "shields", "rtt", "repeats"
	Title  string  `json:"title"`
	Unit   string  `json:"unit"`
	Player int     `json:"player"` // -1 = none
	Ship   int     `json:"ship"`   // -1 = none
	Query  Query   `json:"query"`  // the lines that it is about
	T      *Column `json:"t"`
	V      *Column `json:"v"`
}

// ReplayEntity is an entity of the entity-state protocol.
type ReplayEntity struct {
	ID   string  `json:"id"`
	Kind string  `json:"kind"` // name of its type
	Name string  `json:"name"` // of a player; "" = none is known
	T    *Column `json:"t"`
	X    *Column `json:"x"` // pixels
	Y    *Column `json:"y"`
}
