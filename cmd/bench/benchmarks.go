package main

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// benchmark is what `go test -bench` said about one benchmark: all its runs, by unit.
type benchmark struct {
	folder string // of its package in the module
	name   string // without "Benchmark" and the number of processors
	runs   map[string][]float64
}

// batchFolder is the package of the cipher, and batchForms are its forms that work on many
// datagrams.
const batchFolder = "decode/cipher"

var batchForms = []string{"portable", "avx2"}

// benchmarks are those of a run, in its order.
type benchmarks []*benchmark

func (all benchmarks) named(folder, name string) *benchmark {
	i := slices.IndexFunc(all, func(b *benchmark) bool { return b.folder == folder && b.name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// value is the median of a unit, such as "ns/op"; ok is false if it was not measured.
func (all benchmarks) value(folder, name, unit string) (v float64, ok bool) {
	b := all.named(folder, name)
	if b == nil || len(b.runs[unit]) == 0 {
		return 0, false
	}
	return median(b.runs[unit], meanFloat), true
}

// readBenchmarks reads the text of `go test -bench`. A file that is not there has none.
func readBenchmarks(path string) (all benchmarks, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	folder := ""
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 2 && words[0] == "pkg:":
			folder = strings.TrimPrefix(words[1], "bcdump/")
		case len(words) >= 4 && strings.HasPrefix(words[0], "Benchmark"):
			all = all.add(folder, words)
		}
	}
	return all, lines.Err()
}

// add takes one line: name, number of operations, then values with their units.
func (all benchmarks) add(folder string, words []string) benchmarks {
	name := strings.TrimPrefix(words[0], "Benchmark")
	if dash := strings.LastIndexByte(name, '-'); dash > 0 {
		if _, err := strconv.Atoi(name[dash+1:]); err == nil {
			name = name[:dash]
		}
	}
	b := all.named(folder, name)
	if b == nil {
		b = &benchmark{folder: folder, name: name, runs: map[string][]float64{}}
		all = append(all, b)
	}
	for i := 2; i+1 < len(words); i += 2 {
		if v, err := strconv.ParseFloat(words[i], 64); err == nil {
			b.runs[words[i+1]] = append(b.runs[words[i+1]], v)
		}
	}
	return all
}
