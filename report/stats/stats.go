package stats

import (
	"slices"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// section is one part of a report.
type section interface {
	// add counts the rows of a capture, or of the next part of it.
	add(c *part)
	// report writes its rows.
	report(out *figures.Stats)
}

// ender is a section that concludes something when a capture was read to its end.
type ender interface{ end(c *part) }

// part is a capture, or a part of it.
type part struct {
	*facts.Facts
	reader *facts.Reader
	file   string
}

// base is what all sections of a report share.
type base struct {
	tally.Queries
	options Options
	by      splitter
	files   *files
}

// Stats collects the report of `bcdump stats`.
type Stats struct {
	base     *base
	sections []section
	problems *problems
	counted  *datagrams
	builder  *facts.Builder // of the capture at hand, whose records come one by one; nil = none
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	b := &base{
		Queries: tally.Queries{Filter: o.Filter}, options: o, files: &files{},
		by: splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)},
	}
	fragments, links, notes, joins := &fragments{base: b}, newLinks(b), newNotes(b), &joins{base: b}
	objects, relayed := newObjects(b), &relayed{base: b}
	s := &Stats{
		base: b, counted: &datagrams{base: b},
		problems: &problems{base: b, links: links, notes: notes, joined: joins, objects: objects, relayed: relayed, parts: fragments},
	}
	s.sections = []section{b.files, newBandwidth(b), links, fragments, objects, relayed, joins, s.counted, newEntities(b), notes}
	if !o.Brief {
		s.sections = append(s.sections, &ledger{base: b}, newTypes(b), newOpcodes(b), newFlags(b), newExceptions(b),
			&updateSizes{base: b}, &usage{base: b}, newResends(b), newRequests(b))
	}
	if o.Savings {
		s.sections = append(s.sections, newOtherWays(b))
	}
	return s
}

// Add counts a capture.
func (s *Stats) Add(f *facts.Facts) { s.add(f, true) }

// add counts a capture, or a part of it; last = it is the end.
func (s *Stats) add(f *facts.Facts, last bool) {
	run := func(x section) {
		c := &part{f, f.Reader(), f.Name}
		x.add(c)
		if x, ok := x.(ender); ok && last {
			x.end(c)
		}
	}
	if s.options().Jobs < 2 || f.Rows() < few {
		for _, x := range s.sections {
			run(x)
		}
		return
	}
	var wait sync.WaitGroup
	var broken any // what a section panicked with
	next := make(chan section)
	for range s.options().Jobs {
		wait.Go(func() {
			defer func() {
				if reason := recover(); reason != nil {
					broken = reason
					for range next {
					}
				}
			}()
			for x := range next {
				run(x)
			}
		})
	}
	for _, x := range slices.Backward(s.sections) { // what takes longest is last in the list
		next <- x
	}
	close(next)
	if wait.Wait(); broken != nil {
		panic(broken)
	}
}

// few is up to how many rows it takes longer to share them than to count them.
const few = 1 << 12

func (s *Stats) options() *Options { return &s.base.options }

// File counts a capture, none of whose records may have been read before. Damage is no error: it stands in the
// figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	f, err := facts.Read(c, facts.Options{})
	if err == nil {
		f.Name = name
		s.Add(f)
	}
	return err
}

// Begin tells that a capture follows, for those who share its records with other reports: then
// Take takes all of them, after its accounts, and End says what the capture was.
func (s *Stats) Begin(file string, a *tally.Accounts) {
	a.Match.AskRelays()
	a.Traffic()
	s.builder = facts.NewBuilder(file, a)
}

// partRows is how many rows of a capture whose records come one by one are counted at a time.
const partRows = 1 << 14

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) {
	if s.builder.Facts.Rows() == partRows {
		s.add(s.builder.Facts, false)
		s.builder.Clear()
	}
	s.builder.Take(r)
}

// End tells that all records of the capture were taken.
func (s *Stats) End(_ string, summary *decode.Summary) {
	s.builder.Facts.Summary = *summary
	s.add(s.builder.Facts, true)
	s.builder = nil
}

// Report gives the figures of all captures so far.
func (s *Stats) Report() figures.Stats {
	b := s.base
	out := figures.Stats{
		Version: figures.Version, Filter: b.Filter, By: append([]string{}, b.options.By...), Savings: []figures.Saving{},
	}
	b.Mixed = s.counted.counts.EntityState > 0
	b.Copied = slices.ContainsFunc(b.files.list, func(f figures.File) bool { return f.Copies != nil })
	for _, x := range s.sections {
		x.report(&out)
	}
	return out
}

// drop notes how many lines a full table had no row for.
func drop(s *figures.Stats, table string, lines int64) {
	if lines == 0 {
		return
	}
	if s.Dropped == nil {
		s.Dropped = map[string]int64{}
	}
	s.Dropped[table] += lines
}

// maxRows bounds the rows of most tables.
//
//limit:maxRows Figures | rows of a table of `stats` | `rest` | TestBoundedTables
const maxRows = 4096

// listed makes the figures of a table, those of rows in order and behind them those of rests, and
// says what found no row.
func listed[K comparable, V, F any](out *figures.Stats, name string, t *tally.Table[K, V], figure func(k K, row *V, rest bool) F, compare func(a, b K, x, y *F) int) []F {
	drop(out, name, t.Dropped)
	type entry struct {
		key    K
		figure F
	}
	all := []F{}
	for i, rows := range [...]map[K]*V{t.Rows, t.Rests} {
		list := make([]entry, 0, len(rows))
		for k, row := range rows {
			list = append(list, entry{k, figure(k, row, i > 0)})
		}
		slices.SortFunc(list, func(a, b entry) int { return compare(a.key, b.key, &a.figure, &b.figure) })
		for i := range list {
			all = append(all, list[i].figure)
		}
	}
	return all
}

// volume counts messages and their bytes.
type volume struct {
	count, bytes int64
}

func (t *volume) add(bytes int) {
	t.count++
	t.bytes += int64(bytes)
}

func (t *volume) join(o *volume) {
	t.count += o.count
	t.bytes += o.bytes
}

// The places of both directions.
const (
	toServer = iota
	toClient
)

var directions = [2]decode.Direction{decode.ToServer, decode.ToClient}

func place(d decode.Direction) int {
	if d == decode.ToClient {
		return toClient
	}
	return toServer
}

// side is the place of the direction of a row.
func side(r *facts.Row) int {
	if r.Has(facts.ToClient) {
		return toClient
	}
	return toServer
}

// link is the link of a row that has a direction.
func (c *part) link(r *facts.Row) tally.Link {
	src, dst := c.Ends(c.Datagram(r.Datagram))
	if r.Has(facts.ToClient) {
		return tally.Link{Client: dst, Server: src}
	}
	return tally.Link{Client: src, Server: dst}
}

// frame is the number of the frame of a row.
func (c *part) frame(r *facts.Row) int64 { return int64(c.Datagram(r.Datagram).Frame) }

// noted reports whether decode itself has noted something on a row.
func (c *part) noted(r *facts.Row, code decode.Code) bool {
	return r.Has(facts.Remarked) && slices.ContainsFunc(c.Notes(r), func(n decode.Diagnostic) bool { return n.Code == code })
}

// onWire reports whether a row is a message of the game that stands for bytes on the wire: it is neither joined nor
// lost.
func onWire(r *facts.Row) bool { return r.Is&(facts.Game|facts.Joined) == facts.Game }

// spot is a message in one of several captures.
type spot struct {
	file  string
	frame int64
	index int // in its datagram; -1 = it is of a protocol that has one message a datagram
}
