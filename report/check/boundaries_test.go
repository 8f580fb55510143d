package check_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// until lets everybody be heard until a moment, at which the next datagram is sent.
func (f *fight) until(at time.Duration) {
	if at-f.time > time.Second {
		f.stays(at - f.time - time.Second)
	}
	f.time = at
}

// tells has the host send a client a message.
func (f *fight) tells(i int, opcode uint8, m wire.Message) {
	f.send(1, theHost, f.clients[i], [][]byte{reliable(f.down[i], message.Append(nil, opcode, m))})
	f.down[i]++
}

// makes has the first player make a ship.
func (f *fight) makes(object uint32) {
	m := message.NewObjectCreate(true)
	m.ClassID, m.ObjectID, m.Species, m.Orientation = message.ClassShip, object, 1, [4]float32{1, 0, 0, 0}
	m.ObjectName, m.SetName = wire.Text("Ace"), wire.Text("Multi1")
	f.says(0, append(message.Append(nil, message.OpcodeObjectCreateTeam, m), make([]byte, 90)...))
}

// dies tells the first player of the end of its ship.
func (f *fight) dies(killer uint32) {
	f.tells(0, message.OpcodePythonEvent, &message.Event{ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, SourceID: killer, TargetID: theShip, FiringPlayer: map[bool]int32{true: 3}[killer != 0], Lifetime: 9.5})
}

// TestBoundaries: what a sentence of a rule says of a time is judged so up to the moment itself, and otherwise 20 ms farther.
func TestBoundaries(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	died := func(killer uint32, what func(*fight)) func(*fight, time.Duration) {
		return func(f *fight, d time.Duration) {
			at := f.time
			f.dies(killer)
			f.until(at + d)
			what(f)
		}
	}
	score := func(killer int32) func(*fight) {
		return func(f *fight) {
			f.tells(0, message.OpcodeScoreChange, &message.ScoreChange{KillerID: killer, VictimID: 2, VictimDeaths: 1})
		}
	}
	explodes := func(f *fight) { f.tells(0, message.OpcodeExplosion, &message.Explosion{ObjectID: theShip}) }
	left := func(f *fight) {
		f.tells(0, message.OpcodePlayerListEvent, &message.Event{ClassID: message.ClassPlayerList, EventCode: message.CodePlayerGone, PeerID: 3})
	}
	silent := func(f *fight, who byte, d time.Duration) { // and all others are heard
		for end := f.time + d; f.time < end-300*ms; f.time += 100 * ms {
			for i, c := range f.clients {
				if i != 1 || who != 3 {
					f.send(byte(2+i), c, theHost, [][]byte{{2}})
				}
				f.send(1, theHost, c, [][]byte{{2}})
			}
		}
	}
	for _, x := range []struct {
		rule, side string
		at         time.Duration // the last that keeps the rule
		beyond     time.Duration // the first that breaks it
		do         func(*fight, time.Duration)
	}{
		{"selfdestruct-answered", "server", 6 * s, 6*s + 20*ms, func(f *fight, d time.Duration) {
			at := f.time
			f.says(0, []byte{message.OpcodeHostMsg})
			f.until(at + d)
			f.dies(0)
		}},
		{"respawn-delay", "client", 9 * s, 9*s - 20*ms, died(0, func(f *fight) { f.makes(theShip + 0x100) })},
		{"death-explosion", "server", 5 * s, 5*s + 20*ms, died(otherShip, explodes)},
		{"death-explosion", "server", s + 20*ms, s, died(0, explodes)},
		{"death-score", "server", 6 * s, 6*s + 20*ms, died(0, score(0))},
		{"death-no-score-for-weapon", "server", 2*s + 20*ms, 2 * s, died(otherShip, score(3))},
		{"collision-rate", "client", 50 * ms, 30 * ms, func(f *fight, d time.Duration) {
			for range 8 {
				at := f.time
				f.says(0, message.Append(nil, message.OpcodeCollisionEffect, &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: theShip, Force: 1}))
				f.time = at + d
			}
		}},
		{"transport-silence", "client", 12 * s, 12*s + 20*ms, func(f *fight, d time.Duration) {
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
			at := f.time - 10*ms
			silent(f, 3, d)
			f.time = at + d
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
		}},
		{"leave-timeout", "server", 40 * s, 40*s - 20*ms, func(f *fight, d time.Duration) {
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
			at := f.time - 10*ms
			silent(f, 3, d)
			f.time = at + d
			left(f)
			f.clients = f.clients[:1]
		}},
		{"leave-timeout", "server", 60 * s, 60*s + 20*ms, func(f *fight, d time.Duration) {
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
			at := f.time - 10*ms
			silent(f, 3, d)
			f.time = at + d
			left(f)
			f.clients = f.clients[:1]
		}},
		{"leave-playerlist", "server", 8 * s, 8*s + 20*ms, func(f *fight, d time.Duration) {
			at := f.time
			f.send(3, f.clients[1], theHost, [][]byte{control(transport.Disconnect, 2, &transport.Leave{})})
			f.clients = f.clients[:1]
			f.until(at + d)
			left(f)
		}},
		{"leave-playerlist", "server", s, s + 20*ms, func(f *fight, d time.Duration) {
			at := f.time
			left(f)
			f.until(at + d)
			f.send(3, f.clients[1], theHost, [][]byte{control(transport.Disconnect, 2, &transport.Leave{})})
			f.clients = f.clients[:1]
		}},
		{"object-not-found-after-create", "server", 5 * s, 5*s + 20*ms, func(f *fight, d time.Duration) {
			at := f.time
			f.makes(theShip + 0x200)
			f.until(at + d)
			f.tells(0, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: theShip + 0x200})
			f.time = at + d
			f.tells(1, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: theShip + 0x200})
		}},
		{"gamespy-answered", "server", s, s + 20*ms, func(f *fight, d time.Duration) {
			asker := netip.MustParseAddrPort("10.0.0.99:5000")
			at := f.time
			f.text(asker, theHost, `\status\`)
			f.until(at + d)
			f.text(theHost, asker, `\gamename\bcommander\gamever\60\final\\queryid\1.1`)
		}},
		{"join-newplayer-sent", "client", 10 * s, 10*s + 20*ms, func(f *fight, d time.Duration) {
			at := f.time
			f.tells(0, message.OpcodeGameInit, &message.GameInit{})
			f.until(at + d)
			f.says(0, []byte{message.OpcodeNewPlayerInGame})
		}},
	} {
		for _, d := range []time.Duration{x.at, x.beyond} {
			f := newFight(t, 2)
			f.makes(theShip)
			f.tells(0, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: theShip})
			f.tells(1, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: theShip})
			f.stays(2 * s)
			x.do(f, d)
			f.stays(20 * s)
			if r := f.verdict(x.rule, x.side); r.Instances == 0 || (r.Violations > 0) != (d == x.beyond) {
				t.Errorf("%s, %v: %s, %s, %d of %d: %+v", x.rule, d, r.Verdict, r.Reason, r.Violations, r.Instances, r.Frames)
			}
		}
	}
}
