package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// problems says what is wrong, from what the sections have found.
type problems struct {
	*base   `merge:"-"`
	links   *links
	notes   *notes
	joined  *joins
	objects *objects
	relayed *relayed
	broken  *broken
	parts   *fragments
}

// spot is a message in one of several captures.
type spot struct {
	file  string
	frame int64
	index int // in its datagram; -1 = it is of a protocol that has one message a datagram
}

// spots are the first ones.
type spots []spot

// Merge takes what other captures had.
func (s *spots) Merge(o *spots) {
	fill((*[]spot)(s), *o, firstFrames)
}

// Kinds of problems.
const (
	problemDamage   = "damage"
	problemJoin     = "join"
	problemTimeout  = "timeout"
	problemUpdates  = "updates"
	problemMissing  = "missing"
	problemUnacked  = "unacked"
	problemOpcode   = "unknown_opcode"
	problemTrailing = "trailing"
	problemResends  = "resends"
	problemRule     = "rule"
	problemPartial  = "partial"
	problemShort    = "truncated"
)

// ProblemKind is a kind of problem: what one of them is and what it costs. What players notice most, and what makes other
// numbers doubtful, costs most. The cost of a kind that is a rule is that of the rule.
type ProblemKind struct {
	Name, About, severity string
	Cost                  int64
}

var problemKinds = []ProblemKind{
	{problemDamage, "a place where the capture could not be read", "error", 1000},
	{problemJoin, "a client that never came into the game: refused, or one side did not answer for 3 s", "error", 500},
	{problemTimeout, "a client that did not say that it leaves, and that the host dropped", "warning", 200},
	{problemUpdates, "a ship and a client that got fewer than 9 updates a second about it, over 5 s or more, and more are missing than the capture's own loss explains", "warning", 50},
	{problemMissing, "a [copy](#relays) that the host never made", "error", 20},
	{problemPartial, "a datagram that is lost because IP fragments of it are missing", "warning", 20},
	{problemOpcode, "a message whose opcode no source knows", "warning", 5},
	{problemResends, "a message that was sent again, if these are at least five and over 1 % on some link. Fragments, messages to a side that was silent for 2 s, and copies within 0.5 s, which the network made, do not count", "warning", 1},
	{problemUnacked, "the rule 'transport-ack-every-reliable': a reliable message without an Ack from a side that goes on speaking", "", 0},
	{problemTrailing, "the rule 'payload-layout': a message that does not end with its last field", "", 0},
	{problemShort, "the rule 'entity-whole': an [entity-state](#entity-state) message that ends too soon", "", 0},
	{problemRule, "a player whom the [cause](rules.md#causes) of broken rules meets, if one of the rules is an error or players notice it; 'code' is its id", "", 0},
}

// ProblemKinds are all kinds of problems.
func ProblemKinds() []ProblemKind { return problemKinds }

// toldAs are the rules that say what a kind of problem has always said; those whose kind is "" are told by
// another problem, from the same account.
var toldAs = map[string]string{
	"transport-ack-every-reliable": problemUnacked,
	"payload-layout":               problemTrailing,
	"entity-whole":                 problemShort,
	"relay-weapons-all-peers":      "", // problemMissing
	"relay-events-all-peers":       "",
	"relay-creation-all-peers":     "",
}

// causeCosts are what a cause costs for each player whom it meets, by the weight of its effect. What all clients do
// alike weighs more than the last, and costs least.
var causeCosts = [...]int64{400, 100, 40, 10, 5, 2}

const (
	// maxNamed is how many joins, opcodes or clients have a text of their own.
	maxNamed = 2
	// tooMany is the share of what is sent again that is too much, and fewResends how many prove
	// nothing.
	tooMany    = 0.01
	fewResends = 5
)

func (p *problems) report(out *figures.Stats) {
	out.Problems = []figures.Problem{}
	if p.Filter != "" {
		return // what was left out would be missed
	}
	p.damage(out)
	p.joins(out)
	p.timeouts(out)
	p.updates(out)
	p.missing(out)
	p.noted(out, problemOpcode, decode.UnknownOpcode, "message of an unknown opcode", "messages of unknown opcodes")
	p.resends(out)
	p.causes(out)
	p.incomplete(out)
	slices.SortStableFunc(out.Problems, func(a, b figures.Problem) int { return cmp.Compare(b.Cost, a.Cost) })
}

// add adds a problem.
func (p *problems) add(out *figures.Stats, x figures.Problem) {
	if x.Code == "" {
		kind := problemKinds[slices.IndexFunc(problemKinds, func(k ProblemKind) bool { return k.Name == x.Kind })]
		x.Code, x.Severity, x.Cost = x.Kind, kind.severity, kind.Cost*x.Count
	}
	if x.Frames == nil {
		x.Frames = []int64{}
	}
	out.Problems = append(out.Problems, x)
}

