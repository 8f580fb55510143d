package check_test

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// fromHost has the host tell everybody something of the first player's ship, at 25 s.
func fromHost(opcode uint8, m func(*message.ObjectCreate) wire.Message) edit.Edit {
	return at(25*s, func(c *edit.Capture, when time.Duration, _ *edit.Link, ship *message.ObjectCreate) {
		for _, l := range c.Present(when) {
			c.Tell(when, l, edit.ToClient, opcode, m(ship))
		}
	})
}

// fromPlayer has the first player say something of its ship.
func fromPlayer(opcode uint8, m func(*message.ObjectCreate) wire.Message) edit.Edit {
	return at(25*s, func(c *edit.Capture, when time.Duration, l *edit.Link, ship *message.ObjectCreate) {
		c.Tell(when, l, edit.ToServer, opcode, m(ship))
	})
}

func shipEvent(class, code uint32) func(*message.ObjectCreate) wire.Message {
	return func(x *message.ObjectCreate) wire.Message {
		return &message.Event{ClassID: class, EventCode: code, SourceID: x.ObjectID + 1, TargetID: x.ObjectID + 1}
	}
}

// Places of fields in an event.
const atCode, atSource, atTarget = 5, 9, 13

// event are events with a code.
func event(of edit.Match, code uint32) edit.Match {
	return of.And(edit.Where(func(m *message.Event) bool { return m.EventCode == code }))
}

var senderFaults = []fault{
	{rule: "sender-newplayer-client", do: fromHost(0x2A, func(*message.ObjectCreate) wire.Message { return &message.NewPlayerInGame{} })},
	{rule: "sender-collision-client", do: fromHost(0x15, func(x *message.ObjectCreate) wire.Message {
		return &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: x.ObjectID, Force: 10}
	})},
	{rule: "sender-target-event-client", do: edit.Each(targets, func(c *edit.Capture, m *edit.Message) {
		for _, l := range c.Present(m.At()) {
			if l != m.Link {
				c.Insert(m.At()+30*time.Millisecond, l, edit.ToClient, transport.NewData(true, 0), m.Payload)
			}
		}
	})},
	{rule: "sender-client-only", do: fromHost(0x1E, func(x *message.ObjectCreate) wire.Message { return &message.RequestObject{ObjectID: x.ObjectID} })},
	{rule: "sender-python-event-host", do: fromPlayer(0x06, shipEvent(message.ClassObjPtr, 0x0080007C))},
	{rule: "sender-host-only", do: fromPlayer(0x14, func(x *message.ObjectCreate) wire.Message { return &message.DestroyObject{ObjectID: x.ObjectID} })},
	{rule: "sender-dead-opcodes", do: edit.All(fromPlayer(0x0E, shipEvent(message.ClassSubsystem, 0x008000DD)), fromHost(0x0F, shipEvent(message.ClassSubsystem, 0x008000DD)))},
	{rule: "payload-layout", do: edit.Each(edit.Match(func(m *edit.Message) bool { return targets(m) || notFound(m) }), edit.Bytes(func(b []byte) []byte { return append(b, 0) }))},

	{rule: "object-own-only", do: edit.First(1, edit.Up(0x08, 0x12, 0x1B).And(playing), func(c *edit.Capture, m *edit.Message) {
		for _, l := range c.Present(m.At()) {
			if l != m.Link && c.Heard(l).At() > m.At()+s {
				c.SaysAgain(m.At()+s/5, l, m.Payload)
				return
			}
		}
	})},
	{rule: "object-ids", do: func(c *edit.Capture) {
		edit.Rename(func(id uint32) uint32 {
			if of, ok := wire.OwnerSlot(id); ok && of == 1 {
				id += 0x100
			}
			return id
		})(c)
	}},
	{rule: "object-blob", do: edit.Each(edit.Up(0x03), edit.Relays(edit.Bytes(func(b []byte) []byte { return b[:len(b)-1] }))),
		follows: []string{"payload-layout: a creation whose state does not fit does not end with its last field either", "creation-blob: it is that"}},
	{rule: "object-spawn-state", do: edit.Each(edit.Up(0x03), edit.Relays(edit.Put(43, 0x40400000)))},
	{rule: "object-no-host-spawn", do: at(25*s, func(c *edit.Capture, when time.Duration, l *edit.Link, ship *message.ObjectCreate) {
		ship.ObjectID += 0x8000
		for _, o := range c.Present(when) {
			if o != l {
				c.Tell(when, o, edit.ToClient, 0x03, ship)
			}
		}
	})},
	{rule: "object-not-found-after-create", do: edit.Each(notFound, edit.Omit)},
}

