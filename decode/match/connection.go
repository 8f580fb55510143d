package match

import (
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/record"
	"bcdump/decode/transport"
)

// Connection is one connection of a client to a server, from its connect request, or from the
// first that the capture has of it, to its end.
type Connection struct {
	File           string
	Number         int    // among those of all captures, from 1
	Link           uint32 // number of its link in the capture, from 1
	Client, Server netip.AddrPort
	Game           *Mission // of the server
	PeerID         uint8    // 0 = not known
	Slot           int      // of the player; -1 = not known
	Name           string
	Player         *Player // nil as long as neither its name is known nor it is in the game
	Joined         bool    // the capture has it from its connect request on

	State   State
	Steps   []Step  // of its join, in order
	Pending Partial // an answer of the client that is not whole yet
	Entered Event   // when it was in the game; frame 0 = it never was
	Refusal Refusal // what the host said that keeps it out
	Unheard bool    // the capture lacks what the host said to it: nothing is there, and clients have ids; known at the end
	Score   Score   // what the host sent last
	Ending  Ending
	// Asked is its connect request: of one that is not Joined, a copy of it.
	Asked Event
	// First, Heard and Told are the first datagram, the last one from the client and the last one
	// to it. Frame 0 = none.
	First, Heard, Told Event
	Waits              Waits // if they are asked for
	// Resent counts messages that were sent again since the last step, by the client and by
	// the host.
	Resent [2]int
	// Checked are its answers to checksum rounds, Version is the hash of its version; nil = it was not answered.
	Checked []Checked
	Version *uint32
	// Strange is its first update whose subsystem hash changed, or is not that of its class; frame 0 = none.
	Strange Event
	// Moved is the connection on which the client goes on from another address; nil = none; known at the end.
	Moved *Connection

	hashed  Event        // its first update with a subsystem hash
	thrown  Event        // the BootPlayer of a third-party server that is for files
	left    capture.Time // when it was taken out of the game
	told    []uint32     // links on which others were told of its end, at most maxMembers
	hearsay bool         // that it has ended is known from what others were told
	rumour  Event        // when others were told that its id has gone, while it joined
	token   uint32
	waits   bool            // there is no room for it, and the host has not spoken to it
	member  int             // its place in the game; -1 = it is not in it
	unseen  capture.Time    // when the client acknowledged last what the capture does not have
	ahead   capture.Time    // the same, of a number above all that came
	missed  bool            // the host acknowledged such a number of the client
	said    capture.Time    // when the host acknowledged last what the capture does not have
	numbers [2]numbers      // of the data channel, by sender
	cut     bool            // a snap length has cut a datagram of it: a step of its join may lie behind that
	lost    Event           // when something that the host sent it was missing last
	mute    [2]capture.Time // the last time in which neither side said anything, though both send keepalives
	spoken  capture.Time    // when the host said something to it last that is no Ack
	trigger [2]trigger      // of what it sends, of what it is told
}

// State is how far a connection has come.
type State uint8

// States, in order.
const (
	Connecting State = iota // it has asked, or been let in
	Checking                // checksums of files are asked for and answered
	InLobby                 // it has been told the settings, and loads the mission
	InGame
	Gone
)

// String names a state.
func (s State) String() string {
	return [...]string{"connecting", "checksums", "in lobby", "in game", "gone"}[s]
}

// Why a connection ended.
type Why string

// Reasons.
const (
	Open         Why = ""              // it has not ended yet
	Left         Why = "left"          // the client said so
	GivenUp      Why = "dropped"       // the host gave it up, though it still sent
	TimedOut     Why = "timeout"       // the client was silent, and the host dropped it
	Kicked       Why = "kicked"        // the host threw it out
	Refused      Why = "refused"       // the host did not let it in
	Stayed       Why = "stayed"        // it was in the game when the capture ended
	Stuck        Why = "stuck"         // its join hung, and went on so
	CaptureEnded Why = "capture_ended" // it was joining when the capture ended
	Unknown      Why = "unknown"       // the capture does not show it
)

// Began is the connect request or, if the capture lacks that, the answer; frame 0 = it has neither.
func (c *Connection) Began() Event {
	if c.Asked.Frame == 0 && len(c.Steps) > 0 && c.Steps[0].Name == StepAccepted {
		return c.Steps[0].Event
	}
	return c.Asked
}

// Ended reports whether the connection came to an end in the capture, and it is known when.
func (w Why) Ended() bool {
	switch w {
	case Left, GivenUp, TimedOut, Kicked, Refused:
		return true
	}
	return false
}

