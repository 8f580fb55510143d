package figures

import (
	"time"

	"bcdump/decode/capture"
)

// Desync is the report of `bcdump desync` on one capture: what each player saw.
type Desync struct {
	Version int    `json:"v" about:"version of this format, 1"`
	Name    string `json:"name" about:"of the capture"`
	// Basis says what a view is made of.
	Basis    string          `json:"basis" about:"'sent': what the host sent to each client; 'arrived': what the capture of --same-session has of it; 'one': the capture has one client"`
	Players  int             `json:"players" about:"players who were in the game"`
	Lives    int             `json:"lives" about:"lives of ships"`
	Judged   *float64        `json:"judged" about:"share of the owners' positions that a view could be held against; null: there was none"`
	Findings []DesyncFinding `json:"findings" about:"what differs, the most harmful first"`
	Views    []DesyncView    `json:"views" about:"what each client was told of each life of a ship of others"`
	// NotJudged are kinds of findings.
	NotJudged map[string]string `json:"not_judged,omitempty" about:"kinds that the capture cannot tell, and why, if any"`
	Dropped   map[string]int64  `json:"dropped,omitempty" about:"what exceeded a limit, by table, if anything"`
	Start     capture.Time      `json:"-"` // from which moments are counted
	Cut       bool              `json:"-"` // datagrams are, by a snap length
	Judge     string            `json:"-"` // whose faults alone the findings are; "" = all
}

// What views are made of.
const (
	DesyncSent    = "sent"
	DesyncArrived = "arrived"
	DesyncOne     = "one"
)

// Kinds of findings.
const (
	//row:findings `unseen` | a ship was not created for a player for over 5 s
	DesyncUnseen = "unseen"
	//row:findings `ghost`, `death` | a ship's end was told over 5 s late, or never; or updates came 14.5 s after it
	DesyncGhost = "ghost"
	DesyncDeath = "death"
	//row:findings `class` | another one than the owner names, or most others were told
	DesyncClass = "class"
	//row:findings `condition` | a part was, three times running and over 2 s, more than 3 of 255 outside what others were told; or not told for 5 s while others were
	DesyncCondition = "condition"
	//row:findings `rise` | a part, no shield, is told to be higher at once by over 8 of 255 and 20 a second
	DesyncRise = "rise"
	//row:findings `position` | off by over 5 units + 2 × speed × age, in ten reports running and for 1 s
	DesyncPosition = "position"
	//row:findings `direction`, `speed`, `cloak` | for over 1 s not what the owner reported in the last 2 s: by 8°; by 0.2 and 5 %; cloaked or visible
	DesyncDirection = "direction"
	DesyncSpeed     = "speed"
	DesyncCloak     = "cloak"
	//row:findings `stale` | nothing was told for 1 s with five of the owner's reports, or no motion for 2 s while it moved over 2 units
	DesyncStale = "stale"
	//row:findings `event` | a message was passed on to others only
	DesyncEvent = "event"
	//row:findings `clock` | the host's clock, as told to one client, is set, stands, runs wrong by over 0.5 % for 30 s, or is over 0.5 s off
	DesyncClock = "clock"
)

// Whose fault differences are.
const (
	DesyncServer = "server"
	DesyncClient = "client"
)

// DesyncKinds lists them, the most harmful first.
func DesyncKinds() []string {
	return []string{DesyncUnseen, DesyncGhost, DesyncDeath, DesyncClass, DesyncCloak, DesyncCondition, DesyncRise, DesyncPosition, DesyncDirection, DesyncSpeed, DesyncStale, DesyncEvent, DesyncClock}
}

// DesyncMoment is when something was.
type DesyncMoment struct {
	Time  Time  `json:"time"`
	Frame int64 `json:"frame" about:"0: when the life or the presence ended"`
	// At is since the capture began, by a clock that is never set back.
	At time.Duration `json:"-"`
}

// DesyncFinding is a time in which a view differs.
type DesyncFinding struct {
	File    string        `json:"file,omitempty" about:"in CSV, if there are several files"`
	Kind    string        `json:"kind" about:"one of the [kinds](desync.md#findings)"`
	Side    string        `json:"side" about:"whose fault it is: 'server', or 'client' if the reports of the owner jump"`
	Player  string        `json:"player" about:"who sees it wrong"`
	Client  int           `json:"client" about:"number of the link"`
	Ship    string        `json:"ship" about:"id; '\"\"' if it is about no ship"`
	Object  uint32        `json:"-"` // the ship
	Life    int           `json:"life" about:"of that id, from 1; 0 if it is about no ship"`
	Owner   string        `json:"owner" about:"whose ship it is; of an event, who caused it"`
	From    DesyncMoment  `json:"from" about:"the message with which it begins"`
	To      DesyncMoment  `json:"to"`
	Seconds Seconds       `json:"seconds" about:"for how long"`
	Text    string        `json:"text" about:"in words"`
	Told    string        `json:"told" about:"what the player was told; '\"\"' where that is no value"`
	Others  string        `json:"others" about:"what the others were told, or the owner reports"`
	Count   int           `json:"count,omitempty" about:"of events: how many are known, at most 20 of an opcode"`
	Entries []DesyncEntry `json:"entries,omitempty" about:"of conditions: the parts"`
}

