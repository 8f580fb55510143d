package reporttest_test

import (
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// three are players whose ships have flown for a while.
func three(s *story) (ann, ben, cid *player) {
	ann, ben, cid = s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira"), s.flies("Cid", 3, "birdofprey")
	s.wait(7 * time.Second)
	return ann, ben, cid
}

// hit is a torpedo of Ann's that reaches Ben a second later.
func hit(ann, ben *player) {
	ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
	ann.wait(time.Second)
}

var annKilledBen = truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}}

// breaking is what is true when rules are broken, beside all else.
func (t truth) breaking(rules ...string) truth {
	t.Fails = rules
	return t
}

var faulty = []situation{
	{name: "a shot for one of two", is: "one shot of Ann's is passed on to Ben and not to Cid", tell: func(s *story) {
		ann, ben, _ := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", ben.ship)
		ann.relays(shot)
		s.wait(time.Second)
		s.either(func() { ann.says(shot); ben.told(shot) }, func() { ann.relays(shot) })
		s.wait(time.Second)
		ann.relays(shot)
		s.wait(15 * time.Second)
	}, truth: truth{Fails: []string{"relay-weapons-all-peers server"}, Missing: []string{"0x19 1"}}},
	{name: "a shot goes back", is: "Ann gets her own shot back", tell: func(s *story) {
		ann, ben, _ := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", ben.ship)
		ann.relays(shot)
		s.either(func() { ann.told(shot) }, nil)
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("relay-no-extra-copies server")},
	{name: "a repeat is passed on", is: "Ann sends a shot again, since the Ack was lost, and the host passes it on again", tell: func(s *story) {
		ann, ben, _ := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", ben.ship)
		var again []msg
		s.unacked(func() { again = ann.says(shot) })
		s.tellAll(shot, ann)
		s.wait(1050 * time.Millisecond)
		ann.upAll(again...)
		s.either(func() { s.tellAll(shot, ann) }, nil)
		s.wait(15 * time.Second)
	}, truth: truth{Notes: []string{"retransmit 1"}}.breaking("relay-no-extra-copies server")},
	{name: "chat under another id", is: "Ann's client puts Ben's id into what she says; it is she who says it", tell: func(s *story) {
		ann, ben, _ := three(s)
		line := synth.Chat(int32(ann.peer), "it was me")
		s.either(func() { line = synth.Chat(int32(ben.peer), "it was me") }, nil)
		ann.says(line)
		s.tellAll(line)
		s.wait(15 * time.Second)
	}, truth: truth{Chat: []string{"Ann: it was me"}}.breaking("chat-sender-id client")},
	{name: "a line that its speaker does not see", is: "what Ann says goes to Ben and Cid, and not to her", tell: func(s *story) {
		ann, _, _ := three(s)
		line := synth.Chat(int32(ann.peer), "hello?")
		ann.says(line)
		s.tellAll(line, ann)
		s.either(nil, func() { ann.told(line) })
		s.wait(15 * time.Second)
	}, truth: truth{Chat: []string{"Ann: hello?"}, Missing: []string{"0x2C 1"}}.breaking("chat-to-all server")},
	{name: "a killer by its ship", is: "the host names the killer by the id of the ship, where the peer id belongs", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		x := ben.ship
		x.dies(9.5)
		boom := x.explodes(ann.ship.id, ann.peer, 9.5)
		s.either(func() { copy(boom[17:], boom[9:13]) }, nil)
		s.tellAll(boom)
		s.tellAll(x.explosion())
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("death-event server")},
	{name: "a death that one player is not told of", is: "among 450 copies of events of the host one is missing: Cid is not told that Ben died", tell: func(s *story) {
		ann, ben, cid := three(s)
		for i := range 150 {
			s.tellAll(synth.Game(0x06, &message.Event{
				ClassID: message.ClassObjPtr, EventCode: 0x0080007C, SourceID: ann.ship.part("Forward Torp 1"), TargetID: ann.ship.part("Torpedoes"), ObjectRef: uint32(i),
			}))
			s.wait(50 * time.Millisecond)
		}
		hit(ann, ben)
		ben.ship.dies(9.5)
		s.tellAll(ben.ship.explodes(ann.ship.id, ann.peer, 9.5), cid)
		s.either(nil, func() { cid.told(ben.ship.explodes(ann.ship.id, ann.peer, 9.5)) })
		s.tellAll(ben.ship.explosion())
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("event-broadcast server")},
	{name: "a death told twice", is: "the host tells Cid of Ben's death under two numbers", tell: func(s *story) {
		ann, ben, cid := three(s)
		hit(ann, ben)
		ben.ship.killed(ann.ship)
		s.either(func() { cid.told(ben.ship.explodes(ann.ship.id, ann.peer, 9.5)) }, nil)
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("death-event server")},
	{name: "its own killer", is: "the host names the victim itself as the killer: nobody has a kill", tell: func(s *story) {
		ann, ben, _ := three(s)
		s.either(func() { ben.ship.killed(ben.ship) }, func() { ben.ship.killed(ann.ship) })
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (unknown)"}, Deaths: []string{"Ben 1"}}.breaking("death-killer server")},
	{name: "a ship removed at its death", is: "the host destroys Ben's ship, who is still there, beside its explosion", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.killed(ann.ship)
		s.either(func() { s.tellAll(synth.Game(0x14, &message.DestroyObject{ObjectID: ben.ship.id})) }, nil)
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("destroy-only-for-leavers server")},
	{name: "a kill without a blast", is: "no 0x29 follows a death by weapons", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.dies(9.5)
		s.tellAll(ben.ship.explodes(ann.ship.id, ann.peer, 9.5))
		s.either(nil, func() { s.tellAll(ben.ship.explosion()) })
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("death-explosion server")},
	{name: "a kill that is scored", is: "the host sends the score of a kill, as stock hosts do not", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.killed(ann.ship)
		score := synth.Game(0x36, &message.ScoreChange{KillerID: int32(ann.peer), KillerKills: 1, KillerScore: 100, VictimID: int32(ben.peer), VictimDeaths: 1})
		s.either(func() { s.tellAll(score) }, nil)
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("death-no-score-for-weapon server")},
	{name: "a collision that is not scored", is: "Ben dies of a collision, and his death is not counted", tell: func(s *story) {
		ann, ben, _ := three(s)
		ben.says(ben.ship.collision(ann.ship.id))
		ben.ship.dies(12.9)
		s.tellAll(ben.ship.explodes(0, 0, 12.9))
		ben.deaths++
		s.either(nil, func() { s.tellAll(ben.scored()) })
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (collision)"}, Deaths: []string{"Ben 1"}}.breaking("death-score server")},
	{name: "a short explosion", is: "the explosion is to take 1 s, and not 9.5 s", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.dies(9.5)
		lifetime := float32(9.5)
		s.either(func() { lifetime = 1 }, nil)
		s.tellAll(ben.ship.explodes(ann.ship.id, ann.peer, lifetime))
		s.tellAll(ben.ship.explosion())
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("death-lifetime server")},
	{name: "back too soon", is: "Ben takes another ship 3 s after his death", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.killed(ann.ship)
		s.wait(3 * time.Second)
		s.either(nil, func() { s.wait(9 * time.Second) })
		ben.takes("birdofprey")
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("respawn-delay client")},
	{name: "a wish to die that nobody hears", is: "Ben asks for his own end, and the host does nothing", tell: func(s *story) {
		_, ben, _ := three(s)
		ben.says([]byte{0x13})
		s.either(nil, func() { ben.ship.perished(9.5) })
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("selfdestruct-answered server")},
	{name: "two deaths at once", is: "the second death of Ben counts as the third", tell: func(s *story) {
		_, ben, _ := three(s)
		for range 2 {
			ben.says([]byte{0x13})
			ben.ship.perished(9.5)
			s.wait(16 * time.Second)
			ben.takes("akira")
			s.either(func() { ben.deaths++ }, nil)
		}
		s.wait(10 * time.Second)
	}, truth: truth{
		Kills: []string{"Ben's akira (self_destruct)", "Ben's akira (self_destruct)"}, Deaths: []string{"Ben 2"},
	}.breaking("score-consistent server")},
	{name: "a collision passed on", is: "the host tells Ann of Ben's report of a collision", tell: func(s *story) {
		ann, ben, _ := three(s)
		report := ben.ship.collision(ann.ship.id)
		ben.says(report)
		s.either(func() { ann.told(report) }, nil)
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("sender-collision-client server")},
	{name: "a target passed on", is: "the host tells Ben that Ann has another target", tell: func(s *story) {
		ann, ben, cid := three(s)
		event := synth.Game(0x0D, &message.Event{ClassID: message.ClassObjPtr, EventCode: 0x00800058, SourceID: ann.ship.id, TargetID: ann.ship.id, ObjectRef: cid.ship.id})
		ann.says(event)
		s.either(func() { ben.told(event) }, nil)
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("sender-target-event-client server")},
	{name: "an entry passed on", is: "the host tells Ann that Cid comes in, with Cid's own message", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		s.either(func() { ann.told(synth.Game(0x2A, &message.NewPlayerInGame{})) }, nil)
		cid.enters()
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("sender-newplayer-client server")},
	{name: "slots from one", is: "the host gives the first client slot 1", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		ann.checks(synth.StockAnswer)
		s.either(func() { ann.slot = 1 }, nil)
		ann.settles(nil)
		ann.enters()
		s.wait(time.Second)
		ann.takes("akira")
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("join-slot server")},
	{name: "a directory with a slash", is: "the host asks for scripts/ships/", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		for i, r := range rounds {
			if i == 2 && !s.sound {
				r.Directory = wire.Text("scripts/ships/")
			}
			if i > 0 {
				ann.told(synth.Game(0x20, &r))
			}
			s.wait(50 * time.Millisecond)
			ann.says(synth.StockAnswer(r.Round))
		}
		ann.settles(nil)
		ann.enters()
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("checksum-requests server")},
	{name: "a ship kept from a newcomer", is: "Cid is not told of Ann's ship", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		cid.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
		cid.told(mission())
		cid.in = true
		cid.told(ann.score())
		cid.told(ben.score())
		s.either(nil, func() { cid.told(ann.ship.creation()) })
		cid.told(ben.ship.creation())
		s.tellAll(listed(cid.peer, true))
		s.wait(20 * time.Second)
	}, truth: truth{}.breaking("join-existing-ships server")},
	{name: "a ship as it was", is: "Cid is told of Ann's ship where it was made, 50 units from where it is", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.wait(10 * time.Second)
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		cid.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
		cid.told(mission())
		cid.in = true
		cid.told(ann.score())
		s.either(func() { cid.told(ann.ship.created) }, func() { cid.told(ann.ship.creation()) })
		s.tellAll(listed(cid.peer, true))
		s.wait(20 * time.Second)
	}, truth: truth{}.breaking("join-ship-state-current server")},
	{name: "nobody is listed", is: "no 0x17 tells of Cid, not even Cid", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		cid.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
		cid.told(mission())
		cid.in = true
		cid.told(ann.score())
		cid.told(ann.ship.creation())
		s.either(nil, func() { s.tellAll(listed(cid.peer, true)) })
		s.wait(20 * time.Second)
	}, truth: truth{}.breaking("join-playerlist-sent server", "join-order-after-newplayer server")},
	{name: "a wrong clock in Settings", is: "Settings carries a clock that is 5 s ahead of the host's updates", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(func(m *message.Settings) { s.either(func() { m.GameTime += 5 }, nil) })
		cid.enters()
		s.wait(20 * time.Second)
	}, truth: truth{}.breaking("join-settings-clock server")},
	{name: "dropped while talking", is: "the host drops Ben, who goes on sending for 10 s; nobody timed out", tell: func(s *story) {
		_, ben, _ := three(s)
		if s.sound {
			ben.leaves()
			s.wait(30 * time.Second)
			return
		}
		ben.deaf = true
		s.tellAll(synth.Game(0x14, &message.DestroyObject{ObjectID: ben.ship.id}), ben)
		s.tellAll(listed(ben.peer, false), ben)
		s.tellAll(synth.Game(0x18, &message.PlayerLeftText{PlayerName: wire.Text("Ben")}), ben)
		x := ben.ship
		for range 100 { // nobody is shown the ship any more
			ben.ship = nil
			ben.sends(synth.Unreliable(x.update(nil)))
			s.wait(100 * time.Millisecond)
		}
		ben.gone = true
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben dropped"}}.breaking("leave-timeout server")},
	{name: "a goodbye without a text", is: "the others are not told by 0x18 that Ben left", tell: func(s *story) {
		_, ben, _ := three(s)
		ben.goodbye()
		ben.gone = true
		s.tellAll(synth.Game(0x14, &message.DestroyObject{ObjectID: ben.ship.id}))
		s.tellAll(listed(ben.peer, false))
		s.either(nil, func() { s.tellAll(synth.Game(0x18, &message.PlayerLeftText{PlayerName: wire.Text("Ben")})) })
		s.wait(15 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}}.breaking("leave-messages server")},
	{name: "a host that counts in bytes", is: "after number 255 the host goes on with 0: a line, a shot and a score come again with the bytes of 256 numbers before, and are new", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		ann.down.bits8, ben.down.bits8 = !s.sound, !s.sound
		s.wait(3 * time.Second)
		until := func(n uint16) {
			for ben.down.high&0xFF != n {
				ben.told(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: uint32(s.now)}))
				s.wait(30 * time.Millisecond)
			}
		}
		for range 2 {
			until(200)
			ann.relays(ann.ship.bolt("Port Cannon", ben.ship))
			ann.chats("gg")
			until(255)
			ann.relays(ann.ship.bolt("Star Cannon", ben.ship))
			ann.relays(ann.ship.bolt("Star Cannon", ben.ship))
		}
		ann.chats("gg")
		s.wait(15 * time.Second)
	}, truth: truth{Chat: []string{"Ann: gg", "Ann: gg", "Ann: gg"}, Notes: []string{"counter_8bit 1"}}.breaking("transport-seq-16bit server")},
	{name: "a part sent again with other bytes", is: "Ann sends the second part of a message twice, with different bytes", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		for i, r := range rounds {
			ann.asked(i)
			parts := ann.up.data(synth.StockAnswer(r.Round))
			for n, m := range parts {
				ann.upAll(m)
				if n == 1 && !s.sound {
					m.bytes = slices.Clone(m.bytes)
					m.bytes[100] ^= 0xFF
					ann.upAll(m)
				}
			}
		}
		ann.settles(nil)
		ann.enters()
		ann.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{
		Notes: []string{"conflict 1", "fragment_conflict 1", "repeat_ack 1"},
	}.breaking("transport-fragments-complete client", "transport-seq-unique client")},
	{name: "a part that never comes", is: "the second part of Cid's answer never comes, and the join goes no further", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		for i := range 3 {
			cid.asked(i)
			for n, m := range cid.up.data(synth.StockAnswer(uint8(i))) {
				if n != 1 || s.sound {
					cid.upAll(m)
				}
			}
		}
		s.either(nil, func() {
			for i := 3; i < len(rounds); i++ {
				cid.asked(i)
				cid.says(synth.StockAnswer(rounds[i].Round))
			}
			cid.settles(nil)
			cid.enters()
		})
		s.wait(30 * time.Second)
	}, truth: truth{Notes: []string{"fragment_lost 1"}, Ends: []string{"Cid stuck"}}.breaking("transport-fragments-complete client", "checksum-answered client")},
	{name: "a message that nobody acknowledges", is: "Ben never acknowledges a shot, and the host never sends it again", tell: func(s *story) {
		ann, ben, cid := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", ben.ship)
		ann.says(shot)
		cid.told(shot)
		s.either(func() { s.unacked(func() { ben.told(shot) }) }, func() { ben.told(shot) })
		s.wait(25 * time.Second)
	}, truth: truth{}.breaking("transport-ack-every-reliable client", "transport-retransmit-until-ack server")},
	{name: "Acks without the part", is: "the host acknowledges fragments by their number alone", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		for i, r := range rounds {
			ann.asked(i)
			for _, m := range ann.up.data(synth.StockAnswer(r.Round)) {
				s.either(func() { m.ack = synth.AckHigh(ann.up.high - 1) }, nil)
				ann.upAll(m)
			}
		}
		ann.settles(nil)
		ann.enters()
		ann.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"repeat_ack 2"}}.breaking("transport-ack-form server")},
	{name: "flags in an Ack", is: "Ann's client sets the highest bit of an Ack's flags", tell: func(s *story) {
		ann, _, _ := three(s)
		s.unacked(func() { ann.told(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: 5})) })
		ack := synth.AckHigh(ann.down.high - 1)
		s.either(func() { ack[3] |= 0x80 }, nil)
		ann.sends(ack)
		s.wait(10 * time.Second)
	}, truth: truth{Notes: []string{"ack_flags 1"}}.breaking("transport-ack-flags-zero client")},
	{name: "a keepalive of two bytes", is: "the host sends 00 02 for a keepalive", tell: func(s *story) {
		ann, _, _ := three(s)
		s.either(func() { ann.gets([]byte{0x00, 0x02}) }, func() { ann.gets(synth.Keepalive()) })
		s.wait(10 * time.Second)
	}, truth: truth{Notes: []string{"one_byte_length 1"}}.breaking("transport-control-header server")},
	{name: "a kick by a game message", is: "the host kicks Ben with opcode 0x04", tell: func(s *story) {
		_, ben, _ := three(s)
		s.either(
			func() { ben.told(synth.Game(0x04, &message.BootPlayer{})) },
			func() { ben.downAll(ben.down.control(transport.Boot, &transport.Kick{Reason: 4, PeerID: ben.peer})) },
		)
		ben.ends()
		s.wait(15 * time.Second)
	}, truth: truth{Ends: []string{"Ben kicked"}}.breaking("sender-dead-opcodes server")},
	{name: "a shot from another's ship", is: "Ann's client fires a tube of Cid's ship", tell: func(s *story) {
		ann, ben, cid := three(s)
		s.either(func() { ann.relays(cid.ship.bolt("Port Cannon", ben.ship)) }, func() { cid.relays(cid.ship.bolt("Port Cannon", ben.ship)) })
		s.wait(15 * time.Second)
	}, truth: truth{}.breaking("object-own-only client")},
	{name: "an id used again", is: "Ben's second ship has the id of the first", tell: func(s *story) {
		ann, ben, _ := three(s)
		hit(ann, ben)
		ben.ship.killed(ann.ship)
		s.wait(12 * time.Second)
		s.either(func() { ben.object = 0 }, nil)
		ben.takes("akira")
		s.wait(15 * time.Second)
	}, truth: annKilledBen.breaking("object-ids client")},
	{name: "a changed hash", is: "the hash of Ann's ship changes within its life", tell: func(s *story) {
		ann, _, _ := three(s)
		s.either(func() { ann.ship.hash++ }, nil)
		s.wait(15 * time.Second)
	}, truth: truth{Notes: []string{"subsys_hash 1"}}.breaking("update-hash-constant client")},
	{name: "a burst told once", is: "Ann's client sends one 0x07 for each burst of phasers, and not two", tell: func(s *story) {
		ann, ben, _ := three(s)
		for range 6 {
			ann.relays(ann.ship.phasers(ben.ship))
			s.either(nil, func() { ann.relays(ann.ship.phasers(ben.ship)) })
			s.wait(time.Second)
			ann.relays(ann.ship.stop())
			s.wait(time.Second)
		}
		s.wait(10 * time.Second)
	}, truth: truth{}.breaking("weapon-startfiring-pairs client")},
	{name: "a reason that does not exist", is: "the game ends for reason 9", tell: func(s *story) {
		three(s)
		reason := int32(2)
		s.either(func() { reason = 9 }, nil)
		s.tellAll(synth.Game(0x38, &message.EndGame{Reason: reason}))
		s.wait(10 * time.Second)
	}, truth: truth{}.breaking("endgame-form server")},
	{name: "overheard by the other team", is: "what Ann says to her team goes to Ben, who is on the other side", tell: func(s *story) {
		s.teams = true
		ann, ben := s.joins("Ann", 1), s.joins("Ben", 2)
		ann.selects(0)
		ben.selects(1)
		ann.takes("akira")
		ben.takes("birdofprey")
		s.wait(5 * time.Second)
		line := synth.Game(0x2D, &message.TeamChat{Chat: message.Chat{SenderID: int32(ann.peer), Text: wire.Text("attack")}})
		ann.says(line)
		s.either(func() { s.tellAll(line) }, func() { ann.told(line) })
		s.wait(15 * time.Second)
	}, truth: truth{Chat: []string{"Ann: attack"}}.breaking("chat-team-only server")},
	{name: "a ship that one does not see", is: "for 6 s the host sends Ben nothing about Ann's ship", tell: func(s *story) {
		ann, ben, _ := three(s)
		s.either(func() { ann.ship.hidden = ben }, nil)
		s.wait(6 * time.Second)
		ann.ship.hidden = nil
		s.wait(10 * time.Second)
	}, truth: truth{}.breaking("update-gaps server")},
	{name: "a jump", is: "Ann's ship is 5,000 units farther from one update to the next", tell: func(s *story) {
		ann, _, _ := three(s)
		s.either(func() { ann.ship.start[0] += 5000 }, nil)
		for _, v := range ann.ship.views {
			v.told = 0
		}
		s.wait(10 * time.Second)
	}, truth: truth{Notes: []string{"jump 3"}}.breaking("update-position-jumps client")},
	{name: "a fast clock", is: "the clock of Ann's client runs 5 % fast", tell: func(s *story) {
		ann := s.joins("Ann", 1)
		s.either(func() { ann.fast = 0.05 }, nil)
		ann.takes("akira")
		s.flies("Ben", 2, "akira")
		s.wait(30 * time.Second)
	}, truth: truth{}.breaking("update-clock-drift client")},
	{name: "a torpedo that the ship does not have", is: "Ann's Akira fires a torpedo of a Cardassian kind", tell: func(s *story) {
		ann, ben, _ := three(s)
		shot := ann.ship.torpedo("Forward Torp 1", ben.ship)
		s.either(func() { shot[5] = 10 }, nil)
		ann.relays(shot)
		s.wait(10 * time.Second)
	}, truth: truth{}.breaking("weapon-torpedo-kind client")},
}
