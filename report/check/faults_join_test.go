package check_test

import (
	"bytes"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Kinds of messages.
var (
	acks     = edit.Kind(transport.Ack)
	peerInfo = edit.Kind(transport.PeerInfo)
	targets  = edit.Up(0x0D)
	notFound = edit.Down(0x1D)
	numbered = edit.Match(func(m *edit.Message) bool {
		return m.Type == transport.Data && m.Copies[0].Header.HasSeq && len(m.Copies) == 1 && len(m.Acks) > 0 && !m.Copies[0].Header.Fragment
	})
)

const s = time.Second

// playing are numbered messages while the first minute is played.
func playing(m *edit.Message) bool { return m.At() > 12*s && m.At() < 60*s && numbered(m) }

// at does something with the first client and its ship at a time.
func at(when time.Duration, do func(c *edit.Capture, when time.Duration, l *edit.Link, ship *message.ObjectCreate)) edit.Edit {
	return func(c *edit.Capture) {
		l := c.Links[0]
		for ; ; when += s / 4 {
			if ship, made := c.Creation(l, when); ship != nil && when-made > 2*s {
				do(c, when, l, ship)
				return
			}
		}
	}
}

func idle(ship *message.ObjectCreate, up bool) (uint8, wire.Message) {
	if up {
		return 0x0D, &message.Event{ClassID: message.ClassObjPtr, EventCode: 0x00800058, SourceID: ship.ObjectID, TargetID: ship.ObjectID}
	}
	return 0x1D, &message.ObjectNotFound{ObjectID: ship.ObjectID}
}

// bothWays puts a message that nothing follows from into both directions of the first connection.
func bothWays(when time.Duration, do func(c *edit.Capture, m *edit.Message)) edit.Edit {
	return at(when, func(c *edit.Capture, when time.Duration, l *edit.Link, ship *message.ObjectCreate) {
		for _, dir := range []bool{true, false} {
			opcode, m := idle(ship, dir)
			to := edit.ToClient
			if dir {
				to = edit.ToServer
			}
			do(c, c.Tell(when, l, to, opcode, m))
		}
	})
}

var longText = message.Append(nil, 0x2C, &message.Chat{SenderID: 2, Text: wire.Text(bytes.Repeat([]byte("la "), 160))})

var transportFaults = []fault{
	{rule: "transport-walk-exact", do: edit.All(
		edit.Datagrams(50, edit.ToServer, func(p *edit.Packet) { p.Tail = []byte{0x77} }), edit.Datagrams(50, edit.ToClient, func(p *edit.Packet) { p.Tail = []byte{0x77} }))},
	{rule: "transport-control-header", do: edit.Each(peerInfo, edit.Copies(func(x *edit.Copy) { x.Header.FlagsLen &^= 0x4000 }))},
	{rule: "transport-sizes", do: edit.All(func(c *edit.Capture) { c.Largest = 1000 }, edit.Each(edit.Any(0x2C), edit.Set(func(m *message.Chat) { m.Text = wire.Text(bytes.Repeat([]byte("la "), 160)) })))},
	{rule: "transport-fragments-complete", do: bothWays(15*s, func(c *edit.Capture, m *edit.Message) {
		m.Payload, m.Copies[0].Header = longText[:405], transport.NewFragment(0, 0, 2)
		m.Acks[0].Copies[0].Header = transport.NewAck(&m.Copies[0].Header)
	})},
	{rule: "transport-reliability", do: edit.Each(edit.Match(func(m *edit.Message) bool { return targets(m) || notFound(m) }), edit.Plain)},
	{rule: "transport-seq-complete", do: bothWays(20*s, func(_ *edit.Capture, m *edit.Message) { m.Lost = true })},
	{rule: "transport-seq-16bit", do: edit.All(many, edit.Finally(func(m *edit.Message) bool {
		return m.Type == transport.Data || m.Type == transport.Ack && m.Copies[0].Header.AckFlags&transport.AckLowChannel == 0
	}, func(m *edit.Message) { m.Seq &= 0xFF }))},
	{rule: "transport-seq-unique", do: bothWays(15*s, func(c *edit.Capture, m *edit.Message) {
		before := c.Find(edit.Match(func(x *edit.Message) bool { return playing(x) && x.Dir == m.Dir && x.Link == m.Link }))
		again(c, m, before)
	})},
	{rule: "transport-ack-every-reliable", do: edit.All(
		edit.First(1, edit.Up().And(playing), edit.Both(edit.Unanswered, edit.Again(s, 2500*time.Millisecond))),
		edit.First(1, edit.Down().And(playing), edit.Both(edit.Unanswered, edit.Again(s, 2500*time.Millisecond))))},
	{rule: "transport-ack-form", do: edit.All(
		edit.Each(edit.Down().And(acks), edit.Copies(func(x *edit.Copy) { x.Header.AckFlags &^= transport.AckFragment })),
		edit.Every(20, edit.Up().And(acks, func(m *edit.Message) bool { return m.At() > 10*s && m.Of != nil && m.Of.Seq > 20 }), edit.Beside(func(x *edit.Copy) { x.Header.AckFlags |= transport.AckLowChannel })))},
	{rule: "transport-ack-sent", do: at(15*s, func(c *edit.Capture, when time.Duration, l *edit.Link, _ *message.ObjectCreate) {
		for _, dir := range []decode.Direction{edit.ToServer, edit.ToClient} {
			ack := c.Insert(when, l, dir, transport.Message{Type: transport.Ack}, nil)
			edit.Finally(func(m *edit.Message) bool { return m == ack }, func(m *edit.Message) { m.Seq = 40_003 })(c)
		}
	})},
	{rule: "transport-ack-flags-zero", do: edit.Every(20, acks, edit.Copies(func(x *edit.Copy) { x.Header.AckFlags |= 0x80 }))},
	{rule: "transport-retransmit-interval", do: edit.Every(2, playing, edit.Both(edit.Again(300*time.Millisecond, 600*time.Millisecond, 900*time.Millisecond), edit.Answered(950*time.Millisecond)))},
	{rule: "transport-retransmit-until-ack", do: edit.Every(10, playing, edit.Answered(5*s))},
	{rule: "transport-retransmit-stops", do: edit.Every(10, playing, edit.Again(1200*time.Millisecond, 2400*time.Millisecond, 3600*time.Millisecond, 4800*time.Millisecond))},
	{rule: "transport-silence", do: silence},
	{rule: "transport-peer-byte", do: edit.Datagrams(20, edit.ToServer, func(p *edit.Packet) {
		if p.At > 12*s {
			p.Peer++
		}
	})},
}

// many puts so many messages into both directions that their numbers go beyond 255.
func many(c *edit.Capture) {
	for i := range time.Duration(0x100) {
		bothWays(10*s+i*s/10, func(*edit.Capture, *edit.Message) {})(c)
	}
}

// again gives a message the number of an earlier one.
func again(c *edit.Capture, m, before *edit.Message) {
	m.Unnumbered = true
	m.Acks[0].Of = before
	m.Acks = nil
	edit.Finally(func(x *edit.Message) bool { return x == m }, func(m *edit.Message) { m.Seq = before.Seq })(c)
}

// silence has first the host and then the client say nothing for 14 s in the join of who comes last.
func silence(c *edit.Capture) {
	stalls(c, 3, edit.ToClient)
	stalls(c, 2, edit.ToServer)
}

// stalls has a pause before the answer to a round of checksums, in which one side sends keepalives.
func stalls(c *edit.Capture, n uint8, awake decode.Direction) {
	const still = 14 * s
	l := last(c)
	asked, answer := c.Find(round(0x20, n).And(edit.On(l.Number))), c.Find(round(0x21, n).And(edit.On(l.Number)))
	c.Earlier(l, answer.At(), still)
	for _, a := range asked.Acks {
		if a.At() >= answer.At() {
			edit.Shift(-still)(c, a)
		}
	}
	edit.Each(edit.Down().And(peerInfo, func(m *edit.Message) bool { return m.Payload[0] == l.Peer && m.Link != l }), edit.Shift(-still))(c)
	for i := range time.Duration(2) {
		c.Insert(answer.At()-(4+5*i)*s, l, awake, transport.Message{Type: transport.Keepalive}, nil)
	}
}

var joinFaults = []fault{
	{rule: "join-connect-answer", do: func(c *edit.Capture) {
		answer := c.Find(edit.Down().And(edit.Kind(transport.Connect), edit.On(last(c).Number)))
		edit.Swap(answer, c.Behind(answer, transport.NewControl(transport.PeerInfo, 0), c.Find(edit.Up().And(peerInfo)).Payload))
	}},
	{rule: "join-answer-with-round-0", do: edit.Each(round(0x20, 0), edit.Shift(10*time.Millisecond))},
	{rule: "join-peerinfo-once", do: edit.First(1, edit.Up().And(peerInfo), func(c *edit.Capture, m *edit.Message) {
		c.Insert(m.At()+10*s, m.Link, m.Dir, transport.NewControl(transport.PeerInfo, 0), m.Payload)
	})},
	{rule: "join-peerinfo-relay", do: edit.Each(edit.Down().And(peerInfo, func(m *edit.Message) bool { return m.Payload[0] == m.Peer }), edit.Omit)},
	{rule: "join-peerinfo-not-periodic", do: edit.First(1, edit.Down().And(peerInfo), func(c *edit.Capture, m *edit.Message) {
		for i := range 5 {
			c.Insert(m.At()+time.Duration(10+i)*s, m.Link, m.Dir, transport.NewControl(transport.PeerInfo, 0), m.Payload)
		}
	})},

	{rule: "checksum-requests", do: edit.Each(round(0x20, 2), edit.Set(func(m *message.ChecksumRequest) { m.Directory = wire.Text("scripts/ships/") }))},
	{rule: "checksum-serial", do: edit.Each(round(0x20, 2), func(c *edit.Capture, m *edit.Message) {
		next := c.Find(round(0x20, 3).And(edit.On(m.Number)))
		next.Drop = true
		c.Behind(m, transport.NewData(true, 0), next.Payload)
	})},
	{rule: "checksum-answered", do: edit.Each(round(0x21, 1), func(c *edit.Capture, m *edit.Message) { c.Behind(m, transport.NewData(true, 0), m.Payload) })},
	{rule: "checksum-hashes", do: edit.Each(round(0x21, 1), edit.Put(2, 0x12345678))},

	{rule: "join-complete-order", do: edit.Each(edit.Down(0x28), func(c *edit.Capture, m *edit.Message) { edit.Swap(m, c.Find(edit.Down(0x00).And(edit.On(m.Number)))) })},
	{rule: "join-complete-bundle", do: edit.Each(edit.Down(0x00, 0x01), edit.Shift(20*time.Millisecond))},
	{rule: "join-slot", do: func(c *edit.Capture) { // of who has a slot alone
		i := slices.IndexFunc(c.Links, func(l *edit.Link) bool {
			return l.Slot > 0 && !slices.ContainsFunc(c.Links, func(o *edit.Link) bool { return o != l && o.Slot == l.Slot })
		})
		slot, number := c.Links[i].Slot, c.Links[i].Number
		edit.Each(edit.Down(0x00).And(edit.On(number)), edit.Set(func(m *message.Settings) { m.PlayerSlot = 15 }))(c)
		edit.Rename(func(id uint32) uint32 {
			if of, ok := wire.OwnerSlot(id); ok && of == int(slot) {
				id += (15 - uint32(slot)) << 18
			}
			return id
		})(c)
		edit.Each(edit.Any(0x03).And(func(m *edit.Message) bool { return m.Payload[1] == slot }), edit.Bytes(func(b []byte) []byte { b[1] = 15; return b }))(c)
	}},
	{rule: "join-settings-clock", do: onLast(edit.Down(0x00), edit.Set(func(m *message.Settings) { m.GameTime -= 7 })), follows: []string{"endgame-form: the end of the round is held against the clock of Settings"}},
	{rule: "join-messages-once", do: edit.Each(edit.Down(0x35), func(c *edit.Capture, m *edit.Message) {
		c.Behind(m, transport.NewData(true, 0), message.Append(nil, 0x16, &message.CollisionSetting{CollisionDamage: true}))
	})},
	{rule: "join-newplayer-sent", do: edit.Each(edit.Up(0x2A), func(c *edit.Capture, m *edit.Message) {
		c.Tell(m.At()+2*s, m.Link, m.Dir, 0x2A, &message.NewPlayerInGame{})
	})},
	{rule: "join-missioninit-first", do: func(c *edit.Capture) {
		score := c.Find(edit.Down(0x37, 0x3F).And(edit.On(last(c).Number)))
		score.Drop = true
		c.Behind(c.Find(edit.Down(0x01).And(edit.On(last(c).Number))), transport.NewData(true, 0), score.Payload)
	}},
	{rule: "join-missioninit-fields", do: onLast(edit.Down(0x35), edit.Set(func(m *message.MissionInit) { m.FragLimit = 10 }))},
	{rule: "join-scores", do: onLast(edit.Down(0x37, 0x3F), edit.Omit)},
	{rule: "join-existing-ships", do: edit.Each(welcome(0x03), edit.Omit), follows: []string{"ship-unseen: it is what he sees of it"}},
	{rule: "join-ship-state-current", do: edit.Each(welcome(0x03), func(c *edit.Capture, m *edit.Message) {
		id := m.Said().(*message.ObjectCreate).ObjectID
		m.Say(c.Find(edit.Up(0x03).And(edit.Where(func(x *message.ObjectCreate) bool { return x.ObjectID == id }))).Payload)
	})},
	{rule: "join-playerlist-sent", do: edit.Each(listed(0x008000F1).And(edit.On(1), notOwn), edit.Omit)},
	{rule: "join-playerlist-form", do: edit.Each(listed(0x008000F1).And(edit.On(1), notOwn), func(c *edit.Capture, m *edit.Message) { c.Behind(m, transport.NewData(true, 0), m.Payload) })},
	{rule: "join-order-after-newplayer", do: func(c *edit.Capture) {
		ship := c.Find(welcome(0x03).And(edit.On(last(c).Number)))
		score := c.Find(edit.Down(0x37, 0x3F).And(edit.On(last(c).Number)))
		edit.Swap(ship, score)
	}},
}

// last is the connection of who comes last.
func last(c *edit.Capture) *edit.Link { return c.Links[len(c.Links)-1] }

func onLast(of edit.Match, do edit.Do) edit.Edit {
	return func(c *edit.Capture) { edit.Each(of.And(edit.On(last(c).Number)), do)(c) }
}

// round are the requests or answers of a round of checksums.
func round(opcode int, n uint8) edit.Match {
	return edit.Any(opcode).And(func(m *edit.Message) bool { return m.Payload[1] == n })
}

// welcome is what a newcomer is told that others were told before: it is no copy of what somebody has just said.
func welcome(opcode int) edit.Match {
	return edit.Down(opcode).And(func(m *edit.Message) bool { return m.From == nil || m.At()-m.From.At() > s })
}

// listed are PlayerListEvents with a code.
func listed(code uint32) edit.Match {
	return edit.Down(0x17).And(edit.Where(func(m *message.Event) bool { return m.EventCode == code }))
}

// notOwn is a PlayerListEvent about somebody else.
func notOwn(m *edit.Message) bool { return m.Payload[len(m.Payload)-1] != m.Peer }
