package battle

import (
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// relayBreaks break the rules of relays.
var relayBreaks = map[string]func(*fault){
	"relay-weapons-all-peers": func(f *fault) { f.withhold(0x08, 0x19, 0x1A) },
	"relay-events-all-peers": func(f *fault) {
		f.cloaks(7*time.Second, 12*time.Second, 30*time.Second)
		f.withhold(0x0A, 0x11, 0x12, 0x1B)
	},
	"relay-creation-all-peers": func(f *fault) { f.withhold(0x03) },
	// StopFiring goes back to its sender.
	"relay-no-extra-copies": func(f *fault) {
		f.onOpcode(0x08, true, func(l *line, x *sending) {
			effect := x.content.effect
			x.content.effect = func() {
				effect()
				f.postFaulty(l.back, x.payload)
			}
		})
	},
}

// cloaks has a player other than the first press the button of the cloaking device.
func (f *fault) cloaks(at ...time.Duration) {
	ready := func(p *player) bool {
		return p.number > 0 && p.fights() && p.ship.class.HasCloak && p.ship.output("cloak") > 0
	}
	for _, when := range at {
		f.once(when, func() bool { return slices.ContainsFunc(f.s.players, ready) }, func() {
			f.s.players[slices.IndexFunc(f.s.players, ready)].toggleCloak()
		})
	}
}

// withhold has the host not relay messages to the first player.
func (f *fault) withhold(opcodes ...uint8) {
	f.onCopy(func(from *content, to *player) bool {
		if to.number != 0 || !slices.Contains(opcodes, from.opcode) {
			return true
		}
		f.blame(&from.frame)
		return false
	})
}

// eventBreaks break the rules of events, weapons and collisions.
var eventBreaks = map[string]func(*fault){
	// A change of target with the code of another event.
	"event-class-and-code": func(f *fault) {
		f.spoilMessages(0x0D, true, func(_ *line, x *sending) { x.payload = put(x.payload, atCode, weaponFired) })
	},
	"weapon-startfiring-pairs": func(f *fault) {
		first := map[*line]bool{}
		f.onOpcode(0x07, true, func(l *line, x *sending) {
			first[l] = !first[l]
			if x.drop = first[l]; !x.drop {
				f.blame(&x.content.frame)
			}
		})
	},
	// StopFiring names the ship.
	"weapon-id-kind": func(f *fault) {
		f.spoilMessages(0x08, true, func(l *line, x *sending) { x.payload = put(x.payload, atTarget, f.link(l).ship.id) })
	},
	// Tubes fire what the class does not have.
	"weapon-torpedo-kind": func(f *fault) {
		const projectile = 5
		f.spoilMessages(0x19, true, func(l *line, x *sending) {
			x.payload = slices.Clone(x.payload)
			x.payload[projectile] = f.s.foreign(f.link(l).ship.class)
		})
	},
	// Repair events with an id that is no object of a player.
	"event-repair-ids": func(f *fault) {
		const counter = 0x123
		f.onEvent(0x06, false, addToRepairList, func(_ *line, x *sending) {
			x.payload = put(x.payload, atSource, counter)
			f.blame(&x.content.frame)
		})
	},
	// The first player is not told who fires.
	"event-broadcast": func(f *fault) {
		f.onEvent(0x06, false, weaponFired, func(l *line, x *sending) {
			if x.drop = f.link(l).player.number == 0; !x.drop {
				f.blame(&x.content.frame)
			}
		})
	},
	// A collision that is reported ten times within 0.2 s.
	"collision-rate": func(f *fault) {
		f.meanwhile(25*time.Second, 0, func(p *player) {
			for i := range 10 {
				f.s.after(time.Duration(i)*20*time.Millisecond, func() {
					if c := f.hits(p, 50); i > 0 {
						f.blame(&c.frame)
					}
				})
			}
		})
	},
	// Collisions in a truce that do nothing.
	"collision-has-effect": func(f *fault) {
		const reports = 5
		f.s.truce = 35 * time.Second
		for i := range reports {
			f.meanwhile(time.Duration(10+5*i)*time.Second, 0, func(p *player) { f.blame(&f.hits(p, 700).frame) })
		}
	},
}

// hits has a player report a collision with what lies in the middle of the map.
func (f *fault) hits(p *player, force float32) *content {
	return f.say(p.link.up, 0x15, &message.Event{ClassID: message.ClassCollision, EventCode: objectCollision, TargetID: p.ship.id, Force: force})
}

// deathBreaks break the rules of the ends of ships, of scores and of the end of the game.
var deathBreaks = map[string]func(*fault){
	"death-event": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.onDeath(func(_ *vessel, b blow, e *message.Event) {
			if b.by == nil {
				e.FiringPlayer = 9
			}
		})
		f.blamesEnds(false)
	},
	// Who is killed by weapons is named as the killer.
	"death-killer": func(f *fault) {
		f.weakens(20 * time.Second)
		f.onDeath(func(x *vessel, b blow, e *message.Event) {
			if b.by != nil {
				e.SourceID, e.FiringPlayer = x.id, int32(x.owner.link.peer)
			}
		})
		f.blamesEnds(true)
	},
	// Players fly on for a while when their ships have exploded, and fire.
	"object-used-after-death": func(f *fault) {
		f.s.altered.flyOn, f.s.altered.respawn = true, 20*time.Second
		f.scuttles(20 * time.Second)
		died := map[*vessel]time.Duration{}
		f.onDeath(func(x *vessel, _ blow, _ *message.Event) {
			died[x] = f.s.now
			for i := range 5 {
				f.s.after(time.Duration(3+i)*time.Second, func() { f.fires(x) })
			}
		})
		f.spoil(1, func(g *updateDraft) bool {
			at, dead := died[g.ship]
			return fromClient(g) && dead && f.s.now-at > 14*time.Second
		}, func(*updateDraft) {})
	},
	"death-lifetime": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.onDeath(func(_ *vessel, _ blow, e *message.Event) { e.Lifetime = 1 })
		f.onEnd(func(_ *line, x *sending, _ bool) { f.blame(&x.content.frame) })
	},
	// An Explosion of a ship that nobody has killed.
	"death-explosion": func(f *fault) {
		f.scuttles(20 * time.Second)
		var dying *vessel
		f.onDeath(func(x *vessel, _ blow, _ *message.Event) { dying = x })
		f.onEnd(func(l *line, x *sending, killed bool) {
			if blast := explosion(dying, f.s); !killed {
				x.then = func() { f.say(l, 0x29, blast) }
				f.blame(&x.content.frame)
			}
		})
	},
	"death-score": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.onOpcode(0x36, false, func(_ *line, x *sending) { x.drop = true })
		f.blamesEnds(false)
	},
	"death-no-score-for-weapon": func(f *fault) {
		f.weakens(20 * time.Second)
		change := message.ScoreChange{Updates: make([]message.ScoreUpdate, 1)}
		f.onDeath(func(x *vessel, b blow, _ *message.Event) {
			if k := x.owner.link; b.by != nil {
				k.score.Deaths++
				change.KillerID, change.VictimID, change.VictimDeaths = int32(b.by.link.peer), int32(k.peer), k.score.Deaths
			}
		})
		f.onEnd(func(l *line, x *sending, killed bool) {
			if killed {
				x.then = func() { f.say(l, 0x36, &change) }
				f.blame(&x.content.frame)
			}
		})
	},
	"destroy-only-for-leavers": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.onEnd(func(l *line, x *sending, _ bool) {
			f.blame(&x.content.frame)
			id := uint32At(x.payload, atTarget)
			f.s.after(140*time.Millisecond, func() {
				if !l.closed {
					f.blame(&f.say(l, 0x14, &message.DestroyObject{ObjectID: id}).frame)
				}
			})
		})
	},
	// In a truce: nobody else ends the ship.
	"selfdestruct-answered": func(f *fault) {
		f.s.truce = 30 * time.Second
		f.scuttles(20 * time.Second)
		f.spoilMessages(0x13, true, func(_ *line, x *sending) { x.content.effect = nil })
	},
	// The next ship comes three seconds after the end of the last one.
	"respawn-delay": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.s.altered.respawn = 3 * time.Second
		begun := map[*line]bool{}
		f.onOpcode(0x03, true, func(l *line, x *sending) {
			if begun[l] {
				f.blame(&x.content.frame)
			}
			begun[l] = true
		})
	},
	// The second death counts twice.
	"score-consistent": func(f *fault) {
		f.scuttles(15*time.Second, 40*time.Second)
		told, twice := map[*line]bool{}, false
		f.onDeath(func(x *vessel, b blow, _ *message.Event) {
			if k := x.owner.link; b.by == nil && k.player.number == 0 && k.score.Deaths == 1 {
				k.score.Deaths++
				twice = true
			}
		})
		f.onOpcode(0x36, false, func(l *line, x *sending) {
			if twice && told[l] {
				f.blame(&x.content.frame)
			}
			told[l] = true
		})
	},
	"endgame-form": func(f *fault) {
		f.fromHost(0x38, func(*player) wire.Message { return &message.EndGame{Reason: 9} })
	},
}

