package figures

// EntityState sums up the messages of the entity-state protocol: how steadily the
// snapshots came, what was in them, who played.
type EntityState struct {
	Flows    []EntityFlow    `json:"flows" about:"clients and their servers"`
	Sizes    []EntitySize    `json:"sizes" about:"States by the number of their entities"`
	Changes  []EntityChange  `json:"changes" about:"of lives and scores, by time"`
	Flickers []EntityFlicker `json:"flickers" about:"entities that were away for a moment"`
	Savings  []EntitySaving  `json:"savings" about:"what would save how much"`
}

// EntityFlow is the traffic between one client and one server. Query gives Datagrams.
type EntityFlow struct {
	Client    string `json:"client" title:"address" view:"traffic" drop:"3" about:"address"`
	Server    string `json:"server" view:"traffic" drop:"5" about:"address"`
	Name      string `json:"name" title:"client" zero:"?" first:"1" look:"name" cut:"8" about:"of the player, as its Hello says"`
	Revision  string `json:"revision" view:"traffic" drop:"6" about:"of the server: 'early', 'late' or 'unsettled'"`
	First     Time   `json:"first" view:"traffic" about:"time of the first datagram"`
	Last      Time   `json:"last" view:"traffic" about:"time of the last one"`
	Datagrams int64  `json:"datagrams" view:"traffic" drop:"4" about:"both directions"`
	Bytes     int64  `json:"bytes" title:"-" about:"of UDP payload, both directions"`
	ToServer  int64  `json:"bytes_c2s" title:"bytes C>S" unit:"B" look:"C>S" view:"traffic" about:"to the server"`
	ToClient  int64  `json:"bytes_s2c" title:"bytes S>C" unit:"B" look:"S>C" view:"traffic" about:"to the client"`
	States    int64  `json:"states" title:"States" view:"snapshots" about:"States"`
	// RateHz is States a second without pauses; Expected how many States 60 a second
	// would have been in that time.
	RateHz   float64 `json:"rate_hz" title:"rate" unit:"Hz" zero:"-" view:"snapshots" about:"States a second, without pauses"`
	Expected int64   `json:"expected" title:"at 60 Hz" view:"snapshots" drop:"3" about:"what 60 a second would have been in this time"`
	// Gaps counts intervals of more than one frame and a half, Lost the frames that
	// are missing in them; one that a late State came for afterwards is in Late instead.
	// Pauses are silences of more than a second, and steps back of the clock: nothing is
	// lost in them.
	Gaps     int64   `json:"gaps" zero:"-" look:"note" view:"snapshots" about:"intervals of more than a frame and a half (25 ms)"`
	Lost     int64   `json:"lost" zero:"-" look:"note" view:"snapshots" about:"frames missing in gaps: an estimate"`
	Late     int64   `json:"late" zero:"-" view:"snapshots" drop:"5" about:"frames that were missing, and came at once behind the gap; not in 'lost'"`
	Pauses   int64   `json:"pauses" zero:"-" view:"snapshots" drop:"4" about:"intervals of more than a second, and steps back of the clock"`
	Interval Latency `json:"interval_ms" title:"interval" only:"p50 p90=2 max" view:"snapshots" about:"between States, without pauses"`
	Inputs   int64   `json:"inputs" view:"traffic" about:"Inputs"`
	InputHz  float64 `json:"input_hz" title:"rate" unit:"Hz" zero:"-" view:"traffic" drop:"1" about:"Inputs a second, without pauses"`
	// LostInputs counts sequence numbers of Inputs that never came.
	LostInputs int64  `json:"lost_inputs" title:"lost" zero:"-" look:"note" view:"traffic" drop:"2" about:"sequence numbers of Inputs that never came"`
	Entities   Spread `json:"entities" title:"entities" only:"min=1 max=1" view:"snapshots" about:"of a State"`
	// Flickers counts entities that vanished and were there again within half a second.
	Flickers int64   `json:"flickers" title:"-" about:"how often an entity vanished and was there again within half a second"`
	Query    Query   `json:"query" view:"traffic" gives:"datagrams"`
	Queries  Queries `json:"queries,omitempty" view:"traffic"`
}

// Spread sums up numbers that are counts.
type Spread struct {
	Min  int64   `json:"min" title:"least" about:"least"`
	Mean float64 `json:"mean" unit:".1" about:"per State"`
	Max  int64   `json:"max" title:"most" about:"most"`
}

