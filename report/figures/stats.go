package figures

import "fmt"

// Version is the version of the JSON form of reports; it is raised when a key
// changes its meaning.
const Version = 1

// Stats is the report of `bcdump stats`.
type Stats struct {
	Version        int             `json:"v" about:"version of this format: 1. It is raised when a key changes its meaning"`
	Filter         string          `json:"filter,omitempty" about:"the filter, if one was given"`
	By             []string        `json:"by" about:"what '--by' said"`
	Only           []string        `json:"only,omitempty" about:"what '--only' said. Only 'v', 'filter', 'by', 'dropped' and the keys of these tables are there then: 'entity_state' for all that begin with 'entity_', 'bandwidth' for 'rates', 'joins' for 'join_ends', 'notes' for 'notes_about', 'relays' for 'missing_copies'. Left out without '--only'"`
	Files          []File          `json:"files" about:"one row a capture"`
	Datagrams      Datagrams       `json:"datagrams" about:"datagrams by what they speak"`
	Skipped        Skipped         `json:"skipped" about:"frames that gave no datagram"`
	Bytes          Bytes           `json:"bytes" about:"the ledger"`
	Types          []Type          `json:"types" about:"transport messages"`
	Opcodes        []Opcode        `json:"opcodes" about:"game messages"`
	Flags          []Flags         `json:"flags" about:"combinations of flags"`
	FlagExceptions []FlagException `json:"flag_exceptions" about:"rules about flags and what breaks them"`
	Bandwidth      Bandwidth       `json:"bandwidth" about:"bytes over time"`
	Usage          []Usage         `json:"usage" about:"what takes the bytes"`
	Savings        []Saving        `json:"savings" about:"what other ways of sending would save. Empty if there are no game datagrams, and with a filter"`
	Links          []Link          `json:"links" about:"clients and their links"`
	Fragments      Fragments       `json:"fragments" about:"parts of messages"`
	Objects        []Object        `json:"objects" about:"lives of objects"`
	Cycles         []Cycle         `json:"cycles" about:"how subsystems, power settings and all fields of motion come round"`
	Relays         []Relay         `json:"relays" about:"what the host passed on"`
	Requests       []Request       `json:"requests" about:"messages that may be answered, and what answered them"`
	Joins          []Join          `json:"joins" about:"ways into the game"`
	EntityState    *EntityState    `json:"entity_state,omitempty" about:"what entity-state messages tell. Left out if there are none"`
	Notes          []Note          `json:"notes" about:"notes by code"`
	// Dropped counts lines that found no row of their own because a bounded table was
	// full, by table; their numbers are in the rows called "rest", which have no query.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"for each full table that was counted, how many records found no row of their own. Left out if there are none"`
}

// File is one capture of the run.
type File struct {
	Name     string  `json:"name" about:"as on the command line"`
	Format   string  `json:"format" about:"'pcap', 'pcapng' or 'packet trace log'"`
	Frames   int64   `json:"frames" about:"how many were read"`
	First    Time    `json:"first,omitzero" about:"time of the earliest frame; left out if none has one"`
	Last     Time    `json:"last,omitzero" about:"time of the latest frame"`
	Duration Seconds `json:"duration" about:"seconds from the earliest to the latest, where the clock was set back beyond that"`
	// Local says that times are not in UTC, but those of a clock of which the zone is
	// not known.
	Local bool `json:"local,omitempty" about:"'true' if times are local: a packet_trace.log does not tell its time zone, and '--zone' was not given. Left out otherwise"`
	// Active is what rates are taken over.
	Active Seconds `json:"active" about:"time in which datagrams of the game or of entity-state come, without pauses of more than a minute and without clock jumps; if there are none, of all frames. Rates are over this"`
	// Times says what is wrong with them; Untimed that there are none, Merged that captures have clocks that differ.
	Times   string `json:"times,omitempty" about:"what is wrong with the times, in words: that there are none, that they fall, are coarse, or that the clock was set back"`
	Untimed bool   `json:"-"`
	Merged  bool   `json:"-"`
	// Damage is the first damage, with its offset; null = none.
	Damage      *Damage `json:"damage" about:"the first damage, 'null' if there is none"`
	DamageCount int64   `json:"damage_count,omitempty" about:"damaged places"`
	Copies      *Copies `json:"copies,omitempty" about:"datagrams that were captured more than once, if there are any"`
	Relayed     string  `json:"relayed,omitempty" about:"which hosts are one, seen before and behind a relay: their games are one, and are counted twice"`
}

