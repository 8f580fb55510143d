package normal

import (
	"fmt"
	"strconv"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// tables gives the tables of stats, and what of them is counted by value.
func (f *form) tables(out *figures.Normal, s *figures.Stats) {
	relays(out, s)
	f.joins(out, s)
	f.links(out, s)
}

func relays(out *figures.Normal, s *figures.Stats) {
	t := figures.NormalTable{Section: "relays", Title: "relays", Columns: []string{"originals", "copies", "expected", "missing", "p50 ms"}}
	for i := range s.Relays {
		r := &s.Relays[i]
		t.Rows = append(t.Rows, figures.NormalRow{Key: r.Opcode + " " + r.Name, Party: -1, Cells: []string{
			count(&r.Originals), count(&r.Copies), count(r.Expected), count(r.Missing), decimal(r.Latency.P50),
		}})
		out.Categories = append(out.Categories, passedOn(r, len(out.Parties)))
		if r.Expected == nil || r.Missing == nil || *r.Expected == 0 {
			continue
		}
		c := figures.Category{
			About: figures.About{
				Section: "relays", Key: r.Opcode + " relay", Title: r.Name + ": copies for other clients", Subject: "copies for other clients", Aspect: r.Name, Cause: r.Opcode, Weight: 1,
			},
			Unit: "copies", Of: *r.Expected, Clients: len(out.Parties),
			Values: []figures.NormalValue{{Value: "missing", Count: *r.Missing, Clients: len(out.Parties), Query: firstMissing(r), Example: true}}, Query: r.Query,
		}
		out.Categories = append(out.Categories, c)
	}
	out.Tables = append(out.Tables, t)
}

// passedOn counts what of the messages of clients the host passes on at all.
func passedOn(r *figures.Relay, clients int) figures.Category {
	c := figures.Category{
		About: figures.About{
			Section: "relays", Key: r.Opcode + " passed on", Title: r.Name + " of clients", Subject: r.Name + " of clients", Cause: r.Opcode, Weight: 1,
		},
		Unit: "messages", Of: r.Originals, Clients: clients, Query: r.Query,
	}
	if copies := min(r.Copies, r.Originals); copies > 0 {
		c.Values = []figures.NormalValue{{Value: "passed on by the host", Count: copies, Clients: clients, Query: r.Query, Example: true}}
	}
	return c
}

func firstMissing(r *figures.Relay) figures.Query {
	if len(r.First) == 0 {
		return r.Query
	}
	return r.First[0].Query
}

func count(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func decimal(v *figures.Milliseconds) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*v), 'f', 1, 64)
}

// joins gives the joins of connections.
func (f *form) joins(out *figures.Normal, s *figures.Stats) {
	t := figures.NormalTable{Section: "joins", Title: "joins", Columns: []string{"came to", "took ms", "longest wait ms", "for", "ended"}}
	next := 0
	for i := range s.Joins {
		j := &s.Joins[i]
		party := f.partyOf(j.Client, next)
		next = party + 1
		t.Rows = append(t.Rows, figures.NormalRow{Key: "join", Party: party, Cells: []string{
			j.State, decimal(j.Took), decimal(j.Wait), j.WaitFor, j.Ending,
		}})
		out.Sequences = append(out.Sequences, figures.Sequence{About: figures.About{Section: "joins", Key: "join", Title: "outcome", Subject: "outcome", Weight: 0.6}, Party: party, Steps: []figures.NormalStep{{
			Label: "the client", Key: "join", Query: j.Query,
			Fields: []figures.NormalField{{Name: "came to", Value: j.State}, {Name: "ended", Value: j.Ending}},
		}}})
	}
	out.Tables = append(out.Tables, t)
}

// partyOf gives the next connection of a client from a place on; -1 = there is none.
func (f *form) partyOf(client string, from int) int {
	list := f.match.Connections()
	for i := range list {
		at := (from + i) % len(list)
		if tally.AddressText(list[at].Client) == client {
			return at
		}
	}
	return -1
}

func (f *form) links(out *figures.Normal, s *figures.Stats) {
	t := figures.NormalTable{Section: "links", Title: "links", Columns: []string{"datagrams", "kB", "rtt p50 ms", "reliable", "sent again", "unacked", "gaps"}}
	for i := range s.Links {
		k := &s.Links[i]
		t.Rows = append(t.Rows, figures.NormalRow{Key: "link", Party: f.partyOf(k.Client, 0), Cells: []string{
			count(&k.Datagrams), fmt.Sprintf("%.1f", float64(k.Bytes)/1000), decimal(k.RTT.P50), count(&k.Reliable), count(&k.Resent), count(&k.Unacked), count(&k.Gaps),
		}})
	}
	out.Tables = append(out.Tables, t)
	out.Categories = append(out.Categories, apart(s.Links))
}

const (
	// fewReliable is how many messages a link has at least whose retransmissions are held against those
	// of the others, and fewResent how many of these: one lost Ack of fragments makes ten.
	fewReliable, fewResent = 50, 20
	// apartFrom is by how much its share of retransmissions is larger, as a share and as a factor.
	apartFrom, timesAsMany = 0.1, 3
)