// EntitySize compares States with so many entities with what the protocol says.
// Query gives States.
type EntitySize struct {
	Entities string `json:"entities" about:"how many: '0', '1-10', '11-50', '51-58', '59', '60-100', '101-512' or 'over 512'. Up to 58 fit into one packet of Ethernet, 59 by one document"`
	States   int64  `json:"states" title:"States" about:"States with so many"`
	Bytes    int64  `json:"bytes" unit:"B" drop:"1" about:"of UDP payload"`
	// Fragmented States came in IP fragments; Lost ones lack some of these.
	Fragmented int64 `json:"fragmented" zero:"-" look:"note" drop:"4" about:"of these, in IP fragments"`
	Lost       int64 `json:"lost" zero:"-" look:"damage" drop:"5" about:"of these, with IP fragments missing"`
	// Expected is what as many States with as many entities have if nothing is wrong.
	Expected  int64   `json:"expected_bytes" title:"expected" unit:"B" drop:"2" about:"6 bytes a State and 25 an entity"`
	Mean      float64 `json:"bytes_per_state" title:"each" unit:"B" drop:"3" about:"mean"`
	RateHz    float64 `json:"rate_hz" title:"rate" unit:"Hz" zero:"-" drop:"1" about:"States a second to one client, without pauses"`
	PerSecond float64 `json:"bytes_per_second" title:"measured" unit:"B/s" zero:"-" about:"'bytes_per_state' at this rate"`
	// At60Hz is Expected at 60 States a second, AtMost the same of States with the most
	// entities of this row; null = there is no most.
	At60Hz  float64  `json:"at_60_hz" title:"at 60 Hz" unit:"bit/s" zero:"-" about:"'expected_bytes' at 60 States a second"`
	AtMost  *float64 `json:"at_most" title:"at most" unit:"B/s" drop:"1" about:"the same of States with the most entities of this row, as the [protocol](../protocol/entity-state.md#entity-state) has it; 'null' if there is no most"`
	Query   Query    `json:"query" gives:"states"`
	Queries Queries  `json:"queries,omitempty"`
}

// EntityChange is a change of lives or score, as one client of the server was told.
// Query gives its line.
type EntityChange struct {
	File   string `json:"file,omitempty" cut:"8" drop:"1" about:"if there are several: the capture, for which the query is"`
	Time   Time   `json:"time" unit:"ms" about:"of the message"`
	Frame  int64  `json:"frame" unit:"#" about:"its frame"`
	Server string `json:"server" title:"-" about:"address"`
	ID     int64  `json:"id" unit:"#" drop:"2" about:"of the player; 0 = the team"`
	Name   string `json:"name" title:"player" zero:"-" look:"name" cut:"8" about:"of the player"`
	What   string `json:"what" about:"'lives' or 'score'"`
	From   *int64 `json:"from" about:"before; 'null' if it is not known"`
	To     int64  `json:"to" about:"after"`
	Query  Query  `json:"query" gives:"frame" about:"gives its line"`
}

// EntityFlicker is an entity that vanished from the States to a client and was there again within
// half a second. Query gives the line of the State at Frame.
type EntityFlicker struct {
	File     string       `json:"file,omitempty" cut:"8" drop:"1" about:"if there are several: the capture, for which the query is"`
	Client   string       `json:"client" named:"1" cut:"8" about:"address of the client that was told"`
	Server   string       `json:"server" title:"-" about:"address"`
	EntityID int64        `json:"entity_id" title:"id" unit:"#" about:"id of the entity"`
	Type     int          `json:"type" title:"-" about:"number of its type"`
	TypeName string       `json:"type_name" title:"entity" or:"type" first:"1" look:"name" cut:"8" about:"'Player', 'Enemy', 'Bullet', 'Powerup'; '\"\"' if no source knows it"`
	Count    int64        `json:"count" title:"times" about:"how often it was away"`
	Longest  Milliseconds `json:"gone_ms" title:"gone for" about:"the longest absence, from the first State without the entity to the first with it again"`
	Time     Time         `json:"time" title:"first at" unit:"ms" about:"of the first State that lacked it"`
	Frame    int64        `json:"frame" unit:"#" about:"its frame"`
	Query    Query        `json:"query" gives:"frame" about:"gives its line"`
}

// EntitySaving is what one of the savings that the documents name would bring on these States.
// Query gives States.
type EntitySaving struct {
	Saving string  `json:"saving" look:"name" about:"'30 Hz', 'deltas', '16-bit numbers', 'interest' or 'all four'"`
	States int64   `json:"states" title:"-" about:"States of the capture, to all clients"`
	Sent   int64   `json:"sent" title:"States" drop:"2" about:"of these, that would be left"`
	Bytes  int64   `json:"bytes" title:"-" about:"of UDP payload, as they are"`
	After  int64   `json:"after" title:"bytes" unit:"B" about:"as they would be"`
	Saved  float64 `json:"saved" unit:"%" bar:"1" about:"share of 'bytes'; below 0 if it costs more"`
	// Rate and RateAfter are bytes a second to one client, without pauses.
	Rate      float64 `json:"bytes_per_second" title:"-" about:"to one client, as it is, without pauses"`
	RateAfter float64 `json:"bytes_per_second_after" title:"to one client" unit:"B/s" about:"as it would be"`
	// Entities is how many would be sent, NoFit how many have a number that does not fit into 16
	// bits.
	Entities int64 `json:"entities" drop:"3" about:"that would be sent"`
	NoFit    int64 `json:"no_fit" title:"do not fit" zero:"-" look:"note" drop:"1" about:"entities with a number that does not fit into 16 bits, and would have to be cut"`
	Query    Query `json:"query" gives:"states"`
}
