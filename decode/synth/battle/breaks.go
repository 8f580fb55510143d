package battle

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// A break is a rule of stock software (docs/rules.md) that a battle breaks on purpose, and nothing
// else. Each area of rules has a table from the rule to a function that hooks into a few points:
// a game message, a control message, a numbered message, an Ack or a datagram about to be sent, an
// update about to be written, a copy about to be made, a text about to be answered.

// tables are the breaks, by area in the order of the rules.
var tables = []map[string]func(*fault){
	transportBreaks, joinBreaks, checksumBreaks, gameJoinBreaks, senderBreaks, objectBreaks, updateBreaks,
	relayBreaks, eventBreaks, deathBreaks, chatBreaks, textBreaks,
}

// BreakNames lists the rules that a battle can break, sorted.
func BreakNames() (names []string) {
	for _, table := range tables {
		for name := range table {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func breakOf(name string) func(*fault) {
	for _, table := range tables {
		if f := table[name]; f != nil {
			return f
		}
	}
	return nil
}

// CheckBreaks says which of the names is no rule that a battle can break.
func CheckBreaks(names []string) error {
	known := func(name string) bool { return breakOf(name) != nil }
	return checkNames("break", names, known, "not a rule that a battle can break; docs/reference/rules.md lists the rules")
}

// checkNames returns an error if a name is unknown or repeated; otherwise says what an unknown one is.
func checkNames(flag string, names []string, known func(string) bool, otherwise string) error {
	for i, name := range names {
		switch {
		case !known(name):
			return fmt.Errorf("%s: %q is %s", flag, name, otherwise)
		case slices.Contains(names[:i], name):
			return fmt.Errorf("%s: %s is there twice", flag, name)
		}
	}
	return nil
}

// breakRules hooks in what breaks rules.
func (s *session) breakRules() {
	for _, name := range s.Breaks {
		f := &fault{charge: &charge{rule: name}, s: s}
		s.charges = append(s.charges, f.charge)
		if strings.HasPrefix(name, "gamespy-") && s.GameSpy == 0 {
			s.GameSpy = 0.5
		}
		breakOf(name)(f)
	}
}

// fault is one rule that is broken.
type fault struct {
	*charge
	s *session
	n int // of those that could be broken, so far
}

// every reports that it is one of n's turn.
func (f *fault) every(n int) bool {
	f.n++
	return f.n%n == 0
}

func (f *fault) onGame(do func(*line, *sending)) { f.s.hooks.game = append(f.s.hooks.game, do) }
func (f *fault) onControl(do func(*line, *sending)) {
	f.s.hooks.control = append(f.s.hooks.control, do)
}
func (f *fault) onNumbered(do func(*line, *numberedMessage)) {
	f.s.hooks.numbered = append(f.s.hooks.numbered, do)
}
func (f *fault) onPause(do func(*numberedMessage, *time.Duration)) {
	f.s.hooks.pauses = append(f.s.hooks.pauses, do)
}
func (f *fault) onPacket(do func(*packet))         { f.s.hooks.packets = append(f.s.hooks.packets, do) }
func (f *fault) onText(do func(*text))             { f.s.hooks.texts = append(f.s.hooks.texts, do) }
func (f *fault) onLink(do func(*link))             { f.s.altered.links = append(f.s.altered.links, do) }
func (f *fault) afterUpdate(do func(*updateDraft)) { f.s.altered.after = append(f.s.altered.after, do) }
func (f *fault) onWritten(do func(*updateDraft)) {
	f.s.altered.written = append(f.s.altered.written, do)
}

// onAck asks for Acks that a line is about to owe; false = it does not.
func (f *fault) onAck(do func(*line, *numberedMessage, *piece) bool) {
	f.s.hooks.acks = append(f.s.hooks.acks, do)
}

// beforeUpdate asks for updates that are due; false = it is left out.
func (f *fault) beforeUpdate(do func(*updateDraft) bool) {
	f.s.altered.before = append(f.s.altered.before, do)
}

// onCopy asks for copies that the host is about to make; false = it does not.
func (f *fault) onCopy(do func(from *content, to *player) bool) {
	f.s.altered.copies = append(f.s.altered.copies, do)
}

// onDeath asks for what the host is about to say of the end of a ship.
func (f *fault) onDeath(do func(*vessel, blow, *message.Event)) {
	f.s.altered.deaths = append(f.s.altered.deaths, do)
}

// spoilMessages changes the game messages of an opcode in a direction.
func (f *fault) spoilMessages(opcode uint8, up bool, do func(*line, *sending)) {
	f.onOpcode(opcode, up, func(l *line, x *sending) {
		do(l, x)
		f.blame(&x.content.frame)
	})
}

// onOpcode asks for game messages of an opcode in a direction.
func (f *fault) onOpcode(opcode uint8, up bool, do func(*line, *sending)) {
	f.onGame(func(l *line, x *sending) {
		if x.content.opcode == opcode && l.up == up {
			do(l, x)
		}
	})
}

// onEvent is onOpcode for an event with a code.
func (f *fault) onEvent(opcode uint8, up bool, code uint32, do func(*line, *sending)) {
	f.onOpcode(opcode, up, func(l *line, x *sending) {
		if eventCode(x.payload) == code {
			do(l, x)
		}
	})
}

// once does something at a time, as soon as it can be done.
func (f *fault) once(at time.Duration, ready func() bool, do func()) { f.s.once(at, ready, do) }

// meanwhile does something with a player in the game and with a ship, at a time.
func (f *fault) meanwhile(at time.Duration, player int, do func(p *player)) {
	p := f.s.players[player%len(f.s.players)]
	f.once(at, p.fights, func() { do(p) })
}

// link gives the link of a line.
func (f *fault) link(l *line) *link {
	for _, k := range f.s.links {
		if k.up == l || k.down == l {
			return k
		}
	}
	return nil
}

// postFaulty sends a message that is at fault.
func (f *fault) postFaulty(l *line, payload []byte) {
	c := &content{}
	l.post(payload, c)
	f.blame(&c.frame)
}

// tellPeer tells of a peer once more.
func (f *fault) tellPeer(l *line, info *transport.Peer) *content {
	c := &content{}
	l.order(transport.PeerInfo, wire.Append(nil, info), c)
	return c
}

// say sends a message that nobody breaks, and gives what is known of it.
func (f *fault) say(l *line, opcode uint8, m wire.Message) *content {
	c := &content{}
	l.post(message.Append(nil, opcode, m), c)
	return c
}

// last reports that a link is that of the player who joins last.
func (f *fault) last(k *link) bool { return k != nil && k.player.number == len(f.s.players)-1 }

// Places of fields in an event.
const (
	atClass, atCode, atSource, atTarget = 1, 5, 9, 13
)

// eventCode is the code of an event.
func eventCode(payload []byte) uint32 {
	if len(payload) < atSource {
		return 0
	}
	return uint32At(payload, atCode)
}

// uint32At is a number in a message.
func uint32At(payload []byte, at int) uint32 { return binary.LittleEndian.Uint32(payload[at:]) }

// put writes a number over bytes of a message.
func put(payload []byte, at int, value uint32) []byte {
	b := slices.Clone(payload)
	binary.LittleEndian.PutUint32(b[at:], value)
	return b
}

// senderBreaks break the rules of who sends what.
var senderBreaks = map[string]func(*fault){
	"sender-newplayer-client": func(f *fault) {
		f.fromHost(0x2A, func(*player) wire.Message { return &message.NewPlayerInGame{} })
	},
	"sender-collision-client": func(f *fault) {
		f.fromHost(0x15, func(p *player) wire.Message {
			return &message.Event{ClassID: message.ClassCollision, EventCode: objectCollision, TargetID: p.ship.id, Force: 10}
		})
	},
	// The host relays each change of target.
	"sender-target-event-client": func(f *fault) {
		f.onOpcode(0x0D, true, func(l *line, x *sending) {
			x.content.effect = func() {
				f.s.others(f.link(l).player, func(q *player) { f.postFaulty(q.link.down, x.payload) })
			}
		})
	},
	"sender-client-only": func(f *fault) {
		f.fromHost(0x1E, func(p *player) wire.Message { return &message.RequestObject{ObjectID: p.ship.id} })
	},
	"sender-python-event-host": func(f *fault) {
		f.fromClient(0x06, func(p *player) wire.Message {
			return &message.Event{ClassID: message.ClassObjPtr, EventCode: weaponFired, SourceID: p.ship.object(0), TargetID: p.ship.object(0)}
		})
	},
	"sender-host-only": func(f *fault) {
		f.fromClient(0x1D, func(p *player) wire.Message { return &message.ObjectNotFound{ObjectID: p.ship.id} })
	},
	"sender-dead-opcodes": func(f *fault) {
		cloak := func(p *player) wire.Message {
			return &message.Event{ClassID: message.ClassSubsystem, EventCode: statusNotify, TargetID: p.ship.object(0)}
		}
		f.fromClient(0x0E, cloak)
		f.fromHost(0x0F, cloak)
	},
	// A byte too many behind each change of target and each ObjectNotFound.
	"payload-layout": func(f *fault) {
		longer := func(_ *line, x *sending) { x.payload = append(x.payload, 0) }
		f.spoilMessages(0x0D, true, longer)
		f.spoilMessages(0x1D, false, longer)
	},
}

// fromHost has the host send a message to everyone, about the first player.
func (f *fault) fromHost(opcode uint8, m func(*player) wire.Message) {
	f.meanwhile(25*time.Second, 0, func(p *player) {
		f.s.all(func(q *player) { f.blame(&f.say(q.link.down, opcode, m(p)).frame) })
	})
}

// fromClient has the first player send a message.
func (f *fault) fromClient(opcode uint8, m func(*player) wire.Message) {
	f.meanwhile(25*time.Second, 0, func(p *player) { f.blame(&f.say(p.link.up, opcode, m(p)).frame) })
}

// objectBreaks break the rules of objects.
var objectBreaks = map[string]func(*fault){
	// A player sets the weapons of another one.
	"object-own-only": func(f *fault) {
		f.meanwhile(25*time.Second, 0, func(p *player) {
			for _, q := range f.s.players[1:] {
				opcode, set := uint8(0x12), message.Event{ClassID: message.ClassChar, EventCode: setPhaserLevel, Value: 1}
				if !q.fights() {
					continue
				}
				i := q.ship.system("phaser_system")
				if i < 0 {
					i, opcode, set.EventCode = q.ship.system("torpedo_system"), 0x1B, torpedoTypeNotify
				}
				if i >= 0 {
					set.TargetID = q.ship.subsystem(i)
					f.blame(&f.s.forward(p.link, opcode, &set, nil).frame)
					return
				}
			}
		})
	},
	// Ids begin elsewhere in the slot.
	"object-ids": func(f *fault) {
		begun := map[*line]bool{}
		f.onConnected(func(k *link) { k.player.nextObject = 0x100 })
		f.onOpcode(0x03, true, func(l *line, x *sending) {
			if !begun[l] {
				begun[l] = true
				f.blame(&x.content.frame)
			}
		})
	},
	// A state without its last byte.
	"object-blob": func(f *fault) {
		f.spoilMessages(0x03, true, func(_ *line, x *sending) { x.payload = x.payload[:len(x.payload)-1] })
	},
	// Ships are made in flight.
	"object-spawn-state": func(f *fault) {
		const speed = 43
		f.spoilMessages(0x03, true, func(_ *line, x *sending) { x.payload = put(x.payload, speed, math.Float32bits(3)) })
	},
	// The host makes a ship that its owner has not made.
	"object-no-host-spawn": func(f *fault) {
		f.meanwhile(25*time.Second, 0, func(p *player) {
			m := p.ship.creation()
			m.ObjectID += 0x8000
			f.s.others(p, func(q *player) { f.blame(&f.say(q.link.down, 0x03, m).frame) })
		})
	},
	// No ObjectNotFound.
	"object-not-found-after-create": func(f *fault) {
		f.onOpcode(0x03, true, func(_ *line, x *sending) { f.blame(&x.content.frame) })
		f.onOpcode(0x1D, false, func(_ *line, x *sending) { x.drop = true })
	},
}