// DesyncEntry is a part of a ship.
type DesyncEntry struct {
	Index      int    `json:"index" about:"of the subsystem; -1 = a facing of the shields"`
	Name       string `json:"name"`
	Label      string `json:"-"` // for people
	Part       string `json:"part" about:"'\"\"' = the subsystem itself, 'child1' and so on, or 'facing'"`
	Told       int    `json:"told" about:"0 to 255"`
	Others     int    `json:"others" about:"0 to 255"`
	Frame      int64  `json:"frame" about:"that told the player"`
	OtherFrame int64  `json:"other_frame" about:"that told another one"`
}

// DesyncView is what one client was told of one life of a ship.
type DesyncView struct {
	File   string `json:"file,omitempty" about:"in CSV, if there are several files"`
	Player string `json:"player" look:"name" cut:"6" about:"whose view it is"`
	Client int    `json:"client" about:"number of the link"`
	Owner  string `json:"owner" title:"sees" cut:"6" about:"whose ship it is"`
	Ship   string `json:"ship" about:"id"`
	Object uint32 `json:"-"` // the same
	Life   int    `json:"life" about:"of that id, from 1"`
	Class  string `json:"class" title:"ship" or:"ship" cut:"6" drop:"3" about:"'\"\"' if unknown"`
	// From and Until are between what times the client knew the ship, Until since the capture began.
	From    DesyncMoment  `json:"from" about:"when the ship was created for the client; if it never was, the first update"`
	Until   time.Duration `json:"-"`
	Updates int64         `json:"updates" drop:"4" about:"that were told"`
	Lag     DesyncSpread  `json:"lag_ms" only:"p50 p99=1" about:"time between two updates; percentiles of time"`
	Age     DesyncSpread  `json:"age_ms" about:"how old the motion was when the owner reported a position"`
	Drift   DesyncSpread  `json:"drift" only:"p50 p99 max frame=1" about:"units from the told position to the owner's"`
	Carried DesyncSpread  `json:"drift_carried" about:"the same, the told position carried on"`
	Turned  DesyncSpread  `json:"turned" about:"degrees from the told direction to the owner's"`
	Seconds DesyncSeconds `json:"seconds" only:"ghost=2 unseen=2 differs=2"`
}

// DesyncSpread is how a figure is spread; null = there is none.
type DesyncSpread struct {
	P50   *float64 `json:"p50" unit:".1" null:""`
	P90   *float64 `json:"p90"`
	P99   *float64 `json:"p99" unit:".1" null:""`
	Max   *float64 `json:"max" unit:".1" null:""`
	Frame *int64   `json:"frame" unit:"#" null:"" about:"of the largest"`
}

// DesyncSeconds are times of a view.
type DesyncSeconds struct {
	Judged  Seconds `json:"judged" about:"in which positions could be judged"`
	Ghost   Seconds `json:"ghost" about:"after the end of the ship, before the player was told"`
	Unseen  Seconds `json:"unseen" about:"from the NewPlayerInGame of the player on, before the ship was created for it"`
	Differs Seconds `json:"differs" about:"of findings of class, stale, and of what updates tell"`
}

// DesyncRow is a view at a moment.
type DesyncRow struct {
	File    string       `json:"file" about:"name of the capture"`
	Time    Time         `json:"time"`
	Frame   int64        `json:"frame" about:"the owner's report"`
	Player  string       `json:"player"`
	Client  int          `json:"client"`
	Owner   string       `json:"owner"`
	Ship    string       `json:"ship"`
	Life    int          `json:"life" about:"of that id, from 1"`
	Class   string       `json:"class" about:"'\"\"' if unknown"`
	Drift   float64      `json:"drift"`
	Carried float64      `json:"drift_carried"`
	Age     Milliseconds `json:"age_ms"`
	X       float64      `json:"x" about:"told position"`
	Y       float64      `json:"y"`
	Z       float64      `json:"z"`
	// At is since the capture began, by a clock that is never set back.
	At time.Duration `json:"-"`
}
