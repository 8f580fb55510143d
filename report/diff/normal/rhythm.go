package normal

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// rhythm measures when things are sent.
type rhythm struct {
	intervals [2][2]histogram.Histogram // of updates, by direction and whether the ship is the client's own
	full      [2][2]histogram.Histogram // of those with a position
	entries   [2]sizes                  // subsystems in a block
	blocks    [2]sizes                  // bytes of updates with nothing but a block
	acks      [2]histogram.Histogram    // by the direction of what is acknowledged
	resends   [2]histogram.Histogram
	alive     [2]histogram.Histogram
	relays    histogram.Histogram
	parts     [2]values  // bytes of fragments but the last ones
	repeated  [2][2]cell // Acks, and those among them that repeat a number
	links     map[uint32]*sides
	dropped   int64
}

// sizes counts small whole numbers; greater ones count as the greatest.
type sizes [257]float64

func (s *sizes) add(n int) { s[min(max(n, 0), len(s)-1)]++ }

func (s *sizes) bins() (values, counts []float64) {
	for n, count := range s {
		if count > 0 {
			values, counts = append(values, float64(n)), append(counts, count)
		}
	}
	return values, counts
}

// sides are the newest of a link, by direction.
type sides [2]struct {
	alive capture.Time // when a keepalive came
	again int64        // frame of what was sent again: what shares a datagram was lost in one
}

func (r *rhythm) begin() {
	r.links = map[uint32]*sides{}
}

// millis adds a time that passed, in milliseconds; what lies behind a clock that was set back is left
// out.
func millis(h *histogram.Histogram, from, to capture.Time) {
	if !from.IsZero() && from.Before(to) {
		h.Add(decode.Milliseconds(to.Sub(from)))
	}
}

// between adds a time between updates, if it is measured.
func between(h *histogram.Histogram, d time.Duration) {
	if d != traffic.Unknown {
		h.Add(decode.Milliseconds(d))
	}
}

// update takes an update.
func (r *rhythm) update(l *line, object uint32, flags uint8) {
	own := tally.BoolInt(l.owns(object))
	if l.flows.Flow != nil {
		between(&r.intervals[l.dir][own], l.flows.Since)
		between(&r.full[l.dir][own], l.flows.Placed)
	}
	if flags&message.FlagSubsystems != 0 && l.Skim.InOrder {
		r.entries[l.dir].add(int(l.Skim.Entries))
		if flags == message.FlagSubsystems {
			r.blocks[l.dir].add(len(l.Payload) - message.UpdateHeaderSize)
		}
	}
}

// ack takes an Ack.
func (r *rhythm) ack(l *line) {
	r.repeated[l.dir][0].add(l)
	if l.Has(decode.RepeatAck) {
		r.repeated[l.dir][1].add(l)
	}
	if d, ok := match.Waited(l.Record); ok {
		r.acks[1-l.dir].Add(decode.Milliseconds(d))
	}
}

// general takes a message that is decoded, repeats too.
func (r *rhythm) general(l *line) {
	h := l.Header
	if l.Relay.Frame != 0 && !l.Relay.Surplus && !l.repeat {
		r.relays.Add(decode.Milliseconds(match.Delay(l.Record)))
	}
	switch {
	case l.Unread || l.Parts != nil:
		return
	case l.Part() && !l.repeat && h.FragmentIndex == 0:
		r.parts[l.dir].add(l, strconv.AppendInt(nil, int64(h.Length), 10))
		return
	case h.Type == transport.Ack:
		r.ack(l)
		return
	case l.kind == message.OpcodeStateUpdate:
		if u, ok := l.Content().Message.(*message.StateUpdate); ok && l.Content().Fields >= message.UpdateHeaderFields && !l.repeat {
			r.update(l, u.ObjectID, u.DirtyFlags)
		}
		return
	case h.Type == transport.Keepalive, h.Type == transport.Data && !h.Fragment && l.First.Pause >= traffic.Doubled:
		r.again(l)
	}
}

// again takes a keepalive, or what is sent again.
func (r *rhythm) again(l *line) {
	link := r.links[l.Link]
	if link == nil {
		if len(r.links) >= maxTalks {
			r.dropped++
			return
		}
		link = new(sides)
		r.links[l.Link] = link
	}
	switch x := &link[l.dir]; {
	case l.Header.Type == transport.Keepalive:
		millis(&r.alive[l.dir], x.alive, l.at)
		x.alive = l.at
	case x.again != l.Frame:
		r.resends[l.dir].Add(decode.Milliseconds(l.First.Pause))
		x.again = l.Frame
	}
}

