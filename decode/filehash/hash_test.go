package filehash_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"strings"
	"testing"
	"testing/iotest"

	"bcdump/decode/filehash"
	"bcdump/internal/must"
)

// TestNames has every text whose hash stands in a real answer.
func TestNames(t *testing.T) {
	for text, want := range map[string]uint32{
		"60": 0x7E0CE243, "scripts": 0x4DAFCB2F, "scripts/": 0x5FF2585F, "scripts/ships": 0xC017D1C4, "ships": 0xB831D315,
		"scripts/mainmenu": 0x3409475D, "mainmenu": 0x3F7BF00A, "Scripts/Multiplayer": 0x8794D13F,
		"Hardpoints": 0xCAAFFDD4, "Episode": 0x83C82BA5, "Mission1": 0x88D63ABC,
		"App.pyc": 0x373EB677, "Autoexec.pyc": 0x8501E6A1, "Akira.pyc": 0x3EB23EBA, "__init__.pyc": 0xE9DD9FA2,
		"CardSpecificSetup.pyc": 0x5846668B, "KeyboardConfig.pyc": 0x4370D29D, "mainmenu.pyc": 0xB54D1D23, "": 0,
	} {
		if got := filehash.Name(text); got != want {
			t.Errorf("%q: 0x%08X, want 0x%08X", text, got, want)
		}
	}
}

// reference is the rule of the file hash as it is written down.
func reference(data []byte) (h uint32) {
	at := 0
	for ; at+4 <= len(data); at += 4 {
		if at != 4 {
			h = bits.RotateLeft32(h^binary.LittleEndian.Uint32(data[at:]), 1)
		}
	}
	for ; at < len(data); at++ {
		h = bits.RotateLeft32(h^uint32(int32(int8(data[at]))), 1)
	}
	return h
}

func TestSum(t *testing.T) {
	tests := []struct {
		data string
		want uint32
	}{
		{"", 0},
		{"\x01\x00\x00\x80", 0x00000003}, // rotated to the left
		{"\x01\x00\x00\x00\xFF\xFF\xFF\xFF", 0x00000002},         // the second word is left out
		{"\x00\x00\x00\x00\x01\x02\x03\x04\x80", 0xFFFFFF01},     // 0xFFFFFF80, rotated
		{"\x00\x00\x00\x00tttt\x7F", 0x000000FE},                 // a byte without a sign
		{"\x80", 0xFFFFFF01},                                     // shorter than a word
		{"\x00\x00\x00\x00tttt\x01\x00\x00\x00\x02", 0x00000000}, // (1 << 1) ^ 2
	}
	for _, tt := range tests {
		got, size, err := filehash.Of(strings.NewReader(tt.data))
		if got != tt.want || size != int64(len(tt.data)) || err != nil {
			t.Errorf("%q: 0x%08X (%d B, %v), want 0x%08X", tt.data, got, size, err, tt.want)
		}
		if ref := reference([]byte(tt.data)); ref != tt.want {
			t.Errorf("%q: the rule gives 0x%08X", tt.data, ref)
		}
	}
}

// TestSumInPieces: how the bytes come makes no difference, and asking does not change the hash.
func TestSumInPieces(t *testing.T) {
	data := bytes.Repeat([]byte("\x9E\x37\x79\xB9\x00\xFF\x80"), 9)
	for n := range data {
		var s filehash.Sum
		must.Get(io.Copy(&s, iotest.OneByteReader(bytes.NewReader(data[:n]))))(t)
		first := s.Sum32()
		if again := s.Sum32(); first != reference(data[:n]) || again != first {
			t.Errorf("%d bytes: 0x%08X, want 0x%08X", n, s.Sum32(), reference(data[:n]))
		}
	}
	broken := errors.New("broken")
	if _, size, err := filehash.Of(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(broken))); !errors.Is(err, broken) || size != 3 {
		t.Errorf("%d, %v", size, err)
	}
}
