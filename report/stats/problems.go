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

// problemKinds are the kinds of problems beside broken rules: what each means for players, and what one of them costs. What
// players notice most, and what makes other numbers doubtful, costs most.
var problemKinds = [...]struct {
	id, effect, says, mend string
	cost                   int64
	told                   string // the beginning of the ids of rules that say the same; "" = there are none
	find                   func(of *figures.Stats) (text string, count int64, frames []int64)
}{
	//row:problems `damage` | a place where the capture could not be read | 1000
	{"damage", "unnoticed", "No effect on players is known.", "Copy or record the capture again: what follows the damage may be missing.", 1000, "", func(of *figures.Stats) (string, int64, []int64) {
		f := &of.Files[0]
		if f.Damage == nil {
			return "", 0, nil
		}
		return "the capture is damaged after frame " + fmt.Sprint(f.Damage.Frame) + ": " + f.Damage.Text, f.DamageCount, []int64{f.Damage.Frame}
	}},
	//row:problems `partial` | a datagram that is lost because IP fragments of it are missing | 20
	{"partial", "unnoticed", "No effect on players is known.", "Record where no IP fragments are lost.", 20, "", func(of *figures.Stats) (string, int64, []int64) {
		n := of.Fragments.Partial
		return tally.Counted(int(n), "datagram is", "datagrams are") + " lost: IP fragments are missing from the capture", n, nil
	}},
	//row:problems `unknown_opcode` | a message whose opcode no source knows | 5
	{"unknown_opcode", "events_lost", "A stock game cannot read some messages.", "Send opcodes that the stock game knows.", 5, "", func(of *figures.Stats) (string, int64, []int64) {
		x := noteOf(of, decode.UnknownOpcode)
		return tally.Counted(int(x.Count), "message of an unknown opcode", "messages of unknown opcodes"), x.Count, x.Frames
	}},
	//row:problems `resends` | a message that was sent again, if these are at least five and over 1 % on some link. Fragments, control messages, messages to a side that was silent for 2 s, and copies within 0.5 s, which the network made, do not count | 1
	{"resends", "late", "Messages that the network loses come late.", "Look for loss on these links.", 1, "transport-retransmit-", resends},
}

// effects are the classes of effects, the heaviest first.
var effects = []string{"thrown_out", "other_world", "events_lost", "late", "wasteful", "unnoticed"}

const (
	// tooMany is the share of what is sent again that is too much, and fewResends how many prove
	// nothing.
	tooMany    = 0.01
	fewResends = 5
)

// Problems gives what is wrong with the one capture that a report is of, beside what the causes of broken rules say; the
// most costly first.
func Problems(of *figures.Stats, causes []figures.Cause) []figures.Cause {
	all, costs := []figures.Cause{}, map[string]int64{}
	for i := range problemKinds {
		k := &problemKinds[i]
		says := func(id string) bool { return k.told != "" && strings.HasPrefix(id, k.told) }
		text, n, frames := k.find(of)
		if n == 0 || slices.ContainsFunc(causes, func(c figures.Cause) bool {
			return says(c.Root) || slices.ContainsFunc(c.Explains, func(e figures.Explained) bool { return says(e.Finding) })
		}) {
			continue
		}
		costs[k.id] = k.cost * n
		all = append(all, figures.Cause{
			ID: k.id, Root: k.id, Statement: text, Effect: k.effect, Weight: slices.Index(effects, k.effect), EffectText: k.says, Mend: k.mend,
			Instances: n, Frames: append([]int64{}, frames...), Players: []string{}, Explains: []figures.Explained{},
		})
	}
	slices.SortStableFunc(all, func(a, b figures.Cause) int { return cmp.Compare(costs[b.ID], costs[a.ID]) })
	return all
}

// noteOf gives the notes of a code.
func noteOf(of *figures.Stats, code decode.Code) (x figures.Note) {
	if i := slices.IndexFunc(of.Notes, func(n figures.Note) bool { return n.Code == string(code) }); i >= 0 {
		x = of.Notes[i]
	}
	return x
}

// resends looks for links on which much is sent again to sides that are there. Where captures with other clocks were merged, nobody
// knows: their copies come late.
func resends(of *figures.Stats) (text string, again int64, frames []int64) {
	var reliable int64
	var worst *figures.Link
	above := 0
	for i := range of.Links {
		x := &of.Links[i]
		again, reliable, frames = again+x.Insisted, reliable+x.Reliable, append(frames, x.InsistedFrames...)
		if x.Client == tally.Rest || x.Insisted < fewResends || resent(x.Insisted, x.Reliable) <= tooMany {
			continue
		}
		if above++; worst == nil || resent(x.Insisted, x.Reliable) > resent(worst.Insisted, worst.Reliable) {
			worst = x
		}
	}
	if above == 0 || slices.ContainsFunc(of.Files, func(f figures.File) bool { return f.Merged }) {
		return "", 0, nil
	}
	slices.Sort(frames)
	var shown firsts
	shown.add(frames...)
	return fmt.Sprintf("%d of %d reliable messages were retransmissions (%.1f %%, without those to silent peers): too many on %d of %s, most on that of %s, %d of %d (%.1f %%)",
		again, reliable+again, 100*resent(again, reliable), above, tally.Counted(len(of.Links), "link", "links"), cmp.Or(worst.Name, fmt.Sprint("peer ", worst.Peer)), worst.Insisted, worst.Reliable+worst.Insisted,
		100*resent(worst.Insisted, worst.Reliable)), again, shown
}

// resent is the share of what is sent that was sent before.
func resent(again, reliable int64) float64 {
	return tally.Ratio(float64(again), float64(again+reliable))
}
