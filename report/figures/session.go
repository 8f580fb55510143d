package figures

// Sighting is a datagram of a game, as a capture has it.
type Sighting struct {
	Sum      uint64 // of its content
	At       int64  // ns since 1970
	Frame    int64
	Link     uint32 // number of the link in the capture
	ToClient bool
}

// SameSession is what became of the datagrams of one session between two places where it was captured.
type SameSession struct {
	// Paired counts datagrams that both captures have.
	Paired int64 `json:"paired"`
	// Overlap is for how long both captures ran, in seconds.
	Overlap float64      `json:"overlap"`
	Clock   SessionClock `json:"clock"`
	// NearHost is the capture that was taken nearer to the host: "a", "b", or "" = not known.
	NearHost string        `json:"near_host"`
	Links    []SessionLink `json:"links"`
	// Dropped counts datagrams that were given up because too many waited for their pair, and pairs of links
	// for which there was no room.
	Dropped int64 `json:"dropped,omitempty"`
}

// SessionClock is how the clock of B stands to that of A.
type SessionClock struct {
	Offset float64 `json:"offset_ms"` // of B, when the first datagram was paired
	Drift  float64 `json:"drift_ppm"` // how much faster B runs
	// Uncertain is how far the offset may be off: half of the least round trip between both places, and what
	// the fit leaves open.
	Uncertain float64 `json:"uncertain_ms"`
}

// SessionLink is one direction of a link.
type SessionLink struct {
	ClientA string `json:"client_a"` // address of the client in A
	ClientB string `json:"client_b"`
	Name    string `json:"name"`
	Dir     string `json:"dir"`
	Paired  int64  `json:"paired"`
	OnlyA   int64  `json:"only_a"` // datagrams that B lacks, while both ran
	OnlyB   int64  `json:"only_b"`
	// Lost are those that the capture nearer to the sender has and the other one lacks; null = it is not
	// known which one that is.
	Lost      *int64 `json:"lost"`
	Reordered int64  `json:"reordered"` // that others overtook on the way
	// Delay is by how much datagrams took longer than the fastest one around, in milliseconds.
	Delay Latency `json:"delay_ms"`
	// QueryA and QueryB keep the messages of the link and direction.
	QueryA Query `json:"query_a"`
	QueryB Query `json:"query_b"`
	// FirstA and FirstB are the frames of the first datagrams that the other capture lacks.
	FirstA []int64 `json:"first_a"`
	FirstB []int64 `json:"first_b"`
}
