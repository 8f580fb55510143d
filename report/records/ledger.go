package records

import (
	"fmt"

	"bcdump/decode"
	"bcdump/report/terminal"
)

// LedgerText says who owns the bytes of a capture, one line per owner that has any.
func LedgerText(name string, l *decode.Ledger) string {
	var b []byte
	say := func(format string, args ...any) {
		b = terminal.AppendLine(b, terminal.Span{Text: fmt.Sprintf(format, args...)})
	}
	say("%s: %d bytes of UDP payload", name, l.Total)
	line := func(n int64, what string) {
		if n != 0 {
			say("%12d  %5.1f %%  %s", n, 100*float64(n)/float64(max(l.Total, 1)), what)
		}
	}
	line(l.Header, "headers of game datagrams")
	line(l.Framing, "headers of transport messages")
	line(l.Fields, "fields")
	line(l.Repeats, "retransmitted fragments")
	line(l.Parts, "fragments of incomplete messages")
	line(l.Trailing, "after the last field")
	line(l.Raw, "unknown layout")
	line(l.Unread, "unreadable or cut")
	line(l.EntityState, "entity-state messages")
	line(l.GameSpy, "GameSpy texts")
	line(l.Foreign, "datagrams of no known protocol")
	line(l.Total-l.Sum(), "in no account: this is a bug")
	say("%21.2f %%  of the game's bytes explained", 100*l.Explained())
	return string(b)
}
