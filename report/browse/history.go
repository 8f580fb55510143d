package browse

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcdump/internal/atomicfile"
	"bcdump/internal/foreign"
	"bcdump/internal/printable"
)

// maxHistory is how many filters are remembered, maxHistoryFile how many bytes of a file are read.
const (
	//limit:maxHistory What the user writes | filters that `browse` remembers | the oldest are forgotten | TestHistoryIsBounded
	maxHistory     = 200
	maxHistoryFile = 1 << 20
)

// history is the filters that were used, oldest first. They are kept in a file, if there is one; that it cannot be read or
// written is no error.
type history struct {
	path  string // "" = they are kept for this session only
	lines []string
	at    int    // the line that is shown; len(lines) = the one that is being written
	draft string // that line
}

// HistoryFile is where the user's filters are kept: in the folder for the state of programs, or, where
// the system has none, in that for their settings. "" = there is no such folder.
func HistoryFile() string {
	folder := os.Getenv("XDG_STATE_HOME")
	switch home, err := os.UserHomeDir(); {
	case filepath.IsAbs(folder):
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		folder, _ = os.UserConfigDir()
	case err == nil:
		folder = filepath.Join(home, ".local", "state")
	default:
		folder = ""
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "bcdump", "filter-history")
}

// newHistory reads what is in a file; path "" keeps the filters of this session only.
func newHistory(path string) *history {
	h := &history{path: path, lines: readHistory(path)}
	h.at = len(h.lines)
	return h
}

// readHistory gives the lines of the file that could have been written to it.
func readHistory(path string) (lines []string) {
	if path == "" {
		return nil
	}
	text, err := foreign.Head(path, maxHistoryFile)
	if err != nil {
		return nil
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line != "" && printable.Text(line) == line {
			lines = append(lines, line)
		}
	}
	return lastOf(lines)
}

// lastOf gives the last lines, each where it stands last, as many as a file may have.
func lastOf(lines []string) (kept []string) {
	size := 0
	for _, line := range slices.Backward(lines) {
		if slices.Contains(kept, line) {
			continue
		}
		if size += len(line) + 1; len(kept) == maxHistory || size > maxHistoryFile {
			break
		}
		kept = append(kept, line)
	}
	slices.Reverse(kept)
	return kept
}

// move gives the filter before the one that is shown, or the one behind it, and at last what was being written; written is
// what stands in the line.
func (h *history) move(step int, written string) string {
	if h.at == len(h.lines) {
		h.draft = written
	}
	next := h.at + step
	if next < 0 || next > len(h.lines) {
		return written
	}
	if h.at = next; h.at == len(h.lines) {
		return h.draft
	}
	return h.lines[h.at]
}

// add remembers a filter, and adds it to those in the file, to which other sessions may have added some meanwhile.
func (h *history) add(text string) {
	if text == "" {
		return
	}
	h.lines = lastOf(append(h.lines, text))
	h.at = len(h.lines)
	if h.path == "" || os.MkdirAll(filepath.Dir(h.path), 0o700) != nil {
		return
	}
	if info, err := os.Stat(h.path); err == nil && !info.Mode().IsRegular() {
		return
	}
	f, err := atomicfile.Create(h.path)
	if err != nil {
		return
	}
	_ = f.Chmod(0o600) // where there are permissions
	if _, err := io.WriteString(f, strings.Join(lastOf(append(readHistory(h.path), text)), "\n")+"\n"); err != nil {
		f.Discard()
		return
	}
	_ = f.Commit()
}
