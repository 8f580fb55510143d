package stats

import (
	"cmp"
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
	longest time.Duration `merge:"max"`
	first   tally.Stamp   `merge:"first"` // the first State that lacked it
}

// Lines tells the table how often.
func (x *flicker) Lines() int64 { return x.count }

// maxFlickers bounds the entities that are listed.
//
//limit:maxFlickers Figures | entities that flicker | counted | TestManyFlickers
const maxFlickers = 1024

// flicker takes the return of an entity.
func (f *entityTraffic) flicker(row *entityFlow, l *line, life *tally.EntityLife[struct{}]) {
	row.flickers++
	x := f.flickers.Row(flickerKey{f.file, l.link(), life.ID, life.Kind})
	if x.count == 0 {
		x.first = life.Gone
	}
	x.count++
	x.longest = max(x.longest, l.Time.Sub(life.Gone.Time))
}

func (f *entityTraffic) reportFlickers(out *figures.Stats) {
	for _, k := range tally.Sorted(f.flickers.Rows, func(a, b flickerKey) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(f.flickers.Rows[a].first.Frame, f.flickers.Rows[b].first.Frame),
			a.Client.Compare(b.Client), cmp.Compare(a.id, b.id))
	}) {
		x := f.flickers.Rows[k]
		entity := entitystate.Entity{Type: k.kind}
		out.EntityState.Flickers = append(out.EntityState.Flickers, figures.EntityFlicker{
			File: f.files.label(k.file), Client: tally.AddressText(k.Client), Server: tally.AddressText(k.Server),
			EntityID: int64(k.id), Type: int(k.kind), TypeName: entity.TypeName(), Count: x.count,
			Longest: *tally.Milliseconds(decode.Milliseconds(x.longest)), Time: x.first.Figure(), Frame: x.first.Frame,
			Query: f.Of(tally.EntityProtocol, tally.FramesIn(x.first.Frame, x.first.Frame)),
		})
	}
	drop(out, "entity_flickers", f.flickers.Dropped)
}
