package match

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/record"
)

// Key is an object at one server: others give the same ids.
type Key struct {
	Server netip.AddrPort
	Object uint32
}

// Event is when something was told. Frame 0 = never.
type Event struct {
	Frame int64
	Index int // of the message within its datagram
	// Time is that of a clock which is never set back; that of the capture may be, by Back: see Clock.
	Time   capture.Time
	Back   time.Duration
	Digits uint8 // behind the second, of Time
}

// Clock is when it was by the clock of the capture, which is what is shown.
func (e *Event) Clock() capture.Time { return e.Time.Add(-e.Back) }

// Is makes it the moment of a record. It is written field by field: as a whole it would be copied.
func (e *Event) Is(r *record.Record) {
	e.Frame, e.Index, e.Time, e.Back, e.Digits = r.Frame, int(r.Index), r.Steady(), r.Back+r.Late, r.Digits
}

// EventOf is the moment of a record.
func EventOf(r *record.Record) Event {
	return Event{Frame: r.Frame, Index: int(r.Index), Time: r.Steady(), Back: r.Back + r.Late, Digits: r.Digits}
}

// Message is one that tells of the creation or the end of an object.
type Message struct {
	Key
	Event
	Client   netip.AddrPort // that sent it, or that it was sent to
	ToServer bool
	Anew     bool // it is known to begin another life
	Late     bool // messages with later numbers came before it
}

// End is how a life ended. Copies for several clients have equal ones.
type End struct {
	Exploded bool   // false = the host removed it
	By       uint32 // the object that killed it; 0 = none
}

// Lives follows the lives of all objects of a capture.
type Lives struct {
	limit   int
	room    func(limit int) int // by now
	begins  func(*Ship)         // is told of each that begins
	forget  func(*Ship)         // is told which one made room for another, the oldest
	list    []*Ship             // oldest first
	current map[Key]*Ship
}

const (
	// maxTold bounds how many clients are remembered that were told of one creation or end.
	//limit:maxTold Figures | clients that are told of one creation, or of one end | not told apart | TestManyClients
	maxTold = 32
	// copiesWithin is how long after the first the copies of an end for other clients come.
	copiesWithin = 3 * time.Second
	// respawnAfter is before which time after an explosion nobody takes another ship: it lasts 9.5 s.
	respawnAfter = 8 * time.Second
)

// NextCapture ends all lives without closing them: the objects of another capture are others,
// though they may have the same ids.
func (l *Lives) NextCapture() { l.current = map[Key]*Ship{} }

// All gives the lives of all captures, oldest first. The list is not to be changed.
func (l *Lives) All() []*Ship { return l.list }

// Current gives the newest life of an object; nil if nothing is known of it.
func (l *Lives) Current(key Key) *Ship { return l.current[key] }

// updated takes an update: it belongs to the newest life, dead or not, and begins one if nothing
// is known of the object, or if it is known to be of another life.
func (l *Lives) updated(key Key, toServer, anew bool) *Ship {
	x := l.current[key]
	if x == nil || anew {
		x = l.begin(key)
	}
	x.Heard(toServer)
	return x
}

// Heard notes who sent an update about a life. Only those need it who do not ask updated.
func (x *Ship) Heard(toServer bool) { x.Owned = x.Owned || toServer }

// Created takes a creation. It gives the life, and whether this
// is the first that is told of its creation. class is the key of the ship's class, "" = not known.
func (l *Lives) Created(m *Message, class string) (x *Ship, first bool) {
	x = l.current[m.Key]
	if x == nil || x.replaced(m, class) {
		x = l.begin(m.Key)
	}
	if first = x.Born.Frame == 0 && x.Died.Frame == 0; first {
		x.Born = m.Event
	}
	if class != "" && (m.ToServer || !x.made || x.Class == "") {
		x.Class = class
	}
	x.Heard(m.ToServer)
	x.made = x.made || m.ToServer
	if !m.ToServer {
		x.told = remembered(x.told, m.Client)
	}
	return x, first
}

// replaced reports whether a creation begins another life of the same object. A ship of another
// class is another one, unless a host names to one client another class than the owner did, or than it told others. An owner
// creates a ship once; updates, and what the host tells of it, may have overtaken its creation: that
// has an earlier number than what the owner sent since.
// Hosts tell all clients of each ship, and newcomers of those that are there already. But a ship
// that died is created anew if its owner cannot be heard, or if they tell the same client again; unless the creation
// comes late, and its end has overtaken it.
func (x *Ship) replaced(m *Message, class string) bool {
	dead := x.Died.Frame != 0 && !(m.Late && (x.end.Exploded || x.Born.Frame == 0) && m.Time.Sub(x.Died.Time) < respawnAfter)
	switch {
	case x.Class != "" && class != "" && x.Class != class:
		return m.ToServer || m.Anew || x.Died.Frame != 0 || slices.Contains(x.told, m.Client) || !x.made && len(x.told) == 0
	case m.ToServer:
		return dead || x.made || m.Anew
	}
	return m.Anew || dead && (!x.Owned || slices.Contains(x.told, m.Client))
}

// Ended takes the end of an object. It gives the life that it ends; nil if it ends none, because
// nothing is known of the object, or because this was told before. A life ends once.
func (l *Lives) Ended(m *Message, how End) *Ship {
	x := l.current[m.Key]
	if x == nil || x.before.endCopied(m, how) {
		return nil
	}
	if x.Died.Frame != 0 {
		x.endCopied(m, how)
		return nil
	}
	x.Died, x.end, x.endTold = m.Event, how, remembered(x.endTold, m.Client)
	return x
}

// endCopied reports whether a message tells one more client of the end of a life that is over,
// which may have begun anew since. It notes the client.
func (x *Ship) endCopied(m *Message, how End) bool {
	if x == nil || x.Died.Frame == 0 || x.end != how || slices.Contains(x.endTold, m.Client) {
		return false
	}
	since := m.Time.Sub(x.Died.Time)
	if since > copiesWithin || since < -copiesWithin {
		return false
	}
	x.endTold = remembered(x.endTold, m.Client)
	return true
}

// remembered gives the clients with one more, if there is room.
func remembered(clients []netip.AddrPort, client netip.AddrPort) []netip.AddrPort {
	if len(clients) >= maxTold || slices.Contains(clients, client) {
		return clients
	}
	return append(clients, client)
}

// begin begins the next life of an object.
func (l *Lives) begin(key Key) *Ship {
	x := &Ship{Key: key, Number: 1, before: l.current[key]}
	if x.before != nil {
		x.Number, x.before.after = x.before.Number+1, x
	}
	l.begins(x)
	l.current[key], l.list = x, append(l.list, x)
	if len(l.list) > l.room(l.limit) {
		l.forgetOldest()
	}
	return x
}

func (l *Lives) forgetOldest() {
	old := l.list[0]
	l.list[0] = nil
	l.list = l.list[1:]
	if old.after != nil {
		old.after.before, old.after = nil, nil // who still has it shall not hold all that came later
	}
	if l.current[old.Key] == old {
		delete(l.current, old.Key)
	}
	l.forget(old)
}

// Before gives the life before, under the same id at the same server; nil = there is none, or it
// was forgotten.
func (x *Ship) Before() *Ship { return x.before }

// After gives the life after, under the same id at the same server; nil = there is none yet.
func (x *Ship) After() *Ship { return x.after }
