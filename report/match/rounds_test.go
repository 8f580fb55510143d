package match_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// A new round begins with nothing: points and kills of the one before put nobody ahead in it.
func TestRoundsBeginAnew(t *testing.T) {
	for _, teams := range []bool{false, true} {
		_, raw := reporttest.Battle(t, battle.Options{Players: 4, Seed: 5, Teams: teams, Duration: 40 * time.Second})
		c := must.Get(edit.Read(raw))(t)
		all := func(at time.Duration, opcode uint8, m wire.Message) edit.Edit {
			return func(c *edit.Capture) {
				for _, l := range c.Present(at) {
					c.Tell(at, l, edit.ToClient, opcode, m)
				}
			}
		}
		later := edit.Since(20 * time.Second) // nobody kills or scores any more
		m := matchOf(t, "rounds.pcap", c.Of(
			edit.Each(edit.Down(0x36, 0x37, 0x3F, 0x40).And(later), edit.Omit), edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding), later), edit.Omit),
			all(20*time.Second, message.OpcodeEndGame, &message.EndGame{Reason: 2}), all(22*time.Second, message.OpcodeRestartGame, &message.RestartGame{}),
			all(28*time.Second, message.OpcodeEndGame, &message.EndGame{Reason: 2}), all(30*time.Second, message.OpcodeRestartGame, &message.RestartGame{}),
		))
		for i := range m.Players {
			if p := &m.Players[i]; p.Score.Points != nil {
				t.Errorf("teams %v: %s has %d points, which are of the round before", teams, p.Name, *p.Score.Points)
			}
		}
		g := &m.Games[0]
		if len(g.Rounds) != 2 || g.Rounds[0].Winner.By != map[bool]string{false: figures.ByKills, true: figures.ByTeamScore}[teams] {
			t.Fatalf("teams %v: %+v", teams, g.Rounds)
		}
		if w := g.Rounds[1].Winner; w.By != "" || g.Winner.By != "" {
			t.Errorf("teams %v: ahead in round 2: %+v, at the end: %+v", teams, w, g.Winner)
		}
	}
}

// Of two teams with as many points none is ahead.
func TestTeamsLevel(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Seed: 5, Teams: true, Duration: time.Minute})
	level := edit.Each(edit.Down(0x40), edit.Set(func(m *message.TeamScore) { m.Score = 500 }))
	m := matchOf(t, "level.pcap", must.Get(edit.Read(raw))(t).Of(level))
	if w := &m.Games[0].Winner; w.By != figures.ByTeamScore || w.Value != 500 || len(w.Names) != 4 || w.Team != nil {
		t.Errorf("%+v", w)
	}
}

// Two players of one name who are there at the same time are two, also before they have ships; who left comes back as himself.
func TestNamesakes(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Seed: 1, Duration: 2 * time.Minute})
	type player struct {
		slot, kills, deaths int
		shots               figures.Shots
	}
	of := func(edits ...edit.Edit) map[player]int {
		players := map[player]int{}
		m := matchOf(t, "namesakes.pcap", must.Get(edit.Read(raw))(t).Of(edits...))
		for i := range m.Players {
			p := &m.Players[i]
			players[player{*p.Slot, p.Kills, p.Deaths, p.Shots}]++
		}
		return players
	}
	same := edit.Each(edit.Kind(transport.PeerInfo), edit.Set(func(m *transport.Peer) { m.Name = wire.NewWideText("Q") }))
	if diff := cmp.Diff(of(), of(same)); diff != "" {
		t.Errorf("(-other names +one name)\n%s", diff)
	}
}

// A host that names the player of the ship that explodes as who fired says that nobody else did: no shot before makes a killer.
func TestNamedAsOwnKiller(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Seed: 3, Duration: 2 * time.Minute})
	c := must.Get(edit.Read(raw))(t)
	for _, source := range []bool{false, true} {
		n := 0
		m := matchOf(t, "own.pcap", c.Of(edit.Each(edit.Down(0x36), edit.Omit), edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding)), edit.Set(func(m *message.Event) {
			slot, _ := wire.OwnerSlot(m.TargetID)
			if m.SourceID, m.FiringPlayer = 0, int32(slot+2); source {
				m.SourceID = m.TargetID
			}
			n++
		}))))
		for i := range m.Kills {
			if k := &m.Kills[i]; k.Killer != nil {
				t.Errorf("source %v: %+v", source, k)
			}
		}
		if n == 0 || len(m.Kills) == 0 {
			t.Errorf("%d explosions, %d kills", n, len(m.Kills))
		}
	}
}
