package stats_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// TestOutcomesOfJoins has a line for what became of each client of captures in which something
// goes wrong.
func TestOutcomesOfJoins(t *testing.T) {
	const stays = "in the game when the capture ends"
	files := reporttest.Shipped(t)
	for name, want := range map[string][]string{
		"join-files":              {stays, "refused: his scripts/ships/Akira.pyc differs (0xCCD32425, others 0xCCD37170) (frame 30)"},
		"join-full":               {stays, "refused: no free player slot (frame 11)"},
		"join-password":           {stays, "refused: wrong password (frame 11)"},
		"join-version":            {stays, "refused: his version of the game differs (0x7E0CE216, others 0x7E0CE243) (frame 16)"},
		"join-silent-host":        {stays, "stuck: after connect the host does not answer (sent again 3×) (frame 8)"},
		"join-silent-client":      {stays, "stuck: after checksum request 2 the client does not answer (frame 21)"},
		"join-lost-fragment":      {stays, "stuck: after checksum request 2 the client does not answer (part 2 of 3 of its answer is missing) (frame 21)"},
		"match-kicked":            {stays, "kicked (frame 124)"},
		"match-rejoin":            {"left (frame 61)", stays, stays, stays},
		"match-timeout":           {stays, "timed out: silent for 45 s (frame 177)"},
		"match-forgets-torpedoes": {stays, stays, stays},
		"match-relays-nothing":    {stays, stays, stays},
		"stock-join":              {"left (frame 28)"},
	} {
		raw := files[name+".pcap"]
		if raw == nil {
			raw = files[name+".pcap.gz"]
		}
		var got []string
		s := report(t, name, raw, stats.Options{})
		for i := range s.Joins {
			got = append(got, s.Joins[i].Outcome)
			if refusedOrHangs := i == 1 && name[:5] == "join-"; s.Joins[i].Hangs != refusedOrHangs {
				t.Errorf("%s: %s: hangs %v", name, s.Joins[i].Outcome, s.Joins[i].Hangs)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		filtered := report(t, name, raw, stats.Options{Filter: `dir == "C>S"`})
		for _, j := range filtered.Joins {
			if j.Outcome == stays || j.Hangs {
				t.Errorf("%s: %q, though a filter leaves out what would tell", name, j.Outcome)
			}
		}
	}
}

// TestRefusals says why the host refuses. The bytes of 0x22 and 0x23 are from static analysis,
// those of Boot observed.
func TestRefusals(t *testing.T) {
	connect := synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: 7})
	accept := synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2})
	for want, answer := range map[string][]byte{
		"refused: another version of the file scripts/App.pyc (frame 3)": synth.Reliable(0, []byte("\x22\x0f\x00scripts/App.pyc")),
		"refused: his version of the game differs (frame 3)":             synth.Reliable(0, []byte("\x23\x02\x0060")),
		"kicked: before he was in the game (frame 3)":                    {0x04, 0x07, 0xC0, 0x02, 0x00, 0x04, 0x02},
		"refused: wrong password (frame 3)":                              {0x04, 0x07, 0xC0, 0x02, 0x00, 0x02, 0x02},
		"refused: BootPlayer, reason 2 (frame 3)":                        synth.Reliable(0, []byte{0x04, 0x02}),
		"refused: no free player slot (frame 3)":                         {0x04, 0x07, 0xC0, 0x02, 0x00, 0x03, 0x02},
	} {
		s := newTalk().say(reporttest.First, reporttest.Host, connect).say(reporttest.Host, reporttest.First, accept).
			say(reporttest.Host, reporttest.First, answer).report(t)
		if len(s.Joins) != 1 || s.Joins[0].Outcome != want {
			t.Errorf("%+v, want %s", s.Joins, want)
		}
	}
}

// TestRefusedAndDropped: who is refused and says nothing more was refused, whatever the host says when it drops him.
func TestRefusedAndDropped(t *testing.T) {
	k := newTalk().say(reporttest.First, reporttest.Host, synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: 7})).
		say(reporttest.Host, reporttest.First, synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2})).
		say(reporttest.Host, reporttest.First, synth.Reliable(0, []byte("\x22\x0f\x00scripts/App.pyc")))
	k.at += 50 * time.Second
	s := k.say(reporttest.Host, reporttest.First, []byte{0x04, 0x07, 0xC0, 0x02, 0x00, 0x01, 0x02}).report(t)
	if want := "refused: another version of the file scripts/App.pyc (frame 3)"; len(s.Joins) != 1 || s.Joins[0].Outcome != want {
		t.Errorf("%+v, want %s", s.Joins, want)
	}
}

// TestHangingTakesTime: a capture that ends while a client joins shows no join that hangs.
func TestHangingTakesTime(t *testing.T) {
	request := message.Append(nil, message.OpcodeChecksumRequest, &message.ChecksumRequest{Round: 1})
	for wait, hangs := range map[time.Duration]bool{2 * time.Second: false, 4 * time.Second: true} {
		k := newTalk().say(reporttest.First, reporttest.Host, synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: 7})).
			say(reporttest.Host, reporttest.First, synth.Reliable(0, request))
		k.at += wait
		j := k.say(reporttest.Host, reporttest.First, synth.Reliable(0, request)).report(t).Joins[0]
		text := "the capture ends"
		if hangs {
			text = "stuck: after checksum request 1 the client does not answer (sent again 1×) (frame 2)"
		}
		if j.Hangs != hangs || j.Outcome != text || j.Waiting != "client" || j.ResentToClient != 1 || *j.Wait != 10 || j.Took != nil {
			t.Errorf("after %v: %+v", wait, j)
		}
	}
}

// TestNobodyWaitsForPlayers: a person may choose a ship for as long as he likes.
func TestNobodyWaitsForPlayers(t *testing.T) {
	s := report(t, "stock-join", reporttest.Shipped(t)["stock-join.pcap"], stats.Options{})
	j := s.Joins[0]
	last := j.Steps[len(j.Steps)-1]
	if j.WaitFor != "checksum response 2" || *j.Took != last.After || last.Step != "first ship" || last.After-j.Steps[len(j.Steps)-2].After < *j.Wait {
		t.Errorf("%v for %s, took %v, %+v", *j.Wait, j.WaitFor, *j.Took, last)
	}
}
