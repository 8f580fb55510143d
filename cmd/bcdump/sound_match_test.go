package main

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
)

// soundMatch holds the match of a capture against the truth of the battle, and tells what differs.
// Of a battle that is limited the capture does not have everything; what it does have has to be told.
type soundMatch struct {
	truth   *battle.Truth
	match   *figures.Match
	limited bool // the capture begins in the battle, or is that of one player

	// weapons counts kills by weapons, and inferred those whose weapon or shot is another one: no message
	// says which it was.
	weapons, inferred int
	diffs             []string
}

// differences lists what differs.
func (a *soundMatch) differences() []string {
	a.presence()
	a.kills()
	a.scores()
	a.players()
	a.chat()
	return a.diffs
}

func (a *soundMatch) differ(format string, args ...any) {
	a.diffs = append(a.diffs, fmt.Sprintf(format, args...))
}

// nameless reports that the capture need not know a player by name.
func (a *soundMatch) nameless(name string) bool {
	return slices.Contains(a.truth.Unnamed, name)
}

// named reports that a name is the right one, or one that the capture does not have.
func (a *soundMatch) named(got, want string) bool {
	return got == want || got == "" && a.nameless(want)
}

func text[T any](x *T) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(*x)
}

func zero(x *int64) int64 {
	if x == nil {
		return 0
	}
	return *x
}

// presence compares who came and went.
func (a *soundMatch) presence() {
	if n := len(a.match.Presence); n > len(a.truth.Presence) || n < len(a.truth.Presence) && !a.limited {
		a.differ("presence: %d connections, want %d", n, len(a.truth.Presence))
	}
	for i, w := range a.truth.Presence {
		j := slices.IndexFunc(a.match.Presence, func(p figures.Presence) bool { return p.Address == w.Client })
		if j < 0 {
			if w.Last != 0 { // of one that had left when the capture began there are Acks of the host
				a.differ("presence: %s of %s is missing", w.Client, w.Player)
			}
			continue
		}
		if j != i && !a.limited {
			a.differ("presence: connection %d is the %d.", i, j)
		}
		a.connection(w, &a.match.Presence[j])
	}
}

func (a *soundMatch) connection(w *battle.Presence, g *figures.Presence) {
	if !a.named(g.Player, w.Player) && (g.Player != "" || w.Named != 0 || a.limited) {
		a.differ("name: %s is %q, want %q", w.Client, g.Player, w.Player)
	}
	told := w.Told
	if w.Last == 0 && a.nameless(w.Player) {
		told = 0 // nothing says that this is the one
	}
	want := fmt.Sprint(w.Connect, " ", w.Last, " ", w.RefusedFor, " ", w.Notice, " ", w.File, " ", told)
	got := fmt.Sprint(zero(g.JoinedFrame), " ", zero(g.LastHeard), " ", g.RefusedFor, " ", zero(g.NoticeFrame), " ", g.RefusedFile, " ", zero(g.ToldFrame))
	if got != want {
		a.differ("presence: %s of %s: %s, want %s", w.Client, w.Player, got, want)
	}
	if w.PeerID != nil && text(g.Peer) != text(w.PeerID) {
		a.differ("peer: %s of %s: %s, want %s", w.Client, w.Player, text(g.Peer), text(w.PeerID))
	}
	if e := zero(g.EnteredFrame); (e != 0) != (w.Entered != 0) || e != w.Entered && w.Connect != 0 {
		a.differ("entered: %s of %s in frame %d, want %d", w.Client, w.Player, e, w.Entered)
	}
	open := []string{figures.EndStayed, figures.EndStuck, figures.EndCaptureEnded, figures.EndUnknown, figures.EndTimeout}
	switch {
	case w.End == battle.CaptureEnded && !slices.Contains(open, g.End) && (!a.limited || w.Entered != 0):
		a.differ("end: %s of %s ends %s in frame %d, want the end of the capture", w.Client, w.Player, g.End, g.EndFrame)
	case w.End != battle.CaptureEnded && (g.End != string(w.End) || g.EndFrame != w.EndFrame):
		a.differ("end: %s of %s ends %s in frame %d, want %s in %d", w.Client, w.Player, g.End, g.EndFrame, w.End, w.EndFrame)
	}
	if w.HangsAt == "" && g.LastStep != "" && w.Entered != 0 || w.HangsAt != "" && g.WaitsFor != w.WaitsFor {
		a.differ("join: %s of %s hangs at %q, %q, want %q, %q", w.Client, w.Player, g.LastStep, g.WaitsFor, w.HangsAt, w.WaitsFor)
	}
}

// kills compares who died, and by whom.
func (a *soundMatch) kills() {
	frames := map[int64]bool{}
	for _, w := range a.truth.Kills {
		frames[w.Frame] = true
		if !slices.ContainsFunc(a.match.Kills, func(g figures.Kill) bool { return g.Frame == w.Frame && g.ObjectID == w.ObjectID }) {
			a.differ("kills: frame %d: %s's %s %s is missing", w.Frame, w.Victim, w.Ship, w.ObjectID)
		}
	}
	for i := range a.match.Kills {
		g := &a.match.Kills[i]
		j := slices.IndexFunc(a.truth.Kills, func(w *battle.Kill) bool { return g.Frame == w.Frame && g.ObjectID == w.ObjectID })
		if j < 0 {
			a.differ("kills: frame %d: %s's %s %s is one too many", g.Frame, g.Victim, g.VictimShip, g.ObjectID)
			continue
		}
		a.kill(a.truth.Kills[j], g)
	}
}

