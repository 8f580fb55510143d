package stats

import (
	"cmp"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// bandwidth is the profile over time. Buckets are sparse; when there are too many, the
// interval doubles and neighbours become one.
type bandwidth struct {
	*base
	tally.Grid
	rows    map[stepKey]*bucket
	clients map[netip.AddrPort]bool // that have rows of their own, the first ones that come
	dropped int64                   // datagrams of others
	cells   int                     // of all rows
	number  int64                   // of the interval that was asked for last, if not split by link
	recent  [2]*bucket              // of the game in it
	late    bool                    // some stand in another bucket than by their time: queries by time would not find them
}

const (
	//limit:maxBuckets Figures | buckets of the bandwidth | the interval doubles | TestManyBuckets, TestClockJump
	maxBuckets = 4096 // half an hour of both directions at a second each
	//limit:maxBucketCells Figures | numbers by opcode of all buckets | the interval doubles | —
	maxBucketCells = 1 << 16 // numbers by opcode, of all buckets
	//limit:maxBandwidthClients Figures | links with buckets of their own | `rest` | TestBoundedTables
	maxBandwidthClients = 64
)

// stepKey is a row over time.
type stepKey struct {
	number int64 // interval since 1970
	proto  decode.Protocol
	dir    decode.Direction
	client netip.AddrPort
	linked bool // split by link: client is one
}

func (k *stepKey) way() *decode.Direction { return &k.dir }

type bucket struct {
	datagrams, bytes int64
	parts            []kindBytes // by what
}

// kindBytes is the bytes of one kind of message within a bucket.
type kindBytes struct {
	what  kind
	bytes int64
}

// kind is an opcode, or one of these.
type kind int16

const (
	kindHeader kind = 256 + iota
	kindFragment
	kindUnread
	kindType // + a transport type
)

func (k kind) String() string {
	switch {
	case k == kindHeader:
		return "header"
	case k == kindFragment:
		return "fragment"
	case k == kindUnread:
		return "unread"
	case k >= kindType:
		return transport.Type(k - kindType).String()
	}
	return tally.OpcodeText(int(k))
}

// kindOf is what takes the bytes of a row.
func kindOf(r *facts.Row) kind {
	switch {
	case r.Has(facts.HasOpcode):
		return kind(r.Opcode)
	case r.Has(facts.Unread) || r.Has(facts.EntityState):
		return kindUnread
	case r.Kind == uint8(transport.OldDisconnect):
		return kindType + kind(transport.Disconnect)
	case r.Kind != uint8(transport.Data):
		return kindType + kind(r.Kind)
	case r.Has(facts.Part):
		return kindFragment
	}
	return kindUnread // cut, or without an opcode
}

func newBandwidth(b *base) *bandwidth {
	return &bandwidth{base: b, Grid: tally.NewGrid(b.options.Interval), rows: map[stepKey]*bucket{}, clients: map[netip.AddrPort]bool{}}
}

func (w *bandwidth) add(c *part) {
	datagram, row := uint32(0), (*bucket)(nil) // at hand
	for _, r := range c.All() {
		if r.Has(facts.Joined) {
			continue
		}
		if row == nil || datagram != r.Datagram {
			datagram, row = r.Datagram, w.bucketOf(c, r)
		}
		length := c.Length(r)
		switch {
		case r.Has(facts.Game):
			row.bytes += int64(length)
			w.part(row, kindOf(r), length)
			if r.Has(facts.Leads) {
				row.add(c.Header(r))
				w.part(row, kindHeader, c.Header(r))
			}
		case r.Has(facts.EntityState):
			row.add(length)
			w.part(row, kindOf(r), length)
		default:
			row.add(int(c.Size(r)))
		}
		if w.full() {
			w.widen()
			row = nil
		}
	}
}

// add enters a datagram.
func (b *bucket) add(bytes int) {
	b.datagrams++
	b.bytes += int64(bytes)
}

// bucketOf is where the datagram of a row belongs.
func (w *bandwidth) bucketOf(c *part, r *facts.Row) *bucket {
	d := c.Datagram(r.Datagram)
	w.late = w.late || c.Late(d)
	number := w.Number(c.Stamp(d))
	if !r.Has(facts.Game) || w.by.link {
		key := stepKey{number: number, proto: c.Side(r).Proto, dir: c.Side(r).Dir}
		if w.by.link && key.dir != "" {
			if client := c.link(r).Client; w.clients[client] || len(w.clients) < maxBandwidthClients {
				w.clients[client] = true
				key.client, key.linked = client, true
			} else {
				w.dropped++
			}
		}
		return w.at(key)
	}
	if number != w.number {
		w.number, w.recent = number, [2]*bucket{}
	}
	row := &w.recent[side(r)]
	if *row == nil {
		*row = w.at(stepKey{number: number, proto: decode.BC, dir: directions[side(r)]})
	}
	return *row
}

func (w *bandwidth) at(key stepKey) *bucket {
	row := w.rows[key]
	if row == nil {
		row = new(bucket)
		w.rows[key] = row
	}
	return row
}

// part enters bytes of a kind.
func (w *bandwidth) part(row *bucket, what kind, bytes int) {
	before := len(row.parts)
	row.part(what, int64(bytes))
	w.cells += len(row.parts) - before
}

// part adds bytes of a kind, which may be new.
func (b *bucket) part(what kind, bytes int64) {
	for i := range b.parts {
		if b.parts[i].what == what {
			b.parts[i].bytes += bytes
			return
		}
	}
	b.parts = append(b.parts, kindBytes{what, bytes})
}

// widen doubles the interval until the buckets are few enough.
func (w *bandwidth) widen() {
	w.recent = [2]*bucket{}
	for w.full() && w.Double() {
		old := w.rows
		w.rows, w.cells = map[stepKey]*bucket{}, 0
		for key, row := range old {
			key.number >>= 1
			w.at(key).join(row)
		}
		for _, row := range w.rows {
			w.cells += len(row.parts)
		}
	}
}

// full reports whether there are too many rows.
func (w *bandwidth) full() bool { return len(w.rows) > maxBuckets || w.cells > maxBucketCells }

// join adds another bucket.
func (b *bucket) join(o *bucket) {
	b.datagrams += o.datagrams
	b.bytes += o.bytes
	for _, p := range o.parts {
		b.part(p.what, p.bytes)
	}
}

func (w *bandwidth) report(out *figures.Stats) {
	rows := withBoth(w.rows)
	keys := tally.Sorted(rows, func(a, b stepKey) int {
		if a.number != b.number { // as most
			return cmp.Compare(a.number, b.number)
		}
		return cmp.Or(cmp.Compare(a.proto, b.proto), cmp.Compare(a.dir, b.dir), a.client.Compare(b.client))
	})
	out.Bandwidth = figures.Bandwidth{Interval: w.Seconds(), Buckets: make([]figures.Bucket, 0, len(keys))}
	for _, k := range keys {
		if k.dir != both || !w.options.Bare {
			out.Bandwidth.Buckets = append(out.Bandwidth.Buckets, w.bucketFigure(k, rows[k]))
		}
	}
	w.rates(out, rows, keys)
	drop(out, "bandwidth", w.dropped)
}

// bucketFigure makes the row of a bucket.
func (w *bandwidth) bucketFigure(k stepKey, b *bucket) figures.Bucket {
	f := figures.Bucket{T: w.Start(k.number), Split: w.split(k), Proto: string(k.proto), Datagrams: b.datagrams, Bytes: b.bytes}
	if len(b.parts) > 0 {
		f.ByOpcode = map[string]int64{}
	}
	for _, p := range b.parts {
		f.ByOpcode[p.what.String()] += p.bytes
	}
	if within, ok := w.Within(k.number); ok && !w.late && f.Link != tally.Rest && !w.options.Bare {
		f.Query, f.Queries = w.datagramsOf(k.proto, append(w.conditions(k), within))
	}
	return f
}

// datagramsOf is the query for datagrams that meet conditions, and the formula for
// their bytes.
func (w *bandwidth) datagramsOf(proto decode.Protocol, where []string) (figures.Query, figures.Queries) {
	switch proto {
	case decode.BC:
		return w.Of(append(where, tally.Datagram)...), figures.Queries{"bytes": w.Payload(where...)}
	case decode.EntityState:
		return w.Of(where...), figures.Queries{"bytes": w.Sum("len", where...)}
	}
	return w.Of(where...), nil // these have no key for their length
}

func (w *bandwidth) split(k stepKey) figures.Split {
	f := figures.Split{Dir: string(k.dir)}
	switch {
	case k.linked:
		f.Link = tally.AddressText(k.client)
	case w.by.link && k.dir != "":
		f.Link = tally.Rest
	}
	return f
}

func (w *bandwidth) conditions(k stepKey) []string {
	var all []string
	if k.proto != decode.BC {
		all = append(all, tally.ProtocolIs(k.proto))
	}
	if k.dir != "" {
		all = append(all, split{dir: k.dir, client: k.client, linked: k.linked}.condition())
	}
	return all
}

// profile gathers the intervals of one direction.
type profile struct {
	datagrams, bytes int64
	perInterval      []float64 // bytes per second
	peak             float64
	peakAt           int64
}

// bucket takes one.
func (p *profile) bucket(number int64, b *bucket, step float64) {
	p.datagrams += b.datagrams
	p.bytes += b.bytes
	rate := tally.Ratio(float64(b.bytes), step)
	p.perInterval = append(p.perInterval, rate)
	if rate > p.peak {
		p.peak, p.peakAt = rate, number
	}
}

// rates sums up the buckets of the game and of entity-state.
func (w *bandwidth) rates(out *figures.Stats, rows map[stepKey]*bucket, keys []stepKey) {
	out.Bandwidth.Rates = []figures.Rate{}
	game, _ := w.ratesOf(decode.BC, out, rows, keys)
	out.Bandwidth.Peak, out.Bandwidth.Mean = game.Peak, game.Mean
	if states, some := w.ratesOf(decode.EntityState, out, rows, keys); some {
		out.Bandwidth.EntityState = &states
	}
}

// ratesOf sums up the buckets of a protocol, by direction and link; some = it has any.
func (w *bandwidth) ratesOf(proto decode.Protocol, out *figures.Stats, rows map[stepKey]*bucket, keys []stepKey) (all figures.Throughput, some bool) {
	profiles := map[stepKey]*profile{} // of any interval
	total := map[int64]int64{}         // bytes of both directions, by interval
	var bytes int64
	active := w.files.active()
	step := w.covered(active)
	for _, k := range keys {
		if k.proto != proto {
			continue
		}
		b, key := rows[k], k
		key.number = 0
		if profiles[key] == nil {
			profiles[key] = &profile{}
		}
		profiles[key].bucket(k.number, b, step)
		if k.dir == both || k.dir == "" {
			total[k.number] += b.bytes
			bytes += b.bytes
		}
	}
	for _, n := range total {
		all.Peak = max(all.Peak, tally.Ratio(float64(n), step))
	}
	all.Mean = tally.Ratio(float64(bytes), active)
	all.Peak = max(all.Peak, all.Mean)
	for _, k := range tally.Sorted(profiles, func(a, b stepKey) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), a.client.Compare(b.client))
	}) {
		out.Bandwidth.Rates = append(out.Bandwidth.Rates, w.rate(k, profiles[k], active))
	}
	return all, len(profiles) > 0
}

// covered is how many seconds of a step there can have been traffic in: less than the step if the
// captures are shorter, 0 if they have no times. Traffic that lies across two steps can still have a higher mean than
// each of them has; so the peak is the mean at least.
func (w *bandwidth) covered(active float64) float64 {
	switch {
	case active > 0:
		return min(active, w.Seconds())
	case w.files.untimed():
		return 0
	}
	return w.Seconds()
}

func (w *bandwidth) rate(k stepKey, p *profile, active float64) figures.Rate {
	slices.Sort(p.perInterval)
	f := figures.Rate{
		Proto: otherProtocol(k.proto), Split: w.split(k), Datagrams: p.datagrams, Bytes: p.bytes, Mean: tally.Ratio(float64(p.bytes), active),
		P50: histogram.PercentileOf(0.50, p.perInterval), P90: histogram.PercentileOf(0.90, p.perInterval), P99: histogram.PercentileOf(0.99, p.perInterval),
		Peak: p.peak,
	}
	if p.peak > 0 {
		f.PeakAt = w.Start(p.peakAt)
	}
	f.Peak = max(f.Peak, f.Mean)
	if f.Link != tally.Rest {
		f.Query, f.Queries = w.datagramsOf(k.proto, w.conditions(k))
	}
	return f
}
