package battle

import (
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// nowAndThen is how many updates go by until one is broken: a prime, so that it is not always the same
// ship and receiver.
const nowAndThen = 23

// updateBreaks break the rules of updates.
var updateBreaks = map[string]func(*fault){
	"update-no-subsystems-from-client": func(f *fault) {
		f.spoil(nowAndThen, fromClient, func(g *updateDraft) {
			g.view.window = &Window{Receiver: f.s.host.String()}
			g.piece.block = f.s.subsystems(g.m, g.ship, g.view, true, 0)
		})
	},
	"update-power-from-client": func(f *fault) {
		f.spoil(nowAndThen, fromClient, func(g *updateDraft) {
			g.m.DirtyFlags &^= message.FlagWeapons
			g.piece.items = 0
		})
	},
	"update-subsystems-from-server": func(f *fault) {
		f.spoil(nowAndThen, toOthers, func(g *updateDraft) {
			g.m.DirtyFlags |= message.FlagWeapons
			g.m.Power = append(g.m.Power[:0], g.ship.anyPower())
			g.piece.items = 1
		})
	},
	// The host passes updates on as they come: what is written now may wait for the next datagram.
	"update-not-relayed": func(f *fault) {
		f.onWritten(func(g *updateDraft) {
			if !fromClient(g) || !f.every(nowAndThen) {
				return
			}
			p, bytes := g.ship.owner, slices.Clone(g.bytes)
			about := piece{life: g.ship.life, flags: g.piece.flags, items: g.piece.items, text: g.piece.text, fault: f.charge}
			f.s.after(50*time.Millisecond, func() {
				f.s.others(p, func(q *player) { q.link.down.unreliable(bytes, about) })
			})
		})
	},
	// The host sends hashes, and clients send none.
	"update-hash-side": func(f *fault) {
		f.spoil(1, func(g *updateDraft) bool { return has(g, message.FlagPosition) }, func(g *updateDraft) {
			g.m.HasHash, g.m.SubsysHash = !g.line.up, hashOf(g.ship.class)
		})
	},
	// The hash changes with the tenth position of a ship.
	"update-hash-constant": func(f *fault) {
		const change = 10
		positions := map[*vessel]int{}
		f.afterUpdate(func(g *updateDraft) {
			if !fromClient(g) || !has(g, message.FlagPosition) {
				return
			}
			n := positions[g.ship]
			positions[g.ship]++
			if n >= change {
				g.m.SubsysHash ^= 1
			}
			if n == change {
				g.piece.fault = f.charge
			}
		})
	},
	"update-own-form": func(f *fault) {
		f.spoil(nowAndThen, toOwner, func(g *updateDraft) {
			g.m.DirtyFlags |= message.FlagSpeed
			g.m.Speed = wire.NewCF16(g.ship.speed)
		})
	},
	// Owners are told their own power settings.
	"update-power-bytes": func(f *fault) {
		f.spoilEarly(nowAndThen, toOwner, func(g *updateDraft) { g.owner = false })
	},
	// Every second update about another ship has no motion.
	"update-remote-motion": func(f *fault) {
		turn := map[*view]int{}
		f.spoilStreams(toOthers)
		f.beforeUpdate(func(g *updateDraft) bool {
			turn[g.view]++
			g.still = toOthers(g) && g.view.begun && turn[g.view]%2 == 0
			return true
		})
	},
	// Blocks without their last byte.
	"update-block-layout": func(f *fault) {
		f.spoil(2*nowAndThen+1, toOthers, func(*updateDraft) {})
		f.onWritten(func(g *updateDraft) {
			if g.piece.fault == f.charge {
				g.bytes = g.bytes[:len(g.bytes)-1]
			}
		})
	},
	// Blocks that end too early.
	"update-block-window": func(f *fault) {
		f.beforeUpdate(func(g *updateDraft) bool {
			g.view.fewer = 0
			return true
		})
		f.spoilEarly(3, toAny, func(g *updateDraft) { g.view.fewer = 1 })
	},
	// Blocks that leave a subsystem out.
	"update-roundrobin": func(f *fault) {
		f.spoilEarly(3, begun, func(g *updateDraft) { g.view.cursor = (g.view.cursor + 1) % len(g.ship.parts) })
	},
	// The first block begins with the third subsystem.
	"update-first-cycle": func(f *fault) {
		f.spoilEarly(1, func(g *updateDraft) bool { return toAny(g) && !g.view.begun }, func(g *updateDraft) { g.view.cursor = 2 % len(g.ship.parts) })
	},
	// Clients and the host send five updates a second.
	"update-rate": func(f *fault) {
		f.spoilStreams(all)
		turn := map[*view]int{}
		f.beforeUpdate(func(g *updateDraft) bool {
			turn[g.view]++
			return turn[g.view]%2 == 1
		})
	},
	// There is a whole position every five seconds.
	"update-position-refresh": func(f *fault) {
		const pause = 5
		whole := map[*view]float64{}
		f.spoilStreams(moves)
		f.beforeUpdate(func(g *updateDraft) bool {
			now := f.s.now.Seconds()
			switch last, known := whole[g.view]; {
			case !moves(g):
			case !known || !g.view.begun || now-last >= pause:
				whole[g.view], g.view.wholeAt = now, 0
			default:
				g.view.wholeAt = now
			}
			return true
		})
	},
	// An offset beside a position.
	"update-position-first": func(f *fault) {
		f.spoil(2, func(g *updateDraft) bool { return has(g, message.FlagPosition) }, func(g *updateDraft) {
			g.m.DirtyFlags |= message.FlagDelta
			g.m.Delta = wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: wire.NewCF16(0)}
		})
	},
	// Clocks go a little too fast, and back again every four seconds.
	"update-clock": func(f *fault) {
		const period, back = 4, 0.15
		newest := map[*view]float32{}
		f.afterUpdate(func(g *updateDraft) {
			g.m.GameTime += float32(times(back, math.Mod(f.s.now.Seconds(), period)/period))
			if g.m.GameTime < newest[g.view] {
				g.piece.fault = f.charge
			}
			newest[g.view] = max(newest[g.view], g.m.GameTime)
		})
	},
	// Clocks of clients run five percent too fast, and that of the host is put forward. It must not be
	// far off those of Settings.
	"update-clock-drift": func(f *fault) {
		const fast, forward, at = 0.05, 1.3, 30 * time.Second
		f.onLink(func(k *link) { f.blame(&k.presence.Connect) })
		f.afterUpdate(func(g *updateDraft) {
			switch {
			case fromClient(g):
				g.m.GameTime += float32(times(fast, f.s.now.Seconds()))
			case f.s.now > at:
				g.m.GameTime += forward
			}
		})
	},
	// The first player sends one update again and again for five seconds.
	"update-clock-stands": func(f *fault) {
		f.s.truce = mishapUntil
		var bytes []byte
		f.onWritten(func(g *updateDraft) {
			if f.first(g) {
				bytes = slices.Clone(g.bytes)
			}
		})
		f.beforeUpdate(func(g *updateDraft) bool {
			if !f.first(g) || bytes == nil || !f.mishap() {
				return true
			}
			g.line.unreliable(bytes, piece{life: g.ship.life, flags: bytes[updateFlags], fault: f.charge})
			return false
		})
	},
	// The last player is told another clock than all others.
	"update-clock-shared": func(f *fault) {
		const ahead, at = 0.6, 20 * time.Second
		f.spoil(1, func(g *updateDraft) bool { return toAny(g) && f.s.now > at && f.last(f.link(g.line)) }, func(g *updateDraft) { g.m.GameTime += ahead })
	},
	// The first player says nothing of its ship for five seconds, and is told nothing of that of the second.
	"update-gaps": func(f *fault) {
		f.s.truce = mishapUntil
		silent := map[*view]bool{}
		about := func(g *updateDraft) bool {
			return f.first(g) || !g.line.up && g.ship.owner.number == 1 && f.link(g.line).player.number == 0
		}
		f.beforeUpdate(func(g *updateDraft) bool {
			if !about(g) || !f.mishap() {
				return true
			}
			silent[g.view] = true
			return false
		})
		f.spoil(1, func(g *updateDraft) bool { return silent[g.view] }, func(g *updateDraft) { delete(silent, g.view) })
	},
	// The ships of the first player, and of the second for all others, are elsewhere for some seconds.
	"update-position-jumps": func(f *fault) {
		const far, whole, stay = 5000, 4, 2
		positions, away := map[*view]int{}, map[*view]bool{}
		f.spoil(1, func(g *updateDraft) bool {
			owner := g.ship.owner.number
			return has(g, message.FlagPosition) && (fromClient(g) && owner == 0 || toOthers(g) && owner == 1)
		}, func(g *updateDraft) {
			n := positions[g.view] % (whole + stay)
			positions[g.view]++
			if n >= whole {
				g.m.Position[0] += far
			}
			if is := n >= whole; is == away[g.view] {
				g.piece.fault = nil
			} else {
				away[g.view] = is
			}
		})
	},
	// The second subsystem of the first player's ship is broken in every other block that has it.
	"update-condition-steady": func(f *fault) {
		const which, at, soon, broken = 1, 20 * time.Second, 3 * time.Second, 100
		turn := map[*view]int{}
		f.afterUpdate(func(g *updateDraft) {
			if g.line.up || g.ship.owner.number != 0 || f.s.now < at || f.s.now-g.ship.since < soon {
				return
			}
			for i := range g.m.Subsystems.Items {
				if (int(g.m.Subsystems.StartIndex)+i)%len(g.ship.parts) != which {
					continue
				}
				if turn[g.view]++; turn[g.view]%2 == 0 {
					g.m.Subsystems.Items[i].Condition = broken
				}
				g.piece.fault = f.charge
			}
		})
	},
	"update-cloak-only-cloakers": func(f *fault) {
		f.spoil(nowAndThen, func(g *updateDraft) bool { return moves(g) && !g.ship.class.HasCloak }, func(g *updateDraft) {
			g.m.DirtyFlags |= message.FlagCloak
			g.m.Cloaked = false
		})
	},
	// The host keeps to itself who is cloaked.
	"update-cloak-follows-owner": func(f *fault) {
		cloaked := map[*vessel]bool{}
		f.cloaks(7*time.Second, 12*time.Second, 30*time.Second)
		f.beforeUpdate(func(g *updateDraft) bool {
			if toOthers(g) {
				g.view.cloaked, g.view.cloakAt = g.ship.cloaked, f.s.now.Seconds()
			}
			return true
		})
		f.afterUpdate(func(g *updateDraft) {
			if fromClient(g) && has(g, message.FlagCloak) && cloaked[g.ship] != g.m.Cloaked {
				cloaked[g.ship], g.piece.fault = g.m.Cloaked, f.charge
			}
		})
	},
	// The settings of each update come in the other order.
	"update-power-roundrobin": func(f *fault) {
		f.spoil(1, fromClient, func(g *updateDraft) { slices.Reverse(g.m.Power) })
	},
	// Four power settings in one update.
	"update-power-entries": func(f *fault) {
		const tooMany = 4
		f.spoil(nowAndThen, fromClient, func(g *updateDraft) {
			for len(g.m.Power) < tooMany {
				g.m.Power = append(g.m.Power, g.ship.anyPower())
			}
			g.piece.items = tooMany
		})
	},
	// Nothing is told of wrecks.
	"update-after-death": func(f *fault) {
		f.scuttles(20 * time.Second)
		f.onEnd(func(_ *line, x *sending, _ bool) { f.blame(&x.content.frame) })
		f.beforeUpdate(func(g *updateDraft) bool { return g.line.up || g.ship.flies() })
	},
}