// echo is a copy that goes back to who said it.
func echo(m *edit.Message) bool { return m.From != nil && m.From.Link == m.Link }

var playFaults = []fault{
	{rule: "relay-weapons-all-peers", do: edit.Each(edit.Down(0x08, 0x19, 0x1A).And(edit.On(1)), edit.Omit)},
	{rule: "relay-events-all-peers", do: edit.Each(edit.Down(0x0A, 0x11, 0x12, 0x1B), edit.Omit)},
	{rule: "relay-creation-all-peers", do: edit.Each(edit.Down(0x03).But(welcome(0x03)).And(edit.On(1)), edit.Omit)},
	{rule: "relay-no-extra-copies", do: edit.Each(edit.Up(0x08), func(c *edit.Capture, m *edit.Message) {
		c.Insert(m.At()+30*time.Millisecond, m.Link, edit.ToClient, transport.NewData(true, 0), m.Payload)
	})},

	{rule: "event-class-and-code", do: edit.Each(targets, edit.Put(atCode, 0x0080007C))},
	{rule: "weapon-startfiring-pairs", do: edit.Every(2, edit.Up(0x07), edit.Relays(edit.Omit))},
	{rule: "weapon-id-kind", do: edit.Each(edit.Up(0x08), edit.Relays(edit.Set(func(m *message.Event) {
		slot, _ := wire.OwnerSlot(m.TargetID)
		m.TargetID = 0x3FFFFFFF + uint32(slot)<<18
	})))},
	{rule: "weapon-torpedo-kind", do: edit.Each(edit.Up(0x19), edit.Relays(edit.Set(func(m *message.TorpedoFire) { m.Projectile = 9 })))},
	{rule: "event-repair-ids", do: edit.Each(event(edit.Down(0x06), 0x008000DF), edit.Put(atSource, 0x123))},
	{rule: "event-broadcast", do: edit.Each(event(edit.Down(0x06), 0x0080007C).And(edit.On(1)), edit.Omit)},

	{rule: "collision-rate", do: at(25*s, func(c *edit.Capture, when time.Duration, l *edit.Link, ship *message.ObjectCreate) {
		for i := range time.Duration(10) {
			c.Tell(when+i*20*time.Millisecond, l, edit.ToServer, 0x15, &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: ship.ObjectID, Force: 50})
		}
	})},
	{rule: "collision-has-effect", do: func(c *edit.Capture) {
		for _, x := range quiet(c) {
			c.Tell(x.at, x.link, edit.ToServer, 0x15, &message.Event{ClassID: message.ClassCollision, EventCode: 0x00800050, TargetID: x.object, Force: 700})
		}
	}},
}

// moment is one in which nothing happens to a ship for a while.
type moment struct {
	at     time.Duration
	link   *edit.Link
	object uint32
}

// quiet gives moments in which ships take no damage for three seconds, five seconds apart.
func quiet(c *edit.Capture) (list []moment) {
	edit.Streams(toOwner, func(c *edit.Capture, blocks []*edit.Message) {
		low, since, last := map[int]uint8{}, time.Duration(0), time.Duration(0)
		for _, m := range blocks {
			u := m.Said().(*message.StateUpdate)
			for i := range u.Subsystems.Items {
				x := &u.Subsystems.Items[i]
				if before, told := low[x.Index]; !told || x.Least() < before {
					since = m.At()
				}
				low[x.Index] = x.Least()
			}
			if m.At()-since > 5*s && m.At()-last > 8*s && c.Heard(m.Link).At() > m.At() {
				last = m.At()
				list = append(list, moment{m.At() - 3*s, m.Link, u.ObjectID})
			}
		}
	})(c)
	return list
}

// exploding are what clients are told of the ends of ships that somebody killed, or nobody.
func exploding(killed bool) edit.Match {
	return edit.Down(0x06).And(edit.Where(func(m *message.Event) bool { return edit.Exploding(m) && (m.SourceID != 0) == killed }))
}

