package battle

import (
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// A change is one thing that is otherwise than in stock software, and the battle stays the same: it does not
// depend on the network (plan.go). It need not break a rule. Comparisons of captures are held against changes: each has to be found, and nothing else.

// change is one by its name.
type change struct {
	name string
	what string // it does, as the documentation says it
	do   func(*fault)
}

// Changes gives the name of each change, and what it does.
func Changes() (texts [][2]string) {
	for i := range changes {
		texts = append(texts, [2]string{changes[i].name, changes[i].what})
	}
	return texts
}

// ChangeNames lists the changes.
func ChangeNames() (names []string) {
	for i := range changes {
		names = append(names, changes[i].name)
	}
	return names
}

// CheckChanges says which of the names is no change.
func CheckChanges(names []string) error {
	known := func(name string) bool { return changeOf(name) != nil }
	return checkNames("change", names, known, "not known; expected "+strings.Join(ChangeNames(), ", "))
}

func changeOf(name string) *change {
	for i := range changes {
		if changes[i].name == name {
			return &changes[i]
		}
	}
	return nil
}

// makeChanges hooks the changes in.
func (s *session) makeChanges() {
	for _, name := range s.Changes {
		changeOf(name).do(&fault{charge: &charge{rule: name}, s: s})
	}
}

var changes = []change{
	// What a message says.
	{"settings-collision", "Settings say that collisions do no damage", func(f *fault) {
		f.onOpcode(0x00, false, func(l *line, x *sending) {
			x.payload = message.Append(nil, 0x00, &message.Settings{
				GameTime: f.s.clock(), PlayerSlot: f.link(l).slot, MapName: wire.Text(f.s.script()),
			})
		})
	}},
	{"mission-limit", "MissionInit has a player limit of 16, not 8", func(f *fault) {
		f.onOpcode(0x35, false, func(_ *line, x *sending) {
			other := f.s.mission()
			other.PlayerLimit = MostPlayers
			x.payload = message.Append(nil, 0x35, &other)
		})
	}},
	{"explosion-radius", "Explosions have a radius of 75, not 50", func(f *fault) {
		f.onOpcode(0x29, false, func(_ *line, x *sending) {
			m := message.Decode(x.payload).Message.(*message.Explosion)
			m.Radius = wire.NewCF16(75)
			x.payload = message.Append(nil, 0x29, m)
		})
	}},
	{"explosion-lifetime", "ships explode for 11 s, not 9.5 or 12.9, as OBJECT_EXPLODING says", func(f *fault) {
		f.onDeath(func(_ *vessel, _ blow, e *message.Event) { e.Lifetime = 11 })
	}},
	{"torpedo-flags", "TorpedoFire has flag 0x02 too", func(f *fault) {
		f.onOpcode(0x19, true, func(_ *line, x *sending) {
			m := message.Decode(x.payload).Message.(*message.TorpedoFire)
			m.Flags |= 2
			x.payload = message.Append(nil, 0x19, m)
		})
	}},
	{"object-team", "a new ship has its slot for a team, not its slot and two", func(f *fault) {
		const team = 2
		f.onOpcode(0x03, true, func(l *line, x *sending) {
			x.payload = slices.Clone(x.payload)
			x.payload[team] = f.link(l).slot
		})
	}},
	{"chat-longer", "copies of Chat have one byte more at the end", func(f *fault) {
		f.onOpcode(0x2C, false, func(_ *line, x *sending) { x.payload = append(slices.Clone(x.payload), 0) })
	}},
	{"peerinfo-address", "PeerInfo of the host has the address 0.0.0.0", func(f *fault) {
		f.onKind(transport.PeerInfo, false, func(_ *line, x *sending) {
			x.payload = withoutAddress(x.payload, f.s)
		})
	}},
	{"up-never", "the host never says where up is (flag 0x08)", func(f *fault) {
		f.afterUpdate(func(g *updateDraft) {
			if toOthers(g) {
				g.m.DirtyFlags &^= message.FlagUp
			}
		})
	}},

	// What is said, and in which order.
	{"round-missing", "the host does not ask for round 3 of the checksums", func(f *fault) {
		f.onRound(3, func(_ *link, _ *line, x *sending) { x.content.unsaid = true })
		f.onAnswer(3, func(_ *link, _ *line, x *sending) { x.content.unsaid = true })
	}},
	{"mission-after-list", "MissionInit comes after the first PlayerListEvent", func(f *fault) {
		f.swap(0x35, 0x17, func(k *link) bool { return !k.entered })
	}},
	{"no-player-list", "the host never says who is in the game (0x17)", func(f *fault) {
		f.onOpcode(0x17, false, func(_ *line, x *sending) { x.drop = true })
	}},
	{"no-scores", "the host sends no scores (0x36, 0x37, 0x3F, 0x40)", func(f *fault) {
		for _, opcode := range []uint8{0x36, 0x37, 0x3F, 0x40} {
			f.onOpcode(opcode, false, func(_ *line, x *sending) { x.drop = true })
		}
	}},
	{"death-untold", "the last player is never told that the ship of another one explodes", func(f *fault) {
		f.onEnd(func(l *line, x *sending, _ bool) {
			k := f.link(l)
			x.drop = f.last(k) && (k.ship == nil || k.ship.id != uint32At(x.payload, atTarget))
		})
	}},
	{"settings-late", "ChecksumComplete, Settings and GameInit come 500 ms later", func(f *fault) {
		for _, opcode := range []uint8{0x28, 0x00, 0x01} {
			f.onOpcode(opcode, false, func(_ *line, x *sending) { x.content.wait = 500 * time.Millisecond })
		}
	}},
	{"relay-late", "the host relays 200 ms later", func(f *fault) {
		f.onGame(func(l *line, x *sending) {
			if !l.up && x.content.copied && f.link(l).entered {
				x.content.wait = 200 * time.Millisecond
			}
		})
	}},

	// How often, and when.
	{"update-rate-7", "the host sends 7 updates per second, not 10", func(f *fault) { f.s.altered.slower = 10. / 7 }},
	{"blocks-larger", "subsystem blocks have up to 14 bytes, not 10", func(f *fault) { f.s.altered.block = 14 }},
	{"position-rare", "a full position every 2.6 s, not every 1.3 s", func(f *fault) { f.s.altered.whole = 2 * wholeEvery }},
	{"ack-late", "Acks of the host wait for 120 ms, not 30 ms", func(f *fault) { f.s.hooks.ackLate = 120 * time.Millisecond }},
	{"ack-once", "no Ack is repeated in later datagrams", func(f *fault) { f.s.hooks.ackOnce = true }},
	{"keepalive-2s", "clients send a Keepalive every 2 s, not every 5 s", func(f *fault) { f.s.altered.keepalive = 2 * time.Second }},
	{"fragment-300", "fragments have 300 bytes, not 412", func(f *fault) { f.s.hooks.whole = 300 }},
}

// withoutAddress is a PeerInfo of some player without the address.
func withoutAddress(payload []byte, s *session) []byte {
	for _, p := range s.players {
		if p.link == nil {
			continue
		}
		info := p.info()
		if slices.Equal(payload, wire.Append(nil, info)) {
			info.Address = [4]byte{}
			return wire.Append(nil, info)
		}
	}
	return payload
}
