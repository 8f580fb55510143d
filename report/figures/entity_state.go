package figures

// EntityState sums up the messages of the entity-state protocol: how steadily the
// snapshots came, what was in them, who played.
type EntityState struct {
	Flows    []EntityFlow    `json:"flows"`
	Kinds    []EntityKind    `json:"kinds"`
	Sizes    []EntitySize    `json:"sizes"`
	Interval float64         `json:"interval"`  // seconds of OverTime; doubled when there were too many
	OverTime []EntityStep    `json:"over_time"` // by time; intervals without a State have none
	Matches  []EntityMatch   `json:"matches"`
	Players  []EntityPlayer  `json:"players"`
	Changes  []EntityChange  `json:"changes"`
	Flickers []EntityFlicker `json:"flickers"`
	Savings  []EntitySaving  `json:"savings"`
}

// EntityFlow is the traffic between one client and one server. Query gives Datagrams.
type EntityFlow struct {
	Client    string `json:"client"`
	Server    string `json:"server"`
	Name      string `json:"name"`     // of the player, as its Hello says
	Revision  string `json:"revision"` // of the server: "early", "late", "unsettled"
	First     string `json:"first"`
	Last      string `json:"last"`
	Datagrams int64  `json:"datagrams"`
	Bytes     int64  `json:"bytes"` // of UDP payload, both directions
	ToServer  int64  `json:"bytes_c2s"`
	ToClient  int64  `json:"bytes_s2c"`
	States    int64  `json:"states"`
	// RateHz is States a second without pauses; Expected how many States 60 a second
	// would have been in that time.
	RateHz   float64 `json:"rate_hz"`
	Expected int64   `json:"expected"`
	// Gaps counts intervals of more than one frame and a half, Lost the frames that
	// are missing in them; one that a late State came for afterwards is in Late instead.
	// Pauses are silences of more than a second, and steps back of the clock: nothing is
	// lost in them.
	Gaps     int64   `json:"gaps"`
	Lost     int64   `json:"lost"`
	Late     int64   `json:"late"`
	Pauses   int64   `json:"pauses"`
	Interval Latency `json:"interval_ms"` // between States, without pauses
	Inputs   int64   `json:"inputs"`
	InputHz  float64 `json:"input_hz"`
	// LostInputs counts sequence numbers of Inputs that never came.
	LostInputs int64  `json:"lost_inputs"`
	Entities   Spread `json:"entities"` // per State
	// Flickers counts entities that vanished and were there again within 100 ms.
	Flickers int64   `json:"flickers"`
	Query    Query   `json:"query"`
	Queries  Queries `json:"queries,omitempty"`
}

// Spread sums up numbers that are counts.
type Spread struct {
	Min  int64   `json:"min"`
	Mean float64 `json:"mean"`
	Max  int64   `json:"max"`
}

// EntityKind is the entities of one type that one client was told of. Query gives
// States.
type EntityKind struct {
	Client   string `json:"client"`
	Server   string `json:"server"`
	Name     string `json:"name"` // of the player
	Type     int    `json:"type"` // -1 in the rest
	TypeName string `json:"type_name"`
	States   int64  `json:"states"`   // that have one
	Entities Spread `json:"entities"` // of this type, per State of the flow
	// Births counts first States with an id, Deaths ids that later States lack for more
	// than half a second.
	Births int64 `json:"births"`
	Deaths int64 `json:"deaths"`
	Query  Query `json:"query"`
}

// EntitySize compares States with so many entities with what the protocol says.
// Query gives States.
type EntitySize struct {
	Entities string `json:"entities"` // "0", "1-10", .., "over 512"
	States   int64  `json:"states"`
	Bytes    int64  `json:"bytes"` // of UDP payload
	// Expected is what as many States with as many entities have if nothing is wrong.
	Expected  int64   `json:"expected_bytes"`
	Mean      float64 `json:"bytes_per_state"`
	RateHz    float64 `json:"rate_hz"`          // to one client, without pauses
	PerSecond float64 `json:"bytes_per_second"` // the product of these
	// At60Hz is Expected at 60 States a second, AtMost the same of States with the most
	// entities of this row; null = there is no most.
	At60Hz  float64  `json:"at_60_hz"`
	AtMost  *float64 `json:"at_most"`
	Query   Query    `json:"query"`
	Queries Queries  `json:"queries,omitempty"`
}

