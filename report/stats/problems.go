package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// problems are what is wrong with a capture beside broken rules, from what the sections have found. The overview and
// the page name them.
type problems struct {
	*base
	links *links
	notes *notes
	parts *fragments
}

// problemKind is a kind of problem: what it means for players, and what one of them costs. What players notice most, and
// what makes other numbers doubtful, costs most.
type problemKind struct {
	side, effect, says, mend string
	cost                     int64
	told                     string // the beginning of the ids of rules that say the same; "" = there are none
}

var problemKinds = map[string]problemKind{
	//row:problems `damage` | a place where the capture could not be read | 1000
	"damage": {"", "unnoticed", "No effect on players is known.", "Copy or record the capture again: what follows the damage may be missing.", 1000, ""},
	//row:problems `partial` | a datagram that is lost because IP fragments of it are missing | 20
	"partial": {"", "unnoticed", "No effect on players is known.", "Record where no IP fragments are lost.", 20, ""},
	//row:problems `unknown_opcode` | a message whose opcode no source knows | 5
	"unknown_opcode": {"", "events_lost", "A stock game cannot read some messages.", "Send opcodes that the stock game knows.", 5, ""},
	//row:problems `resends` | a message that was sent again, if these are at least five and over 1 % on some link. Fragments, messages to a side that was silent for 2 s, and copies within 0.5 s, which the network made, do not count | 1
	"resends": {"", "late", "Messages that the network loses come late.", "Look for loss on these links.", 1, "transport-retransmit-"},
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
	all := append([]figures.Cause{}, slices.Concat(damages(out), p.unknown(), p.resends(out), p.incomplete())...)
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
