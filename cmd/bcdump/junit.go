package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"bcdump/internal/atomicfile"
	"bcdump/report/verify"
)

// junitFile keeps the test cases of --junit in a file of their own until the sums that stand before
// them are known. nil = there is no --junit.
type junitFile struct {
	*verify.JUnit
	cases    *atomicfile.File // goes when the program ends, whatever ends it
	buffered *bufio.Writer
}

// checkJUnit refuses to write over what is read, before the work and not after it.
func (r *verifyRun) checkJUnit() error {
	if r.junit == "" {
		return nil
	}
	if err := checkTarget(r.junit, r.inputs); err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	return nil
}

func (r *verifyRun) newJUnit() (*junitFile, error) {
	if r.junit == "" {
		return nil, nil
	}
	cases, err := atomicfile.Temporary("bcdump-junit-*")
	if err != nil {
		return nil, fmt.Errorf("--junit: %w", err)
	}
	j := &junitFile{cases: cases, buffered: bufio.NewWriter(cases)}
	j.JUnit = verify.NewJUnit(j.buffered)
	return j, nil
}

func (j *junitFile) add(one *verify.Result) error {
	if j == nil {
		return nil
	}
	return j.Add(one)
}

func (j *junitFile) discard() {
	if j != nil {
		j.cases.Discard()
	}
}

// writeJUnit writes the file of --junit.
func (r *verifyRun) writeJUnit(j *junitFile) error {
	if j == nil {
		return nil
	}
	junit := r.reading
	junit.write = r.junit
	return junit.into(func(w io.Writer) (int, error) { return exitOK, j.copyTo(w) })
}

func (j *junitFile) copyTo(w io.Writer) error {
	if err := j.buffered.Flush(); err != nil {
		return err
	}
	cases, err := os.Open(j.cases.Name())
	if err != nil {
		return err
	}
	defer func() { _ = cases.Close() }()
	return j.Write(w, cases)
}