// Ending is how a connection ended.
type Ending struct {
	Event // the message that ended it, or the last one that the client sent
	Why   Why
	// Boot is the reason of the Boot message, 0 = there was none.
	Boot int8
	Text string // in words, what is known beyond Why; "" = nothing
	// Others is when the others were told; frame 0 = never.
	Others Event
}

// Refusal is a message that says why a client cannot join.
type Refusal struct {
	Event
	Version bool   // its version differs; otherwise one of its files
	Text    string // of the message: the file, or the text that is shown
}

// Partial is a message in parts that are not all there.
type Partial struct {
	Seq   uint16
	Total int    // parts; 0 = not known
	Seen  uint64 // parts that are there, as bits
}

// Missing gives the lowest part that is not there; -1 = none is known to be missing.
func (p *Partial) Missing() int {
	for i := range min(p.Total, 64) {
		if p.Seen&(1<<i) == 0 {
			return i
		}
	}
	return -1
}

// goes reports whether the connection ends within a time of a moment: the host has ceased to speak
// to the client, but for Acks of what the capture lacks, or has told the others of its end.
func (c *Connection) goes(at capture.Time, within time.Duration) bool {
	last := c.Told.Time
	if c.speaksUnseen() { // it may be the goodbye
		last = c.spoken
	}
	return last.Sub(at) < within || c.over() && c.left.Sub(at) < within
}

// numbers are the first and the newest sequence number of a channel.
type numbers struct {
	first, newest uint16
	some          bool
}

func (n *numbers) take(seq uint16) {
	if !n.some {
		*n = numbers{seq, seq, true}
	}
	if int16(seq-n.newest) > 0 {
		n.newest = seq
	}
}

// goesOnIn reports whether a connection in the game goes on in another one that begins without a connect request: one side has another
// address or port there, the client the same peer id, the numbers go on, and here both sides say no more.
func (c *Connection) goesOnIn(o *Connection) bool {
	const most = 100 // numbers that the capture lacks
	since := o.First.Time.Sub(c.last())
	if c.Entered.Frame == 0 || o.Entered.Frame == 0 || (o.Game == c.Game) == (o.Client == c.Client) || o.Joined || len(o.Steps) > 0 || o.PeerID == 0 || o.PeerID != c.PeerID || o.First.Frame == 0 || since < -time.Second || since > droppedAfter {
		return false
	}
	shown := false
	for i := range c.numbers {
		before, behind := &c.numbers[i], &o.numbers[i]
		if !before.some || !behind.some {
			continue
		}
		if shown = uint16(behind.first-before.newest) <= most; !shown {
			return false
		}
	}
	return shown
}

// over reports whether the connection has ended, or takes part in nothing.
func (c *Connection) over() bool { return c.State == Gone || c.waits }

// joins reports whether the client is on its way into the game.
func (c *Connection) joins() bool { return len(c.Steps) > 0 && c.Entered.Frame == 0 && !c.over() }

// hear notes a datagram of the link.
func (c *Connection) hear(r *record.Record) {
	e := &c.Told
	if r.Dir == record.ToServer {
		e = &c.Heard
	}
	if e.Frame != r.Frame {
		c.begin(r, e)
	}
	if e == &c.Told && r.Header.Type != transport.Ack {
		c.spoken = e.Time
	}
}

// begin notes a datagram, whose sender was heard last in e.
func (c *Connection) begin(r *record.Record, e *Event) {
	before := c.last()
	e.Is(r)
	if e.Time.Sub(before) > keepaliveAfter && c.First.Frame != 0 {
		c.mute = [2]capture.Time{before, e.Time}
	}
	c.cut = c.cut || r.Snapped
	if c.First.Frame == 0 {
		c.First = *e
	}
}

// last is the time of the last datagram, in either direction.
func (c *Connection) last() capture.Time {
	if c.Heard.Time.Before(c.Told.Time) {
		return c.Told.Time
	}
	return c.Heard.Time
}

// end closes the connection. The first reason counts, but what the client is told or says itself
// counts more than what only others were told.
func (c *Connection) end(why Why, at Event, text string) {
	if c.Ending.Why != Open && !c.hearsay {
		return
	}
	c.State, c.hearsay = Gone, false
	if c.Ending.Others.Frame == 0 && at.Time.Sub(c.rumour.Time) < leavingFor {
		c.Ending.Others = c.rumour
	}
	c.Ending.Event, c.Ending.Why, c.Ending.Text = at, why, text
}

