// Command bcdump reads captures of the multiplayer traffic of Star Trek: Bridge
// Commander and says what is in them.
//
// This package holds flags, streams and exit codes; package decode reads
// captures, package report prints.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A closed pipe is met as a write error, which ends the program quietly.
	signal.Ignore(syscall.SIGPIPE)
	s := systemStreams()
	s.interrupts = catchSignals()
	s.takeMemory = memory.take
	os.Exit(run(os.Args[1:], s))
}
