package must_test

import (
	"os"
	"testing"

	"bcdump/internal/must"
)

// recorder is a test that may end.
type recorder struct {
	testing.TB
	ended bool
}

func (*recorder) Helper()        {}
func (r *recorder) Fatal(...any) { r.ended = true }

// A value comes through, and an error ends the test.
func TestGet(t *testing.T) {
	r := &recorder{TB: t}
	if n := must.Get(1, error(nil))(r); n != 1 || r.ended {
		t.Errorf("%d, ended %v", n, r.ended)
	}
	if must.Get(1, os.ErrNotExist)(r); !r.ended {
		t.Error("an error does not end the test")
	}
}