func (a *soundMatch) kill(w *battle.Kill, g *figures.Kill) {
	if at := w.Time.Format(time.RFC3339Nano)[:23]; g.Time.String()[:23] != at {
		a.differ("kill: frame %d at %s, want %s", g.Frame, g.Time, at)
	}
	if !a.named(g.Victim, w.Victim) {
		a.differ("kill: frame %d: victim %q, want %q", g.Frame, g.Victim, w.Victim)
	}
	if !a.flew(g.VictimShip, w.Ship) {
		a.differ("kill: frame %d: ship %q, want %q", g.Frame, g.VictimShip, w.Ship)
	}
	if (g.Killer == nil) != (w.Killer == nil) || w.Killer != nil && !a.named(text(g.Killer), *w.Killer) {
		a.differ("kill: frame %d: killer %s, want %s", g.Frame, text(g.Killer), text(w.Killer))
	}
	if (g.KillerShip == nil) != (w.KillerShip == nil) && !a.limited || g.KillerShip != nil && w.KillerShip != nil && !a.flew(*g.KillerShip, *w.KillerShip) {
		a.differ("kill: frame %d: killer's ship %s, want %s", g.Frame, text(g.KillerShip), text(w.KillerShip))
	}
	if g.Cause != w.Cause && !(a.limited && g.Cause == figures.CauseUnknown) {
		a.differ("kill: frame %d: cause %s, want %s", g.Frame, g.Cause, w.Cause)
	}
	if g.Certainty != figures.CertaintyTold && !a.limited {
		a.differ("kill: frame %d: %s", g.Frame, g.Certainty)
	}
	if w.Weapon == nil {
		return
	}
	a.weapons++
	if text(g.Weapon) != text(w.Weapon) || zero(g.HitFrame) != w.Hit {
		a.inferred++
	}
}

// flew reports that a class is the right one, or one that the capture may lack.
func (a *soundMatch) flew(got, want string) bool { return got == want || got == "" && a.limited }

// scores compares what was sent of each connection.
func (a *soundMatch) scores() {
	for _, x := range a.truth.Scores {
		i := slices.IndexFunc(a.match.Presence, func(p figures.Presence) bool { return p.Address == x.Client })
		if i < 0 {
			continue // said already
		}
		want := fmt.Sprint(text(x.Sent.Kills), " ", text(x.Sent.Deaths), " ", text(x.Sent.Points))
		s := &a.match.Presence[i].Score
		if got := fmt.Sprint(text(s.Kills), " ", text(s.Deaths), " ", text(s.Points)); got != want {
			a.differ("score: %s %s: %s, want %s", x.Player, x.Client, got, want)
		}
	}
}

// players compares what is counted of each player.
func (a *soundMatch) players() {
	lives := map[string]int{}
	for _, x := range a.truth.Objects {
		lives[x.Player]++
	}
	for i := range a.match.Players {
		g, kills, deaths := &a.match.Players[i], 0, 0
		if slices.ContainsFunc(a.match.Players[:i], func(p figures.MatchPlayer) bool { return p.Name == g.Name && p.Name != "" }) {
			a.differ("players: %s twice", g.Name)
		}
		if g.Name == "" {
			if len(a.truth.Nameless) == 0 {
				a.differ("players: one at %s without a name", g.Address)
			}
			continue
		}
		for _, k := range a.truth.Kills {
			victim, killer := a.unnamed(k)
			if k.Victim == g.Name && !victim {
				deaths++
			}
			if k.Killer != nil && *k.Killer == g.Name && !killer {
				kills++
			}
		}
		if g.Kills != kills || g.Deaths != deaths {
			a.differ("players: %s: %d kills, %d deaths, want %d, %d", g.Name, g.Kills, g.Deaths, kills, deaths)
		}
		if g.Lives != lives[g.Name] && !a.nameless(g.Name) {
			a.differ("players: %s: %d lives, want %d", g.Name, g.Lives, lives[g.Name])
		}
	}
}

// unnamed reports whether the match leaves out the name of the victim, and that of the killer, where the
// capture need not tell it.
func (a *soundMatch) unnamed(k *battle.Kill) (victim, killer bool) {
	for i := range a.match.Kills {
		if g := &a.match.Kills[i]; g.Frame == k.Frame && g.ObjectID == k.ObjectID {
			return g.Victim == "" && a.nameless(k.Victim), k.Killer != nil && g.Killer != nil && *g.Killer == "" && a.nameless(*k.Killer)
		}
	}
	return false, false
}

// chat compares what was said.
func (a *soundMatch) chat() {
	frames := map[string]int{}
	for _, w := range a.truth.Chat {
		frames[fmt.Sprint(w.Frame, " ", w.Text)]++
	}
	for i := range a.match.Chat {
		g := &a.match.Chat[i]
		key := fmt.Sprint(g.Frame, " ", g.Text)
		if frames[key]--; frames[key] < 0 {
			a.differ("chat: %q of %s in frame %d is one too many", g.Text, g.Player, g.Frame)
		}
	}
	for _, w := range a.truth.Chat {
		key := fmt.Sprint(w.Frame, " ", w.Text)
		if frames[key] > 0 {
			frames[key]--
			a.differ("chat: %q of %s in frame %d is missing", w.Text, w.Player, w.Frame)
			continue
		}
		if !slices.ContainsFunc(a.match.Chat, func(g figures.ChatLine) bool {
			return g.Frame == w.Frame && g.Text == w.Text && a.named(g.Player, w.Player) && (g.Address == w.Client || g.Address == "" && a.limited)
		}) {
			a.differ("chat: %q in frame %d is not %s's", w.Text, w.Frame, w.Player)
		}
	}
}