func (p *problems) damage(out *figures.Stats) {
	for i := range out.Files {
		f := &out.Files[i]
		if f.Damage == nil {
			continue
		}
		p.add(out, figures.Problem{
			Kind: problemDamage, Count: f.DamageCount, File: p.files.label(f.Name), Frames: []int64{f.Damage.Frame},
			Text: "the capture is damaged after frame " + fmt.Sprint(f.Damage.Frame) + ": " + f.Damage.Text,
		})
		if len(out.Problems) >= maxNamed {
			return
		}
	}
}

// joins names the clients that did not get into the game, or sums them up.
func (p *problems) joins(out *figures.Stats) {
	var all []*figures.Join
	for i := range out.Joins {
		if out.Joins[i].Hangs {
			all = append(all, &out.Joins[i])
		}
	}
	if len(all) <= maxNamed {
		for _, j := range all {
			p.add(out, p.join(cmp.Or(j.Name, j.Client)+" never joined: "+j.Outcome, j))
		}
		return
	}
	p.add(out, p.join(fmt.Sprintf("%d clients never joined: %s %s, and others", len(all), cmp.Or(all[0].Name, all[0].Client), all[0].Outcome), all...))
}

func (p *problems) join(text string, all ...*figures.Join) figures.Problem {
	x := figures.Problem{Kind: problemJoin, Text: text, Count: int64(len(all)), File: all[0].File}
	if len(all) == 1 {
		x.Query, x.Lines = all[0].Query, 1 // of several each has its own
	}
	for _, j := range all {
		if j.File != all[0].File {
			x.File, x.Frames = "", nil
			return x
		}
		if len(x.Frames) < firstFrames {
			x.Frames = append(x.Frames, j.Frame)
		}
	}
	return x
}

// timeouts names the clients of which the host told the others that it had dropped them from the
// game.
func (p *problems) timeouts(out *figures.Stats) {
	var names []string
	var spots []spot
	for i := range p.joined.timeouts {
		names = append(names, p.joined.timeouts[i].name)
		spots = append(spots, p.joined.timeouts[i].spot)
	}
	if len(names) == 0 {
		return
	}
	text := fmt.Sprintf("the host dropped %d clients that had not disconnected: %s", len(names), list(names))
	if len(names) == 1 {
		text = "the host dropped " + names[0] + ", who had not disconnected"
	}
	p.add(out, p.at(figures.Problem{Kind: problemTimeout, Text: text, Count: int64(len(names))}, spots))
}

// list names the first few.
func list(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", .."
	}
	return strings.Join(names, ", ")
}

func (p *problems) updates(out *figures.Stats) {
	all := &p.objects.slow
	if all.count == 0 {
		return
	}
	worst := &all.worst
	x := figures.Problem{
		Kind: problemUpdates, Count: all.count, File: p.files.label(worst.file), Lines: worst.updates,
		Text: fmt.Sprintf("fewer than %d updates per second: %s to %s, %.1f over %s", slow,
			worst.name, p.nameOf(out, worst.link), worst.rate, worst.active.Round(100*time.Millisecond)),
		Frames: []int64{worst.first, worst.last}, Query: p.Of(worst.where...),
	}
	if more := all.count - 1; more > 0 {
		x.Text += fmt.Sprintf(", and %d more ship and client pairs", more)
	}
	p.add(out, x)
}

// nameOf is the name of a client, or its address.
func (p *problems) nameOf(out *figures.Stats, k tally.Link) string {
	client := tally.AddressText(k.Client)
	for i := range out.Links {
		if l := &out.Links[i]; l.Client == client && l.Server == tally.AddressText(k.Server) {
			return cmp.Or(l.Name, client)
		}
	}
	return client
}

func (p *problems) missing(out *figures.Stats) {
	var parts []string
	var spots []spot
	total := int64(0)
	lossy := slices.ContainsFunc(out.Links, func(l figures.Link) bool { return l.Gaps > 0 })
	for i := range out.Relays {
		f := &out.Relays[i]
		if f.Missing == nil || *f.Missing == 0 || lossy && f.To == message.Remade.String() {
			continue // an update has no number, so that nobody knows whether the host or the capture lacks it
		}
		total += *f.Missing
		parts = append(parts, fmt.Sprintf("%d %s", *f.Missing, cmp.Or(f.Name, f.Opcode)))
		spots = append(spots, p.missingSpots(f)...)
	}
	if total == 0 {
		return
	}
	text := fmt.Sprintf("%d copies missing: the host did not relay %s", total, list(parts))
	if total == 1 {
		text = "1 copy missing: the host did not relay " + parts[0]
	}
	p.add(out, p.at(figures.Problem{Kind: problemMissing, Text: text, Count: total}, spots))
}

