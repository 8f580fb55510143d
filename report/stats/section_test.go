package stats

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// captureOfAll has something of everything that a report counts.
func captureOfAll(t *testing.T) *decode.Capture {
	t.Helper()
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{
		Players: 4, Datagrams: 4_000, Seed: 7, Start: start, Loss: 0.05, Duplicate: 0.02, Reorder: 0.02, GameSpy: 2, Noise: 5,
	}, recorder.Options{Start: start, Fragment: 400, SnapLength: 300}))(t)
	states := battle.EntityGame(battle.Options{Players: 2, Duration: 3 * time.Second, Seed: 1})
	asking := synth.Script{Start: start}
	asking.Game(0, reporttest.First, reporttest.Host, synth.Datagram(2, synth.Reliable(0, message.Append(nil, message.OpcodeRequestObject, &message.RequestObject{ObjectID: 7}))))
	for part := range uint8(2) {
		asking.Game(0, reporttest.First, reporttest.Host, synth.Datagram(2, synth.Part(1, part, 2-2*part, []byte("part"))))
	}
	asking.Game(0, reporttest.Host, reporttest.First, synth.Datagram(1, synth.Unreliable(message.Append(nil, message.OpcodeStateUpdate, &message.StateUpdate{DirtyFlags: message.FlagWeapons}))))
	const header = 24 // of a pcap file
	raw.Write(states.Pcap(synth.Ethernet())[header:])
	raw.Write(asking.Pcap(synth.Ethernet())[header:])
	return must.Get(decode.Open("all", &raw, decode.Options{}))(t)
}

// alone is what one section of a report writes.
func alone(x section) (out figures.Stats) {
	x.report(&out)
	return out
}

// TestEverySectionGetsSomething holds what each section writes of a capture with everything
// against what it writes of none: one that is given nothing fails, however many there are.
func TestEverySectionGetsSomething(t *testing.T) {
	for _, by := range [][]string{nil, {ByLink, ByObject}} {
		full, empty := New(Options{By: by, Savings: true}), New(Options{By: by, Savings: true})
		must.Do(t, full.File("all", captureOfAll(t)))
		for i, x := range full.sections {
			if reflect.DeepEqual(alone(x), alone(empty.sections[i])) {
				t.Errorf("by %v: %T is in the list of sections, but nothing reached it", by, x)
			}
		}
	}
}
