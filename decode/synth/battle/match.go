package battle

import (
	"slices"
	"time"
)

// The match as its players know it: who was in the game, who ended whom, what was said.
// Frames are those of the capture; 0 = it did not pass the tap.

// Presence is one connection of a player.
type Presence struct {
	Player string `json:"player"`
	Client string `json:"client"`
	PeerID *uint8 `json:"peer_id"` // null = the host never gave one; so for Slot
	Slot   *uint8 `json:"slot"`

	Connect int64 `json:"connect"` // frame of the request
	Named   int64 `json:"named"`   // of the client's PeerInfo: before, nobody knows the name
	Entered int64 `json:"entered"` // of the host's MissionInit
	// Last is the frame of the last datagram of the client.
	Last int64 `json:"last_heard"`

	End End `json:"end"`
	// EndFrame has the message on its own link that ended it; of a timeout it is Last.
	EndFrame int64 `json:"end_frame"`
	// Told has the first message by which another client learns that it is gone.
	Told int64 `json:"told_frame"`

	RefusedFor Refusal `json:"refused_for,omitempty"`
	// File is that of the client's which the host objects to, FileIs what is wrong with it:
	// "changed", "missing" or "extra", FileRound the round of checksums that it is in.
	File      string `json:"file,omitempty"`
	FileIs    string `json:"file_is,omitempty"`
	FileRound string `json:"file_round,omitempty"`
	Notice    int64  `json:"notice_frame,omitempty"` // of 0x22 or 0x23
	HangsAt   string `json:"hangs_at,omitempty"`     // "connect", "round 0" to "round FF", "settings"
	WaitsFor  string `json:"waits_for,omitempty"`    // "host" or "client"

	listed bool // in the truth
	midst  bool // it was in the game when the capture began
	called bool // somebody else told its name
}

// End is how a connection ends.
type End string

// Ends of connections.
const (
	Left         End = "left"
	TimedOut     End = "timeout"
	Kicked       End = "kicked"
	Refused      End = "refused"
	CaptureEnded End = "capture_ended"
)

// Refusal is why a player is not let in.
type Refusal string

// Reasons to refuse a player.
const (
	ForPassword Refusal = "password"
	ForFull     Refusal = "full"
	ForAddress  Refusal = "address"
	ForVersion  Refusal = "version"
	ForFiles    Refusal = "files"
)

// ends gives a function that files the end of a connection when its message passes.
func (p *Presence) ends(e End) func(int64) {
	return func(frame int64) {
		if p.End == CaptureEnded {
			p.End, p.EndFrame = e, frame
		}
	}
}

// tells files the first message that tells others of the end.
func (p *Presence) tells(frame int64) {
	if p.Told == 0 {
		p.Told = frame
	}
}

// timedOut files that the host has given a client up, which only others are told.
func (p *Presence) timedOut(frame int64) {
	p.tells(frame)
	if p.End == CaptureEnded {
		p.End, p.EndFrame = TimedOut, p.Last
	}
}

// sentAway files a Boot of somebody who is joining: without the message that says why,
// which may be lost, it is any other kick.
func (p *Presence) sentAway(frame int64) {
	end := Refused
	if p.Notice == 0 {
		end = Kicked
	}
	p.ends(end)(frame)
}

// connected gives a function that files a connection when its request passes.
func (t *Truth) connected(p *Presence) func(int64) {
	return func(frame int64) {
		p.Connect = frame
		t.lists(p)
	}
}

// lists files a connection, once.
func (t *Truth) lists(p *Presence) {
	if !p.listed {
		p.listed = true
		t.Presence = append(t.Presence, p)
	}
}

// meets files a connection of which a datagram passes, in a capture that begins in the battle.
func (t *Truth) meets(p *Presence, frame int64) {
	t.lists(p)
	if p.midst {
		p.enters(frame)
	}
}

// enters files that a connection is in the game.
func (p *Presence) enters(frame int64) {
	if p.Entered == 0 {
		p.Entered = frame
	}
}

// enters files the score of a connection that is in the game, once.
func (t *Truth) enters(x *Standing) {
	if !slices.Contains(t.Scores, x) {
		t.Scores = append(t.Scores, x)
	}
}

// isCalled notes that the name of a connection passes in a message about it.
func (p *Presence) isCalled(int64) { p.called = true }

// into gives a function that keeps the frame of a message.
func into(at *int64) func(int64) {
	return func(frame int64) { *at = frame }
}

// Kill is the end of a ship that exploded, in the order of the capture.
type Kill struct {
	Frame    int64     `json:"frame"` // of the first ObjectExploding
	Time     time.Time `json:"time"`
	Victim   string    `json:"victim"`
	Ship     string    `json:"victim_ship"`
	ObjectID string    `json:"object_id"`
	Killer   *string   `json:"killer"` // null = nobody; so for KillerShip
	// KillerShip is the class that the killer flew when the victim exploded.
	KillerShip *string `json:"killer_ship"`
	Weapon     *string `json:"weapon"` // "phaser", "pulse", "torpedo"
	Cause      string  `json:"cause"`  // "weapon", "self_destruct", "collision"
	// Hit is the frame of the client's message that did it: 0x07, 0x1A or 0x19, 0x13, 0x15.
	Hit int64 `json:"hit_frame"`
}

// Standing is the score of a connection that entered the game: as the host has it, and
// as it sent it last, by any 0x36 or 0x37 that passed; null = it never did.
type Standing struct {
	Player string `json:"player"`
	Client string `json:"client"`
	Score
	Sent Sent `json:"sent"`
}

// Score is what a player has reached on one connection.
type Score struct {
	Kills  int32 `json:"kills"`
	Deaths int32 `json:"deaths"`
	Points int32 `json:"score"`
}

// Sent is a score as far as the capture has it.
type Sent struct {
	Kills  *int32 `json:"kills"`
	Deaths *int32 `json:"deaths"`
	Points *int32 `json:"score"`
}

// Line is what somebody said.
type Line struct {
	Frame  int64  `json:"frame"` // of the message to the host; if the capture does not have it, of the first copy
	Player string `json:"player"`
	Client string `json:"client"`
	Text   string `json:"text"`
}

// said gives a function that files what a player said when the message or the first copy of it passes.
func (t *Truth) said(by *Presence, text string) func(int64) {
	said := false
	return func(frame int64) {
		if !said {
			t.Chat = append(t.Chat, Line{Frame: frame, Player: by.Player, Client: by.Client, Text: text})
		}
		said = true
	}
}

// sends is a score that goes to a client: what passes of it last, holds. A nil Standing
// keeps none.
func (x *Standing) sends(s Sent) func(int64) {
	if x == nil {
		return nil
	}
	return func(int64) {
		if s.Kills != nil {
			x.Sent.Kills, x.Sent.Points = s.Kills, s.Points
		}
		x.Sent.Deaths = s.Deaths
	}
}
