package files_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/files"
)

var (
	host   = netip.MustParseAddrPort("192.168.1.10:22101")
	player = netip.MustParseAddrPort("192.168.1.20:1024")
)

// answered is a capture in which a client gives answers, one after the other.
func answered(t *testing.T, list []message.ChecksumResponse) *figures.Files {
	t.Helper()
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	at, seq := time.Duration(0), uint16(0)
	for i := range list {
		payload := message.Append(nil, message.OpcodeChecksumResponse, &list[i])
		parts := [][]byte{synth.Reliable(seq, payload)}
		if len(payload) > 400 {
			parts = synth.Parts(seq, payload)
		}
		for _, p := range parts {
			s.Game(at, player, host, synth.Datagram(synth.Client, p))
			at += time.Millisecond
		}
		seq++
	}
	return filesOf(t, s.Pcap(synth.Ethernet()), files.Options{})
}

// TestManyAnswers has more answers, rounds and files than are kept: the rest is counted.
func TestManyAnswers(t *testing.T) {
	const answers, rounds = 256, 16
	var list []message.ChecksumResponse
	for i := range uint32(answers + 10) {
		list = append(list, message.ChecksumResponse{Round: uint8(i % 4), DirectoryHash: i})
	}
	for i := range uint8(rounds) {
		list = append(list, message.ChecksumResponse{Round: 100 + i})
	}
	f := answered(t, list)
	if len(f.Answers) != answers || f.Dropped["answers"] != 10+rounds || len(f.Clients) != 1 || len(f.Clients[0].Rounds) != rounds || f.Dropped["rounds"] != 4 {
		t.Errorf("%d answers, %d clients, dropped %v", len(f.Answers), len(f.Clients), f.Dropped)
	}
}

// TestManyFilesDiffer has two answers of which no file is the same.
func TestManyFilesDiffer(t *testing.T) {
	const rows, files = 4096, 2100
	var list []message.ChecksumResponse
	for first := range uint32(2) {
		m := message.ChecksumResponse{Round: 7}
		for i := range uint32(files) {
			m.Tree.Files = append(m.Tree.Files, message.FileHash{NameHash: first*files + i, ContentHash: i})
		}
		list = append(list, m)
	}
	f := answered(t, list)
	if len(f.Differences) != rows || f.Dropped["differences"] != 2*files-rows {
		t.Errorf("%d differences, dropped %v", len(f.Differences), f.Dropped)
	}
}

// TestManyFiles has more files in its answers than are kept.
func TestManyFiles(t *testing.T) {
	const room, files, answers = 65536, 12000, 6
	var list []message.ChecksumResponse
	for i := range uint8(answers) {
		m := message.ChecksumResponse{Round: i + 1}
		m.Tree.Files = make([]message.FileHash, files)
		list = append(list, m)
	}
	f := answered(t, list)
	if len(f.Answers) != room/files || f.Dropped["answers"] != answers-room/files {
		t.Errorf("%d answers, dropped %v", len(f.Answers), f.Dropped)
	}
}

// TestManyRefusedFiles has a client refused of which all files are others.
func TestManyRefusedFiles(t *testing.T) {
	const named = 64
	m := message.Decode(synth.StockAnswer(2)).Message.(*message.ChecksumResponse)
	for i := range m.Tree.Files {
		m.Tree.Files[i].ContentHash ^= 0x5500
	}
	m.Tree.Subdirectories = nil // 51 more are missing
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	for i, p := range synth.Parts(0, message.Append(nil, message.OpcodeChecksumResponse, m)) {
		s.Game(time.Duration(i)*time.Millisecond, player, host, synth.Datagram(synth.Client, p))
	}
	fail := message.Append(nil, message.OpcodeSystemChecksumFail, &message.SystemChecksumFail{Text: wire.Text("Galaxy.pyc")})
	s.Game(time.Second, host, player, synth.Datagram(synth.Host, synth.Reliable(0, fail)))
	f := filesOf(t, s.Pcap(synth.Ethernet()), files.Options{})
	if len(f.Refusals) != 1 || len(f.Refusals[0].Files) != named || f.Dropped["refused_files"] != 2*51-named || f.Refusals[0].Files[0].Name != "Galaxy.pyc" {
		t.Errorf("%d refusals, dropped %v", len(f.Refusals), f.Dropped)
	}
}

// TestTransfers has a host send files: one that is acknowledged, one in parts that is not, and more than are kept.
func TestTransfers(t *testing.T) {
	const room = 1024
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	at, up, down := time.Duration(0), uint16(0), uint16(0)
	send := func(name string, size int, acked bool) {
		payload := message.Append(nil, message.OpcodeFileTransfer, &message.FileTransfer{FileName: wire.Text(name), Data: make([]byte, size)})
		parts := [][]byte{synth.Reliable(down, payload)}
		if size > 400 {
			parts = synth.Parts(down, payload)
		}
		for _, p := range parts {
			s.Game(at, host, player, synth.Datagram(synth.Host, p))
			at += time.Millisecond
		}
		if down++; acked {
			at += 19 * time.Millisecond
			s.Game(at, player, host, synth.Datagram(synth.Client, synth.Reliable(up, message.Append(nil, message.OpcodeFileTransferAck, &message.FileTransferAck{}))))
			up++
		}
	}
	send("Scripts/one.pyc", 100, true)
	send("Scripts/two.pyc", 900, false)
	for range room {
		send("Scripts/more.pyc", 1, true)
	}
	f := filesOf(t, s.Pcap(synth.Ethernet()), files.Options{})
	if len(f.Transfers) != room || f.Dropped["transfers"] != 2 {
		t.Fatalf("%d transfers, dropped %v", len(f.Transfers), f.Dropped)
	}
	one, two := f.Transfers[0], f.Transfers[1]
	if one.Frame != 1 || one.AckFrame == nil || *one.AckFrame != 2 || *one.Took != 20 {
		t.Errorf("%+v", one)
	}
	one.AckFrame, one.Took = nil, nil
	want := figures.FilesTransfer{Time: one.Time, Frame: 1, Client: 1, File: "Scripts/one.pyc", Size: 100, Whole: true}
	if one != want {
		t.Errorf("%+v, want %+v", one, want)
	}
	if want = (figures.FilesTransfer{Time: two.Time, Frame: 5, Client: 1, File: "Scripts/two.pyc", Size: 900, Parts: 3, Whole: true}); two != want {
		t.Errorf("%+v, want %+v", two, want)
	}
}
