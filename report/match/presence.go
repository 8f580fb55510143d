package match

import (
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

func (s *scoreboard) presence() []figures.Presence {
	out := []figures.Presence{}
	for _, c := range s.match.Connections() {
		f := presenceOf(c)
		f.Game = s.numbers[c.Game]
		out = append(out, f)
	}
	return out
}

func presenceOf(c *match.Connection) figures.Presence {
	end := &c.Ending
	f := figures.Presence{
		Connection: tally.ConnectionOf(c), Ending: tally.EndingOf(c),
		Peer: known(int(c.PeerID), c.PeerID != 0), Slot: known(c.Slot, c.Slot >= 0),
		Entered: at(c.Entered), EnteredFrame: frame(c.Entered), Left: left(c),
		NoticeFrame: frame(c.Refusal.Event), Told: at(end.Others), ToldFrame: frame(end.Others), Last: at(c.Heard), LastHeard: frame(c.Heard), Score: scoreOf(&c.Score),
	}
	f.Joined, f.JoinedFrame = at(c.Began()), frame(c.Began())
	if end.Why == match.Refused {
		f.RefusedFor = refusedFor(c)
	}
	if c.Refusal.Frame != 0 && !c.Refusal.Version {
		f.RefusedFile = c.Refusal.Text
	}
	f.LastStep, f.WaitsFor = hangs(c)
	return f
}

// refusedFor names the reason of a refusal.
func refusedFor(c *match.Connection) string {
	switch {
	case c.Refusal.Frame != 0 && c.Refusal.Version:
		return figures.ForVersion
	case c.Refusal.Frame != 0:
		return figures.ForFiles
	}
	return map[int8]string{2: figures.ForPassword, 3: figures.ForFull, 5: figures.ForAddress}[c.Ending.Boot]
}

// hangs says how far a join came that neither led into the game nor was refused.
func hangs(c *match.Connection) (step, waitsFor string) {
	if c.Entered.Frame != 0 || c.Ending.Why == match.Refused || c.Ending.Why == match.Kicked || len(c.Steps) == 0 {
		return "", ""
	}
	party, _ := c.Waiting()
	return c.Steps[len(c.Steps)-1].Name, string(party)
}
