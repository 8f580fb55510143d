package battle

import (
	"bytes"
	"math"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// joinBreaks break the rules of the transport part of a join.
var joinBreaks = map[string]func(*fault){
	// The last player is told of the first before Connect is answered.
	"join-connect-answer": func(f *fault) {
		f.onConnected(func(k *link) {
			if f.last(k) {
				f.blame(&f.tellPeer(k.down, f.s.players[0].info()).frame)
			}
		})
	},
	// The first round is asked for a moment later.
	"join-answer-with-round-0": func(f *fault) {
		f.onKind(transport.Connect, false, func(_ *line, x *sending) { f.blame(&x.content.frame) })
		f.onOpcode(0x20, false, func(l *line, x *sending) {
			if f.link(l).round == 0 {
				x.delay = 100 * time.Millisecond
			}
		})
	},
	// A second PeerInfo of a client.
	"join-peerinfo-once": func(f *fault) {
		f.meanwhile(12*time.Second, 0, func(p *player) { f.blame(&f.tellPeer(p.link.up, p.info()).frame) })
	},
	// No PeerInfo goes back to its sender.
	"join-peerinfo-relay": func(f *fault) {
		f.onKind(transport.PeerInfo, true, func(_ *line, x *sending) { f.blame(&x.content.frame) })
		f.onKind(transport.PeerInfo, false, func(l *line, x *sending) {
			x.drop = bytes.Equal(x.payload, wire.Append(nil, f.link(l).player.info()))
		})
	},
	// The host says the same PeerInfo every second; the fourth time is too many.
	"join-peerinfo-not-periodic": func(f *fault) {
		const more, tooMany = 5, 2 // of those, with the one of the join
		f.meanwhile(12*time.Second, 0, func(p *player) {
			for i := range more {
				f.s.after(time.Duration(i)*time.Second, func() {
					if c := f.tellPeer(p.link.down, p.info()); i == tooMany {
						f.blame(&c.frame)
					}
				})
			}
		})
	},
}

// checksumBreaks break the rules of the checksums.
var checksumBreaks = map[string]func(*fault){
	// A slash too many behind a directory.
	"checksum-requests": func(f *fault) {
		f.onRound(2, func(_ *link, _ *line, x *sending) {
			round := rounds[2]
			round.Directory = wire.Text("scripts/ships/")
			x.payload = message.Append(nil, 0x20, &round)
			f.blame(&x.content.frame)
		})
	},
	// Round 3 is asked for together with round 2.
	"checksum-serial": func(f *fault) {
		f.onRound(3, func(_ *link, _ *line, x *sending) { x.drop = true })
		f.onRound(2, func(k *link, l *line, x *sending) {
			c := &content{effect: func() { k.player.checked(k, 3) }}
			x.then = func() { l.post(message.Append(nil, 0x20, &rounds[3]), c) }
			f.blame(&c.frame)
		})
	},
	// A client answers round 1 twice.
	"checksum-answered": func(f *fault) {
		asked := map[*link]*content{}
		f.onRound(1, func(k *link, _ *line, x *sending) { asked[k] = x.content })
		f.onAnswer(1, func(k *link, l *line, x *sending) {
			x.then = func() { l.post(x.payload, &content{}) }
			f.blame(&asked[k].frame)
		})
	},
	// Another file in the directory of round 1.
	"checksum-hashes": func(f *fault) {
		const hash = 2
		f.onAnswer(1, func(_ *link, _ *line, x *sending) {
			x.payload = put(x.payload, hash, 0x12345678)
			f.blame(&x.content.frame)
		})
	},
}

// onConnected asks for links that the host is about to accept.
func (f *fault) onConnected(do func(*link)) {
	f.onKind(transport.Connect, false, func(l *line, _ *sending) { do(f.link(l)) })
}

// onKind asks for control messages of a type in a direction.
func (f *fault) onKind(t transport.Type, up bool, do func(*line, *sending)) {
	f.onControl(func(l *line, x *sending) {
		if x.content.kind == t && l.up == up {
			do(l, x)
		}
	})
}

// onRound asks for requests of a round.
func (f *fault) onRound(round uint8, do func(*link, *line, *sending)) {
	f.rounds(0x20, false, round, do)
}

// onAnswer asks for answers to a round.
func (f *fault) onAnswer(round uint8, do func(*link, *line, *sending)) {
	f.rounds(0x21, true, round, do)
}

func (f *fault) rounds(opcode uint8, up bool, round uint8, do func(*link, *line, *sending)) {
	f.onOpcode(opcode, up, func(l *line, x *sending) {
		if x.payload[1] == round {
			do(f.link(l), l, x)
		}
	})
}

// gameJoinBreaks break the rules of the game part of a join.
var gameJoinBreaks = map[string]func(*fault){
	// Settings come before ChecksumComplete.
	"join-complete-order": func(f *fault) {
		f.swap(0x28, 0x00, func(*link) bool { return true })
	},
	// Settings and GameInit come a moment later.
	"join-complete-bundle": func(f *fault) {
		f.onOpcode(0x28, false, func(_ *line, x *sending) { f.blame(&x.content.frame) })
		later := func(_ *line, x *sending) { x.delay = 50 * time.Millisecond }
		f.onOpcode(0x00, false, later)
		f.onOpcode(0x01, false, later)
	},
	// The last player gets the last slot.
	"join-slot": func(f *fault) {
		const other = MostPlayers - 1
		f.onConnected(func(k *link) {
			if f.last(k) && f.s.slots[other] == nil {
				k.slot, k.player.slot, f.s.slots[other] = other, other, k.player
			}
		})
		f.onOpcode(0x00, false, func(l *line, x *sending) {
			if f.link(l).slot == other {
				f.blame(&x.content.frame)
			}
		})
	},
	// Settings of the last player have another clock.
	"join-settings-clock": func(f *fault) {
		const clock = 1
		f.onOpcode(0x00, false, func(l *line, x *sending) {
			if f.last(f.link(l)) {
				x.payload = put(x.payload, clock, math.Float32bits(f.s.clock()-7))
				f.blame(&x.content.frame)
			}
		})
	},
	// CollisionSetting behind MissionInit.
	"join-messages-once": func(f *fault) {
		f.welcome(func(l *line, _ *sending) { f.say(l, 0x16, &message.CollisionSetting{CollisionDamage: true}) })
	},
	// NewPlayerInGame again, two seconds later.
	"join-newplayer-sent": func(f *fault) {
		f.onOpcode(0x01, false, func(_ *line, x *sending) { f.blame(&x.content.frame) })
		f.onOpcode(0x2A, true, func(l *line, _ *sending) {
			f.s.after(2*time.Second, func() { f.say(l, 0x2A, &message.NewPlayerInGame{}) })
		})
	},
	// The last player is told a score before it has said NewPlayerInGame.
	"join-missioninit-first": func(f *fault) {
		told := map[*line]*link{}
		f.onOpcode(0x01, false, func(l *line, x *sending) {
			if of := f.s.players[0].link; f.last(f.link(l)) && of.entered {
				told[l] = of
				x.then = func() {
					f.blame(&f.say(l, 0x37, &message.Score{PlayerID: int32(of.peer), Deaths: of.score.Deaths}).frame)
				}
			}
		})
		f.onOpcode(0x37, false, func(l *line, x *sending) {
			x.drop = told[l] != nil && x.payload[1] == told[l].peer
		})
	},
	// The last player is told of a limit.
	"join-missioninit-fields": func(f *fault) {
		f.onOpcode(0x35, false, func(l *line, x *sending) {
			if f.last(f.link(l)) {
				other := f.s.mission()
				other.FragLimit = 10
				x.payload = message.Append(nil, 0x35, &other)
				f.blame(&x.content.frame)
			}
		})
	},
	// A newcomer is told its own score.
	"join-scores": func(f *fault) {
		f.welcome(func(l *line, _ *sending) { f.say(l, 0x37, &message.Score{PlayerID: int32(f.link(l).peer)}) })
	},
	// A newcomer is not told of the ships.
	"join-existing-ships": func(f *fault) {
		f.onOpcode(0x03, false, func(l *line, x *sending) {
			if k := f.link(l); !k.entered {
				x.drop = true
				f.blame(&k.ready.frame)
			}
		})
	},
	// A newcomer is told of the ships as they were made.
	"join-ship-state-current": func(f *fault) {
		f.onOpcode(0x03, false, func(l *line, x *sending) {
			for _, p := range f.s.players {
				if p.ship.flies() && !f.link(l).entered && x.content.created == p.ship.life {
					x.payload = p.ship.created
					f.blame(&x.content.frame)
				}
			}
		})
	},
	// The first player is not told of newcomers.
	"join-playerlist-sent": func(f *fault) {
		f.onListed(func(_ *line, k *link, x *sending) {
			x.drop = true
			f.blame(&k.ready.frame)
		})
	},
	// The first player is told of newcomers twice.
	"join-playerlist-form": func(f *fault) {
		f.onListed(func(l *line, _ *link, x *sending) {
			x.then = func() { f.postFaulty(l, x.payload) }
		})
	},
	// A newcomer is told of a ship before the last score.
	"join-order-after-newplayer": func(f *fault) {
		f.swap(0x37, 0x03, func(k *link) bool { return !k.entered })
	},
}

// onListed asks for PlayerListEvents by which the first player is told that another one has joined.
func (f *fault) onListed(do func(*line, *link, *sending)) {
	f.onEvent(0x17, false, newPlayerInGame, func(l *line, x *sending) {
		to, peer := f.link(l), x.payload[len(x.payload)-1]
		if to.player.number != 0 || to.peer == peer {
			return
		}
		for _, p := range f.s.players {
			if p.link != nil && p.link.peer == peer {
				do(l, p.link, x)
			}
		}
	})
}

// welcome says something behind each MissionInit.
func (f *fault) welcome(say func(*line, *sending)) {
	f.onOpcode(0x35, false, func(l *line, x *sending) {
		x.then = func() { say(l, x) }
		f.blame(&f.link(l).ready.frame)
	})
}

// swap sends the first message of one opcode behind the next one of another, in a join.
func (f *fault) swap(first, second uint8, joins func(*link) bool) {
	held, done := map[*line]*sending{}, map[*line]bool{}
	f.onOpcode(first, false, func(l *line, x *sending) {
		if joins(f.link(l)) && held[l] == nil && !done[l] {
			held[l], x.drop = x, true
		}
	})
	f.onOpcode(second, false, func(l *line, x *sending) {
		k, earlier := f.link(l), held[l]
		if earlier == nil || !joins(k) {
			return
		}
		delete(held, l)
		done[l] = true
		x.then = func() {
			l.post(earlier.payload, earlier.content)
			f.blame(&k.ready.frame)
		}
	})
}
