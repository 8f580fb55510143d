package check

import (
	"cmp"
	"slices"

	"bcdump/decode/capture"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// difference is a kind of differences between what players see, which is a cause of its own where no broken rule
// explains them.
type difference struct {
	kind  string // see figures.DesyncKinds
	cause Cause  // its root is no rule, but the kind
	// rules explain a difference with violations about the same ship and receiver in its time, the first such one.
	rules []string
	// below is a rule that is about the same messages: such violations follow from the difference.
	below string
}

var differences = [...]difference{
	{kind: figures.DesyncUnseen, rules: []string{"join-existing-ships", "relay-creation-all-peers"}, cause: Cause{
		ID: "ship-unseen", Side: Server, Effect: unseen, Says: "A ship is not created for a player, or seconds late.",
		Mend: "Pass each ObjectCreateTeam on to all others at once, and tell a newcomer of all ships.",
	}},
	{kind: figures.DesyncGhost, rules: []string{"leave-messages"}, below: "event-broadcast", cause: Cause{
		ID: "ship-haunts", Side: Server, Effect: ghosts, Says: "A player is not told, or late, that a ship is no more, or is told of it on and on.",
		Mend: "Tell every player of the end of a ship, its owner too, and send no update of it behind that.",
	}},
	{kind: figures.DesyncDeath, below: "event-broadcast", cause: Cause{
		ID: "explosion-untold", Side: Server, Effect: deaths, Says: "A player is not told, or late, that a ship explodes.",
		Mend: "Send the explosion of a ship to every player, its owner too.",
	}},
	{kind: figures.DesyncClass, rules: []string{"relay-creation-all-peers"}, cause: Cause{
		ID: "class-differs", Side: Server, Effect: unseen, Says: "A player is told another class of a ship than its owner has.",
		Mend: "Pass ObjectCreateTeam on with the bytes that the owner sent.",
	}},
	{kind: figures.DesyncCloak, rules: []string{"update-cloak-follows-owner", "update-cloak-only-cloakers"}, cause: Cause{
		ID: "cloak-differs", Side: Server, Effect: cloaked, Says: "A player is told otherwise than its owner reports whether a ship is cloaked.",
		Mend: "Send each player the cloak state that the owner reported last.",
	}},
	{kind: figures.DesyncCondition, rules: []string{"update-roundrobin", "update-block-window", "update-condition-steady"}, cause: Cause{
		ID: "condition-differs", Side: Server, Effect: damaged, Says: "A player is told another condition of a part than the others.",
		Mend: "Write the same condition of a part to all, and let no part out.",
	}},
	{kind: figures.DesyncRise, rules: []string{"update-condition-steady"}, cause: Cause{
		ID: "condition-rises", Side: Server, Effect: damaged, Says: "A player is told that a part is whole again faster than a crew repairs it.",
		Mend: "Write the conditions that parts have, and change them as damage and repairs do.",
	}},
	{kind: figures.DesyncPosition, rules: []string{"update-clock", "update-position-jumps", "update-position-refresh", "update-not-relayed"}, cause: Cause{
		ID: "position-differs", Side: Server, Effect: misplaced, Says: "A player is told another place of a ship than its owner reports.",
		Mend: "Send each player the position that the owner reported last.",
	}},
	{kind: figures.DesyncDirection, cause: Cause{
		ID: "direction-differs", Side: Server, Effect: misplaced, Says: "A player is told another direction of a ship than its owner reports.",
		Mend: "Send each player the direction that the owner reported last.",
	}},
	{kind: figures.DesyncSpeed, cause: Cause{
		ID: "speed-differs", Side: Server, Effect: misplaced, Says: "A player is told another speed of a ship than its owner reports.",
		Mend: "Send each player the speed that the owner reported last.",
	}},
	{kind: figures.DesyncStale, rules: []string{"update-gaps", "update-rate", "update-remote-motion", "update-clock", "update-not-relayed"}, cause: Cause{
		ID: "updates-stay-out", Side: Server, Effect: jerks, Says: "A player is told nothing for a while of a ship that moves.",
		Mend: "Send every player updates of all ships, ten times a second.",
	}},
	{kind: figures.DesyncEvent, rules: []string{"relay-weapons-all-peers", "relay-events-all-peers", "chat-to-all"}, cause: Cause{
		ID: "event-untold", Side: Server, Effect: lost, Says: "A player is not told of an event that the others are told of.",
		Mend: "Pass every event on to all other players.",
	}},
	{kind: figures.DesyncClock, rules: []string{"update-clock-shared", "update-clock-drift"}, cause: Cause{
		ID: "clock-differs", Side: Server, Effect: jerks, Says: "A player is told another time of the game than the others, or one that runs too fast or too slowly.",
		Mend: "Write the same clock into the updates for all, and let it run with the time.",
	}},
}

// finding names the kind among the findings that causes explain.
func (s *difference) finding() string { return "desync-" + s.kind }

// seesWith reports whether what players see else may follow from a rule, or the rule from that.
func (r *Rule) seesWith() bool {
	return slices.ContainsFunc(differences[:], func(s difference) bool { return s.below == r.ID || slices.Contains(s.rules, r.ID) })
}

// meets reports whether violations are about the ship of a difference in its time and, if they are the host's, toward its
// receiver.
func (b *finding) meets(x charge, f *figures.DesyncFinding, start capture.Time) bool {
	from, to := start.Add(f.From.At-near), start.Add(f.To.At+near)
	return x.object == f.Object && (b.side == Client || client(x.link.Connection) == f.Client) && !x.to.Before(from) && !to.Before(x.from)
}

// meet gives what tells whether violations meet one of some differences.
func (b *finding) meet(all []*figures.DesyncFinding, start capture.Time) func(charge) bool {
	return func(x charge) bool {
		return slices.ContainsFunc(all, func(f *figures.DesyncFinding) bool { return b.meets(x, f, start) })
	}
}

// saw adds what players saw else to the causes: to the one that explains it, or as a cause of its own. Broken rules whose
// violations are all about such differences follow from that.
func (t *trial) saw(views *figures.Desync, broken []*finding, out *figures.CheckFile) {
	for i := range differences {
		s := &differences[i]
		var found, alone []*figures.DesyncFinding
		var explained []explanation
		for k := range views.Findings {
			if f := &views.Findings[k]; f.Kind == s.kind {
				found = append(found, f)
				switch x := t.explains(s, f, views.Start, broken, out.Causes); {
				case x.cause != "":
					explained = append(explained, x)
				case f.Side == figures.DesyncServer: // what an owner reports is wrong only if it breaks a rule
					alone = append(alone, f)
				}
			}
		}
		if len(alone) > 0 {
			explained = slices.DeleteFunc(explained, func(x explanation) bool {
				is := x.by != nil && x.by.onlyAbout(found, views.Start)
				if is {
					alone = append(alone, x.found)
				}
				return is
			})
		}
		of := instances(found)
		for k := range out.Causes {
			c, n := &out.Causes[k], int64(0)
			for _, x := range explained {
				if x.cause == c.ID && (x.found.Side == c.Side || c.ID == foreignID) {
					n += instances([]*figures.DesyncFinding{x.found})
				}
			}
			if n > 0 {
				c.Explains = append(c.Explains, figures.Explained{Finding: s.finding(), Instances: n, Of: of})
			}
		}
		if len(alone) == 0 {
			continue
		}
		cause := s.alone(alone, of)
		for _, b := range broken {
			if b.rule.ID == s.below || slices.Contains(s.rules, b.rule.ID) && b.onlyAbout(alone, views.Start) {
				s.explain(b, alone, views.Start, &cause, out)
			}
		}
		out.Causes = append(out.Causes, cause)
	}
	heaviestFirst(out.Causes)
}

// instances counts differences.
func instances(all []*figures.DesyncFinding) (n int64) {
	for _, f := range all {
		n += int64(max(f.Count, 1))
	}
	return n
}

// explanation is a difference, and the cause and the rule that it follows from.
type explanation struct {
	found *figures.DesyncFinding
	cause string   // "" = none
	by    *finding // nil = no single one
}

// explains finds the cause that a difference follows from.
func (t *trial) explains(s *difference, f *figures.DesyncFinding, start capture.Time, broken []*finding, all []figures.Cause) explanation {
	x := explanation{found: f}
	if f.Kind == figures.DesyncCondition && t.leavesOut(f) && slices.ContainsFunc(all, func(c figures.Cause) bool { return c.ID == oneCursor }) {
		x.cause = oneCursor
	}
	if t.isForeign(f.Object) && slices.ContainsFunc(all, func(c figures.Cause) bool { return c.ID == foreignID }) {
		x.cause = foreignID
	}
	for _, rule := range s.rules {
		for _, b := range broken {
			if b.Judges != f.Side || b.rule.ID != rule {
				continue
			}
			for _, y := range b.spells {
				if x.cause != "" || !b.meets(y, f, start) {
					continue
				}
				if k := slices.IndexFunc(all, func(c figures.Cause) bool {
					return c.Side == f.Side && (y.cause != nil && c.ID == y.cause.ID || c.Root == rule && c.Single())
				}); k >= 0 {
					x.cause, x.by = all[k].ID, b
				}
			}
		}
	}
	return x
}

// onlyAbout reports whether all violations of a rule are about differences, and it is a cause of its own.
func (b *finding) onlyAbout(found []*figures.DesyncFinding, start capture.Time) bool {
	meet := b.meet(found, start)
	return !slices.ContainsFunc(b.spells, func(x charge) bool { return x.cause != nil || !meet(x) })
}

// leavesOut reports whether blocks to a player about the ship begin where those to others do, and so leave out parts.
func (t *trial) leavesOut(f *figures.DesyncFinding) bool {
	return slices.ContainsFunc(t.streams.all, func(s *stream) bool {
		return int(s.link.Link) == f.Client && s.to == toClient && s.object == f.Object && s.chain.like > 0 && s.chain.alike()
	})
}

// explain puts the violations of a rule that are about the same messages as differences below these; of the cause that the
// rule is, the others are left.
func (s *difference) explain(b *finding, found []*figures.DesyncFinding, start capture.Time, cause *figures.Cause, out *figures.CheckFile) {
	at := slices.IndexFunc(out.Causes, func(c figures.Cause) bool { return c.Root == b.rule.ID && c.Single() && c.Side == b.Judges })
	if at < 0 {
		return
	}
	n := b.follow(nil, &s.cause, b.meet(found, start))
	if n == 0 {
		return
	}
	cause.Explains = append(cause.Explains, figures.Explained{Finding: b.rule.ID, Instances: n, Of: b.Violations})
	if !b.stands() {
		out.Rules[b.index].Cause = cause.ID
		out.Causes = slices.Delete(out.Causes, at, at+1)
		return
	}
	c, rest := &out.Causes[at], b.alone()
	if rest.Explains = c.Explains; len(rest.First) == 0 { // the others are not among those that are named
		rest.Statement, rest.First, rest.Frames = c.Statement, c.First, c.Frames
	}
	*c = rest
}

// alone gives differences that no broken rule explains as a cause.
func (s *difference) alone(found []*figures.DesyncFinding, of int64) figures.Cause {
	slices.SortStableFunc(found, func(a, b *figures.DesyncFinding) int { return cmp.Compare(a.From.Frame, b.From.Frame) })
	c := &s.cause
	out := c.Effect.cause(c.Side, s.finding(), Error)
	out.ID, out.Statement, out.Mend, out.Of = c.ID, found[0].Text, c.Mend, of
	out.Instances = instances(found)
	for _, f := range found {
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
