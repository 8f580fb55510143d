package figures

import "cmp"

// Match is the report of `bcdump match` on one capture: the battle as its players tell it.
//
// Frames are those of the capture, null = not in it. Texts of players may be "": not known.
type Match struct {
	Version int      `json:"v" about:"version of this format, 1"`
	Only    []string `json:"only,omitempty" about:"the tables named by '--only'. The keys of other tables are then left out, and 'map'; 'head' is the key 'games'. Left out without '--only'"`
	Name    string   `json:"name" about:"of the capture"`
	// Map is that of the first game; "" = not told.
	Map      string        `json:"map" about:"mission script of the first game; '\"\"' if unknown"`
	First    Time          `json:"first" about:"time of the first frame; '\"\"' if there is none"`
	Last     Time          `json:"last" about:"of the last frame"`
	Games    []MatchGame   `json:"games" about:"the games on each server: see ['game'](#game)"`
	Players  []MatchPlayer `json:"players" about:"in order of arrival: see ['player'](#player)"`
	Kills    []Kill        `json:"kills" about:"in the order of the capture: see ['kill'](#kill)"`
	Chat     []ChatLine    `json:"chat" about:"each text once: see ['chat_line'](#chat_line)"`
	Presence []Presence    `json:"presence" about:"each connection, in order: see ['presence'](#presence)"`
	Volleys  []Volley      `json:"volleys" about:"shots of a ship that were fired at once: see ['volley'](#volley)"`
	// ShipNames has the names of all classes that have keys here.
	ShipNames map[string]string `json:"ship_names,omitempty" about:"names of the ship classes that occur here, by key"`
	// EntityState counts messages of the entity-state protocol, of which there is no match.
	EntityState int64   `json:"entity_state,omitempty" about:"number of messages of the entity-state protocol, if any"`
	Damage      *Damage `json:"damage,omitempty" about:"the first damage of the capture, if any: see ['damage'](#damage)"`
	// Dropped counts what did not fit into bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table, if anything: see [Limits](limits.md#figures)"`
	Times   string           `json:"times,omitempty" about:"what is wrong with the times, as in stats"`
	Relayed string           `json:"relayed,omitempty" about:"which hosts are one, as in stats"`
}

// MatchGame is what was played on one server, until its host started anew.
type MatchGame struct {
	Server  string `json:"server" about:"address of the host"`
	Dialect string `json:"dialect" about:"'stock', 'openbc' or 'undecided'"`
	Map     string `json:"map" about:"mission script; '\"\"' if unknown"`
	System  string `json:"system" about:"star system; '\"\"' if unknown"`
	// What was told of the rules; null = nothing.
	PlayerLimit *int  `json:"player_limit" about:"most players; null if no limit is known, as for the next two"`
	TimeLimit   *int  `json:"time_limit" about:"minutes"`
	FragLimit   *int  `json:"frag_limit" about:"kills"`
	Collisions  *bool `json:"collisions" about:"whether collisions do damage; null if unknown"`
	Friendly    *bool `json:"friendly_fire" about:"whether team mates can hurt each other"`
	// From is when the first player was in the game, To when the last one was gone or the
	// capture ended; null = nobody was.
	From   *Time        `json:"from" about:"when the first player entered the game"`
	To     *Time        `json:"to" about:"when the last one left, or the capture ended"`
	Length Seconds      `json:"length" about:"seconds from 'from' to 'to'"`
	Played int          `json:"players" about:"number of players that were in the game"`
	Winner Winner       `json:"winner" about:"who is ahead at the end: see ['winner'](#winner)"`
	Teams  []TeamScore  `json:"teams" about:"the last known scores: see ['team_score'](#team_score)"`
	Rounds []MatchRound `json:"rounds" list:"#" about:"the rounds that ended: see ['round'](#round)"`
	Game   int          `json:"game" about:"number of the game, as others name it"`
}

