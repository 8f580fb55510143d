package golden

import (
	"errors"
	"fmt"
	"io"

	"bcdump/internal/foreign"
)

// Setting is a flag that a capture has to be decoded with. It is kept in the golden, so
// that nobody has to remember it.
type Setting struct {
	Name, Value string
}

// Full is the name of the setting that asks for every message, however many there are.
const Full = "full"

// version of the form of goldens; raised when an older program would misread them.
const version = "1"

// form is what a golden is made of.
type form string

const (
	messages form = "messages" // an entry for each
	blocks   form = "blocks"   // counts and hashes of some frames each
)

// key is what the entries of a form begin with.
func (f form) key() string {
	if f == blocks {
		return blockKey
	}
	return messageKey
}

// head is the first entry of a golden.
type head struct {
	form     form
	settings []Setting
}

const formKey = "form"

func (h *head) entry() *entry {
	e := &entry{values: []value{{headKey, version}}}
	e.add(formKey, string(h.form))
	for _, s := range h.settings {
		e.add(s.Name, s.Value)
	}
	e.print()
	return e
}

// errNotGolden is what a file is that does not begin as a golden does. It is never
// written over.
var errNotGolden = fmt.Errorf("not a golden of this program, which begins with \"%s %s\"", headKey, version)

// Kept gives the settings that a golden keeps; none if it cannot be read.
func Kept(path string) []Setting {
	if foreign.Ordinary(path) != nil {
		return nil
	}
	file, err := foreign.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	h, err := readHead(newReader(file))
	if err != nil {
		return nil
	}
	return h.settings
}

func readHead(r *reader) (*head, error) {
	var e *entry
	err := r.begin()
	if err == nil {
		e, err = r.rest(roomFor(nil))
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: line 1: the file is empty", errNotGolden)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errNotGolden, err)
	case e.kind() != headKey || e.get(headKey) != version:
		return nil, fmt.Errorf("%w: line 1: found %q", errNotGolden, clip(e.text[:len(e.text)-1]))
	}
	h := &head{}
	for _, v := range e.values[1:] {
		if v.path == formKey {
			h.form = form(unquote(v.text))
			continue
		}
		h.settings = append(h.settings, Setting{v.path, unquote(v.text)})
	}
	if h.form != messages && h.form != blocks {
		return nil, fmt.Errorf("%w: line 2: expected \"form %s\" or \"form %s\"", errNotGolden, messages, blocks)
	}
	if e.cut || string(h.entry().text) != string(e.text) {
		return nil, fmt.Errorf("%w: line 1: the head is not formatted as this program writes it", errNotGolden)
	}
	return h, nil
}