// Copies are datagrams that were captured more than once: on several interfaces, or at both ends.
type Copies struct {
	Datagrams  int64        `json:"datagrams" about:"that are copies of others: they count in no report"`
	Of         int64        `json:"of" about:"all datagrams of the capture, with these"`
	Times      int64        `json:"times,omitempty" about:"how often each datagram was captured. Left out if some were captured more often than others"`
	Interfaces []string     `json:"interfaces,omitempty" about:"on which. Left out if they are not known"`
	Translated []Translated `json:"translated,omitempty" about:"ends that address translation has replaced"`
}

// Translated is an end behind address translation.
type Translated struct {
	As  string `json:"as" about:"in some frames"`
	For string `json:"for" about:"before translation, or after it: what reports show"`
}

// Damage says where a capture could not be read.
type Damage struct {
	Offset int64  `json:"offset" about:"bytes into the file, or into what it holds compressed"`
	Frame  int64  `json:"frame" about:"the last frame before it"`
	Text   string `json:"text" about:"what is wrong"`
}

// Datagrams counts UDP datagrams by what they speak.
type Datagrams struct {
	BC          int64   `json:"bc" about:"of the game"`
	GameSpy     int64   `json:"gamespy" about:"GameSpy texts"`
	EntityState int64   `json:"entity-state" about:"of the [second protocol](../protocol/entity-state.md#entity-state)"`
	Unknown     int64   `json:"unknown" about:"of no known protocol"`
	Empty       int64   `json:"empty" about:"without payload"`
	Queries     Queries `json:"queries,omitempty"`
}

// Skipped counts frames that gave no datagram. They have no lines, so no queries.
type Skipped struct {
	NotUDP     int64 `json:"not_udp" about:"frames that are not UDP"`
	IPFragment int64 `json:"ip_fragment" about:"IP fragments: joined with others, or never whole"`
	Bad        int64 `json:"bad" about:"frames with broken headers"`
	OtherLink  int64 `json:"other_link" about:"frames of an unsupported link type"`
}

// Bytes is the ledger: the parts add up to File.
type Bytes struct {
	File        int64 `json:"file" about:"bytes of the captures, decompressed, as far as they could be read"`
	Container   int64 `json:"container" about:"headers of the container, and frames that gave no datagram"`
	Headers     int64 `json:"headers" about:"link, IP and UDP headers"`
	Datagram    int64 `json:"datagram" about:"headers of game datagrams"`
	Transport   int64 `json:"transport" about:"headers of transport messages"`
	Fields      int64 `json:"fields" about:"fields of messages"`
	Repeats     int64 `json:"repeats" about:"fragments that came again"`
	Parts       int64 `json:"parts" about:"fragments of incomplete messages"`
	Trailing    int64 `json:"trailing" about:"after the last field"`
	Raw         int64 `json:"raw" about:"without a known layout"`
	Unread      int64 `json:"unread" about:"unreadable or cut"`
	GameSpy     int64 `json:"gamespy" about:"GameSpy texts"`
	EntityState int64 `json:"entity-state" about:"of the [second protocol](../protocol/entity-state.md#entity-state)"`
	Unknown     int64 `json:"unknown" about:"datagrams of no known protocol"`
	Copies      int64 `json:"copies,omitempty" about:"copies of datagrams"`
	// Explained is the share of the bytes of game datagrams and entity-state messages
	// that headers and fields own.
	Explained float64 `json:"explained" about:"share of the game's bytes that headers and fields own"`
	Queries   Queries `json:"queries,omitempty"`
}

// Split says which part of the traffic a row is about. What a row is not split by is
// left out.
type Split struct {
	Dir      string `json:"dir,omitempty" look:"dir" view:"split" about:"'C>S', 'S>C' or 'both'"`
	Link     string `json:"link,omitempty" title:"client" named:"1" view:"split" drop:"1" parquet:"-" about:"with '--by link'"`
	ObjectID string `json:"object_id,omitempty" title:"object" view:"split" drop:"1" parquet:"-" about:"with '--by object'"`
	Ship     string `json:"ship,omitempty" view:"split" drop:"1" parquet:"-" about:"with '--by object'"`
}