// fires has the owner of a ship send a torpedo at nobody, if the ship has any.
func (f *fault) fires(x *vessel) {
	k := x.owner.link
	if k.up.closed || k.ship != x {
		return
	}
	i := x.system("torpedo_system")
	if i < 0 {
		return
	}
	sub := &x.class.Subsystems[i]
	shot := message.TorpedoFire{ObjectID: x.object(sub.Children[0].ObjectIndex), Projectile: f.s.projectile(sub, 0), Flags: 5, Direction: direction(x.forward)}
	f.blame(&f.s.forward(k, 0x19, &shot, nil).frame)
}

// foreign is the number of a torpedo that a class does not have.
func (s *session) foreign(class *ship.Class) (n uint8) {
	has := func(script string) bool {
		return slices.ContainsFunc(class.Subsystems, func(sub ship.Subsystem) bool {
			return slices.ContainsFunc(sub.TorpedoSlots, func(a ship.AmmoSlot) bool { return a.Script == script })
		})
	}
	for n = 2; ; n++ {
		if script, ok := s.Ships.Projectile(n); !ok || !has(script) {
			return n
		}
	}
}

// scuttles has the first player ask for the end of its ship at some times.
func (f *fault) scuttles(at ...time.Duration) {
	for _, when := range at {
		f.meanwhile(when, 0, func(p *player) { p.scuttle(p.link, p.ship) })
	}
}

