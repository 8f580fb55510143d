package desync

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/ship"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// figures gives the views of all lives.
func (d *follower) figures() *figures.Desync {
	out := &figures.Desync{Version: figures.Version, Name: d.Name, Basis: figures.DesyncSent, Start: d.start, Cut: d.cut, Lives: len(d.order), Findings: append([]figures.DesyncFinding{}, d.events()...), Views: []figures.DesyncView{}}
	var all []found
	for _, x := range d.order {
		all, out.Views = append(all, x.found...), append(out.Views, x.shown...)
	}
	players := map[*match.Player]bool{}
	for _, c := range d.receivers[1:] {
		if !c.present {
			continue
		}
		if p := c.Player; p == nil || !players[p] { // who comes again is one player
			out.Players++
			players[p] = true
		}
		for _, x := range c.clock {
			if x.text == "" {
				x.text = "the host's clock is off for " + tally.NameOf(c.Connection) + ": " + x.told + " against " + x.others
			}
			all = append(all, found{x, c, nil})
		}
	}
	switch {
	case d.options.Arrived != nil:
		out.Basis = figures.DesyncArrived
	case out.Players == 1:
		out.Basis = figures.DesyncOne
	}
	if all := d.sure + d.unsure; all > 0 {
		share := math.Round(float64(d.sure)/float64(all)*1e4) / 1e4
		out.Judged = &share
	}
	out.NotJudged = d.unjudged()
	nothing := out.NotJudged[figures.DesyncEvent] != ""
	gone := nothing || d.EachDropped((*facts.Dropped).Many) != ""
	if out.NotJudged[figures.DesyncPosition] != "" {
		for i := range out.Views {
			v := &out.Views[i]
			v.Lag, v.Age, v.Carried = figures.DesyncSpread{}, figures.DesyncSpread{}, figures.DesyncSpread{}
			if gone {
				v.Drift, v.Turned, v.Seconds = figures.DesyncSpread{}, figures.DesyncSpread{}, figures.DesyncSeconds{}
			}
		}
	}
	if nothing {
		out.Judged, out.Findings = nil, []figures.DesyncFinding{}
	}
	for _, f := range all {
		if out.NotJudged[f.kind] != "" || f.of != nil && lacking(d.Dropped(f.of.Server), f.kind) != "" {
			continue
		}
		if f.life == nil && d.options.Ship == "" && (d.options.Of == "" || strings.EqualFold(tally.NameOf(f.of.Connection), d.options.Of)) || f.life != nil && d.asked(f.life, f.of) {
			out.Findings = append(out.Findings, d.figure(&f))
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b figures.DesyncFinding) int {
		return cmp.Or(cmp.Compare(slices.Index(weights, a.Kind), slices.Index(weights, b.Kind)), cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(a.From.Frame, b.From.Frame))
	})
	slices.SortStableFunc(out.Views, func(a, b figures.DesyncView) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Owner, b.Owner))
	})
	if out.Judge = d.options.Judge; out.Judge != "" {
		out.Findings = slices.DeleteFunc(out.Findings, func(f figures.DesyncFinding) bool { return f.Side != out.Judge })
	}
	out.Dropped = tally.Dropped(map[string]int64{"views": d.dropped})
	return out
}

// unknown is the error of a player or ship that was asked for and is not there; nil = they are.
func (d *follower) unknown() error {
	var ships []string
	if d.options.Ship != "" {
		for _, x := range d.order {
			ships = append(ships, x.names()...)
		}
	}
	slices.Sort(ships)
	return cmp.Or(tally.Unknown("--of: nobody", d.options.Of, tally.Names(d.Match())), tally.Unknown("--sees: nothing", d.options.Ship, slices.Compact(ships)))
}

// timely is how close together the moments are that a kind of finding tells apart.
var timely = map[string]time.Duration{
	figures.DesyncUnseen: time.Second, figures.DesyncGhost: time.Second, figures.DesyncDeath: time.Second, figures.DesyncClass: 2 * time.Second,
	figures.DesyncCondition: time.Second, figures.DesyncRise: 500 * time.Millisecond, figures.DesyncPosition: 100 * time.Millisecond, figures.DesyncStale: 500 * time.Millisecond,
	figures.DesyncDirection: 100 * time.Millisecond, figures.DesyncSpeed: 100 * time.Millisecond, figures.DesyncCloak: time.Second,
	figures.DesyncClock: 100 * time.Millisecond,
}

// byUpdates are the kinds that updates tell of.
var byUpdates = map[string]bool{
	figures.DesyncCondition: true, figures.DesyncRise: true, figures.DesyncPosition: true, figures.DesyncStale: true, figures.DesyncDirection: true,
	figures.DesyncSpeed: true, figures.DesyncCloak: true, figures.DesyncClock: true,
}

