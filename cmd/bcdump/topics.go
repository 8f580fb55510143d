package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"bcdump/decode"
	"bcdump/decode/filter"
)

// Exit statuses; `bcdump help exit-status` explains them.
const (
	exitOK      = 0
	exitNothing = 1 // a file cannot be read or written; or a command found something
	exitUsage   = 2 // wrong use
	exitDamaged = 3 // the capture is damaged or cut; the rest was decoded
	exitNoGame  = 4 // a capture has no datagram of the game

	exitInterrupted = 130 // Ctrl-C; what had been read was decoded
)

const exitStatusHelp = `Exit status of bcdump:

  0   everything readable was decoded; game messages that cannot be decoded are not
      an error: they are shown as bytes
  1   a file cannot be read or written, or is not a capture; or "bcdump verify" found
      a change or a missing file, "bcdump check" a broken rule, "bcdump diff" a
      difference, "bcdump desync --fail" a finding, in damaged captures too
  2   wrong use: unknown flag, bad filter, a name that nobody has
  3   the capture is damaged or cut: what could be decoded was written, and a
      warning names file and byte offset
  4   a capture has no datagram of the game, GameSpy and entity-state included: a
      warning says what it has. "bcdump verify" has 0 if the golden says the same
130   Ctrl-C: the report covers what had been read until then. A second Ctrl-C ends
      the program at once

If several hold, for one file or for several, the first of these counts: 130, 1, 3, 4.

A closed pipe, as in "bcdump decode FILE | head", ends the program with status 0.
`

// status is an error whose message has been printed already.
type status int

func (status) Error() string { return "" }

// closedPipe reports that the reader of the output has gone, which is no error.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

const filterLanguage = `A filter keeps the messages for which an expression is true:

  bcdump decode -f 'opcode == 0x1C && dir == "C>S" && fields.speed > 5' FILE

Names are the keys of the JSON output; fields of messages begin with "fields.".

  == != < <= > >=        compare; hex keys take numbers and "0x1C" alike
  && || !                also: and, or, not; parentheses group
  in [..], in 1..5       one of a list, within a range (both ends included)
  contains               part of a text, element of a list
  matches                regular expression (RE2)
  NAME                   true if the key is there and not false

A test on a key that a message does not have is false, and != is the opposite of
==. A key that leads through a list is tested on every element; one that holds is
enough. Elements are chosen by index: fields.position[2] > 0.

Examples:

  name == "Chat"                             older names work too: "ChatMessage"
  fields.object_id == 0x3FFFFFFF && fields.position
  fields.flags contains "CLOAK"
  notes contains "retransmit"
  src == "10.0.0.1" && time >= "2026-02-14T22:08:00Z"

Keys:
`

// filterHelp explains the language and lists the keys. Keys of entity-state are listed only on request.
func filterHelp(entities bool) string {
	var b strings.Builder
	b.WriteString(filterLanguage)
	keys := decode.Schema().Keys()
	slices.SortStableFunc(keys, func(a, b filter.Key) int { return cmp.Compare(fmt.Sprint(a.Apart), fmt.Sprint(b.Apart)) })
	for i, key := range keys {
		if key.Apart && !keys[i-1].Apart {
			if !entities {
				b.WriteString("\nKeys of entity-state, the protocol of another game: bcdump help filter --proto entity-state\n")
				break
			}
			b.WriteString("\nKeys of entity-state, the protocol of another game:\n")
		}
		text := fmt.Sprintf("  %-*s %s", pathRoom, key.Path, key.About)
		if len(key.Path) > pathRoom {
			text = fmt.Sprintf("  %s\n  %*s %s", key.Path, pathRoom, "", key.About)
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

// notesHelp explains the codes of notes.
func notesHelp() string {
	var b strings.Builder
	b.WriteString("Notes on messages, by code. A filter finds them: notes contains \"gap\"\n")
	for _, m := range decode.Codes() {
		fmt.Fprintf(&b, "\n%s: %s\n  Cause:  %s\n  Effect: %s\n", m.Code, m.Text, m.Cause, m.Effect)
	}
	return b.String()
}

// pathRoom is how wide the column of keys is; what is said of a longer one stands below it.
const pathRoom = 28
