package stats_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// asking writes a capture in which a host and a client ask and answer, 10 ms apart.
type asking struct {
	synth.Script
	seq map[netip.AddrPort]uint16
}

func newAsking() *asking {
	return &asking{synth.Script{Start: reporttest.Start}, map[netip.AddrPort]uint16{}}
}

func (a *asking) send(from, to netip.AddrPort, opcode uint8, m wire.Message) {
	at := 10 * time.Millisecond * time.Duration(a.seq[reporttest.Host]+a.seq[reporttest.First])
	a.Game(at, from, to, synth.Datagram(peer(from), synth.Reliable(a.seq[from], message.Append(nil, opcode, m))))
	a.seq[from]++
}

// TestRequests has a file that is acknowledged and one that is not, a request for an object that is not there and one
// that nobody answers, and an object that a client lacks.
func TestRequests(t *testing.T) {
	a := newAsking()
	host, client := reporttest.Host, reporttest.First
	a.send(host, client, message.OpcodeFileTransfer, &message.FileTransfer{})                // frame 1
	a.send(client, host, message.OpcodeFileTransferAck, &message.FileTransferAck{})          // 2
	a.send(host, client, message.OpcodeFileTransfer, &message.FileTransfer{})                // 3
	a.send(client, host, message.OpcodeRequestObject, &message.RequestObject{ObjectID: 7})   // 4
	a.send(client, host, message.OpcodeRequestObject, &message.RequestObject{ObjectID: 8})   // 5
	a.send(host, client, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: 8}) // 6
	a.send(host, client, message.OpcodeEnterSet, &message.EnterSet{ObjectID: 9})
	a.send(client, host, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: 9})
	raw := a.Pcap(synth.Ethernet())
	s := report(t, "requests", raw, stats.Options{})
	got := ""
	for _, r := range s.Requests {
		got += fmt.Sprintln(r.Name, r.Dir, r.Count, r.Answered, r.Answers, *r.Latency.Max, r.Frames)
	}
	want := `FileTransfer S>C 2 1 [{FileTransferAck 1}] 10 [3]
RequestObject C>S 2 1 [{ObjectNotFound 1}] 10 [4]
EnterSet S>C 1 1 [{ObjectNotFound 1}] 10 []
`
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	reporttest.CheckQueries(t, &s, reporttest.Open(t, "requests", raw, decode.Options{}))
}

// TestManyRequests asks more than is followed.
func TestManyRequests(t *testing.T) {
	a := newAsking()
	for id := range uint32(1100) {
		a.send(reporttest.First, reporttest.Host, message.OpcodeRequestObject, &message.RequestObject{ObjectID: id})
	}
	for _, id := range []uint32{1023, 1024} {
		a.send(reporttest.Host, reporttest.First, message.OpcodeObjectNotFound, &message.ObjectNotFound{ObjectID: id})
	}
	r := report(t, "requests", a.Pcap(synth.Ethernet()), stats.Options{}).Requests[0]
	if r.Count != 1100 || r.Answered != 1 || len(r.Frames) != 10 {
		t.Errorf("%+v", r)
	}
}

// TestHostPlays: a host sends WEAPONS about its own ship, in a slot that no client has; about the ship of a client it is an exception.
func TestHostPlays(t *testing.T) {
	a := newAsking()
	host, client := reporttest.Host, reporttest.First
	update := func(from, to netip.AddrPort, object uint32) {
		a.send(from, to, message.OpcodeStateUpdate, &message.StateUpdate{ObjectID: object, DirtyFlags: message.FlagWeapons})
	}
	own, theirs := uint32(0x3FFFFFFF), uint32(0x4003FFFF)
	a.send(host, client, message.OpcodeSettings, &message.Settings{PlayerSlot: 1})
	ship := message.NewObjectCreate(true)
	ship.ClassID, ship.ObjectID, ship.Species = message.ClassShip, theirs, 1
	a.send(client, host, message.OpcodeObjectCreateTeam, ship)
	update(client, host, theirs)
	update(host, client, own)
	update(host, client, own)
	for _, want := range []int64{0, 1} {
		raw := a.Pcap(synth.Ethernet())
		for _, filter := range []string{"", `opcode == 0x1C && dir == "S>C"`} { // which leaves out what tells whose slot it is
			s := report(t, "plays", raw, stats.Options{Filter: filter})
			if got := s.FlagExceptions[1]; got.Count != want || len(got.Frames) != int(want) {
				t.Errorf("%q: %+v, want %d", filter, got, want)
			}
			reporttest.CheckQueries(t, &s, reporttest.Open(t, "plays", raw, decode.Options{}))
		}
		update(host, client, theirs)
	}
}
