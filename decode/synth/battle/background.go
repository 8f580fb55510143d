package battle

import (
	"fmt"
	"net/netip"
	"time"

	"bcdump/decode/gamespy"
)

// background starts what else is on the network.
func (s *session) background() {
	if s.GameSpy > 0 && s.At == 0 {
		s.repeat(s.GameSpy, s.query)
		s.after(3*time.Second, s.heartbeat)
	}
	if s.Noise > 0 && s.At == 0 {
		s.repeat(s.Noise, s.noise)
	}
}

// repeat does something so many times a second, at uneven times.
func (s *session) repeat(rate float64, do func()) {
	mean := time.Duration(float64(time.Second) / rate)
	s.after(s.luck.upTo(2*mean+1), func() {
		do()
		s.repeat(rate, do)
	})
}

// text records a GameSpy text, which is never enciphered.
func (s *session) plain(class *int64, from, to netip.AddrPort, payload []byte) (frame int64) {
	if !s.records() {
		return 0
	}
	*class++
	return s.tap.Datagram(s.now, from, to, payload)
}

// answer is a text of the host that answers another one.
func (s *session) answer(text string, to netip.AddrPort) {
	s.plain(&s.truth.Datagrams.GameSpy, s.host, to, []byte(text))
}

func (s *session) asker() netip.AddrPort {
	return s.address(200+s.luck.IntN(50), uint16(1024+s.luck.IntN(4000)))
}

// query is somebody who looks for a game, and the answer.
func (s *session) query() {
	asker, n := s.asker(), &s.truth.Datagrams.GameSpy
	s.plain(n, asker, s.host, []byte(`\status\`))
	number := s.luck.IntN(100)
	s.after(2*time.Millisecond, func() { s.answer(s.status(number), asker) })
}

func (s *session) status(number int) string {
	players, list, limit := 0, "", -1
	if s.TimeLimit > 0 {
		limit = s.TimeLimit
	}
	s.all(func(p *player) {
		players++
		list += fmt.Sprintf(`\player_%d\%s`, players, p.name)
	})
	return `\gamename\bcommander\gamever\60\location\1\hostname\My Game23` +
		fmt.Sprintf(`\missionscript\%s\mapname\DM`, s.script()) +
		fmt.Sprintf(`\numplayers\%d\maxplayers\8\gamemode\openplaying\timelimit\%d\fraglimit\-2`, players, limit) +
		`\system\Multi1\password\0\player_0\Dedicated Server` + list + fmt.Sprintf(`\final\\queryid\%d.1`, number)
}

func (s *session) heartbeat() {
	to := s.master
	if s.IPv6 {
		to = s.address(9, 27900)
	}
	s.plain(&s.truth.Datagrams.GameSpy, s.host, to, []byte(`\heartbeat\0\gamename\bcommander\statechanged\1`))
	s.after(5*time.Millisecond, func() { s.challenge(to) })
	s.after(time.Minute, s.heartbeat)
}

// challenge is a master server that wants to know whether the host is a game it serves.
func (s *session) challenge(master netip.AddrPort) {
	n, word := &s.truth.Datagrams.GameSpy, make([]byte, 6)
	for i := range word {
		word[i] = byte('A' + s.luck.IntN(26))
	}
	s.plain(n, master, s.host, fmt.Appendf(nil, `\basic\\secure\%s`, word))
	answer := fmt.Sprintf(`\gamename\bcommander\gamever\1.6\location\0\validate\%s\final\\queryid\1.1\`, gamespy.Validate(string(word)))
	s.after(2*time.Millisecond, func() { s.answer(answer, master) })
}

// noise is one frame that has nothing to do with the game.
func (s *session) noise() {
	if !s.records() {
		return
	}
	d, n := &s.truth.Datagrams, &s.truth.Noise
	a, b := netip.AddrFrom4([4]byte{192, 0, 2, 7}), netip.AddrFrom4([4]byte{198, 51, 100, 80})
	switch s.luck.IntN(8) {
	case 0: // a name is looked up
		s.plain(&d.Other, s.asker(), s.address(253, 53), s.junk([]byte{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 6}, 24))
	case 1: // a service announces itself
		s.plain(&d.Other, s.asker(), s.address(251, 5353), s.junk(make([]byte, 4), 60))
	case 2: // speech, to a port near the game's
		s.plain(&d.Other, s.asker(), s.address(1, gamePort+2), s.junk([]byte{0x80, 0, 0, 1}, 160))
	case 3:
		s.plain(&d.Empty, s.asker(), s.address(1, gamePort), nil)
	case 4, 5:
		if s.tap.Packet(s.now, a, b, protocolTCP, s.junk([]byte{0x01, 0xBB, 0xC0, 0x01}, 40)) {
			n.TCP++
		}
	case 6:
		if s.tap.Packet(s.now, b, a, protocolICMP, s.junk([]byte{8, 0, 0, 0}, 32)) {
			n.ICMP++
		}
	case 7:
		if s.tap.ARP(s.now) {
			n.ARP++
		}
	}
}

const (
	protocolICMP = 1
	protocolTCP  = 6
)

// junk is a beginning and so many bytes that mean nothing.
func (s *session) junk(begin []byte, n int) []byte {
	for range n {
		begin = append(begin, byte(s.luck.Uint32()))
	}
	return begin
}
