package decode_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// expectation is what of a capture's *.expect.json the truth of a battle has not. It was counted by other software.
type expectation struct {
	Network struct {
		UDP int64 `json:"udp"`
	} `json:"network"`
	GameSpyBytes int64 `json:"gamespy_bytes"`
	Game         struct {
		OneByte  int64                       `json:"one_byte_length_messages"`
		Delivery map[string]map[string]int64 `json:"delivery"`
		Peers    map[string]int64            `json:"peers"`
		Empty    int64                       `json:"empty_payloads"`
	} `json:"game"`
	Fragments struct {
		Duplicates  int64
		Conflicts   int64 `json:"groups_in_conflict"`
		Reassembled []joined
	} `json:"fragments"`
	StateUpdates struct {
		Ships map[string]shipCounts `json:"ships"`
	} `json:"state_updates"`
}

type joined struct {
	Dir, Src, Dst string
	Seq           uint16
	Total         int
	Frames        []int64
	Len           int
	Opcode        string
	SHA256        string
}

type shipCounts struct {
	C2S          int64            `json:"c2s"`
	S2C          int64            `json:"s2c"`
	FirstFrame   int64            `json:"first_frame"`
	LastFrame    int64            `json:"last_frame"`
	WithPosition int64            `json:"with_position"`
	Flags        map[string]int64 `json:"flags"`
}

// tally counts records in the way of the expectations.
type tally struct {
	expectation
	lastFrame int64
}

func newTally() *tally {
	t := &tally{}
	t.Game.Peers, t.Game.Delivery, t.StateUpdates.Ships = map[string]int64{}, map[string]map[string]int64{}, map[string]shipCounts{}
	for _, dir := range []string{"c2s", "s2c"} {
		t.Game.Delivery[dir] = map[string]int64{"reliable": 0, "unreliable": 0, "ordered": 0, "fragment": 0}
	}
	return t
}

func (t *tally) add(r *decode.Record) {
	if r.Has(decode.FragmentConflict) {
		t.Fragments.Conflicts++
	}
	if r.Proto == decode.GameSpy {
		t.GameSpyBytes += int64(len(r.Payload))
	}
	if r.Proto != decode.BC || r.Lost() {
		return
	}
	dir := map[decode.Direction]string{decode.ToServer: "c2s", decode.ToClient: "s2c"}[r.Dir]
	if !r.Joined() && r.Frame != t.lastFrame {
		t.lastFrame = r.Frame
		t.Game.Peers[name(r.Peer)]++
	}
	switch {
	case r.Unread:
		return
	case r.Joined():
		sum := sha256.Sum256(r.Payload)
		t.Fragments.Reassembled = append(t.Fragments.Reassembled, joined{
			Dir: dir, Src: r.Src.String(), Dst: r.Dst.String(), Seq: r.Header.Seq, Total: len(r.Frames()),
			Frames: slices.Clone(r.Frames()), Len: len(r.Payload), Opcode: name(r.Payload[0]), SHA256: hex.EncodeToString(sum[:]),
		})
	default:
		t.wire(r, t.Game.Delivery[dir])
	}
	if m, ok := r.Content().Message.(*message.StateUpdate); ok {
		t.state(r, m)
	}
}

func (t *tally) wire(r *decode.Record, delivery map[string]int64) {
	m := r.Header
	if m.OneByteLength {
		t.Game.OneByte++
	}
	if m.Type != transport.Data {
		return
	}
	for kind, is := range map[string]bool{"reliable": m.Reliable(), "unreliable": !m.Reliable(), "ordered": m.Ordered(), "fragment": m.Fragment} {
		if is {
			delivery[kind]++
		}
	}
	if m.Fragment && r.Has(decode.Retransmit) {
		t.Fragments.Duplicates++
	}
}

func (t *tally) state(r *decode.Record, m *message.StateUpdate) {
	id := fmt.Sprintf("0x%08X", m.ObjectID)
	s, known := t.StateUpdates.Ships[id]
	if !known {
		s = shipCounts{FirstFrame: r.Frame, Flags: map[string]int64{}}
	}
	if r.Dir == decode.ToServer {
		s.C2S++
	} else {
		s.S2C++
	}
	s.LastFrame = r.Frame
	if m.DirtyFlags&message.FlagPosition != 0 {
		s.WithPosition++
	}
	s.Flags[name(m.DirtyFlags)]++
	t.StateUpdates.Ships[id] = s
}

// TestExpectations compares what is decoded with what other software counted in
// the captures of the folder that BCDUMP_SHARED names.
func TestExpectations(t *testing.T) {
	for _, capture := range outside.Captures(t) {
		var want struct {
			Auto  json.RawMessage `json:"auto"`
			Ports json.RawMessage `json:"ports_22101_22201"`
		}
		must.Do(t, json.Unmarshal(must.Get(os.ReadFile(capture+".expect.json"))(t), &want))
		t.Run(filepath.Base(capture), func(t *testing.T) {
			compare(t, capture, decode.Options{}, want.Auto)
		})
		if want.Ports != nil {
			ports := decode.Options{Ports: []decode.PortRange{{First: 22101, Last: 22201}}}
			t.Run(filepath.Base(capture)+"/ports", func(t *testing.T) { compare(t, capture, ports, want.Ports) })
		}
	}
}

// lossy are the captures that lack datagrams.
var lossy = regexp.MustCompile(`/(lossy|synth)[^/]*$`)

// lacks tells whether a record cannot be one of a capture that has everything.
func lacks(r *decode.Record) bool {
	return r.Has(decode.Gap) || r.Has(decode.OutOfOrder) || r.Has(decode.AckUnseen)
}

func compare(t *testing.T, capture string, options decode.Options, counted json.RawMessage) {
	var truth battle.Truth
	var want expectation
	must.Do(t, json.Unmarshal(counted, &truth))
	must.Do(t, json.Unmarshal(counted, &want))
	c := must.Get(decode.OpenFile(capture, options))(t)
	defer func() { _ = c.Close() }()
	got, a := newTally(), newAccount(t)
	a.partial = true
	for r := range c.Records() {
		got.add(r)
		a.add(r)
		if lacks(r) && !lossy.MatchString(capture) {
			t.Errorf("recorded on a loopback, but frame %d says %v", r.Frame, r.Diagnostics())
		}
	}
	sum := c.Summary()
	got.Network.UDP = sum.Datagrams.Total()
	if diff := cmp.Diff(want, got.expectation, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-expected +decoded)\n%s", diff)
	}
	if int64(sum.Links.FragmentsLost) != truth.Fragments.Incomplete {
		t.Errorf("%d messages in parts are lost", sum.Links.FragmentsLost)
	}
	if diff := compareTruth(&truth, a.conclude(&sum), cmpopts.IgnoreFields(battle.Truth{}, "Links", "Relays", "Objects", "Blocks")); diff != "" {
		t.Errorf("(-expected +decoded)\n%s", diff)
	}
}