// EntityStep is one interval of States. Query gives States.
type EntityStep struct {
	T        string `json:"t"`                // its beginning
	Client   string `json:"client,omitempty"` // if split by link
	States   int64  `json:"states"`
	Bytes    int64  `json:"bytes"`
	Entities Spread `json:"entities"` // per State
	// Means per State.
	Players  float64 `json:"players"`
	Enemies  float64 `json:"enemies"`
	Bullets  float64 `json:"bullets"`
	Powerups float64 `json:"powerups"`
	Others   float64 `json:"others"`
	Query    Query   `json:"query"`
	Queries  Queries `json:"queries,omitempty"`
}

// EntityMatch is one match of a server. Query gives States.
type EntityMatch struct {
	File       string  `json:"file,omitempty"` // of several; the query is for that one
	Server     string  `json:"server"`
	Start      string  `json:"start"`
	StartFrame int64   `json:"start_frame"`
	StartedBy  string  `json:"started_by"` // name of the message
	End        string  `json:"end"`        // of the last State, if nothing says that it ended
	EndFrame   int64   `json:"end_frame"`
	EndedBy    string  `json:"ended_by"` // name of the message; "" = the capture does not have the end
	Reason     *int    `json:"reason"`   // of GameOver; null = not known
	Duration   float64 `json:"duration"` // seconds
	Players    int     `json:"players"`  // most in one State
	Score      *int64  `json:"score"`    // of the team, else of all players; null = never told
	States     int64   `json:"states"`   // to all clients
	Query      Query   `json:"query"`
}

// EntityPlayer is who played on a server. Query gives Updates.
type EntityPlayer struct {
	File      string  `json:"file,omitempty"` // of several; the queries are for that one
	Server    string  `json:"server"`
	ID        int64   `json:"id"` // 0 = the team
	Name      string  `json:"name"`
	ShipID    *int    `json:"ship_id"` // null = not told
	Color     string  `json:"color"`   // "#55AAFFFF": red, green, blue, alpha; "" = in no State
	First     string  `json:"first"`   // told of first and last
	Last      string  `json:"last"`
	Lives     *int    `json:"lives"` // at last; null = never told
	LivesLost int64   `json:"lives_lost"`
	Score     *int64  `json:"score"`   // at last; null = never told
	Updates   int64   `json:"updates"` // of lives and score, to all clients
	Query     Query   `json:"query"`
	Queries   Queries `json:"queries,omitempty"`
}

// EntityChange is a change of lives or score, as one client of the server was told.
// Query gives its line.
type EntityChange struct {
	File   string `json:"file,omitempty"` // of several; the query is for that one
	Time   string `json:"time"`
	Frame  int64  `json:"frame"`
	Server string `json:"server"`
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	What   string `json:"what"` // "lives" or "score"
	From   *int64 `json:"from"` // null = not known
	To     int64  `json:"to"`
	Query  Query  `json:"query"`
}

// EntityFlicker is an entity that vanished from the States to a client and was there again within
// 100 ms. Query gives the line of the State at Frame.
type EntityFlicker struct {
	File     string  `json:"file,omitempty"` // of several; the query is for that one
	Client   string  `json:"client"`
	Server   string  `json:"server"`
	EntityID int64   `json:"entity_id"`
	Type     int     `json:"type"`
	TypeName string  `json:"type_name"`
	Count    int64   `json:"count"`   // how often
	Longest  float64 `json:"gone_ms"` // the longest time from the first State that lacked it to its return
	Time     string  `json:"time"`    // of the first State that lacked it
	Frame    int64   `json:"frame"`   // its frame
	Query    Query   `json:"query"`
}

// EntitySaving is what one of the savings that the documents name would bring on these States.
// Query gives States.
type EntitySaving struct {
	Saving string  `json:"saving"` // "30 Hz", "deltas", "16-bit numbers", "interest", "all four"
	States int64   `json:"states"` // that there are, to all clients
	Sent   int64   `json:"sent"`   // of these, that would be left
	Bytes  int64   `json:"bytes"`  // of UDP payload, as it is
	After  int64   `json:"after"`  // as it would be
	Saved  float64 `json:"saved"`  // share of Bytes
	// Rate and RateAfter are bytes a second to one client, without pauses.
	Rate      float64 `json:"bytes_per_second"`
	RateAfter float64 `json:"bytes_per_second_after"`
	// Entities is how many would be sent, NoFit how many have a number that does not fit into 16
	// bits.
	Entities int64 `json:"entities"`
	NoFit    int64 `json:"no_fit"`
	Query    Query `json:"query"`
}