// Type counts transport messages of one type. Query gives Count.
type Type struct {
	Type    string `json:"type" about:"as in [decode](decode.md#keys)"`
	Split   `across:"dir"`
	Count   int64   `json:"count" each:"1" rest:"sum" head:"message,messages" about:"messages on the wire"`
	Bytes   int64   `json:"bytes" unit:"B" rest:"sum" head:"B" bar:"longest" about:"their bytes, with headers"`
	Query   Query   `json:"query" gives:"count"`
	Queries Queries `json:"queries,omitempty"`
}

// Opcode counts game messages of one opcode, or entity-state messages of one type; a
// joined message counts once. Query gives Count, on the wire.
type Opcode struct {
	Proto     string `json:"proto,omitempty" title:"-" about:"'entity-state' for [that protocol](../protocol/entity-state.md#entity-state); left out for the game"`
	Opcode    string `json:"opcode" about:"'\"0x1C\"'"`
	Name      string `json:"name" look:"name" about:"its name; '\"\"' if no source knows it"`
	Split     `across:"dir" about_object_id:"with '--by object'; left out for messages that are about no object"`
	Count     int64   `json:"count" each:"1" rest:"sum" head:"message,messages" about:"messages, as often as they were sent"`
	Unique    int64   `json:"unique" rest:"sum" drop:"6" about:"messages, copies left out"`
	Bytes     int64   `json:"bytes" unit:"B" rest:"sum" head:"B" drop:"3" about:"of the transport messages, with their headers"`
	PerMinute float64 `json:"per_minute" title:"-" about:"'count' per minute of the active time"`
	Share     float64 `json:"share" unit:"%" bar:"longest,4" rest:"sum" about:"of 'count' among all rows of the protocol with the same split"`
	Payload   Sizes   `json:"payload" only:"min=5 median=1 max=2" about:"bytes of the payload, opcode included"`
	Query     Query   `json:"query" gives:"count"`
	Queries   Queries `json:"queries,omitempty"`
}

// Sizes are those of some payloads, in bytes.
type Sizes struct {
	Min    int `json:"min" null:"" about:"of the smallest"`
	Median int `json:"median" null:"" about:"half of them are so large or smaller"`
	Max    int `json:"max" null:"" about:"of the largest"`
}

// Flags counts StateUpdates with one combination of flags. Query gives Count.
type Flags struct {
	Split
	DirtyFlags string   `json:"dirty_flags" title:"flags" about:"'\"0x9E\"'"`
	Flags      []string `json:"flags" title:"fields" look:"name" fold:"24" about:"their names"`
	Count      int64    `json:"count" rest:"sum" head:"StateUpdate,StateUpdates" about:"StateUpdates"`
	Share      float64  `json:"share" unit:"%" bar:"longest" rest:"sum" about:"among all rows with the same split"`
	Bytes      int64    `json:"bytes" unit:"B" rest:"sum" drop:"1" about:"of the transport messages"`
	Payload    Sizes    `json:"payload" title:"size" only:"min=4 median=2 max=3" about:"bytes of the payload, opcode included"`
	Query      Query    `json:"query" gives:"count"`
	Queries    Queries  `json:"queries,omitempty"`
}

// FlagException counts StateUpdates that break a rule about directions. Query gives
// Count. The rules are listed even if nothing breaks them.
type FlagException struct {
	Rule   string  `json:"rule" about:"in words"`
	Count  int64   `json:"count" title:"exceptions" zero:"-" look:"note" about:"StateUpdates that break it"`
	Frames []int64 `json:"frames" title:"first frames" unit:"frame" fold:"10" drop:"1" about:"the first of them"`
	Query  Query   `json:"query" gives:"count"`
}

// Bandwidth is the profile over time, in bytes of UDP payload. Buckets are of all
// protocols; the rest is of the game, and of entity-state where it says so.
type Bandwidth struct {
	Interval float64  `json:"interval" about:"step in seconds. It was doubled if there were too many"`
	Buckets  []Bucket `json:"buckets" about:"by time. A step without traffic has none, so that a clock that jumps costs nothing"`
	// Peak, Mean and the percentiles are bytes per second, of both directions, then
	// by direction.
	Peak        float64     `json:"peak" about:"bytes per second of the highest step, both directions; of what is shorter than a step, over its own time. Never below the mean"`
	Mean        float64     `json:"mean" about:"bytes per second over the active time. Both are of the game"`
	EntityState *Throughput `json:"entity_state,omitempty" about:"the same of entity-state. Left out if there is none"`
	Rates       []Rate      `json:"rates" about:"sums of the buckets"`
}

