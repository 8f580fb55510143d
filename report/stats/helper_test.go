package stats_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// collected is the report of captures, all with the same bytes or not.
func collected(t testing.TB, o stats.Options, captures ...*decode.Capture) figures.Stats {
	t.Helper()
	s := stats.New(o)
	for _, c := range captures {
		must.Do(t, s.File(c.Name(), c))
	}
	return s.Report()
}

// report is the report of one capture.
func report(t testing.TB, name string, raw []byte, o stats.Options) figures.Stats {
	t.Helper()
	return collected(t, o, reporttest.Open(t, name, raw, decode.Options{Filter: reporttest.FilterOf(t, o.Filter)}))
}

// oneWay is a report without rows of both directions, for those who add rows up.
func oneWay(s figures.Stats) figures.Stats {
	s.Types = without(s.Types, func(x figures.Type) string { return x.Dir })
	s.Opcodes = without(s.Opcodes, func(x figures.Opcode) string { return x.Dir })
	s.Flags = without(s.Flags, func(x figures.Flags) string { return x.Dir })
	s.Usage = without(s.Usage, func(x figures.Usage) string { return x.Dir })
	s.Bandwidth.Buckets = without(s.Bandwidth.Buckets, func(x figures.Bucket) string { return x.Dir })
	s.Bandwidth.Rates = without(s.Bandwidth.Rates, func(x figures.Rate) string { return x.Dir })
	return s
}

func without[T any](rows []T, dir func(T) string) []T {
	return slices.DeleteFunc(slices.Clone(rows), func(x T) bool { return dir(x) == figures.BothDirections })
}

// checkBoth adds up rows of each direction: a row of both has the sum.
func checkBoth(t *testing.T, s *figures.Stats) {
	t.Helper()
	sums := map[bool]map[string]int64{false: {}, true: {}}
	add := func(dir, key string, n ...int64) {
		for i, n := range n {
			sums[dir == figures.BothDirections][fmt.Sprint(key, " ", i)] += n
		}
	}
	for _, x := range s.Types {
		add(x.Dir, fmt.Sprint("type ", x.Type, x.Link), x.Count, x.Bytes)
	}
	for _, x := range s.Opcodes {
		add(x.Dir, fmt.Sprint("opcode ", x.Proto, x.Opcode, x.Link, x.ObjectID), x.Count, x.Unique, x.Bytes)
	}
	for _, x := range s.Flags {
		add(x.Dir, fmt.Sprint("flags ", x.DirtyFlags, x.Link, x.ObjectID), x.Count, x.Bytes)
	}
	for _, x := range s.Usage {
		add(x.Dir, "usage "+x.Group+x.What, x.Count, x.Bytes)
	}
	for _, x := range s.Bandwidth.Buckets {
		if x.Dir == "" {
			continue
		}
		add(x.Dir, fmt.Sprint("bucket ", x.T, x.Proto, x.Link), x.Datagrams, x.Bytes)
		for what, n := range x.ByOpcode {
			add(x.Dir, fmt.Sprint("bucket ", x.T, x.Proto, x.Link, what), n)
		}
	}
	for _, x := range s.Bandwidth.Rates {
		add(x.Dir, fmt.Sprint("rate ", x.Proto, x.Link), x.Datagrams, x.Bytes)
	}
	if diff := gocmp.Diff(sums[false], sums[true]); diff != "" || len(sums[true]) == 0 && s.Datagrams.BC > 0 {
		t.Errorf("rows of both directions (-sum of each +row)\n%s", diff)
	}
}

// battleWithTrouble is a capture with losses, repeats, cut and fragmented datagrams.
func battleWithTrouble(t testing.TB, dialect message.Dialect, datagrams int64) []byte {
	t.Helper()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{
		Players: 8, Datagrams: datagrams, Seed: 7, Start: reporttest.Start,
		Loss: 0.02, Duplicate: 0.01, Reorder: 0.02, GameSpy: 2, Noise: 5, Dialect: dialect,
	}, recorder.Options{Start: reporttest.Start, Fragment: 400, SnapLength: 300}))(t)
	return raw.Bytes()
}

// update is a StateUpdate with a combination of flags.
func update(flags uint8, n int) []byte {
	m := &message.StateUpdate{
		ObjectID: 0x3FFFFFFF + uint32(n%2)<<18, GameTime: float32(n) / 32, DirtyFlags: flags,
		Power: []message.PowerSetting{{Index: 1, Value: 204}},
	}
	m.HasHash = flags&message.FlagWeapons != 0
	m.Subsystems.Raw = []byte{0, 255, 255, 0x20}
	return message.Append(nil, 0x1C, m)
}
