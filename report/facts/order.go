package facts

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sort"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/reassembly"
)

// order finds out what is odd about the order of the datagrams: captures that were merged or joined, frames that are shuffled.
func (f *Facts) order(clock *capture.Clock, of *decode.Datagrams) {
	joined := false
	for i := range clock.Steps {
		if frame, from := clock.Steps[i].Frame, f.From(clock.Steps[i].Frame); frame > 0 && from < f.rows.n {
			_, clock.Steps[i].Repeats = f.repeats(int(f.rows.at(from).Datagram))
			joined = joined || clock.Steps[i].Repeats
		}
	}
	var again, late time.Duration
	if of.EntityState > 0 {
		again, late = f.inputs()
	}
	twice := max(f.twice(), f.later(), again)
	if joined {
		twice = 0
	}
	apart, mixed := f.apart(f.Steady)
	if apart > 0 && clock.Fall > 0 {
		if by, _ := f.apart(f.stamped); by == 0 {
			apart, mixed, clock.Sortable = 0, max(apart, mixed), true
		}
	}
	if clock.Apart, clock.Twice = max(apart, twice), twice > 0; clock.Twice {
		return
	}
	if clock.Shuffled = max(mixed, f.shuffled(), f.overtaken(), late); clock.Shuffled > 0 {
		clock.Apart = 0
	}
}

// maxPassed is by how many messages clocks are compared.
//
//limit:maxPassed Figures | messages that hosts pass on, by which the clocks of captures that were merged are compared | later ones are not | TestMergedClocks
const maxPassed = 1 << 12

// apart is by how much the clocks of captures differ that were merged; 0 = they do not, or it does not show. What the host passes
// on of a client cannot come before that client sends it. One such message may have been captured when it was sent again. mixed is by how
// much frames are out of order, if of what one client sends another one some comes before it was sent, and some behind that. stamp is what is
// taken for the time of a datagram.
func (f *Facts) apart(stamp func(*Datagram) capture.Time) (most, mixed time.Duration) {
	const some, oneIn = 10, 10
	type from struct {
		link uint32
		at   capture.Time
	}
	var rows []*Row // opcodes whose payloads are hardly ever equal
	for _, r := range f.All() {
		if r.Is&(Game|HasOpcode|Again|Part|Lost|Unread) == Game|HasOpcode && (r.Opcode == message.OpcodeObjectCreateTeam || r.Opcode == message.OpcodeTorpedoFire || r.Opcode == message.OpcodeChat) {
			rows = append(rows, r)
		}
	}
	sent, since := map[string]from{}, map[[2]uint32][]time.Duration{}
	for _, way := range []Bits{0, ToClient} {
		for _, r := range rows {
			if r.Is&ToClient != way {
				continue
			}
			payload, link, at := f.Payload(r), f.Side(r).Link, stamp(f.Datagram(r.Datagram))
			original, known := sent[string(payload)]
			switch {
			case way == 0 && known:
				sent[string(payload)] = from{}
			case way == 0 && len(sent) < maxPassed:
				sent[string(payload)] = from{link, at}
			case way == ToClient && original.link != 0 && original.link != link:
				if pair := [2]uint32{original.link, link}; len(since[pair]) < maxPassed {
					since[pair] = append(since[pair], at.Sub(original.at))
				}
			}
		}
	}
	var before []time.Duration
	all, both := 0, 0
	for _, list := range since {
		slices.Sort(list)
		early := sort.Search(len(list), func(i int) bool { return list[i] >= 0 })
		all, both, before = all+len(list), both+min(early, len(list)-early), append(before, list[:early]...)
	}
	if slices.Sort(before); both >= some && both*oneIn >= all {
		mixed = -before[len(before)/100]
	}
	for pair, list := range since {
		usual, back := list[len(list)/2], since[[2]uint32{pair[1], pair[0]}]
		if len(list) < 2 || usual >= 0 {
			continue
		}
		by := -usual
		if len(back) > 0 {
			by = (back[len(back)/2] - usual) / 2
		}
		most = max(most, by)
	}
	return most, mixed
}

// stamped is the time of a datagram on the steady clock, also if it stands behind later ones, as where a machine writes what came on each
// of its interfaces a second at a time.
func (f *Facts) stamped(d *Datagram) capture.Time { return f.Time(d).Add(f.unusualOf(d).back) }

// repeats reports whether the datagrams from one on have been there before, all stamped as much earlier.
func (f *Facts) repeats(first int) (by time.Duration, is bool) {
	const some = 16
	if first+some > f.datagrams.n {
		return 0, false
	}
	again := 0
	for i := range first {
		old, now := f.datagrams.at(i), f.datagrams.at(first+again)
		if after := f.Time(now).Sub(f.Time(old)); (again == 0 || after == by) && bytes.Equal(f.Content(old), f.Content(now)) {
			if by, again = after, again+1; again == some {
				return by, true
			}
		}
	}
	return 0, false
}

// later is after how long all comes again behind a long silence: the clock of one of two captures is off by more than they last.
func (f *Facts) later() time.Duration {
	const silence, most = time.Minute, 16 // of an idle host many are so long
	for i, n := 1, 0; i < f.datagrams.n && n < most; i++ {
		if f.Steady(f.datagrams.at(i)).Sub(f.Steady(f.datagrams.at(i-1))) > silence {
			n++
			if by, is := f.repeats(i); is {
				return by
			}
		}
	}
	return 0
}

