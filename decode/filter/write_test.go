package filter

import (
	"math"
	"net/netip"
	"testing"
	"unicode/utf8"
)

// TestQuote: what is quoted means the text again, and shows no control character.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                  `""`,
		"Ace":               `"Ace"`,
		`a "b" \c 'd'`:      `"a \"b\" \\c 'd'"`,
		"\x1b[31m\n\x7f":    `"\x1b[31m\x0a\x7f"`,
		"\u0085\u202e日":     `"\x85\u202e日"`,
		"\U0001F680":        "\"\U0001F680\"",
		"a\u00a0b":          `"a\xa0b"`,
		"\U000E0001 is odd": "\"\U000E0001 is odd\"",
	} {
		got := Quote(text)
		if got != want || !match(t, "fields.text == "+got, OfText(text)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := Quote("a\xffb"); got != `"a`+string(utf8.RuneError)+`b"` {
		t.Errorf("%s", got)
	}
}

// TestLiterals: the literal of a value equals it, whatever it is.
func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		path, want string
		value      Value
	}{
		{"frame", "-5", OfInt(-5)},
		{"frame", "-9223372036854775808", OfInt(math.MinInt64)},
		{"fields.speed", "0.1", OfFloat32(0.1)},
		{"fields.speed", "3.4028235e+38", OfFloat32(math.MaxFloat32)},
		{"fields.speed", "1e-45", OfFloat32(math.SmallestNonzeroFloat32)},
		{"fields.speed", "-0", OfFloat32(float32(math.Copysign(0, -1)))},
		{"fields.speed", "0.1", OfFloat64(0.1)},
		{"fields.speed", "5e-324", OfFloat64(math.SmallestNonzeroFloat64)},
		{"fields.speed", `"NaN"`, OfFloat32(float32(math.NaN()))},
		{"fields.speed", `"-Inf"`, OfFloat64(math.Inf(-1))},
		{"fields.speed", `"+Inf"`, OfFloat32(float32(math.Inf(1)))},
		{"opcode", "0x1C", OfInt(0x1C)},
		{"opcode", "0x05", OfInt(5)},
		{"fields.object_id", "0x00000642", OfHex(0x642, 8)},
		{"fields.object_id", "0x4003FFFF", OfHex(0x4003FFFF, 8)},
		{"fields.object_id", "0x0042", OfHex(0x42, 4)},
		{"fields.value", "28", OfInt(28)},
		{"fields.value", `"28"`, OfText("28")},
		{"fields.value", "true", OfBool(true)},
		{"reliable", "false", OfBool(false)},
		{"time", `"1970-01-01T00:00:01.000000005Z"`, OfTime(1e9 + 5)},
		{"time", `"2262-04-11T23:47:16.854775807Z"`, OfTime(math.MaxInt64)},
		{"time", `"1677-09-21T00:12:43.145224192Z"`, OfTime(math.MinInt64)},
		{"src", `"10.0.0.1:22101"`, OfAddress(netip.MustParseAddrPort("10.0.0.1:22101"))},
		{"src", `"[::1]:5"`, OfAddress(netip.MustParseAddrPort("[::1]:5"))},
		{"src", `"server"`, OfAddress(netip.AddrPort{})},
		{"trailing", `"00ff"`, OfBytes([]byte{0, 0xFF})},
		{"trailing", `""`, OfBytes(nil)},
	} {
		key, ok := sample(t).Lookup(c.path)
		if !ok {
			t.Fatalf("no key %s", c.path)
		}
		got := c.value.Literal(key.Kind)
		if got != c.want || !match(t, c.path+" == "+got, c.value) || match(t, c.path+" != "+got, c.value) {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	if there := Present(); there.Literal(Any) != "" {
		t.Error("what holds nothing has a literal")
	}
}

func TestAnd(t *testing.T) {
	for _, c := range []struct {
		want  string
		given []string
	}{
		{``, nil},
		{``, []string{"", "  "}},
		{`a`, []string{"", " a "}},
		{`a && b`, []string{"a", "b"}},
		{`(a || b) && c`, []string{"a || b", "c"}},
		{`(a or b) && (c || d)`, []string{"a or b", "c || d"}},
		{`(a || b) && c`, []string{"(a || b)", "c"}},
		{`a == "x || y" && c`, []string{`a == "x || y"`, "c"}},
		{`a && b && c`, []string{"a && b", "c"}},
		{`a && b`, []string{"a && b", "b"}},
		{`a and b`, []string{"a and b", "a"}},
		{`(a || b) && b`, []string{"a || b", "b"}},
		{`!(a && b) && b`, []string{"!(a && b)", "b"}},
		{`a`, []string{"a", "a"}},
		{`a in [1, 2] && a == 1`, []string{"a in [1, 2]", "a == 1"}},
	} {
		if got := And(c.given...); got != c.want {
			t.Errorf("%q: %s, want %s", c.given, got, c.want)
		}
	}
}

// TestCompleteKnown: values that a capture has are offered in the form that the expression needs.
func TestCompleteKnown(t *testing.T) {
	known := func(key Key) []Known {
		switch key.Path {
		case "fields.text":
			return []Known{{"Ace", ""}, {`The "Ace"`, "he"}, {"Kang", ""}, {"O'Neil", ""}}
		case "frame":
			return []Known{{"12", "Ace"}, {"3", "Kang"}}
		}
		return nil
	}
	for expr, want := range map[string][]string{
		`fields.text == `:            {`"Ace"`, `"The \"Ace\""`, `"Kang"`, `"O'Neil"`},
		`fields.text == ac`:          {`"Ace"`, `"The \"Ace\""`},
		`fields.text == "The `:       {`"The \"Ace\""`},
		`fields.text == he`:          {`"The \"Ace\""`},
		`fields.text == 'k`:          {`'Kang'`},
		`fields.text == 'o`:          {`"O'Neil"`},
		`fields.text in ["Kang", "A`: {`"Ace"`, `"The \"Ace\""`, `"Kang"`},
		`frame == `:                  {"12", "3"},
		`frame == 1`:                 {"12"},
		`frame == kan`:               {"3"},
		`fields.speed == `:           nil,
		`dir == `:                    {`"C>S"`, `"S>C"`},
		`reliable == `:               {"true", "false"},
	} {
		list := sample(t).CompleteWith(expr, known)
		for i := range list {
			if word := list[i].Word(); i >= len(want) || word != want[i] {
				t.Errorf("%s: %q is offered", expr, word)
			}
		}
		if len(list) != len(want) {
			t.Errorf("%s: %v, want %q", expr, list, want)
		}
	}
}

// TestUnfinished: more text may mend what ends too early, but not what is wrong before.
func TestUnfinished(t *testing.T) {
	for expr, want := range map[string]bool{
		"fram": true, "frame ==": true, "frame == ": true, "frame =": true, "(frame == 1": true, "(frame == 1 ": true,
		`name == "Sta`: true, "name == Sta": true, "frame == 1 &": true, "frame not ": true,
		"fram == ": false, "frame == 1 2 ": false, "frame == 1) ": false, `name == "no such"`: false, "frame $ 5": false,
		"fram == 1 && (": false, `frame == "x"`: false,
	} {
		_, err := Compile(expr, sample(t))
		fault, ok := err.(*Error)
		if !ok || fault.Unfinished() != want {
			t.Errorf("%s: %v, want %v", expr, err, want)
		}
	}
}
