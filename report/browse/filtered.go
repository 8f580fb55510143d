package browse

import (
	"sync"

	"bcdump/decode"
)

// filtered is a filter, and the messages that it has kept so far.
type filtered struct {
	kept
	text    string
	filter  *decode.Filter
	working sync.Mutex    // held by the one that fills it
	stop    chan struct{} // closed when it is to see no more for now; nil = it sees none
	done    bool          // it has seen all messages
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

// closed reports whether a channel is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
