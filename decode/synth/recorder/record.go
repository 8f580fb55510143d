package recorder

import (
	"io"

	"bcdump/decode/synth/battle"
)

// Record plays a battle and writes it to w. The error is an impossible option or that
// of w.
func Record(w io.Writer, b battle.Options, o Options) (*battle.Truth, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	o.Start, o.Server = b.Start, b.Host()
	r, err := New(w, o)
	if err != nil {
		return nil, err
	}
	truth, err := battle.Run(b, r)
	if closeErr := r.Close(); err == nil {
		err = closeErr
	}
	return truth, err
}
