package gamespy

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcdump/internal/must"
)

// observed is one text seen on the wire, with its meaning.
type observed struct {
	Name  string
	Hex   string
	Kind  string
	Pairs [][2]string

	text []byte
}

func observedTexts(t testing.TB) []observed {
	t.Helper()
	file := must.Get(os.ReadFile(filepath.Join("testdata", "texts.json")))(t)
	var all []observed
	must.Do(t, json.Unmarshal(file, &all))
	for i := range all {
		all[i].text = must.Get(hex.DecodeString(all[i].Hex))(t)
	}
	return all
}

// asStrings turns pairs into something that compares and prints.
func asStrings(pairs []Pair) [][2]string {
	out := [][2]string{}
	for _, p := range pairs {
		out = append(out, [2]string{string(p.Key), string(p.Value)})
	}
	return out
}

func TestObservedTexts(t *testing.T) {
	all := observedTexts(t)
	if len(all) != 5 {
		t.Fatalf("%d observed texts, want 5", len(all))
	}
	for _, o := range all {
		t.Run(o.Name, func(t *testing.T) {
			pairs, kind := Parse(o.text, nil)
			if kind.String() != o.Kind {
				t.Errorf("kind %s, want %s", kind, o.Kind)
			}
			if got := asStrings(pairs); !slices.Equal(got, o.Pairs) {
				t.Errorf("pairs %q\nwant  %q", got, o.Pairs)
			}
			// The one text with a trailing backslash is the one that is not canonical.
			want := o.text
			if o.Kind == "validate" {
				want = want[:len(want)-1]
			}
			if got := Append(nil, pairs); !bytes.Equal(got, want) {
				t.Errorf("writes %q, want %q", got, want)
			}
			checkOwners(t, o.text, pairs)
		})
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		text  string
		kind  Kind
		pairs [][2]string
		back  string // what Append writes
	}{
		{``, KindUnknown, nil, ``},
		{`status`, KindUnknown, nil, ``},
		{"\x01\\status\\", KindUnknown, nil, ``},
		{`\`, KindUnknown, nil, ``},
		{`\\`, KindUnknown, [][2]string{{"", ""}}, `\\`},
		{`\\\`, KindUnknown, [][2]string{{"", ""}}, `\\`},
		{`\\\\`, KindUnknown, [][2]string{{"", ""}, {"", ""}}, `\\\\`},
		{`\status`, KindQuery, [][2]string{{"status", ""}}, `\status\`},
		{`\status\\`, KindQuery, [][2]string{{"status", ""}}, `\status\`},
		{`\status\\queryid\7.1`, KindQuery, [][2]string{{"status", ""}, {"queryid", "7.1"}}, `\status\\queryid\7.1`},
		{`\basic\`, KindQuery, [][2]string{{"basic", ""}}, `\basic\`},
		{`\info\`, KindQuery, [][2]string{{"info", ""}}, `\info\`},
		{`\rules\`, KindQuery, [][2]string{{"rules", ""}}, `\rules\`},
		{`\players\`, KindQuery, [][2]string{{"players", ""}}, `\players\`},
		{`\packets\`, KindQuery, [][2]string{{"packets", ""}}, `\packets\`},
		{`\echo\hello`, KindQuery, [][2]string{{"echo", "hello"}}, `\echo\hello`},
		{`\basic\\info\`, KindQuery, [][2]string{{"basic", ""}, {"info", ""}}, `\basic\\info\`},
		{`\secure\LRPOPQ`, KindChallenge, [][2]string{{"secure", "LRPOPQ"}}, `\secure\LRPOPQ`},
		{`\basic\\secure\LRPOPQ`, KindChallenge, [][2]string{{"basic", ""}, {"secure", "LRPOPQ"}}, `\basic\\secure\LRPOPQ`},
		{`\heartbeat\22101\gamename\bcommander\`, KindHeartbeat,
			[][2]string{{"heartbeat", "22101"}, {"gamename", "bcommander"}}, `\heartbeat\22101\gamename\bcommander`},
		{`\gamename\bcommander`, KindUnknown, [][2]string{{"gamename", "bcommander"}}, `\gamename\bcommander`},
		{`\gamename\b\queryid\1.1`, KindResponse, [][2]string{{"gamename", "b"}, {"queryid", "1.1"}}, `\gamename\b\queryid\1.1`},
		{`\gamename\b\validate\x`, KindValidate, [][2]string{{"gamename", "b"}, {"validate", "x"}}, `\gamename\b\validate\x`},
		{`\player_3\Q\queryid\2.2`, KindResponse, [][2]string{{"player_3", "Q"}, {"queryid", "2.2"}}, `\player_3\Q\queryid\2.2`},
		{`\player_3\Q`, KindUnknown, [][2]string{{"player_3", "Q"}}, `\player_3\Q`},
		{`\Status\`, KindUnknown, [][2]string{{"Status", ""}}, `\Status\`},
		// Order and repeated keys are kept; bytes above 127 and zeros pass through.
		{`\b\1\a\2\b\3`, KindUnknown, [][2]string{{"b", "1"}, {"a", "2"}, {"b", "3"}}, `\b\1\a\2\b\3`},
		{"\\k\xE9\x00\\\xFF\n", KindUnknown, [][2]string{{"k\xE9\x00", "\xFF\n"}}, "\\k\xE9\x00\\\xFF\n"},
		{`\a\b\c`, KindUnknown, [][2]string{{"a", "b"}, {"c", ""}}, `\a\b\c\`},
		{`\a\b\\c`, KindUnknown, [][2]string{{"a", "b"}, {"", "c"}}, `\a\b\\c`},
	}
	for _, tt := range tests {
		pairs, kind := Parse([]byte(tt.text), nil)
		if kind != tt.kind {
			t.Errorf("%q: kind %s, want %s", tt.text, kind, tt.kind)
		}
		if got := asStrings(pairs); !slices.Equal(got, tt.pairs) {
			t.Errorf("%q: pairs %q, want %q", tt.text, got, tt.pairs)
		}
		if got := string(Append(nil, pairs)); got != tt.back {
			t.Errorf("%q: writes %q, want %q", tt.text, got, tt.back)
		}
		checkOwners(t, []byte(tt.text), pairs)
	}
}

// checkOwners shows that the pairs stand in the text where their offsets say, back
// to back, and that no byte is left over but a trailing backslash.
func checkOwners(t *testing.T, text []byte, pairs []Pair) {
	t.Helper()
	at := 0
	for i, p := range pairs {
		if p.Offset != at {
			t.Fatalf("%q: pair %d at %d, want %d", text, i, p.Offset, at)
		}
		one := Append(nil, []Pair{p})
		if whole := text[at:]; !bytes.HasPrefix(whole, one) && string(whole)+`\` != string(one) {
			t.Fatalf("%q: pair %d is not the text at %d", text, i, at)
		}
		at += len(one)
	}
	if rest := len(text) - at; opens(text) && (rest < -1 || rest > 1) {
		t.Fatalf("%q: %d bytes without an owner", text, rest)
	}
}

// TestCutEverywhere parses every prefix of every observed text: all pairs but the
// last are those of the whole text, and the last is a prefix of its pair.
func TestCutEverywhere(t *testing.T) {
	for _, o := range observedTexts(t) {
		for n := range len(o.text) {
			text := o.text[:n]
			pairs, _ := Parse(text, nil)
			checkOwners(t, text, pairs)
			got := asStrings(pairs)
			if len(got) == 0 {
				continue
			}
			last := len(got) - 1
			if !slices.Equal(got[:last], o.Pairs[:last]) {
				t.Errorf("%s cut at %d: %q", o.Name, n, got)
			}
			whole := `\` + o.Pairs[last][0] + `\` + o.Pairs[last][1]
			if cut := text[pairs[last].Offset:]; !bytes.HasPrefix([]byte(whole), bytes.TrimSuffix(cut, []byte{sep})) {
				t.Errorf("%s cut at %d: last pair %q is no prefix of %q", o.Name, n, cut, whole)
			}
		}
	}
}

// TestReuse shows that the pairs replace what dst held, use its array and allocate
// nothing, and that a text without pairs leaves none of an older one.
func TestReuse(t *testing.T) {
	response := observedTexts(t)[1].text
	buf, _ := Parse(response, nil)
	again, kind := Parse([]byte(`\status\`), buf)
	if len(again) != 1 || &again[0] != &buf[0] || kind != KindQuery {
		t.Errorf("dst was not reused: %q, %s", asStrings(again), kind)
	}
	if none, _ := Parse([]byte("no text"), buf); len(none) != 0 {
		t.Errorf("pairs without a text: %q", asStrings(none))
	}
	out := make([]byte, 0, len(response))
	if n := testing.AllocsPerRun(50, func() {
		buf, _ = Parse(response, buf)
		out = Append(out[:0], buf)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// TestNoWriteThrough shows that appending to a value does not write into the text.
func TestNoWriteThrough(t *testing.T) {
	text := []byte(`\a\b\c\d`)
	pairs, _ := Parse(text, nil)
	_ = append(pairs[0].Key, "XXXX"...)
	_ = append(pairs[0].Value, "XXXX"...)
	if string(text) != `\a\b\c\d` {
		t.Errorf("the text became %q", text)
	}
}

func TestKindString(t *testing.T) {
	if got := Kind(200).String(); got != "unknown" {
		t.Errorf("Kind(200) = %q", got)
	}
	if got := KindHeartbeat.String(); got != "heartbeat" {
		t.Errorf("KindHeartbeat = %q", got)
	}
}

// FuzzParse holds the invariants on any bytes: every byte has an owner, what Parse
// read Append writes back but for one backslash, and writing is stable.
func FuzzParse(f *testing.F) {
	for _, o := range observedTexts(f) {
		f.Add(o.text)
	}
	for _, text := range []string{``, `\`, `\\`, `\status`, `\a\b\\c\`, "\\k\xE9\\\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		pairs, kind := Parse(text, nil)
		if !opens(text) {
			if len(pairs) != 0 || kind != KindUnknown {
				t.Fatalf("%d pairs, kind %s, without a text", len(pairs), kind)
			}
			return
		}
		checkOwners(t, text, pairs)
		back := Append(nil, pairs)
		if string(back) != string(text) && string(back)+`\` != string(text) && string(back) != string(text)+`\` {
			t.Fatalf("writes %q, more than one backslash off", back)
		}
		again, kindAgain := Parse(back, nil)
		if kindAgain != kind || !slices.Equal(asStrings(again), asStrings(pairs)) {
			t.Fatalf("written text reads as %s %q", kindAgain, asStrings(again))
		}
	})
}

// TestIsText tells texts by a key that the protocol has, wherever it stands. The last ones are
// the beginnings of QUIC and DNS datagrams.
func TestIsText(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, `\`: false, `\\`: false, `status`: false, `\status`: true, `\status\`: true, `\Status\`: false,
		`\x\status`: false, `\x\1\queryid\2.1`: true, `\x\1\final\`: true, `\player_0\A`: true, `\player_\A`: false,
		`\sta`: true, `\q`: true, `\x`: false, `\stat\`: false, `\statuses`: false, `\x\1\sta`: false,
		`\gamename\bcommander`: true, `\heartbeat\22101`: true, `\secure\LRPOPQ`: true, `\a\b\c\d`: false,
		"\\\x1f\xb3\x00\x9c\x42\xd1\x07\x5c\x33\x01\xee":                                       false,
		"\\\x9a\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\x01\x00\x01": false,
	} {
		if got := IsText([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, o := range observedTexts(t) {
		if !IsText(o.text) {
			t.Errorf("%s is none", o.Name)
		}
	}
}
