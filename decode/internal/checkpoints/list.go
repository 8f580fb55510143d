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
}

const (
	// spacing is three milliseconds of work for who goes through the messages between two checkpoints.
	//limit:spacing Work in progress | messages between two checkpoints of an index | a checkpoint, unless it is too large | TestIndexMemory
	spacing = 8192
	// bytesPerMessage is how much memory checkpoints may take, beside what those before have too: the larger
	// they are, the fewer there are.
	//limit:bytesPerMessage Work in progress | bytes of all checkpoints, per message, what several have in one place counted once | fewer checkpoints: messages between them take longer to reach | TestIndexMemory
	bytesPerMessage = 20
	// overhead is what a checkpoint takes beside what the session says.
	overhead = 1 << 10
)

// List has the checkpoints of one capture.
type List struct {
	options   Options
	container *Container
	length    atomic.Int64 // messages

	mu     sync.RWMutex
	points []*point // only appended to

	// What follows belongs to who reads the capture.
	due    int   // the message from which on there is to be another checkpoint
	memory int64 // of all checkpoints
}

// point is a checkpoint.
type point struct {
	first   int // the message behind it
	mark    capture.Mark
	session *session.Session // only cloned
}

// New begins a list without checkpoints.
func New(container *Container, options Options) *List {
	if options.Spacing <= 0 {
		options.Spacing = spacing
	}
	return &List{container: container, options: options}
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
	if b.Mark == nil || s.Records() < l.due {
		return
	}
	kept, size := s.Clone()
	p := &point{first: s.Records(), mark: *b.Mark, session: kept}
	size += p.mark.Memory() + overhead
	l.memory += int64(size)
	l.due = p.first + l.options.Spacing
	if l.options.Spacing >= spacing { // tests do not wait
		l.due = max(l.due, p.first+size/bytesPerMessage)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.points = append(l.points, p)
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
func (l *List) end(number int) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if next := number + 1; next < len(l.points) {
		return min(l.points[next].first, l.Len())
	}
	return l.Len()
}
