package figures

// ReplayFormat is the version of Replay, and of the block that a page holds.
const ReplayFormat = 1

// Replay is the report of `bcdump report` on one capture: what a page shows.
//
// Times are seconds since the first frame. What the capture does not tell has no row, and no key
// where keys may be missing.
type Replay struct {
	Format   int      `json:"format" about:"version, 1"`
	File     string   `json:"file" about:"the capture, and which bcdump wrote it"`
	Program  string   `json:"program" about:"the capture, and which bcdump wrote it"`
	Start    Time     `json:"start" about:"time of the first frame, '\"\"' = none; seconds to the last one"`
	Length   Seconds  `json:"length" about:"time of the first frame, '\"\"' = none; seconds to the last one"`
	Map      string   `json:"map" about:"script of the mission; 'at the host', 'at a client', 'between them'; dialect; 'bc', 'entitystate', 'mixed'. '\"\"' = not known"`
	Captured string   `json:"captured" about:"script of the mission; 'at the host', 'at a client', 'between them'; dialect; 'bc', 'entitystate', 'mixed'. '\"\"' = not known"`
	Dialect  string   `json:"dialect" about:"script of the mission; 'at the host', 'at a client', 'between them'; dialect; 'bc', 'entitystate', 'mixed'. '\"\"' = not known"`
	Protocol string   `json:"protocol" about:"script of the mission; 'at the host', 'at a client', 'between them'; dialect; 'bc', 'entitystate', 'mixed'. '\"\"' = not known"`
	Damage   []string `json:"damage" about:"in words"`
	Summary  []string `json:"summary" about:"what happened, in sentences"`

	// What other commands print of the capture.
	Match *Match `json:"match,omitempty" about:"what these commands print of the capture"`
	Stats *Stats `json:"stats,omitempty" about:"what these commands print of the capture"`
	Check *Check `json:"check,omitempty" about:"what these commands print of the capture"`
	// Problems are what no cause explains.
	Problems []Cause `json:"problems" about:"what is wrong that no cause explains, as 'bcdump FILE' has it"`

	Players   []ReplayPlayer  `json:"players" about:"players, and others whose ships are shown"`
	Ships     []ReplayShip    `json:"ships" about:"in the order in which they were heard of"`
	Fire      []ReplayFire    `json:"fire" about:"beams"`
	Torpedoes []ReplayTorpedo `json:"torpedoes" about:"torpedoes and pulses"`
	Log       []ReplayLine    `json:"log" about:"what happened"`
	Series    []ReplaySeries  `json:"series" about:"lines of the charts"`
	Entities  []ReplayEntity  `json:"entities" about:"of the entity-state protocol"`
	Sights    []ReplaySight   `json:"sights" about:"what players knew of ships of others: drawn with 'as seen by'"`

	// Thinned is n if only each n-th position was kept.
	Thinned int `json:"thinned" about:"n: only each n-th position was kept"`
	// Dropped counts what did not fit into bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table"`
}

// ReplayPlayer is a player, or somebody else whose ships are shown.
type ReplayPlayer struct {
	Name  string   `json:"name" about:"as in [match](match.md)"`
	Peer  int      `json:"peer,omitempty" about:"as in [match](match.md)"`
	Slot  *int     `json:"slot,omitempty" about:"as in [match](match.md)"`
	Host  bool     `json:"host" about:"plays at the server itself, without a connection"`
	Team  *int     `json:"team,omitempty" about:"as in [match](match.md)"`
	From  *Seconds `json:"from,omitempty" about:"when the player came into the game, and was heard last"`
	Until *Seconds `json:"until,omitempty" about:"when the player came into the game, and was heard last"`
	End   string   `json:"end,omitempty" about:"as in [match](match.md#how-connections-end)"`
	// Kills and deaths are those that the capture tells of; Score is what the host sent last.
	Kills  int    `json:"kills" about:"counted in the capture"`
	Deaths int    `json:"deaths" about:"counted in the capture"`
	Score  *int   `json:"score,omitempty" about:"what the host sent last"`
	Shots  *Shots `json:"shots,omitempty" about:"what the player fired"`
	// Hits and Damage are of the messages that tell of damage to its ships.
	Hits     int64    `json:"hits" about:"messages that tell of damage to the player's ships, and their sum"`
	Damage   float64  `json:"damage" about:"messages that tell of damage to the player's ships, and their sum"`
	Distance float64  `json:"distance" about:"units flown"`
	Cloaked  *Seconds `json:"cloaked,omitempty" about:"seconds"`
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
	ID     string  `json:"id" about:"object id"`
	Life   int     `json:"life" about:"which life of this id, from 1"`
	Name   string  `json:"name" about:"'\"Ace's Akira\"'"`
	Player int     `json:"player" about:"place in 'players'; -1 = not known"`
	Class  string  `json:"class" about:"name of the class; '\"\"' = not known"`
	From   Seconds `json:"from" about:"its creation or first update, and its end"`
	Until  Seconds `json:"until" about:"its creation or first update, and its end"`
	End    string  `json:"end" about:"how it ended"`
	Query  Query   `json:"query" about:"keeps its updates"`
	// Cycle is how many seconds it takes until all parts were told, nine times of ten less; left
	// out = they never were.
	Cycle *Seconds `json:"cycle,omitempty" about:"seconds until all parts were told, in nine of ten times less"`
	// Runs is when the host began to tell of parts and when it ceased to for over 3 s: begin,
	// end, begin, end and so on.
	Runs *Column `json:"runs" about:"when the host began to tell of parts and when it ceased for over 3 s, in turn"`

	// World position: a row for each update of its owner that tells one or, where the owner is
	// not heard, for each of the host to one of the clients.
	T *Column `json:"t" about:"positions"`
	X *Column `json:"x" about:"positions"`
	Y *Column `json:"y" about:"positions"`
	Z *Column `json:"z" about:"positions"`
	// Directions of the nose and of up, each times 1 as on the wire: about of length 1, (0, 0, 0)
	// = not told yet. A row where one changes.
	DT *Column `json:"dt" about:"directions of the nose and of up"`
	FX *Column `json:"fx" about:"directions of the nose and of up"`
	FY *Column `json:"fy" about:"directions of the nose and of up"`
	FZ *Column `json:"fz" about:"directions of the nose and of up"`
	UX *Column `json:"ux" about:"directions of the nose and of up"`
	UY *Column `json:"uy" about:"directions of the nose and of up"`
	UZ *Column `json:"uz" about:"directions of the nose and of up"`
	// Speed in units a second, and cloak (1 = cloaked): rows where they change.
	ST    *Column `json:"st" about:"units a second, where they change"`
	Speed *Column `json:"speed" about:"units a second, where they change"`
	CT    *Column `json:"ct" about:"1 = cloaked, where it changes"`
	Cloak *Column `json:"cloak" about:"1 = cloaked, where it changes"`

	Parts []ReplayPart `json:"parts" about:"conditions of parts"`
	Power []ReplayPart `json:"power" about:"power of systems"`
}

