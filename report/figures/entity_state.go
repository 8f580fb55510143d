package figures

// EntityState sums up the messages of the entity-state protocol: how steadily the
// snapshots came, what was in them, who played.
type EntityState struct {
	Flows    []EntityFlow    `json:"flows" about:"clients and their servers"`
	Kinds    []EntityKind    `json:"kinds" about:"entities by client and type"`
	Sizes    []EntitySize    `json:"sizes" about:"States by the number of their entities"`
	Interval float64         `json:"interval" about:"step of 'over_time' in seconds. It was doubled if there were too many"`
	OverTime []EntityStep    `json:"over_time" about:"entities over time. A step without a State has no row"`
	Matches  []EntityMatch   `json:"matches" about:"by time"`
	Players  []EntityPlayer  `json:"players" about:"by server and id"`
	Changes  []EntityChange  `json:"changes" about:"of lives and scores, by time"`
	Flickers []EntityFlicker `json:"flickers" about:"entities that were away for a moment"`
	Savings  []EntitySaving  `json:"savings" about:"what would save how much"`
}

// EntityFlow is the traffic between one client and one server. Query gives Datagrams.
type EntityFlow struct {
	Client    string `json:"client" about:"address"`
	Server    string `json:"server" about:"address"`
	Name      string `json:"name" about:"of the player, as its Hello says"`
	Revision  string `json:"revision" about:"of the server: 'early', 'late' or 'unsettled'"`
	First     Time   `json:"first" about:"time of the first datagram"`
	Last      Time   `json:"last" about:"time of the last one"`
	Datagrams int64  `json:"datagrams" about:"both directions"`
	Bytes     int64  `json:"bytes" about:"of UDP payload, both directions"`
	ToServer  int64  `json:"bytes_c2s" about:"to the server"`
	ToClient  int64  `json:"bytes_s2c" about:"to the client"`
	States    int64  `json:"states" about:"States"`
	// RateHz is States a second without pauses; Expected how many States 60 a second
	// would have been in that time.
	RateHz   float64 `json:"rate_hz" about:"States a second, without pauses"`
	Expected int64   `json:"expected" about:"what 60 a second would have been in this time"`
	// Gaps counts intervals of more than one frame and a half, Lost the frames that
	// are missing in them; one that a late State came for afterwards is in Late instead.
	// Pauses are silences of more than a second, and steps back of the clock: nothing is
	// lost in them.
	Gaps     int64   `json:"gaps" about:"intervals of more than a frame and a half (25 ms)"`
	Lost     int64   `json:"lost" about:"frames missing in gaps: an estimate"`
	Late     int64   `json:"late" about:"frames that were missing, and came at once behind the gap; not in 'lost'"`
	Pauses   int64   `json:"pauses" about:"intervals of more than a second, and steps back of the clock"`
	Interval Latency `json:"interval_ms" about:"between States, without pauses"`
	Inputs   int64   `json:"inputs" about:"Inputs"`
	InputHz  float64 `json:"input_hz" about:"Inputs a second, without pauses"`
	// LostInputs counts sequence numbers of Inputs that never came.
	LostInputs int64  `json:"lost_inputs" about:"sequence numbers of Inputs that never came"`
	Entities   Spread `json:"entities" about:"of a State"`
	// Flickers counts entities that vanished and were there again within half a second.
	Flickers int64   `json:"flickers" about:"how often an entity vanished and was there again within half a second"`
	Query    Query   `json:"query" about:"gives 'datagrams'"`
	Queries  Queries `json:"queries,omitempty"`
}

// Spread sums up numbers that are counts.
type Spread struct {
	Min  int64   `json:"min" about:"least"`
	Mean float64 `json:"mean" about:"per State"`
	Max  int64   `json:"max" about:"most"`
}

