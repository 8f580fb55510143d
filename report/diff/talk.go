package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// party is one connection: what was said while its client joined, and what becomes of its messages.
type party struct {
	conn  *match.Connection
	whole bool    // the client came to its first ship
	joins [2]talk // by direction
	said  capture.Time
	open  []*occasion

	alive [2]capture.Time // the newest keepalive of a direction
	again [2]int64        // frame of what was sent again: what shares a datagram was lost in one
}

// talk is messages in the order of their sender.
type talk []step

type step struct {
	label string
	place int64 // in the order of the channel; unnumbered ones take the place of the last numbered one
	row   int
	at    capture.Time
}

// maxSteps bounds the messages of a talk, and the occasions that last at a time.
//
//limit:maxSteps Figures | steps of a join in `diff` in one direction, occasions of a client at a time, and messages of one | left out; counted | TestBounds
const maxSteps = 128

// talk takes a message, the first time that it is there.
func (x *looker) talk() {
	p := x.party
	if joining := p.joining(x); joining && x.ofJoin() && !x.others && !x.passedOn() {
		x.say(&p.joins[x.dir])
		if !p.said.IsZero() {
			x.waits(p.said)
		}
		p.said = x.at
	} else if !joining && p.conn.Entered.Frame != 0 && p.conn.Entered.Frame <= x.record.Frame && x.dir == toClient {
		x.occasion(p)
	}
}

// say adds the message at hand.
func (x *looker) say(t *talk) {
	if len(*t) >= maxSteps {
		x.dropped++
		return
	}
	s := step{label: x.label, row: x.i, at: x.at}
	if n := len(*t); n > 0 {
		s.place = (*t)[n-1].place
	}
	switch h := x.record.Header; {
	case !h.HasSeq || h.Type != transport.Data:
	case s.place == 0: // the first one with a number
		s.place = 1<<32 + int64(h.Seq)
	default:
		s.place += int64(int16(h.Seq - uint16(s.place))) //nolint:gosec // numbers wrap
	}
	*t = append(*t, s)
}

// inOrder puts messages in the order of their sender, and gives what they are.
func (t talk) inOrder() (labels []string) {
	slices.SortStableFunc(t, func(a, b step) int { return cmp.Compare(a.place, b.place) })
	for i := range t {
		labels = append(labels, t[i].label)
	}
	return labels
}

// joining reports whether the client has no ship yet.
func (p *party) joining(x *looker) bool {
	c := p.conn
	if len(c.Steps) == 0 || !c.Joined {
		return false
	}
	last := &c.Steps[len(c.Steps)-1]
	return !p.whole || x.record.Frame < last.Frame || x.record.Frame == last.Frame && int(x.row.Index) <= last.Index
}

// ofJoin reports whether a message belongs to the way into the game, and not to the game.
func (x *looker) ofJoin() bool {
	switch x.kind {
	case message.OpcodeSettings, message.OpcodeGameInit, message.OpcodeBootPlayer, message.OpcodeCollisionSetting, message.OpcodePlayerListEvent,
		message.OpcodeChecksumRequest, message.OpcodeChecksumResponse, message.OpcodeSystemChecksumFail, message.OpcodeVersionDifferent,
		message.OpcodeFileTransfer, message.OpcodeFileTransferAck, message.OpcodeChecksumComplete, message.OpcodeNewPlayerInGame, message.OpcodeMissionInit:
		return true
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		return x.dir == toServer
	case controls + int(transport.Keepalive):
		return false
	}
	return x.kind >= controls || message.Lookup(uint8(x.kind)) == nil
}

// waits notes how long a step came after the one before.
func (x *looker) waits(since capture.Time) {
	key := x.label + " " + string(directions[x.dir])
	n := x.numbers["step "+key]
	if n == nil {
		if x.aspects++; x.aspects > maxKinds {
			x.dropped++
			return
		}
		const soon = 50 // ms
		n = &numbers{about: about{section: "rhythm", key: "step " + key, title: "join: until " + key + " follows,", aspect: key, subject: "steps of the join", weight: weightOf(x.dir), judges: sides[x.dir]}, unit: "ms", least: soon}
		x.numbers[n.key] = n
	}
	between(n, since, x.at)
}

// occasion is something that happens, and what is said of it until it is over.
type occasion struct {
	talk
	what   string
	object uint32
	until  capture.Time
}

// Codes of events.
const (
	exploding    = 0x0080004E
	deletePlayer = message.CodePlayerGone
)

