// Package libfuzzer lets libFuzzer drive Go fuzz targets as they are, with the testing package
// of the standard library. tools/oss-fuzz.sh lays it over the project, beside a test file for each
// package that fills in Targets and Dir, and makes a C archive of that package's tests.
//
// In: libFuzzer's bytes. Out: calls of what the target gave to F.Fuzz, each with a T of its own. A
// program is one target: the one that its own name ends with. With BCDUMP_SEEDS=FOLDER it
// writes what the target gave to F.Add into that folder, as inputs for libFuzzer, and ends.
package libfuzzer

// #include <stdlib.h>
import "C"

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// Targets has the fuzz targets of a package by name; Dir is its folder within the project.
var (
	Targets = map[string]func(*testing.F){}
	Dir     string
)

// entry is what the testing package hands to a fuzzer: internal/fuzz.CorpusEntry.
type entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var (
	types        []reflect.Type    // what the target takes behind its T
	call         func(entry) error // runs the target once
	handed       = make(chan bool) // is closed when call is there
	inside, home string            // the folder of the package, and the one we were started in
)

// LLVMFuzzerInitialize runs the target as far as F.Fuzz, twice: as the testing package's
// coordinator, which is told types and seeds, and as its worker, which is told what to call.
//
//export LLVMFuzzerInitialize
func LLVMFuzzerInitialize(_ *C.int, argv ***C.char) C.int {
	debug.SetTraceback("crash") // what another goroutine panics with ends in abort too
	program := C.GoString(**argv)
	base := filepath.Base(program)
	name := base[strings.LastIndex(base, "Fuzz"):]
	enter(filepath.Dir(program))
	os.Args = []string{program, "-test.run=^$", "-test.fuzz=^" + name + "$", "-test.fuzzcachedir=."}
	if start(name) != 0 {
		panic(name + " fails before F.Fuzz")
	}
	check(flag.Set("test.fuzzworker", "true"))
	go start(name)
	<-handed
	check(os.Chdir(home))
	return 0
}

// LLVMFuzzerTestOneInput runs the target with an input. Go's own crash would leave without
// libFuzzer noticing; abort has it keep the input.
//
//export LLVMFuzzerTestOneInput
func LLVMFuzzerTestOneInput(data *C.char, size C.size_t) C.int {
	check(os.Chdir(inside))
	err := call(entry{Values: values(C.GoBytes(unsafe.Pointer(data), C.int(size)), types)})
	check(os.Chdir(home))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		C.abort()
	}
	return 0
}

// enter goes to the package's folder, where its tests run: in the project, or in the copy of
// its files beside the program.
func enter(beside string) {
	var err error
	home, err = os.Getwd()
	check(err)
	inside, err = filepath.Abs(filepath.Join(beside, "bcdump", Dir))
	check(err)
	check(os.Chdir(inside))
}

func start(name string) int {
	target := []testing.InternalFuzzTarget{{Name: name, Fn: Targets[name]}}
	return testing.MainStart(deps{}, nil, nil, target, nil).Run()
}

// deps is what the generated main of a test gives to the testing package, with a fuzzer of ours.
type deps struct{}

func (deps) CoordinateFuzzing(_ time.Duration, _ int64, _ time.Duration, _ int64, _ int,
	seeds []entry, t []reflect.Type, _, _ string,
) error {
	types = t
	if folder := os.Getenv("BCDUMP_SEEDS"); folder != "" {
		for i, s := range seeds {
			check(os.WriteFile(filepath.Join(folder, fmt.Sprint(i)), input(s.Values), 0o644))
		}
		os.Exit(0)
	}
	return nil
}

func (deps) RunFuzzWorker(target func(entry) error) error {
	call = target
	close(handed)
	select {}
}

func (deps) MatchString(pattern, name string) (bool, error) { return regexp.MatchString(pattern, name) }

func (deps) ReadCorpus(string, []reflect.Type) ([]entry, error) { return nil, nil }
func (deps) CheckCorpus([]any, []reflect.Type) error            { return nil }
func (deps) ResetCoverage()                                     {}
func (deps) SnapshotCoverage()                                  {}
func (deps) ImportPath() string                                 { return "" }
func (deps) ModulePath() string                                 { return "" }
func (deps) SetPanicOnExit0(bool)                               {}
func (deps) StartCPUProfile(io.Writer) error                    { return nil }
func (deps) StopCPUProfile()                                    {}
func (deps) StartTestLog(io.Writer)                             {}
func (deps) StopTestLog() error                                 { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error        { return nil }
func (deps) InitRuntimeCoverage() (mode string, tearDown func(string, string) (string, error), snapshot func() float64) {
	return "", nil, nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
