package terminal_test

import (
	"testing"

	"bcdump/report/terminal"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Jörg 世": "Jörg 世", "\x1b[31mevil\n": `\x1b[31mevil\x0a`, "a\u200bb\u202e": `a\u200bb\u202e`, "\u0085": `\x85`,
	} {
		if got := terminal.Printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