// Throughput is bytes per second, of both directions.
type Throughput struct {
	Peak float64 `json:"peak" about:"bytes per second of the highest step, both directions; of what is shorter than a step, over its own time. Never below the mean"`
	Mean float64 `json:"mean" about:"bytes per second over the active time"`
}

// Bucket is one interval and direction. Query gives Datagrams.
type Bucket struct {
	T         Time `json:"t" about:"its beginning"`
	Split     `about_dir:"direction; left out for datagrams that are not of the game" about_link:"with '--by link'; 'rest' if there are more than 64 clients" about_object_id:"not used: a datagram is about many objects" about_ship:"not used"`
	Proto     string           `json:"proto" about:"'bc', 'gamespy', 'entity-state' or 'unknown'"`
	Datagrams int64            `json:"datagrams" about:"that began in it"`
	Bytes     int64            `json:"bytes" about:"of UDP payload"`
	ByOpcode  map[string]int64 `json:"by_opcode,omitempty" about:"bytes by opcode or type of entity-state message, by type of other transport messages, of 'fragment', 'unread', and 'header' of datagrams"`
	Query     Query            `json:"query" gives:"datagrams" about:"gives 'datagrams'; '\"\"' before 1678 and after 2262, where no filter tells times apart"`
	Queries   Queries          `json:"queries,omitempty"`
}

// Rate sums up the buckets of one direction: bytes per second. Percentiles are over
// intervals with traffic. Query gives Datagrams.
type Rate struct {
	Proto     string `json:"proto,omitempty" title:"-" about:"'entity-state' for that protocol; left out for the game"`
	Split     `about_link:"with '--by link'; 'rest' if there are more than 64 clients" about_object_id:"not used: a datagram is about many objects" about_ship:"not used"`
	Datagrams int64   `json:"datagrams" drop:"7" about:"in all"`
	Bytes     int64   `json:"bytes" unit:"B" drop:"6" about:"of UDP payload"`
	Mean      float64 `json:"mean" unit:"B/s" zero:"-" about:"over the active time"`
	P50       float64 `json:"p50" unit:"B/s" zero:"-" drop:"5" about:"percentiles of the steps with traffic"`
	P90       float64 `json:"p90" unit:"B/s" zero:"-" drop:"2"`
	P99       float64 `json:"p99" unit:"B/s" zero:"-" drop:"4"`
	Peak      float64 `json:"peak" unit:"B/s" zero:"-" about:"of the highest step; never below the mean"`
	PeakAt    Time    `json:"peak_at,omitzero" title:"at" drop:"3" about:"when that was"`
	Query     Query   `json:"query" gives:"datagrams"`
	Queries   Queries `json:"queries,omitempty"`
}

// Usage says what takes the bytes of game datagrams: headers, Acks, messages that came
// again, each block of StateUpdate, other messages. The rows of one direction add up to
// its bytes on the wire, headers of link, IP and UDP included. Query gives Count.
type Usage struct {
	What string `json:"what" title:"what takes the bytes" look:"name" fold:"26" about:"a kind of header, of transport message, a block of StateUpdate, a game message"`
	Dir  string `json:"dir" title:"-" about:"'C>S', 'S>C' or 'both'"`
	// Part of: "headers", "acks", "control", "sent again", "StateUpdate", "other".
	Group   string  `json:"group" title:"-" about:"'headers', 'acks', 'control', 'sent again', 'StateUpdate' or 'other'"`
	Count   int64   `json:"count" zero:"" drop:"2" about:"messages that have it; datagrams, for headers of datagrams"`
	Bytes   int64   `json:"bytes" unit:"B" about:"on the wire; headers are rows of their own"`
	Share   float64 `json:"share" unit:"%" bar:"longest" about:"of the bytes of this direction"`
	Payload *Sizes  `json:"payload" only:"min=1 median=1 max=1" about:"bytes of one block of a StateUpdate, or of the payload of one message; 'null' of the others"`
	Query   Query   `json:"query" gives:"count"`
	Queries Queries `json:"queries,omitempty"`
}

