package figures

// Match is the report of `bcdump match` on one capture: the battle as its players tell it.
//
// Frames are those of the capture, null = not in it. Texts of players may be "": not known.
type Match struct {
	Version int      `json:"v"`
	Only    []string `json:"only,omitempty"` // the tables that were asked for; others are left out
	Name    string   `json:"name"`           // of the capture
	// Map is that of the first game; "" = not told.
	Map      string        `json:"map"`
	First    string        `json:"first"` // time of the first and the last frame; "" = there is none
	Last     string        `json:"last"`
	Games    []MatchGame   `json:"games"`
	Players  []MatchPlayer `json:"players"`
	Kills    []Kill        `json:"kills"`
	Chat     []ChatLine    `json:"chat"`
	Presence []Presence    `json:"presence"`
	// ShipNames has the names of all classes that have keys here.
	ShipNames map[string]string `json:"ship_names,omitempty"`
	// EntityState counts messages of the entity-state protocol, of which there is no match.
	EntityState int64   `json:"entity_state,omitempty"`
	Damage      *Damage `json:"damage,omitempty"` // the first
	// Dropped counts what did not fit into bounded tables, by table; of "connections" it is
	// their records.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// MatchGame is what was played on one server.
type MatchGame struct {
	Server  string `json:"server"`
	Dialect string `json:"dialect"` // "stock", "openbc" or "undecided"
	Map     string `json:"map"`     // script of the mission; "" = not told, as for System
	System  string `json:"system"`
	// What was told of the rules; null = nothing.
	PlayerLimit *int  `json:"player_limit"`
	TimeLimit   *int  `json:"time_limit"` // minutes
	FragLimit   *int  `json:"frag_limit"`
	Collisions  *bool `json:"collisions"`
	Friendly    *bool `json:"friendly_fire"`
	// From is when the first player was in the game, To when the last one was gone or the
	// capture ended; null = nobody was.
	From   *string      `json:"from"`
	To     *string      `json:"to"`
	Length float64      `json:"length"`  // seconds
	Played int          `json:"players"` // that were in the game
	Winner Winner       `json:"winner"`  // when the capture ends
	Teams  []TeamScore  `json:"teams"`
	Rounds []MatchRound `json:"rounds"`
}

// Winner is who is ahead.
type Winner struct {
	// By says what counted: "team_score" and "score" as the host sent them, "kills" as counted
	// in the capture; "" = nobody is ahead.
	By string `json:"by"`
	// Names are the players; several have the same.
	Names []string `json:"names"`
	Team  *int     `json:"team"` // that is ahead; null = there are no teams
	Value int      `json:"value"`
}

// What makes a winner.
const (
	ByTeamScore = "team_score"
	ByScore     = "score"
	ByKills     = "kills"
)

// TeamScore is what the host said last of a team.
type TeamScore struct {
	Team  int `json:"team"`
	Kills int `json:"kills"`
	Score int `json:"score"`
}

// MatchRound is one game up to its end.
type MatchRound struct {
	Time      string  `json:"time"` // of its end
	Frame     int64   `json:"frame"`
	Reason    int     `json:"reason"`
	Text      string  `json:"text"`      // the reason in words; "" = not known
	Restarted *string `json:"restarted"` // when the next one began
	Winner    Winner  `json:"winner"`
}

// MatchPlayer is a player, in all connections to one server.
type MatchPlayer struct {
	File    string `json:"file,omitempty"` // of CSV, if there are several
	Server  string `json:"server"`
	Name    string `json:"name"`
	Address string `json:"address"` // of the last connection, as for Slot
	Slot    *int   `json:"slot"`
	// Client is the numbers of the links, as the key client of `bcdump decode` has them.
	Client []int `json:"client"`
	// Joined is when the first connection began; null = before the capture.
	Joined *string `json:"joined"`
	Left   *string `json:"left"` // null = the player was there when the capture ended, or nobody knows
	// End is how the last connection ended that was in the game; of who never was, the last one.
	End      string   `json:"end"`
	EndFrame int64    `json:"end_frame"`
	EndText  string   `json:"end_text"` // in words, what is known beyond End
	Entered  bool     `json:"entered"`  // was in the game
	Team     *int     `json:"team"`
	Ping     *float64 `json:"ping_ms"` // median, from a reliable message to its Ack; null = nobody knows
	Ships    []string `json:"ships"`   // classes flown, each once
	Lives    int      `json:"lives"`   // ships flown
	Kills    int      `json:"kills"`   // counted in the capture, as Deaths
	Deaths   int      `json:"deaths"`
	Shots    Shots    `json:"shots"`
	Score    Standing `json:"score"` // of the connection that End is about
}

// Ends of connections.
const (
	EndStayed       = "stayed"
	EndLeft         = "left"
	EndDropped      = "dropped"
	EndTimeout      = "timeout"
	EndKicked       = "kicked"
	EndRefused      = "refused"
	EndStuck        = "stuck"
	EndCaptureEnded = "capture_ended"
	EndUnknown      = "unknown"
)

// Ends lists how a connection may end.
func Ends() []string {
	return []string{EndStayed, EndLeft, EndDropped, EndTimeout, EndKicked, EndRefused, EndStuck, EndCaptureEnded, EndUnknown}
}

// EndText is the end of a connection in words.
func EndText(end string) string {
	switch end {
	case EndTimeout:
		return "timed out"
	case EndCaptureEnded:
		return "the capture ended"
	}
	return end
}

// Shots counts shots by weapon.
type Shots struct {
	Phaser  int64 `json:"phaser"`
	Pulse   int64 `json:"pulse"`
	Torpedo int64 `json:"torpedo"`
	Tractor int64 `json:"tractor"`
}

// Standing is what the host sent last; null = it never did.
type Standing struct {
	Kills  *int   `json:"kills"`
	Deaths *int   `json:"deaths"`
	Points *int   `json:"points"`
	Frame  *int64 `json:"frame"` // of the last message
}

// Kill is a ship that exploded.
type Kill struct {
	File       string `json:"file,omitempty"` // of CSV, if there are several
	Time       string `json:"time"`
	Frame      int64  `json:"frame"` // the first message that tells of it
	Server     string `json:"server"`
	Victim     string `json:"victim"`
	VictimShip string `json:"victim_ship"` // class; "" = not known
	ObjectID   string `json:"object_id"`   // of the victim's ship
	// Killer is null if there was none, or none is known.
	Killer     *string `json:"killer"`
	KillerShip *string `json:"killer_ship"`
	KillerID   *string `json:"killer_object_id"`
	Weapon     *string `json:"weapon"` // that hit last; null = none is known
	Cause      string  `json:"cause"`
	Certainty  string  `json:"certainty"` // of the cause and the killer
	// HitFrame is the message that killer or weapon are known by: the last shot at the victim,
	// the report of a collision, the player's wish to self-destruct; HitBefore how long before
	// that was, in ms.
	HitFrame  *int64   `json:"hit_frame"`
	HitBefore *float64 `json:"hit_before_ms"`
	// Other is what the ship collided with; "" = no collision, or not known.
	Other string `json:"collided_with"`
	// TeamKill says that killer and victim were of one team: it counts as a kill only if the host's score does.
	TeamKill bool `json:"team_kill"`
}

// Causes of kills, and how certain they are.
const (
	CauseWeapon       = "weapon"
	CauseSelfDestruct = "self_destruct"
	CauseCollision    = "collision"
	CauseUnknown      = "unknown"

	CertaintyTold     = "told"     // by messages of the host, and of the victim
	CertaintyInferred = "inferred" // from what was shot or reported shortly before
)

// ChatLine is what somebody said.
type ChatLine struct {
	File   string `json:"file,omitempty"` // of CSV, if there are several
	Time   string `json:"time"`
	Frame  int64  `json:"frame"`
	Server string `json:"server"`
	Player string `json:"player"`
	// Address is that of the sender; "" = not known. Peer is the id that the message has.
	Address string `json:"address"`
	Peer    int    `json:"peer"`
	Text    string `json:"text"`
	Team    bool   `json:"team"` // for the own team only
}

// Presence is one connection of a client to a server.
type Presence struct {
	File    string `json:"file,omitempty"` // of CSV, if there are several
	Player  string `json:"player"`
	Client  int    `json:"client"` // number of the link
	Address string `json:"address"`
	Server  string `json:"server"`
	Peer    *int   `json:"peer"` // null = the host never gave an id; so for Slot
	Slot    *int   `json:"slot"`
	// Joined is the connect request; null = it is not in the capture.
	Joined      *string `json:"joined"`
	JoinedFrame *int64  `json:"joined_frame"`
	// Entered is when the client was in the game: told of the mission, or seen there first.
	Entered      *string `json:"entered"`
	EnteredFrame *int64  `json:"entered_frame"`
	Left         *string `json:"left"` // null = it was there when the capture ended, or nobody knows
	End          string  `json:"end"`
	EndFrame     int64   `json:"end_frame"`
	EndText      string  `json:"end_text"`
	RefusedFor   string  `json:"refused_for"` // "" = not refused
	// Notice is the message that says that the version or a file differs, and which file.
	NoticeFrame *int64 `json:"notice_frame"`
	RefusedFile string `json:"refused_file"`
	// Told is the first message by which another client learns of the end.
	Told      *string `json:"told"`
	ToldFrame *int64  `json:"told_frame"`
	// Last is the last datagram of the client.
	Last      *string `json:"last_heard"`
	LastHeard *int64  `json:"last_heard_frame"`
	// LastStep is how far a join came that did not lead into the game, WaitsFor who would have
	// had to act then: "host", "client"; "" of all others.
	LastStep string   `json:"last_step"`
	WaitsFor string   `json:"waits_for"`
	Score    Standing `json:"score"` // of this connection
}

// Reasons to refuse a client.
const (
	ForVersion  = "version"
	ForFiles    = "files"
	ForPassword = "password"
	ForFull     = "full"
	ForAddress  = "address" // it is connected already
)
