package check

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/match"
	"bcdump/report/tally"
)

var entityRules = []Rule{
	{
		ID: "entity-version", Judges: Both, Severity: Error, Effect: worldKept, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "The version in the header is 1.",
		Counts: "each message", Broken: "another one: the receiver drops the message",
		Watch: entityNotes(decode.BadVersion),
	},
	{
		ID: "entity-size", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "The size in the header is that of the payload.",
		Counts: "each message", Broken: "they differ",
		Watch: entityNotes(decode.SizeMismatch),
	},
	{
		ID: "entity-type", Judges: Both, Severity: Error, Effect: worldKept, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "A message is of a known type, and as long as one of this type can be.",
		Counts: "each message", Broken: "no revision has this type with this size",
		Watch: entityNotes(decode.UnknownType),
	},
	{
		ID: "entity-whole", Judges: Both, Severity: Error, Effect: worldKept, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "A message has all of its fields, a State all of its entities and 1,000 at most.",
		Counts: "each message", Broken: "bytes are missing, or a State has more: the receiver drops the message",
		Watch: entityNotes(decode.Truncated, decode.CountOver512),
	},
	{
		ID: "entity-trailing", Judges: Both, Severity: Warning, Effect: wasted, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "Nothing stands behind the last field.",
		Counts: "each message", Broken: "bytes are left",
		Watch: entityNotes(decode.Trailing),
	},
	{
		ID: "entity-count", Judges: Server, Severity: Error, Effect: unseenEntities, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "A State has at most 512 entities.",
		Counts: "each State", Broken: "it has more",
		Watch: entityStates(func(e *entityHeard) string { return e.note(decode.CountOver512) }),
	},
	{
		ID: "entity-kind", Judges: Server, Severity: Error, Effect: unseenEntities, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "An entity is of type 1 to 3; late servers have 4 too, Powerup.",
		Counts: "each State", Broken: "an entity has another type, or 4 from an early server",
		Watch: entityStates((*entityHeard).oddKind),
	},
	{
		ID: "entity-finite", Judges: Server, Severity: Error, Effect: unseenEntities, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "Positions and velocities are finite numbers.",
		Counts: "each State", Broken: "one is NaN or infinite",
		Watch: entityStates(func(e *entityHeard) string { return e.note(decode.NonFinite) }),
	},
	{
		ID: "entity-id-once", Judges: Server, Severity: Error, Effect: unseenEntities, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "An id is in a State once.",
		Counts: "each State", Broken: "two entities have it: clients see the later one",
		Watch: entityStates(func(e *entityHeard) string { return e.note(decode.DuplicateID) }),
	},
	{
		ID: "entity-id-kept", Judges: Server, Severity: Warning, Effect: blinking, Evidence: OneSource, Source: "Entity-state", Times: 100 * time.Millisecond, Needs: Entities,
		Says:   "An id is that of one entity for the whole match. A player may come back under its own.",
		Counts: "each entity that appears in the States to a client", Broken: "its id was that of another one, or it changes its type",
		Watch: func(w *watch) {
			w.entities.died = append(w.entities.died, func(e *entityHeard, l *entity) { e.flow.ended[l.ID] = *l })
			w.entities.born = append(w.entities.born, func(e *entityHeard, l *entity) {
				was, known := e.flow.ended[l.ID]
				ok := !known || was.Kind == entitystate.Player && l.Kind == entitystate.Player
				w.judges(Server, nil, ok, textAt(e.Record), "State to %s: id %d is %s; %.2f s ago it was %s",
					e.whom(), l.ID, kindText(l.Kind), e.Time.Sub(was.Gone.Time).Seconds(), kindText(was.Kind))
			})
		},
	},
	{
		ID: "entity-flicker", Judges: Server, Severity: Warning, Effect: blinking, Evidence: OneSource, Source: "Entity-state", Times: 100 * time.Millisecond, Needs: Entities,
		Says:   "An entity is in each State until it is gone.",
		Counts: "each entity that the States to a client lack", Broken: "it is there again within 0.5 s",
		Watch: func(w *watch) {
			w.entities.died = append(w.entities.died, func(*entityHeard, *entity) { w.adds(Server, nil, 1) })
			w.entities.back = append(w.entities.back, func(e *entityHeard, l *entity) {
				w.judges(Server, nil, false, textAt(e.Record), "State to %s: %s %d is there again, after %d ms", e.whom(), kindText(l.Kind), l.ID, e.Time.Sub(l.Gone.Time).Milliseconds())
			})
		},
	},
	{
		ID: "entity-same-state", Judges: Server, Severity: Error, Effect: worldsDiffer, Evidence: OneSource, Source: "Entity-state", Times: 20 * time.Millisecond, Needs: Entities,
		Says:   "All clients are sent the same States.",
		Counts: "each State to another client than the first, if that is sent one at the same time", Broken: "the first client, of which no State is missing, is not sent it within 0.2 s",
		Watch: func(w *watch) {
			type state struct {
				of    *sentStates
				hash  uint64
				at    match.Event
				whom  string
				shows []entitystate.Entity
			}
			told := map[netip.AddrPort]*sentStates{}
			var waiting []state // for what the first client is sent a moment later
			judge := func(now *capture.Time) {
				for len(waiting) > 0 && (now == nil || now.Sub(waiting[0].at.Time) >= 2*tally.Aside) {
					x := &waiting[0]
					if x.of.Has(x.hash) {
						w.adds(Server, nil, 1)
					} else if other := x.of.atOnce(x.at.Time); other != nil {
						w.judges(Server, nil, false, x.at, "State to %s: %s %s", x.whom, unlike(x.shows, other.Entities), tally.AddressText(x.of.Client))
					}
					waiting = waiting[1:]
				}
			}
			w.atEnd(func() { judge(nil) })
			w.onEntity(func(e *entityHeard) {
				judge(&e.now)
				if e.state == nil || e.Missing > 0 || !e.state.ClientAccepts() {
					return
				}
				first := told[e.Src]
				if first == nil {
					if len(told) >= maxServers {
						return
					}
					first = &sentStates{Observer: tally.Observe(e.Record)}
					told[e.Src] = first
				}
				hash := tally.StateHash(e.Record)
				if first.Hears(e.Record) {
					first.Observer = tally.Observe(e.Record)
					sent := first.Add(hash, e.now)
					sent.Entities, sent.Late = append(sent.Entities[:0], e.state.Entities...), e.late
					return
				}
				switch {
				case first.Has(hash):
					w.adds(Server, nil, 1)
				case !e.late && len(waiting) < maxUnlike:
					waiting = append(waiting, state{first, hash, textAt(e.Record), e.whom(), slices.Clone(e.state.Entities)})
				}
			})
		},
	},
	{
		ID: "entity-rate", Judges: Server, Severity: Warning, Effect: uneven, Evidence: OneSource, Source: "Entity-state", Times: 5 * time.Millisecond, Needs: Entities,
		Says:   "A client is sent 60 States a second.",
		Counts: "each second of States to a client, without pauses", Broken: "there are fewer than 45 or more than 75",
		Parts: []Part{{Tolerance: 0.1}},
		Watch: func(w *watch) {
			const (
				least, most = 45, 75
				frame       = time.Second / 60
				soon        = frame * 5 / 4 // States of a server that sends as many as it should
				again       = frame / 2     // the network brings a State twice
				lost        = 10 * frame    // States that are missing for longer were not sent
			)
			w.onEntity(func(e *entityHeard) {
				f := e.flow
				if f == nil || e.state == nil || e.late {
					return
				}
				gap, hash := e.now.Sub(f.last), tally.StateHash(e.Record)
				if gap < again && hash == f.hash {
					return
				}
				paused := f.states == 0 || gap > tally.BreakOff
				if since := e.now.Sub(f.from); paused || since >= time.Second {
					if f.near*6 < f.states { // no State is missing, there are no more
						f.missing = 0
					}
					if rate := float64(f.states+f.missing) / since.Seconds(); !paused {
						w.judges(Server, nil, rate >= least && rate <= most, textAt(e.Record), "%.1f States in the last second to %s", rate, e.whom())
					}
					f.from, f.states, f.near, f.missing = e.now, 0, 0, 0
				}
				if !paused && gap <= soon {
					f.near++
				} else if gap <= lost {
					f.missing += int((gap+frame/2)/frame) - 1
				}
				f.states++
				f.last, f.hash = e.now, hash
			})
		},
	},
	{
		ID: "entity-one-packet", Judges: Server, Severity: Warning, Effect: frail, Evidence: TwoSources, Source: "Entity-state", Needs: Entities,
		Says:   "A State fits into one packet of 1,500 bytes: 58 entities over IPv4, 57 over IPv6.",
		Counts: "each State", Broken: "it is larger",
		Watch: entityStates((*entityHeard).oversize),
	},
	{
		ID: "entity-keys", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: OneSource, Source: "Entity-state", Needs: Entities,
		Says:   "The keys of an Input are those that have a meaning.",
		Counts: "each message", Broken: "an undefined bit is set",
		Watch: entityNotes(decode.UnknownBits),
	},
}

