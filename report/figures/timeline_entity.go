package figures

// EntityRow is one row of `bcdump timeline` about an entity of the entity-state protocol:
// what a State said of it, or what happened to it.
type EntityRow struct {
	Version  int    `json:"v" about:"version of the format, 1"`
	Kind     string `json:"kind" about:"'update', a State; 'event', something that happened"`
	Proto    string `json:"proto" about:"'entity-state'"`
	File     string `json:"file,omitempty" about:"the capture, if there are several"`
	Time     Time   `json:"time" unit:"ms" about:"when, and in which frame"`
	Frame    int64  `json:"frame" unit:"#" about:"when, and in which frame"`
	Server   string `json:"server" about:"addresses of the server and of the client that was told"`
	Receiver string `json:"receiver" about:"addresses of the server and of the client that was told"`
	// Apart says that the receiver is told something else than the first client of the server.
	Apart    bool   `json:"apart,omitempty" about:"'true': this client is told something else than the first one"`
	ID       int64  `json:"entity_id" about:"numbers"`
	Type     int    `json:"type" about:"numbers"`
	TypeName string `json:"type_name" about:"'Player', 'Enemy', 'Bullet', 'Powerup'; '\"\"' if the type is unknown"`
	Name     string `json:"name" title:"player" look:"name" cut:"8" about:"of a player, as a Roster says"`
	// X, Y are pixels, VX, VY pixels per second. null = not in this row, or no number.
	X  *float32 `json:"x" unit:".1" null:"" about:"place in pixels, from the left and the top; null in events"`
	Y  *float32 `json:"y" unit:".1" null:"" about:"place in pixels, from the left and the top; null in events"`
	VX *float32 `json:"vx" unit:".1" null:"" about:"velocity in pixels a second"`
	VY *float32 `json:"vy" unit:".1" null:"" about:"velocity in pixels a second"`
	// Speed is that of VX and VY, Moved that from the place in the State before to this
	// one, by capture time; pixels per second.
	Speed *float64     `json:"speed" unit:".1" null:"" about:"length of the velocity"`
	Moved *float64     `json:"moved" unit:".1" null:"" about:"pixels a second since the State before; null in the first one and after a pause over 1 s"`
	Color string       `json:"color,omitempty" about:"'\"#55AAFFFF\"': red, green, blue, alpha"`
	Event *EntityEvent `json:"event,omitempty" about:"of events: see below"`
}

// What happens to entities.
const (
	//row:entity_happenings `appeared` | the first State with the id
	Appeared = "appeared"
	//row:entity_happenings `vanished` | no State had it for half a second
	Vanished = "vanished"
	//row:entity_happenings `despawned` | the server says that it is gone
	Despawned = "despawned"
	//row:entity_happenings `lives`, `score` | of a player; id 0 is the team
	Lives = "lives"
	Score = "score"
)

// EntityEventNames lists what can happen to entities.
func EntityEventNames() []string { return []string{Appeared, Vanished, Despawned, Lives, Score} }

// EntityEvent is something that happened to an entity.
type EntityEvent struct {
	What string `json:"what" about:"see the table below"`
	From *int64 `json:"from,omitempty" about:"of lives and scores"`
	To   *int64 `json:"to,omitempty" about:"of lives and scores"`
	Text string `json:"text" title:"what happened" fold:"12" about:"in words"`
}

// EntityLife is an entity from the first State that has it to the last one. Query gives
// States.
type EntityLife struct {
	File     string `json:"file,omitempty" cut:"8" drop:"6" about:"as in rows"`
	Server   string `json:"server" drop:"8" about:"as in rows"`
	Receiver string `json:"receiver" title:"told to" drop:"4" about:"as in rows"`
	Apart    bool   `json:"apart,omitempty" about:"as in rows"`
	ID       int64  `json:"entity_id" title:"id" unit:"#" about:"as in rows"`
	Type     int    `json:"type" about:"as in rows"`
	TypeName string `json:"type_name" about:"as in rows"`
	Name     string `json:"name" title:"entity" look:"name" cut:"12" about:"as in rows"`
	Color    string `json:"color" title:"colour" drop:"7" about:"as in rows"`
	First    Time   `json:"first" title:"appeared" about:"its first and last State"`
	Last     Time   `json:"last" about:"its first and last State"`
	// Vanished is the first State without it; "" = it is in the last one.
	Vanished Time    `json:"vanished,omitzero" zero:"-" about:"the first State without it; missing if the last one has it"`
	States   int64   `json:"states" title:"States" drop:"5" about:"States that have it"`
	Seconds  Seconds `json:"seconds" about:"from the first to the last, without pauses"`
	// Path is the way along its places in pixels, MeanMoved the same by Seconds.
	// MeanSpeed is the mean of what VX and VY say.
	Path      float64  `json:"path" unit:"px" about:"way along the places, in pixels"`
	MeanMoved *float64 `json:"mean_moved" title:"moved" unit:"px/s" drop:"1" about:"'path' by 'seconds'; null if 'seconds' is 0, as the next"`
	MeanSpeed *float64 `json:"mean_speed" title:"speed" unit:"px/s" about:"mean over time of what the velocity says"`
	Lives     *int64   `json:"lives" drop:"2" about:"of a player, at last; null if never told"`
	Score     *int64   `json:"score" drop:"1" about:"of a player, at last; null if never told"`
	Query     Query    `json:"query" about:"keeps the 'states'; '\"\"' if another client was listened to in between"`
}

// EntitySum sums up the lives of one type at one server.
type EntitySum struct {
	File      string   `json:"file,omitempty" cut:"8" drop:"4" about:"as in rows"`
	Server    string   `json:"server" drop:"3" about:"as in rows"`
	Receiver  string   `json:"receiver,omitempty" title:"told to" drop:"1" about:"only where 'apart' is true"`
	Apart     bool     `json:"apart,omitempty" about:"as in rows"`
	Type      int      `json:"type" about:"as in rows"`
	TypeName  string   `json:"type_name" title:"type" look:"name" about:"as in rows"`
	Entities  int64    `json:"entities" title:"lives" about:"lives"`
	Vanished  int64    `json:"vanished" about:"lives that ended"`
	States    int64    `json:"states" title:"States" drop:"1" about:"of all lives"`
	Seconds   Seconds  `json:"seconds" unit:".1" drop:"2" about:"of all lives"`
	Path      float64  `json:"path" unit:"px" about:"of all lives"`
	MeanMoved *float64 `json:"mean_moved" title:"moved" unit:"px/s" about:"of all lives"`
	MeanSpeed *float64 `json:"mean_speed" title:"speed" unit:"px/s" about:"of all lives"`
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
