package figures

// SameSession is what became of the datagrams of one session between two places where it was captured.
type SameSession struct {
	// Paired counts datagrams that both captures have.
	Paired int64 `json:"paired" about:"datagrams that both captures have"`
	// Overlap is for how long both captures ran, in seconds.
	Overlap Seconds      `json:"overlap" about:"seconds that both cover"`
	Clock   SessionClock `json:"clock" about:"the clock of B against that of A"`
	// NearHost is the capture that was taken nearer to the host: "a", "b", or "" = not known.
	NearHost string        `json:"near_host" about:"'a', 'b' or '\"\"': the capture nearer to the host"`
	Links    []SessionLink `json:"links" about:"directions of clients"`
	// Dropped counts datagrams that were given up because too many waited for their pair, and pairs of links
	// for which there was no room.
	Dropped int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table"`
}

// SessionClock is how the clock of B stands to that of A.
type SessionClock struct {
	Offset Milliseconds `json:"offset_ms" about:"B less A, at the first datagram"`
	Drift  float64      `json:"drift_ppm" about:"how much B gains, in millionths"`
	// Uncertain is how far the offset may be off: half of the least round trip between both places, and what
	// the fit leaves open.
	Uncertain Milliseconds `json:"uncertain_ms" about:"how far the offset may be off"`
}

// SessionLink is one direction of a link.
type SessionLink struct {
	ClientA string `json:"client_a" about:"numbers of the link in A and B"`
	ClientB string `json:"client_b" about:"numbers of the link in A and B"`
	Name    string `json:"name" title:"client" or:"client_a" cut:"6" about:"of the player"`
	Dir     string `json:"dir" look:"dir" about:"direction"`
	Paired  int64  `json:"paired" title:"in both" about:"datagrams in both"`
	OnlyA   int64  `json:"only_a" title:"A only" zero:"-" look:"note" about:"datagrams that the other capture lacks"`
	OnlyB   int64  `json:"only_b" title:"B only" zero:"-" look:"note" about:"datagrams that the other capture lacks"`
	// Lost are those that the capture nearer to the sender has and the other one lacks; null = it is not
	// known which one that is.
	Lost      *int64 `json:"lost" zero:"-" look:"note" about:"captured near the sender, never arrived; null = not known"`
	Reordered int64  `json:"reordered" title:"overtaken" zero:"-" look:"note" drop:"1" about:"arrived after one that was sent later"`
	// Delay is by how much datagrams took longer than the fastest one around, in milliseconds.
	Delay Latency `json:"delay_ms" title:"late by" only:"p50=2 p90=3 max=4" about:"later than the fastest of the same 10 s"`
	// QueryA and QueryB keep the messages of the link and direction.
	QueryA Query `json:"query_a" about:"keep all messages"`
	QueryB Query `json:"query_b" about:"keep all messages"`
	// FirstA and FirstB are the frames of the first datagrams that the other capture lacks.
	FirstA []int64 `json:"first_a" about:"first frames that the other capture lacks"`
	FirstB []int64 `json:"first_b" about:"first frames that the other capture lacks"`
}
