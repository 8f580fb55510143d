package match

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// Player is a person, in all of his connections to one game.
type Player struct {
	File        string
	Server      netip.AddrPort
	Game        *Mission
	Name        string // "" = not known
	Connections []*Connection
	Ships       []*Ship // oldest first
	Shots       [numWeapons]int64
	Together    int64 // of these, with others of their kind: see volley
	Team        int   // -1 = none is known
	Gone        Flown // ships that are no longer in the list, because newer ones needed the room
}

// Flown is what somebody flew: classes by their keys, each once, and how many ships.
type Flown struct {
	Classes []string
	Lives   int
}

// Add adds a ship.
func (f *Flown) Add(x *Ship) {
	if x.Other {
		return
	}
	f.Lives++
	if key := x.KnownClass(); key != "" && !slices.Contains(f.Classes, key) {
		f.Classes = append(f.Classes, key)
	}
}

// Entered reports whether a player was ever in the game.
func (p *Player) Entered() bool {
	return slices.ContainsFunc(p.Connections, func(c *Connection) bool { return c.Entered.Frame != 0 })
}

// Last gives the last connection that was in the game; if none was, the last one.
func (p *Player) Last() *Connection {
	for _, c := range slices.Backward(p.Connections) {
		if c.Entered.Frame != 0 {
			return c
		}
	}
	return p.Connections[len(p.Connections)-1]
}

// Seen reports whether a player is known only because others are told of his ships: the capture has no connection of his.
func (p *Player) Seen() bool {
	return len(p.Connections) == 0 && p.Name != "" && (len(p.Ships) > 0 || p.Gone.Lives > 0)
}

// Called is the name of a player; "" = it is not known, or nobody is.
func (p *Player) Called() string {
	if p == nil {
		return ""
	}
	return p.Name
}

// Score is what the host says that a player has, since the connection began; frame 0 = it never
// said so.
type Score struct {
	Event
	Kills, Deaths, Points int32
	// Told says which of the numbers were sent.
	ToldKills, ToldDeaths, ToldPoints bool
}

// Ship is one life of an object, mostly of a ship.
type Ship struct {
	Key
	Number int // which life of this object it is, from 1
	// Class is the key of its ship class, as creations name it; "" = none did.
	Class  string
	Born   Event // its creation
	Died   Event
	Owned  bool // its owner was heard
	File   string
	Player *Player // to whom it belongs; nil = not known
	Kill   *Kill   // by which it ended; nil = it did not explode
	// Other says that its creation names another class of objects than that of ships: a
	// torpedo, or one that nobody knows.
	Other bool

	before, after *Ship            // under the same id
	made          bool             // its owner's creation was heard
	learnt        string           // key of the class that its updates are read by, if no creation names one
	told          []netip.AddrPort // clients that were told of its creation
	end           End
	endTold       []netip.AddrPort // clients that sent or were told its end

	kept           [mostReports]any // see Keep
	flown          *Connection      // that sent updates about it last
	observer       *Connection      // who is told of its shots, if its owner is not heard
	since          int64            // the frame of the first message about it
	asked, crashed Event            // its player wants it destroyed; it reported a collision
	other          uint32           // what it collided with
	met            Event            // another ship reported a collision with it
	meets          uint32           // that ship
	shots          []shot           // at it, with room for maxShots; nil = none yet
	blind          shot             // its last torpedo without a target
	trigger        Event            // its player fired a beam last
	volleys        [numWeapons]volley
}

// KnownClass is the key of its ship class: as creations name it, or else as its updates are read; "" = not known.
func (x *Ship) KnownClass() string { return cmp.Or(x.Class, x.learnt) }

// Kill is the end of a ship that exploded.
type Kill struct {
	Event  // the first message that tells it
	Game   *Mission
	Victim *Ship
	// Killer is the player who did it, and By his ship; nil = nobody, or not known.
	Killer *Player
	By     *Ship
	Cause  Cause
	Weapon Weapon // that fired last, of the killer at the victim; NoWeapon = not known
	// Shot is the message by which the weapon and, of a collision or a self-destruct, the cause
	// is known; frame 0 = none. Before is how long before the kill that was.
	Shot   Event
	Before time.Duration
	// Other is the object that the ship collided with, and what it was called then; 0 = none is known.
	Other     uint32
	OtherName string
	// Told says that messages tell the cause, and not only what came shortly before.
	Told     bool
	Lifetime float32 // of the explosion, in seconds
	// Team says that killer and victim were of one team. Counts says that it is a kill in the score: a team
	// kill is none, unless the host says so.
	Team, Counts bool

	scored bool // the host told how it counts
	self   bool // the host names the player of the ship as who fired: nobody else did
}

// Cause is what ended a ship.
type Cause string

