package printable_test

import (
	"encoding/json"
	"testing"
	"unicode"
	"unicode/utf8"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/printable"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Jörg 世": "Jörg 世", "\x1b[31mevil\n": `\x1b[31mevil\x0a`, "a\u200bb\u202e": `a\u200bb\u202e`, "\u0085": `\x85`,
		"eight ch\x7f": `eight ch\x7f`, "\u00a0\U000e0001": `\xa0\u{e0001}`, "a\nb\tc\x00\x7f\u009b": `a\x0ab\x09c\x00\x7f\x9b`, `C:\x1b`: `C:\x1b`, "\xED\xA0\x80": "\ufffd\ufffd\ufffd",
		"bad \xff\xfe": "bad \ufffd\ufffd", "real \ufffd": "real \ufffd",
	} {
		if got := printable.Text(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := string(printable.Escape([]byte("\x00"+text), 1)); got != "\x00"+want {
			t.Errorf("%q: Escape gives %q", text, got)
		}
	}
}

func TestControls(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "no\u00a0break\u3000Jörg": "no\u00a0break\u3000Jörg", "\tx\r\n": `\x09x\x0d\x0a`, "\u202ex\u2028": `\u202ex\u2028`, "\u009bm": `\x9bm`, "bad\xff\x1b": "bad\xff" + `\x1b`,
	} {
		if got := printable.Controls(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	if got, want := string(printable.Page([]byte("a\u202e\n\n\x1b\r\nÄ"))), "a\\u202e\n\n\\x1b\\x0d\nÄ"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEveryCharacter looks at all of Unicode, at every place of a word of eight bytes.
func TestEveryCharacter(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		text := "padding"[:c%8] + string(c) + "padding"
		if changed := printable.Text(text) != text; changed == unicode.IsPrint(c) {
			t.Fatalf("%U: escaped %v", c, changed)
		}
		if changed := printable.Controls(text) != text; changed != printable.Control(c) {
			t.Fatalf("%U: escaped by Controls %v", c, changed)
		}
		if printable.Control(c) && unicode.IsPrint(c) {
			t.Fatalf("%U is printed and obeyed", c)
		}
	}
}

func TestJSON(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if !utf8.ValidRune(c) || c > 0x3000 && c < 0xE0000 && c%heavy.Scale[rune](61, 1) != 0 { // which are alike
			continue
		}
		want := "a" + string(c) + "b"
		got := printable.JSON(must.Get(json.Marshal(want))(t), 0)
		for _, c := range string(got) {
			if printable.Control(c) {
				t.Fatalf("%U: %q", c, got)
			}
		}
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != want {
			t.Fatalf("%U: %q reads as %q (%v)", c, got, back, err)
		}
	}
}
