package reporttest_test

import (
	"io"
	"testing"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/stats"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// TestFloods: whatever comes without end, there is a limit to each list, map and text that the ordered stage
// and a report keep of it. An ordinary run takes one kind in ten. Some limits are higher than what an ordinary run fills.
func TestFloods(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	const texts, remembered = 260, 4096 // bytes of a text of which 256 characters are kept, and so on
	frames := heavy.Scale(6000, 20_000)
	links, ships := 2*match.Room(1024, int64(frames)), match.Room(4096, int64(frames))
	limits := map[string]int{
		"match.Match.chat": ships, "match.Match.volleys": ships, "match.Said.Text": ships * texts, "match.Connection.Steps": links * 32, "match.Step.Name": links * 32 * texts,
		"match.Player.Ships": ships, "match.Lives.list": ships, "match.Lives.current": ships,
		"match.Ship.told": ships * 32, "match.Ship.endTold": ships * 32,
		"figures.Moment.Time": links * 20 * 30, "record.Record.Payload": 1 << 16,
		"stats.bucket.parts": 65_536, "match.Ending.Text": links * texts, "stats.linkRow.name": links * 66, "tally.EntityLives[struct {}].alive": 256 * 512,
		"stats.objects.list": 2 * ships, "stats.object.name": 2 * ships * 66, "stats.object.owner": 2 * ships * 66, "stats.object.receivers": 2 * ships * 32,
		"capture.Joined.Frames": 1 << 16, "capture.Joined.Payload": 1 << 22, "record.Side.Client": 2048 * 66,
		"facts.arena.blocks": 17 << 18, "copies.Legs.all": 1 << 15, "copies.Legs.alike": 1 << 15, "facts.Facts.parts": 2048, "facts.lives.all": 2 * ships,
		"facts.Builder.contextOf": 2048, "facts.Facts.contexts": 2048, "facts.Facts.ends": 2048, "facts.Facts.sides": 2048, "objects.Directory.slots": 8192 * 17,
		"facts.numbers[bcdump/decode/capture.Ends].all": 2048, "facts.numbers[bcdump/decode/capture.Ends].shared": 2048,
		"facts.numbers[bcdump/decode/record.Side].all": 2048, "facts.numbers[bcdump/decode/record.Side].shared": 2048,
		"figures.Event.Text":  ships * texts,
		"objects.Object.Name": 256 * 17 * 64 * 66, "objects.Object.label": 256 * 17 * 64 * 2 * 66,
		"session.link.name": remembered * 66, "reassembly.sightings.wholes": 1 << 17, "relay.Finder.ring": 8192,
		"hostile.Writer.data":        1 << 20, // the capture itself
		"timeline.entityWorlds.rest": 4096, "traffic.Traffic.ships": ships, "traffic.flows.list": ships, "capture.Datagram.Payload": 1 << 17, "timeline.copies.entries": 4096, "timeline.copies.ring": 4096, "timeline.occurrence.heard": 4096 * 32,
		"ship.Class.Objects": 8192, "facts.Facts.lives": 2 * ships, "timeline.ships.lives": 2*ships + 1,
	}
	for _, of := range []string{
		"reassembly.Flow,*bcdump/decode/entitystate.Score", "reassembly.Flow,*bcdump/decode/internal/session.entityFlow", "reassembly.Flow,*bcdump/decode/internal/session.link",
		"decode/internal/position.Key,*bcdump/decode/internal/position.Track", "decode/internal/position.birthKey,int",
	} {
		limits["bounded.Map[bcdump/"+of+"].entries"], limits["bounded.Map[bcdump/"+of+"].order"] = remembered, remembered
	}
	for _, keeps := range []func(kind string, c *decode.Capture) any{
		func(kind string, c *decode.Capture) any {
			a := tally.NewAccounts()
			s := stats.New(stats.Options{Jobs: 1}) // none counts while its lists are walked
			s.Begin(kind, a)
			must.Get(a.Read(kind, c, func(r *decode.Record) error {
				s.Take(r)
				return nil
			}))(t)
			return []any{a, s, c}
		},
		func(kind string, c *decode.Capture) any {
			l := timeline.New(timeline.Options{Jobs: 1})
			must.Do(t, l.File(kind, c))
			return []any{l, c}
		},
	} {
		for _, found := range hostile.Unbounded(heavy.Some(hostile.Floods, 20), frames, limits, func(kind string, capture io.Reader) any {
			return keeps(kind, must.Get(decode.Open(kind, capture, decode.Options{Jobs: 1, NoLedger: true}))(t))
		}) {
			t.Error(found)
		}
	}
}
