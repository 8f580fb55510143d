package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestFilterTable: each expression of the table in docs/reference/filter.md keeps some messages of the
// captures that are shipped, and not all.
func TestFilterTable(t *testing.T) {
	slowWithRaces(t)
	runner, captures := newExampleRunner(t), []string{}
	for _, name := range []string{
		"session-small.pcap", "stock-join.pcap", "stock-messages.pcap", "stock-gamespy.pcap", "late.pcap", "many-objects.pcap.gz",
		"fragments-repeated.pcap", "left-over-bytes.pcap", "entity-state.pcap", "entity-state-fragments.pcap",
	} {
		captures = append(captures, runner.files[name])
	}
	expressions := filterTable(t)
	var filters []*decode.Filter
	for _, e := range expressions {
		filters = append(filters, must.Get(decode.NewFilter(e))(t))
	}
	all, kept := 0, make([]int, len(filters))
	for _, name := range captures {
		capture := must.Get(decode.OpenFile(name, decode.Options{}))(t)
		var matches []func(*decode.Record) bool
		for _, f := range filters {
			matches = append(matches, f.Matcher(name).Match)
		}
		for r := range capture.Records() {
			all++
			for i, match := range matches {
				if match(r) {
					kept[i]++
				}
			}
		}
		must.Do(t, capture.Close())
	}
	for i, n := range kept {
		if n == 0 || n == all {
			t.Errorf("%s keeps %d of %d messages", expressions[i], n, all)
		}
	}
	t.Logf("%d expressions", len(expressions))
}

// filterTable gives the expressions of the table.
func filterTable(t *testing.T) (expressions []string) {
	t.Helper()
	row := regexp.MustCompile("^\\| `(.+?)` \\|")
	text := strings.Join(readDocument(t, "docs/reference/filter.md"), "\n")
	_, table, _ := strings.Cut(text, "\n## Examples\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for line := range strings.Lines(table) {
		if cell := row.FindStringSubmatch(line); cell != nil {
			expressions = append(expressions, strings.ReplaceAll(cell[1], `\|`, "|"))
		}
	}
	if len(expressions) < 30 {
		t.Fatalf("only %d expressions", len(expressions))
	}
	return expressions
}

// TestLinks: links between documents lead to a file that is there, and to a heading that it has.
func TestLinks(t *testing.T) {
	slowWithRaces(t)
	link, checked := regexp.MustCompile(`\]\(([^)\s]+)\)`), 0
	for _, document := range documentNames(t) {
		for _, found := range link.FindAllStringSubmatch(strings.Join(prose(readDocument(t, document), document), "\n"), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			checked++
			name, anchor, _ := strings.Cut(found[1], "#")
			target := path.Join(path.Dir(document), name)
			if name == "" {
				target = document
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(target))); err != nil {
				t.Errorf("%s links to %s, which is not there", document, found[1])
			} else if anchor != "" && !slices.Contains(anchors(t, target), anchor) {
				t.Errorf("%s links to %s, which has no such heading", document, found[1])
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d links", checked)
	}
}

// prose are the lines of a document outside of its blocks.
func prose(lines []string, document string) (rest []string) {
	end := 0
	for _, b := range blocks(document, lines) {
		rest = append(rest, lines[end:b.first-1]...)
		end = b.last + 1
	}
	return append(rest, lines[end:]...)
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)

// anchors are the names that GitHub gives to the headings of a document.
func anchors(t *testing.T, document string) (found []string) {
	t.Helper()
	for _, line := range prose(readDocument(t, document), document) {
		if level, text, ok := strings.Cut(line, " "); ok && level != "" && strings.Trim(level, "#") == "" {
			found = append(found, strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(text), ""), " ", "-"))
		}
	}
	return found
}

