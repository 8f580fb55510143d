package battle

import (
	"math"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

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
				f.s.others(f.link(l).player, func(q *player) {
					c := &content{}
					q.link.down.post(x.payload, c)
					f.blame(&c.frame)
				})
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
		longer := func(_ *line, x *sending) {
			x.payload = append(x.payload, 0)
			f.blame(&x.content.frame)
		}
		f.onOpcode(0x0D, true, longer)
		f.onOpcode(0x1D, false, longer)
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
				i := q.ship.place("phaser_system")
				if i < 0 {
					i, opcode, set.EventCode = q.ship.place("torpedo_system"), 0x1B, torpedoTypeNotify
				}
				if i >= 0 && q.fights() {
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
		f.onOpcode(0x03, true, func(_ *line, x *sending) {
			x.payload = x.payload[:len(x.payload)-1]
			f.blame(&x.content.frame)
		})
	},
	// Ships are made in flight.
	"object-spawn-state": func(f *fault) {
		const speed = 43
		f.onOpcode(0x03, true, func(_ *line, x *sending) {
			x.payload = put(x.payload, speed, math.Float32bits(3))
			f.blame(&x.content.frame)
		})
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

// place is the place of the first subsystem of a type; -1 = there is none.
func (x *vessel) place(kind string) int {
	if !x.flies() {
		return -1
	}
	return x.system(kind)
}
