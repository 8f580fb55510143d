package match

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

func (s *scoreboard) kills() []figures.Kill {
	out := []figures.Kill{}
	for _, k := range s.match.Kills() {
		out = append(out, s.kill(k))
	}
	return out
}

func (s *scoreboard) kill(k *match.Kill) figures.Kill {
	x := k.Victim
	f := figures.Kill{
		Time: tally.TimeOf(k.Event), Frame: k.Frame, Server: tally.AddressText(x.Server), Game: s.numbers[k.Game],
		Victim: tally.PlayerOf(x.Player), VictimShip: s.class(x.KnownClass()), ObjectID: tally.ObjectText(x.Object),
		Weapon: known(k.Weapon.String(), k.Weapon != match.NoWeapon), Cause: string(k.Cause), Certainty: figures.CertaintyTold,
		HitFrame: frame(k.Shot), TeamKill: k.Team,
	}
	if k.Other != 0 {
		f.Other = k.OtherName
	}
	if !k.Told && k.Cause != match.ByUnknown {
		f.Certainty = figures.CertaintyInferred
	}
	if k.Shot.Frame != 0 {
		f.HitBefore = tally.Milliseconds(decode.Milliseconds(k.Before))
	}
	s.killer(k, &f)
	return f
}

// killer takes who did it.
func (s *scoreboard) killer(k *match.Kill, f *figures.Kill) {
	f.Killer = known(tally.PlayerOf(k.Killer), k.Killer != nil || k.By != nil)
	if k.By != nil {
		f.KillerID = known(tally.ObjectText(k.By.Object), true)
		f.KillerShip = known(s.class(k.By.KnownClass()), k.By.KnownClass() != "")
	}
}

func (s *scoreboard) chat() []figures.ChatLine {
	out := []figures.ChatLine{}
	for _, x := range s.match.Chat() {
		line := figures.ChatLine{
			Time: tally.TimeOf(x.Event), Frame: x.Frame, Server: tally.AddressText(x.Server), Game: s.numbers[x.Game], Player: x.Player.Called(),
			Peer: x.PeerID, Text: x.Text, Team: x.Team,
		}
		if x.From != nil {
			line.Player, line.Address = x.From.Name, tally.AddressText(x.From.Client)
		}
		out = append(out, line)
	}
	return out
}
