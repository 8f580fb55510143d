package records_test

import (
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/report/records"
)

func TestLedgerText(t *testing.T) {
	l := decode.Ledger{Total: 1000, Header: 20, Framing: 80, Fields: 700, Repeats: 50, Parts: 30, Trailing: 10, Raw: 5, Unread: 5, EntityState: 20, GameSpy: 40, Foreign: 40}
	got := records.LedgerText("x.pcap", &l)
	want := `x.pcap: 1000 bytes of UDP payload
          20    2.0 %  headers of game datagrams
          80    8.0 %  headers of transport messages
         700   70.0 %  fields
          50    5.0 %  retransmitted fragments
          30    3.0 %  fragments of incomplete messages
          10    1.0 %  after the last field
           5    0.5 %  unknown layout
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
	if got := records.LedgerText("x", &l); !strings.Contains(got, "1    0.1 %  in no account: this is a bug") {
		t.Error(got)
	}
}
