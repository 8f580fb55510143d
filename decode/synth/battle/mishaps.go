package battle

import (
	"slices"
	"time"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What troubles do to players, clients and the host.

// arrange sets what happens later; p is the player whom it happens to.
func (s *session) arrange(t *Trouble, p *player) {
	connected := func() bool { return p.link != nil && p.link.peer != 0 && !p.link.up.closed }
	inGame := func() bool { return connected() && p.link.entered }
	switch t.Name {
	case comesTwice:
		s.once(s.when(t), inGame, p.joinTwice)
	case leaves:
		s.once(s.when(t), inGame, p.leave)
	case fallsSilent:
		s.once(s.when(t), connected, p.fallSilent)
	case isKicked:
		s.once(s.when(t), inGame, func() { s.kick(p.link) })
	case returns:
		gone := func() bool { return p.link != nil && p.link.down.closed }
		s.once(t.At, gone, func() {
			s.after(s.pause(t), func() {
				if gone() {
					p.join()
				}
			})
		})
	case scuttles:
		s.once(s.when(t), p.fights, func() { p.scuttle(p.link, p.ship) })
	case collides:
		s.once(s.when(t), p.fights, p.crash)
	}
}

// pause is how long a player is away who comes back at no certain time.
func (s *session) pause(t *Trouble) time.Duration {
	if t.At > 0 {
		return 0
	}
	return 3 * time.Second
}

// once does something after a delay, as soon as it can be done.
func (s *session) once(delay time.Duration, ready func() bool, do func()) {
	s.after(delay, func() {
		if ready() {
			do()
			return
		}
		s.once(tick, ready, do)
	})
}

// arrival is when a player comes, if it is not as usual.
func (s *session) arrival(p *player) (at time.Duration, ok bool) {
	for i := range s.Troubles {
		if t := &s.Troubles[i]; t.Name == comesLate && s.playerOf(t) == p.number+1 {
			return s.when(t), true
		}
	}
	return 0, false
}

// suffers reports that a link suffers a trouble.
func (k *link) suffers(name string) bool { return k.joinTrouble != nil && k.joinTrouble.Name == name }

// The host does not let somebody in.

// refusal is why the host refuses a connection at once: a reason of Boot; 0 = it does not.
func (k *link) refusal() (reason int8, why Refusal) {
	switch {
	case k.suffers(wrongPassword):
		return 2, ForPassword
	case k.suffers(gameFull):
		return 3, ForFull
	case k.suffers(comesTwice):
		return 5, ForAddress
	}
	return 0, ""
}

// refuse answers a request to connect with a Boot.
func (s *session) refuse(k *link, reason int8, why Refusal) {
	seen := k.presence.ends(Refused)
	k.boot(reason, synth.NoPeer, func(frame int64) {
		k.presence.RefusedFor = why
		seen(frame)
	})
}

// boot sends a client away; it gives up when it hears of that.
func (k *link) boot(reason int8, peer uint8, seen func(int64)) {
	kick := transport.Kick{Reason: reason, PeerID: peer}
	k.down.instruct(transport.Boot, &kick, &content{effect: k.up.close, seen: seen})
	k.down.close()
}

// password is what a client sends, if the game has one.
func (s *session) password(k *link) wire.WideText {
	locked := slices.ContainsFunc(s.Troubles, func(t Trouble) bool { return t.Name == wrongPassword })
	switch {
	case k.suffers(wrongPassword):
		return wire.NewWideText("letmein")
	case locked:
		return wire.NewWideText("ncc1701")
	}
	return wire.WideText{}
}

// places is how many players the host takes.
func (s *session) places() uint8 {
	const usual = 8
	places := len(s.players)
	for _, t := range s.Troubles {
		if t.Name == gameFull {
			places--
		}
	}
	if places == len(s.players) {
		return usual
	}
	return uint8(places)
}

// answer is what a client answers to a round of checksums.
func (k *link) answer(round uint8) []byte {
	answer := synth.StockAnswer(round)
	switch {
	case k.suffers(otherVersion) && round == 0:
		answer[2] ^= 0x55 // the hash of the version
	case k.differs(round):
		return k.differing(answer, round)
	}
	return answer
}

// differs reports that the files of a round are not those that the host has.
func (k *link) differs(round uint8) bool {
	return k.joinTrouble != nil && slices.Contains(fileTroubles, k.joinTrouble.Name) && k.joinTrouble.at(round, "2")
}

// added is the file that others do not have.
const added = "Zephyr.pyc"

// differing changes one file of an answer, and files which: the first one, or one more.
func (k *link) differing(answer []byte, round uint8) []byte {
	m := message.Decode(answer).Message.(*message.ChecksumResponse)
	first := &m.Tree.Files[0]
	p := k.presence
	p.File, _ = filehash.NameOf("", first.NameHash)
	p.FileIs, p.FileRound = "changed", roundText(round)
	switch k.joinTrouble.Name {
	case missingFile:
		p.FileIs = "missing"
		m.Tree.Files = m.Tree.Files[1:]
	case extraFile:
		p.File, p.FileIs = added, "extra"
		m.Tree.Files = append(m.Tree.Files, message.FileHash{NameHash: filehash.Name(added), ContentHash: 0x5A5A1234})
	default:
		first.ContentHash ^= 0x5555
	}
	return message.Append(nil, message.OpcodeChecksumResponse, m)
}

// judges refuses a client whose answer differs, and reports that it did.
func (s *session) judges(k *link, round uint8) bool {
	p := k.presence
	switch {
	case k.suffers(otherVersion) && round == 0:
		s.notify(k, 0x23, &message.VersionDifferent{Text: wire.Text("60")}, func() { p.RefusedFor = ForVersion })
	case k.differs(round) && !k.suffers(kickedForFile):
		s.notify(k, 0x22, &message.SystemChecksumFail{Text: wire.Text(p.File)}, func() { p.RefusedFor = ForFiles })
	case !k.differs(round):
		return false
	}
	k.boot(4, k.peer, p.sentAway)
	s.slots[k.slot] = nil
	return true
}

// notify tells a client why it is not let in.
func (s *session) notify(k *link, opcode uint8, m wire.Message, seen func()) {
	k.down.reliable(message.Append(nil, opcode, m), &content{seen: func(frame int64) {
		k.presence.Notice = frame
		seen()
	}})
}

// Joins that hang.

func (p *Presence) hangs(step, waitsFor string) { p.HangsAt, p.WaitsFor = step, waitsFor }

// ignores reports that the host sends no request after an answer.
func (k *link) ignores(round uint8) bool {
	if !k.suffers(silentHost) || !k.joinTrouble.at(round, "") {
		return false
	}
	next := "settings"
	if i := slices.Index(steps, k.joinTrouble.Step) + 1; i < len(steps) {
		next = "round " + steps[i]
	}
	k.presence.hangs(next, "host")
	return true
}

// keepsStill reports that the client does not answer a request.
func (k *link) keepsStill(round uint8) bool {
	if !k.suffers(silentClient) || !k.joinTrouble.at(round, "2") {
		return false
	}
	k.presence.hangs("round "+roundText(round), "client")
	return true
}

// losesPart is which part of an answer never arrives; 0 = all do.
func (k *link) losesPart(round uint8) int {
	if !k.suffers(lostFragment) || round != 2 {
		return 0
	}
	k.presence.hangs("round 2", "client")
	return 1
}

// Somebody goes, or comes.

// fallSilent is a client that is heard no more; after a while the host notices.
func (p *player) fallSilent() {
	k := p.link
	k.up.close()
	k.up.mute = true
	p.s.after(p.s.Timeout+shortestWay+behindTap, func() { p.s.lost(k) })
}

// lost is what the host does with a client that it has not heard for too long.
func (s *session) lost(k *link) {
	if k.down.closed {
		return
	}
	kick := transport.Kick{Reason: 1, PeerID: k.peer}
	s.others(k.player, func(q *player) {
		q.link.down.instruct(transport.Boot, &kick, &content{seen: k.presence.timedOut})
	})
	s.gone(k)
}

// kick is what the host does with a client that it does not want any more.
func (s *session) kick(k *link) {
	k.boot(4, k.peer, k.presence.ends(Kicked))
	s.gone(k)
}

// joinTwice starts the game once more on the player's machine.
func (p *player) joinTwice() {
	k := p.s.newLink(p)
	k.joinTrouble = &Trouble{Name: comesTwice}
	p.connect(k)
}

// crash lets the player's ship hit another so hard that it bursts, or what lies in the
// middle if there is none.
func (p *player) crash() {
	p.target = nil
	other := &vessel{}
	for _, q := range p.s.players {
		if q != p && q.fights() && (other.life == nil || p.away(q.ship) < p.away(other)) {
			other = q.ship
		}
	}
	p.bump(other, times(2, p.ship.class.Subsystems[0].MaxCondition))
	if other.life != nil {
		other.owner.bump(p.ship, other.force(p.ship))
	}
}
