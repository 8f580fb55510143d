package rows

// Join is a row of the table of joins: a connection.
type Join struct {
	Client         uint32   `parquet:"client,optional" about:"number of the link in the capture"`
	ClientAddress  string   `parquet:"client_address,dict" about:"address and port of the client"`
	Server         string   `parquet:"server,dict" about:"address and port of the server"`
	Player         string   `parquet:"player,optional,dict" about:"name of the client"`
	PeerID         uint8    `parquet:"peer_id,optional" about:"of the client"`
	Frame          int64    `parquet:"frame,delta" about:"first frame of the connection"`
	Time           *int64   `parquet:"time,optional,timestamp(nanosecond)" about:"of that frame"`
	Complete       bool     `parquet:"complete" about:"its connect request is in the capture"`
	State          string   `parquet:"state,dict" about:"how far it came: connecting, checksums, in lobby, in game"`
	EnteredFrame   int64    `parquet:"entered_frame,optional" about:"frame by which it was in the game"`
	Entered        *int64   `parquet:"entered,optional,timestamp(nanosecond)" about:"time of that frame"`
	TookMS         *float64 `parquet:"took_ms,optional" unit:"ms" about:"from the connect request to the first ship"`
	LongestWaitMS  *float64 `parquet:"longest_wait_ms,optional" unit:"ms" about:"between two steps; for the first ship nobody waits"`
	LongestWaitFor string   `parquet:"longest_wait_for,optional,dict" about:"the step that came then"`
	WaitingFor     string   `parquet:"waiting_for,optional,dict" about:"whose turn it was when it ended: host, client, player"`
	ResentToServer int32    `parquet:"resent_c2s,delta" about:"messages sent again since the last step"`
	ResentToClient int32    `parquet:"resent_s2c,delta" about:"messages sent again since the last step"`
	Hangs          bool     `parquet:"hangs" about:"it never came into the game: a side fell silent, or the host refused"`
	Ending         string   `parquet:"ending,optional,dict" about:"stayed, left, dropped, timeout, kicked, refused, stuck, capture_ended or unknown"`
	Boot           int32    `parquet:"boot,optional" about:"reason of the Boot message"`
	Outcome        string   `parquet:"outcome,optional" about:"what became of it, in words"`
	OutcomeFrame   int64    `parquet:"outcome_frame,optional" about:"frame of the message that tells the outcome"`
	OutcomeTime    *int64   `parquet:"outcome_time,optional,timestamp(nanosecond)" about:"time of that frame"`
	Steps          []Step   `parquet:"steps,list" about:"messages of the join, in order"`
}

// Step is a step of a join.
type Step struct {
	Step    string  `parquet:"step" about:"connect, checksum round 0, settings, .."`
	Dir     string  `parquet:"dir" about:"C>S or S>C"`
	Frame   int64   `parquet:"frame" about:"of the message"`
	AfterMS float64 `parquet:"after_ms" unit:"ms" about:"since the first step"`
}

// Link is a row of the table of links.
type Link struct {
	ClientAddress string   `parquet:"client_address,dict" about:"address and port of the client"`
	Server        string   `parquet:"server,dict" about:"address and port of the server"`
	PeerID        uint8    `parquet:"peer_id,optional" about:"of the client"`
	Player        string   `parquet:"player,optional,dict" about:"name of the client"`
	First         *int64   `parquet:"first,optional,timestamp(nanosecond)" about:"time of its first datagram"`
	Last          *int64   `parquet:"last,optional,timestamp(nanosecond)" about:"time of its last datagram"`
	Datagrams     int64    `parquet:"datagrams" about:"in both directions"`
	Bytes         int64    `parquet:"bytes" unit:"bytes" about:"of UDP payload, both directions"`
	ToServer      int64    `parquet:"bytes_c2s" unit:"bytes" about:"to the server"`
	ToClient      int64    `parquet:"bytes_s2c" unit:"bytes" about:"to the client"`
	RTTDir        string   `parquet:"rtt_dir,optional,dict" about:"direction of the messages that rtt_.. are about: the one that waits longer"`
	RTTCount      int64    `parquet:"rtt_count" about:"Acks that were measured"`
	RTTP50        *float64 `parquet:"rtt_p50_ms,optional" unit:"ms" about:"median time from a message to its Ack"`
	RTTP90        *float64 `parquet:"rtt_p90_ms,optional" unit:"ms" about:"nine of ten took no longer"`
	RTTMax        *float64 `parquet:"rtt_max_ms,optional" unit:"ms" about:"the longest time"`
	Reliable      int64    `parquet:"reliable" about:"reliable messages and fragments, repeats left out"`
	Acked         int64    `parquet:"acked" about:"of these, acknowledged"`
	Unacked       int64    `parquet:"unacked" about:"of these, never acknowledged"`
	Retransmits   int64    `parquet:"retransmits" about:"copies beyond the first"`
	RepeatedAcks  int64    `parquet:"repeated_acks" about:"Acks of what was acknowledged before"`
	Gaps          int64    `parquet:"gaps" about:"messages with numbers missing before them"`
	OutOfOrder    int64    `parquet:"out_of_order" about:"messages that came late"`
}