// TestNamedCommands: where a document names a command in its text, `bcdump COMMAND --flag`, there
// is such a command, and it has these flags.
func TestNamedCommands(t *testing.T) {
	slowWithRaces(t)
	named, checked := regexp.MustCompile("`bcdump ([a-z][^`]*)`"), 0
	for _, document := range documentNames(t) {
		for _, found := range named.FindAllStringSubmatch(strings.Join(readDocument(t, document), " "), -1) {
			checked++
			if err := parses(found[1]); err != "" {
				t.Errorf("%s: `bcdump %s`: %s", document, found[1], err)
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d commands", checked)
	}
}

// parses says what is wrong with the command and the flags of a line, if anything is.
func parses(line string) string {
	var s streams
	words := splitLine(line)
	cmd, _, err := newRoot(&s).Find(words)
	if err != nil {
		return err.Error()
	}
	if !cmd.HasParent() && words[0] != "help" && words[0] != "completion" {
		return "no such command"
	}
	for _, word := range words {
		long, isLong := strings.CutPrefix(word, "--")
		long, _, _ = strings.Cut(long, "=")
		short, isShort := strings.CutPrefix(word, "-")
		switch {
		case isLong && cmd.Flags().Lookup(long) == nil && long != "help":
			return "no flag --" + long
		case isShort && !isLong && short != "" && cmd.Flags().ShorthandLookup(short[:1]) == nil:
			return "no flag -" + short
		}
	}
	return ""
}

// splitLine splits a line at blanks outside of single quotes, up to a pipe.
func splitLine(line string) (words []string) {
	for _, word := range regexp.MustCompile(`('[^']*'|[^ '])+`).FindAllString(line, -1) {
		if word == "|" {
			break
		}
		words = append(words, strings.ReplaceAll(word, "'", ""))
	}
	return words
}

// TestGoProgram: the program in docs/guides/go.md compiles and, in a heavy run, runs.
func TestGoProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles")
	}
	lines, found := readDocument(t, "docs/guides/go.md"), 0
	runner := newExampleRunner(t)
	for _, b := range blocks("docs/guides/go.md", lines) {
		if b.info != "go" {
			continue
		}
		found++
		program := strings.Join(lines[b.first:b.last], "\n")
		folder := runner.folder(t, program)
		must.Do(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o644))
		build := exec.Command("go", "build", "-C", "../..", "-o", filepath.Join(folder, "program"), filepath.Join(folder, "main.go"))
		if !heavy.On() { // to link takes longest
			build = exec.Command("go", "list", "-C", "../..", "-export", filepath.Join(folder, "main.go"))
		}
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("docs/guides/go.md:%d: %s", b.first, out)
		}
		if !heavy.On() {
			continue
		}
		cmd := exec.Command(filepath.Join(folder, "program"))
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "\n") {
			t.Errorf("docs/guides/go.md:%d: %v, %s", b.first, err, out)
		}
	}
	if found != 1 {
		t.Errorf("%d programs", found)
	}
}

// TestElided: what "..." stands for, and what it does not.
func TestElided(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "", false}, {"a", "a", true}, {"a", "b", false}, {"a", "a\nb", false},
		{"...", "", true}, {"...", "a\nb", true}, {"a\n...", "a", true}, {"a\n...", "b\na", false},
		{"a\n...\nd", "a\nb\nc\nd", true}, {"a\n...\nd", "a\nb\nd\ne", false}, {"...\nb\n...\nd", "a\nb\nc\nd", true}, {"...\nd\n...\nb", "a\nb\nc\nd", false},
		{"a...z", "a to z", true}, {"a...z", "a to y", false}, {"a...", "a", true}, {"ab...bc", "abc", false}, {"a...b...c", "a b c", true}, {"a...b...c", "a c", false},
	} {
		if ok := elided(split(c.want), split(c.got)); ok != c.ok {
			t.Errorf("%q for %q: %v", c.want, c.got, ok)
		}
	}
}

// TestShortened: an output that has changed is shown as short as it was.
func TestShortened(t *testing.T) {
	for _, c := range []struct{ old, got, want string }{
		{"a", "b\nc", "b\nc"},
		{"x 1\n...", "x 2\ny 2\nz 2", "x 2\n..."},
		{"x 1\n...\nz 1", "x 2\ny 2\nz 2", "x 2\n...\nz 2"},
		{"...\ny 1\n...", "x 2\ny 2\nz 2", "...\ny 2\n..."},
		{"x 1...9", "x 23456", "x 2...6"},
		{"a\nb\n...", "a", "a\n..."},
	} {
		if got := shortened(split(c.old), split(c.got)); !slices.Equal(got, split(c.want)) {
			t.Errorf("%q of %q: %q, want %q", c.old, c.got, got, c.want)
		}
	}
}

// split gives the lines of a text; of none there are none.
func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
