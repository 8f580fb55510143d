package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// section is one part of a report. Which records it is given it tells by the methods that it
// has beside this one, which are those of the interfaces below.
//
// A section counts one capture. What it has counted when that ends can be merged with what others
// have (tally.Merge); what it needs only while it counts has the tag `merge:"-"`.
type section interface {
	// report writes its rows.
	report(out *figures.Stats)
}

type (
	// beginner is told which capture follows.
	beginner interface{ begin(file string) }
	// ender is told what a capture was, when all of its records were read.
	ender interface {
		end(file string, s *decode.Summary)
	}

	// otherTaker gets each record that is no message of the game.
	otherTaker interface{ other(l *line) }
	// entityTaker gets each message of the entity-state protocol.
	entityTaker interface{ entity(l *line) }
	// gameTaker gets each message of the game that was not walked.
	gameTaker interface{ game(l *line) }
	// walkedTaker gets each message that was walked: an update, or an Ack.
	walkedTaker interface{ walked(l *line) }
	// updateTaker gets each update that was walked.
	updateTaker interface{ update(l *line) }
	// settler gets sums of what was walked, when a capture was read.
	settler interface{ settle(s *sums) }
	// tabler has a table of all messages of the game. It gets each of them if the report is
	// split by more than direction, else their sums when a capture was read.
	tabler interface {
		each(l *line)
		enter(s *sums)
	}
)

// base is what all sections of a report share.
type base struct {
	tally.Queries
	options Options
	by      splitter
	files   *files
	match   *match.Match
	traffic *traffic.Traffic
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

// fill appends more to a list that has room for so many, and gives what finds none.
func fill[T any](list *[]T, more []T, most int) (rest []T) {
	room := min(len(more), max(most-len(*list), 0))
	*list = append(*list, more[:room]...)
	return more[room:]
}
