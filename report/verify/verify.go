package verify

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"bcdump/decode"
	"bcdump/internal/atomicfile"
	"bcdump/internal/foreign"
)

// Config says how captures are verified.
type Config struct {
	// Settings gives the settings to decode with, from those that a golden keeps (none if
	// there is no golden) and those that the user gives now.
	Settings func(golden string, kept []Setting) []Setting
	// Decode makes options of settings.
	Decode func(golden string, settings []Setting) (decode.Options, error)
	// Jobs is how many captures are decoded at once, at least 1; no more than maxJobs are. It
	// never changes the results.
	Jobs int
	// Limit is how many changes of a capture are kept; all are counted.
	Limit int
	// Update writes the goldens that are missing or differ; DryRun finds out which those
	// are and writes nothing.
	Update, DryRun bool
}

// State is the outcome for one capture.
type State string

// States. The last three come from an update only.
const (
	//row:outcomes `ok` | matches the golden, perhaps `damaged as before`
	Same State = "ok"
	//row:outcomes `differs` | the lines above the table say where
	Differs State = "differs"
	//row:outcomes `no golden` | create one with `--update`
	NoGolden State = "no golden"
	//row:outcomes `no capture` | the capture of this golden is gone or has another name
	NoCapture State = "no capture"
	//row:outcomes `failed` | the capture or the golden cannot be read
	Failed State = "failed"
	//row:outcomes `created`, `updated` | by `--update`
	Created State = "created"
	Updated State = "updated"
)

// Result is what came out for one capture.
type Result struct {
	Case
	State    State
	Messages int64 // decoded
	Damaged  bool  // the capture is; that is no difference if the golden says the same
	// Count is how many changes there are, Changes has the first of them.
	Count   int64
	Changes []Change
	// Err says why the state is Failed, NoGolden or NoCapture, or why the old golden
	// could not be read.
	Err error
}

// OK reports that nothing is wrong.
func (r *Result) OK() bool { return r.State == Same || r.State == Created || r.State == Updated }

// maxJobs bounds how many captures are decoded at once: each has its tables.
//
//limit:maxJobs Work in progress | captures that `verify` decodes at once | the others wait | —
const maxJobs = 16

// Run verifies the cases and gives the results to done in the order of the cases. It
// stops at the first error of done and returns it.
func Run(cases []Case, c *Config, done func(*Result) error) error {
	stop := make(chan struct{})
	defer close(stop)
	jobs := min(c.Jobs, maxJobs, len(cases))
	// Results that are to come, in order; few of them, whatever the number of cases.
	coming := make(chan chan *Result, 4*jobs)
	go func() {
		defer close(coming)
		free := make(chan struct{}, jobs)
		for _, one := range cases {
			result := make(chan *Result, 1)
			select {
			case coming <- result:
			case <-stop:
				return
			}
			free <- struct{}{}
			go func() {
				result <- c.one(one)
				<-free
			}()
		}
	}()
	for result := range coming {
		if err := done(<-result); err != nil {
			return err
		}
	}
	return nil
}

// one verifies or updates one case.
func (c *Config) one(one Case) *Result {
	r := &Result{Case: one, State: Same}
	old, err := c.compare(r)
	if old != nil {
		defer func() { _ = old.Close() }()
	}
	switch {
	case errors.Is(err, errNoGolden) && c.Update:
		r.State, err = Created, nil
	case errors.Is(err, errNoGolden):
		r.State = NoGolden
	case errors.Is(err, errNoCapture):
		r.State = NoCapture
	case err != nil:
		r.State = Failed
	case r.Count > 0:
		r.State = Differs
	}
	r.Err = err
	if c.Update && r.State != NoCapture && (r.State != Failed || canRewrite(err)) {
		c.update(r, old)
	}
	return r
}

// Why there is nothing to compare.
var (
	errNoGolden  = errors.New("no golden; --update creates one")
	errNoCapture = errors.New("the capture of this golden is missing")
)

