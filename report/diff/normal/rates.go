package normal

import (
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

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

// slotLength is how long a slot is, in nanoseconds.
const slotLength = 10e9

func (b *bursts) hit(at int64) {
	b.count++
	if slot := at / slotLength; slot != b.slot {
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

func (r *rates) report(out *figures.Normal, players, active, slots float64, mixed bool) {
	if players <= 0 {
		players = active
	}
	var queries tally.Queries
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
				Count: x.count, Bytes: x.bytes, Minutes: minutes, Per: per, Burst: x.burst(slots), Occasional: kind < controls && message.Lookup(uint8(kind)) != nil, Query: queries.Of(about(dir, kind, mixed)...),
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
