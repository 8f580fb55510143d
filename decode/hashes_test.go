package decode_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
)

// hashedUpdate is an update of a client that has a hash.
func hashedUpdate(id uint32, at float32, hash uint16) []byte {
	m := message.StateUpdate{ObjectID: id, GameTime: at, DirtyFlags: message.FlagPosition, Position: wire.Vector{88, -66, -73}, HasHash: true, SubsysHash: hash}
	return unreliable(message.Append(nil, message.OpcodeStateUpdate, &m))
}

// TestSubsysHash: a ship whose hash changes gets a note, on the fast path too; a late update, a
// new life and the copies of one creation do not.
func TestSubsysHash(t *testing.T) {
	creation := func(seq uint16) []byte { return data(seq, synth.Hex(synth.StockAkira)) }
	f := newFile()
	f.game(client, host, 0xFF, connect(7)).game(host, client, 1, accept(2))
	f.game(client, host, 2, creation(0))
	for i, hash := range []uint16{0xFB37, 0xFB37, 0x1234, 0x1234, 0xFB37} {
		f.game(client, host, 2, hashedUpdate(firstShip, 10+float32(i), hash))
	}
	f.game(client, host, 2, hashedUpdate(firstShip, 11.5, 0x4321)) // late
	f.game(host, client, 1, creation(0))                           // a copy
	f.game(client, host, 2, hashedUpdate(firstShip, 16, 0xFB37), hashedUpdate(secondSlot, 16, 0x1111), hashedUpdate(secondSlot, 17, 0x2222))
	var got []string
	for _, r := range read(t, f.data, decode.Options{Dialect: message.Stock}) {
		for _, n := range r.Diagnostics() {
			if n.Code == record.SubsysHash {
				got = append(got, fmt.Sprintf("%d: %s", r.Frame, n.Text))
			}
		}
	}
	want := []string{
		"6: subsys_hash 0x1234: it was 0xFB37 before", "8: subsys_hash 0xFB37: it was 0x1234 before", "11: subsys_hash 0x2222: it was 0x1111 before",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if n := shortAndLong(t, "hashes", f.data, decode.Options{Dialect: message.Stock}); n < 2 {
		t.Errorf("%d updates went the fast path", n)
	}
}

// TestChecksumRequestIsKnown: an answer is read with the request of its round and its link.
func TestChecksumRequestIsKnown(t *testing.T) {
	ask := func(seq uint16, round uint8, directory string) []byte {
		return data(seq, message.Append(nil, message.OpcodeChecksumRequest, &message.ChecksumRequest{
			Round: round, Directory: wire.Text(directory), Filter: wire.Text("*.pyc"), Recursive: true}))
	}
	answer := func(seq uint16, round uint8) []byte { return data(seq, synth.StockAnswer(round)) }
	f := newFile()
	f.game(client, host, 0xFF, connect(7)).game(host, client, 1, accept(2), ask(0, 2, "scripts/ships"), ask(1, 3, "elsewhere"))
	for _, p := range synth.Parts(0, synth.StockAnswer(2)) {
		f.game(client, host, 2, p)
	}
	f.game(client, host, 2, answer(1, 3), answer(2, 0xFF))
	f.game(host, client, 1, ask(2, 3, "scripts/mainmenu")).game(client, host, 2, answer(3, 3))
	f.game(client, host, 0xFF, connect(8)).game(host, client, 1, accept(3)).game(client, host, 3, answer(0, 3)) // another connection
	var got []string
	for _, r := range read(t, f.data, decode.Options{}) {
		m, ok := r.Content().Message.(*message.ChecksumResponse)
		if !ok {
			continue
		}
		line := fmt.Sprintf("%d %s", m.Round, m.Directory().Match)
		for _, n := range r.Diagnostics() {
			if n.Code == record.DirOther {
				line += ", " + n.Text
			}
		}
		got = append(got, line)
	}
	want := []string{"2 path", "3 none, dir_hash 0x3409475D is not that of elsewhere", "255 ", "3 path", "3 "}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestManyChecksumRequests: rounds beyond the limit, and long requests, are not remembered.
func TestManyChecksumRequests(t *testing.T) {
	const rounds, longest = 8, 128
	request := func(round uint8, directory int) []byte {
		return message.Append(nil, message.OpcodeChecksumRequest, &message.ChecksumRequest{Round: round, Directory: bytes.Repeat([]byte("x"), directory)})
	}
	f := newFile()
	known := func(round uint8) bool {
		t.Helper()
		f.game(client, host, 2, data(1000+uint16(round), message.Append(nil, message.OpcodeChecksumResponse, &message.ChecksumResponse{Round: round})))
		all := read(t, f.data, decode.Options{Protocol: decode.BC})
		return all[len(all)-1].Context.Asked != nil
	}
	f.game(host, client, 1, data(0, request(200, longest+1)))
	if known(200) {
		t.Error("a request that is too long is known")
	}
	for round := range uint8(rounds + 1) {
		f.game(host, client, 1, data(1+uint16(round), request(round, longest)))
	}
	for round := range uint8(rounds + 1) {
		if got := known(round); got != (round < rounds) {
			t.Errorf("round %d: %v", round, got)
		}
	}
}