// shares gives how large fragments are, and how many Acks repeat a number.
func (r *rhythm) shares(out *figures.Normal, dir int, queries *tally.Queries) {
	d := string(directions[dir])
	about := figures.About{Section: "rhythm", Subject: "fragments " + d, Cause: "fragments", Weight: weightOf(dir)}
	is(&about, "fragment bytes "+d, "bytes of the first fragment of a message")
	where := []string{"fragment.index == 0", tally.DirIs(directions[dir]), tally.OnWire, tally.Once}
	c := figures.Category{About: about, Unit: "messages", Of: r.parts[dir].all, Many: r.parts[dir].many, Query: queries.Of(where...)}
	for _, size := range slices.Sorted(maps.Keys(r.parts[dir].cells)) {
		c.Values = append(c.Values, r.parts[dir].cells[size].figure(queries, size, 1, where, "len == "+size))
	}
	out.Categories = append(out.Categories, c)
	acks, again := &r.repeated[dir][0], &r.repeated[dir][1]
	about = figures.About{Section: "rhythm", Subject: "Acks " + d, Cause: "acks", Weight: weightOf(dir)}
	is(&about, "repeated acks "+d, "those that repeat a number")
	where = []string{tally.Is("type", transport.Ack.String()), tally.DirIs(directions[dir])}
	share := figures.Category{About: about, Unit: "Acks", Of: acks.count, Query: queries.Of(where...)}
	if again.count > 0 {
		share.Values = append(share.Values, again.figure(queries, "repeated", 1, where, tally.Noted(decode.RepeatAck)))
	}
	out.Categories = append(out.Categories, share)
}

// report gives all distributions that there is something of.
func (r *rhythm) report(out *figures.Normal, queries *tally.Queries) {
	group, weight, least := "", 1.0, 0.0
	put := func(key, title, unit string, values, counts []float64, where ...string) {
		if len(values) > 0 {
			out.Distributions = append(out.Distributions, figures.Distribution{
				About: figures.About{Section: "rhythm", Key: key, Title: title, Subject: group, Aspect: title, Weight: weight, Cause: group},
				Unit:  unit, Least: least, Values: values, Counts: counts, Query: queries.Of(where...),
			})
		}
	}
	add := func(key, title, unit string, h *histogram.Histogram, where ...string) {
		if h.Count > 0 {
			values, counts := h.Bins()
			put(key, title, unit, values, counts, where...)
		}
	}
	group, least = "relay delay", 10
	add("relay delay", "until the host passes a message on,", "ms", &r.relays, "relay_of", tally.Once)
	least = 0
	whose := [2]string{"other ships", "the own ship"}
	for dir, d := range directions {
		sent, at := " "+string(d), tally.DirIs(d)
		weight = weightOf(dir)
		updates := tally.OpcodeIs(message.OpcodeStateUpdate)
		for own, of := range whose {
			group = "update interval"
			add("update interval "+whose[own]+sent, "interval of updates of "+of+""+sent+",", "ms", &r.intervals[dir][own], updates, at)
			group = "position interval"
			add("position interval "+whose[own]+sent, "interval of full positions of "+of+""+sent+",", "ms", &r.full[dir][own], updates, at, `fields.flags contains "POSITION"`)
		}
		group = "subsystem blocks"
		values, counts := r.entries[dir].bins()
		put("block entries"+sent, "subsystems in a block"+sent+",", "", values, counts, updates, at, `fields.flags contains "SUBSYSTEMS"`)
		values, counts = r.blocks[dir].bins()
		put("block bytes"+sent, "bytes of a block"+sent+",", "B", values, counts, updates, at, "fields.dirty_flags == 0x20")
		group, weight = "ack delay", 0.5 // it follows from the network
		add("ack delay"+sent, "until messages"+sent+" are acknowledged,", "ms", &r.acks[dir], "answers", tally.DirIs(directions[1-dir]))
		group = "resend interval"
		add("resend interval"+sent, "until messages"+sent+" are sent again,", "ms", &r.resends[dir], tally.Repeated, at)
		r.shares(out, dir, queries)
		group, weight = "keepalive interval", weightOf(dir)
		add("keepalive interval"+sent, "interval of keepalives"+sent+",", "ms", &r.alive[dir], tally.Is("type", transport.Keepalive.String()), at)
	}
}