// Saving is what another way of sending would save. It has no query: what is left is in no capture.
type Saving struct {
	ID         string  `json:"id" title:"way of sending" look:"name" about:"the way of sending"`
	Window     int     `json:"window_ms,omitempty" title:"within" unit:"ms" zero:"" about:"milliseconds within which datagrams are joined; left out if none are"`
	Dir        string  `json:"dir" look:"dir" about:"'C>S', 'S>C' or 'both'"`
	Bytes      int64   `json:"bytes" title:"saved" unit:"B" about:"saved, with headers of link, IP and UDP"`
	Share      float64 `json:"share" unit:"%" bar:"1" about:"of the bytes of this direction"`
	Rate       float64 `json:"per_player_per_second" title:"a player" unit:"B/s" about:"bytes saved, by the time that all links last together"`
	Waits      *Waits  `json:"wait_ms,omitempty" title:"wait" only:"mean=1 max=2" about:"the delay, in ms, of a datagram that is joined with later ones, until the last of them"`
	Assumption string  `json:"assumption" title:"-" about:"what is taken for granted, and what it costs"`
}

// BothDirections is the direction of a row about all messages.
const BothDirections = "both"

// Waits are some times in milliseconds.
type Waits struct {
	Mean Milliseconds `json:"mean" null:"" about:"of all datagrams"`
	Most Milliseconds `json:"max" title:"at most" null:"" about:"the largest"`
}

// Link is the traffic between one client and one server. Query gives Datagrams.
type Link struct {
	Client    string  `json:"client" title:"address" view:"traffic" drop:"2" about:"address"`
	Server    string  `json:"server" view:"traffic" drop:"4" about:"address"`
	Peer      int     `json:"peer" title:"-" about:"number of the client in the game; 0 = not known"`
	Name      string  `json:"name" title:"client" zero:"?" first:"1" look:"name" cut:"12" about:"of the player"`
	First     Time    `json:"first" view:"traffic" about:"time of the first datagram"`
	Last      Time    `json:"last" view:"traffic" about:"time of the last one"`
	Datagrams int64   `json:"datagrams" view:"traffic" drop:"3" about:"both directions"`
	Bytes     int64   `json:"bytes" title:"-" about:"of UDP payload, both directions"`
	ToServer  int64   `json:"bytes_c2s" title:"bytes C>S" unit:"B" look:"C>S" view:"traffic" about:"to the server"`
	ToClient  int64   `json:"bytes_s2c" title:"bytes S>C" unit:"B" look:"S>C" view:"traffic" about:"to the client"`
	RTT       Latency `json:"rtt_ms" only:"p50 p90 max" view:"reliability" about:"from a reliable message that was sent once to its Ack, in the direction that waits longer: the way to the far end and back"`
	Near      Latency `json:"turnaround_ms" title:"other way" only:"p50=5" view:"reliability" about:"the same of the other direction"`
	Reliable  int64   `json:"reliable" view:"reliability" drop:"3" about:"reliable messages and fragments, copies left out"`
	Acked     int64   `json:"acked" title:"-" about:"of these, acknowledged"`
	Unacked   int64   `json:"unacked" zero:"-" look:"note" view:"reliability" about:"of these, never acknowledged"`
	Resent    int64   `json:"retransmits" title:"sent again" zero:"-" look:"note" view:"reliability" about:"copies beyond the first"`
	Insisted  int64   `json:"-"` // of these, those by which a sender shows that it waits for the Ack of a side that is there
	// InsistedFrames are the first of these.
	InsistedFrames []int64 `json:"-"`
	RepeatAck      int64   `json:"repeated_acks" title:"repeated Acks" zero:"-" view:"reliability" drop:"4" about:"Acks of what was acknowledged before"`
	Gaps           int64   `json:"gaps" zero:"-" look:"note" view:"reliability" about:"messages with missing numbers before them"`
	Late           int64   `json:"out_of_order" title:"late" zero:"-" view:"reliability" drop:"2" about:"messages that came late"`
	Query          Query   `json:"query" view:"traffic" gives:"datagrams"`
	Queries        Queries `json:"queries,omitempty" view:"traffic"`
}

// Latency sums up times in milliseconds; null percentiles mean that there were none.
// They are exact to 1 %.
type Latency struct {
	Dir   string        `json:"dir,omitempty" title:"-" about:"of the messages that were waited for"`
	Count int64         `json:"count" title:"-" about:"times"`
	P50   *Milliseconds `json:"p50" about:"milliseconds"`
	P90   *Milliseconds `json:"p90"`
	Max   *Milliseconds `json:"max"`
}

