package main

import (
	"os"

	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// broken is a protocol with a fault in it, in the place of GameSpy: BROKEN_WHEN says where it is.
type broken struct{}

// brokenMain is the program with that protocol.
func brokenMain() {
	record.Register(record.GameSpy, broken{})
	main()
}

func fails(when string) {
	if os.Getenv("BROKEN_WHEN") == when {
		panic("broken when " + when)
	}
}

func (broken) Decode(*record.Decoder, *record.Record, *record.Content) { fails("decoded") }
func (broken) Book(*record.Ledger, *record.Record)                     {}
func (broken) Opcode(*record.Record) (opcode uint8, ok bool)           { return 0, false }
func (broken) Length(*record.Record) int                               { return 0 }
func (broken) Undecoded(*record.Record) bool                           { return false }

// Name is asked for first while the capture is read, of messages that cannot be seen yet.
func (broken) Name(*record.Record) string {
	fails("read")
	return ""
}

func (broken) Spans(*record.Record) (spans []wire.Span, values []string) {
	fails("drawn")
	return nil, nil
}
