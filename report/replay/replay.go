package replay

import (
	"slices"
	"sync"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/ship"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
	scoreboard "bcdump/report/match"
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

// Of gives the replay of a capture.
func Of(f *facts.Facts, o Options) *figures.Replay {
	return newReplay(newClock(f.Summary.Clock.First), o, allLimits.within(f.Summary.Frames)).end(f)
}

// replay follows one capture.
type replay struct {
	*book
	options  Options
	timeline *timeline.Timeline
	stats    *stats.Stats

	hangar   hangar
	weapons  weapons
	log      log
	links    links
	entities entities
	sights   sights
}

func newReplay(c clock, o Options, most limits) *replay {
	b := newBook(c, most)
	r := &replay{
		book: b, options: o, stats: stats.New(stats.Options{Bare: true, Savings: true}),
		hangar:   hangar{book: b, room: b.room("ships"), of: map[*match.Ship]*track{}},
		links:    links{book: b, room: b.room("links"), of: map[uint32]*link{}},
		entities: entities{book: b, room: b.room("entities"), of: map[entityKey]*entity{}},
		sights:   sights{book: b, room: b.room("sights"), of: map[sightKey]*figures.ReplaySight{}},
	}
	r.weapons = weapons{book: b, hangar: &r.hangar, beams: b.room("fire"), torpedoes: b.room("torpedoes"), open: map[weapon]beam{}}
	r.log = log{book: b, hangar: &r.hangar, room: b.room("log")}
	r.timeline = timeline.New(timeline.Options{Listener: r, Asked: timeline.ForListener})
	return r
}

// follow goes through the rows of the capture.
func (r *replay) follow(f *facts.Facts) {
	r.timeline.Begin(f)
	for i, row := range f.All() {
		r.pass(f.Steady(f.Datagram(row.Datagram)))
		r.links.take(f.Side(row), f.Answers(row), row.Has(facts.Game|facts.Retransmit))
		r.timeline.Take(i, row)
	}
	r.timeline.End(&f.Summary)
	if f.Summary.Frames > 0 {
		r.pass(f.Summary.End())
	}
}

// Told takes what a message says of a ship.
func (r *replay) Told(m *timeline.Told) { r.hangar.told(m) }

// Happened takes what happened to a ship.
func (r *replay) Happened(x *match.Ship, frame int64, e *figures.Event) {
	r.log.happened(x, frame, e)
}

// Shot takes a shot, or the end of a beam.
func (r *replay) Shot(s *timeline.Shot) { r.weapons.shot(s) }

// Entity takes where an entity is.
func (r *replay) Entity(m *timeline.EntityMove) { r.entities.moved(m) }

// end gives the figures of a capture. The ships are followed beside what is counted and judged.
func (r *replay) end(f *facts.Facts) *figures.Replay {
	var beside sync.WaitGroup
	beside.Go(func() {
		r.follow(f)
		r.sights.seen, _ = desync.Of(f, desync.Options{Every: sightEvery, Row: r.sights.row, Brief: true})
	})
	views := func() *figures.Desync {
		beside.Wait()
		return r.sights.seen
	}
	s := &f.Summary
	r.stats.Facts(f)
	counted := r.stats.Report()
	verdicts := check.Judge(f, check.Options{Judge: check.Both, Views: views}).Verdicts
	out := &figures.Replay{
		Format: figures.ReplayFormat, File: f.Name, Program: r.options.Program, Length: r.seconds(),
		Captured: captured[verdicts.Perspective], Damage: damage(s), Match: scoreboard.From(f.Name, f.Match(), s, scoreboard.Options{Ships: r.options.Ships}), Stats: &counted, Problems: stats.Problems(&counted, verdicts.Causes), Check: &figures.Check{Version: figures.Version, Files: []figures.CheckFile{*verdicts}},
	}
	out.Check.Sum()
	r.head(out, s)
	r.fill(out, f.Match(), &tally.Queries{Copied: s.Copies.Datagrams > 0})
	out.Stats.Bandwidth.Buckets = []figures.Bucket{} // the series tell them, in a fourth of the bytes
	return out
}

// atHost is what is said of a capture that was taken there.
const atHost = "at the host"

// captured says where a capture was taken.
var captured = map[string]string{"host": atHost, "client": "at a client", "between": "between them"}

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
		out.Start = figures.At(s.Clock.First, s.Digits)
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
func (r *replay) fill(out *figures.Replay, m *match.Match, queries *tally.Queries) {
	out.Thinned = r.thin()
	people := newPeople(m, &r.clock, out.Length)
	r.hangar.end(people, out.Length, r.timeline)
	out.Players = people.report(out.Match, m.Kills(), &r.hangar, out.Captured == atHost)
	out.Ships = r.hangar.report()
	out.Fire, out.Torpedoes = r.weapons.report()
	out.Entities = r.entities.report()
	r.log.history(m, out.Match, people)
	out.Sights = r.sights.report(people, &r.hangar, &r.log)
	out.Log = r.log.report()
	out.Series = append([]figures.ReplaySeries{}, slices.Concat(bandwidth(out.Stats, &r.clock, queries), r.hangar.series(), r.links.series(m, people, queries))...)
	out.Summary = summary(out)
	out.Dropped = r.dropped()
}

// thin drops each second position until there is room for all, and gives how many one stands for.
func (r *replay) thin() (stands int) {
	for stands = 1; ; stands *= 2 {
		positions := 0
		for _, t := range r.hangar.list {
			positions += t.T.Len()
		}
		for _, x := range r.entities.list {
			positions += x.T.Len()
		}
		if positions <= r.limits["positions"] {
			return stands
		}
		r.hangar.thin()
		r.entities.thin()
	}
}

// dropped names what found no room.
func (r *replay) dropped() map[string]int64 {
	drops := map[string]int64{}
	for name, x := range r.rooms {
		drops[name] = x.denied
	}
	return tally.Dropped(drops)
}
