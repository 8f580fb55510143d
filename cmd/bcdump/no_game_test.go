package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
)

// TestNoGame walks the tree of commands: each that reads captures tells of one without the game what it has, and gives
// a status of its own.
func TestNoGame(t *testing.T) {
	reset := append([]byte{0x45, 0, 0, 40, 0, 1, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2}, make([]byte, 20)...) // TCP
	file := filepath.Join(t.TempDir(), "other.pcap")
	write(t, file, synth.Pcap{Link: 1, SnapLength: 1 << 16}.File([]synth.Frame{{Time: time.Unix(1e9, 0), Data: synth.Ethernet().Frame(reset)}}))
	t.Chdir(t.TempDir()) // pages are written here
	seen := 0
	for _, words := range leaves(newRoot(&streams{}), nil) {
		if !takesCaptures(words) || slices.Equal(words, []string{"browse"}) { // it needs a terminal
			continue
		}
		folder := t.TempDir()
		var r ran
		for i, rest := range [][]string{{file}, {file, file}, {"-w", filepath.Join(folder, "out.pcap"), file}, {"-w", folder, file}} {
			if r = runHostile(80, slices.Concat(words, rest)...); r.status != exitUsage && r.status != exitNothing {
				break
			} else if i == 3 {
				t.Errorf("%q takes no capture: %s", words, r.err)
			}
		}
		seen++
		if said := fmt.Sprint(string(r.err), string(r.out)); r.status != exitNoGame || !strings.Contains(said, "TCP") {
			t.Errorf("%q: status %d, and not %d with what the capture holds (reading.go does this): %s", r.args, r.status, exitNoGame, said)
		}
	}
	if seen < 12 {
		t.Errorf("only %d commands", seen)
	}
}

// Who sent only to an entity-state server, or says too little, may be of the game: nobody says that it is another program.
func TestMayBeGame(t *testing.T) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{EntityState: true, Players: 2, Duration: 10 * time.Second, Start: start}, recorder.Options{Start: start}))(t)
	packets, at := packetsOf(raw.Bytes(), start)
	const port = 22 // of the receiver, in an IP packet
	server := packets[0][port : port+2]
	var clients [][]byte
	for _, p := range packets {
		if bytes.Equal(p[port:port+2], server) {
			clients = append(clients, p)
		}
	}
	path := filepath.Join(t.TempDir(), "clients.pcap")
	write(t, path, wrapped(1, clients, start, at, inEthernet))
	said := strings.Join(strings.Fields(string(runHostile(80, path).out)), " ")
	if want := fmt.Sprintf("%d UDP datagrams that could be entity-state", len(clients)); !strings.Contains(said, want) || strings.Contains(said, "other programs") {
		t.Errorf("%q is not said:\n%s", want, said)
	}
}