// Fragments counts parts of messages.
type Fragments struct {
	Parts      int64   `json:"parts" title:"fragments" about:"all, repeated ones too"`
	Repeats    int64   `json:"repeats" title:"sent again" zero:"-" about:"parts that came again"`
	Complete   int64   `json:"complete" title:"joined" about:"messages joined"`
	Incomplete int64   `json:"incomplete" zero:"-" about:"messages given up"`
	Conflicts  int64   `json:"conflicts" zero:"-" look:"note" about:"parts that contradict their message"`
	Partial    int64   `json:"-"` // datagrams that are lost because IP fragments of them are missing
	Queries    Queries `json:"queries,omitempty"`
}

// Object is one life of an object: from its creation, or its first update, to its end
// or to the next creation under the same id. Query gives Updates.
type Object struct {
	File      string  `json:"file,omitempty" cut:"8" drop:"1" about:"if there are several: the capture, for which the query is"`
	ObjectID  string  `json:"object_id" title:"id" about:"'\"0x3FFFFFFF\"'"`
	Ship      string  `json:"ship" title:"-" about:"class"`
	Species   int     `json:"species" unit:"#" drop:"5" about:"number of the class; 0 = not known"`
	Name      string  `json:"name" title:"object" or:"ship" zero:"?" first:"1" look:"name" fold:"16" about:"'\"Cady2's Akira\"'"`
	OwnerSlot int     `json:"owner_slot" title:"-" about:"slot of the owner; -1 = of no player"`
	Owner     string  `json:"owner" zero:"-" cut:"8" drop:"4" about:"name of the player"`
	Born      Time    `json:"born,omitzero" zero:"-" about:"time of its creation; left out if it is not in the capture"`
	BornFrame int64   `json:"born_frame,omitempty" title:"-" about:"its frame"`
	Died      Time    `json:"died,omitzero" zero:"-" about:"time of its end"`
	DiedFrame int64   `json:"died_frame,omitempty" title:"-" about:"its frame"`
	DiedBy    string  `json:"died_by,omitempty" title:"ended by" zero:"-" fold:"13" drop:"3" about:"name of the message that said so"`
	AfterDies int64   `json:"used_after_death" title:"after death" zero:"-" look:"note" drop:"2" about:"updates about it afterwards"`
	Updates   int64   `json:"updates" about:"StateUpdates about it"`
	RateHz    float64 `json:"rate_hz" title:"rate" unit:"Hz" zero:"-" about:"updates a second that its owner sends"`
	First     Time    `json:"first,omitzero" title:"-" about:"time of the first update; left out if there is none"`
	Last      Time    `json:"last,omitzero" title:"-" about:"time of the last one"`
	Query     Query   `json:"query" gives:"updates"`
	Queries   Queries `json:"queries,omitempty"`
}

// Cycle is how what updates say of a class of ships came round, beside what follows from the list of the class: from
// one block to the next one that begins with the same subsystem, or from one update with all fields of motion to the
// next. Updates about several ships count together, so it has no query.
type Cycle struct {
	Ship       string   `json:"ship" title:"class" look:"name" cut:"11" about:"class; 'rest' if there are too many"`
	DirtyFlags string   `json:"dirty_flags" title:"flag" about:"what comes round: '\"0x20\"' subsystems, '\"0x80\"' power settings, '\"0x1D\"' POSITION, FORWARD, UP and SPEED at once"`
	Dialect    string   `json:"dialect" drop:"3" about:"how the server writes blocks"`
	Receiver   string   `json:"receiver" title:"to" about:"'owner' of the ship, 'others', 'host', or 'clients'"`
	Cycles     int64    `json:"cycles" drop:"5" about:"how many were measured"`
	Updates    int      `json:"updates_p50" title:"updates" about:"updates of a cycle; of '\"0x80\"', those with a setting"`
	UpdatesMax int      `json:"updates_max" title:"-" about:"of the longest"`
	P50        *Seconds `json:"seconds_p50" title:"time p50" about:"how long it took"`
	P90        *Seconds `json:"seconds_p90" title:"p90" drop:"2"`
	Max        *Seconds `json:"seconds_max" title:"max" drop:"4"`
	// Expected is what the list of the class says of stock software at ten updates a second;
	// null in another dialect.
	Expected        *int     `json:"expected_updates" title:"expected" about:"what follows from the list of the class (['bcdump ships CLASS'](../guides/mods.md#what-bcdump-ships-class-shows)); 'null' in another dialect than stock"`
	ExpectedSeconds *Seconds `json:"expected_seconds" title:"in" drop:"1" about:"the same at ten updates a second"`
}

