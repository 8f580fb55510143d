package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"bcdump/decode"
	"bcdump/internal/foreign"
	"bcdump/report/dataset"
	"bcdump/report/figures"
	"bcdump/report/rows"
	"bcdump/report/verify"
)

// task is what to do with each capture. It goes to all machines that work.
type task struct{ Job, Input, Output, Goldens, Program string }

// Outcome is what came out for a capture. Beam carries it from the machine that did it to the one that
// gathers.
type Outcome struct {
	Name, Path string
	Skipped    bool   // it was done before
	Failure    string // "", damaged or unreadable
	Message    string // of the failure
	Offset     int64  // of the first damage, into the capture or what it holds compressed
	Frame      int64  // the last one before it
	Places     int64  // that are damaged
	Result     string // of verify: the row
}

// Failures.
const (
	damaged    = "damaged"    // what could be read was delivered
	unreadable = "unreadable" // nothing was
)

// do does the task with a capture. What is wrong with the capture stands in the outcome; an error is
// one of the place for the results.
func (t *task) do(ctx context.Context, file string) (o Outcome, err error) {
	o = Outcome{Name: nameOf(t.Input, file), Path: file}
	c, err := fetch(ctx, file)
	if err != nil {
		return o.unreadable(err), nil
	}
	defer c.remove()
	defer func() {
		if x := recover(); x != nil { // a fault of the program is no reason to leave out other captures
			o, err = o.unreadable(fmt.Errorf("bcdump failed: %v", x)), nil
		}
	}()
	if to := storeAt(ctx, t.Output); t.Job == jobTables {
		err = t.export(to, c, &o)
	} else {
		err = t.verify(ctx, to, c, &o)
	}
	if c.err != nil {
		return o.unreadable(c.err), nil
	}
	return o, err
}

func (o Outcome) unreadable(err error) Outcome {
	o.Failure, o.Message = unreadable, err.Error()
	return o
}

func (o *Outcome) damaged(d *figures.Damage, places int64) {
	if d != nil {
		o.Failure, o.Message, o.Offset, o.Frame, o.Places = damaged, d.Text, d.Offset, d.Frame, places
	}
}

// fetched is a capture on this machine.
type fetched struct {
	local, file, sum string
	bytes            int64
	remove           func()
	err              error // why it cannot be read
}

func fetch(ctx context.Context, file string) (*fetched, error) {
	local, remove, err := localCopy(ctx, file)
	if err != nil {
		return nil, err
	}
	c := &fetched{local: local, file: path.Base(file), remove: remove}
	if c.sum, c.bytes, err = dataset.FileSum(local); err != nil {
		remove()
	}
	return c, err
}

// open opens the capture: one worker, for there are other captures.
func (c *fetched) open() (capture *decode.Capture, err error) {
	capture, c.err = decode.OpenFile(c.local, decode.Options{Jobs: 1})
	return capture, c.err
}

// export writes the tables of a capture.
func (t *task) export(to dataset.Store, c *fetched, o *Outcome) error {
	result, err := dataset.Export(to, &dataset.Source{
		Name: o.Name, File: c.file, Open: c.open,
		Sum: func() (string, int64, error) { return c.sum, c.bytes, nil },
	}, dataset.Options{Program: t.Program})
	if err != nil {
		return err
	}
	o.Skipped = result.Skipped
	return o.readDamage(to)
}

// readDamage finds in the table of captures what was damaged, now or when the capture was exported.
func (o *Outcome) readDamage(from dataset.Store) error {
	name := dataset.FileName("captures", o.Name)
	r, err := from.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	file, err := io.ReadAll(foreign.New(r, mostKept))
	if err != nil {
		return err
	}
	list, err := parquet.Read[rows.Capture](bytes.NewReader(file), int64(len(file)))
	if err != nil || len(list) != 1 {
		*o = o.unreadable(fmt.Errorf("%s: %d rows, %v", name, len(list), err))
		return nil
	}
	if row := &list[0]; row.Damages > 0 {
		d := figures.Damage{Text: row.Damage}
		if row.DamageOffset != nil && row.DamageFrame != nil {
			d.Offset, d.Frame = *row.DamageOffset, *row.DamageFrame
		}
		o.damaged(&d, row.Damages)
	}
	return nil
}

