package decode_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// ledgerOf reads a capture in every way that there is, and gives the one ledger that
// all of them have to come to.
func ledgerOf(t *testing.T, name string, raw []byte) decode.Ledger {
	t.Helper()
	filter := must.Get(decode.NewFilter(`name == "Chat"`))(t)
	var first decode.Ledger
	for i, o := range []decode.Options{{Jobs: 1}, {Jobs: 1, Filter: filter}, {Jobs: 3, ChunkSize: 4096}, {Jobs: 3, Filter: filter}} {
		for _, rendered := range heavy.Scale([]bool{i%2 == 1}, []bool{false, true}) {
			c := open(t, raw, o)
			if rendered {
				must.Do(t, c.Render(io.Discard, show))
			} else {
				for range c.Records() {
				}
			}
			l := c.Summary().Ledger
			if l.Sum() != l.Total {
				t.Errorf("%s: %d of %d bytes are booked: %+v", name, l.Sum(), l.Total, l)
			}
			if i == 0 && !rendered {
				first = l
			}
			if diff := cmp.Diff(first, l); diff != "" {
				t.Errorf("%s, options %d, rendered %v (-want +got)\n%s", name, i, rendered, diff)
			}
		}
	}
	return first
}

// readable tells whether a file is a capture.
func readable(raw []byte) bool {
	_, err := decode.Open("", bytes.NewReader(raw), decode.Options{})
	return err == nil
}

func TestLedgerOfCorpus(t *testing.T) {
	heavy.SkipRace(t, "TestReleasedMemory and TestInvariance share as much")
	paths, err := filepath.Glob(filepath.Join(corpusDir, "*.*"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		raw := must.Get(os.ReadFile(path))(t)
		if readable(raw) {
			ledgerOf(t, path, raw)
		}
	}
}

// TestLedgerOfSharedCaptures also wants nearly every byte explained. What is left
// are creation messages whose state the test clients invented, and opcodes that they
// made up.
func TestLedgerOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 64<<20) {
		l := ledgerOf(t, name, raw)
		t.Logf("%s: %.2f %% explained", name, 100*l.Explained())
		least, raw := 0.995, int64(0)
		switch name {
		case "handshake-1.pcap": // little but joins
			least = 0.99
		case "otherclient-battle-1.pcap": // placeholder payloads
			least, raw = 0.99, 18
		case "otherclient-opcodes-1.pcap":
			least, raw = 0.89, 377
		}
		if l.Explained() < least || l.Raw > raw {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// TestLedgerParts follows the bytes of fragments: they are booked as those of their
// message when it is whole.
func TestLedgerParts(t *testing.T) {
	text := chat(2, strings.Repeat("x", 90))
	whole := newFile().game(client, host, 2, part(0, 0, 2, text[:50])).game(client, host, 2, part(0, 1, 2, text[50:]))
	lost := newFile().game(client, host, 2, part(0, 0, 2, text[:50])).game(client, host, 2, strong)
	again := newFile().game(client, host, 2, part(0, 0, 2, text[:50])).game(client, host, 2, part(0, 0, 2, text[:50])).
		game(client, host, 2, part(0, 1, 2, text[50:]))
	n := int64(len(text))
	for _, tt := range []struct {
		name                   string
		file                   *file
		fields, parts, repeats int64
	}{{"whole", whole, n, 0, 0}, {"lost", lost, int64(len(chat(2, "hello"))), 50, 0}, {"again", again, n, 0, 50}} {
		l := ledgerOf(t, tt.name, tt.file.data)
		if l.Fields != tt.fields || l.Parts != tt.parts || l.Repeats != tt.repeats {
			t.Errorf("%s: %+v", tt.name, l)
		}
	}
}

// FuzzLedger reads datagrams that begin with two bytes of length each, and wants
// every byte of them booked once.
func FuzzLedger(f *testing.F) {
	add := func(datagrams ...[]byte) {
		var all []byte
		for _, d := range datagrams {
			all = append(binary.LittleEndian.AppendUint16(all, uint16(len(d))), d...)
		}
		f.Add(all)
	}
	text := chat(2, "hello")
	add([]byte{2, 1}, []byte{2}, nil)
	add(append([]byte{2, 2}, append(keepalive, strong...)...), append([]byte{1, 1}, part(0, 0, 2, text[:5])...), append([]byte{1, 1}, part(0, 1, 2, text[5:])...))
	add([]byte("\\status\\"), append([]byte{1, 1}, data(1, state(5))...), append([]byte{2, 1}, 0x77, 1, 2, 3))
	add(append([]byte{2, 1}, data(0, synth.Hex(synth.StockAkira))...), append([]byte{1, 1}, unreliable(state(6)[:20])...))
	f.Fuzz(func(t *testing.T, all []byte) {
		capture := newFile()
		for len(all) >= 2 && capture.frames < 64 {
			n := min(int(binary.LittleEndian.Uint16(all)), len(all)-2)
			payload, src, dst := all[2:2+n], client, host
			all = all[2+n:]
			if n > 0 && payload[0] == 1 {
				src, dst = host, client
			}
			if n == 0 || payload[0] != '\\' {
				payload = encipher(payload)
			}
			capture.udp(src, dst, payload)
		}
		for _, o := range []decode.Options{{Jobs: 1}, {Jobs: 1, Protocol: decode.BC}, {Jobs: 1, Protocol: decode.EntityState}} {
			c := open(t, capture.data, o)
			for range c.Records() {
			}
			if l := c.Summary().Ledger; l.Sum() != l.Total || l.Parts < 0 {
				t.Errorf("%d of %d bytes are booked: %+v", l.Sum(), l.Total, l)
			}
		}
	})
}
