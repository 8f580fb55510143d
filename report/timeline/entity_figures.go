package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// figures gives the lives of entities, players first, and their sums by type.
func (t *entityWorlds) figures() (lives []figures.EntityLife, sums []figures.EntitySum) {
	for _, tracks := range [][]*entityTrack{t.players, t.rest} {
		lives = append(lives, t.trackFigures(tracks, nil)...)
	}
	for _, w := range t.list {
		sums = append(sums, t.sumFigures(w)...)
	}
	return lives, sums
}

// overview gives each server for the overview.
func (t *entityWorlds) overview() (worlds []figures.EntityWorld) {
	for _, w := range t.list {
		f := figures.EntityWorld{
			File:   t.scope.label(w.file),
			Server: tally.AddressText(w.server), Receiver: tally.AddressText(w.observer.Client), States: w.states,
			Apart: w.isApart(), Players: t.trackFigures(t.players, w), Sums: t.sumFigures(w), Events: w.events, More: w.more,
		}
		if len(f.Players)+len(f.Sums)+len(f.Events) == 0 {
			continue // nobody that was asked for
		}
		f.First, f.Last = w.Ends()
		slices.SortStableFunc(f.Events, func(a, b figures.EntityRow) int { return cmp.Compare(a.Frame, b.Frame) })
		worlds = append(worlds, f)
	}
	return worlds
}

// trackFigures gives lives in the order of their first States; of one world, unless that
// is nil.
func (t *entityWorlds) trackFigures(tracks []*entityTrack, of *entityWorld) (lives []figures.EntityLife) {
	tracks = slices.Clone(tracks)
	order := map[*entityWorld]int{}
	for i, w := range t.list {
		order[w] = i
	}
	slices.SortStableFunc(tracks, func(a, b *entityTrack) int {
		return cmp.Or(cmp.Compare(order[a.world], order[b.world]), cmp.Compare(a.first.Frame, b.first.Frame), cmp.Compare(a.id, b.id))
	})
	for _, x := range tracks {
		if of == nil || x.world == of {
			lives = append(lives, t.trackFigure(x))
		}
	}
	return lives
}

func (t *entityWorlds) trackFigure(x *entityTrack) figures.EntityLife {
	f := figures.EntityLife{
		File:   t.scope.label(x.world.file),
		Server: tally.AddressText(x.world.server), Receiver: tally.AddressText(x.receiver), Apart: x.world.isApart(),
		ID: int64(x.id), Type: int(x.kind), TypeName: typeName(x.kind), Name: x.name(), Color: tally.ColorText(x.color),
		First: x.first.Figure(), Last: x.last.Figure(), Vanished: x.gone.Figure(), States: x.states,
		Seconds: figures.Seconds(x.time.Seconds()), Path: tally.Hundredths(x.path), MeanMoved: x.moved(), MeanSpeed: x.speed(),
	}
	if x.player != nil {
		f.Lives, f.Score = x.player.lives, x.player.score
	}
	if !x.receivers {
		f.Query = t.scope.Of(tally.EntityProtocol, tally.IsState, tally.Is("src", f.Server), tally.Is("dst", f.Receiver),
			fmt.Sprintf("fields.entities.id == %d", x.id), tally.FramesIn(x.first.Frame, x.last.Frame))
	}
	return f
}

// moved is the mean speed along the places.
func (w *way) moved() *float64 { return w.perSecond(w.path) }

// speed is the mean of what the velocity says.
func (w *way) speed() *float64 { return w.perSecond(w.meant) }

// perSecond gives a rate; nil = one State shows none.
func (w *way) perSecond(sum float64) *float64 {
	if w.time <= 0 {
		return nil
	}
	rate := tally.Hundredths(sum / w.time.Seconds())
	return &rate
}

// sumFigures gives players first, then the other types.
func (t *entityWorlds) sumFigures(w *entityWorld) (sums []figures.EntitySum) {
	for kind, sum := range w.sums {
		if sum == nil {
			continue
		}
		f := figures.EntitySum{
			File:   t.scope.label(w.file),
			Server: tally.AddressText(w.server), Type: kind, TypeName: typeName(uint8(kind)), Entities: sum.lives, Vanished: sum.vanished,
			States: sum.states, Seconds: figures.Seconds(sum.time.Seconds()), Path: tally.Hundredths(sum.path), MeanMoved: sum.moved(), MeanSpeed: sum.speed(),
		}
		if w.isApart() {
			f.Apart, f.Receiver = true, tally.AddressText(w.observer.Client)
		}
		sums = append(sums, f)
	}
	return sums
}
