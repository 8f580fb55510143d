package browse

import (
	"runtime"
	"slices"
	"sync"

	"bcdump/decode"
	"bcdump/decode/query"
	"bcdump/report/facts"
)

// filtered is a filter, and the messages that it has kept so far.
type filtered struct {
	text    string
	filter  *decode.Filter
	working sync.Mutex    // held by the one that fills it
	stop    chan struct{} // closed when it is to see no more for now; nil = it sees none
	done    bool          // it has seen all messages

	mu   sync.Mutex // guards what follows
	kept []uint32   // numbers, ascending: they are only appended to
	seen int        // messages
}

// numbers are those of the messages that are kept so far.
func (f *filtered) numbers() []uint32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.kept
}

// looked is how many messages it has seen.
func (f *filtered) looked() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen
}

// place is how many messages before number n are kept.
func (f *filtered) place(n int) int {
	place, _ := slices.BinarySearch(f.numbers(), uint32(n))
	return place
}

// has reports whether a message was seen and is kept.
func (f *filtered) has(n int) bool {
	_, found := slices.BinarySearch(f.numbers(), uint32(n))
	return n >= 0 && found
}

// pause ends the work for a filter that is not shown.
func (f *filtered) pause() {
	if f != nil && f.stop != nil {
		close(f.stop)
		f.stop = nil
	}
}

// complete reports whether it has seen all messages; no filter needs to.
func (f *filtered) complete() bool { return f == nil || f.done }

// scan lets the filter see messages that it has not seen, by all processors, until ended says so.
func (f *filtered) scan(all *facts.Facts, ended func() bool) {
	const part = 1 << 10 // messages that one looks at in one go
	workers := make([]scanner, runtime.GOMAXPROCS(0))
	for i := range workers {
		workers[i] = scanner{facts: all, reader: all.Reader(), matcher: f.filter.Matcher(all.Name)}
	}
	for at := f.looked(); at < all.Rows() && !ended(); {
		var running sync.WaitGroup
		for i := range workers {
			from, to := at, min(at+part, all.Rows())
			at = to
			running.Go(func() { workers[i].scan(from, to) })
		}
		running.Wait()
		f.mu.Lock()
		for i := range workers {
			f.kept = append(f.kept, workers[i].kept...)
		}
		f.seen = at
		f.mu.Unlock()
		for i := range workers {
			if reason := workers[i].broken; reason != nil {
				panic(reason)
			}
		}
	}
}

// scanner looks at some messages for a filter.
type scanner struct {
	facts   *facts.Facts
	reader  *facts.Reader
	matcher *query.Matcher
	kept    []uint32
	broken  any // why it could not
}

func (s *scanner) scan(from, to int) {
	defer func() { s.broken = recover() }()
	s.kept = s.kept[:0]
	for n := from; n < to; n++ {
		r, row := s.reader.At(n), s.facts.Row(n)
		r.Walked = row.Has(facts.Walked) && !row.Has(facts.Remarked) // there is nothing to find out
		if s.matcher.Match(r) {
			s.kept = append(s.kept, uint32(n))
		}
	}
}

// closed reports whether a channel is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
