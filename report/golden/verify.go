package golden

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

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
	Same      State = "ok"
	Differs   State = "differs"
	NoGolden  State = "no golden"
	NoCapture State = "no capture"
	Failed    State = "failed" // the capture or the golden cannot be read or written
	Created   State = "created"
	Updated   State = "updated"
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
	switch {
	case errors.Is(err, errNoGolden) && c.Update:
		r.State = Created
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
	if c.Update {
		c.update(r, old)
	}
	return r
}

// Why there is nothing to compare.
var (
	errNoGolden  = errors.New("no golden; --update creates one")
	errNoCapture = errors.New("the capture of this golden is missing")
)

// compare fills r with how the capture differs from its golden, and gives the head of the
// golden if it could be read.
func (c *Config) compare(r *Result) (*head, error) {
	for _, path := range []string{r.Capture, r.Golden} {
		if err := foreign.Ordinary(path); err != nil {
			return nil, err
		}
	}
	file, err := foreign.Open(r.Golden)
	missing := errors.Is(err, fs.ErrNotExist)
	if err == nil {
		defer func() { _ = file.Close() }()
	}
	if err := c.look(r, missing); err != nil {
		return nil, err
	}
	if missing {
		return nil, errNoGolden
	}
	if err != nil {
		return nil, err
	}
	golden := newReader(file)
	h, err := readHead(golden)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Golden, err)
	}
	comparison := &comparison{golden: golden, key: h.form.key(), limit: c.Limit}
	err = c.decode(r, h.form, c.Settings(r.Golden, h.settings), comparison.add)
	r.Count, r.Changes = comparison.found.count, comparison.found.changes
	var fault *LineError
	if errors.As(err, &fault) {
		err = fmt.Errorf("%s: %w", r.Golden, err)
	}
	return h, err
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

// decode gives the entries of a capture to emit.
func (c *Config) decode(r *Result, f form, settings []Setting, emit func(*entry) error) error {
	options, err := c.Decode(r.Golden, slices.DeleteFunc(slices.Clone(settings), isFull))
	if err != nil {
		return fmt.Errorf("%s: %w", r.Golden, err)
	}
	options.Jobs = 1 // captures are decoded at once, not parts of one
	capture, err := decode.OpenFile(r.Capture, options)
	if err != nil {
		return err
	}
	defer func() { _ = capture.Close() }()
	d := &decoded{capture: capture, form: f}
	err = d.entries(emit)
	r.Messages, r.Damaged = d.messages, d.damaged
	return err
}

func isFull(s Setting) bool { return s.Name == Full }

// manyMessages is how many messages a golden has one by one, unless it is to be full. 2,000
// of them take half a megabyte, with long ones two.
const manyMessages = 2000

// errEnough ends a run that was made to count.
var errEnough = errors.New("enough")

// update writes the golden if it is not what it should be. old is the head of the one that
// is there, nil if there is none that can be read.
func (c *Config) update(r *Result, old *head) {
	if r.State == NoCapture || r.State == Failed && !canRewrite(r.Err) {
		return
	}
	var kept []Setting
	if old != nil {
		kept = old.settings
	}
	h := &head{form: messages, settings: c.Settings(r.Golden, kept)}
	err := c.chooseForm(r, h)
	if old != nil {
		c.compareHeads(r, old, h)
	}
	if err == nil && (r.State != Same || !bytes.Equal(old.entry().text, h.entry().text)) {
		if r.State != Created {
			r.State = Updated
		}
		err = c.write(r, h)
	}
	if err != nil {
		r.State, r.Err = Failed, err
	}
	if r.State == Created {
		r.Err = nil
	}
}

// compareHeads puts first what changes in how a capture is decoded or kept: it may explain
// the rest.
func (c *Config) compareHeads(r *Result, old, now *head) {
	comparison := comparison{limit: c.Limit}
	comparison.compareEntries(old.entry(), now.entry())
	changes := slices.Concat(comparison.found.changes, r.Changes)
	r.Changes = changes[:min(len(changes), c.Limit)]
	r.Count += comparison.found.count
}

// canRewrite tells a golden with a bad line from a capture that cannot be read, and from a
// file that is no golden at all.
func canRewrite(err error) bool {
	var fault *LineError
	return errors.As(err, &fault) && !errors.Is(err, errNotGolden)
}

// chooseForm takes sums if there are too many messages to keep them one by one.
func (c *Config) chooseForm(r *Result, h *head) error {
	if slices.ContainsFunc(h.settings, isFull) {
		return nil
	}
	count, scratch := 0, *r
	err := c.decode(&scratch, messages, h.settings, func(*entry) error {
		if count++; count > manyMessages+1 { // the capture as a whole is an entry too
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		h.form, err = blocks, nil
	}
	return err
}

// write writes the golden under another name and then gives it its own.
func (c *Config) write(r *Result, h *head) error {
	if c.DryRun {
		err := c.decode(r, h.form, h.settings, func(*entry) error { return nil })
		return err
	}
	folder := filepath.Dir(r.Golden)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := atomicfile.Create(r.Golden)
	if err != nil {
		return err
	}
	if err := c.print(file, r, h); err != nil {
		file.Discard()
		return err
	}
	return file.Commit()
}

// print writes all entries of a golden.
func (c *Config) print(w io.Writer, r *Result, h *head) error {
	b := bufio.NewWriterSize(w, 64<<10)
	if _, err := b.Write(h.entry().text); err != nil {
		return err
	}
	err := c.decode(r, h.form, h.settings, func(e *entry) error {
		e.complete()
		_, err := b.Write(e.text)
		return err
	})
	if err != nil {
		return err
	}
	return b.Flush()
}
