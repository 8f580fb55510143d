package replay

import (
	"bcdump/decode"
	"bcdump/decode/ship"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/scoreboard"
	"bcdump/report/stats"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// Options say how captures are read.
type Options struct {
	// Ships are the classes that have names; nil = those of the game.
	Ships *ship.Catalogue
	// Program is what the report says about who wrote it.
	Program string
}

// Of gives the replay of a capture, none of whose records may have been read before. Damage is no
// error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.Replay, error) {
	start, _ := c.Start()
	r := newReplay(name, newClock(start), o, allLimits())
	return r.read(c)
}

// replay follows one capture.
type replay struct {
	name     string
	options  Options
	clock    clock
	timeline *timeline.Timeline
	stats    *stats.Stats
	board    *scoreboard.Scoreboard
	judge    *check.Judge

	hangar   hangar
	weapons  weapons
	log      log
	links    links
	entities entities
	// What there is room for.
	changes   room
	positions int
	most      int
	thinned   int
}

func newReplay(name string, c clock, o Options, most limits) *replay {
	r := &replay{
		name: name, options: o, clock: c, stats: stats.New(stats.Options{}), board: scoreboard.New(name, scoreboard.Options{Ships: o.Ships}),
		judge: check.New(name, check.Options{Judge: check.Both}), changes: room{name: "changes", most: most.changes}, most: most.positions, thinned: 1,
	}
	r.timeline = timeline.New(timeline.Options{Listener: r})
	r.hangar, r.weapons, r.log, r.entities = newHangar(r, most.ships), newWeapons(r, most.shots), newLog(most.lines), newEntities(r, most.entities)
	r.links = newLinks(r)
	return r
}

func (r *replay) read(c *decode.Capture) (*figures.Replay, error) {
	r.timeline.Begin(r.name, r.clock.start)
	r.stats.Begin(r.name)
	if err := c.Deliver(r.take); err != nil {
		return nil, err
	}
	summary := c.Summary()
	return r.end(&summary), nil
}

// take takes the next record.
func (r *replay) take(x *decode.Record) error {
	r.clock.pass(x.Frame, x.Time)
	r.stats.Take(x)
	r.board.Take(x)
	r.judge.Take(x)
	r.links.take(x)
	return r.timeline.Take(x)
}

// end gives the figures when the capture has been read.
func (r *replay) end(s *decode.Summary) *figures.Replay {
	r.timeline.End(s)
	r.timeline.Match().End()
	r.stats.End(r.name, s)
	counted, verdicts := r.stats.Report(), r.judge.End(s)
	if s.Frames > 0 {
		r.clock.pass(s.Frames, s.Last)
	}
	out := &figures.Replay{
		Format: figures.ReplayFormat, File: r.name, Program: r.options.Program, Length: r.clock.seconds(),
		Captured: captured[verdicts.Perspective], Damage: damage(s), Match: r.board.End(s), Stats: &counted, Check: &figures.Check{Version: figures.Version, Files: []figures.CheckFile{*verdicts}},
	}
	for i := range verdicts.Rules {
		out.Check.Summary.Add(&verdicts.Rules[i])
	}
	r.head(out, s)
	r.fill(out)
	return out
}

// captured says where a capture was taken.
var captured = map[string]string{"host": "at the host", "client": "at a client", "between": "between them"}

func damage(s *decode.Summary) []string {
	out := []string{}
	for i := range s.Damage {
		out = append(out, s.Damage[i].String())
	}
	return out
}

// head fills in what is known of the capture.
func (r *replay) head(out *figures.Replay, s *decode.Summary) {
	out.Map = out.Match.Map
	if s.Frames > 0 {
		out.Start = tally.TimeText(s.First, s.Digits)
	}
	if len(s.Servers) > 0 {
		out.Dialect = s.Servers[0].Dialect.String()
	}
	switch game, entities := s.Datagrams.BC > 0, s.Datagrams.EntityState > 0; {
	case game && entities:
		out.Protocol = "mixed"
	case game:
		out.Protocol = "bc"
	case entities:
		out.Protocol = "entitystate"
	}
}

// fill fills in what is shown.
func (r *replay) fill(out *figures.Replay) {
	m := r.timeline.Match()
	people := newPeople(m, &r.clock, out.Length)
	r.hangar.end(m, people, out.Length)
	out.Players = people.report(out.Match, r.hangar.list)
	out.Ships = r.hangar.report()
	out.Fire, out.Torpedoes = r.weapons.report(r.hangar.list)
	out.Entities = r.entities.report()
	r.log.history(m, people, &r.hangar, &r.clock)
	out.Log = r.log.report(&r.hangar)
	out.Series = r.series(out, people)
	out.Summary = summary(out)
	out.Thinned, out.Dropped = r.thinned, r.dropped()
}

// dropped names what found no room.
func (r *replay) dropped() map[string]int64 {
	drops := map[string]int64{}
	for _, x := range []*room{&r.changes, &r.hangar.room, &r.weapons.beams, &r.weapons.torpedoes, &r.log.room, &r.entities.room, &r.links.room} {
		if x.denied > 0 {
			drops[x.name] = x.denied
		}
	}
	return drops
}

// place makes room for a position, and says whether it is kept: the n-th of its ship or entity.
func (r *replay) place(n int) bool {
	if n%r.thinned != 0 {
		return false
	}
	if r.positions >= r.most {
		r.thin()
		if n%r.thinned != 0 {
			return false
		}
	}
	r.positions++
	return true
}

// thin drops each second position.
func (r *replay) thin() {
	r.thinned *= 2
	r.positions = r.hangar.thin() + r.entities.thin()
}

// changed adds a value to a pair of columns, if it is another one than the one before or if that
// is so many seconds old.
func (r *replay) changed(t, v *figures.Column, steps int64, every float64) {
	now := t.Steps(r.clock.seconds())
	if v.Len() > 0 && v.Last() == steps && (every == never || now-t.Last() < t.Steps(every)) || !r.changes.take() {
		return
	}
	t.AddSteps(now)
	v.AddSteps(steps)
}
