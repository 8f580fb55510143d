package figures

import "strconv"

// Kinds of rows of a timeline.
const (
	KindUpdate = "update" // one StateUpdate on the wire
	KindEvent  = "event"  // something that happened to a ship
)

// TimelineRow is one row of `bcdump timeline`. Either what an update said, or what
// happened; with both comes the state of the ship as known at that moment.
type TimelineRow struct {
	Version  int    `json:"v" about:"version of this form, 1"`
	Kind     string `json:"kind" about:"'\"update\"': a StateUpdate; '\"event\"': something that happened"`
	File     string `json:"file,omitempty" about:"name of the file, if there are several"`
	Time     Time   `json:"time" unit:"ms" about:"RFC 3339, UTC"`
	Frame    int64  `json:"frame" unit:"#" about:"frame and place within the datagram, as in the lines of [decode](decode.md)"`
	Index    int    `json:"index" about:"frame and place within the datagram, as in the lines of [decode](decode.md)"`
	Dir      string `json:"dir" look:"dir" about:"direction, and who the message was sent to; '\"server\"' in a text log that does not know its address"`
	Receiver string `json:"receiver" about:"direction, and who the message was sent to; '\"server\"' in a text log that does not know its address"`
	Life
	// GameTime is the clock of the sender in seconds; null in events, where the
	// message is cut, and for what is no number.
	GameTime   *float32 `json:"game_time" unit:".2" null:"" about:"clock of the sender in seconds; null in events and where it is no number"`
	DirtyFlags string   `json:"dirty_flags,omitempty" about:"of updates: the flags and their names"`
	Flags      []string `json:"flags,omitempty" about:"of updates: the flags and their names"`
	Late       bool     `json:"late,omitempty" about:"true: a newer update or block came before; it says nothing new"`
	// Up, SubsysHash and Parts are the newest known; Parts only of rows that brought some.
	Up         *[3]float32 `json:"up" about:"direction, not normalised; null = not known"`
	SubsysHash string      `json:"subsys_hash" about:"of the newest update with one, such as '\"0xFB37\"'; '\"\"' = none"`
	Parts      []Part      `json:"parts,omitempty" between:";" about:"condition of each subsystem and part, as far as known: 'name', 'percent'. Only where 'fresh' has 'lowest'"`
	Event      *Event      `json:"event,omitempty" about:"of events: see below"`
	State
}

// Life says which ship it is, and which of its lives.
type Life struct {
	ObjectID string `json:"object_id" about:"the ship"`
	Ship     string `json:"ship" about:"class, as 'bcdump ships' names it; '\"\"' = not known"`
	Name     string `json:"name" look:"name" about:"'\"Cady2's Akira\"'; the id if nothing better is known"`
	Number   int    `json:"life" about:"which life of this id: a ship may be created anew under the same id"`
}

// State is what is known of a ship: of each value the newest. null = not known yet.
type State struct {
	// Fresh lists the keys that this row brought; all others are from before.
	Fresh         []string    `json:"fresh" about:"which of the keys below this row brought. All others are the newest known values"`
	WorldPosition *[3]float32 `json:"world_position" about:"x, y, z; put together from full positions and deltas. null = not known"`
	// Estimated: the place rests on the creation of the ship. Stale: the last full
	// position was over 2 s old.
	Estimated bool        `json:"world_position_estimated,omitempty" about:"true: it rests on the creation of the ship"`
	Stale     bool        `json:"world_position_stale,omitempty" about:"true: the last full position is more than 2 s old"`
	Speed     *float32    `json:"speed" unit:".1" about:"game units a second"`
	Forward   *[3]float32 `json:"forward" about:"direction, not normalised"`
	Cloaked   *bool       `json:"cloaked" about:"whether the cloaking device is on. The owner's word counts, where it is heard"`
	Hull      *float64    `json:"hull" about:"percent"`
	// Shields are percent of the front, rear, top, bottom, left and right side.
	Shields   *[6]float64 `json:"shields" about:"percent of the front, rear, top, bottom, left and right side; null also if the server does not send them (OpenBC)"`
	Batteries *[2]float64 `json:"batteries" about:"percent of the main and the backup battery"`
	Lowest    *Part       `json:"lowest" about:"the part in the worst condition: 'name', 'percent'. The name is '\"\"' if all known parts are at 100 %"`
	Power     []Setting   `json:"power" fold:"24" between:";" about:"power settings: 'system', 'percent'. The owner's word counts, where it is heard; else what the host passes on"`
}

