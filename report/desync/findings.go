package desync

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// difference is a time in which a view differs.
type difference struct {
	kind         string
	from, to     mark
	other        mark // what others were told then
	told, others string
	most         float64 // units
	owners       bool    // the owner's fault, not the host's
	never        bool    // of an end: it was never told, however soon the next ship came
	entries      []figures.DesyncEntry
	text         string
}

// found is a difference of a client.
type found struct {
	difference
	of   *receiver
	life *life // nil = it is about no ship
}

// weights are the kinds, the most harmful first.
var weights = figures.DesyncKinds()

func (v *view) differ(x difference) {
	if n := len(v.differences); n > 0 && x.kind == v.differences[n-1].kind && x.from.at-v.differences[n-1].to.at < apart {
		v.differences[n-1].join(&x)
		return
	}
	v.differences = append(v.differences, x)
}

// join takes another one of its kind.
func (x *difference) join(o *difference) {
	if o.from.at < x.from.at {
		x.from, x.other = o.from, o.other
	}
	if o.to.at > x.to.at {
		x.to = o.to
	}
	x.most, x.owners = max(x.most, o.most), x.owners && o.owners
	for _, e := range o.entries {
		same := func(k figures.DesyncEntry) bool { return k.Index == e.Index && k.Name == e.Name && k.Part == e.Part }
		if !slices.ContainsFunc(x.entries, same) {
			x.entries = append(x.entries, e)
		}
	}
}

// conclude says what was wrong with the views of a life.
func (d *follower) conclude(x *life) {
	over := d.over(x)
	for _, v := range x.views {
		end := earlier(over, d.until(v.of))
		d.close(v, end, true)
		d.returns(v, end)
		d.arrives(v, end)
		d.settle(x, v, end)
		d.endOf(x, v)
	}
	for _, c := range d.receivers[1:] {
		if c.present && c.Server == x.ship.Server && c.File == x.ship.File && c != x.owner {
			d.unseen(x, c, over)
		}
	}
	for _, v := range x.views {
		list := d.stands(x, v, over)
		for _, y := range list {
			x.found = append(x.found, found{y, v.of, x})
		}
		if v.of != x.owner && v.updates > 0 && d.asked(x, v.of) {
			x.shown = append(x.shown, d.shown(x, v, list, over))
		}
		v.entries, v.differences, v.measures = nil, nil, nil
	}
}

// unseen says for how long a client that was there did not see a ship.
func (d *follower) unseen(x *life, c *receiver, over mark) {
	if x.owner == nil || x.born.frame == 0 || !x.made && x.owner.Joined {
		return // nobody created it
	}
	start, to := x.born, earlier(earlier(over, x.reported), d.until(c)) // what its owner reports no more may be over
	to.frame = 0
	if c.from.at > start.at {
		start = c.from
	}
	v := x.viewOf(c)
	switch {
	case v != nil && v.seen.frame != 0:
		to = earlier(to, v.seen)
	case d.lacks(c, start, true):
		return
	}
	seconds := to.at - start.at
	if seconds > 0 && v != nil {
		v.unseen = seconds
	}
	if seconds <= long {
		return
	}
	f := difference{kind: figures.DesyncUnseen, from: start, to: to}
	if v == nil {
		x.found = append(x.found, found{f, c, x})
		return
	}
	v.differ(f)
}

func (x *life) viewOf(c *receiver) *view {
	for _, v := range x.views {
		if v.of == c {
			return v
		}
	}
	return nil
}

// endOf says how long a client saw a ship that was no more, and whether it saw another class.
func (d *follower) endOf(x *life, v *view) {
	if species := x.speciesOf(); v.created && v.species != species {
		f := difference{kind: figures.DesyncClass, from: v.seen, to: earlier(d.over(x), d.until(v.of))}
		f.told, f.others = className(v.species), className(species)
		v.differ(f)
	}
	knew := v.seen.frame != 0 || v.of == x.owner // who was only told updates of it has no such ship
	if !x.ended || !knew || v.begun.frame == 0 || v.begun.at > x.end.at {
		return
	}
	to := d.until(v.of)
	if v.gone.frame == 0 && d.lacks(v.of, x.end, true) || to.at < x.end.at || v.gone.frame == 0 && x.end.at < v.of.before {
		return
	}
	if next := d.of[x.ship.After()]; next != nil {
		if again := next.viewOf(v.of); again != nil && again.begun.frame != 0 {
			to = earlier(to, again.begun)
		}
	}
	if v.gone.frame != 0 {
		to = earlier(to, v.gone)
	}
	kind := figures.DesyncGhost
	if x.exploded {
		kind = figures.DesyncDeath
	}
	if v.haunts[0].frame != 0 {
		kind = figures.DesyncGhost
		if v.haunts[1].at > to.at {
			to = v.haunts[1]
		}
	}
	v.ghost = to.at - x.end.at
	never := x.exploded && v.gone.frame == 0 && !d.lacks(v.of, x.end, false) && d.until(v.of).at-x.end.at > long
	if v.ghost > long || never {
		v.differ(difference{kind: kind, from: x.end, to: to, never: never && v.ghost <= long})
	}
}

