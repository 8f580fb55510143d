package check

import (
	"cmp"
	"slices"
	"time"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// difference is a kind of differences between what players see, which is a cause of its own where no broken rule
// explains them.
type difference struct {
	kind  string // see figures.DesyncKinds
	cause Cause  // its root is no rule, but the kind
	// rules explain the differences if the host breaks one of them, the first such one: they are about the same messages.
	rules []string
	// same is a rule that is about the same messages and others too.
	same string
}

var differences = [...]difference{
	{figures.DesyncUnseen, Cause{
		ID: "ship-unseen", Side: Server, Effect: unseen, Says: "A ship is not created for a player, or seconds late.",
		Mend: "Pass each ObjectCreateTeam on to all others at once, and tell a newcomer of all ships.",
	}, []string{"join-existing-ships", "relay-creation-all-peers"}, ""},
	{figures.DesyncGhost, Cause{
		ID: "ship-haunts", Side: Server, Effect: ghosts, Says: "A player is not told, or late, that a ship is no more, or is told of it on and on.",
		Mend: "Tell every player of the end of a ship, its owner too, and send no update of it behind that.",
	}, []string{"leave-messages", "death-explosion", "relay-events-all-peers"}, ""},
	{figures.DesyncDeath, Cause{
		ID: "explosion-untold", Side: Server, Effect: deaths, Says: "A player is not told, or late, that a ship explodes.",
		Mend: "Send the explosion of a ship to every player, its owner too.",
	}, []string{"death-explosion", "relay-events-all-peers"}, "event-broadcast"},
	{figures.DesyncClass, Cause{
		ID: "class-differs", Side: Server, Effect: unseen, Says: "A player is told another class of a ship than its owner has.",
		Mend: "Pass ObjectCreateTeam on with the bytes that the owner sent.",
	}, []string{"relay-creation-all-peers"}, ""},
	{figures.DesyncCondition, Cause{
		ID: "condition-differs", Side: Server, Effect: damaged, Says: "A player is told another condition of a part than the others.",
		Mend: "Write the same condition of a part to all, and let no part out.",
	}, []string{"update-roundrobin", "update-block-window"}, ""},
	{figures.DesyncPosition, Cause{
		ID: "position-differs", Side: Server, Effect: misplaced, Says: "A player is told another place of a ship than its owner reports.",
		Mend: "Send each player the position that the owner reported last.",
	}, []string{"update-clock", "update-position-jumps", "update-position-refresh", "update-not-relayed"}, ""},
	{figures.DesyncStale, Cause{
		ID: "updates-stay-out", Side: Server, Effect: jerks, Says: "A player is told nothing for a while of a ship that moves.",
		Mend: "Send every player updates of all ships, ten times a second.",
	}, []string{"update-gaps", "update-rate", "update-remote-motion", "update-not-relayed"}, ""},
	{figures.DesyncEvent, Cause{
		ID: "event-untold", Side: Server, Effect: lost, Says: "A player is not told of an event that the others are told of.",
		Mend: "Pass every event on to all other players.",
	}, []string{"relay-weapons-all-peers", "relay-events-all-peers", "chat-to-all"}, ""},
	{figures.DesyncClock, Cause{
		ID: "clock-differs", Side: Server, Effect: jerks, Says: "A player is told another time of the game than the others, or one that runs too fast or too slowly.",
		Mend: "Write the same clock into the updates for all, and let it run with the time.",
	}, []string{"update-clock-drift", "update-clock-shared"}, ""},
}

// finding names the kind among the findings that causes explain.
func (s *difference) finding() string { return "desync-" + s.kind }

// saw adds what players saw else to the causes: to the one that explains it, or as a cause of its own.
func (t *trial) saw(found []figures.DesyncFinding, broken []finding, all []figures.Cause) []figures.Cause {
	for i := range differences {
		s := &differences[i]
		var alone []*figures.DesyncFinding
		explains, of := map[int]int64{}, int64(0) // by place among the causes
		for k := range found {
			f := &found[k]
			if f.Kind != s.kind {
				continue
			}
			of += int64(max(f.Count, 1))
			switch at := t.explains(s, f, broken, all); {
			case at >= 0:
				explains[at] += int64(max(f.Count, 1))
			case f.Side == figures.DesyncServer: // what an owner reports is wrong only if it breaks a rule
				alone = append(alone, f)
			}
		}
		for k := range all {
			if n := explains[k]; n > 0 {
				all[k].Explains = append(all[k].Explains, figures.Explained{Finding: s.finding(), Instances: n, Of: of})
			}
		}
		if len(alone) == 0 {
			continue
		}
		cause := s.alone(alone, of)
		for k := range broken {
			if b := &broken[k]; s.same != "" && b.rule.ID == s.same && b.tells(alone) {
				all = slices.DeleteFunc(all, func(c figures.Cause) bool { return c.Root == b.rule.ID && c.Single() })
				cause.Explains = append(cause.Explains, figures.Explained{Finding: b.rule.ID, Instances: b.Violations, Of: b.Violations})
			}
		}
		all = append(all, cause)
	}
	return all
}

// tells reports whether all violations of a rule are of messages that differences lack: each is about the receiver of one,
// in its moment.
func (b *finding) tells(found []*figures.DesyncFinding) bool {
	const moment = 2 * time.Second
	named := int64(0)
	for _, v := range b.First {
		named += v.Times
		if v.Link == nil || !slices.ContainsFunc(found, func(f *figures.DesyncFinding) bool {
			return f.Client == int(v.Link.Link) && v.At.Clock().Sub(f.From.Time.Time).Abs() <= moment
		}) {
			return false
		}
	}
	return named == b.Violations
}

// explains gives the place of the cause that a difference follows from; -1 = none does.
func (t *trial) explains(s *difference, f *figures.DesyncFinding, broken []finding, all []figures.Cause) int {
	if f.Kind == figures.DesyncCondition && t.leavesOut(f) {
		if at := slices.IndexFunc(all, func(c figures.Cause) bool { return c.ID == oneCursor }); at >= 0 {
			return at
		}
	}
	for _, rule := range s.rules {
		for i := range broken {
			if b := &broken[i]; b.Judges.String() == f.Side && b.rule.ID == rule {
				return b.leads(all)
			}
		}
	}
	return -1
}

// leavesOut reports whether blocks to a player about the ship begin where those to others do, and so leave out parts.
func (t *trial) leavesOut(f *figures.DesyncFinding) bool {
	return slices.ContainsFunc(t.streams.all, func(s *stream) bool {
		return int(s.link.Link) == f.Client && s.to == toClient && s.object == f.Object && s.chain.like > 0 && s.chain.alike()
	})
}

// leads gives the place of the cause from which violations follow; -1 = there is none.
func (b *finding) leads(all []figures.Cause) int {
	for i := range all {
		c := &all[i]
		follows := func(x *Cause) bool { return x != nil && x.ID == c.ID || x == nil && c.Root == b.rule.ID && c.Single() }
		if c.Side == b.Judges.String() && b.count(b.on, follows) > 0 {
			return i
		}
	}
	return -1
}

// alone gives differences that no broken rule explains as a cause.
func (s *difference) alone(found []*figures.DesyncFinding, of int64) figures.Cause {
	slices.SortStableFunc(found, func(a, b *figures.DesyncFinding) int { return cmp.Compare(a.From.Frame, b.From.Frame) })
	c := &s.cause
	out := c.Effect.cause(c.Side, s.finding(), Error)
	out.ID, out.Statement, out.Mend, out.Of = c.ID, found[0].Text, c.Mend, of
	for _, f := range found {
		out.Instances += int64(max(f.Count, 1))
		if !slices.Contains(out.Players, f.Player) {
			out.Players = append(out.Players, f.Player)
		}
		if len(out.First) < mostShown {
			query := tally.Queries{}
			out.First = append(out.First, figures.CheckFrame{
				Frame: f.From.Frame, Client: f.Client, Who: f.Player, Text: f.Text, Times: 1, Query: query.Of(tally.FramesIn(f.From.Frame, f.From.Frame)),
			})
		}
		if !slices.Contains(out.Frames, f.From.Frame) && len(out.Frames) < mostShown {
			out.Frames = append(out.Frames, f.From.Frame)
		}
	}
	return out
}
