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

// problems are what is wrong with a capture beside broken rules, from what the sections have found. The overview and
// the page name them.
type problems struct {
	*base
	links   *links
	notes   *notes
	objects *objects
	relayed *relayed
	parts   *fragments
}

// problemKind is a kind of problem: what it means for players, and what one of them costs. What players notice most, and
// what makes other numbers doubtful, costs most.
type problemKind struct {
	side, effect, says, mend string
	cost                     int64
	told                     string // the beginning of the ids of rules that say the same; "" = there are none
}

var problemKinds = map[string]problemKind{
	"damage":         {"", "unnoticed", "No effect on players is known.", "Copy or record the capture again: what follows the damage may be missing.", 1000, ""},
	"updates":        {"server", "other_world", "Ships move by jerks, or stand still.", "Send each client at least 9 updates a second about each ship.", 50, ""},
	"missing":        {"server", "events_lost", "Some players miss shots, chat or scores.", "Pass these messages on to all other clients in the game.", 20, "relay-"},
	"partial":        {"", "unnoticed", "No effect on players is known.", "Record where no IP fragments are lost.", 20, ""},
	"unknown_opcode": {"", "events_lost", "A stock game cannot read some messages.", "Send opcodes that the stock game knows.", 5, ""},
	"resends":        {"", "late", "Messages that the network loses come late.", "Look for loss on these links.", 1, "transport-retransmit-"},
}

// effects are the classes of effects, the heaviest first.
var effects = []string{"thrown_out", "other_world", "events_lost", "late", "wasteful", "unnoticed"}

const (
	// tooMany is the share of what is sent again that is too much, and fewResends how many prove
	// nothing.
	tooMany    = 0.01
	fewResends = 5
)

// Problems gives what is wrong with the one capture that was counted, beside what the causes of broken rules say; the
// most costly first. The report is that of the capture.
func (s *Stats) Problems(out *figures.Stats, causes []figures.Cause) []figures.Cause {
	p := s.problems
	all := append([]figures.Cause{}, slices.Concat(damages(out), p.updates(out), p.missing(out), p.unknown(), p.resends(out), p.incomplete())...)
	all = slices.DeleteFunc(all, func(x figures.Cause) bool {
		told := cmp.Or(problemKinds[x.ID].told, "none")
		return slices.ContainsFunc(causes, func(c figures.Cause) bool {
			return strings.HasPrefix(c.Root, told) ||
				slices.ContainsFunc(c.Explains, func(e figures.Explained) bool { return strings.HasPrefix(e.Finding, told) })
		})
	})
	cost := func(x figures.Cause) int64 { return problemKinds[x.ID].cost * x.Instances }
	slices.SortStableFunc(all, func(a, b figures.Cause) int { return cmp.Compare(cost(b), cost(a)) })
	return all
}

// problem is one of a kind.
func problem(kind, text string, count int64, frames []int64) []figures.Cause {
	k := problemKinds[kind]
	return []figures.Cause{{
		ID: kind, Root: kind, Side: k.side, Statement: text, Effect: k.effect, Weight: slices.Index(effects, k.effect), EffectText: k.says, Mend: k.mend,
		Instances: count, Frames: append([]int64{}, frames...), Players: []string{}, Explains: []figures.Explained{},
	}}
}

func damages(out *figures.Stats) (all []figures.Cause) {
	for i := range out.Files {
		if f := &out.Files[i]; f.Damage != nil {
			all = append(all, problem("damage", "the capture is damaged after frame "+fmt.Sprint(f.Damage.Frame)+": "+f.Damage.Text, f.DamageCount, []int64{f.Damage.Frame})...)
		}
	}
	return all
}

// list names the first few.
func list(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", .."
	}
	return strings.Join(names, ", ")
}

func (p *problems) updates(out *figures.Stats) []figures.Cause {
	all := &p.objects.slow
	if all.count == 0 {
		return nil
	}
	worst := &all.worst
	text := fmt.Sprintf("fewer than %d updates per second: %s to %s, %.1f over %s", slow, worst.name, nameOf(out, worst.link), worst.rate, worst.active.Round(100*time.Millisecond))
	if more := all.count - 1; more > 0 {
		text += fmt.Sprintf(", and %d more ship and client pairs", more)
	}
	return problem("updates", text, all.count, []int64{worst.first, worst.last})
}

// nameOf is the name of a client, or its address.
func nameOf(out *figures.Stats, k tally.Link) string {
	client := tally.AddressText(k.Client)
	for i := range out.Links {
		if l := &out.Links[i]; l.Client == client && l.Server == tally.AddressText(k.Server) {
			return cmp.Or(l.Name, client)
		}
	}
	return client
}

func (p *problems) missing(out *figures.Stats) []figures.Cause {
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
		for opcode := range p.relayed.rows {
			if tally.OpcodeText(opcode) == f.Opcode {
				for _, m := range p.relayed.rows[opcode].missing {
					spots = append(spots, m.spot)
				}
			}
		}
	}
	if total == 0 {
		return nil
	}
	text := fmt.Sprintf("%d copies missing: the host did not relay %s", total, list(parts))
	if total == 1 {
		text = "1 copy missing: the host did not relay " + parts[0]
	}
	return problem("missing", text, total, framesOf(spots))
}

// incomplete names datagrams without all of their IP fragments.
func (p *problems) incomplete() []figures.Cause {
	n := p.parts.partial
	if n == 0 {
		return nil
	}
	return problem("partial", tally.Counted(int(n), "datagram is", "datagrams are")+" lost: IP fragments are missing from the capture", n, nil)
}

func (p *problems) unknown() []figures.Cause {
	row := p.notes.rows[decode.UnknownOpcode]
	if row == nil {
		return nil
	}
	return problem("unknown_opcode", tally.Counted(int(row.count), "message of an unknown opcode", "messages of unknown opcodes"), row.count, row.frames)
}

// resends looks for links on which much is sent again to sides that are there.
func (p *problems) resends(out *figures.Stats) []figures.Cause {
	var again, reliable int64
	var worst figures.Link
	above, most := 0, 0.0
	for i := range out.Links {
		again, reliable = again+out.Links[i].Resent, reliable+out.Links[i].Reliable
	}
	for _, row := range p.links.inOrder() {
		if row.again < fewResends || resent(row.again, row.reliable) <= tooMany {
			continue
		}
		if share := resent(row.resent, row.reliable); share > most || above == 0 {
			worst, most = row.figure(), share
		}
		above++
	}
	if above == 0 {
		return nil
	}
	return problem("resends", fmt.Sprintf("%d of %d reliable messages were retransmissions (%.1f %%). %d of %d links exceed 1 %% (silent peers excluded), worst: %s, %d of %d (%.1f %%)",
		again, reliable+again, 100*resent(again, reliable), above, len(out.Links), cmp.Or(worst.Name, fmt.Sprint("peer ", worst.Peer)), worst.Resent, worst.Reliable+worst.Resent, 100*most), again, p.notes.row(decode.Retransmit).frames)
}

// resent is the share of what is sent that was sent before.
func resent(again, reliable int64) float64 {
	return tally.Ratio(float64(again), float64(again+reliable))
}

// framesOf gives the frames of the first messages, in order.
func framesOf(spots []spot) (frames []int64) {
	messages := 0
	for i, s := range spots {
		if slices.Contains(spots[:i], s) || messages >= firstFrames {
			continue
		}
		messages++
		if !slices.Contains(frames, s.frame) {
			frames = append(frames, s.frame)
		}
	}
	slices.Sort(frames)
	return frames
}
