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
	s.noises()
}

// answer is a text of the host that answers another one.
func (s *session) answer(text string, to netip.AddrPort) {
	s.plain(&s.truth.Datagrams.GameSpy, s.host, to, []byte(text))
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
		fmt.Sprintf(`\numplayers\%d\maxplayers\%d\gamemode\openplaying\timelimit\%d\fraglimit\-2`, players, s.places(), limit) +
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