// Keys of State that Fresh may list.
const (
	FreshPosition  = "world_position"
	FreshSpeed     = "speed"
	FreshForward   = "forward"
	FreshCloak     = "cloaked"
	FreshHull      = "hull"
	FreshShields   = "shields"
	FreshBatteries = "batteries"
	FreshParts     = "lowest"
	FreshPower     = "power"
)

// Part is the condition of a part of a ship in percent. Without a name it stands for
// all known ones, which are whole.
type Part struct {
	Name    string  `json:"name" cut:"12"`
	Percent float64 `json:"percent"`
}

// AppendText writes "Hull=100".
func (p Part) AppendText(b []byte) ([]byte, error) {
	return strconv.AppendFloat(append(append(b, p.Name...), '='), p.Percent, 'f', -1, 64), nil
}

// Setting is the power that the player gives to a system, in percent.
type Setting struct {
	System  string  `json:"system"`
	Percent float64 `json:"percent"`
}

// AppendText writes "Shield Generator=100".
func (s Setting) AppendText(b []byte) ([]byte, error) { return Part{s.System, s.Percent}.AppendText(b) }

// What happened.
const (
	//row:happenings `created`, `respawned` | ObjectCreate; `respawned` if the player had a ship before in this game
	Created   = "created"
	Respawned = "respawned" // created after the player had a ship before, in this game
	//row:happenings `fired`, `under_fire` | TorpedoFire, BeamFire, StartFiring: at, or by, `other`
	Fired   = "fired"
	FiredAt = "under_fire"
	//row:happenings `hit` | Explosion
	Hit = "hit"
	//row:happenings `damaged`, `repaired` | PythonEvent ADD_TO_REPAIR_LIST, REPAIR_COMPLETED: `part`
	Damaged  = "damaged"
	Repaired = "repaired"
	//row:happenings `collided` | CollisionEffect
	Collided = "collided"
	//row:happenings `cloaked`, `decloaked` | StartCloak, StopCloak, StateUpdate
	Cloaked   = "cloaked"
	Decloaked = "decloaked"
	//row:happenings `warped`, `entered` | StartWarp, EnterSet: `place`
	Warped  = "warped"
	Entered = "entered" // a star system
	//row:happenings `tractored` | PythonEvent TRACTOR_BEAM_STARTED_HITTING
	Tractored = "tractored"
	Killed    = "killed" // another ship
	//row:happenings `exploded`, `killed` | PythonEvent OBJECT_EXPLODING: `other` is the killer, or the victim
	Exploded = "exploded"
	//row:happenings `removed` | DestroyObject, without an explosion before
	Removed = "removed"
	//row:happenings `scored` | ScoreChange: the new score
	Scored = "scored"
)

// EventNames lists what can happen.
func EventNames() []string {
	return []string{
		Created, Respawned, Fired, FiredAt, Hit, Damaged, Repaired, Collided, Cloaked, Decloaked,
		Warped, Entered, Tractored, Killed, Exploded, Removed, Scored,
	}
}

// Event is something that happened to a ship or that it did.
type Event struct {
	What    string `json:"what" about:"see the table below"`
	Part    string `json:"part,omitempty" about:"the weapon or subsystem; if it cannot fire, its id and why"`
	OtherID string `json:"other_id,omitempty" about:"the other object and its name"`
	Other   string `json:"other,omitempty" about:"the other object and its name"`
	Place   string `json:"place,omitempty" about:"the star system"`
	// Amount is the damage of a hit, the force of a collision, or a score.
	Amount *float32 `json:"amount,omitempty" about:"damage of a hit, force of a collision, a score"`
	Text   string   `json:"text" fold:"18" about:"in words"`
}