// Relay says how hosts passed messages of one opcode on. A pair is a message and a client that
// should have got a copy of it. Query gives Originals.
type Relay struct {
	Opcode    string        `json:"opcode" drop:"2" about:"'\"0x07\"'"`
	Name      string        `json:"name" look:"name" about:"its name"`
	To        string        `json:"to" title:"copied to" about:"whom hosts of stock software pass it on to: 'other clients', 'all clients' (the sender too), 'team', 'made anew' (told in messages of the host), 'host alone', 'unknown'"`
	Originals int64         `json:"originals" title:"sent" about:"what clients sent, copies left out"`
	Copies    int64         `json:"copies" about:"what the host sent on to other clients"`
	Expected  *int64        `json:"expected" title:"-" about:"pairs of a message and a client that are judged; 'null' if none are"`
	Missing   *int64        `json:"missing" null:"" zero:"-" look:"note" about:"of these, without a copy; 'null' if none are judged"`
	Joining   int64         `json:"joining" zero:"-" drop:"6" about:"pairs without a copy whose client came into the game less than a second before"`
	Leaving   int64         `json:"leaving" zero:"-" drop:"5" about:"whose client went, or was no longer spoken to"`
	Lost      int64         `json:"lost" zero:"-" drop:"4" about:"not judged: packets to this client are missing from the capture (of updates, at any time), the host did not acknowledge the message, or its copies may lie before the capture"`
	Late      int64         `json:"late" zero:"-" drop:"7" about:"less than 5 s before the end of the capture: the copy may have come later"`
	Surplus   int64         `json:"surplus" zero:"-" look:"note" drop:"1" about:"second copies to the same client"`
	Echoes    int64         `json:"echoes" zero:"-" drop:"3" about:"copies back to the sender"`
	FanOut    float64       `json:"fan_out" title:"fan-out" unit:".2" drop:"10" about:"'copies' / 'originals'"`
	Latency   Latency       `json:"latency_ms" title:"delay" only:"p50 p90=9 max=8" about:"from the message until the host first sends each copy, second ones left out"`
	First     []MissingCopy `json:"first_missing" about:"the first missing copies, at most 20"`
	Query     Query         `json:"query" gives:"originals"`
	Queries   Queries       `json:"queries,omitempty"`
}

// MissingCopy is a copy that the host never made. Query gives the line of the message.
type MissingCopy struct {
	File  string `json:"file,omitempty" cut:"8" drop:"1" about:"if there are several: the capture, for which the query is"`
	Frame int64  `json:"frame" unit:"#" about:"of the message that the host did not pass on"`
	Index int    `json:"index" title:"-" about:"its place in the datagram"`
	Time  Time   `json:"time" unit:"ms" about:"when"`
	From  string `json:"from" cut:"8" about:"name of the client that sent it, or its address"`
	To    string `json:"to" title:"not to" look:"note" cut:"8" about:"the same of the client that got no copy"`
	Query Query  `json:"query" gives:"frame" about:"gives the line of the message"`
}

// Request says how messages of one opcode were answered. Query gives Count.
type Request struct {
	Opcode   string   `json:"opcode" title:"-" about:"'\"0x1E\"'"`
	Name     string   `json:"name" look:"name" about:"its name"`
	Dir      string   `json:"dir" look:"dir" about:"direction"`
	Count    int64    `json:"count" about:"messages, copies left out"`
	Answered int64    `json:"answered" drop:"5" about:"of these, with an answer"`
	Answers  []Answer `json:"answers" title:"by" fold:"18" drop:"2" about:"which these were"`
	Latency  Latency  `json:"latency_ms" title:"answer" only:"p50=3 max=4" about:"until the answer"`
	Frames   []int64  `json:"unanswered" title:"unanswered" unit:"frame" fold:"10" drop:"1" about:"frames of the first without an answer, at most ten. Empty if there are several captures"`
	Query    Query    `json:"query" gives:"count"`
}

// Answer counts answers of one kind.
type Answer struct {
	Name  string `json:"name" about:"of the message"`
	Count int64  `json:"count" about:"how many there were"`
}

// AppendText writes the number and the name.
func (a Answer) AppendText(b []byte) ([]byte, error) { return fmt.Append(b, a.Count, " ", a.Name), nil }