// overtaken is by how much messages come behind their Acks, if one in twenty does: where something is captured, it comes before.
func (f *Facts) overtaken() time.Duration {
	const some, oneIn = 10, 20
	d := f.dropped()
	if len(d.early) < some || len(d.early)*oneIn < d.all {
		return 0
	}
	slices.Sort(d.early)
	return d.early[len(d.early)*99/100]
}

// shuffled is by how much frames are out of order; 0 = most are not. Networks delay the datagrams of some senders, and of few so that others
// overtake them: where one update in seven is behind a newer one about its ship, both of clients and of hosts, the order is nobody's.
func (f *Facts) shuffled() time.Duration {
	const some, oneIn = 50, 7
	all, late := [2]int{}, [2]int{}
	for _, r := range f.All() {
		if r.Has(Update | Followed) {
			to := (r.Is & ToClient) / ToClient
			if all[to]++; r.Step() == traffic.Late {
				late[to]++
			}
		}
	}
	for to := range all {
		if all[to] < some || late[to]*oneIn < all[to] {
			return 0
		}
	}
	type flow struct {
		way
		object uint32
	}
	newest, list := map[flow]float32{}, []time.Duration{}
	for _, r := range f.All() {
		if !r.Has(Update | Followed) {
			continue
		}
		_, clock, _, _ := message.UpdateHeader(f.Payload(r))
		if at := (flow{way{f.Side(r).Link, r.Has(ToClient)}, r.Object}); r.Step() == traffic.Late {
			list = append(list, time.Duration(float64(newest[at]-clock)*float64(time.Second)))
		} else {
			newest[at] = clock
		}
	}
	slices.Sort(list)
	return list[len(list)*99/100]
}

// inputs tells the same of entity-state by its only numbers, those of Inputs: after how long most come again, or by how much one in three
// is behind a later one.
func (f *Facts) inputs() (again, late time.Duration) {
	const entityInput, body = 3, 5 // type; bytes: number and keys
	const some, oneIn, moments = 50, 3, 2 * time.Second
	type input struct{ ends, number uint32 }
	first, newest := map[input]capture.Time{}, map[uint32]uint32{}
	var repeats, behind []time.Duration
	all := 0
	for _, r := range f.All() {
		if r.Is&(EntityState|HasOpcode|ToClient) != EntityState|HasOpcode || r.Opcode != entityInput || len(first) >= maxPassed {
			continue
		}
		p, d := f.Payload(r), f.Datagram(r.Datagram)
		if len(p) < body {
			continue
		}
		now, x := f.Steady(d), input{d.ends, binary.LittleEndian.Uint32(p[len(p)-body:])}
		if before, known := first[x]; known {
			repeats = append(repeats, now.Sub(before))
			continue
		}
		all++
		if next, known := first[input{x.ends, x.number + 1}]; x.number < newest[x.ends] && known {
			behind = append(behind, now.Sub(next))
		}
		first[x], newest[x.ends] = now, max(newest[x.ends], x.number)
	}
	slices.Sort(repeats)
	slices.Sort(behind)
	if n := len(repeats); n >= some && n*2 >= all && repeats[n/4] >= moments && repeats[3*n/4]-repeats[n/4] < moments/4 {
		again = repeats[n/2]
	}
	if n := len(behind); n >= some && n*oneIn >= all {
		late = behind[n*99/100]
	}
	return again, late
}

// twice is after how long the updates of one side of a link come again, byte for byte, each as long after the first as all others; 0 =
// they do not. No sender does that, whose clock runs: captures of both ends were merged, and their clocks differ by so much that
// copies are not told from what was sent again. If they come again within moments, those of the other side do so too.
func (f *Facts) twice() (most time.Duration) {
	const least, moments, some, soon, exact = 20 * time.Millisecond, 2 * time.Second, 10, 4, 250 * time.Millisecond
	const few = 20 // so manieth numbered message comes again too, of one client among sixteen
	if n := f.match.Numbered(); few*(n[0].Again+n[1].Again) < n[0].Messages+n[1].Messages {
		return 0
	}
	type update struct {
		way
		sum uint64
	}
	last, all, after := map[update]capture.Time{}, map[way]int{}, map[way][]time.Duration{}
	for _, r := range f.All() {
		if r.Is&(Game|Update) != Game|Update || r.Flags&message.FlagPosition == 0 {
			continue
		}
		at, x := f.Steady(f.Datagram(r.Datagram)), update{way{f.Side(r).Link, r.Has(ToClient)}, reassembly.Sum(f.Payload(r))}
		before, known := last[x]
		if !known && len(last) >= maxPassed {
			continue
		}
		if all[x.way]++; known && at.Sub(before) >= least {
			after[x.way] = append(after[x.way], at.Sub(before))
		}
		last[x] = at
	}
	again := map[way]time.Duration{}
	for w, list := range after {
		slices.Sort(list)
		usual, like := list[len(list)/2], 0
		for _, d := range list {
			if (d - usual).Abs() <= min(exact, usual/4) {
				like++
			}
		}
		if len(list) >= some && len(list)*soon >= all[w] && like*5 >= len(list)*4 {
			again[w] = usual
		}
	}
	for w, usual := range again {
		if usual >= moments || (usual-again[way{w.link, !w.toClient}]).Abs() <= usual/4 {
			most = max(most, usual)
		}
	}
	return most
}
