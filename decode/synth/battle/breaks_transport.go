package battle

import (
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// transportBreaks break the rules of transport.
var transportBreaks = map[string]func(*fault){
	// A byte too many behind the messages of a datagram.
	"transport-walk-exact": func(f *fault) {
		f.onPacket(func(p *packet) {
			if !p.line.up && len(p.plain) < largest && f.every(50) {
				p.plain, p.fault = append(p.plain, 0x77), f.charge
			}
		})
	},
	// PeerInfo of the host without the bit for the order.
	"transport-control-header": func(f *fault) {
		f.onLetter(func(l *line, m *letter) {
			if !l.up && m.header.Type == transport.PeerInfo {
				m.bytes[2] &^= 0x40
				f.blame(&m.frame)
			}
		})
	},
	// Two long fragments in one datagram.
	"transport-sizes": func(f *fault) {
		f.s.hooks.largest = 2 * largest
		f.onPacket(func(p *packet) {
			if len(p.plain) > largest {
				p.fault = f.charge
			}
		})
	},
	// A long text of which one fragment is sent.
	"transport-fragments-complete": func(f *fault) {
		f.meanwhile(15*time.Second, 0, func(p *player) {
			l := p.link.up
			chat := message.Append(nil, 0x2C, &message.Chat{SenderID: int32(p.link.peer), Text: wire.Text(strings.Repeat("la ", 200))})
			parts := synth.PartsOf(l.high, chat, longestWhole)
			m := &letter{bytes: parts[0], header: transport.NewFragment(l.high, 0, uint8(len(parts))), content: &content{opcode: 0x2C, total: len(parts)}}
			l.high++
			l.insist(m)
			f.blame(&m.frame)
		})
	},
	// ObjectNotFound without a number.
	"transport-reliability": func(f *fault) {
		f.onOpcode(0x1D, false, func(_ *line, x *sending) { x.plain = true })
		f.onPacket(func(p *packet) {
			for i := range p.pieces {
				if x := &p.pieces[i]; x.plainly {
					p.fault = f.charge
				}
			}
		})
	},
	// A number that nobody gets.
	"transport-seq-complete": func(f *fault) {
		f.meanwhile(20*time.Second, 0, func(p *player) {
			p.link.down.high++
			f.nextOn(p.link.down)
		})
	},
	// A counter of eight bits, and enough messages to the first player that it comes round.
	"transport-seq-16bit": func(f *fault) {
		f.meanwhile(10*time.Second, 0, func(p *player) {
			for i := range 0x100 {
				f.s.after(time.Duration(i)*100*time.Millisecond, func() {
					if l := p.link.down; !l.closed && p.ship != nil {
						f.say(l, 0x1D, &message.ObjectNotFound{ObjectID: p.ship.id})
					}
				})
			}
		})
		f.onLetter(func(l *line, _ *letter) {
			if !l.up && l.high > 0xFF {
				l.high &= 0xFF
				f.nextOn(l)
			}
		})
	},
	// Another message under a number that was used a second ago.
	"transport-seq-unique": func(f *fault) {
		f.meanwhile(15*time.Second, 0, func(p *player) {
			l, x := p.link.down, p.ship.id
			seq := l.high
			f.say(l, 0x1D, &message.ObjectNotFound{ObjectID: x})
			f.s.after(time.Second, func() {
				header := transport.NewData(true, seq)
				m := &letter{header: header, content: &content{opcode: 0x1D, total: 1}}
				m.bytes = header.Append(nil, message.Append(nil, 0x1D, &message.ObjectNotFound{ObjectID: x + 1}))
				l.insist(m)
				f.blame(&m.frame)
			})
		})
	},
	// A message that the host never acknowledges; the client gives up after three copies.
	"transport-ack-every-reliable": func(f *fault) {
		var chosen *letter
		f.onAck(func(l *line, m *letter, _ *piece) bool {
			if chosen == nil && !l.up && m.header.Type == transport.Data && f.link(l).entered {
				chosen = m
				f.blame(&m.frame)
			}
			if m == chosen && m.resends > 2 {
				l.back.acknowledged(m)
			}
			return m != chosen
		})
	},
	// Acks of fragments that name the message only.
	"transport-ack-form": func(f *fault) {
		f.onAck(func(l *line, m *letter, ack *piece) bool {
			if !l.up && m.header.Fragment {
				whole := transport.NewData(true, m.header.Seq)
				header := transport.NewAck(&whole)
				ack.bytes = header.Append(nil, nil)
				f.blame(&m.frame)
			}
			return true
		})
	},
	// A flag that nobody knows.
	"transport-ack-flags-zero": func(f *fault) {
		f.onAck(func(l *line, _ *letter, ack *piece) bool {
			if !l.up && f.every(20) {
				const flags = 3
				ack.bytes[flags] |= 0x80
				ack.fault = f.charge
			}
			return true
		})
	},
	// Copies every 0.3 s, of messages whose fourth copy the client acknowledges.
	"transport-retransmit-interval": func(f *fault) {
		chosen := f.some(10, func(_ *line, m *letter) { m.again = f.charge })
		f.onAck(func(_ *line, m *letter, _ *piece) bool { return !chosen[m] || m.resends > 3 })
		f.onPause(func(m *letter, pause *time.Duration) {
			if chosen[m] {
				*pause = 300 * time.Millisecond
			}
		})
	},
	// Messages that are acknowledged after five seconds only, and not sent again.
	"transport-retransmit-until-ack": func(f *fault) {
		chosen := f.some(10, func(_ *line, m *letter) { f.blame(&m.frame) })
		late := map[*letter]bool{}
		f.onAck(func(l *line, m *letter, _ *piece) bool {
			if !chosen[m] || late[m] || l.closed {
				return true
			}
			f.s.after(5*time.Second, func() {
				late[m] = true
				l.acknowledge(m, 1)
			})
			return false
		})
		f.onPause(func(m *letter, pause *time.Duration) {
			if chosen[m] {
				*pause = 20 * time.Second
			}
		})
	},
	// Messages that are sent again though they are acknowledged.
	"transport-retransmit-stops": func(f *fault) {
		const more = 4
		f.some(10, func(l *line, m *letter) {
			f.blame(&m.frame)
			for i := range more {
				f.s.after(time.Duration(i+1)*1200*time.Millisecond, func() {
					if !l.closed {
						l.send(piece{bytes: m.bytes, kind: m.header.Type, letter: m})
					}
				})
			}
		})
	},
	// A host that says nothing in a join for 14 s.
	"transport-silence": func(f *fault) {
		f.onOpcode(0x20, false, func(l *line, x *sending) {
			if k := f.link(l); f.last(k) && k.round == 2 {
				x.delay = 14 * time.Second
				f.blame(&x.content.frame)
			}
		})
	},
	// Another peer id in byte 0.
	"transport-peer-byte": func(f *fault) {
		f.onPacket(func(p *packet) {
			if p.line.up && f.link(p.line).entered && f.every(20) {
				p.plain[0]++
				p.fault = f.charge
			}
		})
	},
}

// nextOn blames the next game message on a line.
func (f *fault) nextOn(l *line) {
	done := false
	f.onLetter(func(x *line, m *letter) {
		if x == l && !done && m.header.Type == transport.Data {
			done = true
			f.blame(&m.frame)
		}
	})
}

// mostChosen is how many messages some chooses: in the first minute, before anybody leaves.
const mostChosen = 10

// some chooses one of n messages that the host sends to clients in the game, and not many.
func (f *fault) some(n int, do func(*line, *letter)) map[*letter]bool {
	chosen := map[*letter]bool{}
	f.onLetter(func(l *line, m *letter) {
		if !l.up && m.header.Type == transport.Data && !m.header.Fragment && f.link(l).entered && len(chosen) < mostChosen && f.every(n) {
			chosen[m] = true
			do(l, m)
		}
	})
	return chosen
}