// EntityKind is the entities of one type that one client was told of. Query gives
// States.
type EntityKind struct {
	Client   string `json:"client" about:"address"`
	Server   string `json:"server" about:"address"`
	Name     string `json:"name" about:"of the player"`
	Type     int    `json:"type" about:"number of the type; -1 in the row of the rest"`
	TypeName string `json:"type_name" about:"'Player', 'Enemy', 'Bullet', 'Powerup'; '\"\"' if no source knows it"`
	States   int64  `json:"states" about:"States to this client that have one"`
	Entities Spread `json:"entities" about:"of this type, over all States to this client"`
	// Births counts first States with an id, Deaths ids that later States lack for more
	// than half a second.
	Births int64 `json:"births" about:"ids that appeared"`
	Deaths int64 `json:"deaths" about:"ids that were gone for more than half a second, or at the end"`
	Query  Query `json:"query" about:"gives 'states'"`
}

// EntitySize compares States with so many entities with what the protocol says.
// Query gives States.
type EntitySize struct {
	Entities string `json:"entities" about:"how many: '0', '1-10', '11-50', '51-58', '59', '60-100', '101-512' or 'over 512'. Up to 58 fit into one packet of Ethernet, 59 by one document"`
	States   int64  `json:"states" about:"States with so many"`
	Bytes    int64  `json:"bytes" about:"of UDP payload"`
	// Fragmented States came in IP fragments; Lost ones lack some of these.
	Fragmented int64 `json:"fragmented" about:"of these, in IP fragments"`
	Lost       int64 `json:"lost" about:"of these, with IP fragments missing"`
	// Expected is what as many States with as many entities have if nothing is wrong.
	Expected  int64   `json:"expected_bytes" about:"6 bytes a State and 25 an entity"`
	Mean      float64 `json:"bytes_per_state" about:"mean"`
	RateHz    float64 `json:"rate_hz" about:"States a second to one client, without pauses"`
	PerSecond float64 `json:"bytes_per_second" about:"'bytes_per_state' at this rate"`
	// At60Hz is Expected at 60 States a second, AtMost the same of States with the most
	// entities of this row; null = there is no most.
	At60Hz  float64  `json:"at_60_hz" about:"'expected_bytes' at 60 States a second"`
	AtMost  *float64 `json:"at_most" about:"the same of States with the most entities of this row, as the [protocol](../protocol/entity-state.md#entity-state) has it; 'null' if there is no most"`
	Query   Query    `json:"query" about:"gives 'states'"`
	Queries Queries  `json:"queries,omitempty"`
}

// EntityStep is one interval of States. Query gives States.
type EntityStep struct {
	T        Time   `json:"t" about:"its beginning"`
	Client   string `json:"client,omitempty" about:"with '--by link'; 'rest' if there are more than 64 clients"`
	States   int64  `json:"states" about:"States in it"`
	Bytes    int64  `json:"bytes" about:"of UDP payload"`
	Entities Spread `json:"entities" about:"of a State"`
	// Means per State.
	Players  float64 `json:"players" about:"mean of a State"`
	Enemies  float64 `json:"enemies"`
	Bullets  float64 `json:"bullets"`
	Powerups float64 `json:"powerups"`
	Others   float64 `json:"others" about:"of unknown types"`
	Query    Query   `json:"query" about:"gives 'states'"`
	Queries  Queries `json:"queries,omitempty"`
}

// EntityMatch is one match of a server. Query gives States.
type EntityMatch struct {
	File       string  `json:"file,omitempty" about:"if there are several: the capture, for which the query is"`
	Server     string  `json:"server" about:"address"`
	Start      Time    `json:"start" about:"time of its first message"`
	StartFrame int64   `json:"start_frame" about:"its frame"`
	StartedBy  string  `json:"started_by" about:"'StartMatch', or 'State' if the capture lacks that"`
	End        Time    `json:"end" about:"time of the message that ends it, or of its last State"`
	EndFrame   int64   `json:"end_frame" about:"its frame"`
	EndedBy    string  `json:"ended_by" about:"'GameOver' or 'ReturnToMenu'; '\"\"' if the capture has no end"`
	Reason     *int    `json:"reason" about:"of GameOver; 'null' if there is none"`
	Duration   Seconds `json:"duration" about:"seconds"`
	Players    int     `json:"players" about:"most in a State"`
	Score      *int64  `json:"score" about:"of the team, if the server tells it, else of all players together; 'null' if none was told"`
	States     int64   `json:"states" about:"States of it, to all clients"`
	Query      Query   `json:"query" about:"gives 'states'"`
}

