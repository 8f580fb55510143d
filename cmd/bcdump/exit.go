package main

import (
	"errors"
	"io"
	"syscall"
)

// Exit statuses; `bcdump help exit-status` explains them.
const (
	exitOK      = 0
	exitNothing = 1 // nothing could be done
	exitUsage   = 2 // wrong use
	exitDamaged = 3 // the capture is damaged or cut; the rest was decoded

	exitInterrupted = 130 // Ctrl-C; what had been read was decoded
)

const exitStatusHelp = `Exit status of bcdump:

  0   everything readable was decoded; game messages that cannot be decoded are not
      an error: they are shown as bytes
  1   nothing could be done: no such file, not a capture; of "bcdump verify": a
      capture is not what its golden says, or one of the two is missing; of
      "bcdump check": a rule is broken; of "bcdump diff": something is different.
      Both in damaged captures too
  2   wrong use: unknown flag, bad filter
  3   the capture is damaged or cut: what could be decoded was written, and a
      warning names file and byte offset
130   Ctrl-C: the report covers what had been read until then. A second Ctrl-C ends
      the program at once

A closed pipe, as in "bcdump decode FILE | head", ends the program with status 0.
`

// status is an error whose message has been printed already.
type status int

func (status) Error() string { return "" }

// closedPipe reports that the reader of the output has gone, which is no error.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