// Timeline is the report of `bcdump timeline --summary`.
type Timeline struct {
	Version int        `json:"v" about:"version; the expression of '--filter'"`
	Filter  string     `json:"filter,omitempty" about:"version; the expression of '--filter'"`
	Files   []File     `json:"files" about:"as in 'bcdump stats': 'name', 'format', 'frames', 'first', 'last', 'duration', 'local', 'active', 'damage', 'damage_count', and ['copies'](stats.md#copies) with 'datagrams', 'of', 'times', 'interfaces' and 'translated' ('as', 'for')"`
	Ships   []ShipLife `json:"ships" about:"in the order in which they were heard of"`
	// Entities and EntitySums are of the entity-state protocol: players first, then
	// others in the order of time, up to a limit, which is no limit for the sums.
	Entities   []EntityLife `json:"entities,omitempty" about:"[entities](#entities), if there are any"`
	EntitySums []EntitySum  `json:"entity_sums,omitempty" about:"[entities](#entities), if there are any"`
	// Dropped counts what did not fit into bounded tables: "ships" and "sections" that
	// were left out, "receivers" updates that are in no row of Cadence, "power" times
	// that are in no row of PowerUse.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what found no room: see [limits](limits.md#figures)"`
}

// ShipLife is one ship from its creation, or its first update, to its end. Query gives
// Updates.
type ShipLife struct {
	File string `json:"file,omitempty" about:"if there are several"`
	Life
	Player   string     `json:"player" about:"name of the player; '\"\"' = not known"`
	Born     Time       `json:"born,omitzero" about:"its creation, if the capture has it; its end, and in words how"`
	Died     Time       `json:"died,omitzero" about:"its creation, if the capture has it; its end, and in words how"`
	DiedBy   string     `json:"died_by,omitempty" about:"its creation, if the capture has it; its end, and in words how"`
	First    Time       `json:"first" about:"updates about it, copies for each client too"`
	Last     Time       `json:"last" about:"updates about it, copies for each client too"`
	Updates  int64      `json:"updates" about:"updates about it, copies for each client too"`
	Cadence  []Cadence  `json:"cadence" about:"how often updates come"`
	Refresh  []Refresh  `json:"refresh" about:"how often each field is told, and how often nothing new is told"`
	Rounds   []Round    `json:"rounds" about:"the round robin of subsystem blocks"`
	Distance float64    `json:"distance" about:"game units flown, along the full positions of the owner, and from there to its last place; where the owner is not heard, of those that one client gets"`
	Jumps    int64      `json:"jumps" about:"moves that no speed explains (note ['jump'](notes.md)); they are not in 'distance'"`
	Clocks   []Clock    `json:"clocks" about:"the clocks of the owner ('C>S') and of the host ('S>C')"`
	Power    []PowerUse `json:"power" about:"how long each system had which power"`
	Query    Query      `json:"query" about:"an expression for 'decode --filter' that keeps as many lines as there are 'updates'"`
}

// Cadence is how often updates come to one receiver. Query gives Updates.
type Cadence struct {
	Dir      string `json:"dir" look:"dir" about:"direction; who was told, and the client's name"`
	Receiver string `json:"receiver" title:"address" drop:"3" about:"direction; who was told, and the client's name"`
	Name     string `json:"name,omitempty" title:"receiver" cut:"10" about:"direction; who was told, and the client's name"`
	// Blocks: the updates carry a subsystem block. A server that passes on what
	// clients send, and adds blocks in updates of its own, has a row for each.
	Blocks  bool    `json:"blocks" title:"content" fold:"10" about:"these updates carry subsystem blocks"`
	Updates int64   `json:"updates" title:"count" about:"how many, copies included"`
	Hz      float64 `json:"hz" title:"per s" unit:".1" about:"updates a second while they come"`
	// Intervals in milliseconds of capture time, exact to 1 %; null = no two updates.
	Mean  *Milliseconds `json:"mean_ms" title:"mean" drop:"2" about:"intervals, capture time; percentiles within 1 %. Silences of 2 s and more are no intervals"`
	P50   *Milliseconds `json:"p50_ms" title:"p50" about:"intervals, capture time; percentiles within 1 %. Silences of 2 s and more are no intervals"`
	P90   *Milliseconds `json:"p90_ms" title:"p90" about:"intervals, capture time; percentiles within 1 %. Silences of 2 s and more are no intervals"`
	Max   *Milliseconds `json:"max_ms" title:"max" drop:"1" about:"intervals, capture time; percentiles within 1 %. Silences of 2 s and more are no intervals"`
	Query Query         `json:"query" about:"keeps the 'updates'"`
}