// EntityPlayer is who played on a server. Query gives Updates.
type EntityPlayer struct {
	File      string  `json:"file,omitempty" about:"if there are several: the capture, for which the query is"`
	Server    string  `json:"server" about:"address"`
	ID        int64   `json:"id" about:"of the player; 0 = the team"`
	Name      string  `json:"name" about:"as a Roster says"`
	ShipID    *int    `json:"ship_id" about:"as a Roster says; 'null' if it does not"`
	Color     string  `json:"color" about:"of its entity: '\"#55AAFFFF\"', red, green, blue, alpha; '\"\"' if there is none"`
	First     Time    `json:"first" about:"time when it is first told of"`
	Last      Time    `json:"last" about:"and last"`
	Lives     *int    `json:"lives" about:"the last ones that were told; 'null' if none were"`
	LivesLost int64   `json:"lives_lost" about:"sum of all losses"`
	Score     *int64  `json:"score" about:"the last one that was told; 'null' if none was"`
	Updates   int64   `json:"updates" about:"LivesUpdates and ScoreUpdates about it, to all clients"`
	Query     Query   `json:"query" about:"gives 'updates'"`
	Queries   Queries `json:"queries,omitempty"`
}

// EntityChange is a change of lives or score, as one client of the server was told.
// Query gives its line.
type EntityChange struct {
	File   string `json:"file,omitempty" about:"if there are several: the capture, for which the query is"`
	Time   Time   `json:"time" about:"of the message"`
	Frame  int64  `json:"frame" about:"its frame"`
	Server string `json:"server" about:"address"`
	ID     int64  `json:"id" about:"of the player; 0 = the team"`
	Name   string `json:"name" about:"of the player"`
	What   string `json:"what" about:"'lives' or 'score'"`
	From   *int64 `json:"from" about:"before; 'null' if it is not known"`
	To     int64  `json:"to" about:"after"`
	Query  Query  `json:"query" about:"gives its line"`
}

// EntityFlicker is an entity that vanished from the States to a client and was there again within
// half a second. Query gives the line of the State at Frame.
type EntityFlicker struct {
	File     string       `json:"file,omitempty" about:"if there are several: the capture, for which the query is"`
	Client   string       `json:"client" about:"address of the client that was told"`
	Server   string       `json:"server" about:"address"`
	EntityID int64        `json:"entity_id" about:"id of the entity"`
	Type     int          `json:"type" about:"number of its type"`
	TypeName string       `json:"type_name" about:"'Player', 'Enemy', 'Bullet', 'Powerup'; '\"\"' if no source knows it"`
	Count    int64        `json:"count" about:"how often it was away"`
	Longest  Milliseconds `json:"gone_ms" about:"the longest time, from the first State that lacked it to the one that has it again"`
	Time     Time         `json:"time" about:"of the first State that lacked it"`
	Frame    int64        `json:"frame" about:"its frame"`
	Query    Query        `json:"query" about:"gives its line"`
}

// EntitySaving is what one of the savings that the documents name would bring on these States.
// Query gives States.
type EntitySaving struct {
	Saving string  `json:"saving" about:"'30 Hz', 'deltas', '16-bit numbers', 'interest' or 'all four'"`
	States int64   `json:"states" about:"States of the capture, to all clients"`
	Sent   int64   `json:"sent" about:"of these, that would be left"`
	Bytes  int64   `json:"bytes" about:"of UDP payload, as they are"`
	After  int64   `json:"after" about:"as they would be"`
	Saved  float64 `json:"saved" about:"share of 'bytes'; below 0 if it costs more"`
	// Rate and RateAfter are bytes a second to one client, without pauses.
	Rate      float64 `json:"bytes_per_second" about:"to one client, as it is, without pauses"`
	RateAfter float64 `json:"bytes_per_second_after" about:"as it would be"`
	// Entities is how many would be sent, NoFit how many have a number that does not fit into 16
	// bits.
	Entities int64 `json:"entities" about:"that would be sent"`
	NoFit    int64 `json:"no_fit" about:"entities with a number that does not fit into 16 bits, and would have to be cut"`
	Query    Query `json:"query" about:"gives 'states'"`
}