// compare fills r with how the capture differs from its golden, and gives the golden if there is one.
func (c *Config) compare(r *Result) (*reader, error) {
	for _, path := range []string{r.Capture, r.Golden} {
		if err := foreign.Ordinary(path); err != nil {
			return nil, err
		}
	}
	golden, err := open(r.Golden)
	missing := errors.Is(err, fs.ErrNotExist)
	if err := c.look(r, missing); err != nil {
		return golden, err
	}
	if missing {
		return nil, errNoGolden
	}
	if err != nil {
		return golden, err
	}
	comparison := &comparison{golden: golden, limit: c.Limit, result: r}
	err = c.decode(r, c.Settings(r.Golden, golden.kept), golden.sums, comparison.add)
	var fault *LineError
	if errors.As(err, &fault) {
		err = fmt.Errorf("%s: %w", r.Golden, err)
	}
	if err == nil && !golden.sums {
		err = fmt.Errorf("%s: %w", r.Golden, errNoSums)
	}
	return golden, err
}

// look finds out whether there is a capture at all.
func (c *Config) look(r *Result, noGolden bool) error {
	capture, err := decode.OpenFile(r.Capture, decode.Options{Jobs: 1})
	switch {
	case err == nil:
		return capture.Close()
	case errors.Is(err, fs.ErrNotExist) && !noGolden:
		return errNoCapture
	}
	return err
}

// decode gives the lines of a capture to emit, with sums of datagrams if the golden has them.
func (c *Config) decode(r *Result, settings []Setting, sums bool, emit func(line []byte, place int64) error) error {
	options, err := c.Decode(r.Golden, settings)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Golden, err)
	}
	options.Jobs = 1 // captures are decoded at once, not parts of one
	capture, err := decode.OpenFile(r.Capture, options)
	if err != nil {
		return err
	}
	defer func() { _ = capture.Close() }()
	r.Messages = 0
	return entries(capture, sums, r, emit)
}

// canRewrite tells a golden with a bad line, or in the old form, from a capture that cannot be read,
// and from a file that is no golden at all.
func canRewrite(err error) bool {
	var fault *LineError
	return errors.Is(err, errOldForm) || errors.Is(err, errNoSums) || errors.As(err, &fault) && !errors.Is(err, errNotGolden)
}

// update writes the golden if it is not what it should be. old is the one that is there, nil if there
// is none.
func (c *Config) update(r *Result, old *reader) {
	var kept []Setting
	if old != nil {
		kept = old.kept
	}
	settings := c.Settings(r.Golden, kept)
	if old != nil && old.head != nil && !slices.Equal(kept, settings) {
		// How a capture is decoded comes first: it may explain the rest.
		flags := Change{Field: "flags", Old: flagsOf(kept), New: flagsOf(settings), Line: 1}
		changes := slices.Insert(r.Changes, 0, flags)
		r.Changes = changes[:min(len(changes), c.Limit)]
		r.Count++
		r.State = Differs
	}
	if r.State == Same {
		return
	}
	if r.State != Created {
		r.State = Updated
	}
	switch {
	case errors.Is(r.Err, errOldForm):
		r.Err = errConverted
	case errors.Is(r.Err, errNoSums):
		r.Err = errSumsAdded
	}
	if err := c.write(r, settings); err != nil {
		r.State, r.Err = Failed, err
	}
}

// flagsOf are settings as the first line has them.
func flagsOf(settings []Setting) Value {
	_, flags, _ := strings.Cut(string(headOf(version, settings)), `"flags":`)
	return Value(strings.TrimSuffix(flags, "}\n"))
}

// write writes the golden under another name and then gives it its own.
func (c *Config) write(r *Result, settings []Setting) error {
	if c.DryRun {
		return c.decode(r, settings, true, func([]byte, int64) error { return nil })
	}
	if err := os.MkdirAll(filepath.Dir(r.Golden), 0o755); err != nil {
		return err
	}
	file, err := atomicfile.Create(r.Golden)
	if err != nil {
		return err
	}
	if err := c.print(file, r, settings); err != nil {
		file.Discard()
		return err
	}
	return file.Commit()
}

// print writes all lines of a golden.
func (c *Config) print(w io.Writer, r *Result, settings []Setting) error {
	b, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := b.Write(headOf(version, settings)); err != nil {
		return err
	}
	err = c.decode(r, settings, true, func(line []byte, _ int64) error {
		if _, err := b.Write(line); err != nil {
			return err
		}
		_, err := b.Write([]byte("\n"))
		return err
	})
	return errors.Join(err, b.Close())
}
