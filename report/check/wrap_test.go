package check_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/report/figures"
)

// comesRound has a host whose counter has 8 bits and that does not take Acks of numbers from 256 on: it sends 256 to 271 again
// every 2.97 s, while the counter comes round a second time with the same bytes. The client acknowledges all.
func comesRound(t *testing.T) *fight {
	t.Helper()
	f := newFight(t, 1)
	send := func(n int, alone bool) {
		m := reliable(uint16(n&255), synth.Chat(1, fmt.Sprint("line ", n&255)))
		messages := [][]byte{m, {2}}
		if alone {
			messages = messages[:1]
		}
		f.send(1, theHost, f.clients[0], messages)
		f.send(2, f.clients[0], theHost, [][]byte{{1, byte(n), 0, 0}})
	}
	due := map[int]time.Duration{}
	for n := 2; n < 600; n++ {
		send(n, false)
		if n >= 256 && n < 256+16 {
			due[n] = f.time + 2970*time.Millisecond
		}
		f.wait(20 * time.Millisecond)
		for old := 256; old < 256+16; old++ {
			if at, ok := due[old]; ok && at <= f.time {
				send(old, true)
				due[old] += 2970 * time.Millisecond
			}
		}
	}
	f.stays(4 * time.Second)
	return f
}

// TestSecondWrap: what such a host sends after the second wrap is no copy of what it sent before, and the Acks of its client are of what
// was sent.
func TestSecondWrap(t *testing.T) {
	if r := comesRound(t).verdict("transport-ack-form", "client"); r.Verdict != figures.Passed || r.Violations != 0 {
		t.Errorf("the client acknowledges what was sent: %s, %d of %d: %+v", r.Verdict, r.Violations, r.Instances, r.Frames)
	}
}

// TestRateWithLoss: a host whose updates come every 100 ms, of which every fifth is lost.
func TestRateWithLoss(t *testing.T) {
	for _, x := range []struct {
		lost, every int
		want        string
	}{{0, 100, figures.Passed}, {0, 125, figures.Failed}, {5, 100, figures.Passed}, {5, 130, figures.Failed}} {
		f := newFight(t, 1)
		for i := range 200 {
			f.wait(time.Duration(x.every-20) * time.Millisecond)
			if x.lost > 0 && i%x.lost == 0 {
				f.down[0]++
				f.wait(20 * time.Millisecond)
				continue
			}
			update := message.Append(nil, message.OpcodeStateUpdate, &message.StateUpdate{ObjectID: 0x3FFFFFFF, GameTime: float32(i) / 10, DirtyFlags: message.FlagSubsystems})
			f.send(1, theHost, f.clients[0], [][]byte{reliable(f.down[0], synth.Chat(1, fmt.Sprint(i))), synth.Unreliable(update)})
			f.down[0]++
			f.send(2, f.clients[0], theHost, [][]byte{{1, byte(f.down[0] - 1), byte((f.down[0] - 1) >> 8), 0}})
		}
		f.stays(time.Second)
		if r := f.verdict("update-rate", "server"); r.Verdict != x.want {
			t.Errorf("%+v: %s %s, %d of %d: %+v", x, r.Verdict, r.Reason, r.Violations, r.Instances, r.Frames)
		}
	}
}
