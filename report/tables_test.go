package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/ship"
	"bcdump/report"
)

// tableOf gives what write prints.
func tableOf(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTablesEndClean looks at every table that there is.
func TestTablesEndClean(t *testing.T) {
	all := tableOf(t, func(w io.Writer) error { return report.WriteOpcodes(w, report.Opcodes()) })
	for _, o := range report.Opcodes() {
		all += tableOf(t, func(w io.Writer) error { return report.WriteOpcode(w, o) })
	}
	all += tableOf(t, func(w io.Writer) error { return report.WriteEntityMessages(w, report.EntityMessages()) })
	for _, o := range report.EntityMessages() {
		all += tableOf(t, func(w io.Writer) error { return report.WriteOpcode(w, o) })
	}
	ships := report.Ships(ship.Stock())
	all += tableOf(t, func(w io.Writer) error { return report.WriteShips(w, ships) })
	for _, s := range ships {
		all += tableOf(t, func(w io.Writer) error { return report.WriteShip(w, s) })
	}
	for line := range strings.Lines(all) {
		if strings.TrimRight(line, " \n")+"\n" != line {
			t.Fatalf("blanks at the end of %q", line)
		}
	}
}

func TestLedgerText(t *testing.T) {
	l := decode.Ledger{Total: 1000, Header: 20, Framing: 80, Fields: 700, Repeats: 50, Parts: 30, Trailing: 10, Raw: 5, Unread: 5, EntityState: 20, GameSpy: 40, Foreign: 40}
	got := report.LedgerText("x.pcap", &l)
	want := `x.pcap: 1000 bytes of UDP payload
          20    2.0 %  headers of game datagrams
          80    8.0 %  headers of transport messages
         700   70.0 %  fields
          50    5.0 %  fragments that came again
          30    3.0 %  fragments of messages that never became whole
          10    1.0 %  behind the last field
           5    0.5 %  without a known layout
           5    0.5 %  unreadable or cut
          20    2.0 %  entity-state messages
          40    4.0 %  GameSpy texts
          40    4.0 %  datagrams of no known protocol
                94.57 %  of the game's bytes explained
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	l.Fields--
	if got := report.LedgerText("x", &l); !strings.Contains(got, "1    0.1 %  in no account: this is a bug") {
		t.Error(got)
	}
}