// lacks reports whether something that the host sent is missing around a moment: for good, or it comes later; or the capture has
// nothing of what it said then.
func (d *follower) lacks(c *receiver, now mark, forGood bool) bool {
	at := d.start.Add(now.at)
	return d.Lacks(c.Link, true, at, at.Add(around)) || slices.ContainsFunc(c.gaps, func(x gap) bool { return x.at > now.at-around && x.at < now.at+around && (x.lost > 0 || !forGood) })
}

// speciesOf is what the owner made, or else what most clients were told, of equally many the first.
func (x *life) speciesOf() (species uint8) {
	if x.made {
		return x.species
	}
	var told [256]int
	for _, v := range x.views {
		if v.created {
			told[v.species]++
		}
	}
	most := slices.Max(told[:])
	for _, v := range x.views {
		if v.created && told[v.species] == most {
			return v.species
		}
	}
	return 0
}

// stands gives the differences of a view that lie where both were there, joined; conditions and positions
// only where it is not plain that the view is another.
func (d *follower) stands(x *life, v *view, over mark) (list []difference) {
	until := d.until(v.of)
	slices.SortStableFunc(v.differences, func(a, b difference) int {
		return cmp.Or(cmp.Compare(slices.Index(weights, a.kind), slices.Index(weights, b.kind)), cmp.Compare(a.from.at, b.from.at))
	})
	for _, y := range v.differences {
		limit := until
		if y.kind != figures.DesyncGhost && y.kind != figures.DesyncDeath {
			limit = earlier(limit, over)
		}
		y.to = earlier(y.to, limit)
		if y.kind != figures.DesyncClass && y.kind != figures.DesyncRise && !y.never && y.to.at-y.from.at <= least[y.kind] { // another class is one, however short the time
			continue
		}
		if n := len(list); n > 0 && list[n-1].kind == y.kind && y.from.at-list[n-1].to.at < apart {
			list[n-1].join(&y)
			continue
		}
		if !hidden[y.kind] || !slices.ContainsFunc(list, func(o difference) bool { return o.hides(&y) }) {
			list = append(list, y)
		}
	}
	for i := range list {
		list[i].text = d.textOf(x, v, &list[i])
	}
	return list
}

// least is how long differences are at least.
var least = map[string]time.Duration{
	figures.DesyncUnseen: long, figures.DesyncGhost: long, figures.DesyncDeath: long, figures.DesyncStale: silent, figures.DesyncPosition: offFor, figures.DesyncCondition: wrongFor,
	figures.DesyncDirection: offFor, figures.DesyncSpeed: offFor, figures.DesyncCloak: offFor,
}

// hidden are the kinds that are not said where it is plain that the view is another.
var hidden = map[string]bool{
	figures.DesyncCondition: true, figures.DesyncPosition: true, figures.DesyncDirection: true, figures.DesyncSpeed: true, figures.DesyncCloak: true,
	figures.DesyncRise: true,
}

// hides reports whether another difference of the pair lies within a plainer one.
func (x *difference) hides(o *difference) bool {
	if o.kind == figures.DesyncRise { // what is told wrong for a while begins or ends so
		return x.kind == figures.DesyncCondition && o.from.at >= x.from.at-apart && o.from.at <= x.to.at+apart
	}
	plain := x.kind == figures.DesyncUnseen || x.kind == figures.DesyncStale || x.kind == figures.DesyncClass
	return plain && o.from.at >= x.from.at && o.from.at <= x.to.at+apart
}

// events are the messages that others were told and some client was not, or was told changed.
func (d *follower) events() (list []figures.DesyncFinding) {
	for opcode, row := range d.Match().Relays() {
		if opcode == message.OpcodeStateUpdate || opcode == message.OpcodeObjectCreate || opcode == message.OpcodeObjectCreateTeam {
			continue
		}
		for _, lacks := range row.First {
			if at := lacks.Time; lacks.Others && d.Dropped(lacks.To.Server).Sizes == "" && !d.Lacks(lacks.To.Link, true, at, at.Add(long)) {
				told := d.Facts.Reader().Instead(uint8(opcode), &lacks)
				d.untold(&list, opcode, &lacks, told.String())
			}
		}
	}
	for i := range list {
		x := &list[i]
		if x.Text = fmt.Sprintf("%s was not told of %s of %s, which others were", x.Player, times(x.Count, x.Told), x.Owner); x.Others != "" {
			x.Text = fmt.Sprintf("%s was told %s of %s changed%s: %s", x.Player, times(x.Count, x.Told), x.Owner, behindIf(x.Count > 1, ", the first"), x.Others)
		}
		x.Told, x.Others = "", ""
	}
	return list
}