// Winner is who is ahead.
type Winner struct {
	// By says what counted: "team_score" and "score" as the host sent them, "kills" as counted
	// in the capture; "" = nobody is ahead.
	By string `json:"by" about:"what decided: 'team_score', 'score', 'kills'; '\"\"' = nobody is ahead"`
	// Names are the players; several have the same.
	Names []string `json:"names" about:"the players; several if they are equal"`
	Team  *int     `json:"team" about:"the team; null if there are none, or two have as many points"`
	Value int      `json:"value" about:"points or kills"`
}

// What makes a winner.
const (
	ByTeamScore = "team_score"
	ByScore     = "score"
	ByKills     = "kills"
)

// TeamScore is what the host said last of a team.
type TeamScore struct {
	Team  int `json:"team" about:"number"`
	Kills int `json:"kills" about:"as the host sent them"`
	Score int `json:"score" about:"points"`
}

// MatchRound is one game up to its end.
type MatchRound struct {
	Time      Time   `json:"time" about:"of its end"`
	Frame     int64  `json:"frame" about:"of EndGame"`
	Reason    int    `json:"reason" about:"as sent"`
	Text      string `json:"text" about:"the reason in words; '\"\"' if the number is unknown"`
	Restarted *Time  `json:"restarted" about:"when the next one began"`
	Winner    Winner `json:"winner" about:"who was ahead: see ['winner'](#winner)"`
}

// MatchPlayer is a player, in all connections to one game.
type MatchPlayer struct {
	File    string `json:"file,omitempty" about:"in CSV, if there are several files"`
	Server  string `json:"server" about:"address of the host"`
	Name    string `json:"name" title:"player" look:"name" cut:"8" or:"address" about:"of the player"`
	Address string `json:"address" about:"of the connection that 'end' is about; '\"\"' of who has none in the capture"`
	Slot    *int   `json:"slot" drop:"5" null:"" about:"player slot of that connection; null if unknown"`
	// Client is the numbers of the links, as the key client of `bcdump decode` has them.
	Client []int `json:"client" about:"numbers of all links, as the key 'client' of [decode](decode.md) has them"`
	// Joined is when the first connection began; null = before the capture.
	Joined *Time `json:"joined" drop:"4" null:"before" about:"when the first connection began; null: before the capture"`
	Left   *Time `json:"left" drop:"2" null:"" about:"when; null if the player stayed, or it is unknown"`
	// Ending is of the last connection that was in the game; of who never was, of the last one.
	Ending  `about_end:"how the last connection that was in the game [ended](#how-connections-end); if none was, the last connection" about_end_frame:"frame of the message that ended it; for a timeout, the client's last one; 0 of who has no connection in the capture"`
	Entered bool          `json:"entered" about:"whether the player was ever in the game"`
	Team    *int          `json:"team" drop:"3" null:"" about:"number; null if unknown"`
	Ping    *Milliseconds `json:"ping_ms" title:"ping" drop:"1" about:"median; null if unknown"`
	Ships   []string      `json:"ships" title:"ships flown" cut:"12" about:"classes flown, each once, in order"`
	Lives   int           `json:"lives" about:"number of ships flown"`
	Kills   int           `json:"kills" about:"counted in the capture"`
	Deaths  int           `json:"deaths" about:"counted in the capture: ships that exploded"`
	Shots   Shots         `json:"shots" about:"by weapon: see ['shots'](#shots)"`
	// Together counts the shots of all weapons that a ship fired at once with another one of the same.
	Together int64    `json:"together" title:"at once" zero:"-" drop:"1" about:"of all shots, those fired at once with another one of the ship and weapon, as dual torpedoes and twin cannons are: less than 5 ms apart"`
	Score    Standing `json:"score" about:"of that connection: see ['standing'](#standing)"`
	Game     int      `json:"game" drop:"1" about:"number of the game"`
}

// Shots counts shots by weapon.
type Shots struct {
	Phaser  int64 `json:"phaser" zero:"-" about:"beams; the two messages that stock software sends for each count once"`
	Pulse   int64 `json:"pulse" zero:"-" about:"pulse cannons"`
	Torpedo int64 `json:"torpedo" zero:"-" about:"each torpedo"`
	Tractor int64 `json:"tractor" zero:"-" drop:"1" about:"tractor beams"`
}

