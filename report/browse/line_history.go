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

// filterHistory is the filters that were used, oldest first. They are kept in a file, if there is one;
// that it cannot be read or written is no error. nil is one that keeps nothing.
type filterHistory struct {
	path  string // "" = they are kept for this session only
	lines []string
	at    int    // the line that is shown; len(lines) = the one that is being written
	draft string // that line
}

// HistoryFile is where the user's filters are kept: in the folder for the state of programs, or, where
// the system has none, in that for their settings. "" = there is no such folder.
func HistoryFile() string {
	folder := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(folder) {
		folder = stateFolder()
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "bcdump", "filter-history")
}

func stateFolder() string {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		folder, _ := os.UserConfigDir()
		return folder
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state")
}

// newFilterHistory reads what is in a file; path "" keeps the filters of this session only.
func newFilterHistory(path string) *filterHistory {
	h := &filterHistory{path: path, lines: readHistory(path)}
	h.rewind()
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

// lastOf gives the last lines, each where it stands last.
func lastOf(lines []string) (kept []string) {
	for _, line := range slices.Backward(lines) {
		if len(kept) < maxHistory && !slices.Contains(kept, line) {
			kept = append(kept, line)
		}
	}
	slices.Reverse(kept)
	return kept
}

// rewind goes to the line that is being written, which is empty.
func (h *filterHistory) rewind() {
	if h != nil {
		h.at, h.draft = len(h.lines), ""
	}
}

// older gives the filter before the one that is shown; written is what stands in the line.
func (h *filterHistory) older(written string) string { return h.move(-1, written) }

// newer gives the one behind it, and at last what was being written.
func (h *filterHistory) newer(written string) string { return h.move(1, written) }

func (h *filterHistory) move(step int, written string) string {
	if h == nil {
		return written
	}
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

// add remembers a filter, and writes the file.
func (h *filterHistory) add(text string) {
	if h == nil || text == "" {
		return
	}
	h.lines = lastOf(append(h.lines, text))
	h.rewind()
	h.save(text)
}

// save adds a filter to those in the file, to which other sessions may have added some meanwhile.
func (h *filterHistory) save(text string) {
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
	lines := lastOf(append(readHistory(h.path), text))
	for size := sizeOf(lines); size > maxHistoryFile; size = sizeOf(lines) {
		lines = lines[1:]
	}
	if _, err := io.WriteString(f, strings.Join(lines, "\n")+"\n"); err != nil {
		f.Discard()
		return
	}
	_ = f.Commit()
}

// sizeOf is how long the file of the lines is.
func sizeOf(lines []string) (n int) {
	for _, line := range lines {
		n += len(line) + 1
	}
	return n
}