// weakens takes nearly everything from the ship of the second player.
func (f *fault) weakens(at time.Duration) {
	const left = 0.02
	f.meanwhile(at, 1, func(p *player) {
		p.ship.parts[0].set(left)
		p.ship.facings = [6]float64{}
	})
}

// onEnd asks for what clients are told of the end of a ship; killed says that somebody did it.
func (f *fault) onEnd(do func(l *line, x *sending, killed bool)) {
	f.onEvent(0x06, false, objectExploding, func(l *line, x *sending) { do(l, x, uint32At(x.payload, atSource) != 0) })
}

// blamesEnds blames what clients are told of the ends of ships that somebody killed, or nobody.
func (f *fault) blamesEnds(killed bool) {
	f.onEnd(func(_ *line, x *sending, by bool) {
		if by == killed {
			f.blame(&x.content.frame)
		}
	})
}

// chatBreaks break the rules of chat and leaving.
var chatBreaks = map[string]func(*fault){
	"chat-sender-id": func(f *fault) {
		const sender = 1
		f.spoilMessages(0x2C, true, func(l *line, x *sending) { x.payload = put(x.payload, sender, uint32(f.link(l).peer)+1) })
	},
	// No text goes back to its sender.
	"chat-to-all": func(f *fault) {
		by := map[*content]*player{}
		f.onOpcode(0x2C, true, func(l *line, x *sending) { by[x.content] = f.link(l).player })
		f.onCopy(func(from *content, to *player) bool {
			if by[from] != to {
				return true
			}
			f.blame(&from.frame)
			return false
		})
	},
	// A text for the team of the first player goes to the last one, who is in the other team.
	"chat-team-only": func(f *fault) {
		f.meanwhile(25*time.Second, 0, func(p *player) {
			f.s.all(func(q *player) {
				team := message.TeamSelect{PlayerID: int32(q.link.peer), Team: uint8(min(q.number, 1))}
				f.say(q.link.up, 0x41, &team)
			})
			text := &message.TeamChat{Chat: message.Chat{SenderID: int32(p.link.peer), Text: wire.Text("to me")}}
			f.s.after(2*time.Second, func() {
				f.say(p.link.up, 0x2D, text)
				f.s.after(30*time.Millisecond, func() {
					f.s.others(p, func(q *player) { f.blame(&f.say(q.link.down, 0x2D, text).frame) })
				})
			})
		})
	},
	// The last player is not told that another one has left: PlayerListEvent is missing.
	"leave-playerlist": func(f *fault) {
		f.onEvent(0x17, false, deletePlayer, func(l *line, x *sending) { f.unsaid(l, x) })
	},
	// The same: PlayerLeftText is missing.
	"leave-messages": func(f *fault) {
		f.onOpcode(0x18, false, f.unsaid)
	},
	// The second player falls silent, and the host waits for 25 s only.
	"leave-timeout": func(f *fault) {
		f.s.Timeout = 25 * time.Second
		silent := f.s.players[1%len(f.s.players)]
		f.meanwhile(28*time.Second, 1, func(p *player) { p.fallSilent() })
		f.onEvent(0x17, false, deletePlayer, func(_ *line, x *sending) {
			if x.payload[len(x.payload)-1] == silent.link.peer {
				f.blame(&x.content.frame)
			}
		})
	},
}

