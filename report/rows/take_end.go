package rows

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/match"
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
	b.joins(&figured)
	b.links(&figured)
	b.checks(verdicts)
	b.differs(seen)
	b.flush()
	if b.err == nil && b.options.Stats != nil {
		b.err = b.options.Stats(&figured)
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
			Place: Place{x.number, k.Frame, uint8(k.Index), k.Clock().UnixNano()}, Server: addressText(k.Victim.Server),
			VictimID: k.Victim.Object, VictimShip: k.Victim.Class, Victim: text(k.Victim.Player.Called()), Killer: text(k.Killer.Called()),
			Cause: string(k.Cause), Weapon: k.Weapon.String(), Told: k.Told, OtherID: k.Other, Lifetime: k.Lifetime,
		}
		if k.By != nil {
			row.KillerID, row.KillerShip = k.By.Object, k.By.Class
		}
		if k.Shot.Frame != 0 {
			row.ShotFrame, row.ShotIndex, row.ShotMS = k.Shot.Frame, byteOf(uint8(k.Shot.Index)), batch.doubles.of(decode.Milliseconds(k.Before))
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
			Place: Place{x.number, s.Frame, uint8(s.Index), s.Clock().UnixNano()}, Server: addressText(s.Server),
			Player: name, PeerID: int32(s.PeerID), Team: s.Team, Text: text(s.Text),
		})
	}
}

// joins adds the connections that stats has.
func (b *Builder) joins(f *figures.Stats) {
	connections := b.match.Connections()
	for i := range f.Joins {
		j := &f.Joins[i]
		row := Join{
			ClientAddress: j.Client, Server: j.Server, Player: text(j.Name), State: j.State, TookMS: (*float64)(j.Took), LongestWaitMS: (*float64)(j.Wait),
			LongestWaitFor: j.WaitFor, WaitingFor: j.Waiting, ResentToServer: int32(j.ResentToServer), ResentToClient: int32(j.ResentToClient),
			Hangs: j.Hangs, Ending: j.Ending, Boot: int32(j.Boot), Outcome: text(j.Outcome), OutcomeFrame: j.Frame, OutcomeTime: timeOf(j.Time),
		}
		row.connection(connections[j.Number-1])
		for _, s := range j.Steps {
			row.Steps = append(row.Steps, Step{Step: s.Step, Dir: s.Dir, Frame: s.Frame, AfterMS: float64(s.After)})
		}
		b.batch.Joins = append(b.batch.Joins, row)
	}
}

// connection fills in what the account of the match has beyond the figures of stats.
func (j *Join) connection(c *match.Connection) {
	j.Client, j.PeerID, j.Frame, j.Complete, j.EnteredFrame = c.Link, c.PeerID, c.First.Frame, c.Joined, c.Entered.Frame
	first, entered := c.First.Clock().UnixNano(), c.Entered.Clock().UnixNano()
	if c.First.Frame != 0 {
		j.Time = &first
	}
	if c.Entered.Frame != 0 {
		j.Entered = &entered
	}
}

func timeOf(t figures.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	n := t.UnixNano()
	return &n
}

func (b *Builder) links(f *figures.Stats) {
	for i := range f.Links {
		l := &f.Links[i]
		b.batch.Links = append(b.batch.Links, Link{
			ClientAddress: l.Client, Server: l.Server, PeerID: uint8(l.Peer), Player: text(l.Name), First: timeOf(l.First), Last: timeOf(l.Last),
			Datagrams: l.Datagrams, Bytes: l.Bytes, ToServer: l.ToServer, ToClient: l.ToClient,
			RTTDir: l.RTT.Dir, RTTCount: l.RTT.Count, RTTP50: (*float64)(l.RTT.P50), RTTP90: (*float64)(l.RTT.P90), RTTMax: (*float64)(l.RTT.Max),
			Reliable: l.Reliable, Acked: l.Acked, Unacked: l.Unacked, Retransmits: l.Resent, RepeatedAcks: l.RepeatAck, Gaps: l.Gaps, OutOfOrder: l.Late,
		})
	}
}

func (b *Builder) checks(f *figures.CheckFile) {
	for i := range f.Rules {
		r := &f.Rules[i]
		row := Check{
			ID: r.ID, Area: r.Area, Judges: r.Judges, Severity: r.Severity, Evidence: r.Evidence, Verdict: r.Verdict, Reason: r.Reason,
			Instances: r.Instances, Violations: r.Violations, Tolerance: r.Tolerance,
		}
		for _, x := range r.Frames {
			row.Frames = append(row.Frames, x.Frame)
		}
		b.batch.Checks = append(b.batch.Checks, row)
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
		first, last := s.Clock.First.UnixNano(), s.Clock.Last.UnixNano()
		row.First, row.Last = &first, &last
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

// differs adds what players saw.
func (b *Builder) differs(d *figures.Desync) {
	for i := range d.Findings {
		f := &d.Findings[i]
		b.batch.Differences = append(b.batch.Differences, Difference{
			Kind: f.Kind, Side: f.Side, Client: uint32(f.Client), Player: text(f.Player), Owner: text(f.Owner), ShipID: f.Object, Life: uint32(f.Life), Frame: f.From.Frame, Time: timeOf(f.From.Time),
			Seconds: float64(f.Seconds), Told: text(f.Told), Others: text(f.Others), Text: text(f.Text),
		})
	}
	for i := range d.Views {
		v := &d.Views[i]
		b.batch.Views = append(b.batch.Views, View{
			Client: uint32(v.Client), Player: text(v.Player), Owner: text(v.Owner), ShipID: v.Object, Life: uint32(v.Life), Class: v.Class, Time: timeOf(v.From.Time), Updates: v.Updates,
			LagP50: v.Lag.P50, LagP99: v.Lag.P99, LagMax: v.Lag.Max, AgeP50: v.Age.P50, DriftP50: v.Drift.P50, DriftP99: v.Drift.P99, DriftMax: v.Drift.Max,
			DriftFrame: v.Drift.Frame, CarriedP50: v.Carried.P50, JudgedSeconds: float64(v.Seconds.Judged), GhostSeconds: float64(v.Seconds.Ghost), UnseenSeconds: float64(v.Seconds.Unseen),
		})
	}
}
