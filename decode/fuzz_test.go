package decode_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// FuzzCapture decodes arbitrary bytes as a capture file: no panic, each line is JSON,
// and the same bytes come out for one and two workers.
func FuzzCapture(f *testing.F) {
	f.Add(newFile().game(client, host, 2, strong).data)
	f.Add(newFile().game(client6, host6, 255, connect(1)).game(host6, client6, 1, accept(2), keepalive).data)
	f.Add(newFile().fragments(client, host, datagram(2, data(1, chat(2, "in IP fragments"))), 16).data)
	f.Add(mixed().data)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		one, ok := renderAny(t, raw, decode.Options{Jobs: 1})
		two, again := renderAny(t, raw, decode.Options{Jobs: 2, ChunkSize: 100})
		if ok != again || !bytes.Equal(one, two) {
			t.Fatalf("one worker: %v\n%s\ntwo: %v\n%s", ok, one, again, two)
		}
		jsonLines(t, one)
	})
}

// renderAny renders what may not be a capture.
func renderAny(t *testing.T, raw []byte, o decode.Options) (lines []byte, ok bool) {
	t.Helper()
	c, err := decode.Open("fuzz", bytes.NewReader(raw), o)
	if err != nil {
		return nil, false
	}
	var out bytes.Buffer
	must.Do(t, c.Render(&out, records.JSONLines(records.JSONOptions{Hex: true})))
	return out.Bytes(), true
}

func jsonLines(t *testing.T, lines []byte) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		if !json.Valid(line) {
			t.Fatalf("no JSON: %q", line)
		}
	}
}

// FuzzDatagrams splits bytes into plaintext datagrams of two links and takes them
// through the whole session: each byte has an owner, a clone says the same as its
// record, printing does not panic.
func FuzzDatagrams(f *testing.F) {
	_, p := longChat(30)
	f.Add([]byte{0, 255, 255, 1, 2}, false)
	f.Add(stream(datagram(255, connect(1)), datagram(1, accept(2)), datagram(2, peerInfo(1, 2, "x"), strong)), false)
	f.Add(stream(datagram(2, part(1, 0, 3, p[0]), part(1, 2, 0, p[2])), datagram(2, part(1, 1, 0, p[1])), datagram(1, ack(1))), true)
	f.Add(stream(datagram(2, data(255, state(1)), data(0, state(2)), data(0, state(3))), datagram(2), datagram(2, oneByteConnect)), true)
	for _, plain := range plainDatagrams(f, mixed().data) {
		f.Add(stream(encipher(plain), encipher(plain)), true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, forced bool) {
		var o decode.Options
		if forced {
			o.Protocol = decode.BC
		}
		in := unstream(raw).data
		coverage(t, in, o)
		text := records.Text(records.TextOptions{Hex: true})()
		for r := range open(t, in, o).Records() {
			want := records.AppendJSON(nil, r, records.JSONOptions{Hex: true})
			jsonLines(t, want)
			for _, b := range text(nil, r) {
				if b < ' ' && b != '\n' || b == 0x7F {
					t.Fatalf("control character 0x%02X in the text of frame %d", b, r.Frame)
				}
			}
			if got := records.AppendJSON(nil, r.Clone(), records.JSONOptions{Hex: true}); !bytes.Equal(got, want) {
				t.Fatalf("clone says  %srecord said %s", got, want)
			}
		}
	})
}

// stream is the inverse of unstream: plaintext datagrams, each behind a byte that says
// between whom and one with its length.
func stream(datagrams ...[]byte) (b []byte) {
	for i, d := range datagrams {
		plain := decipher(d)
		b = append(b, byte(i), byte(len(plain)))
		b = append(b, plain...)
	}
	return b
}

func unstream(b []byte) *file {
	f := newFile()
	for len(b) >= 2 {
		n := min(int(b[1]), len(b)-2)
		src, dst := client, host
		if b[0]&2 != 0 {
			src = other
		}
		if b[0]&1 != 0 {
			src, dst = dst, src
		}
		f.udp(src, dst, encipher(b[2:2+n]))
		b = b[2+n:]
	}
	return f
}