// Standing is what the host sent last; null = it never did.
type Standing struct {
	Kills  *int   `json:"kills" about:"last value that the host sent; null if it never did, as for the next two"`
	Deaths *int   `json:"deaths"`
	Points *int   `json:"points" title:"score" null:""`
	Frame  *int64 `json:"frame" about:"of the last message"`
}

// Kill is a ship that exploded.
type Kill struct {
	File       string `json:"file,omitempty" about:"in CSV, if there are several files"`
	Time       Time   `json:"time" about:"of the first message about it"`
	Frame      int64  `json:"frame" unit:"#" about:"of that message"`
	Server     string `json:"server" about:"address of the host"`
	Victim     string `json:"victim" title:"ship" look:"name" fold:"10" about:"player whose ship it was"`
	VictimShip string `json:"victim_ship" about:"its class; '\"\"' if unknown"`
	ObjectID   string `json:"object_id" about:"the ship"`
	// Killer is null if there was none, or none is known.
	Killer     *string `json:"killer" title:"killed by" fold:"10" about:"player; null if there was none, or it is unknown"`
	KillerShip *string `json:"killer_ship" about:"class; null if unknown"`
	KillerID   *string `json:"killer_object_id" about:"the killer's ship; null if unknown"`
	Weapon     *string `json:"weapon" about:"'phaser', 'pulse', 'torpedo'; null if unknown or not a weapon"`
	Cause      string  `json:"cause" title:"with" fold:"9" about:"'weapon', 'self_destruct', 'collision', 'unknown'"`
	Certainty  string  `json:"certainty" about:"of cause and killer: 'told' or 'inferred'; 'told' if the cause is unknown"`
	// HitFrame is the message that killer or weapon are known by: the last shot at the victim,
	// the report of a collision, the player's wish to self-destruct; HitBefore how long before
	// that was, in ms.
	HitFrame  *int64        `json:"hit_frame" about:"the message that weapon or cause are based on: a shot, a report of a collision, the request of the player; null if there is none"`
	HitBefore *Milliseconds `json:"hit_before_ms" about:"how long before the explosion"`
	// Other is what the ship collided with; "" = no collision, or not known.
	Other string `json:"collided_with" about:"name or id of what the ship collided with; '\"\"' if nothing or unknown"`
	// TeamKill says that killer and victim were of one team: it counts as a kill only if the host's score does.
	TeamKill bool `json:"team_kill" about:"killer and victim were of one team. It counts among 'kills' of a player only if the score that the host sends does"`
	Game     int  `json:"game" drop:"1" about:"number of the game"`
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

// With says what ended a ship, in the same words in all commands: "torpedo", "self-destruct", "collision with Earth", "a weapon",
// "unknown". Weapon and other are "" if they are not known; team says that killer and victim were of one team.
func With(cause, weapon, other string, team bool) (words string) {
	switch {
	case cause == CauseSelfDestruct:
		return "self-destruct"
	case cause == CauseCollision && other != "":
		return "collision with " + other
	case cause == CauseUnknown:
		return "unknown"
	}
	if words = cause; cause == CauseWeapon {
		words = cmp.Or(weapon, "a weapon")
	}
	if team {
		words += " · team kill"
	}
	return words
}

// With says what ended the ship.
func (k *Kill) With() string {
	weapon, other := "", k.Other
	if k.Weapon != nil {
		weapon = *k.Weapon
	}
	if k.Killer != nil {
		other = ""
	}
	return With(k.Cause, weapon, other, k.TeamKill)
}

// How says who and what ended the ship: "Cady2, torpedo".
func (k *Kill) How() string {
	who := ""
	if k.Killer != nil {
		who = *k.Killer
	}
	if who == "" && k.KillerID != nil {
		who = *k.KillerID
	}
	if who == "" {
		return k.With()
	}
	return who + ", " + k.With()
}

// ChatLine is what somebody said.
type ChatLine struct {
	File   string `json:"file,omitempty" about:"in CSV, if there are several files"`
	Time   Time   `json:"time" about:"when it was first seen"`
	Frame  int64  `json:"frame" about:"of that message"`
	Server string `json:"server" about:"address of the host"`
	Player string `json:"player" about:"who said it"`
	// Address is that of the sender; "" = not known. Peer is the id that the message has.
	Address string `json:"address" about:"of the player; '\"\"' if unknown"`
	Peer    int    `json:"peer" about:"id of the sender in the message"`
	Text    string `json:"text" about:"what was said"`
	Team    bool   `json:"team" about:"whether it was team chat"`
	Game    int    `json:"game" drop:"1" about:"number of the game"`
}

// Volley is shots that a ship fired at once with one kind of weapon.
type Volley struct {
	File     string  `json:"file,omitempty" about:"in CSV, if there are several files"`
	Time     Time    `json:"time" about:"of the first shot"`
	Frame    int64   `json:"frame" unit:"#" about:"of its message"`
	Player   *string `json:"player" look:"name" cut:"8" about:"null if unknown, as of ships that were there before the capture"`
	Ship     string  `json:"ship" zero:"-" about:"class; '\"\"' if unknown"`
	ObjectID string  `json:"object_id" about:"the ship; of one that was not told of, the weapon that fired first"`
	Weapon   string  `json:"weapon" about:"'phaser', 'pulse', 'torpedo', 'tractor'"`
	Shots    int     `json:"shots" about:"how many, less than 5 ms apart"`
}

// Presence is one connection of a client to a server.
type Presence struct {
	File       string `json:"file,omitempty" about:"in CSV, if there are several files"`
	Connection `about_player:"name" about_server:"of the host"`
	Peer       *int `json:"peer" about:"id that the host assigned; null if it never did"`
	Slot       *int `json:"slot" drop:"2" null:"" about:"player slot; null if unknown"`
	// Joined is the connect request, or the answer to one that is not in the capture; null = neither is.
	Joined      *Time  `json:"joined" null:"before" about:"time of the connect request, or of the answer to one that is not in the capture"`
	JoinedFrame *int64 `json:"joined_frame" unit:"#" zero:"-" drop:"1" about:"null if it is not in the capture"`
	// Entered is when the client was in the game: told of the mission, or seen there first.
	Entered      *Time  `json:"entered" about:"when it entered the game: got MissionInit, or was first seen there"`
	EnteredFrame *int64 `json:"entered_frame" unit:"#" zero:"-" drop:"1" about:"null if it never did"`
	Left         *Time  `json:"left" about:"null if it was there when the capture ended, or it is unknown"`
	Ending
	RefusedFor string `json:"refused_for" about:"'version', 'files', 'password', 'full', 'address' (already connected); '\"\"' if it was not refused"`
	// Notice is the message that says that the version or a file differs, and which file.
	NoticeFrame *int64 `json:"notice_frame" about:"message that names the version or the file that differs"`
	RefusedFile string `json:"refused_file" about:"that file"`
	// Told is the first message by which another client learns of the end.
	Told      *Time  `json:"told" about:"when another client first heard of the end"`
	ToldFrame *int64 `json:"told_frame" about:"of that message"`
	// Last is the last datagram of the client.
	Last      *Time  `json:"last_heard" about:"last datagram of the client"`
	LastHeard *int64 `json:"last_heard_frame" about:"its frame"`
	// LastStep is how far a join came that did not lead into the game, WaitsFor who would have
	// had to act then: "host", "client"; "" of all others.
	LastStep string   `json:"last_step" about:"last step of a join that did not reach the game, such as 'checksum request 2'; otherwise '\"\"'"`
	WaitsFor string   `json:"waits_for" about:"whose turn it was then: 'host', 'client', 'player'; otherwise '\"\"'"`
	Score    Standing `json:"score" about:"see ['standing'](#standing)"`
	Game     int      `json:"game" drop:"1" about:"number of the game"`
}

// Reasons to refuse a client.
const (
	ForVersion  = "version"
	ForFiles    = "files"
	ForPassword = "password"
	ForFull     = "full"
	ForAddress  = "address" // it is connected already
)
