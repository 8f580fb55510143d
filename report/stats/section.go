package stats

import (
	"iter"
	"slices"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// section is one part of a report.
type section interface {
	// add counts the next rows of a capture.
	add(c *part)
	// report writes its rows.
	report(out *figures.Stats)
}

// ender is a section that concludes something when a capture was read to its end.
type ender interface{ end(c *part) }

// part is some of the rows of a capture.
type part struct {
	*facts.Facts
	reader   *facts.Reader
	from, to int // rows
}

// All gives the rows with their numbers.
func (c *part) All() iter.Seq2[int, *facts.Row] { return c.Some(c.from, c.to) }

// base is what all sections of a report share.
type base struct {
	tally.Queries
	options Options
	by      splitter
	files   *files
}

// bare is the query of what a row keeps until all captures are read: whether queries have to say more is known then.
func bare(conditions ...string) figures.Query { return new(tally.Queries).Of(conditions...) }

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

// onWire reports whether a row is a message of the game that stands for bytes on the wire: it is neither joined nor
// lost.
func onWire(r *facts.Row) bool { return r.Is&(facts.Game|facts.Joined) == facts.Game }