// Check is a row of the table of checks.
type Check struct {
	ID         string  `parquet:"id,dict" about:"of the rule; docs/reference/rules.md lists them"`
	Area       string  `parquet:"area,dict" about:"of the rule"`
	Judges     string  `parquet:"judges,dict" about:"who is judged: server or client"`
	Severity   string  `parquet:"severity,dict" about:"error, warning or info"`
	Evidence   string  `parquet:"evidence,dict" about:"of the rule: observed, two sources or one source"`
	Verdict    string  `parquet:"verdict,dict" about:"pass, fail or not_judged"`
	Reason     string  `parquet:"reason,optional" about:"why it is not judged"`
	Instances  int64   `parquet:"instances" about:"what was judged"`
	Violations int64   `parquet:"violations" about:"of these, violations"`
	Tolerance  float64 `parquet:"tolerance" unit:"share" about:"of the instances that may be violations"`
	Frames     []int64 `parquet:"frames,list" about:"of the first violations"`
}

// Difference is a row of the table of differences between what players saw.
type Difference struct {
	Kind    string  `parquet:"kind,dict" about:"unseen, ghost, death, class, condition, position, stale, event or clock"`
	Side    string  `parquet:"side,dict" about:"whose fault it is: server, or client if the reports of the owner jump"`
	Client  uint32  `parquet:"client" about:"number of the link of who sees it wrong"`
	Player  string  `parquet:"player,dict" about:"name of that player"`
	Owner   string  `parquet:"owner,optional,dict" about:"player whose ship it is; of an event, who caused it"`
	ShipID  uint32  `parquet:"ship_id,optional" about:"the ship"`
	Life    uint32  `parquet:"life,optional" about:"which life of this id, from 1"`
	Frame   int64   `parquet:"frame" about:"of the message with which it begins"`
	Time    *int64  `parquet:"time,optional,timestamp(nanosecond)" about:"of that frame"`
	Seconds float64 `parquet:"seconds" unit:"s" about:"for how long"`
	Told    string  `parquet:"told,optional" about:"what that player was told"`
	Others  string  `parquet:"others,optional" about:"what the others were told, or the owner reports"`
	Text    string  `parquet:"text" about:"in words"`
}

// View is a row of the table of views.
type View struct {
	Client        uint32   `parquet:"client" about:"number of the link of who was told"`
	Player        string   `parquet:"player,dict" about:"name of that player"`
	Owner         string   `parquet:"owner,optional,dict" about:"player whose ship it is"`
	ShipID        uint32   `parquet:"ship_id" about:"the ship"`
	Life          uint32   `parquet:"life" about:"which life of this id, from 1"`
	Class         string   `parquet:"class,optional,dict" about:"its class"`
	Time          *int64   `parquet:"time,optional,timestamp(nanosecond)" about:"since when the player was told of it"`
	Updates       int64    `parquet:"updates" about:"that were told"`
	LagP50        *float64 `parquet:"lag_p50_ms,optional" unit:"ms" about:"time between two updates: half of the time was in shorter ones"`
	LagP99        *float64 `parquet:"lag_p99_ms,optional" unit:"ms" about:"99 % of the time was in shorter ones"`
	LagMax        *float64 `parquet:"lag_max_ms,optional" unit:"ms" about:"the longest"`
	AgeP50        *float64 `parquet:"age_p50_ms,optional" unit:"ms" about:"median age of the told motion when the owner reported"`
	DriftP50      *float64 `parquet:"drift_p50,optional" about:"median distance between the told position and the owner's, in game units"`
	DriftP99      *float64 `parquet:"drift_p99,optional" about:"99 % were nearer"`
	DriftMax      *float64 `parquet:"drift_max,optional" about:"the largest"`
	DriftFrame    *int64   `parquet:"drift_frame,optional" about:"frame of the largest"`
	CarriedP50    *float64 `parquet:"drift_carried_p50,optional" about:"median, the told position carried on"`
	JudgedSeconds float64  `parquet:"judged_s" unit:"s" about:"in which positions could be judged"`
	GhostSeconds  float64  `parquet:"ghost_s" unit:"s" about:"from the end of the ship to when the player was told"`
	UnseenSeconds float64  `parquet:"unseen_s" unit:"s" about:"in which the player did not see it"`
}
