package main

import (
	"io"
	"strings"
)

// attack is what a case does to the program.
type attack interface {
	// check does it and gives the first promise that is broken.
	check() *finding
	// about says what is done, a line each, for people. The first line is a name.
	about() []string
	// capture is what gets decoded.
	capture() io.Reader
}

// demanding is an attack that may take several times as much memory as others: a page holds the figures
// of all reports at once.
type demanding interface {
	attack
	times() int64
}

// divisible is an attack of steps, some of which a finding may not need.
type divisible interface {
	attack
	steps() int
	without(step int) divisible
}

// skipped is an attack that this machine, or these captures, do not allow.
type skipped struct{}

func (skipped) check() *finding    { totals.skipped++; return nil }
func (skipped) about() []string    { return []string{"nothing"} }
func (skipped) capture() io.Reader { return strings.NewReader("") }