// onEntity asks for entity-state messages.
func (w *watch) onEntity(f func(*entityHeard)) { w.entities.every = append(w.entities.every, f) }

// who is the sender.
func (e *entityHeard) who() Who { return sender(direction(e.Dir == decode.ToServer)) }

// entityNotes judges messages by their notes: one that the capture has not whole is not judged.
func entityNotes(codes ...decode.Code) func(*watch) {
	return func(w *watch) {
		w.onEntity(func(e *entityHeard) {
			if e.Missing > 0 || w.rule.Judges != Both && w.rule.Judges != e.who() {
				return
			}
			text := e.note(codes...)
			if codes[0] == decode.Trailing && e.Has(decode.Truncated) {
				text = "" // the beginning of what is missing
			}
			if e.state != nil && codes[0] == decode.Truncated && e.state.ClientAccepts() {
				text = "" // more than servers send, but not more than clients take
			}
			if w.adds(e.who(), nil, 1); text != "" {
				w.fail(e.who(), nil, textAt(e.Record), 1, "%s %s: %s", e.called(), e.whom(), text)
			}
		})
	}
}

// called names the message, up to the client.
func (e *entityHeard) called() string {
	opcode, _ := e.Opcode()
	return cmp.Or(e.Name(), fmt.Sprintf("message %d", opcode)) + map[Who]string{Server: " to", Client: " of"}[e.who()]
}

