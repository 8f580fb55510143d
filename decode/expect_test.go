package decode_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// expectation is what a capture's *.expect.json says, as far as decoding is
// concerned. It was counted by other software.
type expectation struct {
	Frames   int64 `json:"frames"`
	UDPClass struct {
		Game, GameSpy, Other, Empty int64
	} `json:"udp_class"`
	Network struct {
		UDP int64 `json:"udp"`
	} `json:"network"`
	GameSpyBytes int64 `json:"gamespy_bytes"`
	Game         struct {
		Packets        map[string]int64            `json:"packets"`
		PayloadBytes   map[string]int64            `json:"udp_payload_bytes"`
		MessagesByType map[string]map[string]int64 `json:"messages_by_type"`
		OneByte        int64                       `json:"one_byte_length_messages"`
		Delivery       map[string]map[string]int64 `json:"delivery"`
		Acks           map[string]int64            `json:"acks"`
		Retransmits    map[string]int64            `json:"retransmits"`
		OpcodesWire    map[string]map[string]int64 `json:"opcodes_wire"`
		OpcodesUnique  map[string]map[string]int64 `json:"opcodes_unique"`
		Peers          map[string]int64            `json:"peers"`
		Empty          int64                       `json:"empty_payloads"`
	} `json:"game"`
	Fragments struct {
		Fragments, Duplicates int64
		Complete              int64 `json:"groups_complete"`
		Incomplete            int64 `json:"groups_incomplete"`
		Conflicts             int64 `json:"groups_in_conflict"`
		Reassembled           []joined
	} `json:"fragments"`
	StateUpdates struct {
		Flags map[string]map[string]int64 `json:"flags"`
		Ships map[string]shipCounts       `json:"ships"`
	} `json:"state_updates"`
	BytesPerSecond map[string]map[string]int64 `json:"bytes_per_second"`
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

func bothWays() map[string]map[string]int64 {
	return map[string]map[string]int64{"c2s": {}, "s2c": {}}
}

func count(m map[string]map[string]int64, dir, key string) {
	m[dir][key]++
}

// tally counts records in the way of the expectations.
type tally struct {
	expectation
	lastFrame int64
}

func newTally() *tally {
	t := &tally{}
	t.Game.Packets, t.Game.PayloadBytes = map[string]int64{"c2s": 0, "s2c": 0}, map[string]int64{"c2s": 0, "s2c": 0}
	t.Game.MessagesByType, t.Game.OpcodesWire, t.Game.OpcodesUnique = bothWays(), bothWays(), bothWays()
	t.Game.Acks = map[string]int64{"c2s": 0, "s2c": 0, "fragment": 0, "below32": 0}
	t.Game.Retransmits = map[string]int64{"c2s": 0, "s2c": 0}
	t.Game.Peers = map[string]int64{}
	t.Game.Delivery = map[string]map[string]int64{}
	for _, dir := range []string{"c2s", "s2c"} {
		t.Game.Delivery[dir] = map[string]int64{"reliable": 0, "unreliable": 0, "ordered": 0, "fragment": 0}
	}
	t.StateUpdates.Flags, t.BytesPerSecond = bothWays(), bothWays()
	t.StateUpdates.Ships = map[string]shipCounts{}
	return t
}

// bytes adds up what the datagrams hold: the bytes of their messages and, once
// each, their headers. That this is all of them shows that every byte has an owner.
func (t *tally) bytes(r *decode.Record) {
	n := int64(r.Length())
	dir := dirOf(r)
	if r.Frame != t.lastFrame {
		t.lastFrame = r.Frame
		t.Game.Packets[dir]++
		t.Game.Peers[fmt.Sprintf("0x%02X", r.Peer)]++
		n += transport.DatagramHeader
	}
	t.Game.PayloadBytes[dir] += n
	second := strconv.FormatInt(r.Time.Sec, 10)
	t.BytesPerSecond[dir][second] += n
}

func dirOf(r *decode.Record) string {
	if r.Dir == decode.ToClient {
		return "s2c"
	}
	return "c2s"
}

func (t *tally) add(r *decode.Record) {
	switch {
	case r.Proto == decode.GameSpy:
		t.GameSpyBytes += int64(len(r.Payload))
		return
	case r.Proto != decode.BC || r.Unread || r.Lost():
		return
	}
	dir := dirOf(r)
	if r.Joined() {
		t.join(r, dir)
	} else {
		t.wire(r, dir)
	}
	if opcode, ok := r.Opcode(); ok {
		key := fmt.Sprintf("0x%02X", opcode)
		count(t.Game.OpcodesWire, dir, key)
		if !r.Has(decode.Retransmit) {
			count(t.Game.OpcodesUnique, dir, key)
		}
	}
	if m, ok := r.Content().Message.(*message.StateUpdate); ok {
		t.state(r, m, dir)
	}
}

func (t *tally) wire(r *decode.Record, dir string) {
	m := r.Header
	count(t.Game.MessagesByType, dir, fmt.Sprintf("0x%02X", uint8(m.Type)))
	if m.OneByteLength {
		t.Game.OneByte++
	}
	if r.Has(decode.Retransmit) {
		t.Game.Retransmits[dir]++
	}
	switch m.Type {
	case transport.Ack:
		t.Game.Acks[dir]++
		if m.AckFlags&transport.AckFragment != 0 {
			t.Game.Acks["fragment"]++
		}
		if m.AckFlags&transport.AckLowChannel != 0 {
			t.Game.Acks["below32"]++
		}
	case transport.Data:
		t.data(r, dir)
	}
}

func (t *tally) data(r *decode.Record, dir string) {
	m, d := r.Header, t.Game.Delivery[dir]
	if m.Reliable() {
		d["reliable"]++
	} else {
		d["unreliable"]++
	}
	if m.Ordered() {
		d["ordered"]++
	}
	if !m.Fragment {
		return
	}
	d["fragment"]++
	t.Fragments.Fragments++
	if r.Has(decode.Retransmit) {
		t.Fragments.Duplicates++
	}
}

func (t *tally) join(r *decode.Record, dir string) {
	sum := sha256.Sum256(r.Payload)
	t.Fragments.Complete++
	t.Fragments.Reassembled = append(t.Fragments.Reassembled, joined{
		Dir: dir, Src: r.Src.String(), Dst: r.Dst.String(), Seq: r.Header.Seq, Total: len(r.Frames()),
		Frames: append([]int64(nil), r.Frames()...), Len: len(r.Payload),
		Opcode: fmt.Sprintf("0x%02X", r.Payload[0]), SHA256: hex.EncodeToString(sum[:]),
	})
}

func (t *tally) state(r *decode.Record, m *message.StateUpdate, dir string) {
	flags := fmt.Sprintf("0x%02X", m.DirtyFlags)
	count(t.StateUpdates.Flags, dir, flags)
	id := fmt.Sprintf("0x%08X", m.ObjectID)
	s, known := t.StateUpdates.Ships[id]
	if !known {
		s = shipCounts{FirstFrame: r.Frame, Flags: map[string]int64{}}
	}
	if dir == "c2s" {
		s.C2S++
	} else {
		s.S2C++
	}
	s.LastFrame = r.Frame
	if m.DirtyFlags&message.FlagPosition != 0 {
		s.WithPosition++
	}
	s.Flags[flags]++
	t.StateUpdates.Ships[id] = s
}

// TestExpectations compares what is decoded with what other software counted in
// the captures of the folder that BCDUMP_SHARED names.
func TestExpectations(t *testing.T) {
	for _, capture := range outside.Captures(t) {
		var want struct {
			Auto  *expectation `json:"auto"`
			Ports *expectation `json:"ports_22101_22201"`
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

func compare(t *testing.T, capture string, options decode.Options, want *expectation) {
	c := must.Get(decode.OpenFile(capture, options))(t)
	defer func() { _ = c.Close() }()
	got := newTally()
	for r := range c.Records() {
		got.add(r)
		if r.Proto == decode.BC && !r.Joined() && !r.Lost() {
			got.bytes(r)
		}
		if lacks(r) && !lossy.MatchString(capture) {
			t.Errorf("recorded on a loopback, but frame %d says %v", r.Frame, r.Diagnostics())
		}
		if r.Has(decode.FragmentConflict) {
			got.Fragments.Conflicts++
		}
	}
	sum := c.Summary()
	got.Frames, got.Network.UDP = sum.Frames, sum.Datagrams.Total()
	got.UDPClass.Game, got.UDPClass.GameSpy = sum.Datagrams.BC, sum.Datagrams.GameSpy
	got.UDPClass.Other, got.UDPClass.Empty = sum.Datagrams.Unknown, sum.Datagrams.Empty
	got.Fragments.Incomplete = int64(sum.Links.FragmentsLost)
	if diff := cmp.Diff(*want, got.expectation, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-expected +decoded)\n%s", diff)
	}
}