func times(n int, what string) string {
	if n == 1 {
		return "a " + what
	}
	return fmt.Sprintf("%d %s", n, what)
}

// untold adds a message that a client was not told, or with which changes.
func (d *follower) untold(list *[]figures.DesyncFinding, opcode int, lacks *match.MissingCopy, changes string) {
	at := d.moment(d.markOf(lacks.Event))
	player, name, sender := tally.NameOf(lacks.To), message.Lookup(uint8(opcode)).Name, tally.NameOf(lacks.Sender)
	if d.options.Of != "" && !strings.EqualFold(player, d.options.Of) || d.options.Ship != "" {
		return
	}
	for i := range *list {
		if x := &(*list)[i]; x.Client == int(lacks.To.Link) && x.Told == name && x.Owner == sender && (x.Others == "") == (changes == "") {
			x.Count, x.To = x.Count+1, at
			return
		}
	}
	*list = append(*list, figures.DesyncFinding{
		Kind: figures.DesyncEvent, Side: figures.DesyncServer, Player: player, Client: int(lacks.To.Link), Owner: sender, From: at, To: at, Told: name, Others: changes, Count: 1,
	})
}

// textOf says what differs, without when.
func (d *follower) textOf(x *life, v *view, f *difference) string {
	who, what, own := tally.NameOf(v.of.Connection), shipText(x), v.of == x.owner
	if own {
		what = "his own " + cmp.Or(x.className(), "ship")
	}
	took := fmt.Sprintf("%.1f s", (f.to.at - f.from.at).Seconds())
	switch f.kind {
	case figures.DesyncUnseen:
		if f.to.frame == 0 {
			return who + " does not see " + what + ": it was never created for this player"
		}
		return who + " sees " + what + " " + took + " late"
	case figures.DesyncGhost, figures.DesyncDeath:
		end := map[bool]string{true: "exploded", false: "was removed"}[x.exploded]
		if v.gone.frame == 0 {
			return who + " is never told that " + what + " " + end + behindIf(v.haunts[0].frame != 0, ", and is told of it on and on")
		}
		return who + " is told " + took + " late that " + what + " " + end
	case figures.DesyncClass:
		if owner := x.ship.Player.Called(); owner != "" { // the class that is known may be the one that is told
			what = owner + "'s " + f.others
		}
		return who + " sees " + what + " as " + f.told
	case figures.DesyncPosition:
		where := "it is"
		if f.owners {
			where = "its owner, whose reports jump, says that it is"
		}
		return fmt.Sprintf("%s sees %s up to %.0f units from where %s", who, what, f.most, where)
	case figures.DesyncDirection:
		return fmt.Sprintf("%s sees %s turned by up to %.0f°", who, what, f.most)
	case figures.DesyncSpeed:
		return fmt.Sprintf("%s is told that %s has a speed of %s, its owner says %s", who, what, f.told, f.others)
	case figures.DesyncCloak:
		return fmt.Sprintf("%s is told that %s is %s, its owner says %s", who, what, f.told, f.others)
	case figures.DesyncStale:
		return who + " is told nothing of " + what + " for " + took + ", though it moves"
	}
	e := &f.entries[0]
	f.told, f.others = percent(e.Told), percent(e.Others)
	text := fmt.Sprintf("%s is told %s for %s of %s, others %s", who, f.told, e.Label, what, f.others)
	if f.kind == figures.DesyncRise {
		text = fmt.Sprintf("%s is told that %s of %s rises from %s to %s at once", who, e.Label, what, f.others, f.told)
	}
	if n := len(f.entries) - 1; n > 0 {
		text += fmt.Sprintf(", and of %s too", tally.Counted(n, "other part", "other parts"))
	}
	return text
}

func behindIf(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

func percent(value int) string { return fmt.Sprintf("%.0f %%", math.Round(float64(value)/255*100)) }

func shipText(x *life) string {
	name := cmp.Or(x.className(), "ship "+tally.ObjectText(x.ship.Object))
	if owner := x.ship.Player.Called(); owner != "" {
		return owner + "'s " + name
	}
	return name
}

// names are what the ship can be asked for by.
func (x *life) names() []string {
	names := []string{x.ship.Player.Called(), x.className(), shipText(x), tally.ObjectText(x.ship.Object)}
	if x.class != nil {
		names = append(names, x.class.Key)
	}
	return names
}

func (x *life) className() string {
	if x.class == nil {
		return ""
	}
	return x.class.Name
}
