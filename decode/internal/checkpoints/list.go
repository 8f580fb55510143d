package checkpoints

import (
	"sort"
	"sync"
	"sync/atomic"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/session"
)

// Options of a List.
type Options struct {
	// Spacing is after how many messages there may be another checkpoint, 0 for a good default.
	Spacing int
	// ChunkSize is how many bytes runs read at a time.
	ChunkSize int
	// PlainCipher is for tests: see batch.Batch.
	PlainCipher bool
}

const (
	// spacing is three milliseconds of work for who goes through the messages between two checkpoints.
	spacing = 8192
	// bytesPerMessage is how much memory checkpoints may take, beside what those before have too: the larger
	// they are, the fewer there are.
	bytesPerMessage = 20
	// copiedPerMessage is how much may be looked through for that.
	copiedPerMessage = 250
	// manyJumps is how often the clock of a capture may go back so far that a checkpoint is made just
	// for that.
	manyJumps = 8
	// overhead is what a checkpoint takes beside what the session says.
	overhead = 1 << 10
)

// List has the checkpoints of one capture.
type List struct {
	options Options
	tape    *Tape
	length  atomic.Int64 // messages

	mu       sync.RWMutex
	points   []*point // only appended to
	barriers []int    // numbers of those that no run goes past: see Before

	// What follows belongs to who reads the capture.
	due    int   // whether there is to be another checkpoint is asked from this message on
	jumps  int   // of the clock
	memory int64 // of all checkpoints
}

// point is a checkpoint.
type point struct {
	first   int // the message behind it
	mark    capture.Mark
	session *session.Session // only cloned
}

// New begins a list without checkpoints.
func New(tape *Tape, options Options) *List {
	if options.Spacing <= 0 {
		options.Spacing = spacing
	}
	return &List{tape: tape, options: options}
}

// Len is how many messages there are so far.
func (l *List) Len() int { return int(l.length.Load()) }

// Grow says that so many messages more may be asked for.
func (l *List) Grow(messages int) { l.length.Add(int64(messages)) }

// Memory counts the bytes that the checkpoints take, about. It is to be asked when all is read.
func (l *List) Memory() int64 { return l.memory }

// Before is told of each batch when those before it have been through the session, and makes a
// checkpoint there if it is time for one. The batch has its mark.
func (l *List) Before(b *batch.Batch, s *session.Session) {
	if b.Mark == nil {
		return
	}
	last := l.last()
	switch {
	case last == nil:
		l.add(b, s, nil, false)
	case l.jumps <= manyJumps && !holds(last.session, b):
		// What the session would have to remember is not in the checkpoint, nor in those before.
		l.jumps++
		l.bar()
		l.add(b, s, last, true)
	case s.Records() >= l.due:
		l.add(b, s, last, l.jumps > manyJumps) // it is whole if the clock of the capture jumps all the time
	}
}

// holds reports whether a session that is kept can go on with a batch.
func holds(s *session.Session, b *batch.Batch) bool {
	for i := range b.Items {
		if !s.Holds(b.Items[i].Datagram.Time) {
			return false
		}
	}
	return true
}

// add adds a checkpoint before a batch, and says when there may be another one.
func (l *List) add(b *batch.Batch, s *session.Session, last *point, whole bool) {
	p := &point{first: s.Records(), mark: *b.Mark}
	var before *session.Session
	if last != nil {
		before = last.session
	}
	all, shared := s.Memory(whole), 0
	p.session, shared = s.Clone(before, whole)
	memory := all - shared + p.mark.Memory() + overhead
	l.memory += int64(memory)
	l.due = p.first + l.options.Spacing
	if l.options.Spacing >= spacing { // tests do not wait
		l.due = max(l.due, p.first+memory/bytesPerMessage, p.first+all/copiedPerMessage)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.points = append(l.points, p)
}

// bar makes a barrier of the next checkpoint.
func (l *List) bar() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.barriers = append(l.barriers, len(l.points))
}

func (l *List) last() *point {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if len(l.points) == 0 {
		return nil
	}
	return l.points[len(l.points)-1]
}

// before gives the number of the checkpoint before a message, and the checkpoint; -1 = there is none yet.
func (l *List) before(n int) (int, *point) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	i := sort.Search(len(l.points), func(i int) bool { return l.points[i].first > n }) - 1
	if i < 0 {
		return i, nil
	}
	return i, l.points[i]
}

// end is the message behind those that a run from a checkpoint may have, as many as there are so far.
func (l *List) end(number int, length Length) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	next := len(l.points)
	if int(length) < len(l.points)-number {
		next = number + int(length)
	}
	for _, barrier := range l.barriers {
		if barrier > number {
			next = min(next, barrier)
		}
	}
	if next < len(l.points) {
		return min(l.points[next].first, l.Len())
	}
	return l.Len()
}

// Stretch gives the message behind those that a run of that length which begins before message n may have.
func (l *List) Stretch(n int) (end int) {
	number, _ := l.before(n)
	return l.end(number, Stretch)
}
