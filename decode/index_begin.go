package decode

import (
	"errors"
	"runtime"

	"bcdump/decode/capture"
)

// Info describes the container; it is to be asked before Build, or when it has returned.
func (x *Index) Info() capture.Info { return x.capture.Info() }

// Start gives the time of the first frame, as that of a Capture does; it is to be asked before Build.
func (x *Index) Start() (at capture.Time, ok bool) {
	if x.begin == nil {
		x.begin = x.mark()
	}
	return x.capture.Start()
}

// ErrNotBegun is why a capture cannot be read again: nothing of it has come.
var ErrNotBegun = errors.New("nothing of the capture has come yet")

// Reopen gives the capture once more, from its beginning up to where Build has come, for whoever goes
// through all of it. It may be called while Build runs. Options.Zone and ChunkSize are those of the index. The index
// has to stay open, and Close of the Capture closes nothing.
func (x *Index) Reopen(options Options) (*Capture, error) {
	reader := x.points.Reader()
	if reader == nil {
		return nil, ErrNotBegun
	}
	if options.Jobs <= 0 {
		options.Jobs = runtime.GOMAXPROCS(0)
	}
	return &Capture{name: x.Name(), reader: reader, options: options, session: newSession(&options)}, nil
}

// Size is how many bytes of the capture, decompressed, have come: BytesRead of a Capture that Reopen gives
// ends there.
func (x *Index) Size() int64 { return x.tape.Size() }
