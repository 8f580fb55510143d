package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// store is what the runs for a document have measured so far, so that it can be filled in parts.
type store struct {
	Runs   map[string]string // what there is to say about each, by when it began
	Series []series
}

// series are the samples of a command, of one run.
type series struct {
	Name      string
	Datagrams int
	Run       string
	Wall, CPU []time.Duration
	Peak      []int64
}

func (o *options) storePath() string { return filepath.Join(o.folder, "measured.json") }

// combine adds to a document what earlier runs have measured and this one has not, and keeps all of
// it for the next one.
func (d *document) combine() error {
	var s store
	text, err := os.ReadFile(d.storePath())
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.update(d)
	s.fill(d)
	if text, err = json.Marshal(&s); err != nil {
		return err
	}
	return os.WriteFile(d.storePath(), text, 0o644)
}

// update replaces what was measured again, in its place, and appends what is new.
func (s *store) update(d *document) {
	for _, c := range d.commands {
		x := d.series(&c)
		i := slices.IndexFunc(s.Series, func(y series) bool { return y.Name == c.name && y.Datagrams == c.datagrams })
		if i < 0 {
			s.Series = append(s.Series, x)
		} else {
			s.Series[i] = x
		}
	}
	slices.SortStableFunc(s.Series, func(a, b series) int { return a.Datagrams - b.Datagrams })
	if s.Runs == nil {
		s.Runs = map[string]string{}
	}
	s.Runs[d.begun] = d.about()
	maps.DeleteFunc(s.Runs, func(begun, _ string) bool {
		return !slices.ContainsFunc(s.Series, func(x series) bool { return x.Run == begun })
	})
}

func (d *document) series(c *command) series {
	x := series{Name: c.name, Datagrams: c.datagrams, Run: d.begun}
	for _, m := range d.measured[key{c.name, c.datagrams}] {
		x.Wall, x.CPU, x.Peak = append(x.Wall, m.wall), append(x.CPU, m.cpu), append(x.Peak, m.peak)
	}
	return x
}

// fill lets a document hold everything that is stored.
func (s *store) fill(d *document) {
	d.runs, d.commands, d.measured, d.sizes = s.Runs, nil, results{}, nil
	for _, x := range s.Series {
		k := key{x.Name, x.Datagrams}
		d.commands = append(d.commands, command{name: x.Name, datagrams: x.Datagrams})
		for i := range x.Wall {
			d.measured[k] = append(d.measured[k], sample{wall: x.Wall[i], cpu: x.CPU[i], peak: x.Peak[i], run: x.Run})
		}
		if x.Datagrams > 0 && !slices.Contains(d.sizes, x.Datagrams) {
			d.sizes = append(d.sizes, x.Datagrams)
		}
	}
}
