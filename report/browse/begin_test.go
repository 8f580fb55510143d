package browse

import "testing"

// Who asks for a frame begins there; a frame without a message gives the next one.
func TestBeginAtFrame(t *testing.T) {
	s := open(t, session, 120, 30, Options{At: 26})
	if r := s.list.current; r == nil || r.Frame != 26 {
		t.Errorf("at %s", s.here())
	}
	s = open(t, session, 120, 30, Options{At: 1 << 40})
	if r := s.list.current; r == nil || s.list.chosen != s.count()-1 {
		t.Errorf("at %s", s.here())
	}
}
