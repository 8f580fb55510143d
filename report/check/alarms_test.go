package check_test

import (
	"bytes"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
)

var (
	theHost   = netip.MustParseAddrPort("10.0.0.1:22101")
	theClient = netip.MustParseAddrPort("10.0.0.2:40000")
)

// written is a capture that is written message by message.
type written struct {
	t    *testing.T
	r    *recorder.Recorder
	b    bytes.Buffer
	time time.Duration
}

func newWritten(t *testing.T) *written {
	t.Helper()
	s := &written{t: t}
	s.r = must.Get(recorder.New(&s.b, recorder.Options{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}))(t)
	return s
}

// wait lets time go by.
func (s *written) wait(d time.Duration) { s.time += d }

// up and down send a datagram to the host and to the client.
func (s *written) up(messages ...[]byte)   { s.send(2, theClient, theHost, messages) }
func (s *written) down(messages ...[]byte) { s.send(1, theHost, theClient, messages) }

func (s *written) send(peer byte, from, to netip.AddrPort, messages [][]byte) {
	plain := append([]byte{peer, byte(len(messages))}, bytes.Join(messages, nil)...)
	cipher.Encipher(plain, plain)
	s.r.Datagram(s.time, from, to, plain)
	s.wait(10 * time.Millisecond)
}

// text sends a GameSpy text.
func (s *written) text(from, to netip.AddrPort, text string) {
	s.r.Datagram(s.time, from, to, []byte(text))
	s.wait(100 * time.Millisecond)
}

// verdict gives that on a rule and a side; the rule must be judged.
func (s *written) verdict(id, judges string) figures.CheckRule {
	s.t.Helper()
	must.Do(s.t, s.r.Close())
	for _, r := range judged(s.t, s.b.Bytes()).Rules {
		if r.ID == id && r.Judges == judges {
			return r
		}
	}
	s.t.Fatalf("no rule %s about the %s", id, judges)
	return figures.CheckRule{}
}

// kept demands that a rule is kept, and was judged.
func (s *written) kept(id, judges string, least int64) {
	s.t.Helper()
	if r := s.verdict(id, judges); r.Verdict != figures.Passed || r.Violations != 0 || r.Instances < least {
		s.t.Errorf("%s %s: %s %s, %d of %d: %+v", id, judges, r.Verdict, r.Reason, r.Violations, r.Instances, r.Frames)
	}
}

// broken demands how often a rule is broken.
func (s *written) broken(id, judges string, violations int64) {
	s.t.Helper()
	if r := s.verdict(id, judges); r.Verdict != figures.Failed || r.Violations != violations {
		s.t.Errorf("%s %s: %s %s, %d of %d: %+v, want %d", id, judges, r.Verdict, r.Reason, r.Violations, r.Instances, r.Frames, violations)
	}
}

func control(kind transport.Type, seq uint16, m wire.Message) []byte {
	header := transport.NewControl(kind, seq)
	return header.Append(nil, wire.Append(nil, m))
}

func game(seq uint16, opcode uint8, m wire.Message) []byte {
	header := transport.NewData(true, seq)
	return header.Append(nil, message.Append(nil, opcode, m))
}

func ack(kind transport.Type, seq uint16) []byte {
	header := transport.NewControl(kind, seq)
	if kind == transport.Data {
		header = transport.NewData(true, seq)
	}
	answer := transport.NewAck(&header)
	return answer.Append(nil, nil)
}

func numbersOf(from, n int, do func(seq uint16)) {
	for i := range n {
		do(uint16(from+i) & 0xFF)
	}
}

// joins has a client join: the request, the answer with the peer id, and a PeerInfo under a number of
// the client's choice.
func (s *written) joins(client netip.AddrPort, peer byte, peerInfo uint16) {
	s.send(255, client, theHost, [][]byte{control(transport.Connect, 0, &transport.ConnectRequest{Address: client.Addr().As4(), Token: 7})})
	s.send(1, theHost, client, [][]byte{control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: peer})})
	info := control(transport.PeerInfo, peerInfo, &transport.Peer{PeerID: peer, Address: client.Addr().As4(), Name: wire.WideText("A\x00c\x00e\x00")})
	s.send(peer, client, theHost, [][]byte{ack(transport.Connect, 0), info})
}

// A client that uses number 0 for Connect and for PeerInfo gets one Ack for both: nobody can tell which of
// the two it means.
func TestAckOfReusedNumber(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 0)
	s.down(ack(transport.Connect, 0))
	for range 6 {
		s.wait(time.Second)
		s.up([]byte{2})
		s.down([]byte{2})
	}
	s.kept("transport-ack-every-reliable", "server", 2)

	for _, acknowledged := range []bool{true, false} { // the Connect has its response
		s = newWritten(t)
		if s.joins(theClient, 2, 1); acknowledged {
			s.down(ack(transport.PeerInfo, 1))
		}
		for range 6 {
			s.wait(time.Second)
			s.up([]byte{2})
			s.down([]byte{2})
		}
		if acknowledged {
			s.kept("transport-ack-every-reliable", "server", 2)
		} else {
			s.broken("transport-ack-every-reliable", "server", 1)
		}
	}
}