// Refresh is how often one field of a ship is told to one receiver, and how often there is nothing
// new in it. Query gives Writes.
type Refresh struct {
	Dir      string `json:"dir" about:"direction; who was told, and the client's name"`
	Receiver string `json:"receiver" title:"-" about:"direction; who was told, and the client's name"`
	Name     string `json:"name,omitempty" title:"receiver" cut:"8" about:"direction; who was told, and the client's name"`
	Field    string `json:"field" about:"'position', 'delta', 'forward', 'up', 'speed', 'subsystems', 'cloak' or 'weapons'"`
	Writes   int64  `json:"writes" drop:"1" about:"updates that have the field"`
	// Intervals in milliseconds of capture time between two writes, percentiles exact to 1 %;
	// null = there are no two. MaxFrame is the frame of the write that ended the longest.
	P50      *Milliseconds `json:"p50_ms" title:"p50" about:"intervals between two writes, within 1 %; none over a silence of 2 s, and none of copies and late updates"`
	P90      *Milliseconds `json:"p90_ms" title:"p90" drop:"4" about:"intervals between two writes, within 1 %; none over a silence of 2 s, and none of copies and late updates"`
	Max      *Milliseconds `json:"max_ms" title:"max" about:"intervals between two writes, within 1 %; none over a silence of 2 s, and none of copies and late updates"`
	MaxFrame int64         `json:"max_frame" title:"in frame" unit:"#" zero:"-" drop:"3" about:"frame of the write that ended the longest"`
	// Same counts writes with the value of the write before; null = not judged. Run is the most
	// in a row that have one value, the first included; RunFrame the frame of the first, RunMs
	// the time from the first to the last; 0 and null if there are no two.
	Same     *int64        `json:"same" title:"nothing new" about:"writes with the value of the write before, bit by bit; null = not judged"`
	Run      int64         `json:"run" title:"in a row" zero:"-" about:"most writes in a row with one value; 0 = there are no two"`
	RunFrame int64         `json:"run_frame" title:"from frame" unit:"#" zero:"-" drop:"2" about:"first frame and length of that run"`
	RunMs    *Milliseconds `json:"run_ms" title:"lasting" drop:"5" about:"first frame and length of that run"`
	Query    Query         `json:"query" about:"keeps the 'writes'"`
}

// Round is the round robin of subsystem blocks to one receiver. Query gives Blocks.
type Round struct {
	Receiver string `json:"receiver" title:"address" drop:"4" about:"who was told, and the client's name"`
	Name     string `json:"name,omitempty" title:"blocks to" cut:"9" about:"who was told, and the client's name"`
	Dialect  string `json:"dialect" about:"how the server writes blocks"`
	Blocks   int64  `json:"blocks" title:"count" about:"updates with a block"`
	Distinct int64  `json:"distinct" title:"readable" drop:"3" about:"readable blocks that are no copies of one another"`
	// Lost counts blocks that the cursor says were sent and that are not in the
	// capture; SkippedEntries subsystems that an OpenBC server left out, since its
	// receivers share one cursor.
	Lost           int64 `json:"lost" zero:"-" look:"note" about:"blocks that were sent but are not in the capture: the start of a block is not the end of the one before"`
	SkippedEntries int64 `json:"skipped_entries,omitempty" title:"skipped" zero:"-" look:"dim" drop:"2" about:"subsystems that an OpenBC server left out: its receivers share one cursor"`
	Late           int64 `json:"late" zero:"-" look:"dim" drop:"1" about:"blocks that came after newer ones"`
	// Starts is the beginning of the sequence of start indexes, up to the first that
	// comes again.
	Starts []int `json:"starts" title:"start indexes" fold:"12" about:"start indexes, up to the first that comes again"`
	// Coverage is the time in seconds of game time from the first block of a round to
	// the first of the next; a round ends when every subsystem was sent.
	Coverages   int64    `json:"coverages" about:"full rounds: every subsystem was sent"`
	CoverageP50 *Seconds `json:"coverage_p50" title:"cycle p50" about:"seconds of game time that a full round takes"`
	CoverageP90 *Seconds `json:"coverage_p90" title:"p90" about:"seconds of game time that a full round takes"`
	Query       Query    `json:"query" about:"keeps the 'blocks'"`
}

