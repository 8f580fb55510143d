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
	// spacing is a millisecond or two of work for who goes through the messages between two checkpoints.
	spacing = 4096
	// bytesPerMessage is how much memory checkpoints may take: the larger they are, the fewer there are.
	bytesPerMessage = 20
	// copiedPerMessage is how much may be copied for that, much of which the checkpoint before has too.
	copiedPerMessage = 100
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

	mu     sync.RWMutex
	points []*point // only appended to

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
	first, last := s.Records(), l.last()
	switch {
	case last == nil:
		l.add(&point{first, *b.Mark, s.Clone()}, overhead)
	case l.jumps <= manyJumps && !holds(last.session, b):
		// What the session would have to remember is not in the checkpoint.
		l.jumps++
		l.add(&point{first, *b.Mark, s.CloneWhole()}, s.WholeMemory())
	case first >= l.due:
		l.try(&point{first: first, mark: *b.Mark}, last, s)
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

// try adds a checkpoint if it does not take too much, and notes when to try again.
func (l *List) try(p, last *point, s *session.Session) {
	memory := l.size(s) + p.mark.Memory() + overhead
	if l.wait(last.first+memory/copiedPerMessage, p.first) {
		return
	}
	p.session = l.clone(s)
	memory -= p.session.Share(last.session)
	if !l.wait(last.first+memory/bytesPerMessage, p.first) {
		l.add(p, memory)
	}
}

// wait reports whether a message is not reached yet, and notes that it is to be. Tests do not wait.
func (l *List) wait(due, reached int) bool {
	if due <= reached || l.options.Spacing < spacing {
		return false
	}
	l.due = due
	return true
}

// clone is whole if the clock of the capture jumps all the time.
func (l *List) clone(s *session.Session) *session.Session {
	if l.jumps > manyJumps {
		return s.CloneWhole()
	}
	return s.Clone()
}

// size is what clone takes.
func (l *List) size(s *session.Session) int {
	if l.jumps > manyJumps {
		return s.WholeMemory()
	}
	return s.Memory()
}

func (l *List) add(p *point, memory int) {
	l.due = p.first + l.options.Spacing
	l.memory += int64(memory)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.points = append(l.points, p)
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

// end is the message behind those from a checkpoint to the next one, as many as there are so far.
func (l *List) end(number int) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if number+1 < len(l.points) {
		return min(l.points[number+1].first, l.Len())
	}
	return l.Len()
}

// Stretch gives the message behind those that a run which begins before message n may have.
func (l *List) Stretch(n int) (end int) {
	number, _ := l.before(n)
	return l.end(number)
}