// Causes.
const (
	//row:killed a weapon, told | OBJECT_EXPLODING or ScoreChange names the killer
	//row:killed a weapon, inferred | nobody is named, nothing else explains it, and somebody fired at the ship within 15 s
	ByWeapon Cause = "weapon"
	//row:killed self-destruct | the player asked for it (HostMsg) within 6 s
	BySelfDestruct Cause = "self_destruct"
	//row:killed collision, told | the lifetime of the explosion is that of collisions, 12.9 s
	//row:killed collision, inferred | a client reported a collision within 2 s; within 0.1 s if the host names the ramming ship
	ByCollision Cause = "collision"
	//row:killed unknown | none of these
	ByUnknown Cause = "unknown"
)

// Weapon is a kind of weapon.
type Weapon uint8

// Kinds of weapons.
const (
	NoWeapon Weapon = iota
	Phaser
	Pulse
	Torpedo
	Tractor
	numWeapons
)

// String names a weapon; "" = NoWeapon.
func (w Weapon) String() string { return [...]string{"", "phaser", "pulse", "torpedo", "tractor"}[w] }

// shot is the last that a ship fired at another one with a kind of weapon.
type shot struct {
	Event
	by     *Ship
	weapon Weapon
}

// volley is the shots of one kind that leave a ship at once: dual torpedoes, twin cannons. They lie in one datagram, or
// in several that come together.
type volley struct {
	at    capture.Time
	first Event
	told  *Volley // nil = it is one shot, or there was no room
	of    uint32  // weapon of the first, or its ship
	shots int
}

// Volley is shots of a ship that belong together.
type Volley struct {
	First  Event
	By     *Ship // nil = the ship was not heard of: Object is the weapon that fired first, its slot tells whose it is
	Object uint32
	Weapon Weapon
	Shots  int
}

// atOnce is the longest time between two shots of a volley. In captures, shots lie at most 0.2 ms apart, or more than
// 17 ms: a tick.
const atOnce = 5 * time.Millisecond

// take takes a shot, and gives how many of the volley belong together by it that did not before.
func (v *volley) take(now capture.Time) int64 {
	if since := now.Sub(v.at); v.shots == 0 || since < 0 || since > atOnce {
		*v = volley{at: now, shots: 1}
		return 0
	}
	if v.shots++; v.shots == 2 {
		return 2
	}
	return 1
}

// shotAt remembers a shot; the oldest makes room. Of torpedoes that are on their way each salvo is
// kept, of other weapons the last shot.
func (x *Ship) shotAt(s shot) {
	if x.shots == nil {
		x.shots = make([]shot, maxShots)
	}
	place := &x.shots[0]
	for i := range x.shots {
		o := &x.shots[i]
		same, since := o.by == s.by && o.weapon == s.weapon, s.Time.Sub(o.Time)
		switch {
		case same && s.weapon == Torpedo && since < salvoLength:
			return
		case o.Frame == 0, same && (s.weapon != Torpedo || since > torpedoFlight):
			*o = s
			return
		case o.Time.Before(place.Time):
			place = o
		}
	}
	*place = s
}

// lastShot gives the shot that most likely killed a ship, of the killer if he is known; nil =
// there was none lately.
func (x *Ship) lastShot(k *Kill) (last *shot) {
	for i := range x.shots {
		s := &x.shots[i]
		switch {
		case s.Frame == 0 || k.Time.Sub(s.Time) > shotWithin:
		case k.By != nil && s.by != k.By, k.By == nil && k.Killer != nil && s.by.Player != k.Killer:
		case last == nil || k.likelier(s, last):
			last = s
		}
	}
	if k.By != nil && k.By.blind.Frame != 0 && k.rank(&k.By.blind) == 1 && (last == nil || k.rank(last) == 2) {
		return &k.By.blind
	}
	return last
}

// likelier reports whether one shot rather than another one killed: the later one of the same rank.
func (k *Kill) likelier(s, than *shot) bool {
	if a, b := k.rank(s), k.rank(than); a != b {
		return a < b
	}
	return than.Time.Before(s.Time)
}

// rank orders shots: beams and pulses hit at once, torpedoes take some seconds, and what is
// neither is left.
func (k *Kill) rank(s *shot) int {
	since := k.Time.Sub(s.Time)
	switch {
	case s.weapon != Torpedo && since <= beamFlight:
		return 0
	case s.weapon == Torpedo && since >= salvoLength && since <= torpedoFlight:
		return 1
	}
	return 2
}

// Said is a chat text.
type Said struct {
	Event
	Server netip.AddrPort
	Game   *Mission
	Player *Player     // nil = not known, then From may tell
	From   *Connection // of the sender; nil = not known
	PeerID int         // as the message says
	Text   string
	Team   bool // only the team was to hear it

	client netip.AddrPort // that sent it, or that it was sent to
	left   bool           // who said it has gone
}

