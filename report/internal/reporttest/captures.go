package reporttest

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
)

// Corpus is where the captures of this project are.
const Corpus = "../../testdata/pcaps"

// Shipped gives the captures of the corpus by name; what is no capture is left out.
func Shipped(t testing.TB) map[string][]byte {
	t.Helper()
	paths := must.Get(filepath.Glob(filepath.Join(Corpus, "*.*")))(t)
	files := map[string][]byte{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".json") {
			continue
		}
		raw := must.Get(os.ReadFile(path))(t)
		if _, err := decode.Open(name, bytes.NewReader(raw), decode.Options{}); err == nil {
			files[name] = raw
		}
	}
	return files
}

// Open opens a capture that is in memory, and ends the test if it is none.
func Open(t testing.TB, name string, raw []byte, o decode.Options) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open(name, bytes.NewReader(raw), o))(t)
}

// FilterOf compiles an expression; "" keeps everything.
func FilterOf(t testing.TB, expression string) *decode.Filter {
	t.Helper()
	if expression == "" {
		return nil
	}
	return must.Get(decode.NewFilter(expression))(t)
}

// Evening is when battles begin that say nothing else.
var Evening = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// Battle plays a battle, with some troubles as --trouble words them, and gives its truth and its capture.
func Battle(t testing.TB, o battle.Options, troubles ...string) (*battle.Truth, []byte) {
	t.Helper()
	if o.Start.IsZero() {
		o.Start = Evening
	}
	for _, text := range troubles {
		o.Troubles = append(o.Troubles, must.Get(battle.ParseTrouble(text))(t))
	}
	var file bytes.Buffer
	truth := must.Get(recorder.Record(&file, o, recorder.Options{Start: o.Start}))(t)
	return truth, file.Bytes()
}

// Twice is a little-endian pcap of Ethernet frames with each of them once more, a microsecond later, on a VLAN.
func Twice(raw []byte) []byte {
	const file, head, addresses = 24, 16, 12
	out := slices.Clone(raw[:file])
	for b := raw[file:]; len(b) > 0; {
		n := binary.LittleEndian.Uint32(b[8:])
		frame := b[:head+n]
		b = b[head+n:]
		out = append(out, frame...)
		out = binary.LittleEndian.AppendUint32(append(out, frame[:4]...), binary.LittleEndian.Uint32(frame[4:])+1)
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, n+4), n+4)
		out = append(append(append(out, frame[head:head+addresses]...), 0x81, 0, 0, 7), frame[head+addresses:]...)
	}
	return out
}

// Of gives what a report makes of a capture that is in memory.
func Of[T, O any](t testing.TB, name string, raw []byte, report func(string, *decode.Capture, O) (T, error), o O) T {
	t.Helper()
	c := Open(t, name, raw, decode.Options{})
	defer func() { _ = c.Close() }()
	return must.Get(report(name, c, o))(t)
}
