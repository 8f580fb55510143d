package message_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/internal/heavy"
)

// nested gives a ChecksumResponse whose directories lie within each other.
func nested(levels int) []byte {
	payload := []byte{0x21, 1, 0x2F, 0xCB, 0xAF, 0x4D}
	for level := 1; level <= levels; level++ {
		payload = append(payload, 0, 0) // no files
		if level < levels {
			payload = append(payload, 1, byte(level), 0, 0, 0)
		} else {
			payload = append(payload, 0)
		}
	}
	return payload
}

func TestDeepTrees(t *testing.T) {
	deepest := nested(16)
	d := message.Decode(deepest)
	if !d.Complete() || len(d.Trailing) != 0 {
		t.Fatalf("16 levels: %v", d.Err)
	}
	checkEncode(t, &d, deepest)
	text := fields.AppendJSON(nil, d.Message, fields.All, nil)
	if !json.Valid(text) || bytes.Count(text, []byte(`"tree"`)) != 16 {
		t.Errorf("%s", text)
	}
	for _, levels := range []int{17, 1000} {
		payload := nested(levels)
		d, spans := new(message.Decoder).Trace(payload, message.Context{})
		if d.Err == nil || !strings.Contains(d.Err.Reason, "nested more than 16 deep") {
			t.Errorf("%d levels: %v", levels, d.Err)
		}
		// The 16 levels that were read stay, with the names of the last.
		if want := len(payload) - len(nested(17)) + 3; len(d.Trailing) != want {
			t.Errorf("%d levels: %d bytes trailing, want %d", levels, len(d.Trailing), want)
		}
		checkAny(t, &d, spans, payload)
	}
}

// Counts that the bytes do not hold cost neither memory nor time.
func TestLyingCounts(t *testing.T) {
	every := bytes.Repeat([]byte{0xFF}, 64)
	tests := []struct {
		name    string
		payload []byte
	}{
		{"65535 files, no byte", []byte{0x21, 1, 1, 2, 3, 4, 0xFF, 0xFF}},
		{"65535 files, one and a half there", append([]byte{0x21, 1, 1, 2, 3, 4, 0xFF, 0xFF}, every[:12]...)},
		{"255 directories, no name", []byte{0x21, 1, 1, 2, 3, 4, 0, 0, 0xFF}},
		{"255 directories, no tree", append([]byte{0x21, 1, 1, 2, 3, 4, 0, 0, 0xFF}, make([]byte, 4*255)...)},
		{"text of 65535 bytes", []byte{0x2C, 1, 0, 0, 0, 0xFF, 0xFF, 'a'}},
		{"directory of 65535 bytes", []byte{0x20, 1, 0xFF, 0xFF, 'a'}},
		{"name of 2147483647 units", []byte{0x00, 0, 0, 0, 0, 0x67, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 'a'}},
		{"name of -1 units", []byte{0x00, 0, 0, 0, 0, 0x67, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 'a'}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := message.Decode(tt.payload)
			runtime.ReadMemStats(&after)
			if d.Err == nil {
				t.Error("no error")
			}
			// A directory takes four bytes on the wire and 64 in memory.
			if got, most := after.TotalAlloc-before.TotalAlloc, uint64(64<<10+64*len(tt.payload)); got > most {
				t.Errorf("%d bytes allocated for a payload of %d", got, len(tt.payload))
			}
			d, spans := new(message.Decoder).Trace(tt.payload, message.Context{})
			checkAny(t, &d, spans, tt.payload)
		})
	}
}

// Decoding and printing what a battle is full of allocates nothing.
func TestBattleAllocatesNothing(t *testing.T) {
	full := map[byte]bool{0x02: true, 0x03: true, 0x19: true, 0x1A: true, 0x1C: true, 0x29: true, 0x2C: true}
	for event := byte(0x06); event <= 0x12; event++ {
		full[event] = true
	}
	var battle [][]byte
	var contexts []message.Context
	for _, v := range vectors(t) {
		if full[v.payload[0]] && !v.Truncated && !v.Fault {
			battle = append(battle, v.payload)
			contexts = append(contexts, v.context(t))
		}
	}
	var decoder message.Decoder
	var text []byte
	allocations := testing.AllocsPerRun(100, func() {
		for i, payload := range battle {
			d := decoder.DecodeIn(payload, contexts[i])
			text = fields.AppendJSON(text[:0], d.Message, fields.All, nil)
		}
	})
	// Under the race detector a pool forgets now and then.
	if allocations != 0 && !heavy.Race {
		t.Errorf("%v allocations for %d messages", allocations, len(battle))
	}
}

func vectorNamed(t testing.TB, name string) vector {
	t.Helper()
	for _, v := range vectors(t) {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no vector %s", name)
	return vector{}
}

// A field that was cut, or whose condition does not hold, is empty: it does not have what
// the message before had there.
func TestNothingStays(t *testing.T) {
	var used message.Decoder
	checked := 0
	check := func(before, payload []byte) {
		used.Decode(before)
		got, want := used.Decode(payload), message.Decode(payload)
		// What is printed tells no empty list from none.
		if fmt.Sprintf("%+v", got.Message) != fmt.Sprintf("%+v", want.Message) {
			t.Fatalf("%x after %x: %+v, alone %+v", payload, before, got.Message, want.Message)
		}
		checked++
	}
	all := vectors(t)
	for _, v := range all {
		for n := 1; n < len(v.payload); n += heavy.Scale(4, 1) {
			check(v.payload, v.payload[:n])
		}
		for _, w := range heavy.Some(all, 4) {
			if v.payload[0] == w.payload[0] {
				check(w.payload, v.payload)
			}
		}
	}
	if checked < heavy.Scale(500, 2000) {
		t.Errorf("%d messages", checked)
	}
}