// missingSpots gives the messages of an opcode that were not passed on, as far as they are named.
func (p *problems) missingSpots(f *figures.Relay) (spots []spot) {
	for opcode := range p.relayed.rows {
		if tally.OpcodeText(opcode) != f.Opcode {
			continue
		}
		for _, m := range p.relayed.rows[opcode].missing {
			spots = append(spots, m.spot)
		}
	}
	return spots
}

// incomplete names datagrams without all of their IP fragments.
func (p *problems) incomplete(out *figures.Stats) {
	if n := p.parts.partial; n > 0 {
		p.add(out, figures.Problem{Kind: problemPartial, Count: n, Text: tally.Counted(int(n), "datagram is", "datagrams are") + " lost: IP fragments are missing from the capture"})
	}
}

// causes names the causes of broken rules.
func (p *problems) causes(out *figures.Stats) {
	for _, c := range p.broken.inOrder() {
		kind, known := toldAs[c.id]
		switch {
		case known && kind == "":
			continue
		case !known:
			kind = problemRule
		}
		cost := max(c.players, 1)
		if c.weight < len(causeCosts) {
			cost *= causeCosts[c.weight]
		}
		p.add(out, p.at(figures.Problem{
			Kind: kind, Code: c.id, Severity: c.severity, Cost: cost, Count: c.instances,
			Text: fmt.Sprintf("%s, %s, %d of %d: %s", c.id, c.side, c.instances, c.of, strings.TrimSuffix(c.says, ".")),
		}, c.first))
	}
}

// noted is for what a note says.
func (p *problems) noted(out *figures.Stats, kind string, code decode.Code, one, many string) {
	row := p.notes.rows[code]
	if row == nil {
		return
	}
	p.add(out, figures.Problem{
		Kind: kind, Text: tally.Counted(int(row.count), one, many), Count: row.count, Frames: p.ofOneFile(row.frames), Lines: row.count, Query: p.OfAll(tally.Noted(code)),
	})
}

// ofOneFile gives frames if there is only one capture: of several nobody knows which.
func (p *problems) ofOneFile(frames []int64) []int64 {
	if len(p.files.list) != 1 {
		return nil
	}
	return append([]int64{}, frames...)
}

// resends looks for links on which much is sent again to sides that are there.
func (p *problems) resends(out *figures.Stats) {
	var again, reliable int64
	var worst figures.Link
	above, most := 0, 0.0
	for i := range out.Links {
		again, reliable = again+out.Links[i].Resent, reliable+out.Links[i].Reliable
	}
	for _, row := range p.links.inOrder() {
		share := resent(row.again, row.reliable)
		if row.again < fewResends || share <= tooMany {
			continue
		}
		if above++; share > most {
			worst, most = row.figure(), share
		}
	}
	if above == 0 {
		return
	}
	p.add(out, figures.Problem{
		Kind: problemResends, Count: again, Lines: again, Query: p.Of(tally.Repeated), Frames: p.ofOneFile(p.notes.row(decode.Retransmit).frames),
		Text: fmt.Sprintf("%d of %d reliable messages were retransmissions (%.1f %%). %d of %d links exceed 1 %% (silent peers excluded), worst: %s (%.1f %%)",
			again, reliable+again, 100*resent(again, reliable), above, len(out.Links), cmp.Or(worst.Name, fmt.Sprint("peer ", worst.Peer)), 100*most),
	})
}

// resent is the share of what is sent that was sent before.
func resent(again, reliable int64) float64 {
	return tally.Ratio(float64(again), float64(again+reliable))
}

// at gives a problem the frames that it is seen in, those of the first capture that has some, and
// the query of these messages.
func (p *problems) at(x figures.Problem, spots []spot) figures.Problem {
	var where []string
	for i, s := range spots {
		if s.file != spots[0].file || slices.Contains(spots[:i], s) || len(where) >= firstFrames {
			continue
		}
		where = append(where, s.line())
		if !slices.Contains(x.Frames, s.frame) {
			x.Frames = append(x.Frames, s.frame)
		}
	}
	if len(where) > 0 {
		x.File = cmp.Or(x.File, p.files.label(spots[0].file))
		x.Query, x.Lines = p.Of("("+strings.Join(where, " || ")+")", tally.OnWire), int64(len(where))
		if spots[0].index < 0 {
			x.Query = p.OfAll("(" + strings.Join(where, " || ") + ")")
		}
	}
	slices.Sort(x.Frames)
	return x
}