// entityStates judges States by what a function says of them; "" = nothing is wrong.
func entityStates(flaw func(*entityHeard) string) func(*watch) {
	return func(w *watch) {
		w.onEntity(func(e *entityHeard) {
			if e.state == nil {
				return
			}
			if w.adds(Server, nil, 1); flaw(e) != "" {
				w.fail(Server, nil, textAt(e.Record), 1, "State to %s: %s", e.whom(), flaw(e))
			}
		})
	}
}

func (e *entityHeard) oddKind() string {
	if text := e.note(decode.UnknownEntityType); text != "" || e.Revision != entitystate.Early {
		return text
	}
	for i := range e.state.Entities {
		if x := &e.state.Entities[i]; x.Type == entitystate.Powerup {
			return fmt.Sprintf("entity %d, id %d: type 4, which early servers do not have", i, x.ID)
		}
	}
	return ""
}

// oversize says that a State needs more than one packet of Ethernet.
func (e *entityHeard) oversize() string {
	const packet, udp, v4, v6 = 1500, 8, 20, 40
	room := packet - udp - v4
	if e.Src.Addr().Is6() {
		room = packet - udp - v6
	}
	size := e.Length() + int(e.Missing)
	if e.Snapped {
		size = e.Length()
	}
	switch {
	case size <= room: // if it came in IP fragments, the network has smaller packets
		return ""
	case e.Missing > 0 && !e.Snapped:
		return fmt.Sprintf("%d entities, %d bytes, of which IP fragments are missing: it is lost", e.state.Count, size)
	case e.Fragments > 0:
		return fmt.Sprintf("%d entities, %d bytes, in %d IP fragments", e.state.Count, size, e.Fragments)
	}
	return fmt.Sprintf("%d entities, %d bytes: one packet has room for %d", e.state.Count, size, room)
}

