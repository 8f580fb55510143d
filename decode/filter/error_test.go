package filter

import (
	"errors"
	"strings"
	"testing"
)

// Each expression has a ^ before the character that the error must point at.
func TestErrors(t *testing.T) {
	for _, line := range linesOf(t, "errors.txt") {
		marked, said, _ := strings.Cut(line, " =>")
		message, near, _ := strings.Cut(strings.TrimPrefix(said, " "), " ~ ")
		at := strings.IndexByte(marked, '^')
		checkError(t, marked[:at]+marked[at+1:], at, message, near)
	}
}

func checkError(t *testing.T, expr string, at int, message, hint string) {
	t.Helper()
	f, err := Compile(expr, sample(t))
	var e *Error
	if !errors.As(err, &e) || f != nil {
		t.Errorf("%s: err = %v, filter = %v", expr, err, f)
		return
	}
	if e.Pos != at || e.Expr != expr {
		t.Errorf("%s: points at %d, want %d (%s)", expr, e.Pos, at, e.Msg)
	}
	if message != "" && e.Msg != message {
		t.Errorf("%s:\n  says %s\n  want %s", expr, e.Msg, message)
	}
	got := strings.Join(e.Near, " ")
	if hint == "" && got != "" && message != "" || !strings.HasPrefix(got, hint) {
		t.Errorf("%s: suggests %q, want %q", expr, got, hint)
	}
}

func TestDetail(t *testing.T) {
	for _, c := range []struct{ expr, line, detail string }{
		{
			`frame > 3 && dir == "C<S"`,
			`filter: column 21: dir never has the value "C<S"; did you mean "C>S"?`,
			`frame > 3 && dir == "C<S"
                    ^
dir never has the value "C<S"
did you mean "C>S"?
known values:
  "C>S", "S>C"`,
		}, {
			`fragment.idx > 3`,
			`filter: column 1: there is no key fragment.idx`,
			`fragment.idx > 3
^
there is no key fragment.idx
known keys:
  fragment.index, fragment.total`,
		}, {
			"fields.text == 'é\t' &&\nopcod",
			`filter: column 24: there is no key opcod; did you mean opcode?`,
			`fields.text == 'é ' && opcod
                       ^
there is no key opcod
did you mean opcode?
known keys:
  frame, time, src, src.*, dir, reliable, fragment, fragment.*, frames, opcode, name, trailing,
  notes, notes.*, fields.*`,
		},
	} {
		_, err := Compile(c.expr, sample(t))
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", c.expr, err)
		}
		if e.Error() != c.line {
			t.Errorf("line is\n%s\nwant\n%s", e, c.line)
		}
		if e.Detail() != c.detail {
			t.Errorf("detail is\n%s\nwant\n%s", e.Detail(), c.detail)
		}
	}
}

// A long expression is cut on both sides and the caret stays under the fault.
func TestDetailCuts(t *testing.T) {
	pad := strings.Repeat("frame == 1 || ", 20)
	_, err := Compile(pad+"wrong || "+pad, sample(t))
	lines := strings.Split(err.(*Error).Detail(), "\n")
	at := strings.IndexByte(lines[1], '^')
	if !strings.HasPrefix(lines[0], "...") || !strings.HasSuffix(lines[0], "...") || !strings.HasPrefix(lines[0][at:], "wrong") {
		t.Errorf("excerpt:\n%s\n%s", lines[0], lines[1])
	}
}

func TestLongListIsCut(t *testing.T) {
	var keys []Key
	for i := range 200 {
		keys = append(keys, Key{Path: "k" + strings.Repeat("x", i+1)})
	}
	s, err := NewSchema(keys)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compile("q", s)
	e := err.(*Error)
	if len(e.Known) != 200 || !strings.HasSuffix(e.Detail(), "and 120 more") {
		t.Errorf("%d known, detail %s", len(e.Known), e.Detail())
	}
}

func TestLimits(t *testing.T) {
	checkError(t, strings.Repeat(" ", maxExpr)+"x", maxExpr, "the filter is too long: 65536 bytes are the most", "")
	checkError(t, strings.Repeat("(", maxDepth+1), maxDepth, "nested too deep: 200 levels are the most", "")
	checkError(t, strings.Repeat("!", 60000), maxDepth, "nested too deep: 200 levels are the most", "")
	checkError(t, `name matches "`+strings.Repeat("a", maxPatterns+1)+`"`, 13, "the patterns are too long: 4096 bytes are the most", "")
	checkError(t, `name matches "`+strings.Repeat("a{1000}", 60)+`"`, 13, "the pattern repeats or groups too much", "")
	checkError(t, `name matches "`+strings.Repeat("(a?){1000}", 6)+`"`, 13, "the pattern repeats or groups too much", "")
	checkError(t, "dir == '\uFFFD\xff'", 11, "the filter is not UTF-8 here", "")

	deep := strings.Repeat("(", maxDepth) + "frame" + strings.Repeat(")", maxDepth)
	if _, err := Compile(deep+" && "+deep, sample(t)); err != nil {
		t.Errorf("depth counts what is closed again: %v", err)
	}
	if _, err := Compile(strings.Repeat("frame && ", 7000)+"frame", sample(t)); err != nil {
		t.Errorf("a long chain: %v", err)
	}
	if _, err := Compile("frame", nil); err == nil {
		t.Error("a nil schema knows a key")
	}
}

// TestLongPath: what could stand in the place of a path of thousands of names is found at once. Each of its
// prefixes was held against all keys, which took a minute.
func TestLongPath(t *testing.T) {
	for _, group := range []string{"a", "fields"} {
		schema := &Schema{place: map[string]int{}}
		for _, path := range []string{"frame", "fields.speed"} {
			schema.add(Key{Path: path})
		}
		schema.keys = append(schema.keys, make([]Key, 2000)...)
		found := schema.around(group + strings.Repeat(".a", maxExpr))
		if want := map[string]string{"a": "frame", "fields": "fields.speed"}[group]; len(found) == 0 || found[0] != want {
			t.Errorf("%s: %q", group, found)
		}
	}
}