// Join is one client's way into the game, and how it ended. Query gives the line at Frame.
type Join struct {
	// Number is that of the connection in the account of the match, from 1.
	Number int    `json:"-"`
	File   string `json:"file,omitempty" cut:"8" drop:"3" about:"if there are several: the capture, for which the queries are"`
	Client string `json:"client" title:"address" drop:"5" about:"address"`
	Name   string `json:"name" title:"client" or:"client" first:"1" look:"name" cut:"8" about:"of the player"`
	Server string `json:"server" title:"-" about:"address"`
	// State is how far it came: "connecting", "checksums", "in lobby", "in game".
	State   string        `json:"state" title:"reached" about:"how far it came: 'connecting', 'checksums', 'in lobby', 'in game'"`
	Took    *Milliseconds `json:"took_ms" title:"took" about:"from the connect request to the first ship; 'null' if one of them is not there"`
	Wait    *Milliseconds `json:"longest_wait_ms" title:"longest wait" about:"between two steps; 'null' if there is none. For the first ship nobody waits: a person chooses it"`
	WaitFor string        `json:"longest_wait_for" title:"for" zero:"-" fold:"12" about:"the step that came then"`
	// Waiting is whose turn it was when the connection ended: "host", "client", "player", who
	// chooses a ship, or "".
	Waiting        string `json:"waiting_for" title:"-" about:"whose turn it was when the connection ended: 'host', 'client', 'player' (who chooses a ship), or '\"\"'"`
	Since          Time   `json:"waiting_since,omitzero" title:"-" about:"time of the last step; left out if nobody was waited for"`
	ResentToServer int    `json:"resent_c2s" title:"-" about:"messages that the client sent again since the last step"`
	ResentToClient int    `json:"resent_s2c" title:"-" about:"that the host sent again since then"`
	// MissingPart is the first part that never came of an answer of so many Parts, from 1; 0 = none.
	MissingPart int    `json:"missing_part" title:"-" about:"the first part that never came of an answer in parts, from 1; 0 = none"`
	Parts       int    `json:"parts" title:"-" about:"how many it should have had"`
	Hangs       bool   `json:"hangs" title:"-" about:"it never came into the game: one side fell silent, or the host refused or kicked the client"`
	Ending      string `json:"ending" title:"-" about:"'stayed', 'left', 'dropped', 'timeout', 'kicked', 'refused', 'stuck', 'capture_ended' or 'unknown': see [match.md](match.md#how-connections-end)"`
	Boot        int    `json:"boot" title:"-" about:"reason of the Boot message; 0 = there was none"`
	Outcome     string `json:"outcome" below:"1" about:"in words: where it hangs, or how it ended. '\"\"' if a filter leaves out what would tell"`
	Frame       int64  `json:"frame" title:"-" about:"of the message that tells the outcome"`
	Time        Time   `json:"time,omitzero" title:"-" about:"when"`
	Steps       []Step `json:"steps" about:"in the order in which they came"`
	Query       Query  `json:"query" about:"gives the line at 'frame'"`
}

// Step is one message of a join. Query gives its line.
type Step struct {
	Step  string       `json:"step" look:"name" fold:"20" about:"in words"`
	Dir   string       `json:"dir" look:"dir" about:"direction"`
	Frame int64        `json:"frame" unit:"#" drop:"1" about:"its frame"`
	Time  Time         `json:"time" unit:"ms" about:"when"`
	After Milliseconds `json:"after_ms" title:"after" first:"1" about:"milliseconds since the first step"`
	Query Query        `json:"query" gives:"frame" about:"gives its line"`
}

// Note counts the notes of one code. Query gives the records that have one.
type Note struct {
	Code  string    `json:"code" about:"as in [notes.md](notes.md)"`
	Count int64     `json:"count" about:"records that have such a note"`
	About []Subject `json:"about" list:"2" fold:"24" about:"what these notes are about, the most frequent first, at most eight; the others are in a row called 'rest'"`
	// Frames are those of the first ones.
	Frames []int64 `json:"-"`
	Query  Query   `json:"query" gives:"count"`
}

// Subject counts notes of one code that are about the same.
type Subject struct {
	Text  string `json:"text" about:"of the notes, up to a colon, and with 'N' for numbers"`
	Count int64  `json:"count" about:"notes"`
}

// AppendText names what they are about, and how many if it says so.
func (s Subject) AppendText(b []byte) ([]byte, error) {
	if s.Count != 0 {
		b = fmt.Append(b, s.Count, " × ")
	}
	return append(b, s.Text...), nil
}
