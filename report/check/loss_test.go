package check_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// connecting has a client connect, whom the host tells a number of times that it is peer 2, and which goes
// on with 255, with or without acknowledging that, for a time.
func connecting(t *testing.T, acknowledges bool, goesOn time.Duration) *written {
	t.Helper()
	s := newWritten(t)
	s.send(0xFF, theClient, theHost, [][]byte{synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: 7})})
	for i, end := 0, s.time+goesOn; s.time < end; i++ {
		if i%8 == 0 {
			s.down(synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2}))
		}
		if s.wait(500 * time.Millisecond); acknowledges && i == 0 {
			s.send(0xFF, theClient, theHost, [][]byte{{1, 0, 0, 2}})
		}
		s.send(0xFF, theClient, theHost, [][]byte{{2}})
	}
	s.up([]byte{2})
	return s
}

// A client that does not know its peer id yet, because the answer is lost several times behind the capture, says 255.
func TestPeerIDUnknownYet(t *testing.T) {
	connecting(t, false, 12*time.Second).kept("transport-peer-byte", "client", 1)
	for _, s := range []*written{connecting(t, true, 12*time.Second), connecting(t, false, 20*time.Second)} {
		if r := s.verdict("transport-peer-byte", "client"); r.Verdict != figures.Failed {
			t.Errorf("%s: it knew, or could have", r.Verdict)
		}
	}
}

// parts sends a message in fragments whose second one has no Ack of its own: one of the whole message, or none; before it a
// number is missing, or not.
func parts(t *testing.T, loss, acknowledged bool) *written {
	t.Helper()
	f := newFight(t, 1)
	if f.says(0, bolt()); loss {
		f.up[0]++
	}
	f.says(0, bolt())
	seq := f.up[0]
	f.up[0]++
	long := message.Append(nil, 0x2C, &message.Chat{SenderID: 2, Text: wire.Text(fmt.Sprintf("%500d", 1))})
	for i, part := range synth.PartsOf(seq, long, 412) {
		f.send(2, f.clients[0], theHost, [][]byte{part})
		switch {
		case i != 1:
			f.send(1, theHost, f.clients[0], [][]byte{{1, byte(seq), byte(seq >> 8), 1, byte(i)}})
		case acknowledged:
			f.send(1, theHost, f.clients[0], [][]byte{{1, byte(seq), byte(seq >> 8), 0}})
		}
	}
	f.stays(5 * time.Second)
	return f.written
}

// A fragment without any Ack, in a capture that lacks messages, does not show that Acks lack the fragment.
func TestAckOfFragmentLost(t *testing.T) {
	for _, x := range []struct {
		loss, acknowledged bool
		want               string
	}{{true, false, figures.Passed}, {true, true, figures.Failed}, {false, true, figures.Failed}, {false, false, figures.Failed}} {
		if r := parts(t, x.loss, x.acknowledged).verdict("transport-ack-form", "server"); r.Verdict != x.want {
			t.Errorf("loss %v, acknowledged without the fragment %v: %s, want %s: %+v", x.loss, x.acknowledged, r.Verdict, x.want, r.Frames)
		}
	}
}

// silentSender has a client send 20 messages, of which nobody acknowledges some for 5 s, and of these only some are
// seen again; one number is missing, or none.
func silentSender(t *testing.T, loss bool, unacked, again int) *written {
	t.Helper()
	f := newFight(t, 1)
	if f.says(0, bolt()); loss {
		f.up[0]++
	}
	for seq := range byte(2) { // of the join: not the one that is missing
		f.send(1, theHost, f.clients[0], [][]byte{{1, seq, 0, 0}, {1, seq, 0, 2}})
	}
	for i := range 20 {
		payload := synth.Chat(2, fmt.Sprint(i))
		seq := f.up[0]
		f.says(0, payload)
		ack := [][]byte{{1, byte(seq), byte(seq >> 8), 0}}
		if i >= unacked {
			f.send(1, theHost, f.clients[0], ack)
			continue
		}
		if f.stays(2 * time.Second); i < again {
			f.send(2, f.clients[0], theHost, [][]byte{reliable(seq, payload)})
		}
		f.stays(3 * time.Second)
		f.send(1, theHost, f.clients[0], ack)
	}
	f.stays(20 * time.Second)
	return f.written
}

// Of messages that are lost and lost again a capture lacks many a copy; who sends none again is told all the same.
func TestSentAgainUnseen(t *testing.T) {
	for _, x := range []struct {
		loss           bool
		unacked, again int
		want           string
	}{{false, 12, 12, figures.Passed}, {false, 12, 11, figures.Failed}, {true, 12, 10, figures.Passed}, {true, 12, 0, figures.Failed}} {
		if r := silentSender(t, x.loss, x.unacked, x.again).verdict("transport-retransmit-until-ack", "client"); r.Verdict != x.want {
			t.Errorf("%+v: %s, %d of %d, %s", x, r.Verdict, r.Violations, r.Instances, r.Reason)
		}
	}
}