// write writes a file of the results.
func write(to dataset.Store, name string, content func(io.Writer) error) error {
	f, err := to.Create(name)
	if err != nil {
		return err
	}
	if err := content(f); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// Verified is a row of the table of what captures are held against their goldens.
type Verified struct {
	Capture  string `parquet:"capture"`
	State    string `parquet:"state,dict"` // of verify.State: "ok", "differs", "no golden", "failed"
	Messages int64  `parquet:"messages"`
	Damaged  bool   `parquet:"damaged"`
	Changes  int64  `parquet:"changes"`
	First    string `parquet:"first_change"` // where the first one is
	Message  string `parquet:"message"`      // why there is nothing to compare
	// Key is the sums of capture, golden and program: what is the same again is not verified again.
	Key string `parquet:"key"`
}

// verify holds a capture against its golden.
func (t *task) verify(ctx context.Context, to dataset.Store, c *fetched, o *Outcome) error {
	one := verify.Case{Capture: c.local, Golden: c.local + verify.Extension}
	there := o.Path + verify.Extension
	if t.Goldens != "" {
		there = strings.TrimSuffix(t.Goldens, "/") + "/" + o.Name + verify.Extension
	}
	local, remove, err := localCopy(ctx, there)
	if err == nil {
		defer remove()
		one.Golden = local
	}
	sum, _, _ := dataset.FileSum(one.Golden)
	row := Verified{Capture: o.Name, Key: c.sum + " " + sum + " " + t.Program}
	name := "verify/" + dataset.Escape(o.Name) + ".json"
	if o.Skipped = sum != "" && known(to, name, &row); !o.Skipped {
		row.hold(one, c)
		if err := write(to, name, func(w io.Writer) error { return json.NewEncoder(w).Encode(&row) }); err != nil {
			return err
		}
	}
	text, err := json.Marshal(&row)
	o.Result = string(text)
	switch {
	case row.State == string(verify.Failed):
		o.Failure, o.Message = unreadable, row.Message
	case row.Damaged:
		o.Failure, o.Message = damaged, "the capture is damaged; the job tables says where"
	}
	return err
}

// mostKept is how large a file with what is known of one capture is at most, in bytes.
const mostKept = 4 << 20

// known reads the row of a capture that was verified before, if capture, golden and program are the
// same.
func known(from dataset.Store, name string, row *Verified) bool {
	r, err := from.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = r.Close() }()
	var old Verified
	if json.NewDecoder(foreign.New(r, mostKept)).Decode(&old) != nil || old.Key != row.Key {
		return false
	}
	*row = old
	return true
}

// hold verifies a capture.
func (v *Verified) hold(one verify.Case, c *fetched) {
	config := verify.Config{
		Settings: func(_ string, kept []verify.Setting) []verify.Setting { return kept },
		Decode: func(_ string, kept []verify.Setting) (decode.Options, error) {
			for _, s := range kept {
				return decode.Options{}, fmt.Errorf(`the golden keeps --%s; hold the capture against it with "bcdump verify"`, s.Name)
			}
			return decode.Options{}, nil
		},
		Jobs: 1, Limit: 1,
	}
	_ = verify.Run([]verify.Case{one}, &config, func(r *verify.Result) error {
		v.State, v.Messages, v.Damaged, v.Changes = string(r.State), r.Messages, r.Damaged, r.Count
		if r.Err != nil {
			v.Message = r.Err.Error()
		}
		if len(r.Changes) > 0 {
			v.First = r.Changes[0].Where()
		}
		return nil
	})
}

// Failure is a row of the table of captures of which not everything could be read.
type Failure struct {
	Capture string `parquet:"capture"`
	Path    string `parquet:"path"`
	Failure string `parquet:"failure,dict"` // "damaged": what could be read is there; "unreadable": nothing is
	Message string `parquet:"message"`
	Offset  int64  `parquet:"offset"` // bytes into the capture, or into what it holds compressed, of the first damage
	Frame   int64  `parquet:"frame"`  // the last one before it
	Places  int64  `parquet:"places"` // that are damaged
}

// finish writes what is told of all captures together, in the order of their names.
func (t *task) finish(ctx context.Context, all []Outcome) error {
	slices.SortFunc(all, func(a, b Outcome) int { return cmp.Compare(a.Name, b.Name) })
	to := storeAt(ctx, t.Output)
	failures := []Failure{}
	for i := range all {
		if o := &all[i]; o.Failure != "" {
			failures = append(failures, Failure{o.Name, o.Path, o.Failure, o.Message, o.Offset, o.Frame, o.Places})
		}
	}
	if err := writeTable(to, "failures/part-0.parquet", failures); err != nil {
		return err
	}
	if t.Job == jobVerify {
		return gatherVerified(to, all)
	}
	return nil
}

func writeTable[T any](to dataset.Store, name string, list []T) error {
	return write(to, name, func(w io.Writer) error {
		table := parquet.NewGenericWriter[T](w, parquet.CreatedBy("bcdump", "1", "parquet-go"))
		if _, err := table.Write(list); err != nil {
			return err
		}
		return table.Close()
	})
}

func gatherVerified(to dataset.Store, all []Outcome) error {
	list := []Verified{}
	for i := range all {
		if all[i].Result == "" {
			continue
		}
		var row Verified
		if err := json.NewDecoder(bytes.NewBufferString(all[i].Result)).Decode(&row); err != nil {
			return err
		}
		list = append(list, row)
	}
	return writeTable(to, "verify/part-0.parquet", list)
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
