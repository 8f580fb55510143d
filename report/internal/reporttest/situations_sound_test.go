package reporttest_test

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// nobody is an event of a client that names no object, so that two clients send the same bytes.
var nobody = synth.Game(0x0C, &message.Event{ClassID: message.ClassEvent, EventCode: 0x00800088})

// three are players whose ships have flown for a while.
func three(s *story) (ann, ben, cid *player) {
	ann, ben, cid = s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira"), s.flies("Cid", 3, "birdofprey")
	s.wait(7 * time.Second)
	return ann, ben, cid
}

var sound = []situation{
	{name: "quiet", is: "two ships fly for half a minute, and nothing happens", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "birdofprey")
		s.wait(30 * time.Second)
	}},
	{name: "equal events of two clients", is: "two clients send equal bytes in the same moment, and each is passed on to the two others", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "birdofprey")
		s.flies("Cid", 3, "akira")
		s.wait(3 * time.Second)
		for range 3 {
			ann.says(nobody)
			ben.says(nobody)
			s.tellAll(nobody, ann)
			s.tellAll(nobody, ben)
			s.wait(400 * time.Millisecond)
		}
		s.wait(20 * time.Second)
	}},
	{name: "equal events, the later one first", is: "of two clients' equal bytes the host passes on first what came last", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "birdofprey")
		s.wait(5 * time.Second)
		ann.says(nobody)
		ben.says(nobody)
		ann.told(nobody)
		ben.told(nobody)
		s.wait(20 * time.Second)
	}},
	{name: "the same shot thrice in a second", is: "each of three equal shots is passed on; Cid comes in before the third and gets that one", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		shot := ann.ship.bolt("Port Cannon", ben.ship)
		ann.relays(shot)
		s.wait(300 * time.Millisecond)
		ann.relays(shot)
		cid.enters()
		s.wait(300 * time.Millisecond)
		ann.relays(shot)
		s.wait(4 * time.Second)
		for range 3 {
			ann.relays(shot)
			s.wait(300 * time.Millisecond)
		}
		s.wait(20 * time.Second)
	}},
	{name: "a join inside a fight", is: "while Cid asks to come in, shots go to those who are in only", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		cid := s.knocks("Cid", 3)
		shot := ann.ship.bolt("Star Cannon", ben.ship)
		ann.relays(shot)
		cid.connects()
		ann.relays(shot)
		cid.checks(synth.StockAnswer)
		ann.relays(shot)
		cid.settles(nil)
		cid.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
		ann.relays(shot)
		cid.told(mission())
		ann.relays(shot)
		cid.in = true
		for _, q := range []*player{ann, ben} {
			cid.told(q.score())
		}
		for _, q := range []*player{ann, ben} {
			cid.told(q.ship.creation())
		}
		s.tellAll(listed(cid.peer, true))
		s.wait(time.Second)
		cid.takes("akira")
		s.wait(20 * time.Second)
	}},
	{name: "an object asked for, answered with 0x03", is: "Ben asks for Ann's ship, and the host sends the creation again", tell: func(s *story) {
		ann := s.joins("Ann", 1)
		ben := s.flies("Ben", 2, "akira")
		s.wait(3 * time.Second)
		ann.takes("akira")
		s.wait(time.Second)
		ben.says(synth.Game(0x1E, &message.RequestObject{ObjectID: ann.ship.id}))
		ben.told(ann.ship.created)
		s.wait(20 * time.Second)
	}},
	{name: "an object asked for, answered with 0x02", is: "Ben asks for Ann's ship, and the host sends it as an object of its own", tell: func(s *story) {
		ann := s.joins("Ann", 1)
		ben := s.flies("Ben", 2, "akira")
		s.wait(3 * time.Second)
		ann.takes("akira")
		s.wait(time.Second)
		ben.says(synth.Game(0x1E, &message.RequestObject{ObjectID: ann.ship.id}))
		now := ann.ship.creation()
		ben.told(append([]byte{0x02, now[1]}, now[3:]...)) // without the team
		s.wait(20 * time.Second)
	}},
	{name: "one number on both channels", is: "control number 1 is sent twice, since only data number 1 was acknowledged", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		s.unacked(ann.connects)
		ann.checks(synth.StockAnswer)
		s.wait(800 * time.Millisecond)
		ann.downAll(msg{synth.Control(transport.PeerInfo, 1, ann.info()), synth.AckLow(1)})
		ann.settles(nil)
		ann.enters()
		ann.takes("akira")
		s.wait(10 * time.Second)
	}, truth: truth{Notes: []string{"retransmit 1"}}},
	{name: "numbers wrap", is: "65535 is followed by 0 on all channels of data", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		s.wait(time.Second)
		for _, p := range []*player{ann, ben} {
			p.up.high, p.down.high = 65500, 65490
		}
		s.begins()
		s.wait(3 * time.Second)
		for i := range 60 {
			ann.relays(ann.ship.bolt([]string{"Port Cannon", "Star Cannon"}[i%2], ben.ship))
			ben.relays(ben.ship.torpedo("Forward Torp 1", ann.ship))
			s.wait(200 * time.Millisecond)
		}
		s.wait(15 * time.Second)
	}},
	{name: "an explosion lost and sent again", is: "the first copy of Ben's explosion is lost on its way to him; the second tells the same death", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		x := ben.ship
		boom := x.explodes(ann.ship.id, ann.peer, 9.5)
		x.dies(9.5)
		ann.told(boom)
		var lost []msg
		s.losing(func() { lost = ben.told(boom) })
		s.tellAll(x.explosion())
		s.wait(1040 * time.Millisecond)
		ben.downAll(lost...)
		s.wait(10 * time.Second)
		ben.takes("akira")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}, Notes: []string{"gap 1", "out_of_order 1"}}},
	{name: "the Ack of an explosion lost", is: "Ben is told of one death twice, since his Ack was lost", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		x := ben.ship
		boom := x.explodes(ann.ship.id, ann.peer, 9.5)
		x.dies(9.5)
		ann.told(boom)
		var again []msg
		s.unacked(func() { again = ben.told(boom) })
		s.tellAll(x.explosion())
		s.wait(1040 * time.Millisecond)
		ben.downAll(again...)
		s.wait(10 * time.Second)
		ben.takes("akira")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}, Notes: []string{"retransmit 1"}}},
	{name: "a repeat 150 numbers later", is: "one chat line, one shot and one death, each sent again after 150 numbers of others", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		var again, shot, boom []msg
		line := synth.Chat(int32(ann.peer), "hello")
		s.unacked(func() { again, shot = ann.says(line), ann.says(ann.ship.bolt("Port Cannon", ben.ship)) })
		s.tellAll(line)
		ben.told(ann.ship.bolt("Port Cannon", ben.ship))
		s.unacked(func() { boom = ben.told(ben.ship.explodes(ann.ship.id, ann.peer, 9.5)) })
		ann.told(ben.ship.explodes(ann.ship.id, ann.peer, 9.5))
		s.tellAll(ben.ship.explosion())
		ben.ship.dies(9.5)
		for range 150 {
			ann.relays(ann.ship.bolt("Star Cannon", ben.ship))
			s.wait(4 * time.Millisecond)
		}
		ann.upAll(again...)
		ann.upAll(shot...)
		ben.downAll(boom...)
		s.wait(25 * time.Second)
	}, truth: truth{
		Kills: []string{"Ben's akira by Ann (pulse)"}, Deaths: []string{"Ben 1"}, Chat: []string{"Ann: hello"}, Notes: []string{"retransmit 3"},
	}},
	{name: "back under the same address", is: "Ann leaves and comes back from the same address, with a new token", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.chats("bye")
		ann.leaves()
		s.wait(5 * time.Second)
		again := s.flies("Ann", 1, "birdofprey")
		again.chats("back")
		s.wait(20 * time.Second)
	}, truth: truth{Chat: []string{"Ann: bye", "Ann: back"}, Ends: []string{"Ann left"}, Notes: []string{"new_link 1"}}},
	{name: "back from another address", is: "Ann falls silent, is dropped after 46 s, and comes back from elsewhere", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		s.unacked(func() { ann.mute = true; s.wait(46 * time.Second) })
		ann.ends()
		s.wait(5 * time.Second)
		again := s.flies("Ann", 4, "birdofprey")
		again.chats("back")
		s.wait(20 * time.Second)
	}, truth: truth{Chat: []string{"Ann: back"}, Ends: []string{"Ann timeout"}}},
	{name: "another player takes the place", is: "Ben leaves, and Cid gets his peer id, slot and object ids: each has one kill", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ben.relays(ben.ship.torpedo("Forward Torp 1", ann.ship))
		s.wait(time.Second)
		ann.ship.killed(ben.ship)
		s.wait(5 * time.Second)
		ben.leaves()
		s.wait(6 * time.Second)
		ann.takes("akira")
		cid := s.flies("Cid", 3, "birdofprey")
		s.wait(3 * time.Second)
		cid.relays(cid.ship.bolt("Port Cannon", ann.ship))
		s.wait(time.Second)
		ann.ship.killed(cid.ship)
		cid.chats("gg")
		s.wait(25 * time.Second)
	}, truth: truth{
		Kills: []string{"Ann's akira by Ben (torpedo)", "Ann's akira by Cid (pulse)"}, Deaths: []string{"Ann 2"},
		Chat: []string{"Cid: gg"}, Ends: []string{"Ben left"},
	}},
	{name: "two of one name", is: "the host gives the second Ann another name, which she then has", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		second := s.knocks("Ann", 2)
		second.connects()
		second.checks(synth.StockAnswer)
		second.name = "Ann1"
		second.settles(func(m *message.Settings) { m.NameChanged, m.NewName = true, wire.WideText("A\x00n\x00n\x001\x00") })
		second.enters()
		s.wait(time.Second)
		second.takes("akira")
		s.wait(3 * time.Second)
		second.chats("hello")
		second.relays(second.ship.torpedo("Forward Torp 1", ann.ship))
		s.wait(time.Second)
		ann.ship.killed(second.ship)
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ann's akira by Ann1 (torpedo)"}, Deaths: []string{"Ann 1"}, Chat: []string{"Ann1: hello"}}},
	{name: "two of one name, unchanged", is: "the host lets a second Ann in under that name: there are two players, and one kills the other", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.wait(10 * time.Second)
		second := s.flies("Ann", 2, "birdofprey")
		s.wait(3 * time.Second)
		second.relays(second.ship.bolt("Port Cannon", ann.ship))
		s.wait(time.Second)
		ann.ship.killed(second.ship)
		s.wait(3 * time.Second)
		second.leaves()
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ann's akira by Ann (pulse)"}, Deaths: []string{"Ann 1"}, Ends: []string{"Ann left"}}},
	{name: "a host that plays", is: "the host flies a ship of slot 0, and kills and is killed", tell: func(s *story) {
		s.plays = s.craft("sovereign", 0, 0)
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		host := s.plays
		s.tellAll(host.torpedo("Forward Torpedo 1", ann.ship))
		s.wait(time.Second)
		boom := ann.ship.explodes(host.id, 1, 9.5)
		ann.ship.dies(9.5)
		s.tellAll(boom)
		s.tellAll(ann.ship.explosion())
		s.tellAll(synth.Chat(1, "gg"))
		s.wait(11 * time.Second)
		ann.takes("akira")
		s.wait(3 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", host))
		s.wait(time.Second)
		s.tellAll(host.explodes(ann.ship.id, ann.peer, 9.5))
		s.tellAll(host.explosion())
		host.hull = 0
		s.wait(9 * time.Second)
		s.plays = nil
		s.wait(15 * time.Second)
	}, truth: truth{
		Kills:  []string{"Ann's akira by Host (torpedo)", "Host's sovereign by Ann (torpedo)"},
		Deaths: []string{"Ann 1", "Host 1"}, Chat: []string{"Host: gg"},
	}},
	{name: "a death by collision", is: "Ann rams Ben, who dies of it; nobody killed him", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.says(ann.ship.collision(ben.ship.id))
		ben.says(ben.ship.collision(ann.ship.id))
		ann.ship.hull = 200
		ben.ship.perished(12.9)
		s.wait(14 * time.Second)
		ben.takes("birdofprey")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (collision)"}, Deaths: []string{"Ben 1"}}},
	{name: "a self-destruct", is: "Ben blows up his own ship a second after Ann hit it; nobody killed him", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.says([]byte{0x13})
		ben.ship.perished(9.5)
		s.wait(11 * time.Second)
		ben.takes("birdofprey")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (self_destruct)"}, Deaths: []string{"Ben 1"}}},
	{name: "both die", is: "Ann's torpedo hits Ben two seconds after Ben killed her", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "birdofprey")
		s.wait(5 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		ben.relays(ben.ship.bolt("Port Cannon", ann.ship))
		s.wait(100 * time.Millisecond)
		ann.ship.killed(ben.ship)
		s.wait(2 * time.Second)
		ben.ship.killed(ann.ship)
		s.wait(12 * time.Second)
		ann.takes("akira")
		ben.takes("birdofprey")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ann's akira by Ben (pulse)", "Ben's birdofprey by Ann (torpedo)"}, Deaths: []string{"Ann 1", "Ben 1"}}},
	{name: "the killer has left", is: "Cid's torpedo hits Ben a second after Cid left", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben, cid := s.flies("Ben", 2, "akira"), s.flies("Cid", 3, "akira")
		s.wait(7 * time.Second)
		cid.relays(cid.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		cid.leaves()
		s.wait(time.Second)
		ben.ship.killed(cid.ship)
		s.wait(12 * time.Second)
		ben.takes("birdofprey")
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Cid (torpedo)"}, Deaths: []string{"Ben 1"}, Ends: []string{"Cid left"}}},
	{name: "a team kill", is: "Ann kills Ben, who is on her side", tell: func(s *story) {
		s.teams = true
		ann, ben := s.joins("Ann", 1), s.joins("Ben", 2)
		ann.selects(0)
		ben.selects(0)
		ann.takes("akira")
		ben.takes("birdofprey")
		cid := s.joins("Cid", 3)
		cid.selects(1)
		cid.takes("akira")
		s.wait(7 * time.Second)
		said := &message.TeamChat{Chat: message.Chat{SenderID: int32(ann.peer), Text: wire.Text("sorry")}}
		payload := synth.Game(0x2D, said)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.ship.killed(ann.ship)
		ann.says(payload)
		ann.told(payload)
		ben.told(payload)
		s.wait(25 * time.Second)
	}, truth: truth{Kills: []string{"Ben's birdofprey by Ann (torpedo), team"}, Deaths: []string{"Ben 1"}, Chat: []string{"Ann: sorry"}}},
	{name: "fragments again and again", is: "a stock client goes on sending its fragments every 2 s, though they were acknowledged", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		var parts []msg
		ann.checks(func(round uint8) []byte {
			if round == 2 {
				parts = (&numbers{high: 2}).data(synth.StockAnswer(2))
			}
			return synth.StockAnswer(round)
		})
		ann.settles(nil)
		ann.enters()
		ann.takes("akira")
		for range 10 {
			s.wait(2 * time.Second)
			ann.upAll(parts[0])
			ann.upAll(parts[1])
			ann.upAll(parts[2])
		}
		s.wait(5 * time.Second)
	}, truth: truth{Notes: []string{"repeat_ack 30", "retransmit 30"}}},
	{name: "fragments out of order", is: "the parts of one message come last first, one twice, with a keepalive between them", tell: func(s *story) {
		ann := s.knocks("Ann", 1)
		ann.connects()
		for i, r := range rounds {
			ann.asked(i)
			parts := ann.up.data(synth.StockAnswer(r.Round))
			slices.Reverse(parts)
			for n, m := range parts {
				if n == 1 {
					ann.sends(synth.Keepalive())
					s.unacked(func() { ann.upAll(m) })
				}
				ann.upAll(m)
			}
		}
		ann.settles(nil)
		ann.enters()
		ann.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"retransmit 1"}}},
	{name: "a capture that begins within a message", is: "of a message in three parts the first was sent before the capture began", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.knocks("Ben", 2)
		ben.connects()
		for i, r := range rounds {
			ben.asked(i)
			for n, m := range ben.up.data(synth.StockAnswer(r.Round)) {
				ben.upAll(m)
				if i == 2 && n == 0 {
					s.wait(20 * time.Millisecond)
					s.begins()
				}
			}
		}
		ben.settles(nil)
		ben.enters()
		s.wait(time.Second)
		ben.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"fragment_lost 1"}}},
	{name: "a capture at a client, with loss", is: "at Ben, who is told twice of what the network lost: a death, a chat line, a shot", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		cid := s.flies("Cid", 3, "akira")
		s.at = ben
		s.wait(5 * time.Second)
		var lost []msg
		s.losing(func() {
			ann.relays(ann.ship.torpedo("Forward Torp 1", cid.ship))
			ben.down.high -= 1
			lost = append(lost, ben.told(ann.ship.torpedo("Forward Torp 1", cid.ship))...)
		})
		s.wait(time.Second)
		ben.downAll(lost...)
		s.losing(func() { lost = ben.told(cid.ship.explodes(ann.ship.id, ann.peer, 9.5)) })
		ben.told(cid.ship.explosion())
		cid.ship.dies(9.5)
		s.wait(1050 * time.Millisecond)
		ben.downAll(lost...)
		s.losing(func() { lost = ben.told(synth.Chat(int32(ann.peer), "gg")) })
		s.wait(1050 * time.Millisecond)
		ben.downAll(lost...)
		s.wait(10 * time.Second)
		cid.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{
		Kills: []string{"Cid's akira by Ann (torpedo)"}, Deaths: []string{"Cid 1"}, Chat: []string{"Ann: gg"},
		Notes: []string{"gap 1", "out_of_order 1"}, Lives: []string{"Ben 1", "Ann 1", "Cid 2"},
	}},
	{name: "the clock of the capture is set back", is: "the clock of the machine that captures is set back by 30 s; everybody else's goes on", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(20 * time.Second)
		s.setBack, s.back = s.now, 30*time.Second
		s.wait(2 * time.Second)
		ann.chats("hello")
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.ship.killed(ann.ship)
		s.wait(11 * time.Second)
		ben.takes("birdofprey")
		s.wait(40 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}, Chat: []string{"Ann: hello"}}},
	{name: "many Acks in one datagram", is: "each Ack is sent nine times, in datagrams with up to nine others", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		var acks [][]byte
		for i := range 30 {
			for _, m := range ann.says(ann.ship.bolt([]string{"Port Cannon", "Star Cannon"}[i%2], ben.ship)) {
				acks = append(acks, m.ack)
			}
			ben.told(ann.ship.bolt([]string{"Port Cannon", "Star Cannon"}[i%2], ben.ship))
			s.wait(600 * time.Millisecond)
			ann.gets(acks[max(0, len(acks)-9):]...)
			s.wait(70 * time.Millisecond)
		}
		s.wait(10 * time.Second)
	}, truth: truth{Notes: []string{"repeat_ack 234"}}}, // 9 * 30 less those that are not there at first
	{name: "nothing but keepalives", is: "two sides that send keepalives; nobody can tell that it is the game", tell: func(s *story) {
		for range 12 {
			s.Game(s.now, address(1), theHost, synth.Datagram(2, synth.Keepalive()))
			s.Game(s.now, theHost, address(1), synth.Datagram(1, synth.Keepalive()))
			s.now += 5 * time.Second
		}
	}, truth: truth{Notes: []string{"undecided 24"}}},
	{name: "a player who looks on", is: "Ann is in the game and never takes a ship", tell: func(s *story) {
		s.joins("Ann", 1)
		s.flies("Ben", 2, "akira")
		s.wait(2 * time.Minute)
	}},
	{name: "a changed file", is: "the host turns Cid away, since his App.pyc differs", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.says(synth.StockAnswer(0))
		cid.told(synth.Game(0x22, &message.SystemChecksumFail{Text: wire.Text("App.pyc")}))
		cid.downAll(cid.down.control(transport.Boot, &transport.Kick{Reason: 4, PeerID: cid.peer}))
		cid.gone, s.slots[cid.slot] = true, nil
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Cid refused"}}},
	{name: "kicked while joining", is: "the host kicks Cid between two rounds of checksums", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.says(synth.StockAnswer(0))
		cid.asked(1)
		cid.says(synth.StockAnswer(1))
		cid.downAll(cid.down.control(transport.Boot, &transport.Kick{Reason: 4, PeerID: cid.peer}))
		cid.gone, s.slots[cid.slot] = true, nil
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Cid kicked"}}},
	{name: "a capture that ends within a join", is: "the capture ends while Cid still answers rounds of checksums", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		s.wait(5 * time.Second)
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.says(synth.StockAnswer(0))
		cid.asked(1)
		cid.says(synth.StockAnswer(1))
		cid.asked(2)
		cid.upAll(cid.up.data(synth.StockAnswer(2))[0])
	}, truth: truth{Notes: []string{"fragment_lost 1"}}},
	{name: "a player falls silent", is: "Ben's machine dies; the host drops him after 46 s", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		s.unacked(func() { ben.mute = true; s.wait(46 * time.Second) })
		ben.ends()
		s.wait(10 * time.Second)
	}, truth: truth{Ends: []string{"Ben timeout"}}},
	{name: "everything twice", is: "the network delivers each datagram twice", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ann.chats("hello")
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.ship.killed(ann.ship)
		s.wait(11 * time.Second)
		ben.takes("birdofprey")
		s.wait(10 * time.Second)
		ben.leaves()
		s.wait(10 * time.Second)
		for _, d := range s.Sent {
			d.At += 300 * time.Microsecond
			s.Sent = append(s.Sent, d)
		}
	}, truth: truth{
		Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}, Chat: []string{"Ann: hello"}, Ends: []string{"Ben left"},
		// All twice, at one place, within moments: as a switch mirrors both directions.
		Notes: []string{"copy 1886"},
	}},
	{name: "a round is over", is: "the frag limit ends the round, another one begins, and its first death counts as the first", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ben.says([]byte{0x13})
		ben.ship.perished(9.5)
		s.wait(time.Second)
		s.tellAll(synth.Game(0x38, &message.EndGame{Reason: 2}))
		s.wait(12 * time.Second)
		s.tellAll([]byte{0x39})
		ben.deaths = 0
		ann.takes("akira")
		ben.takes("akira")
		s.wait(10 * time.Second)
		ben.says([]byte{0x13})
		ben.ship.perished(9.5)
		s.wait(15 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (self_destruct)", "Ben's akira (self_destruct)"}, Deaths: []string{"Ben 2"}}},
	{name: "a capture that begins in a battle", is: "who flies is known from the host's updates first, who it is from what a newcomer is told later", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		s.begins()
		ann.mute, ben.mute = true, true
		s.wait(500 * time.Millisecond)
		ann.mute, ben.mute = false, false
		s.wait(3 * time.Second)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.ship.killed(ann.ship)
		ann.chats("gg")
		s.wait(11 * time.Second)
		ben.takes("akira")
		s.flies("Cid", 3, "akira")
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}, Chat: []string{"Ann: gg"}}},
	{name: "a shot of before the capture", is: "Ann's shot is passed on before the capture begins, and comes again since its Ack was lost", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		shot := ann.says(ann.ship.torpedo("Forward Torp 1", ben.ship))
		ben.told(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(100 * time.Millisecond)
		s.begins()
		s.wait(500 * time.Millisecond)
		ann.relays(ann.ship.torpedo("Forward Torp 2", ben.ship))
		s.wait(1900 * time.Millisecond)
		ann.upAll(shot...)
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"out_of_order 1"}}},
	{name: "an update overtaken", is: "two updates of Ann change places on their way", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		s.wait(20 * time.Second)
		first := -1
		for i := range s.Sent {
			if d := &s.Sent[i]; d.From == ann.addr && d.At > s.now-10*time.Second && len(d.Payload) < 30 {
				if first >= 0 {
					s.Sent[first].Payload, d.Payload = d.Payload, s.Sent[first].Payload
					break
				}
				first = i
			}
		}
	}, truth: truth{Notes: []string{"late 1"}}},
	{name: "goodbye said thrice", is: "Ben's Disconnect comes three times, since two Acks were lost", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(7 * time.Second)
		bye := ben.up.control(transport.Disconnect, &transport.Leave{PeerID: ben.peer, Address: ben.addr.Addr().As4()})
		s.unacked(func() { ben.upAll(bye) })
		ben.ends()
		ben.wait(1030 * time.Millisecond)
		s.unacked(func() { ben.upAll(bye) })
		ben.wait(1900 * time.Millisecond)
		ben.upAll(bye)
		s.wait(10 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}, Notes: []string{"retransmit 2"}}},
	{name: "a warp", is: "Ann warps, and is 5,000 units away when she arrives", tell: func(s *story) {
		ann, _, _ := three(s)
		ann.relays(synth.Game(0x10, &message.Event{
			ClassID: message.ClassStartWarp, EventCode: 0x008000EC, SourceID: ann.ship.id, TargetID: ann.ship.id, SetName: wire.Text("Multi2"),
		}))
		s.wait(3 * time.Second)
		ann.ship.start[0] += 5000
		for _, v := range ann.ship.views {
			v.told = 0
		}
		s.wait(15 * time.Second)
	}, truth: truth{Notes: []string{"jump 3"}}},
	{name: "a game begun anew", is: "Ann's game crashes and is started again: the clock of her updates begins at 0", tell: func(s *story) {
		ann := s.flies("Ann", 1, "akira")
		s.flies("Ben", 2, "akira")
		s.wait(10 * time.Second)
		ann.leaves()
		s.wait(20 * time.Second)
		again := s.joins("Ann", 1)
		again.early = s.clock()
		again.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ann left"}, Notes: []string{"new_link 1"}}},
	{name: "shields under fire", is: "the front shield of Ben's ship is hit each second and recovers in between", tell: func(s *story) {
		ann, ben, _ := three(s)
		for i := range 20 {
			ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
			ben.ship.shield = uint8(120 - 3*i)
			s.wait(500 * time.Millisecond)
			ben.ship.shield += 10
			s.wait(500 * time.Millisecond)
		}
	}},
	{name: "a shot on its way", is: "Ann fires 20 ms before she hears of her own death", tell: func(s *story) {
		ann, ben, _ := three(s)
		ben.relays(ben.ship.torpedo("Forward Torp 1", ann.ship))
		s.wait(time.Second)
		ann.ship.killed(ben.ship)
		s.wait(18 * time.Millisecond)
		ann.relays(ann.ship.torpedo("Forward Torp 2", ben.ship))
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ann's akira by Ben (torpedo)"}, Deaths: []string{"Ann 1"}}},
	{name: "a text of who has left", is: "at Ben: Cid says bye and leaves; the text is lost, and comes after the news that he has gone", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		_, ben, cid := three(s)
		s.at = ben
		line := synth.Chat(int32(cid.peer), "bye")
		cid.says(line)
		var lost []msg
		s.losing(func() { lost = ben.told(line) })
		s.wait(300 * time.Millisecond)
		cid.leaves()
		s.wait(700 * time.Millisecond)
		ben.downAll(lost...)
		s.wait(20 * time.Second)
	}, truth: truth{Chat: []string{"Cid: bye"}, Notes: []string{"gap 1", "out_of_order 1"}}},
	{name: "a request of before the capture", is: "Cid asks for entry, the capture begins in the game that follows, and his request comes again, since its Ack was lost", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		s.begins()
		cid.settles(nil)
		cid.enters()
		cid.upAll(cid.asks())
		s.wait(time.Second)
		cid.takes("akira")
		cid.chats("hi")
		s.wait(20 * time.Second)
	}, truth: truth{Chat: []string{"Cid: hi"}, Notes: []string{"ack_unseen 1"}}},
	{name: "a request behind an Ack", is: "Cid has no id yet when the capture begins: he acknowledges what is not the answer, and asks again", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		cid := s.knocks("Cid", 3)
		s.losing(cid.connects)
		s.begins()
		id := cid.peer
		cid.peer = 0
		cid.sends(synth.AckLow(5), cid.asks().bytes)
		cid.peer = id
		s.wait(40 * time.Millisecond)
		cid.gets(synth.AckLow(0), synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: id}))
		cid.wait(50 * time.Millisecond)
		cid.sends(synth.AckLow(0), synth.Control(transport.PeerInfo, 1, cid.info()))
		cid.gets(synth.AckLow(1))
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		cid.enters()
		s.wait(time.Second)
		cid.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"ack_unseen 1"}}},
	{name: "who goes as the capture begins", is: "all that the capture has of Ben is that he leaves the game", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(10 * time.Second)
		s.begins()
		s.tick()
		ben.goodbye()
		ben.ends()
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}}},
	{name: "thrown out as the capture begins", is: "Ben is thrown out; Ann is told so before anything of him is in the capture", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(10 * time.Second)
		s.begins()
		ben.gets(synth.Unreliable(ben.ship.update(ben)))
		s.tick()
		ben.ends()
		ben.downAll(ben.down.control(transport.Boot, &transport.Kick{Reason: 4, PeerID: ben.peer}))
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben kicked"}}},
	{name: "one goes as another comes", is: "Cid asks while the host throws Ben out, and gets Ben's id", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		cid := s.knocks("Cid", 3)
		request := cid.asks()
		cid.sends(request.bytes)
		s.tick()
		ben.ends()
		ben.downAll(ben.down.control(transport.Boot, &transport.Kick{Reason: 4, PeerID: ben.peer}))
		cid.answered(request)
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		cid.enters()
		s.wait(time.Second)
		cid.takes("birdofprey")
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben kicked"}}},
	{name: "a report that arrives with its third copy", is: "Ben rams Ann; his report is in the capture, but reaches the host after 4 s, and then he dies of it", tell: func(s *story) {
		ann, ben, _ := three(s)
		var report []msg
		s.unacked(func() {
			report = ben.says(ben.ship.collision(ann.ship.id))
			s.wait(1040 * time.Millisecond)
			ben.upAll(report...)
			s.wait(2900 * time.Millisecond)
		})
		ben.upAll(report...)
		ben.ship.perished(12.9)
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira (collision)"}, Deaths: []string{"Ben 1"}, Notes: []string{"retransmit 2"}}},
	{name: "back at a client", is: "at Ann, who leaves and comes back 30 s later, when her old ids are Ben's: what she was told is old", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		ann := s.flies("Ann", 1, "sovereign")
		s.flies("Cid", 3, "akira")
		s.wait(7 * time.Second)
		ann.leaves()
		s.wait(5 * time.Second)
		ben := s.flies("Ben", 2, "birdofprey")
		s.wait(20 * time.Second)
		again := s.knocks("Ann", 1)
		again.addr = netip.AddrPortFrom(ann.addr.Addr(), ann.addr.Port()+1)
		again.connects()
		again.checks(synth.StockAnswer)
		again.settles(nil)
		again.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
		again.told(mission())
		var lost []msg
		s.losing(func() { lost = again.told(ben.ship.creation()) })
		again.in = true
		again.told(listed(again.peer, true))
		s.wait(time.Second)
		again.downAll(lost...)
		s.wait(20 * time.Second)
		s.Sent = slices.DeleteFunc(s.Sent, func(d synth.Sent) bool { return d.From.Addr() != ann.addr.Addr() && d.To.Addr() != ann.addr.Addr() })
	}, truth: truth{Ends: []string{"Ann left"}, Notes: []string{"gap 1", "out_of_order 1"}}},
	{name: "an old copy among new shots", is: "Ben is told of a shot 12 s late, in the moment when Ann fires an equal one: each copy is of its own shot", tell: func(s *story) {
		ann, ben, cid := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", ben.ship)
		ann.says(shot)
		cid.told(shot)
		var lost []msg
		s.losing(func() { lost = ben.told(shot) })
		ben.told(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: 5}))
		s.wait(12 * time.Second)
		ann.says(shot)
		cid.told(shot)
		ben.downAll(lost...)
		s.wait(20 * time.Millisecond)
		ben.told(shot)
		s.wait(20 * time.Second)
	}, truth: truth{Notes: []string{"gap 1", "out_of_order 1"}}},
	{name: "the last words", is: "Ben fires a second before he leaves; neither the shot nor a copy of it arrives", tell: func(s *story) {
		_, ben, _ := three(s)
		s.unacked(func() { ben.says(ben.ship.torpedo("Forward Torp 2", s.players[0].ship)) })
		s.wait(1100 * time.Millisecond)
		ben.goodbye()
		for range 8 {
			s.wait(500 * time.Millisecond)
			ben.gets(synth.AckLow(2))
		}
		ben.ends()
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}, Notes: []string{"repeat_ack 8"}}},
	{name: "passed on after seconds", is: "Ann's shot reaches the host with its third copy; Ben has left before a lost copy for him comes again", tell: func(s *story) {
		ann, ben, cid := three(s)
		shot := ann.ship.torpedo("Forward Torp 2", cid.ship)
		var copies []msg
		s.unacked(func() {
			copies = ann.says(shot)
			s.wait(1030 * time.Millisecond)
			ann.upAll(copies...)
			s.wait(2600 * time.Millisecond)
		})
		ann.upAll(copies...)
		cid.told(shot)
		s.losing(func() { ben.told(shot) })
		s.wait(400 * time.Millisecond)
		ben.leaves()
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}, Notes: []string{"retransmit 2"}}},
	{name: "flown before it is made", is: "the capture begins in the battle; Ben leaves, comes back and flies another class under the id of before, whose creation comes late", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "sovereign")
		s.wait(5 * time.Second)
		s.begins()
		s.wait(10 * time.Second)
		ben.leaves()
		s.wait(5 * time.Second)
		again := s.joins("Ben", 4)
		x := again.build("birdofprey")
		var lost []msg
		ann.deaf, again.deaf = true, true // the host does not know of the ship
		s.losing(func() { lost = again.says(x.created) })
		s.wait(time.Second)
		again.upAll(lost...)
		ann.deaf, again.deaf = false, false
		s.tellAll(x.created, again)
		s.tellAll(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: x.id}))
		s.wait(20 * time.Second)
	}, truth: truth{Ends: []string{"Ben left"}, Lives: []string{"Ann 1", "Ben 2"}}},
	{name: "made before the capture", is: "the capture begins while Ben flies a new ship, whose creation he sends again, since its Ack was lost", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.joins("Ben", 2)
		s.wait(time.Second)
		x := ben.build("akira")
		var again []msg
		s.unacked(func() { again = ben.says(x.creation()) })
		s.tellAll(x.created, ben)
		s.wait(600 * time.Millisecond)
		s.begins()
		s.wait(450 * time.Millisecond)
		ben.upAll(again...)
		s.wait(20 * time.Second)
	}},
	{name: "told of before it is made", is: "the capture begins while Ben flies a new ship; Cid, who comes in, is told of it before Ben's creation is in the capture, which he sends again", tell: func(s *story) {
		s.flies("Ann", 1, "akira")
		ben := s.joins("Ben", 2)
		cid := s.knocks("Cid", 3)
		cid.connects()
		cid.checks(synth.StockAnswer)
		cid.settles(nil)
		x := ben.build("akira")
		var again []msg
		s.unacked(func() { again = ben.says(x.creation()) })
		s.tellAll(x.created, ben)
		s.wait(600 * time.Millisecond)
		s.begins()
		s.wait(300 * time.Millisecond)
		cid.enters()
		s.wait(150 * time.Millisecond)
		ben.upAll(again...)
		s.wait(20 * time.Second)
	}, truth: truth{Lives: []string{"Ann 1", "Ben 1", " 0"}}},
	{name: "another class seen from a client", is: "the capture is Ann's; Ben leaves, comes back and flies another class under the id of before, of whose creation she is told late", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "sovereign")
		s.wait(10 * time.Second)
		ben.leaves()
		s.wait(5 * time.Second)
		again := s.joins("Ben", 4)
		late(s, ann, again.build("birdofprey"), func() {})
		s.wait(20 * time.Second)
		s.at = ann
	}, truth: truth{Lives: []string{"Ann 1", "Ben 2"}}},
	{name: "its end before its creation", is: "the capture is Ann's; she is told late of Cid's ship, when he has left", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		ann, cid := s.flies("Ann", 1, "akira"), s.joins("Cid", 3)
		late(s, ann, cid.build("birdofprey"), cid.leaves)
		s.wait(20 * time.Second)
		s.at = ann
	}, truth: truth{Notes: []string{"gap 1", "out_of_order 2"}, Lives: []string{"Ann 1", "Cid 1"}}},
	{name: "a bump before an end", is: "the capture is Ann's; Ben has his ship destroyed just after she reports a collision with it: nobody in the capture says why", tell: func(s *story) {
		s.hostAcks, s.ownAcks = 40*time.Millisecond, 2*time.Millisecond
		ann, ben := s.flies("Ann", 1, "akira"), s.flies("Ben", 2, "akira")
		s.wait(10 * time.Second)
		ann.says(ann.ship.collision(ben.ship.id))
		s.wait(60 * time.Millisecond)
		ben.ship.perished(9.5)
		s.wait(20 * time.Second)
		s.at = ann
	}, truth: truth{Kills: []string{"Ben's akira (unknown)"}, Deaths: []string{"Ben 1"}}},
	{name: "one text thrice at once", is: "Ann says gg twice in one datagram, Ben in the same moment", tell: func(s *story) {
		ann, ben, _ := three(s)
		one, two := synth.Chat(int32(ann.peer), "gg"), synth.Chat(int32(ben.peer), "gg")
		ann.upAll(slices.Concat(ann.up.data(one), ann.up.data(one))...)
		ben.says(two)
		for _, payload := range [][]byte{one, one, two} {
			s.tellAll(payload)
		}
		s.wait(20 * time.Second)
	}, truth: truth{Chat: []string{"Ann: gg", "Ann: gg", "Ben: gg"}}},
	{name: "a wrap with a message outstanding", is: "65534 and 65535 are lost and come again behind 0 to 5, both ways", tell: func(s *story) {
		ann, ben := s.flies("Ann", 1, "birdofprey"), s.flies("Ben", 2, "akira")
		s.wait(time.Second)
		for _, p := range []*player{ann, ben} {
			p.up.high, p.down.high = 65520, 65520
		}
		s.begins()
		s.wait(15 * time.Second)
		shots := []string{"Port Cannon", "Star Cannon"}
		for i := range 14 {
			ann.relays(ann.ship.bolt(shots[i%2], ben.ship))
			s.wait(20 * time.Millisecond)
		}
		shot, none := ann.ship.bolt("Port Cannon", ben.ship), synth.Game(0x1D, &message.ObjectNotFound{ObjectID: 5})
		var up, down []msg
		s.losing(func() {
			up, down = slices.Concat(ann.says(shot), ann.says(shot)), slices.Concat(ben.told(none), ben.told(none))
		})
		for i := range 6 {
			ann.relays(ann.ship.bolt(shots[(i+1)%2], ben.ship))
			s.wait(20 * time.Millisecond)
		}
		s.wait(time.Second)
		ann.upAll(up...)
		ben.told(shot)
		ben.told(shot)
		ben.downAll(down...)
		s.wait(15 * time.Second)
	}, truth: truth{Notes: []string{"gap 2", "out_of_order 4"}}},
	{name: "a ship instead of another", is: "Ann takes another ship, though hers lives", tell: func(s *story) {
		ann, _, _ := three(s)
		ann.takes("birdofprey")
		s.wait(20 * time.Second)
	}, truth: truth{Lives: []string{"Ann 2", "Ben 1", "Cid 1"}}},
	{name: "a host that has run for two weeks", is: "its clock has steps of an eighth of a second, as a float has there", tell: func(s *story) {
		s.runs = 14 * 24 * time.Hour
		ann, ben, _ := three(s)
		ann.relays(ann.ship.torpedo("Forward Torp 1", ben.ship))
		s.wait(time.Second)
		ben.ship.killed(ann.ship)
		s.wait(12 * time.Second)
		ben.takes("akira")
		s.wait(20 * time.Second)
	}, truth: truth{Kills: []string{"Ben's akira by Ann (torpedo)"}, Deaths: []string{"Ben 1"}}},
}

// late is a ship of which a player is told a second late; what happens in between overtakes it.
func late(s *story, p *player, x *craft, meanwhile func()) {
	notFound := synth.Game(0x1D, &message.ObjectNotFound{ObjectID: x.id})
	x.owner.says(x.created)
	var lost []msg
	s.losing(func() { lost = slices.Concat(p.told(x.created), p.told(notFound)) })
	for _, q := range s.present(p, x.owner) {
		q.told(x.created)
		q.told(notFound)
	}
	s.wait(time.Second)
	meanwhile()
	p.downAll(lost...)
}