// A host whose counter has 8 bits goes on repeating a message while its number is used again for
// others: the copies are no news.
func TestLateCopies(t *testing.T) {
	for _, newer := range []int{140, 270} {
		s := newWritten(t)
		s.joins(theClient, 2, 1)
		fill := func(seq uint16) { s.down(game(seq, 0x1D, &message.ObjectNotFound{ObjectID: uint32(s.time)})) }
		numbersOf(0, 256+10, fill)
		first := game(10, 0x36, &message.ScoreChange{VictimID: 2, VictimDeaths: 1})
		s.down(first)
		s.down(game(11, 0x36, &message.ScoreChange{VictimID: 2, VictimDeaths: 2}))
		for i := range newer {
			fill(uint16(12+i) & 0xFF)
			if i%100 == 99 {
				s.down(first)
			}
		}
		s.down(first)
		s.kept("score-consistent", "server", 1)
	}
}

// Somebody who asks twice and gets one answer has been answered.
func TestOneAnswerForTwoQueries(t *testing.T) {
	s := newWritten(t)
	s.text(theClient, theHost, `\status\`)
	s.text(theClient, theHost, `\status\`)
	s.text(theHost, theClient, `\gamename\bcommander\gamever\60\final\\queryid\1.1`)
	s.joins(theClient, 2, 1)
	s.wait(3 * time.Second)
	s.up([]byte{2})
	s.kept("gamespy-answered", "server", 2)
}

// creation is one of an Akira whose state does not fit its class: it is too long.
func creation(seq uint16) []byte { return creationWith(seq, 90) }

// creationWith is one with a state of so many bytes.
func creationWith(seq uint16, size int) []byte {
	m := message.NewObjectCreate(true)
	m.ClassID, m.ObjectID, m.Species, m.Orientation = message.ClassShip, 0x3FFFFFFF, 1, [4]float32{1, 0, 0, 0}
	m.ObjectName, m.SetName = wire.Text("Ace"), wire.Text("Multi1")
	payload := append(message.Append(nil, 0x03, m), bytes.Repeat([]byte{0x20}, size)...)
	header := transport.NewData(true, seq)
	return header.Append(nil, payload)
}

// Values that are read from a state of another layout say nothing about the ship.
func TestStateOfAnotherLayout(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.up(creation(0))
	s.kept("object-spawn-state", "client", 1)
	s = newWritten(t)
	s.joins(theClient, 2, 1)
	s.up(creation(0))
	s.broken("object-blob", "client", 1)
}

// What a client wrote is not the host's fault, even when the host passes it on a long time later.
func TestCreationPassedOnLate(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.up(creation(0))
	s.wait(time.Minute)
	s.down(creation(0))
	s.down(game(1, 0x1D, &message.ObjectNotFound{ObjectID: 0x3FFFFFFF}))
	s.kept("payload-layout", "server", 1)
}

// The team of who said something counts, not that of the id in the text.
func TestTeamOfSender(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.down(game(0, 0x3F, &message.ScoreInit{Score: message.Score{PlayerID: 2}, Team: 0}), game(1, 0x3F, &message.ScoreInit{Score: message.Score{PlayerID: 3}, Team: 1}))
	said := &message.TeamChat{Chat: message.Chat{SenderID: 3, Text: wire.Text("gg")}}
	s.up(game(0, 0x2D, said))
	s.down(game(2, 0x2D, said))
	s.kept("chat-team-only", "server", 1)
}

// Whoever is given the peer id of somebody who left begins with scores of its own.
func TestScoresOfAnotherPlayer(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.down(game(0, 0x36, &message.ScoreChange{VictimID: 3, VictimDeaths: 4}), game(1, 0x36, &message.ScoreChange{VictimID: 2, VictimDeaths: 1}))
	s.joins(netip.MustParseAddrPort("10.0.0.3:40000"), 3, 1)
	s.down(game(2, 0x37, &message.Score{PlayerID: 3, Deaths: 1}), game(3, 0x37, &message.Score{PlayerID: 2, Deaths: 1}))
	s.kept("score-consistent", "server", 1)
}

// Fragments that are not the last have the full size.
func TestSizeOfFragments(t *testing.T) {
	part := func(index uint8, size int) []byte {
		header := transport.NewFragment(0, index, 2)
		return header.Append(nil, bytes.Repeat([]byte{0x2B}, size))
	}
	s := newWritten(t)
	s.up(part(0, 405), part(1, 20))
	s.kept("transport-sizes", "client", 4)
	s = newWritten(t)
	s.up(part(0, 300), part(1, 20))
	s.broken("transport-sizes", "client", 1)
}

// The same thing twice in one frame is told once, with how often.
func TestViolationsFold(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.down(game(0, 0x2A, &message.NewPlayerInGame{}), game(1, 0x2A, &message.NewPlayerInGame{}))
	r := s.verdict("sender-newplayer-client", "server")
	if r.Violations != 2 || len(r.Frames) != 1 || r.Frames[0].Times != 2 {
		t.Errorf("%d violations: %+v", r.Violations, r.Frames)
	}
}

// enters has a client join and come into the game. Both channels of the game go on with number 1.
func (s *written) enters(client netip.AddrPort, peer byte) {
	s.joins(client, peer, 1)
	s.send(1, theHost, client, [][]byte{game(0, 0x00, &message.Settings{PlayerSlot: peer - 2})})
	s.send(peer, client, theHost, [][]byte{game(0, 0x2A, &message.NewPlayerInGame{})})
	s.send(1, theHost, client, [][]byte{game(1, 0x35, &message.MissionInit{PlayerLimit: 8})})
}

// A creation that ends too soon tells of its ship all the same.
func TestShipOfCutCreation(t *testing.T) {
	other := netip.MustParseAddrPort("10.0.0.3:40000")
	s := newWritten(t)
	stay := func(n int, clients ...netip.AddrPort) {
		for range n {
			for i, c := range clients {
				s.send(byte(2+i), c, theHost, [][]byte{{2}})
				s.send(1, theHost, c, [][]byte{{2}})
			}
			s.wait(500 * time.Millisecond)
		}
	}
	s.enters(theClient, 2)
	s.up(creationWith(1, 3))
	stay(8, theClient)
	s.enters(other, 3)
	s.send(1, theHost, other, [][]byte{creationWith(2, 3)})
	stay(40, theClient, other)
	s.kept("join-existing-ships", "server", 1)
}

// What captures of other software were told wrongly once.
func TestOutsideAlarms(t *testing.T) {
	folder := outside.Folder(t)
	for name, ids := range map[string][]string{
		"battle-1.pcap":              {"transport-ack-every-reliable server", "transport-retransmit-until-ack client", "score-consistent server", "event-broadcast server", "payload-layout server", "join-existing-ships server", "object-spawn-state client"},
		"lossy-1-server.pcap":        {"update-clock client", "update-roundrobin server", "payload-layout server"},
		"lossy-1-client.pcap":        {"update-position-first server", "update-first-cycle server", "update-cloak-follows-owner server"},
		"otherclient-battle-1.pcap":  {"gamespy-answered server", "object-own-only client", "join-missioninit-fields server", "event-class-and-code client"},
		"otherclient-opcodes-1.pcap": {"gamespy-answered server", "join-missioninit-fields server"},
		"synth-2.pcapng":             {"transport-retransmit-interval server"},
	} {
		for _, r := range failed(judged(t, must.Get(os.ReadFile(filepath.Join(folder, name)))(t))) {
			if slices.Contains(ids, r.ID+" "+r.Judges) {
				t.Errorf("%s: %s %s: %d of %d: %+v", name, r.ID, r.Judges, r.Violations, r.Instances, r.Frames[:1])
			}
		}
	}
}

// Intervals of retransmissions may stay, grow by steps, or double.
func TestModesOfRetransmission(t *testing.T) {
	sound := must.Get(bases())(t)[0]
	for name, x := range map[string]struct {
		at   []float64 // s after the original
		kept bool
	}{"fixed": {[]float64{1, 2, 3, 4, 5}, true}, "additive": {[]float64{1, 3, 6, 10, 15}, true}, "doubling": {[]float64{1, 3, 7, 15, 31}, true}, "late": {[]float64{8, 30, 45}, false}} {
		var after []time.Duration
		for _, seconds := range x.at {
			after = append(after, time.Duration(seconds*float64(time.Second)))
		}
		f := judged(t, sound.Of(edit.Every(4, edit.Down(0x2C, 0x36, 0x29), edit.Both(edit.Again(after...), edit.Answered(after[len(after)-1]+50*time.Millisecond)))))
		for _, r := range f.Rules {
			if r.ID == "transport-retransmit-interval" && r.Judges == "server" && (r.Instances < 5 || (r.Violations < 3) != x.kept) {
				t.Errorf("%s: %s, %d of %d: %+v", name, r.Verdict, r.Violations, r.Instances, r.Frames)
			}
		}
	}
}

// Either side may lack an object, and opcodes of mods are not the game's.
func TestMessagesOfMods(t *testing.T) {
	s := newWritten(t)
	s.joins(theClient, 2, 1)
	s.up(game(0, 0x1D, &message.ObjectNotFound{ObjectID: 0x3FFFFFFF}))
	s.up(game(1, 0x2A, &message.NewPlayerInGame{}))
	header := transport.NewData(true, 2)
	s.up(header.Append(nil, []byte{205, 1, 2, 3}))
	if r := s.verdict("sender-host-only", "client"); r.Violations != 0 {
		t.Errorf("%+v", r)
	}
	c := must.Get(decode.Open("mods", bytes.NewReader(s.b.Bytes()), decode.Options{}))(t)
	title := ""
	for r := range c.Records() {
		if r.IsGame() {
			title = r.Title()
			if r.Has(decode.UnknownOpcode) {
				t.Errorf("%s is said to be unknown", title)
			}
		}
	}
	if title != "mod 0xCD" {
		t.Errorf("%q", title)
	}
}
