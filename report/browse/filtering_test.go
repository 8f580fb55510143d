package browse

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
)

// TestFiltersOfRows: of each capture a filter keeps the messages that decode keeps.
func TestFiltersOfRows(t *testing.T) {
	heavy.SkipRace(t, "TestFilter shares a filter between goroutines")
	for _, path := range heavy.Some(captureFiles(t), 6) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s := open(t, path, 100, 30, Options{})
			for _, text := range []string{
				quiet, `name == "StateUpdate" && fields.object != "0x3FFFFFFF"`, `fields.position && fields.position[0] > 0`, `copy_of > 0`, `notes && type != "ack"`, `fields.subsystems.items.condition < 255`,
				`size > 100`, `dir == "C>S" && !relay_of`, `player contains "a"`, `answers.ms > 20`, `copy > 1`, `translated`, `notes.text contains "not"`,
			} {
				f := must.Get(decode.NewFilter(text))(t)
				var want []uint32
				c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
				matcher, n := f.Matcher(c.Name()), uint32(0)
				for r := range c.Records() {
					if matcher.Match(r) {
						want = append(want, n)
					}
					n++
				}
				must.Do(t, c.Close())
				s.do(s.newFilter(text))
				s.give(nil)
				if got := s.filter.kept; !slices.Equal(got, want) || s.busy() {
					t.Errorf("%s keeps %d, want %d", text, len(got), len(want))
				}
			}
		})
	}
}

// TestOverMemory: where there is not memory enough, what was read can be seen, and the end is told.
func TestOverMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "battle.pcap")
	record(t, path, battle.Options{Players: 4, Duration: time.Minute, Seed: 1, Start: time.Unix(1_700_000_000, 0)})
	s := opening(t, path, Options{}, facts.Options{Budget: 1})
	s.do(s.Init())
	s.give(nil)
	var over *facts.BudgetError
	if errors.As(s.Over(), &over); over == nil || s.Complete() || s.all() < 1000 || s.list.current == nil || !strings.Contains(s.notice.text, "more than --memory") {
		t.Fatalf("%v, complete: %v, %s", s.Over(), s.Complete(), s.here())
	}
}

// TestSpan: what lies between two times is all that there is.
func TestSpan(t *testing.T) {
	start := startOf(t, session)
	from, to := start.Add(20e9), start.Add(25e9)
	s := opening(t, session, Options{}, facts.Options{Span: facts.Span{From: &from, To: &to}})
	s.do(s.Init())
	s.give(nil)
	first, last := s.timeOf(0), s.timeOf(s.all()-1)
	want, c := 0, must.Get(decode.OpenFile(session, decode.Options{}))(t)
	for r := range c.Records() {
		if !r.Time.Before(from) && r.Time.Before(to) {
			want++
		}
	}
	must.Do(t, c.Close())
	if s.all() != want || want < 100 || first.Before(from) || !last.Before(to) || !s.Complete() {
		t.Errorf("%d messages from %v to %v, want %d", s.all(), first, last, want)
	}
}

// TestUnknownPlayer: a filter on a player whom nobody knows says so, with the names, once all is read.
func TestUnknownPlayer(t *testing.T) {
	for name, bad := range map[string]bool{"Cadi2": true, "Cady2": false} {
		s := open(t, session, 100, 30, Options{})
		s.do(s.newFilter(`player == "` + name + `"`))
		s.give(nil)
		if got := strings.Contains(s.notice.text, `did you mean "Cady2"`); got != bad {
			t.Errorf("%s: %q", name, s.notice.text)
		}
	}
}

func record(t *testing.T, path string, o battle.Options) {
	t.Helper()
	f := must.Get(os.Create(path))(t)
	must.Get(recorder.Record(f, o, recorder.Options{}))(t)
	must.Do(t, f.Close())
}