// Kinds of updates.
func all(*updateDraft) bool          { return true }
func moves(g *updateDraft) bool      { return g.line.up || !g.own }
func fromClient(g *updateDraft) bool { return g.line.up }
func toAny(g *updateDraft) bool      { return !g.line.up }
func toOwner(g *updateDraft) bool    { return !g.line.up && g.own }
func toOthers(g *updateDraft) bool   { return !g.line.up && !g.own }
func begun(g *updateDraft) bool      { return !g.line.up && g.view.begun }

func has(g *updateDraft, flag uint8) bool { return g.m.DirtyFlags&flag != 0 }

// first reports an update of the first player.
func (f *fault) first(g *updateDraft) bool { return g.line.up && g.ship.owner.number == 0 }

// mishap is for five seconds. Before they are over nobody should fire: the ship has to live.
func (f *fault) mishap() bool { return f.s.now >= mishapFrom && f.s.now < mishapUntil }

const mishapFrom, mishapUntil = 25 * time.Second, 30 * time.Second

// updateFlags is the place of the flags in an update.
const updateFlags = message.UpdateHeaderSize - 1

// spoil changes one of n updates of a kind.
func (f *fault) spoil(n int, kind func(*updateDraft) bool, do func(*updateDraft)) {
	f.afterUpdate(func(g *updateDraft) {
		if kind(g) && f.every(n) {
			g.piece.fault = f.charge
			do(g)
		}
	})
}

// spoilEarly is spoil before anything is filled in.
func (f *fault) spoilEarly(n int, kind func(*updateDraft) bool, do func(*updateDraft)) {
	f.beforeUpdate(func(g *updateDraft) bool {
		if kind(g) && f.every(n) {
			g.piece.fault = f.charge
			do(g)
		}
		return true
	})
}

// spoilStreams blames the first update about each ship on each line.
func (f *fault) spoilStreams(kind func(*updateDraft) bool) {
	type stream struct {
		line *line
		ship *vessel
	}
	seen := map[stream]bool{}
	f.afterUpdate(func(g *updateDraft) {
		if x := (stream{g.line, g.ship}); kind(g) && !seen[x] {
			seen[x], g.piece.fault = true, f.charge
		}
	})
}

// anyPower is the setting of the first subsystem that has one.
func (x *vessel) anyPower() message.PowerSetting {
	for i := range x.parts {
		if x.class.HasPower(i) {
			return message.PowerSetting{Index: uint8(i), Value: settingOnWire(x.parts[i].power)}
		}
	}
	return message.PowerSetting{}
}
