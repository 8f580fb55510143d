package hostile_test

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"bcdump/decode/synth"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
)

func TestChecks(t *testing.T) {
	for _, tt := range []struct {
		check func([]byte) error
		text  string
		good  bool
	}{
		{hostile.CheckText, "", true}, {hostile.CheckText, "a\nJörg 世\n", true}, {hostile.CheckText, "a\x1b", false}, {hostile.CheckText, "a\r\n", false},
		{hostile.CheckText, "\xff", false}, {hostile.CheckText, "x\nFORGED", false}, {hostile.CheckText, "a\u202eb", false}, {hostile.CheckText, "a\u009b", false},
		{hostile.CheckJSON, "", true}, {hostile.CheckJSON, "{\"a\":1}\n[\"\\u001b\"]\n", true}, {hostile.CheckJSON, "{\"a\":}", false}, {hostile.CheckJSON, "{\"a\":1", false},
		{hostile.CheckJSON, "\"\u009b\"", false}, {hostile.CheckJSON, "\"\u2028\"", false}, {hostile.CheckJSON, "\"\xff\"", false}, {hostile.CheckJSON, "\t1", false},
		{hostile.CheckCSV, "", true}, {hostile.CheckCSV, "a,b\r\n-1.5,'=1\r\n", true}, {hostile.CheckCSV, "a,b\r\n1,=1\r\n", false}, {hostile.CheckCSV, "@a\r\n", false},
		{hostile.CheckCSV, "\"a\r\nb\"\r\n", false}, {hostile.CheckCSV, "a\x1b\r\n", false}, {hostile.CheckCSV, "a,b\r\nc\r\n", false}, {hostile.CheckCSV, "-1|x\r\n", false},
	} {
		if err := tt.check([]byte(tt.text)); (err == nil) != tt.good {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}

// A capture has as many frames as it was told to have, however it is read, and more of the same
// when it is longer.
func TestCapture(t *testing.T) {
	for _, kind := range hostile.Floods {
		short := read(t, &hostile.Capture{Next: kind.Next, Frames: 30})
		slowly := read(t, iotest.HalfReader(&hostile.Capture{Next: kind.Next, Frames: 30}))
		long := read(t, &hostile.Capture{Next: kind.Next, Bytes: 3 * len(short)})
		if !bytes.Equal(short, slowly) || !bytes.HasPrefix(long, short) || len(long) < 3*len(short) {
			t.Errorf("%s: %d bytes, read slowly %d, long %d", kind.Name, len(short), len(slowly), len(long))
		}
	}
}

func read(t *testing.T, r io.Reader) []byte {
	t.Helper()
	return must.Get(io.ReadAll(r))(t)
}

// All that is understood and has texts gets other ones; the rest is left alone.
func TestFiller(t *testing.T) {
	filler := hostile.Filler{Text: func(bool) string { return "x\x1b\n" }}
	data, part := transport.NewData(true, 7), transport.NewFragment(7, 0, 2)
	control := transport.NewControl(transport.PeerInfo, 0)
	for _, tt := range []struct {
		m            transport.Message
		before, want []byte
	}{
		{data, synth.Chat(2, "hello"), synth.Chat(2, "x\x1b\n")},
		{part, synth.Chat(2, "hello"), nil},
		{data, []byte{0xEE, 1, 2}, nil},
		{control, wire.Append(nil, &transport.Peer{Name: wire.NewWideText("Alice")}), wire.Append(nil, &transport.Peer{Name: wire.NewWideText("x\x1b\n")})},
	} {
		if got, ok := filler.Message(&tt.m, tt.before); !bytes.Equal(got, tt.want) || ok != (tt.want != nil) {
			t.Errorf("%x becomes %x", tt.before, got)
		}
	}
	for before, want := range map[string]string{`\hostname\a\final\`: "\\hostname\\x\x1b\n\\final\\", "no text": "", string(synth.EntityMessage(2)): ""} {
		if got, ok := filler.Datagram([]byte(before)); string(got) != want || ok != (want != "") {
			t.Errorf("%q becomes %q", before, got)
		}
	}
}