// apart counts the links on which senders insist far more than the others of the capture are: what
// the network loses differs between captures, what one client makes of it does not.
func apart(links []figures.Link) figures.Category {
	c := figures.Category{
		About: figures.About{Section: "rhythm", Key: "link sent again", Title: "links whose messages are sent again far more than those of the others", Subject: "retransmissions of one link", Weight: 1},
		Unit:  "links", Never: true,
	}
	var reliable, resent int64
	for i := range links {
		reliable, resent = reliable+links[i].Reliable, resent+links[i].Insisted
	}
	odd := figures.NormalValue{Value: "far more", Clients: 1}
	for i := range links {
		k := &links[i]
		if k.Reliable < fewReliable || reliable-k.Reliable < fewReliable {
			continue
		}
		c.Of, c.Clients = c.Of+1, c.Clients+1
		share, others := float64(k.Insisted)/float64(k.Reliable), float64(resent-k.Insisted)/float64(reliable-k.Reliable)
		if k.Insisted >= fewResent && share-others >= apartFrom && share >= timesAsMany*others {
			odd.Count++
		}
	}
	if odd.Count > 0 {
		c.Values = append(c.Values, odd)
	}
	return c
}

// judged gives the verdicts of check.
func judged(out *figures.Normal, f *figures.CheckFile) {
	weights := map[string]float64{"error": 1, "warning": 0.7, "info": 0.4}
	side := map[string]float64{"server": 1, "client": 0.6}
	for i := range f.Rules {
		r := &f.Rules[i]
		v := figures.NormalVerdict{
			About:      figures.About{Section: "rules", Key: r.ID + " " + r.Judges, Title: r.Judges + ": " + r.ID, Subject: r.ID + " " + r.Judges, Weight: weights[r.Severity] * side[r.Judges]},
			Verdict:    r.Verdict,
			Violations: r.Violations, Instances: r.Instances, Tolerance: r.Tolerance,
		}
		if len(r.Frames) > 0 {
			v.Query = r.Frames[0].Query
		}
		out.Verdicts = append(out.Verdicts, v)
	}
}

// rates counts how often each kind of message is sent, repeats left out.
type rates struct {
	kinds [2][kinds]rate
}

// rate counts one kind and direction.
type rate struct {
	bursts
	name  string
	bytes int64
}

func (r *rates) add(l *line) {
	x := &r.kinds[l.dir][l.kind]
	if x.count == 0 {
		x.name = l.Title()
	}
	x.bytes += int64(l.Length())
	x.hit(l.at)
}

// bursts counts, and how unevenly what is counted comes: by slots of ten seconds.
type bursts struct {
	count   int64
	slot    int64
	within  int64 // the slot
	squares float64
}

// slotLength is how long a slot is, in seconds.
const slotLength = 10

func (b *bursts) hit(at capture.Time) {
	b.count++
	if slot := at.Sec / slotLength; slot != b.slot {
		b.squares += float64(b.within) * float64(b.within)
		b.slot, b.within = slot, 0
	}
	b.within++
}

// join adds what was counted elsewhere, as if all of it came in other slots.
func (b *bursts) join(c *bursts) {
	b.count += c.count
	b.squares += c.squares + float64(c.within)*float64(c.within)
}

// burst is the variance of the count of a slot through its mean; 1 of what comes by chance, or more
// evenly than that.
func (b *bursts) burst(slots float64) float64 {
	squares := b.squares + float64(b.within)*float64(b.within)
	mean := float64(b.count) / slots
	if mean == 0 || slots < 2 {
		return 1
	}
	return max((squares/slots-mean*mean)/mean*slots/(slots-1), 1)
}

func (r *rates) report(out *figures.Normal, players, active, slots float64, queries *tally.Queries) {
	if players <= 0 {
		players = active
	}
	for dir := range r.kinds {
		for kind := range r.kinds[dir] {
			x := &r.kinds[dir][kind]
			if x.count == 0 || kind == controls+int(transport.Ack) {
				continue
			}
			minutes, per := r.exposure(dir, kind, players, active)
			out.Rates = append(out.Rates, figures.NormalRate{
				About: figures.About{
					Section: "rates", Key: keyOf(dir, kind), Title: x.name + " " + string(directions[dir]), Aspect: string(directions[dir]), Subject: x.name,
					Cause: causeOf(kind), Weight: weightOf(dir) * ofPlay(kind),
				},
				Count: x.count, Bytes: x.bytes, Minutes: minutes, Per: per, Burst: x.burst(slots), Occasional: kind < controls && message.Lookup(uint8(kind)) != nil, Query: queries.Of(about(dir, kind)...),
			})
		}
	}
}

// exposure is over how many minutes something was counted: what is sent to each player about each other
// one comes the more often the more there are.
func (r *rates) exposure(dir, kind int, players, active float64) (minutes float64, per string) {
	at := players / max(active, 1e-3) // once, on the mean
	switch {
	case dir == toServer:
	case kind == message.OpcodeStateUpdate:
		return players * at, "per minute, player and ship"
	case r.kinds[toServer][kind].count > 0 && kind < controls:
		return players * max(at-1, 0.1), "per minute, player and sender"
	}
	return players, "per minute and player"
}

// ofPlay is how much it matters how often something is sent: less of what people decide.
func ofPlay(kind int) float64 {
	switch kind {
	case message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeStopFiringAtTarget, message.OpcodeBeamFire, message.OpcodeTorpedoFire, message.OpcodeChat,
		message.OpcodeTeamChat, message.OpcodeCollisionEffect, message.OpcodeStartCloak, message.OpcodeStopCloak, message.OpcodeStartWarp, message.OpcodePythonEvent2,
		message.OpcodeRepairListPriority, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange, message.OpcodeSubsystemStatus, message.OpcodeAddToRepairList:
		return 0.4
	}
	return 1
}
