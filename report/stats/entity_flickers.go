package stats

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// flickerKey is an entity that one client is told of.
type flickerKey struct {
	file string
	tally.Link
	id   uint32
	kind uint8
}

// flicker is how often such an entity was away for a moment.
type flicker struct {
	count   int64
	longest time.Duration
	first   tally.Stamp // the first State that lacked it
}

// maxFlickers bounds the entities that are listed.
//
//limit:maxFlickers Figures | entities that flicker | counted | TestManyFlickers
const maxFlickers = 1024

// flicker takes the return of an entity.
func (f *entityTraffic) flicker(row *entityFlow, file string, r *decode.Record, life *tally.EntityLife[struct{}]) {
	row.flickers++
	x := f.flickers.Row(flickerKey{file, tally.LinkOf(r), life.ID, life.Kind})
	if x.count == 0 {
		x.first = life.Gone
	}
	x.count++
	x.longest = max(x.longest, r.Steady().Sub(life.Gone.Time))
}

func (f *entityTraffic) flickerFigure(k flickerKey, x *flicker, _ bool) figures.EntityFlicker {
	entity := entitystate.Entity{Type: k.kind}
	return figures.EntityFlicker{
		File: f.files.label(k.file), Client: tally.AddressText(k.Client), Server: tally.AddressText(k.Server),
		EntityID: int64(k.id), Type: int(k.kind), TypeName: entity.TypeName(), Count: x.count,
		Longest: *tally.Milliseconds(decode.Milliseconds(x.longest)), Time: x.first.Figure(), Frame: x.first.Frame,
		Query: f.Of(tally.EntityProtocol, tally.FramesIn(x.first.Frame, x.first.Frame)),
	}
}