// only2 are messages of the host to the second client, about others.
func only2(opcodes ...int) edit.Match { return edit.Down(opcodes...).And(edit.On(2)) }

// oneReceiver are faults in what one client alone is told.
var oneReceiver = []fault{
	{rule: "relay-weapons-all-peers", do: edit.Each(only2(0x19), edit.Set(func(m *message.TorpedoFire) { m.Direction[0] ^= 0x40 }))},
	{rule: "relay-weapons-all-peers", do: edit.Each(only2(0x19), edit.Set(func(m *message.TorpedoFire) { m.TargetID++ }))},
	{rule: "relay-weapons-all-peers", do: edit.Each(only2(0x07, 0x08), edit.Set(func(m *message.Event) { m.SourceID++ }))},
	{rule: "relay-weapons-all-peers", do: edit.First(1, only2(0x19), edit.Omit)},
	{rule: "relay-creation-all-peers", do: edit.First(1, only2(0x03).But(welcome(0x03)).And(between(15*s, 90*s)), edit.Bytes(func(b []byte) []byte { b[2]++; return b }))},
	{rule: "relay-creation-all-peers", do: edit.First(1, only2(0x03).But(welcome(0x03)).And(between(15*s, 90*s)), edit.Set(func(m *message.ObjectCreate) { m.ObjectName = wire.Text("Nobody") }))},
	{rule: "chat-to-all", do: edit.First(1, only2(0x2C), edit.Omit)},
	{rule: "relay-no-extra-copies", do: edit.First(1, only2(0x2C), func(c *edit.Capture, m *edit.Message) { c.Behind(m, transport.NewData(true, 0), m.Payload) })},
	{rule: "explosion-untold", do: edit.First(1, only2(0x06).And(edit.Where(edit.Exploding)), edit.Omit), follows: []string{"event-broadcast: it is told to all"}},
	{rule: "death-lifetime", do: edit.First(1, only2(0x06).And(edit.Where(edit.Exploding)), edit.Set(func(m *message.Event) { m.Lifetime = 1 })),
		follows: []string{"event-broadcast: what one is told otherwise is not what all are told"}},
	{rule: "event-broadcast", do: edit.First(1, only2(0x36), edit.Omit), says: "is not sent to"},
	{rule: "event-broadcast", do: edit.Each(only2(0x38), edit.Set(func(m *message.EndGame) { m.Reason = 9 })),
		follows: []string{"endgame-form: it is that too"}, says: "changed, in frame"},
	{rule: "event-broadcast", do: edit.First(1, event(only2(0x06), 0x008000DF), edit.Put(atSource, 0x123)),
		follows: []string{"event-repair-ids: it is that too"}, says: "changed, in frame"},
	{rule: "update-subsystems-from-server", do: edit.Every(nowAndThen, toOthers.And(edit.On(2)), updated(func(u *message.StateUpdate) { u.DirtyFlags |= message.FlagWeapons }))},
	{rule: "condition-differs", do: edit.Each(toOthers.And(edit.On(2)), hull(func(x *message.SubsystemState) { x.Condition = 97 })),
		follows: []string{"update-first-cycle: the new ship is not whole"}},
	{rule: "transport-ack-every-reliable", side: "client", do: edit.First(1, edit.Down().And(edit.On(2), playing), edit.Both(edit.Unanswered, edit.Again(s, 2500*time.Millisecond)))},
	{rule: "transport-ack-sent", side: "client", do: edit.First(3, edit.Up().And(acks, edit.On(2)), func(c *edit.Capture, m *edit.Message) {
		a := c.Insert(m.At(), m.Link, m.Dir, transport.Message{Type: transport.Ack}, nil)
		edit.Finally(func(x *edit.Message) bool { return x == a }, func(a *edit.Message) { a.Seq = m.Seq + 2000 })(c)
	})},
	{rule: "transport-seq-complete", side: "server", do: edit.First(1, only2(0x1D), func(c *edit.Capture, m *edit.Message) { c.Behind(m, transport.NewData(true, 0), m.Payload).Lost = true })},
	{rule: "leave-messages", do: edit.Each(edit.Down(0x14).And(edit.On(1)), edit.Omit), follows: []string{"ship-haunts: it is what he sees of it"}},
	{rule: "update-clock-shared", do: edit.Each(toAny.And(edit.On(1), between(20*s, 40*s)), updated(func(u *message.StateUpdate) { u.GameTime-- })),
		follows: []string{"update-clock: his clock is put back once", "update-clock-drift: it is not that of the host for a time"}},
}