// ReplayPart is the condition of a part of a ship, or the power that it gets, in percent: a row
// where it changes and, while it is told again and again, one every 5 s.
type ReplayPart struct {
	Name string  `json:"name" about:"of the part or system"`
	Kind string  `json:"kind,omitempty" about:"'hull', 'shield', 'weapon', 'engine' or 'system'"`
	T    *Column `json:"t" about:"percent, where it changes, and each 5 s while it is told again"`
	V    *Column `json:"v" about:"percent, where it changes, and each 5 s while it is told again"`
}

// ReplayFire is a beam.
type ReplayFire struct {
	T      Seconds  `json:"t" about:"from and to; null = the end is not told"`
	Until  *Seconds `json:"until" about:"from and to; null = the end is not told"`
	Kind   string   `json:"kind" about:"'phaser' or 'tractor'"`
	Ship   int      `json:"ship" about:"places in 'ships'; -1 = none"`
	Target int      `json:"target" about:"places in 'ships'; -1 = none"`
	Frame  int64    `json:"frame" about:"of the message"`
}

// ReplayTorpedo is a torpedo or a pulse.
type ReplayTorpedo struct {
	T      Seconds `json:"t" about:"when it was fired"`
	Kind   string  `json:"kind" about:"'torpedo' or 'pulse'"`
	Ship   int     `json:"ship" about:"places in 'ships'; -1 = none"`
	Target int     `json:"target" about:"places in 'ships'; -1 = none"`
	// Direction is that of the launch, of about length 1. Place and speed are not on the wire.
	Direction [3]float64 `json:"direction" about:"of the launch"`
	Frame     int64      `json:"frame" about:"of the message"`
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
	LogSaw   = "saw" // a player saw something else
)

// LogKinds lists them.
func LogKinds() []string {
	return []string{LogJoin, LogLeave, LogSpawn, LogKill, LogDeath, LogHit, LogChat, LogScore, LogCloak, LogNote, LogEnd, LogSaw}
}

// ReplayLine is a line of the log.
type ReplayLine struct {
	T      Seconds `json:"t" about:"when"`
	Kind   string  `json:"kind" about:"kind of line"`
	Text   string  `json:"text" about:"in words"`
	Player int     `json:"player" about:"whom it is about; -1 = none"`
	Ship   int     `json:"ship" about:"whom it is about; -1 = none"`
	Frame  int64   `json:"frame" about:"of the message"`
}

// ReplaySeries is a line of a chart: rows where it changes.
type ReplaySeries struct {
	ID     string  `json:"id" about:"of the line"`
	Group  string  `json:"group" about:"'bandwidth', 'updates', 'hull', 'shields', 'rtt' or 'repeats'"`
	Title  string  `json:"title" about:"for people"`
	Unit   string  `json:"unit" about:"for people"`
	Player int     `json:"player" about:"whom it is about; -1 = none"`
	Ship   int     `json:"ship" about:"whom it is about; -1 = none"`
	Query  Query   `json:"query" about:"keeps the lines that it is made of"`
	T      *Column `json:"t" about:"values, where they change"`
	V      *Column `json:"v" about:"values, where they change"`
}

// ReplaySight is what a player knew of one life of another one's ship.
type ReplaySight struct {
	Player int     `json:"player" about:"places in players, ships"`
	Ship   int     `json:"ship" about:"places in players, ships"`
	From   Seconds `json:"from" about:"between what times the player knew the ship"`
	Until  Seconds `json:"until" about:"between what times the player knew the ship"`
	T      *Column `json:"t" about:"where the player was told that it is, at most twice a second, when its owner says where"`
	X      *Column `json:"x" about:"where the player was told that it is, at most twice a second, when its owner says where"`
	Y      *Column `json:"y" about:"where the player was told that it is, at most twice a second, when its owner says where"`
	Z      *Column `json:"z" about:"where the player was told that it is, at most twice a second, when its owner says where"`
}

// ReplayEntity is an entity of the entity-state protocol.
type ReplayEntity struct {
	ID   string  `json:"id" about:"number, name of the type, name of a player"`
	Kind string  `json:"kind" about:"number, name of the type, name of a player"`
	Name string  `json:"name" about:"number, name of the type, name of a player"`
	T    *Column `json:"t" about:"places, in pixels"`
	X    *Column `json:"x" about:"places, in pixels"`
	Y    *Column `json:"y" about:"places, in pixels"`
}
