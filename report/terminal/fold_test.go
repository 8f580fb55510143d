package terminal_test

import (
	"regexp"
	"strings"
	"testing"

	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, indent int
		want          string
	}{
		{"all of it", 0, 2, "all of it"},
		{"all of it", 9, 2, "all of it"},
		{" 1  speed 2.0  hull 97", 12, 3, " 1\n   speed 2.0\n   hull 97"},
		{"one two three four", 10, 1, "one two\n three\n four"},
		{"a  0123456789ABCDEFGHIJ", 10, 2, "a  0123456\n  789ABCDE\n  FGHIJ"},
		{"→→→→→→→→→→→→", 9, 0, "→→→→→→→→→\n→→→"},
		{"漢字漢字漢字", 9, 0, "漢字漢字\n漢字"},
		{"\x1b[31mred red red\x1b[0m plain", 9, 1, "\x1b[31mred red\x1b[0m\n \x1b[31mred\x1b[0m\n plain"},
		{"\x1b[1mname\x1b[22m  and more", 9, 1, "\x1b[1mname\x1b[22m\n and more"},
	} {
		if got := terminal.Fold(c.text, c.width, c.indent); got != c.want {
			t.Errorf("%q in %d:\n%q, want\n%q", c.text, c.width, got, c.want)
		}
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9]*m")

// FuzzFold: no line is too long, and nothing but blanks is lost.
func FuzzFold(f *testing.F) {
	f.Add("    12  22:08:00.009  C>S  Cady2  ! Chat  text  hello 漢字 world", 30, 9)
	f.Add("  a   b  ", 10, 100)
	f.Fuzz(func(t *testing.T, text string, width, indent int) {
		const least = 8
		width, indent = least+abs(width)%200, abs(indent)%300
		text = "\x1b[1m" + strings.ReplaceAll(printable.Text(text), "  ", "\x1b[22m  \x1b[31m") + "\x1b[0m"
		got := terminal.Fold(text, width, indent)
		for line := range strings.Lines(got) {
			line = strings.TrimSuffix(line, "\n")
			if n := terminal.Width(line); n > width {
				t.Errorf("%d columns in %d: %q", n, width, line)
			}
		}
		plain := func(s string) string {
			return strings.NewReplacer(" ", "", "\n", "").Replace(escapes.ReplaceAllString(s, ""))
		}
		if plain(got) != plain(text) {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func abs(n int) int { return max(n, -(n + 1)) }

// TestColumns: what is counted here is what the tables count.
func TestColumns(t *testing.T) {
	for _, text := range []string{"", "abc", "Größe", "→↻…–—│─█×·²", "漢字", "e\u0301", "😀", "\x1b[31mred\x1b[0m"} {
		if got, want := terminal.ColumnsOf([]byte(text)), terminal.Width(text); got != want {
			t.Errorf("%q: %d columns, want %d", text, got, want)
		}
	}
}

func TestFoldPage(t *testing.T) {
	const page = `Some words that are written
in lines of their own.

  bcdump stats --only opcodes,flags battle.pcap
  -o, --output string    form of the output, table or csv
                         (default "table")
  0   everything that could be read
      was decoded
Short.
Lines.
`
	const want = `Some words that are written
in lines of their own.

  bcdump stats --only opcodes,flags battle.pcap
  -o, --output string    form of the output, table
                         or csv (default "table")
  0   everything that could be read
      was decoded
Short.
Lines.
`
	if got := terminal.FoldPage(page, 50); got != want {
		t.Error(got)
	}
	if got := terminal.FoldPage(page, 40); !strings.Contains(got, "flags\n      battle.pcap\n") || !strings.HasPrefix(got, "Some words that are written\nin") {
		t.Error(got)
	}
	if got := terminal.FoldPage(page, 24); !strings.HasPrefix(got, "Some words that are\nwritten in lines of\ntheir own.\n\n  bcdump stats") {
		t.Error(got)
	}
	if terminal.FoldPage(page, 0) != page {
		t.Error("changed without a width")
	}
}

func TestFoldCommand(t *testing.T) {
	const command = `bcdump decode -q --ship 'a b' -f 'name == "it'\''s so" && frame in 1..2' battle.pcap | wc -l`
	for width, want := range map[int]string{
		0: command,
		40: `bcdump decode -q --ship 'a b' -f 'name
  == "it'\''s so" && frame in 1..2' \
  battle.pcap | wc -l`,
		24: `bcdump decode -q \
  --ship 'a b' -f \
  'name ==
  "it'\''s so" &&
  frame in 1..2' \
  battle.pcap | wc -l`,
	} {
		if got := strings.Join(terminal.FoldCommand(command, width, 2), "\n"); got != want {
			t.Errorf("width %d:\n%s", width, got)
		}
	}
}