// Clock compares the clock of a sender with that of the capture, by a straight line
// through all updates since the clock was last set. Query gives Samples if Resets is 0.
type Clock struct {
	Dir     string  `json:"dir" title:"clock of" look:"dir" about:"'C>S' the owner, 'S>C' the host"`
	Samples int64   `json:"samples" title:"updates" drop:"2" about:"updates that the line goes through"`
	Span    float64 `json:"span" title:"observed for" unit:"s" drop:"3" about:"seconds of capture time"`
	// ZeroAt is when the clock stood at 0, Offset the same in seconds since 1970.
	ZeroAt Time    `json:"zero_at" title:"game time 0 at" unit:"ms" about:"when the game clock stood at 0; the same in seconds since 1970"`
	Offset float64 `json:"offset" about:"when the game clock stood at 0; the same in seconds since 1970"`
	// Drift is how much the clock gains against that of the capture, in millionths;
	// null if the span is under 10 s. DriftError is its standard error. Jitter is the
	// standard deviation of single updates from the line, in ms.
	Drift      *float64     `json:"drift_ppm" title:"drift" about:"how much the clock gains, in millionths; null below 10 s"`
	DriftError *float64     `json:"drift_error_ppm" about:"its standard error. A drift that is not several times as large says nothing"`
	Jitter     Milliseconds `json:"jitter_ms" title:"jitter" about:"standard deviation of updates from the line"`
	Resets     int64        `json:"resets" zero:"-" look:"note" drop:"1" about:"times that either clock jumped by over 5 s"`
	Query      Query        `json:"query" about:"keeps the 'samples'; '\"\"' after a reset"`
}

// PowerUse is how long a system had each power setting.
type PowerUse struct {
	System string `json:"system" title:"power setting of" fold:"0" about:"name of the subsystem"`
	// Settings are the settings and the seconds that the system had them, by percent.
	Settings []PowerTime `json:"settings" title:"time at each setting" fold:"20" about:"the settings, with 'percent' and 'seconds'"`
	// Changes counts the updates that brought another setting than the one before.
	Changes int64 `json:"changes" about:"updates that brought another setting"`
}

// AppendText writes "100=20.1".
func (p PowerTime) AppendText(b []byte) ([]byte, error) {
	b = append(strconv.AppendFloat(b, p.Percent, 'f', -1, 64), '=')
	return strconv.AppendFloat(b, float64(p.Seconds), 'f', -1, 64), nil
}

// PowerTime is the time at one setting.
type PowerTime struct {
	Percent float64 `json:"percent" about:"the setting"`
	Seconds Seconds `json:"seconds" about:"how long it was so, without pauses over a minute"`
}

// Overview is what `bcdump timeline` shows without further flags: each player's ships,
// thinned to what a screen holds.
type Overview struct {
	Files    []File
	Sections []Section
	Updates  int64            // all of them
	Shown    int64            // updates that have a row
	Worlds   []EntityWorld    // of the entity-state protocol
	Dropped  map[string]int64 // as in Timeline
}

// Section is the ships of one player, or one ship without a player.
type Section struct {
	File    string
	Player  string   // "" = not known
	Names   []string // of the ships, each once: "Cady2's Akira"; the first few
	IDs     []string // object ids, oldest first; the first few
	First   Time     // times of the first and the last row
	Last    Time
	Lives   int
	Deaths  int // explosions
	Updates int64
	Hz      float64  // updates a second that the owner sends, or that the best receiver gets
	P90     *float64 // of their intervals, ms
	Cycle   *float64 // median time in seconds until all subsystems were sent
	Every   float64  // seconds of which one update was kept; 0 = all were
	Moments []Moment
}

// Moment is one row of a section: an update, or an event that deserves one.
type Moment struct {
	Time     Time     `json:"time" unit:"ms"`
	GameTime *float32 `json:"game_time" unit:".2" null:""`
	Frame    int64
	Dir      string
	Update   bool // else only an event
	State
	Event  *Event  `json:"event"`
	Counts []Tally // of other events between this row and the next
}

// Tally counts events of one kind.
type Tally struct {
	What   string
	Count  int64
	Parts  []string // of the ship that acts, such as its weapons, without their numbers; each once, the first few
	Others []string // the other ships, each once, the first few
	Text   string   // in words, if it was one
}
