package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// A fenced block of a document is an example if bcdump or jq is run in it. Its info string says
// what is to be tried:
//
//	```console   each line behind "$ " is a command, what follows it is its output; "# " begins a remark
//	```sh        each line is a command; it has to end with status 0
//
// In an output, a line "..." stands for any number of lines, and "..." in a line for any text. A
// command that ends with another status than 0 is followed by "$ echo $?" and the status. Any
// other example needs a line before it that says who tries it instead, or why nobody can:
//
//	<!-- not run: needs root -->
//
// or a line that names a program which not every machine has:
//
//	<!-- needs: sqlite3 -->

// block is a fenced block of a document.
type block struct {
	document    string // relative to the project, with slashes
	first, last int    // indexes of the lines within the fences
	info        string
	notRun      string // why not
	needs       string // a program that not every machine has
}

// shown is a line of an example, a command, and its output as the document has it.
type shown struct {
	block       *block
	text        string
	first, last int // indexes of the lines of the output
	compare     bool

	changed bool
	output  []string // what the document should say, if that changed
}

// line is where the command stands, for people.
func (c *shown) line() string { return fmt.Sprintf("%s:%d", c.block.document, c.first) }

const fence = "```"

// blocks finds the fenced blocks of a document.
func blocks(document string, lines []string) (found []*block) {
	var open *block
	before := ""
	for i, line := range lines {
		text := strings.TrimSpace(line)
		switch {
		case open == nil && strings.HasPrefix(text, fence):
			open = &block{document: document, first: i + 1, info: strings.TrimPrefix(text, fence)}
			if reason, ok := strings.CutPrefix(before, "<!-- not run: "); ok {
				open.notRun = strings.TrimSuffix(reason, " -->")
			}
			if program, ok := strings.CutPrefix(before, "<!-- needs: "); ok {
				open.needs = strings.TrimSuffix(program, " -->")
			}
		case open != nil && text == fence:
			open.last = i
			found = append(found, open)
			open = nil
		}
		if text != "" {
			before = text
		}
	}
	return found
}

var runsProgram = regexp.MustCompile(`(?m)(^|[|$(/ ])(bcdump|jq) `)

// isExample reports whether the block shows how to run the program, or what to do with its output.
func (b *block) isExample(lines []string) bool {
	return b.info == "python" || runsProgram.MatchString(strings.Join(lines[b.first:b.last], "\n"))
}

// commands are those of an example.
func (b *block) commands(lines []string) (found []*shown) {
	const prompt = "$ "
	for i := b.first; i < b.last; i++ {
		text, isCommand := lines[i], lines[i] != "" && !strings.HasPrefix(lines[i], "#")
		if b.info == "console" {
			text, isCommand = strings.CutPrefix(lines[i], prompt)
		}
		if !isCommand {
			continue
		}
		for strings.HasSuffix(text, `\`) && i+1 < b.last {
			i++
			text += "\n" + lines[i]
		}
		c := &shown{block: b, text: text, first: i + 1, last: i + 1, compare: b.info == "console"}
		for c.compare && c.last < b.last && !strings.HasPrefix(lines[c.last], prompt) {
			c.last++
		}
		for c.last > c.first && isRemark(lines[c.last-1]) { // on the next command
			c.last--
		}
		found = append(found, c)
	}
	return found
}

// isRemark reports whether a line belongs to no output, if it is the last one.
func isRemark(line string) bool { return line == "" || strings.HasPrefix(line, "# ") }

// readDocument gives the lines of a document of the project.
func readDocument(t *testing.T, name string) []string {
	t.Helper()
	return strings.Split(string(must.Get(os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name))))(t)), "\n")
}

// documentNames are README.md and the documents in docs and its folders.
func documentNames(t *testing.T) []string {
	t.Helper()
	names, root := []string{"README.md"}, os.DirFS("../..")
	err := fs.WalkDir(root, "docs", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) < 30 {
		t.Fatalf("%d documents, %v", len(names), err)
	}
	return names
}

// elided reports whether got is what want shows of it.
func elided(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if want[0] != "..." {
		return len(got) > 0 && elidedLine(want[0], got[0]) && elided(want[1:], got[1:])
	}
	for skip := range len(got) + 1 {
		if elided(want[1:], got[skip:]) {
			return true
		}
	}
	return false
}

// elidedLine reports whether got is what want shows of a line.
func elidedLine(want, got string) bool {
	parts := strings.Split(want, "...")
	if len(parts) == 1 {
		return want == got
	}
	first, last := parts[0], parts[len(parts)-1]
	if !strings.HasPrefix(got, first) || !strings.HasSuffix(got[len(first):], last) {
		return want == got
	}
	rest := got[len(first) : len(got)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, behind, ok := strings.Cut(rest, part)
		if !ok {
			return want == got
		}
		rest = behind
	}
	return true
}

// shortened shows as much of an output as the document showed of an earlier one: as many lines
// in a row, and after "..." those that begin most like the earlier ones.
func shortened(old, got []string) (short []string) {
	at := 0
	for _, line := range old {
		if line == "..." {
			short = append(short, line)
			continue
		}
		if n := len(short); n > 0 && short[n-1] == "..." {
			at += nearest(line, got[at:])
		}
		if at < len(got) {
			short = append(short, shortenedLine(line, got[at]))
			at++
		}
	}
	if !elided(short, got) {
		return got
	}
	return short
}

func shortenedLine(old, got string) string {
	first, last, ok := strings.Cut(old, "...")
	head, tail, line := len([]rune(first)), len([]rune(last)), []rune(got)
	if !ok || head+tail >= len(line) {
		return got
	}
	return string(line[:head]) + "..." + string(line[len(line)-tail:])
}

// nearest is the index of the line that begins most like another.
func nearest(line string, lines []string) (best int) {
	most := -1
	for i, l := range lines {
		n := 0
		for n < min(len(l), len(line)) && l[n] == line[n] {
			n++
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}