// boot takes a Boot message for this connection. On its own link it says more than what the others
// were told a moment before.
func (c *Connection) boot(m *transport.Kick, at Event) {
	if (c.Ending.Why == TimedOut || c.Ending.Why == GivenUp) && m.Reason != bootTimedOut && at.Time.Sub(c.Ending.Others.Time) < joiningFor {
		c.Ending.Why = Open
	}
	c.Ending.Boot = m.Reason
	switch {
	case m.Reason == bootTimedOut:
		c.lose(at)
	case c.Refusal.Frame != 0:
		c.end(Refused, at, c.Refusal.Words())
	case m.Reason == bootPassword || m.Reason == bootFull || m.Reason == bootConnected:
		c.end(Refused, at, m.Text())
	case m.Reason == bootChecks:
		c.end(Kicked, at, "") // which also stands for any other kick
	default:
		c.end(Kicked, at, m.Text())
	}
}

// lose closes the connection of a client of which the host says that it has gone, though the client did not say
// so: it was silent, or the host gave it up.
func (c *Connection) lose(at Event) {
	quiet := at.Time.Sub(c.Heard.Time)
	switch {
	case c.Refusal.Frame != 0:
		c.end(Refused, c.Refusal.Event, c.Refusal.Words())
	case c.Heard.Frame == 0 && c.Ending.Boot != bootTimedOut:
		c.end(Unknown, at, othersTold)
	case c.Heard.Frame == 0:
		c.end(TimedOut, at, "")
	case quiet >= keepaliveAfter && at.Time.Sub(c.Told.Time) >= keepaliveAfter && c.Told.Time.Sub(c.Heard.Time).Abs() < time.Second && c.Ending.Boot != bootTimedOut:
		c.end(Unknown, c.Heard, othersTold) // the host fell silent with it, which cannot know of that: the capture lacks what came then
	case quiet >= keepaliveAfter && c.speaksUnseen() && c.Ending.Boot != bootTimedOut:
		c.end(Unknown, c.Heard, othersTold)
	case quiet >= keepaliveAfter:
		c.end(TimedOut, c.Heard, "silent for "+seconds(quiet))
	case quiet < talksWithin:
		c.end(GivenUp, at, "still talking")
	default:
		c.end(GivenUp, at, seconds(quiet)+" after his last datagram")
	}
}

// talksWithin is how long a client that talks is silent at most.
const talksWithin = time.Second

// speaksUnseen reports whether the client has said something since it was heard last, which the host acknowledges: the capture lacks that.
func (c *Connection) speaksUnseen() bool { return c.said.Sub(c.Heard.Time) > talksWithin }

// doubt takes back that the host gave a client up, if it may have left: what only the others were told does
// not say why, and it says no more. A client in the game sends ten times a second. The same of one that was silent, but spoke.
func (c *Connection) doubt() {
	if c.hearsay && c.Ending.Why == TimedOut && c.speaksUnseen() && c.Ending.Boot != bootTimedOut {
		c.Ending.Why, c.Ending.Text = Unknown, othersTold
	}
	if c.hearsay && c.Ending.Why == GivenUp && !c.Ending.Others.Time.Before(c.Heard.Time) && c.Ending.Others.Time.Sub(c.Heard.Time) < leavingFor {
		c.Ending.Event, c.Ending.Why, c.Ending.Text = c.Heard, Unknown, othersTold
	}
}

// givenUp reports whether the host ceased to speak to a client in the game that went on, and spoke to others
// still; spoke is when it did so last. What a client acknowledges after that the host has said.
func (c *Connection) givenUp(spoke capture.Time) bool {
	const soon = 500 * time.Millisecond // it may be what was missing before
	return c.unseen.Sub(c.Told.Time) < soon && c.Entered.Frame != 0 && c.Told.Frame != 0 && c.Heard.Time.Sub(c.Told.Time) > givenUpAfter && spoke.Sub(c.Told.Time) > givenUpAfter
}

// othersTold is all that is known of how some ended.
const othersTold = "the others are told that it has gone"

// lastWord is the last datagram of the client; without one, another event.
func (c *Connection) lastWord(or Event) Event {
	if c.Heard.Frame == 0 {
		return or
	}
	return c.Heard
}

// Words says why the host refuses.
func (f *Refusal) Words() string {
	if f.Version {
		return "another version of the game"
	}
	return "another version of the file " + f.Text
}

// Reasons of Boot messages.
const (
	bootTimedOut  = 1
	bootPassword  = 2
	bootFull      = 3
	bootChecks    = 4 // a check that failed, in BootPlayer too; or any other kick
	bootConnected = 5
)

// trigger is the newest StartFiring message: stock software sends each twice, and hosts pass on both.
type trigger struct {
	weapon uint32
	seq    uint16
	twice  bool
}