func kindText(kind uint8) string {
	e := entitystate.Entity{Type: kind}
	return cmp.Or(e.TypeName(), fmt.Sprintf("type %d", kind))
}

// sentStates are the last States to the client of a server that was the first.
type sentStates struct {
	tally.Observer
	tally.SentStates
}

// atOnce gives the State that was sent at about the same time; nil if there is none, or if one of those around is missing: it may
// be the one that is looked for.
func (x *sentStates) atOnce(at capture.Time) (found *tally.SentState) {
	const together = 5 * time.Millisecond // less than half of the time between States
	var times []capture.Time
	states := x.All()
	for i := range states {
		s := &states[i]
		if !s.Late {
			times = append(times, s.Time)
		}
		if found == nil && !s.Late && s.Time.Sub(at).Abs() <= together {
			found = s
		}
	}
	slices.SortFunc(times, func(a, b capture.Time) int { return cmp.Compare(a.Sub(b), 0) })
	if found == nil || at.Sub(times[0]) < 2*tally.Aside {
		return nil
	}
	var gaps []time.Duration
	for i := range times[1:] {
		gaps = append(gaps, times[i+1].Sub(times[i]))
	}
	sorted := slices.Sorted(slices.Values(gaps))
	usual := sorted[len(sorted)/4]
	for i, gap := range gaps {
		if times[i+1].Sub(at) >= -2*usual && times[i].Sub(at) <= 2*usual && gap > usual*3/2 {
			return nil
		}
	}
	return found
}

const (
	//limit:maxServers Verdicts | servers of entity-state whose States to several clients are compared | not judged | TestFloods
	maxServers = 16
	//limit:maxUnlike Verdicts | States that wait for their comparison | not judged | TestFloods
	maxUnlike = 64
)

// textAt is the moment of what is alone in its datagram.
func textAt(r *decode.Record) match.Event {
	at := match.EventOf(r)
	at.Index = -1
	return at
}

// unlike says what two States have otherwise, up to who was sent the second one.
func unlike(a, b []entitystate.Entity) string {
	there := map[uint32]*entitystate.Entity{}
	for i := range b {
		there[b[i].ID] = &b[i]
	}
	first, n := "", 0
	for i := range a {
		x, y := &a[i], there[a[i].ID]
		delete(there, x.ID)
		text := ""
		switch {
		case y == nil:
			text = fmt.Sprintf("it has %s %d", kindText(x.Type), x.ID)
		case *x != *y:
			text = fmt.Sprintf("%s %d is at (%g %g), and not (%g %g)", kindText(x.Type), x.ID, x.X, x.Y, y.X, y.Y)
		default:
			continue
		}
		if n++; n == 1 {
			first = text
		}
	}
	for i := range b {
		if there[b[i].ID] != nil {
			if n++; n == 1 {
				first = fmt.Sprintf("it lacks %s %d", kindText(b[i].Type), b[i].ID)
			}
		}
	}
	switch n {
	case 0:
		return "other bytes than those of the State to"
	case 1:
		return first + ", unlike the State to"
	}
	return fmt.Sprintf("%s, and %d more are unlike the State to", first, n-1)
}
