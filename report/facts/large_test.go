package facts

import (
	"bytes"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/record"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/tally"
)

// TestLarge builds facts of numbers that a row and a datagram have no room for: a joined message of more than 64 KiB, more
// voices than that, headers that differ, and a datagram that its UDP header does not bound.
func TestLarge(t *testing.T) {
	server, client := netip.MustParseAddrPort("192.0.2.1:22101"), netip.MustParseAddrPort("192.0.2.2:5000")
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	for i, part := range synth.PartsOf(0, append([]byte{0x2c}, make([]byte, 70_000)...), 400) {
		s.Game(time.Duration(i)*time.Millisecond, server, client, synth.Datagram(1, part))
	}
	for i := range 5 {
		s.Game(time.Duration(1+i)*time.Second, client, server, synth.Datagram(2, synth.Reliable(uint16(i), synth.Chat(2, "a"))))
	}
	c := must.Get(decode.Open("a", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
	a := tally.NewAccounts()
	b := NewBuilder("a", a)
	b.Facts.voices, b.Facts.bases = make([]voice, 1<<16), []uint32{0}
	joined := 0
	must.Get(a.Read("a", c, func(r *decode.Record) error {
		switch {
		case r.Parts != nil:
			joined++
		case r.Frame > 178:
			r.HeaderBytes += 4
		case r.Frame == 177:
			r.Datagram.Payload = append(bytes.Clone(r.Datagram.Payload), make([]byte, 1<<16)...)
			r.Padding = 300
		}
		b.Take(r)
		f := b.Facts
		row := f.Row(f.rows.n - 1)
		if !bytes.Equal(f.Payload(row), r.Payload) || int(f.Size(row)) != len(r.Payload) {
			t.Errorf("frame %d: %d bytes, not those of the record, %d", r.Frame, f.Size(row), len(r.Payload))
		}
		if *f.Side(row) != *r.Side {
			t.Errorf("frame %d: of %v, not %v", r.Frame, f.Side(row), r.Side)
		}
		d := f.Datagram(row.Datagram)
		if n, want := f.Envelope(d), int(r.HeaderBytes+r.Padding); n != want {
			t.Errorf("frame %d: %d bytes of headers and padding, not %d", r.Frame, n, want)
		}
		if n := f.PayloadLength(d); n != r.Datagram.Length() {
			t.Errorf("frame %d: a datagram of %d bytes, not %d", r.Frame, n, r.Datagram.Length())
		}
		return nil
	}))(t)
	if joined != 1 {
		t.Errorf("%d messages were joined", joined)
	}
}

// TestArena: addresses of runs in the last blocks lead to them, and who asks learns in time that there are none left.
func TestArena(t *testing.T) {
	a := arena{blocks: make([][]byte, mostBlocks-spareBlocks), used: 0}
	if a.full() {
		t.Error("full before its time")
	}
	for _, n := range []int{1, 3, block + 5, 7, block - 10, 9} {
		at, run := a.room(n)
		for i := range run {
			run[i] = byte(n + i)
		}
		if got := a.bytes(at, 0, uint32(n)); !bytes.Equal(got, run) || got[0] != byte(n) {
			t.Errorf("a run of %d bytes has others", n)
		}
		if got := a.bytes(at, uint32(n)-1, 1); got[0] != run[n-1] {
			t.Errorf("the last byte of %d is %d", n, got[0])
		}
	}
	if !a.full() {
		t.Error("not full")
	}
}

// TestManyVoices: a capture of hours has more voices than a row can name. Rows name the voices of their time, and do not grow.
func TestManyVoices(t *testing.T) {
	server, client := netip.MustParseAddrPort("192.0.2.1:22101"), netip.MustParseAddrPort("192.0.2.2:5000")
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	for i := range 3 * piece {
		from, to := client, server
		if i%3 == 0 {
			from, to = to, from
		}
		s.Game(time.Duration(i)*time.Millisecond, from, to, synth.Datagram(2, synth.Reliable(uint16(i), synth.Chat(2, "a"))))
	}
	c := must.Get(decode.Open("a", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
	a := tally.NewAccounts()
	b := NewBuilder("a", a)
	var want []record.Side
	must.Get(a.Read("a", c, func(r *decode.Record) error {
		if b.Take(r); r.Frame%1500 == 0 {
			b.Facts.voices = append(b.Facts.voices, make([]voice, 20_000)...)
		}
		want = append(want, *r.Side)
		return nil
	}))(t)
	f := b.Facts
	for i, row := range f.All() {
		if *f.Side(row) != want[i] {
			t.Fatalf("row %d is of %v, not %v", i, f.Side(row), want[i])
		}
		if row.voice == large {
			t.Fatalf("row %d names no voice of its time", i)
		}
	}
	if f.rows.n < 3*piece || len(f.voices) < 1<<17 {
		t.Errorf("%d rows, %d voices", f.rows.n, len(f.voices))
	}
}
