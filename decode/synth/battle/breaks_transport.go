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
			if len(p.plain) < largest && f.every(50) {
				p.plain, p.fault = append(p.plain, 0x77), f.charge
			}
		})
	},
	// PeerInfo without the bit for the order.
	"transport-control-header": func(f *fault) {
		f.onNumbered(func(l *line, m *numberedMessage) {
			if m.header.Type == transport.PeerInfo {
				m.bytes[2] &^= 0x40
				f.blame(&m.frame)
			}
		})
	},
	// Two long fragments of a client in one datagram, and a long text of the host in one message.
	"transport-sizes": func(f *fault) {
		f.s.hooks.largest = 2 * largest
		f.onPacket(func(p *packet) {
			if len(p.plain) > largest {
				p.fault = f.charge
			}
		})
		f.meanwhile(15*time.Second, 0, func(p *player) {
			f.blame(&f.insist(p.link.down, transport.NewData(true, p.link.down.next()), longText(synth.Host)).frame)
		})
	},
	// Long texts of which one fragment is sent.
	"transport-fragments-complete": func(f *fault) {
		f.meanwhile(15*time.Second, 0, func(p *player) {
			for _, l := range []*line{p.link.up, p.link.down} {
				parts := synth.PartsOf(l.high, longText(l.peer), longestWhole)
				m := &numberedMessage{bytes: parts[0], header: transport.NewFragment(l.next(), 0, uint8(len(parts))), content: &content{opcode: 0x2C, total: len(parts)}}
				l.insist(m)
				f.blame(&m.frame)
			}
		})
	},
	// ObjectNotFound and changes of target without a number.
	"transport-reliability": func(f *fault) {
		f.onOpcode(0x1D, false, func(_ *line, x *sending) { x.plain = true })
		f.onOpcode(0x0D, true, func(_ *line, x *sending) { x.plain = true })
		f.onPacket(func(p *packet) {
			for i := range p.pieces {
				if x := &p.pieces[i]; x.plainly {
					p.fault = f.charge
				}
			}
		})
	},
	// Numbers that nobody gets.
	"transport-seq-complete": func(f *fault) {
		f.meanwhile(20*time.Second, 0, func(p *player) {
			for _, l := range []*line{p.link.up, p.link.down} {
				l.next()
				f.nextOn(l)
			}
		})
	},
	// Counters of eight bits, and enough messages from and to the first player that they come round.
	"transport-seq-16bit": func(f *fault) {
		f.meanwhile(10*time.Second, 0, func(p *player) {
			for i := range 0x100 {
				f.s.after(time.Duration(i)*100*time.Millisecond, func() {
					for _, l := range []*line{p.link.up, p.link.down} {
						if !l.closed && p.ship != nil {
							l.post(p.idle(l, 0), &content{})
						}
					}
				})
			}
		})
		f.onNumbered(func(l *line, _ *numberedMessage) {
			if l.high > 0xFF {
				l.high &= 0xFF
				f.nextOn(l)
			}
		})
	},
	// Other messages under numbers that were used a second ago.
	"transport-seq-unique": func(f *fault) {
		f.meanwhile(15*time.Second, 0, func(p *player) {
			for _, l := range []*line{p.link.up, p.link.down} {
				seq, other := l.high, p.idle(l, 1)
				l.post(p.idle(l, 0), &content{})
				f.s.after(time.Second, func() { f.blame(&f.insist(l, transport.NewData(true, seq), other).frame) })
			}
		})
	},
	// Two messages that are never acknowledged; their senders give up after three copies.
	"transport-ack-every-reliable": func(f *fault) {
		chosen := map[bool]*numberedMessage{} // by the direction of the Ack
		f.onAck(func(l *line, m *numberedMessage, _ *piece) bool {
			if chosen[l.up] == nil && m.header.Type == transport.Data && f.link(l).entered {
				chosen[l.up] = m
				f.blame(&m.frame)
			}
			if m == chosen[l.up] && m.resends > 2 {
				l.back.acknowledged(m)
			}
			return m != chosen[l.up]
		})
	},
	// Acks of fragments that name the message only, and beside other Acks some that name the channel
	// which does not have such numbers.
	"transport-ack-form": func(f *fault) {
		f.onAck(func(l *line, m *numberedMessage, ack *piece) bool {
			if !l.up && m.header.Fragment {
				whole := transport.NewData(true, m.header.Seq)
				header := transport.NewAck(&whole)
				ack.bytes = header.Append(nil, nil)
				f.blame(&m.frame)
			}
			if l.up && m.header.Type == transport.Data && m.header.Seq > 20 && f.every(20) {
				control := transport.NewControl(transport.Connect, m.header.Seq)
				header := transport.NewAck(&control)
				other := piece{bytes: header.Append(nil, nil), kind: transport.Ack, ack: m, fault: f.charge}
				l.acks = append(l.acks, owedAck{piece: other, left: 1, next: f.s.now})
			}
			return true
		})
	},
	// A flag that nobody knows.
	"transport-ack-flags-zero": func(f *fault) {
		f.onAck(func(l *line, _ *numberedMessage, ack *piece) bool {
			if f.every(20) {
				const flags = 3
				ack.bytes[flags] |= 0x80
				ack.fault = f.charge
			}
			return true
		})
	},
	// Copies every 0.3 s, of messages whose fourth copy is acknowledged.
	"transport-retransmit-interval": func(f *fault) {
		chosen := f.some(10, func(_ *line, m *numberedMessage) { m.again = f.charge })
		f.onAck(func(_ *line, m *numberedMessage, _ *piece) bool { return !chosen[m] || m.resends > 3 })
		f.onPause(func(m *numberedMessage, pause *time.Duration) {
			if chosen[m] {
				*pause = 300 * time.Millisecond
			}
		})
	},
	// Messages that are acknowledged after five seconds only, and not sent again.
	"transport-retransmit-until-ack": func(f *fault) {
		chosen := f.some(10, func(_ *line, m *numberedMessage) { f.blame(&m.frame) })
		late := map[*numberedMessage]bool{}
		f.onAck(func(l *line, m *numberedMessage, _ *piece) bool {
			if !chosen[m] || late[m] || l.closed {
				return true
			}
			f.s.after(5*time.Second, func() {
				late[m] = true
				l.acknowledge(m, 1)
			})
			return false
		})
		f.onPause(func(m *numberedMessage, pause *time.Duration) {
			if chosen[m] {
				*pause = 20 * time.Second
			}
		})
	},
	// Messages that are sent again though they are acknowledged.
	"transport-retransmit-stops": func(f *fault) {
		const more = 4
		f.some(10, func(l *line, m *numberedMessage) {
			f.blame(&m.frame)
			for i := range more {
				f.s.after(time.Duration(i+1)*1200*time.Millisecond, func() {
					if !l.closed {
						l.send(piece{bytes: m.bytes, kind: m.header.Type, message: m})
					}
				})
			}
		})
	},
	// In the join of the last player the host says nothing for 14 s, and in that of the first one
	// neither of them does.
	"transport-silence": func(f *fault) {
		f.onRound(2, func(k *link, _ *line, x *sending) {
			if k.still = k.player.number == 0; k.still || f.last(k) {
				x.delay = 14 * time.Second
				f.blame(&x.content.frame)
			}
		})
		f.onAck(func(l *line, m *numberedMessage, ack *piece) bool {
			if k := f.link(l); l.up && k.still && k.round == 2 && m.content.opcode == 0x20 {
				ack.fault = f.charge
			}
			return true
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
	f.onNumbered(func(x *line, m *numberedMessage) {
		if x == l && !done && m.header.Type == transport.Data {
			done = true
			f.blame(&m.frame)
		}
	})
}

// mostChosen is how many messages of a direction some chooses: in the first minute, before anybody leaves.
const mostChosen = 10

// some chooses one of n messages of clients in the game and to them, and not many.
func (f *fault) some(n int, do func(*line, *numberedMessage)) map[*numberedMessage]bool {
	chosen, count := map[*numberedMessage]bool{}, map[bool]int{} // by direction
	f.onNumbered(func(l *line, m *numberedMessage) {
		if m.header.Type == transport.Data && !m.header.Fragment && f.link(l).entered && count[l.up] < mostChosen && f.every(n) {
			chosen[m] = true
			count[l.up]++
			do(l, m)
		}
	})
	return chosen
}

// insist sends a message as it is under a number.
func (f *fault) insist(l *line, header transport.Message, payload []byte) *numberedMessage {
	m := &numberedMessage{bytes: header.Append(nil, payload), header: header, content: &content{opcode: payload[0], total: 1}}
	l.insist(m)
	return m
}

// next takes the next number of Data messages.
func (l *line) next() uint16 {
	l.high++
	return l.high - 1
}

// longText is one that does not go into one message.
func longText(sender uint8) []byte {
	return message.Append(nil, 0x2C, &message.Chat{SenderID: int32(sender), Text: wire.Text(strings.Repeat("la ", 160))})
}

// idle is a message about the player's ship that nothing follows from. Another number gives others.
func (p *player) idle(l *line, number uint32) []byte {
	if id := p.ship.id; l.up {
		return message.Append(nil, 0x0D, &message.Event{ClassID: message.ClassObjPtr, EventCode: targetChanged, SourceID: id, TargetID: id, ObjectRef: number})
	}
	return message.Append(nil, 0x1D, &message.ObjectNotFound{ObjectID: p.ship.id + number})
}