// occasion takes what a host says about ships that come and die, about clients that leave, and about the end of the game.
func (x *looker) occasion(p *party) {
	p.open = slices.DeleteFunc(p.open, func(o *occasion) bool {
		over := o.until.Before(x.at)
		if over {
			x.passed(o)
		}
		return over
	})
	what, object, lasts, begins := "", uint32(0), 10*time.Second, true
	ship := func(of string, id uint32) {
		object, what = id, of+" of another's ship"
		if x.owns(id) {
			what = of + " of their own ship"
		}
	}
	switch m := x.record.Content().Message.(type) {
	case *message.ObjectCreate:
		if m.ClassID != message.ClassShip {
			return
		}
		ship("creation", m.ObjectID)
		lasts = 3 * time.Second
	case *message.ObjectNotFound:
		ship("creation", m.ObjectID)
		lasts = 3 * time.Second
	case *message.Event:
		switch m.EventCode {
		case exploding:
			ship("death", m.TargetID)
		case deletePlayer:
			what, object = "leaving of another client", uint32(m.PeerID)
		default:
			return
		}
	case *message.Explosion:
		ship("death", m.ObjectID)
	case *message.DestroyObject:
		ship("death", m.ObjectID)
	case *message.PlayerLeftText:
		what = "leaving of another client"
	case *message.EndGame, *message.RestartGame:
		what, lasts = "end of the game", 30*time.Second
	case *message.ScoreChange:
		what, begins = "death of", false
	case *message.Score, *message.TeamScore:
		what, begins = "end of the game", false
	default:
		return
	}
	for _, o := range slices.Backward(p.open) { // the newest, unless the object is known
		if begins && o.what == what && (o.object == object || object == 0) || !begins && strings.HasPrefix(o.what, what) {
			x.say(&o.talk)
			return
		}
	}
	if !begins || len(p.open) >= maxSteps {
		return
	}
	o := &occasion{what: what, object: object, until: x.at.Add(lasts)}
	x.say(&o.talk)
	p.open = append(p.open, o)
}

// passed counts how an occasion went.
func (x *looker) passed(o *occasion) {
	v, first := x.part("conversation", o.what, o.what, 1), o.talk[0]
	v.judges, v.unit = sides[toClient], "times"
	v.add(strings.Join(o.inOrder(), ", "), first.row, first.at, x.client())
}

// talked counts in which order things are said while clients join, and what becomes of these. What the end of the capture cuts
// is left out.
func (x *looker) talked() {
	for _, p := range x.all {
		for dir := range p.joins {
			x.joined(p, dir)
		}
		c := p.conn
		if len(c.Steps) == 0 && c.Refusal.Frame == 0 && c.Ending.Boot == 0 {
			continue
		}
		end := "left, or stayed"
		switch c.Ending.Why {
		case match.GivenUp, match.TimedOut, match.Kicked, match.Refused, match.Stuck:
			end = string(c.Ending.Why)
		case match.CaptureEnded, match.Unknown, match.Open:
			continue
		}
		ends := x.part("joins", "end", "how clients end", 0.6)
		ends.never = true
		ends.add(end, x.facts.From(c.Ending.Frame), c.First.Time, c.Number)
	}
}

// behind is how much less it weighs which message comes behind which other one, than that one is there.
const behind = 0.97

// part gives what is counted of clients, or of times.
func (x *looker) part(section, key, title string, weight float64) *values {
	v := x.values[section+":"+key]
	if v == nil {
		v = &values{about: about{section: section, key: key, title: title, subject: title, weight: weight}, unit: "clients"}
		x.values[section+":"+key] = v
	}
	return v
}

// joined counts what was said to a client in its join, or by it: whether each message is there, and behind which other one.
func (x *looker) joined(p *party, dir int) {
	t := p.joins[dir]
	if len(t) == 0 {
		return
	}
	t.inOrder()
	subject, seen := "join, "+string(directions[dir]), map[string]int{}
	if p.whole {
		x.groups[subject]++
	}
	before := "first"
	for i := range t {
		s := &t[i]
		seen[s.label]++
		label := s.label
		if n := seen[label]; n > 1 {
			if x.facts.Row(s.row).Kind != uint8(transport.Data) {
				continue // some servers tell it all the time
			}
			label += fmt.Sprintf(" (no. %d)", n)
		}
		for _, is := range []struct{ key, title, value string }{{" there", "", "there"}, {" order", " comes", before}} {
			if is.value == "there" && !p.whole {
				continue
			}
			v := x.part("conversation", subject+" "+label+is.key, subject+": "+label+is.title, weightOf(dir))
			v.judges = sides[dir]
			if v.subject, v.aspect, v.comes = subject, label+is.title, is.title != ""; !v.comes {
				v.group = subject
			}
			if v.comes { // that it is there says more
				v.weight = weightOf(dir) * behind
			}
			v.add(is.value, s.row, s.at, p.conn.Number)
		}
		before = "after " + s.label
	}
}
