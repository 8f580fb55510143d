package check_test

import (
	"encoding/binary"
	"math"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What is followed from one update to the next: clocks, places, conditions.

const (
	theShip   = 0x3FFFFFFF
	otherShip = 0x4003FFFF
)

var anotherClient = netip.MustParseAddrPort("10.0.0.3:40000")

// update is one about a ship that flies 5 units a second along x.
func update(object uint32, clock float64, x float32) []byte {
	return updateWith(&message.StateUpdate{
		ObjectID: object, GameTime: float32(clock), DirtyFlags: message.FlagPosition | message.FlagSpeed,
		Position: wire.Vector{x, 0, 0}, Speed: wire.NewCF16(5),
	})
}

func updateWith(m *message.StateUpdate) []byte {
	header := transport.NewData(false, 0)
	return header.Append(nil, message.Append(nil, 0x1C, m))
}

// tick is a tenth of a second in which the client sends something and the host sends something.
func (s *written) tick(up, down []byte) {
	until := s.time + 100*time.Millisecond
	s.up(up)
	s.down(down)
	s.time = until
}

// flies lets time go by in which a client sends updates.
func (s *written) flies(seconds int) {
	for range 10 * seconds {
		s.tick(update(theShip, s.time.Seconds(), float32(5*s.time.Seconds())), []byte{2})
	}
}

// entered is a capture in which the client has made a ship and flies.
func entered(t *testing.T) *written {
	s := newWritten(t)
	s.enters(theClient, 2)
	s.up(creation(1))
	s.flies(3)
	return s
}

func TestUpdateGaps(t *testing.T) {
	hostAlone := func(s *written) {
		for range 50 {
			s.down([]byte{2})
			s.wait(90 * time.Millisecond)
		}
	}
	for _, tt := range []struct {
		name   string
		gap    func(*written)
		broken bool
	}{
		{"the host goes on", hostAlone, true},
		{"the capture lacks everybody", func(s *written) { s.wait(5 * time.Second) }, false},
		{"the round ends", func(s *written) {
			s.down(game(2, 0x38, &message.EndGame{}))
			hostAlone(s)
		}, false},
		{"the ship explodes", func(s *written) {
			s.down(explodes(2, theShip, 0))
			hostAlone(s)
		}, false},
		{"a second", func(s *written) {
			for range 10 {
				s.down([]byte{2})
				s.wait(90 * time.Millisecond)
			}
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := entered(t)
			tt.gap(s)
			s.flies(3)
			if tt.broken {
				s.broken("update-gaps", "client", 1)
				return
			}
			s.kept("update-gaps", "client", 10)
		})
	}
}

// explodes tells of the end of a ship.
func explodes(seq uint16, target, source uint32) []byte {
	return game(seq, 0x06, &message.Event{ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, SourceID: source, TargetID: target, Lifetime: 9.5})
}

func TestClockStands(t *testing.T) {
	s := entered(t)
	same := update(theShip, s.time.Seconds(), 15)
	for range 50 {
		s.tick(same, []byte{2})
	}
	s.flies(3)
	s.broken("update-clock-stands", "client", 1)

	s = entered(t)
	if n := s.verdict("update-clock-stands", "client").Instances; n != 30-1 { // the first tells of no time that passed
		t.Errorf("%d updates are judged", n)
	}
	same = update(theShip, s.time.Seconds(), 15)
	for range 8 { // the network doubles datagrams
		s.tick(same, []byte{2})
	}
	s.flies(3)
	s.kept("update-clock-stands", "client", 50)
}

// A clock that is five percent fast is seen from anywhere.
func TestClockDrift(t *testing.T) {
	for fast, breaks := range map[float64]bool{1: false, 1.05: true} {
		s := newWritten(t)
		s.enters(theClient, 2)
		s.up(creation(1))
		for range 300 {
			s.tick(update(theShip, fast*s.time.Seconds(), 0), []byte{2})
		}
		if breaks {
			s.broken("update-clock-drift", "client", 1)
		} else {
			s.kept("update-clock-drift", "client", 1)
		}
	}
}

// Each client is told the same clock of the host.
func TestClockShared(t *testing.T) {
	for ahead, breaks := range map[float64]bool{0: false, 0.1: false, 0.5: true} {
		s := newWritten(t)
		s.enters(theClient, 2)
		s.enters(anotherClient, 3)
		s.up(creation(1))
		s.send(3, anotherClient, theHost, [][]byte{creation(1)})
		block := func(clock float64) []byte {
			return updateWith(&message.StateUpdate{ObjectID: theShip, GameTime: float32(clock), DirtyFlags: message.FlagSubsystems})
		}
		for range 200 {
			until := s.time + 100*time.Millisecond
			s.down(block(s.time.Seconds()))
			s.send(1, theHost, anotherClient, [][]byte{block(s.time.Seconds() + ahead)})
			s.time = until
		}
		r := s.verdict("update-clock-shared", "server")
		if (r.Violations > 0) != breaks || r.Instances < 4 {
			t.Errorf("%.1f s ahead: %s, %d of %d", ahead, r.Verdict, r.Violations, r.Instances)
		}
	}
}

// Who tells of a jump is at fault: the owner of the ship, or the host if the owner tells of none.
func TestPositionJumps(t *testing.T) {
	for _, tt := range []struct {
		name           string
		owner, host    float32 // how far it jumps, as they tell
		client, server string
	}{
		{"nobody", 0, 0, "pass", "pass"},
		{"the owner, and the host passes it on", 3000, 3000, "fail", "pass"},
		{"the host alone", 0, 3000, "pass", "fail"},
	} {
		verdicts := map[string]string{}
		for _, side := range []string{"client", "server"} {
			s := newWritten(t)
			s.enters(theClient, 2)
			s.enters(anotherClient, 3)
			s.up(creation(1))
			for i := range 100 {
				x, jumps := float32(5*s.time.Seconds()), float32(0)
				if i >= 50 {
					jumps = 1
				}
				until := s.time + 100*time.Millisecond
				s.up(update(theShip, s.time.Seconds(), x+jumps*tt.owner))
				s.send(3, anotherClient, theHost, [][]byte{update(otherShip, s.time.Seconds(), 0)})
				s.send(1, theHost, anotherClient, [][]byte{update(theShip, s.time.Seconds(), x+jumps*tt.host)})
				s.time = until
			}
			verdicts[side] = s.verdict("update-position-jumps", side).Verdict
		}
		if verdicts["client"] != tt.client || verdicts["server"] != tt.server {
			t.Errorf("%s: %v", tt.name, verdicts)
		}
	}
}

func TestConditionSteady(t *testing.T) {
	akira := ship.Stock().ByKey("akira")
	for _, tt := range []struct {
		name   string
		values []uint8 // of the hull, in turn
		breaks bool
	}{
		{"whole", []uint8{255}, false},
		{"hit, and hit again", []uint8{255, 220, 180, 150, 100, 60}, false},
		{"hit and repaired", []uint8{255, 200, 203, 206, 209, 180, 183, 186, 150, 153}, false},
		{"to and fro", []uint8{255, 100}, true},
	} {
		s := entered(t)
		for i := range 60 {
			m := &message.StateUpdate{ObjectID: theShip, GameTime: float32(s.time.Seconds()), DirtyFlags: message.FlagSubsystems}
			m.SetContext(message.Context{Class: akira, Dialect: message.Stock})
			m.Subsystems.Items = []message.SubsystemState{{Condition: tt.values[i%len(tt.values)]}, {Index: 1, Condition: 255, Facings: []byte{255, 255, 255, 255, 255, 255}}}
			if !tt.breaks && i >= len(tt.values) {
				m.Subsystems.Items[0].Condition = tt.values[len(tt.values)-1]
			}
			s.tick(update(theShip, s.time.Seconds(), 0), updateWith(m))
		}
		r := s.verdict("update-condition-steady", "server")
		if (r.Violations > 0) != tt.breaks || r.Instances != 1 {
			t.Errorf("%s: %s %s, %d of %d", tt.name, r.Verdict, r.Reason, r.Violations, r.Instances)
		}
	}
}

// A ship that is named as its own killer.
func TestOwnKiller(t *testing.T) {
	s := entered(t)
	s.down(explodes(2, theShip, theShip))
	s.broken("death-killer", "server", 1)
	s = entered(t)
	s.down(explodes(2, theShip, otherShip))
	s.kept("death-killer", "server", 1)
}

// A client may use its ship until it knows of the end, which its Ack shows.
func TestUsedAfterDeath(t *testing.T) {
	shot := func(seq uint16) []byte {
		return game(seq, 0x19, &message.TorpedoFire{ObjectID: theShip + 15, Projectile: 2, Flags: 5})
	}
	s := entered(t)
	s.down(explodes(2, theShip, otherShip))
	s.wait(2 * time.Second)
	s.up(shot(2))
	s.up(ack(transport.Data, 2))
	s.wait(500 * time.Millisecond)
	s.up(shot(3))
	s.kept("object-used-after-death", "client", 2)

	s = entered(t)
	s.down(explodes(2, theShip, otherShip))
	s.up(ack(transport.Data, 2))
	s.wait(2 * time.Second)
	s.up(shot(2))
	s.flies(10) // until the explosion is over, nobody knows what stock clients say of their wrecks
	s.broken("object-used-after-death", "client", 1)

	// Where messages are missing, one datagram may have been lost again and again. The next one was not.
	s = entered(t)
	s.down(explodes(2, theShip, otherShip))
	s.up(ack(transport.Data, 2))
	s.wait(4500 * time.Millisecond)
	s.up(shot(3), shot(4))
	s.kept("object-used-after-death", "client", 2)
	s.wait(500 * time.Millisecond)
	s.up(shot(5))
	s.broken("object-used-after-death", "client", 1)
}

// A ship fires what its class has.
func TestTorpedoKind(t *testing.T) {
	for projectile, breaks := range map[uint8]bool{2: false, 3: false, 6: true, 200: true} {
		s := entered(t)
		s.up(game(2, 0x19, &message.TorpedoFire{ObjectID: theShip + 14, Projectile: projectile, Flags: 5}))
		if breaks {
			s.broken("weapon-torpedo-kind", "client", 1)
		} else {
			s.kept("weapon-torpedo-kind", "client", 1)
		}
	}
}

// One side does something wrong in a whole battle: it alone is blamed, by one rule, with loss too.
func TestOneSide(t *testing.T) {
	fast := func(clock float32) float32 { return clock + 0.05*(clock-20) }
	for _, tt := range []struct {
		name  string
		alter func(up bool, payload []byte)
		want  string
	}{
		{"clients with a fast clock", func(up bool, payload []byte) {
			if up {
				setFloat(payload, 5, fast(floatAt(payload, 5)))
			}
		}, "update-clock-drift client"},
		{"a host that sees a ship elsewhere", func(up bool, payload []byte) {
			if x, clock := ship0(payload), floatAt(payload, 5); !up && x && clock > 60 && clock < 75 {
				setFloat(payload, 10, 5000+floatAt(payload, 10))
			}
		}, "update-position-jumps server"},
		{"a client that jumps", func(up bool, payload []byte) {
			if x, clock := ship0(payload), floatAt(payload, 5); up && x && clock > 60 && clock < 75 {
				setFloat(payload, 10, 5000+floatAt(payload, 10))
			}
		}, "update-position-jumps client"},
	} {
		for _, loss := range []float64{0, 0.1} {
			alter := func(_, _ netip.AddrPort, plain []byte) {
				messages, _ := transport.Walk(plain, 0, nil)
				for i := range messages {
					if payload := messages[i].Payload(plain); len(payload) > message.UpdateHeaderSize && payload[0] == message.OpcodeStateUpdate {
						tt.alter(plain[0] != synth.Host, payload)
					}
				}
			}
			_, content := capture(t, battle.Options{Seed: 1, Players: 4, Duration: 100 * time.Second, Loss: loss}, view{alter: alter})
			var got []string
			for _, r := range failed(judged(t, content)) {
				got = append(got, r.ID+" "+r.Judges)
			}
			if len(got) != 1 || got[0] != tt.want {
				t.Errorf("%s, loss %v: %q, want %s", tt.name, loss, got, tt.want)
			}
		}
	}
}

// ship0 reports whether an update has a position of the first player's ship.
func ship0(payload []byte) bool {
	object, _, flags, _ := message.UpdateHeader(payload)
	slot, _ := wire.OwnerSlot(object)
	return slot == 0 && flags&message.FlagPosition != 0
}

func floatAt(payload []byte, at int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(payload[at:]))
}

func setFloat(payload []byte, at int, value float32) {
	binary.LittleEndian.PutUint32(payload[at:], math.Float32bits(value))
}