// Mission is what a host says about its mission.
type Mission struct {
	Server    netip.AddrPort
	Map       string // the script of the mission; "" = not told
	System    string // star system
	Players   int    // limit; 0 = not told
	TimeLimit int    // minutes; 0 = none is told
	FragLimit int    // 0 = none is told
	Collision bool   // collisions do damage
	Friendly  bool   // players of a team can hurt each other
	Told      bool   // the settings were told
	Rounds    []Round
	Teams     map[uint8]message.TeamScore // what was told of them last, in this game

	began Event // this game, if another one ended before
}

// Round is one game, from its start to its end.
type Round struct {
	Ended    Event  // frame 0 = its end is not in the capture
	Reason   int    // of the end
	Text     string // the reason in words, "" = not known
	Restarts Event
	// Standings are those at its end: afterwards the host counts anew.
	Standings []Standing
}

// Standing is what a player has at a moment.
type Standing struct {
	*Player
	InTeam             int // -1 = none is known
	TeamPoints, Points int // that the host sent, of the team if there are several; 0 = none
	Kills              int // as counted
}

// maxRounds bounds the rounds of one mission that are kept.
const maxRounds = 64

func (x *Mission) settings(s *message.Settings) {
	x.Map, x.Collision, x.Friendly, x.Told = wire.Short(s.MapName.String(), maxText), s.CollisionDamage, s.FriendlyFire, true
}

func (x *Mission) init(s *message.MissionInit) {
	x.System, x.Players = wire.Short(s.SystemName(), maxText), int(s.PlayerLimit)
	if s.TimeLimit != message.NoLimit {
		x.TimeLimit = int(s.TimeLimit)
	}
	if s.FragLimit != message.NoLimit {
		x.FragLimit = int(s.FragLimit)
	}
}

func (x *Mission) restart(r *record.Record) {
	if x.began.Frame == 0 || r.Steady().Sub(x.began.Time) > copiesWithin { // else others are told
		x.began = EventOf(r)
		clear(x.Teams)
	}
	if n := len(x.Rounds); n > 0 && x.Rounds[n-1].Restarts.Frame == 0 {
		x.Rounds[n-1].Restarts = EventOf(r)
	}
}

// conclude finds the cause from what came shortly before, unless a killer was named, and the
// weapon.
func (k *Kill) conclude() {
	x := k.Victim
	crash, other := x.crash()
	switch {
	case k.Cause == ByWeapon && k.soon(crash, rammingWithin) && k.By != nil && k.By.Object == other:
		k.Cause, k.Told, k.Shot, k.Other = ByCollision, false, crash, other
	case k.Cause == ByWeapon:
		k.by(x.lastShot(k))
	case k.soon(x.asked, destroyedWithin) && !(k.collided() && k.soon(crash, collisionWithin)):
		k.Cause, k.Told, k.Shot = BySelfDestruct, true, x.asked
	case k.soon(crash, collisionWithin) && (k.collided() || x.heard()):
		k.Cause, k.Told, k.Shot, k.Other = ByCollision, k.collided(), crash, other
	case k.collided():
		k.Cause = ByCollision
	default:
		if s := x.lastShot(k); s != nil && !k.self {
			k.Cause, k.By, k.Killer = ByWeapon, s.by, s.by.Player
			k.by(s)
		}
	}
	if k.Shot.Frame != 0 {
		k.Before = k.Time.Sub(k.Shot.Time)
	}
}

// crash gives the last report of a collision, its own unless another one came well after it.
func (x *Ship) crash() (at Event, with uint32) {
	if x.met.Frame != 0 && (x.crashed.Frame == 0 || x.met.Time.Sub(x.crashed.Time) > rammingWithin) {
		return x.met, x.meets
	}
	return x.crashed, x.other
}

// heard reports whether the capture has what its player says; of others nobody knows whether they asked for their end.
func (x *Ship) heard() bool { return x.Player != nil && len(x.Player.Connections) > 0 }

// collided reports whether the explosion lasts as long as that of a collision: 12.9 s, and 9.5 s
// of all others.
func (k *Kill) collided() bool { return k.Lifetime > 12.85 && k.Lifetime < 12.95 }

// soon reports whether the kill came within a time of an event.
func (k *Kill) soon(e Event, within time.Duration) bool {
	before := k.Time.Sub(e.Time)
	return e.Frame != 0 && before >= 0 && before <= within
}

// by takes the shot that was the last; nil = none is known.
func (k *Kill) by(s *shot) {
	if s == nil {
		return
	}
	k.Weapon, k.Shot, k.Before = s.weapon, s.Event, max(k.Time.Sub(s.Time), 0)
}

// asksToDie takes the request of a client that its ship be destroyed.
func (c *Connection) asksToDie(r *record.Record) {
	if c.Player == nil || r.Dir != record.ToServer {
		return
	}
	for i := len(c.Player.Ships) - 1; i >= 0; i-- {
		if x := c.Player.Ships[i]; x.Died.Frame == 0 {
			if !r.Again() || x.asked.Frame != 0 {
				x.asked = EventOf(r)
			}
			return
		}
	}
}