// hull changes what is told of the first subsystem.
func hull(do func(*message.SubsystemState)) edit.Do {
	return updated(func(u *message.StateUpdate) {
		for i := range u.Subsystems.Items {
			if u.Subsystems.Items[i].Index == 0 {
				do(&u.Subsystems.Items[i])
			}
		}
	})
}

var endFaults = []fault{
	{rule: "death-event", do: edit.Each(exploding(false), edit.Set(func(m *message.Event) { m.FiringPlayer = 9 }))},
	{rule: "death-killer", do: edit.Each(exploding(true), edit.Set(func(m *message.Event) {
		slot, _ := wire.OwnerSlot(m.TargetID)
		m.SourceID, m.FiringPlayer = m.TargetID, int32(slot+2)
	}))},
	{rule: "death-lifetime", do: edit.Each(edit.Down(0x06), edit.Set(func(m *message.Event) {
		if edit.Exploding(m) {
			m.Lifetime = 1
		}
	}))},
	{rule: "death-explosion", do: edit.Each(exploding(false), func(c *edit.Capture, m *edit.Message) {
		c.Behind(m, transport.NewData(true, 0), message.Append(nil, 0x29, &message.Explosion{ObjectID: m.Said().(*message.Event).TargetID, Radius: wire.NewCF16(50), Damage: wire.NewCF16(6000)}))
	})},
	{rule: "death-score", do: edit.Each(edit.Down(0x36), edit.Omit)},
	{rule: "death-no-score-for-weapon", do: edit.All(edit.Each(exploding(true).And(between(0, 50*s)), func(c *edit.Capture, m *edit.Message) {
		e := m.Said().(*message.Event)
		slot, _ := wire.OwnerSlot(e.TargetID)
		c.Behind(m, transport.NewData(true, 0), message.Append(nil, 0x36, &message.ScoreChange{KillerID: e.FiringPlayer, KillerKills: 1, VictimID: int32(slot + 2), Updates: make([]message.ScoreUpdate, 1)}))
	}), countDeaths)},
	{rule: "destroy-only-for-leavers", do: edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding), between(0, 30*s)), func(c *edit.Capture, m *edit.Message) {
		c.Tell(m.At()+140*time.Millisecond, m.Link, edit.ToClient, 0x14, &message.DestroyObject{ObjectID: m.Said().(*message.Event).TargetID})
	})},
	{rule: "selfdestruct-answered", do: at(62*s, func(c *edit.Capture, when time.Duration, l *edit.Link, _ *message.ObjectCreate) {
		c.Tell(when, l, edit.ToServer, 0x13, &message.HostMsg{})
	})},
	{rule: "respawn-delay", do: func(c *edit.Capture) {
		death := edit.Match(func(m *edit.Message) bool {
			return exploding(false)(m) || exploding(true)(m) || edit.Any(0x36, 0x13, 0x29)(m)
		})
		edit.Each(death.And(between(0, 24*s)), edit.Shift(6*s))(c)
	}},
	// Three times, at something else each time: no copies.
	{rule: "object-used-after-death", do: edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding), own13), func(c *edit.Capture, m *edit.Message) {
		var shot []byte
		for _, x := range c.Messages {
			if x.Link == m.Link && edit.Up(0x19, 0x1A)(x) && x.At() < m.At() {
				shot = slices.Clone(x.Payload)
			}
		}
		for i := range time.Duration(3) {
			if shot != nil && c.Heard(m.Link).At() > m.At()+8*s {
				shot[8] ^= uint8(0x51 + i)
				c.SaysAgain(m.At()+(3+2*i)*s, m.Link, slices.Clone(shot))
			}
		}
	})},
	{rule: "score-consistent", do: func(c *edit.Capture) {
		edit.Each(edit.Down(0x36).And(edit.Where(func(m *message.ScoreChange) bool { return m.VictimDeaths == 2 })), edit.Set(func(m *message.ScoreChange) { m.VictimDeaths++ }))(c)
	}},
	{rule: "endgame-form", do: fromHost(0x38, func(*message.ObjectCreate) wire.Message { return &message.EndGame{Reason: 9} })},

	{rule: "chat-sender-id", do: edit.Each(edit.Up(0x2C), edit.Relays(edit.Set(func(m *message.Chat) { m.SenderID++ })))},
	{rule: "chat-to-all", do: edit.Each(edit.Down(0x2C).And(echo), edit.Omit)},
	{rule: "chat-team-only", do: func(c *edit.Capture) {
		const when = 22 * s
		for i, o := range c.Present(when) {
			c.Tell(when, o, edit.ToServer, 0x41, &message.TeamSelect{PlayerID: int32(o.Peer), Team: uint8(min(i, 1))})
		}
		c.Says(when+2*s, c.Links[0], 0x2D, &message.TeamChat{Chat: message.Chat{SenderID: int32(c.Links[0].Peer), Text: wire.Text("to me")}})
	}},
	{rule: "leave-playerlist", do: edit.Each(listed(0x00060005).And(edit.On(1)), edit.Omit), follows: []string{"leave-messages: it asks for the same message", "leaver-not-listed: it is that"}},
	{rule: "leave-messages", do: edit.Each(edit.Down(0x18).And(edit.On(1)), edit.Omit)},
	{rule: "leave-timeout", do: silent},

	{rule: "gamespy-answered", do: func(c *edit.Capture) {
		n := 0
		edit.Texts(func(x *edit.Text) {
			if strings.Contains(x.Text, `\hostname\`) {
				n++
				x.Drop = n%3 == 0
			}
		})(c)
	}},
	{rule: "gamespy-reply-form", do: replaceText(`\gamever\60\location\1`, `\location\1\gamever\60`)},
	{rule: "gamespy-player-count", do: replaceText(`\numplayers\`, `\numplayers\1`)},
	{rule: "gamespy-limit", do: replaceText(`\maxplayers\8`, `\maxplayers\7`)},
	{rule: "gamespy-secure", do: replaceText(`\validate\`, `\validate\x`)},
}

// countDeaths has the counts of deaths go up by one, as each client is told of them.
func countDeaths(c *edit.Capture) {
	deaths := map[int32]map[*edit.Link]int32{} // by the player
	list := slices.SortedStableFunc(slices.Values(c.Messages), func(a, b *edit.Message) int { return cmp.Compare(a.At(), b.At()) })
	told := func(l *edit.Link, player, by int32) (n int32) {
		if deaths[player] == nil {
			deaths[player] = map[*edit.Link]int32{}
		}
		if n = deaths[player][l] + by; by == 0 {
			for _, others := range deaths[player] {
				n = max(n, others)
			}
		}
		deaths[player][l] = n
		return n
	}
	for _, m := range list {
		switch m.Opcode {
		case 0x36:
			edit.Set(func(x *message.ScoreChange) { x.VictimDeaths = told(m.Link, x.VictimID, 1) })(c, m)
		case 0x37:
			edit.Set(func(x *message.Score) { x.Deaths = told(m.Link, x.PlayerID, 0) })(c, m)
		case 0x3F:
			edit.Set(func(x *message.ScoreInit) { x.Deaths = told(m.Link, x.PlayerID, 0) })(c, m)
		}
	}
}

// own13 is an event about the ship of the client at the end of the link.
func own13(m *edit.Message) bool {
	slot, ok := wire.OwnerSlot(m.Said().(*message.Event).TargetID)
	return ok && slot == int(m.Slot)
}

// silent has clients that fall silent send keepalives for a while.
func silent(c *edit.Capture) {
	for _, l := range c.Links {
		heard := c.Heard(l)
		if heard.Type == transport.Disconnect || heard.At() > 90*s {
			continue
		}
		for i := range time.Duration(4) {
			c.Insert(heard.At()+(4+5*i)*s, l, edit.ToServer, transport.Message{Type: transport.Keepalive}, nil)
		}
	}
}

func replaceText(old, by string) edit.Edit {
	return edit.Texts(func(x *edit.Text) { x.Text = strings.Replace(x.Text, old, by, 1) })
}
