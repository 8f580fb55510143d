package rows

import (
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// end delivers the rows that remain, when all records of the capture were taken. That of the table
// of captures is the last one.
func (b *Builder) end(s *decode.Summary) error {
	b.stats.End(b.options.Name, s)
	figured, verdicts, seen := b.stats.Report(), &figures.CheckFile{}, &figures.Desync{}
	if len(s.Servers) > 0 {
		verdicts.Dialect = s.Servers[0].Dialect.String()
	}
	if b.facts != nil {
		b.facts.Facts.Summary = *s
		views := desync.Begin(b.facts.Facts, desync.Options{})
		verdicts = check.Judge(b.facts.Facts, check.Options{Judge: check.Both}).Verdicts
		seen = views()
	}
	b.killed()
	b.said()
	b.flush()
	for t, list := range (&reports{b.match.Connections(), figured, verdicts, seen}).flat(b.options.Stats) {
		if b.err == nil {
			b.err = b.options.Figures(t.Name, list)
		}
	}
	b.batch.Captures = append(b.batch.Captures, b.capture(s, &figured, verdicts))
	b.flush()
	return b.err
}

// killed adds the kills, whose causes are known now.
func (b *Builder) killed() {
	batch := b.batch
	for _, x := range b.kills {
		k := x.of
		row := Kill{
			Place: Place{x.number, k.Frame, uint32(k.Index), k.Clock().UnixNano()}, Server: addressText(k.Victim.Server),
			VictimID: k.Victim.Object, VictimShip: k.Victim.Class, Victim: text(k.Victim.Player.Called()), Killer: text(k.Killer.Called()),
			Cause: string(k.Cause), Weapon: k.Weapon.String(), Told: k.Told, OtherID: k.Other, Lifetime: k.Lifetime,
		}
		if k.By != nil {
			row.KillerID, row.KillerShip = k.By.Object, k.By.Class
		}
		if k.Shot.Frame != 0 {
			row.ShotFrame, row.ShotIndex, row.ShotMS = k.Shot.Frame, new(uint32(k.Shot.Index)), new(decode.Milliseconds(k.Before))
		}
		batch.Kills = append(batch.Kills, row)
	}
}

// said adds what was said; who said it may be known only now.
func (b *Builder) said() {
	for _, x := range b.chat {
		s := x.of
		name := text(s.Player.Called())
		if name == "" && s.From != nil {
			name = text(s.From.Name)
		}
		b.batch.Chat = append(b.batch.Chat, Chat{
			Place: Place{x.number, s.Frame, uint32(s.Index), s.Clock().UnixNano()}, Server: addressText(s.Server),
			Player: name, PeerID: int32(s.PeerID), Team: s.Team, Text: text(s.Text),
		})
	}
}

// capture gives the row of the capture as a whole.
func (b *Builder) capture(s *decode.Summary, f *figures.Stats, v *figures.CheckFile) Capture {
	d := &f.Datagrams
	file := tally.FileOf(b.options.Name, s)
	row := Capture{
		Name: b.options.Name, File: text(b.options.File), SHA256: b.options.SHA256, Format: file.Format, LocalTime: file.Local, Active: float64(file.Active),
		Frames: s.Frames, Lines: b.line, Game: d.BC, GameSpy: d.GameSpy, EntityState: d.EntityState, Unknown: d.Unknown, Damages: s.DamageCount,
		Dialect: v.Dialect, Perspective: v.Perspective, LossToServer: v.Loss.ToServer, LossToClient: v.Loss.ToClient,
		Program: b.options.Program, Schema: SchemaVersion,
	}
	if b.options.Source != nil {
		row.SHA256, row.Bytes = b.options.Source()
	}
	if s.Frames > 0 {
		row.First, row.Last = time.Unix(0, s.Clock.First.UnixNano()), time.Unix(0, s.Clock.Last.UnixNano())
	}
	if len(s.Damage) > 0 {
		row.Damage, row.DamageOffset, row.DamageFrame = text(s.Damage[0].String()), &s.Damage[0].Offset, &s.Damage[0].Frame
	}
	if len(s.Servers) > 0 && s.Servers[0].Address != (netip.AddrPort{}) {
		row.Server = addressText(s.Servers[0].Address)
	}
	for _, dropped := range []map[string]int64{f.Dropped, v.Dropped} {
		for _, n := range dropped {
			row.Dropped += n
		}
	}
	return row
}
