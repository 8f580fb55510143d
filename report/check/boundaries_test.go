package check_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/report/figures"
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

// keeps has everybody heard every 100 ms until a moment, and lets a function send what comes at each of these.
func (f *fight) keeps(until time.Duration, each func(i int)) {
	for i := 0; f.time < until; i++ {
		at := f.time
		for i, c := range f.clients {
			f.send(byte(2+i), c, theHost, [][]byte{{2}})
			f.send(1, theHost, c, [][]byte{{2}})
		}
		if f.time = at; each != nil {
			each(i)
		}
		f.time = at + 100*time.Millisecond
	}
	f.time = until
}

// flown has the first player tell of its ship, and told has the host tell a client of it.
func (f *fight) flown(clock float64, flags uint8) {
	f.send(2, f.clients[0], theHost, [][]byte{updateWith(&message.StateUpdate{ObjectID: theShip, GameTime: float32(clock), DirtyFlags: flags, Speed: wire.NewCF16(5)})})
}

func (f *fight) told(i int, clock float64, flags uint8) {
	f.send(1, theHost, f.clients[i], [][]byte{updateWith(&message.StateUpdate{ObjectID: theShip, GameTime: float32(clock), DirtyFlags: flags, Speed: wire.NewCF16(5)})})
}

// TestNumbersOfRules is TestBoundaries of other numbers, and of what is told of ships.
func TestNumbersOfRules(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	const position, delta, speed, block = message.FlagPosition, message.FlagDelta, message.FlagSpeed, message.FlagSubsystems
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(s)) }
	every := func(f *fight, pause float64, n int, do func(int)) {
		for i := range n {
			at := f.time
			do(i)
			f.time = at + seconds(pause)
		}
	}
	// resent has the host send some messages, and each again after so many seconds.
	messages := 10
	resent := func(f *fight, after ...float64) {
		f.send(2, f.clients[0], theHost, [][]byte{ack(transport.Data, f.down[0]-1)})
		f.says(0, bolt())
		f.send(1, theHost, f.clients[0], [][]byte{ack(transport.Data, f.up[0]-1)})
		for n := range messages {
			at, m := f.time, reliable(f.down[0], synth.Chat(1, fmt.Sprint(n)))
			f.send(1, theHost, f.clients[0], [][]byte{m})
			for _, x := range after {
				f.until(at + seconds(x))
				at = f.time
				f.send(1, theHost, f.clients[0], [][]byte{m})
			}
			f.send(2, f.clients[0], theHost, [][]byte{ack(transport.Data, f.down[0])})
			f.down[0]++
			f.stays(s)
		}
	}
	// again has it send a message again though it was acknowledged.
	again := func(f *fight, after float64, times int) {
		f.says(0, bolt())
		f.send(1, theHost, f.clients[0], [][]byte{ack(transport.Data, f.up[0]-1)})
		m := reliable(f.down[0], synth.Chat(1, "again"))
		f.send(1, theHost, f.clients[0], [][]byte{m})
		at := f.time
		f.send(2, f.clients[0], theHost, [][]byte{ack(transport.Data, f.down[0])})
		f.down[0]++
		for i := range times { // each in another datagram
			f.time = at + seconds(after)
			f.send(1, theHost, f.clients[0], [][]byte{m, {1, byte(i), 0, 0}})
		}
	}
	// begins has a newcomer begin a datagram with a peer id.
	begins := func(f *fight, peer byte, after float64) {
		at := f.time + 10*ms // when it was given its own
		f.enter()
		f.until(at + seconds(after))
		f.send(peer, f.clients[2], theHost, [][]byte{{2}})
	}
	listed := func(f *fight, i int, peer uint8) {
		f.tells(i, message.OpcodePlayerListEvent, &message.Event{ClassID: message.ClassPlayerList, EventCode: message.CodePlayerCame, TargetID: 5, PeerID: peer})
	}
	for _, x := range []struct {
		rule, side   string
		kept, broken float64
		do           func(*fight, float64)
	}{
		{"transport-retransmit-interval", "server", 0.6, 0.58, func(f *fight, x float64) { resent(f, x) }},
		{"transport-retransmit-interval", "server", 1.8, 1.82, func(f *fight, x float64) { resent(f, x) }},
		{"transport-retransmit-interval", "server", 6.5, 6.52, func(f *fight, x float64) { resent(f, 1, x) }},
		{"transport-retransmit-interval", "server", 0.6, 0.58, func(f *fight, x float64) { resent(f, 1, x) }},
		{"transport-retransmit-stops", "server", 2, 3, func(f *fight, x float64) { again(f, 0.52, int(x)) }},
		{"transport-retransmit-stops", "server", 0.5, 0.52, func(f *fight, x float64) { again(f, x, 3) }},
		{"transport-peer-byte", "client", 1, 1.02, func(f *fight, x float64) { begins(f, 9, x) }},
		{"transport-peer-byte", "client", 5, 5.02, func(f *fight, x float64) { begins(f, 255, x) }},
		{"transport-seq-complete", "client", 9.98, 10, func(f *fight, x float64) {
			f.up[1]++
			at := f.time
			f.says(1, bolt())
			f.until(at + seconds(x))
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
			f.clients = f.clients[:1]
		}},
		{"transport-fragments-complete", "client", 9.98, 10, func(f *fight, x float64) {
			part := func(seq uint16, index uint8) []byte {
				header := transport.NewFragment(seq, index, 2)
				return header.Append(nil, append([]byte{message.OpcodeChat}, make([]byte, 400)...))
			}
			f.send(3, f.clients[1], theHost, [][]byte{part(f.up[1], 0), part(f.up[1], 1)})
			at := f.time
			f.send(3, f.clients[1], theHost, [][]byte{part(f.up[1]+1, 0)})
			f.until(at + seconds(x))
			f.send(3, f.clients[1], theHost, [][]byte{{2}})
			f.clients = f.clients[:1]
		}},
		{"update-gaps", "client", 2, 2.02, func(f *fight, x float64) {
			f.keeps(f.time+2*s, func(int) { f.flown(f.time.Seconds(), speed) })
			f.flown(f.time.Seconds(), speed)
			f.time -= 10 * ms
			f.keeps(f.time+seconds(x), nil)
			f.flown(f.time.Seconds(), speed)
		}},
		{"update-clock-stands", "client", 1, 1.1, func(f *fight, x float64) {
			clock := f.time.Seconds()
			f.flown(clock-1, speed)
			every(f, 0.1, int(x*10+1.5), func(i int) { // not the same bytes: they would be a datagram that the network doubles
				f.send(2, f.clients[0], theHost, [][]byte{updateWith(&message.StateUpdate{ObjectID: theShip, GameTime: float32(clock), DirtyFlags: speed, Speed: wire.NewCF16(float64(i))})})
			})
			f.flown(clock+1, speed)
		}},
		{"update-clock-drift", "client", 0.64, 0.66, func(f *fight, x float64) { // of 30 s
			every(f, 0.1, 301, func(i int) { f.flown(f.time.Seconds()+x*float64(i)/291, speed) })
		}},
		{"update-rate", "client", 0.128, 0.134, func(f *fight, x float64) { every(f, x, 60, func(int) { f.flown(f.time.Seconds(), speed) }) }},
		{"update-rate", "client", 0.072, 0.068, func(f *fight, x float64) { every(f, x, 60, func(int) { f.flown(f.time.Seconds(), speed) }) }},
		{"update-rate", "client", 0.1, 0.15, func(f *fight, x float64) { every(f, x, 50, func(int) { f.flown(f.time.Seconds(), speed) }) }},
		{"update-rate", "server", 0.119, 0.121, func(f *fight, x float64) { every(f, x, 60, func(int) { f.told(1, f.time.Seconds(), block) }) }},
		{"update-rate", "server", 0.086, 0.084, func(f *fight, x float64) { every(f, x, 60, func(int) { f.told(1, f.time.Seconds(), block) }) }},
		{"update-position-refresh", "client", 20, 21, func(f *fight, x float64) {
			every(f, 0.1, 150, func(i int) { f.flown(f.time.Seconds(), map[bool]uint8{true: position, false: delta}[i%int(x) == 0]) })
		}},
		{"update-position-refresh", "client", 7, 6, func(f *fight, x float64) {
			every(f, 0.1, 100, func(i int) { f.flown(f.time.Seconds(), map[bool]uint8{true: position, false: delta}[i%int(x) == 0]) })
		}},
		{"update-remote-motion", "server", 40, 39, func(f *fight, x float64) {
			every(f, 0.1, 20, func(int) { f.flown(f.time.Seconds(), speed) })
			every(f, 0.1, 50, func(i int) {
				f.told(1, f.time.Seconds(), map[bool]uint8{true: block | speed, false: block}[i < int(x)])
			})
		}},
		{"update-after-death", "server", 10, 9, func(f *fight, x float64) {
			f.dies(0)
			at := f.time - 10*ms
			f.time = at + s
			every(f, 0.3, int(x), func(int) { f.told(0, f.time.Seconds(), block) })
			f.time = at + 4*s + 10*ms
			f.told(0, f.time.Seconds(), block)
		}},
		{"endgame-form", "server", 2.99, 3.01, func(f *fight, x float64) {
			f.tells(0, message.OpcodeMissionInit, &message.MissionInit{PlayerLimit: 8, TimeLimit: 1, EndTime: 20})
			f.until(30*ms + 20*s + seconds(x))
			f.tells(0, message.OpcodeEndGame, &message.EndGame{Reason: 1})
		}},
		{"object-used-after-death", "client", 14.5, 14.52, func(f *fight, x float64) {
			f.dies(0)
			at := f.time
			f.send(2, f.clients[0], theHost, [][]byte{ack(transport.Data, f.down[0]-1)})
			f.until(at + seconds(x))
			f.flown(f.time.Seconds(), speed)
		}},
		{"event-broadcast", "server", 6, 6.02, func(f *fight, x float64) {
			said := &message.Event{ClassID: message.ClassSubsystem, EventCode: 0x008000DF, SourceID: theShip + 5, TargetID: theShip + 9}
			at := f.time
			f.tells(0, message.OpcodePythonEvent, said)
			f.until(at + seconds(x))
			f.tells(1, message.OpcodePythonEvent, said)
		}},
		{"leave-playerlist", "server", 5.98, 6, func(f *fight, x float64) { // that long the first is there behind the end of the second
			f.enter()
			f.stays(2 * s)
			heard := func(i int) {
				f.send(byte(2+i), f.clients[i], theHost, [][]byte{{2}})
				f.send(1, theHost, f.clients[i], [][]byte{{2}})
			}
			at := f.time
			f.send(3, f.clients[1], theHost, [][]byte{control(transport.Disconnect, 2, &transport.Leave{})})
			f.tells(2, message.OpcodePlayerListEvent, &message.Event{ClassID: message.ClassPlayerList, EventCode: message.CodePlayerGone, PeerID: 3})
			f.time = at + seconds(x)
			heard(0)
			for range 24 {
				heard(2)
				f.wait(s / 2)
			}
			f.clients = nil
		}},
		{"join-playerlist-sent", "server", 6, 6.02, func(f *fight, x float64) {
			at := f.time + 40*ms // when the newcomer is ready
			f.enter()
			f.until(at + seconds(x))
			for i := range f.clients {
				f.time = at + seconds(x)
				listed(f, i, 4)
			}
		}},
		{"join-scores", "server", 6, 6.02, func(f *fight, x float64) {
			at := f.time + 40*ms
			f.enter()
			for _, peer := range []int32{2, 3} {
				f.until(at + seconds(x))
				f.tells(2, message.OpcodeScore, &message.Score{PlayerID: peer})
			}
		}},
		{"join-existing-ships", "server", 8, 8.02, func(f *fight, x float64) {
			at := f.time + 40*ms
			f.enter()
			f.until(at + seconds(x))
			m := message.NewObjectCreate(true)
			m.ClassID, m.ObjectID, m.Species = message.ClassShip, theShip, 1
			f.tells(2, message.OpcodeObjectCreateTeam, m)
		}},
		{"collision-has-effect", "server", 2, 2.02, func(f *fight, x float64) {
			f.tells(0, message.OpcodeSettings, &message.Settings{CollisionDamage: true})
			for range 4 {
				at := f.time
				f.says(0, message.Append(nil, message.OpcodeCollisionEffect, &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: theShip, Force: 500}))
				f.until(at + seconds(x))
				f.tells(0, message.OpcodePythonEvent, &message.Event{ClassID: message.ClassSubsystem, EventCode: 0x008000DF, SourceID: theShip + 5, TargetID: theShip + 9})
				f.stays(2 * s)
			}
		}},
		{"collision-has-effect", "server", 499.9, 500, func(f *fight, x float64) {
			f.tells(0, message.OpcodeSettings, &message.Settings{CollisionDamage: true})
			for _, force := range []float64{500, x} {
				f.says(0, message.Append(nil, message.OpcodeCollisionEffect, &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: theShip, Force: float32(force)}))
				if f.stays(s); x == force {
					f.stays(3 * s)
					break
				}
				f.tells(0, message.OpcodePythonEvent, &message.Event{ClassID: message.ClassSubsystem, EventCode: 0x008000DF, SourceID: theShip + 5, TargetID: theShip + 9})
				f.stays(3 * s)
			}
		}},
	} {
		for _, number := range []float64{x.kept, x.broken} {
			f := newFight(t, 2)
			f.tells(1, message.OpcodeScore, &message.Score{PlayerID: 2})
			listed(f, 0, 2)
			listed(f, 0, 3)
			listed(f, 1, 3)
			f.makes(theShip)
			f.stays(3 * s)
			x.do(f, number)
			f.stays(20 * s)
			if r := f.verdict(x.rule, x.side); r.Instances == 0 || (r.Violations > 0) != (number == x.broken) {
				t.Errorf("%s, %v: %s, %s, %d of %d: %+v", x.rule, number, r.Verdict, r.Reason, r.Violations, r.Instances, r.Frames)
			}
		}
	}
	for n, want := range map[int]string{9: figures.NotJudged, 10: figures.Failed} { // fewer copies are too few
		messages = n
		f := newFight(t, 1)
		resent(f, 0.55)
		if r := f.verdict("transport-retransmit-interval", "server"); r.Verdict != want || r.Violations != int64(n) {
			t.Errorf("%d copies: %s, %d of %d", n, r.Verdict, r.Violations, r.Instances)
		}
	}
}
