package figures

// Version is the version of the JSON form of reports; it is raised when a key
// changes its meaning.
const Version = 1

// Stats is the report of `bcdump stats`.
type Stats struct {
	Version        int             `json:"v"`
	Filter         string          `json:"filter,omitempty"` // that the records had to pass
	By             []string        `json:"by"`               // splits of the tables: dir, link, object, opcode
	Only           []string        `json:"only,omitempty"`   // the tables that were asked for; others are left out
	Files          []File          `json:"files"`
	Problems       []Problem       `json:"problems"` // the most costly first; never looked for with a filter
	Datagrams      Datagrams       `json:"datagrams"`
	Skipped        Skipped         `json:"skipped"`
	Bytes          Bytes           `json:"bytes"`
	Types          []Type          `json:"types"`
	Opcodes        []Opcode        `json:"opcodes"`
	Flags          []Flags         `json:"flags"`
	FlagExceptions []FlagException `json:"flag_exceptions"`
	UpdateSizes    []UpdateSizes   `json:"update_sizes"`
	Bandwidth      Bandwidth       `json:"bandwidth"`
	Usage          []Usage         `json:"usage"`
	Links          []Link          `json:"links"`
	Resends        []Resend        `json:"resends"`
	MostRepeated   []Repeated      `json:"most_repeated"`
	Fragments      Fragments       `json:"fragments"`
	Objects        []Object        `json:"objects"`
	Cycles         []Cycle         `json:"cycles"`
	Relays         []Relay         `json:"relays"`
	Joins          []Join          `json:"joins"`
	EntityState    *EntityState    `json:"entity_state,omitempty"` // what that protocol sent, if it was there
	Notes          []Note          `json:"notes"`
	// Dropped counts lines that found no row of their own because a bounded table was
	// full, by table; their numbers are in the rows called "rest", which have no query.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// File is one capture of the run.
type File struct {
	Name     string  `json:"name"`
	Format   string  `json:"format"`
	Frames   int64   `json:"frames"`
	First    string  `json:"first,omitempty"` // time of the first frame
	Last     string  `json:"last,omitempty"`  // time of the last frame
	Duration float64 `json:"duration"`        // seconds from the first to the last frame
	// Local says that times are not in UTC, but those of a clock of which the zone is
	// not known.
	Local bool `json:"local,omitempty"`
	// Active is Duration without pauses of more than a minute and without clock
	// jumps: what rates are taken over.
	Active float64 `json:"active"`
	// Damage is the first damage, with its offset; null = none.
	Damage      *Damage `json:"damage"`
	DamageCount int64   `json:"damage_count,omitempty"`
}

// Damage says where a capture could not be read.
type Damage struct {
	Offset int64  `json:"offset"` // bytes into the file, or into what it holds compressed
	Frame  int64  `json:"frame"`  // the last one before it
	Text   string `json:"text"`
}

// Datagrams counts UDP datagrams by what they speak.
type Datagrams struct {
	BC          int64   `json:"bc"`
	GameSpy     int64   `json:"gamespy"`
	EntityState int64   `json:"entity-state"`
	Unknown     int64   `json:"unknown"`
	Empty       int64   `json:"empty"`
	Queries     Queries `json:"queries,omitempty"`
}

// Skipped counts frames that gave no datagram. They have no lines, so no queries.
type Skipped struct {
	NotUDP     int64 `json:"not_udp"`
	IPFragment int64 `json:"ip_fragment"` // that were joined with others, or never became whole
	Bad        int64 `json:"bad"`
	OtherLink  int64 `json:"other_link"`
}

// Bytes is the ledger: the parts add up to File.
type Bytes struct {
	File        int64 `json:"file"`      // of the capture, decompressed, as far as it could be read
	Container   int64 `json:"container"` // headers of the container, and frames that gave no datagram
	Headers     int64 `json:"headers"`   // link, IP and UDP headers
	Datagram    int64 `json:"datagram"`  // peer id and message count
	Transport   int64 `json:"transport"` // headers of transport messages
	Fields      int64 `json:"fields"`
	Repeats     int64 `json:"repeats"`  // payloads of retransmitted fragments
	Parts       int64 `json:"parts"`    // payloads of fragments of incomplete messages
	Trailing    int64 `json:"trailing"` // after the last field
	Raw         int64 `json:"raw"`      // unknown layout
	Unread      int64 `json:"unread"`   // behind a fault, or cut
	GameSpy     int64 `json:"gamespy"`
	EntityState int64 `json:"entity-state"` // headers and fields of its messages
	Unknown     int64 `json:"unknown"`      // datagrams of no known protocol
	// Explained is the share of the bytes of game datagrams and entity-state messages
	// that headers and fields own.
	Explained float64 `json:"explained"`
	Queries   Queries `json:"queries,omitempty"`
}

// Split says which part of the traffic a row is about. What a row is not split by is
// left out.
type Split struct {
	Dir      string `json:"dir,omitempty"`
	Link     string `json:"link,omitempty"` // address of the client
	ObjectID string `json:"object_id,omitempty"`
	Ship     string `json:"ship,omitempty"` // "Cady2's Akira"
}

// Type counts transport messages of one type. Query gives Count.
type Type struct {
	Type string `json:"type"`
	Split
	Count   int64   `json:"count"`
	Bytes   int64   `json:"bytes"` // of the transport messages
	Query   Query   `json:"query"`
	Queries Queries `json:"queries,omitempty"`
}

// Opcode counts game messages of one opcode, or entity-state messages of one type; a
// joined message counts once. Query gives Count, on the wire.
type Opcode struct {
	Proto  string `json:"proto,omitempty"` // "entity-state"; left out of what the game sends
	Opcode string `json:"opcode"`
	Name   string `json:"name"`
	Split
	Count     int64   `json:"count"`
	Unique    int64   `json:"unique"`     // repeats left out
	Bytes     int64   `json:"bytes"`      // of the transport messages, with their headers
	PerMinute float64 `json:"per_minute"` // of Count
	Share     float64 `json:"share"`      // of all game messages with the same split
	Query     Query   `json:"query"`
	Queries   Queries `json:"queries,omitempty"`
}

// Flags counts StateUpdates with one combination of flags. Query gives Count.
type Flags struct {
	Split
	DirtyFlags string   `json:"dirty_flags"` // "0x9E"
	Flags      []string `json:"flags"`       // ["DELTA", ..]
	Count      int64    `json:"count"`
	Share      float64  `json:"share"` // of the StateUpdates with the same split
	Bytes      int64    `json:"bytes"` // of the transport messages
	Query      Query    `json:"query"`
	Queries    Queries  `json:"queries,omitempty"`
}

// UpdateSizes is how long the StateUpdates of a direction are, those of all flags first, then
// those with the same ones: bytes of the payload. Query gives Count.
type UpdateSizes struct {
	Dir        string      `json:"dir"`
	DirtyFlags string      `json:"dirty_flags"` // "0x9E", "all"
	Flags      []string    `json:"flags"`
	Count      int64       `json:"count"`
	Min        int         `json:"min"`
	P50        int         `json:"p50"`
	P90        int         `json:"p90"`
	Max        int         `json:"max"`
	Sizes      []SizeCount `json:"counts"` // of the sizes that there are, ascending
	Query      Query       `json:"query"`
}

// SizeCount counts StateUpdates of one size, or from 64 bytes on of a class of sizes. Query gives
// Count.
type SizeCount struct {
	Least int   `json:"least"` // bytes of the payload
	Most  int   `json:"most"`
	Count int64 `json:"count"`
	Query Query `json:"query"`
}

// FlagException counts StateUpdates that break a rule about directions. Query gives
// Count. The rules are listed even if nothing breaks them.
type FlagException struct {
	Rule   string  `json:"rule"`
	Count  int64   `json:"count"`
	Frames []int64 `json:"frames"` // the first few
	Query  Query   `json:"query"`
}

// Bandwidth is the profile over time, in bytes of UDP payload. Buckets are of all
// protocols; the rest is of the game, and of entity-state where it says so.
type Bandwidth struct {
	Interval float64  `json:"interval"` // seconds; doubled when there were too many buckets
	Buckets  []Bucket `json:"buckets"`  // by time; intervals without traffic have none
	// Peak, Mean and the percentiles are bytes per second, of both directions, then
	// by direction.
	Peak        float64     `json:"peak"`
	Mean        float64     `json:"mean"`
	EntityState *Throughput `json:"entity_state,omitempty"` // Peak and Mean of that protocol
	Rates       []Rate      `json:"rates"`
}

// Throughput is bytes per second, of both directions.
type Throughput struct {
	Peak float64 `json:"peak"`
	Mean float64 `json:"mean"`
}

// Bucket is one interval and direction. Query gives Datagrams.
type Bucket struct {
	T string `json:"t"` // its beginning
	Split
	Proto     string           `json:"proto"`
	Datagrams int64            `json:"datagrams"`
	Bytes     int64            `json:"bytes"`
	ByOpcode  map[string]int64 `json:"by_opcode,omitempty"` // bytes by opcode or transport type, "header"
	Query     Query            `json:"query"`
	Queries   Queries          `json:"queries,omitempty"`
}

// Rate sums up the buckets of one direction: bytes per second. Percentiles are over
// intervals with traffic. Query gives Datagrams.
type Rate struct {
	Proto string `json:"proto,omitempty"` // as in Opcode
	Split
	Datagrams int64   `json:"datagrams"`
	Bytes     int64   `json:"bytes"`
	Mean      float64 `json:"mean"` // over the active time
	P50       float64 `json:"p50"`
	P90       float64 `json:"p90"`
	P99       float64 `json:"p99"`
	Peak      float64 `json:"peak"`
	PeakAt    string  `json:"peak_at,omitempty"`
	Query     Query   `json:"query"`
	Queries   Queries `json:"queries,omitempty"`
}

// Usage says what takes the bytes of game datagrams: headers, Acks, messages that came
// again, each block of StateUpdate, other messages. The rows of one direction add up to
// its bytes on the wire, headers of link, IP and UDP included. Query gives Count.
type Usage struct {
	What string `json:"what"`
	Dir  string `json:"dir"`
	// Part of: "headers", "acks", "control", "sent again", "StateUpdate", "other".
	Group   string  `json:"group"`
	Count   int64   `json:"count"` // messages that have it; datagrams for headers
	Bytes   int64   `json:"bytes"`
	Share   float64 `json:"share"` // of the bytes of this direction
	Query   Query   `json:"query"`
	Queries Queries `json:"queries,omitempty"`
}

// Link is the traffic between one client and one server. Query gives Datagrams.
type Link struct {
	Client    string  `json:"client"`
	Server    string  `json:"server"`
	Peer      int     `json:"peer"` // id of the client; 0 = not known
	Name      string  `json:"name"`
	First     string  `json:"first"`
	Last      string  `json:"last"`
	Datagrams int64   `json:"datagrams"`
	Bytes     int64   `json:"bytes"` // of UDP payload, both directions
	ToServer  int64   `json:"bytes_c2s"`
	ToClient  int64   `json:"bytes_s2c"`
	RTT       Latency `json:"rtt_ms"`        // of the direction that waits longer
	Near      Latency `json:"turnaround_ms"` // of the other: its sender is far from where the capture was taken
	Reliable  int64   `json:"reliable"`      // reliable messages and parts, repeats left out
	Acked     int64   `json:"acked"`         // of these, acknowledged
	Unacked   int64   `json:"unacked"`       // never acknowledged: Reliable - Acked
	Resent    int64   `json:"retransmits"`   // copies beyond the first
	RepeatAck int64   `json:"repeated_acks"`
	Gaps      int64   `json:"gaps"` // messages with numbers missing before them
	Late      int64   `json:"out_of_order"`
	Query     Query   `json:"query"`
	Queries   Queries `json:"queries,omitempty"`
}

// Latency sums up times in milliseconds; null percentiles mean that there were none.
// They are exact to 1 %.
type Latency struct {
	Dir   string   `json:"dir,omitempty"` // of the messages that were waited for
	Count int64    `json:"count"`
	P50   *float64 `json:"p50"`
	P90   *float64 `json:"p90"`
	Max   *float64 `json:"max"`
}

// Resend counts reliable messages of a link and direction by how often they were
// sent. Query gives AtLeast.
type Resend struct {
	Link    string `json:"link"`
	Name    string `json:"name"`
	Dir     string `json:"dir"`
	Copies  int    `json:"copies"`   // sent so often
	Count   int64  `json:"count"`    // messages sent exactly so often
	AtLeast int64  `json:"at_least"` // messages sent so often or more
	// Parts are fragments among AtLeast: stock software may repeat one without end.
	Parts   int64   `json:"fragments"`
	Query   Query   `json:"query"`
	Queries Queries `json:"queries,omitempty"`
}

// Repeated is one of the messages that were sent most often. Query gives the line of
// its last copy.
type Repeated struct {
	File   string `json:"file,omitempty"` // of several; the query is for that one
	Link   string `json:"link"`
	Name   string `json:"name"`
	Dir    string `json:"dir"`
	What   string `json:"what"` // name of the message, "fragment 2", or a transport type
	Seq    int    `json:"seq"`
	Copies int    `json:"copies"`
	Frame  int64  `json:"frame"` // of the last copy
	Query  Query  `json:"query"`
}

// Fragments counts parts of messages.
type Fragments struct {
	Parts      int64   `json:"parts"`      // all of them, repeats too
	Repeats    int64   `json:"repeats"`    // parts that came again
	Complete   int64   `json:"complete"`   // messages joined
	Incomplete int64   `json:"incomplete"` // messages given up
	Conflicts  int64   `json:"conflicts"`  // parts that contradict their message
	Queries    Queries `json:"queries,omitempty"`
}

// Object is one life of an object: from its creation, or its first update, to its end
// or to the next creation under the same id. Query gives Updates.
type Object struct {
	File      string  `json:"file,omitempty"` // of several; the query is for that one
	ObjectID  string  `json:"object_id"`
	Ship      string  `json:"ship"`       // class; "" = not known
	Species   int     `json:"species"`    // 0 = not known
	Name      string  `json:"name"`       // "Cady2's Akira"
	OwnerSlot int     `json:"owner_slot"` // -1 = of no player
	Owner     string  `json:"owner"`
	Born      string  `json:"born,omitempty"`       // time of its creation
	BornFrame int64   `json:"born_frame,omitempty"` // 0 = not in the capture
	Died      string  `json:"died,omitempty"`
	DiedFrame int64   `json:"died_frame,omitempty"`
	DiedBy    string  `json:"died_by,omitempty"` // name of the message that said so
	AfterDies int64   `json:"used_after_death"`  // updates about it in later frames; some were on their way
	Updates   int64   `json:"updates"`
	RateHz    float64 `json:"rate_hz"`         // updates a second that its owner sends
	First     string  `json:"first,omitempty"` // first and last update
	Last      string  `json:"last,omitempty"`
	Query     Query   `json:"query"`
	Queries   Queries `json:"queries,omitempty"`
}

// Cycle is how the subsystems of a class of ships came round in the updates of hosts, beside what
// follows from the list of the class: from one block to the next one that begins with the same
// subsystem. Blocks of several ships count together, so it has no query.
type Cycle struct {
	Ship       string   `json:"ship"`     // class
	Dialect    string   `json:"dialect"`  // in which the host writes blocks
	Receiver   string   `json:"receiver"` // "owner" of the ship, "others"
	Cycles     int64    `json:"cycles"`   // that were measured
	Updates    int      `json:"updates_p50"`
	UpdatesMax int      `json:"updates_max"`
	P50        *float64 `json:"seconds_p50"`
	P90        *float64 `json:"seconds_p90"`
	Max        *float64 `json:"seconds_max"`
	// Expected is what the list of the class says of stock software at ten updates a second;
	// null in another dialect.
	Expected        *int     `json:"expected_updates"`
	ExpectedSeconds *float64 `json:"expected_seconds"`
}

// Relay says how hosts passed messages of one opcode on. A pair is a message and a client that
// should have got a copy of it. Query gives Originals.
type Relay struct {
	Opcode    string        `json:"opcode"`
	Name      string        `json:"name"`
	To        string        `json:"to"`        // whom hosts of stock software pass it on to: "other clients", ..
	Originals int64         `json:"originals"` // what clients sent, repeats left out
	Copies    int64         `json:"copies"`    // what the host sent on, repeats left out
	Expected  *int64        `json:"expected"`  // pairs that are judged; null = none are
	Missing   *int64        `json:"missing"`   // of these, without a copy
	Joining   int64         `json:"joining"`   // pairs without a copy of a client that had just come
	Leaving   int64         `json:"leaving"`   // .. that went
	Lost      int64         `json:"lost"`      // .. of which the capture lacks something
	Late      int64         `json:"late"`      // .. at the end of the capture
	Surplus   int64         `json:"surplus"`   // second copies to one client, under another number
	Echoes    int64         `json:"echoes"`    // copies back to the sender; not among Copies
	FanOut    float64       `json:"fan_out"`   // Copies / Originals
	Latency   Latency       `json:"latency_ms"`
	First     []MissingCopy `json:"first_missing"`
	Query     Query         `json:"query"`
	Queries   Queries       `json:"queries,omitempty"`
}

// MissingCopy is a copy that the host never made. Query gives the line of the message.
type MissingCopy struct {
	File  string `json:"file,omitempty"` // of several; the query is for that one
	Frame int64  `json:"frame"`          // of the message
	Index int    `json:"index"`
	Time  string `json:"time"`
	From  string `json:"from"` // name of the client that sent it, or its address
	To    string `json:"to"`   // and of the one that got no copy
	Query Query  `json:"query"`
}

// Join is one client's way into the game, and how it ended. Query gives the line at Frame.
type Join struct {
	// Number is that of the connection in the account of the match, from 1.
	Number int    `json:"-"`
	File   string `json:"file,omitempty"` // of several; the queries are for that one
	Client string `json:"client"`
	Name   string `json:"name"`
	Server string `json:"server"`
	// State is how far it came: "connecting", "checksums", "in lobby", "in game".
	State   string   `json:"state"`
	Took    *float64 `json:"took_ms"`          // from the connect request to the first ship; null = it never had both, or the clock was set back
	Wait    *float64 `json:"longest_wait_ms"`  // between two steps; for the first ship nobody waits
	WaitFor string   `json:"longest_wait_for"` // the step that came then
	// Waiting is whose turn it was when the connection ended: "host", "client", "player", who
	// chooses a ship, or "".
	Waiting        string `json:"waiting_for"`
	Since          string `json:"waiting_since,omitempty"` // time of the last step
	ResentToServer int    `json:"resent_c2s"`              // messages that were sent again since then
	ResentToClient int    `json:"resent_s2c"`
	// MissingPart is the first part that never came of an answer of so many Parts, from 1; 0 = none.
	MissingPart int    `json:"missing_part"`
	Parts       int    `json:"parts"`
	Hangs       bool   `json:"hangs"`  // it never came into the game: one side fell silent, or the host refused
	Ending      string `json:"ending"` // one of Ends()
	Boot        int    `json:"boot"`   // reason of the Boot message; 0 = there was none
	Outcome     string `json:"outcome"`
	Frame       int64  `json:"frame"` // of the message that tells the outcome
	Time        string `json:"time,omitempty"`
	Steps       []Step `json:"steps"`
	Query       Query  `json:"query"`
}

// Step is one message of a join. Query gives its line.
type Step struct {
	Step  string  `json:"step"` // "connect", "checksum round 0", "settings", ..
	Dir   string  `json:"dir"`
	Frame int64   `json:"frame"`
	Time  string  `json:"time"`
	After float64 `json:"after_ms"` // since the first step
	Query Query   `json:"query"`
}

// Note counts the notes of one code. Query gives the records that have one.
type Note struct {
	Code  string    `json:"code"`
	Count int64     `json:"count"` // records that have one
	About []Subject `json:"about"` // the most frequent ones first, the others in a row called rest
	Query Query     `json:"query"`
}

// Subject counts notes of one code that are about the same.
type Subject struct {
	Text  string `json:"text"` // of the notes, up to a colon, and with N for numbers
	Count int64  `json:"count"`
}

// Problem is something that is wrong. Query gives Lines.
type Problem struct {
	Kind     string `json:"kind"`
	Code     string `json:"code"` // the id of a rule that is broken, or else the kind
	Text     string `json:"text"`
	Severity string `json:"severity"` // "error" or "warning"
	Cost     int64  `json:"cost"`     // by which problems are in order
	Count    int64  `json:"count"`
	// File is the capture that frames and query are for; left out if there is only one, or if
	// they are for all.
	File   string  `json:"file,omitempty"`
	Frames []int64 `json:"frames"` // the first few
	Lines  int64   `json:"lines"`  // that Query keeps
	Query  Query   `json:"query"`
}