// lacking says why a kind of findings cannot be told of a server of which the capture lacks so much; "" = it can.
func lacking(x *facts.Dropped, kind string) string {
	if byUpdates[kind] {
		return cmp.Or(x.Sizes, x.Many())
	}
	return x.Sizes
}

// unjudged gives the kinds of findings that the capture, or its clock, cannot tell, and why; nil = it tells all.
func (d *follower) unjudged() (kinds map[string]string) {
	for _, kind := range figures.DesyncKinds() {
		why := d.EachDropped(func(x *facts.Dropped) string { return lacking(x, kind) })
		switch within, ok := timely[kind]; {
		case d.cut:
			why = "datagrams are cut by a snap length"
		case why != "":
		case ok, d.Summary.Clock.Apart > 0, d.Summary.Clock.Shuffled > 0:
			why = d.Summary.Clock.Fault(within)
		}
		if why != "" {
			if kinds == nil {
				kinds = map[string]string{}
			}
			kinds[kind] = why
		}
	}
	return kinds
}

// asked reports whether a view is asked for.
func (d *follower) asked(x *life, c *receiver) bool {
	of, ship := d.options.Of, d.options.Ship
	if of != "" && !strings.EqualFold(tally.NameOf(c.Connection), of) {
		return false
	}
	return ship == "" || tally.Unknown("", ship, x.names()) == nil
}

func (d *follower) text(m mark) figures.Time { return figures.At(m.clock, d.digits) }

func (d *follower) moment(m mark) figures.DesyncMoment {
	return figures.DesyncMoment{Time: d.text(m), Frame: m.frame, At: m.at}
}

// figure is a finding as it is shown.
func (d *follower) figure(f *found) figures.DesyncFinding {
	out := figures.DesyncFinding{
		Kind: f.kind, Side: figures.DesyncServer, Player: tally.NameOf(f.of.Connection), Client: int(f.of.Link), From: d.moment(f.from), To: d.moment(f.to),
		Seconds: seconds(f.to.at - f.from.at), Text: f.text, Told: f.told, Others: f.others, Entries: f.entries,
	}
	if f.owners {
		out.Side = figures.DesyncClient
	}
	if x := f.life; x != nil {
		out.Owner, out.Ship, out.Object, out.Life = x.ship.Player.Called(), tally.ObjectText(x.ship.Object), x.ship.Object, x.ship.Number
		if out.Text == "" { // it has no view
			out.Text = out.Player + " does not see " + shipText(x) + ": it was never created for this player"
		}
	}
	return out
}

func seconds(d time.Duration) figures.Seconds {
	return figures.Seconds(math.Round(d.Seconds()*1e3) / 1e3)
}

// shown is a view as it is shown.
func (d *follower) shown(x *life, v *view, list []difference, over mark) figures.DesyncView {
	out := figures.DesyncView{
		Player: tally.NameOf(v.of.Connection), Client: int(v.of.Link), Owner: x.ship.Player.Called(), Ship: tally.ObjectText(x.ship.Object), Object: x.ship.Object, Life: x.ship.Number, Class: x.className(),
		Updates: v.updates,
	}
	out.Lag = spread(&v.lag, (*histogram.Histogram).Weighted)
	out.Age, out.Drift, out.Carried, out.Turned = ranked(&v.age), ranked(&v.drift), ranked(&v.carried), ranked(&v.turned)
	out.From, out.Until = d.moment(v.begun), over.at
	if x.ended {
		out.Until = x.end.at + v.ghost
	}
	if v.seen.frame != 0 {
		out.From = d.moment(v.seen)
	}
	out.Seconds = figures.DesyncSeconds{Judged: seconds(v.judged), Ghost: seconds(v.ghost), Unseen: seconds(v.unseen)}
	for _, y := range list {
		if hidden[y.kind] || y.kind == figures.DesyncClass || y.kind == figures.DesyncStale {
			out.Seconds.Differs += seconds(y.to.at - y.from.at)
		}
	}
	return out
}

func ranked(m *measure) figures.DesyncSpread { return spread(m, (*histogram.Histogram).Percentile) }

// spread is a figure as it is shown.
func spread(m *measure, share func(*histogram.Histogram, float64) (float64, bool)) (out figures.DesyncSpread) {
	if m.Count == 0 {
		return out
	}
	at := func(p float64) *float64 {
		v, _ := share(&m.Histogram, p)
		return histogram.Thousandths(v)
	}
	frame := m.frame
	out.P50, out.P90, out.P99, out.Max, out.Frame = at(.5), at(.9), at(.99), histogram.Thousandths(m.Max), &frame
	return out
}

// className is that of a species.
func className(species uint8) string {
	if class := ship.Stock().BySpecies(species); class != nil {
		return class.Name
	}
	return fmt.Sprintf("species %d", species)
}