// unsaid keeps from the last player what it should be told of somebody who leaves.
func (f *fault) unsaid(l *line, x *sending) {
	if !f.last(f.link(l)) {
		return
	}
	for _, k := range f.s.links {
		if k.goodbye != nil && k.down.closed && f.s.now-k.goneAt < time.Second {
			x.drop = true
			f.blame(&k.goodbye.frame)
		}
	}
}

// textBreaks break the rules of GameSpy texts.
var textBreaks = map[string]func(*fault){
	"gamespy-answered": func(f *fault) {
		f.onStatus(func(x *text) {
			if x.drop = f.every(3); x.drop {
				f.blame(&x.asked)
			}
		})
	},
	"gamespy-reply-form": func(f *fault) {
		f.onStatus(func(x *text) {
			x.text = strings.Replace(x.text, `\gamever\60\location\1`, `\location\1\gamever\60`, 1)
			x.fault = f.charge
		})
	},
	"gamespy-player-count": func(f *fault) {
		f.onStatus(func(x *text) {
			x.text = strings.Replace(x.text, `\numplayers\`, `\numplayers\1`, 1) // ten more
			x.fault = f.charge
		})
	},
	"gamespy-limit": func(f *fault) {
		f.onStatus(func(x *text) { x.text = strings.Replace(x.text, `\maxplayers\8`, `\maxplayers\7`, 1) })
		f.onOpcode(0x35, false, func(_ *line, x *sending) { f.blame(&x.content.frame) })
	},
	"gamespy-secure": func(f *fault) {
		f.onText(func(x *text) {
			if x.class == validate {
				x.text = strings.Replace(x.text, `\validate\`, `\validate\x`, 1)
				f.blame(&x.asked)
			}
		})
	},
}

// onStatus asks for answers to queries.
func (f *fault) onStatus(do func(*text)) {
	f.onText(func(x *text) {
		if x.class == status {
			do(x)
		}
	})
}
