package wire

import "strconv"

// tracer remembers which bytes each field owns. A nil tracer remembers nothing.
type tracer struct {
	spans []Span
	path  []step
	level Evidence
	// brief leaves out what costs time: the Path of a field is its name alone, unless it is hidden.
	brief  bool
	hidden int
}

// step is one object or list around the current field; items counts the
// elements of a list begun so far, and called is what the last of them is called.
type step struct {
	name   string
	items  int
	called string
}

func (t *tracer) field(name, kind string, offset, length int) {
	if t == nil {
		return
	}
	if t.brief && t.hidden == 0 {
		t.spans = append(t.spans, Span{Path: name, Offset: offset, Length: length, Type: kind, Evidence: t.level})
		return
	}
	t.spans = append(t.spans, Span{Path: t.pathOf(name), Offset: offset, Length: length, Type: kind, Evidence: t.level, Name: t.called()})
}

// show remembers what a list entry is called.
func (t *tracer) show(name, value string) {
	if len(t.path) > 0 && (name == "name" || name == "system") {
		t.path[len(t.path)-1].called = value
	}
}

// called is what the innermost list entry is called.
func (t *tracer) called() string {
	if len(t.path) == 0 {
		return ""
	}
	return t.path[len(t.path)-1].called
}

func (t *tracer) pathOf(name string) string {
	var b []byte
	for _, s := range t.path {
		b = append(b, s.name...)
		if s.items > 0 {
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(s.items-1), 10)
			b = append(b, ']')
		}
		b = append(b, '.')
	}
	return string(append(b, name...))
}

// open begins an object or a list, or an element of the one that was begun last.
func (t *tracer) open(g Group, name string) {
	if g != Item {
		t.path = append(t.path, step{name: name})
		return
	}
	last := &t.path[len(t.path)-1]
	last.items++
	last.called = ""
}

func (t *tracer) pop() { t.path = t.path[:len(t.path)-1] }

func (t *tracer) grade(e Evidence) {
	if t != nil {
		t.level = e
	}
}
