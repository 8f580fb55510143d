package filter

import (
	"errors"
	"strings"
	"testing"
)

// Each expression has a ^ before the character that the error must point at.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ expr, message, near string }{
		// keys
		{`^opcod == 1`, "there is no key opcod", "opcode"},
		{`frame == 1 && ^speed > 5`, "there is no key speed", "fields.speed"},
		{`^fields.spede > 5`, "there is no key fields.spede", "fields.speed"},
		{`^fields == 1`, "there is no key fields", ""},
		{`^zzzzzz`, "there is no key zzzzzz", ""},
		{`fields.speed^[0] > 5`, "fields.speed is not a list", ""},
		{`fields.position[0]^[1] > 5`, "fields.position[0] is not a list", ""},
		{`fields.pairs[0][1]^[2] == ""`, "fields.pairs[0][1] is not a list", ""},
		{`^fields.subsystem.items[0]`, "there is no key fields.subsystem.items", "fields.subsystems.items"},
		{`fields.position[^-1] > 5`, "an index is a number from 0, as in [2]", ""},
		{`fields.position[^1`, "an index is a number from 0, as in [2]", ""},
		{`fields.position[^12345678901] > 1`, "an index is a number from 0, as in [2]", ""},
		{`fields.^`, "a name must follow the dot", ""},
		{`fields.^2`, "a name must follow the dot", ""},

		// values and kinds
		{`dir == ^"C<S"`, `dir never has the value "C<S"`, "C>S"},
		{`dir == ^"c<s"`, `dir never has the value "c<s"`, "C>S"},
		{`dir == ^5`, "dir is text, 5 is a number; write text in quotes", ""},
		{`^5 == dir`, "dir is text, 5 is a number; write text in quotes", ""},
		{`dir in ["C>S", ^"X"]`, `dir never has the value "X"`, ""},
		{`dir == ^true`, "dir is text, true is a truth value; write text in quotes", ""},
		{`name == ^"UISetings"`, `name never has the value "UISetings"`, "UISettings"},
		{`name == ^StateUpdate`, "a value should stand here, and text needs quotes", "StateUpdate"},
		{`name contains ^"Statte"`, `no value of name contains "Statte"`, ""},
		{`fields.flags contains ^"CLOACK"`, `fields.flags never has the value "CLOACK"`, "CLOAK"},
		{`fields.text contains ^5`, "fields.text is text, 5 is a number; write text in quotes", ""},
		{`opcode == ^"1C"`, `opcode is a hex number, "1C" is text; write a whole number such as 0x1C or "0x1C"`, ""},
		{`opcode == ^"StateUpdat"`, `opcode is a hex number, "StateUpdat" is text; ` +
			`write a whole number such as 0x1C or "0x1C"`, "StateUpdate"},
		{`opcode == ^1.5`, `opcode is a hex number, 1.5 is a number; write a whole number such as 0x1C or "0x1C"`, ""},
		{`frame == ^"5"`, `frame is a number, "5" is text; write a number without quotes`, ""},
		{`frame == ^99e999`, "99e999 does not fit 64 bits", ""},
		{`frame == ^0x10000000000000000`, "0x10000000000000000 does not fit 64 bits", ""},
		{`frame < ^18446744073709551616`, "18446744073709551616 does not fit 64 bits", ""},
		{`frame > ^-9223372036854775809`, "-9223372036854775809 does not fit 64 bits", ""},
		{`frame < ^"NaN"`, "NaN is neither above nor below anything", ""},
		{`fields.value < ^true`, "true is neither above nor below anything", ""},
		{`reliable == ^1`, "reliable is true or false, 1 is a number; write true or false", ""},
		{`reliable ^< true`, "reliable is true or false, for which < means nothing", ""},
		{`time > ^"03:30:05"`, `time is a time, "03:30:05" is text; write RFC 3339 with its zone, ` +
			`such as "2026-11-21T03:30:05.25Z"`, ""},
		{`time > ^"9999-01-01T00:00:00Z"`, "", ""},
		{`src == ^"10.0.0"`, `src is an address, "10.0.0" is text; write "10.0.0.1:22101", "10.0.0.1" or "10.0.0.0/8"`, ""},
		{`src == ^"fe80::1%eth0"`, "", ""},
		{`src ^contains "10."`, "src is an address, for which contains means nothing", ""},
		{`"10.0.0.1" ^< src`, "src is an address, for which < means nothing", ""},
		{`opcode ^matches "1"`, "opcode is a hex number, for which matches means nothing", ""},
		{`trailing == ^"1c0"`, `trailing is raw bytes, "1c0" is text; write pairs of hex digits, such as "1c 03 ff"`, ""},
		{`dir in "a"^.."b"`, "dir is text, for which a range means nothing", ""},
		{`frame in 5..^4`, "the range is empty: 4 lies below 5", ""},
		{`time in "2026-01-01T00:00:00Z"..^"2025-01-01T00:00:00Z"`, "", ""},
		{`^fragment == 1`, "fragment is a group of keys and has no value of its own", ""},
		{`^fragment contains 1`, "fragment is a group of keys and has no value of its own", ""},

		// patterns
		{`name matches "^a(b"`, "", ""},
		{`name matches "a^**"`, "not a pattern: invalid nested repetition operator: **", ""},
		{`name matches ^5`, "matches needs a pattern in quotes, not 5", ""},

		// syntax
		{`^`, "the filter is empty", ""},
		{`  ^`, "the filter is empty", ""},
		{`frame ^= 1`, `unexpected "="`, "=="},
		{`frame == 1 ^& dir == "C>S"`, `unexpected "&"`, "&&"},
		{`name ^=~ "a"`, `unexpected "=~"`, "matches"},
		{`frame in ^{1, 2}`, `unexpected "{"`, "["},
		{`frame == ^$`, `unexpected "$"`, ""},
		{`frame == ^é`, `unexpected "é"`, ""},
		{`fields.text == 'é' && ^é`, `unexpected "é"`, ""},
		{`name == ^"abc`, `the text has no closing "`, ""},
		{`name == ^'abc\'`, `the text has no closing '`, ""},
		{`fields.text == "ab^\d"`, `no such escape; a backslash is written \\`, ""},
		{`fields.text == "^\uD800"`, `no such escape; a backslash is written \\`, ""},
		{`fields.text == "^\xg0"`, `no such escape; a backslash is written \\`, ""},
		{`frame == 12^ab`, "12ab is no number", ""},
		{`frame == 0^x`, "0x is no number", ""},
		{`(frame == 1 ^5`, "5 cannot follow here", ""},
		{`^(frame == 1`, "this ( is never closed", ""},
		{`frame == 1^)`, "this ) closes nothing", ""},
		{`1 < frame ^< 5`, "comparisons do not chain; join two of them with &&", ""},
		{`frame == 1 ^dir == "C>S"`, "dir cannot follow here", ""},
		{`frame ^5`, "an operator should follow frame, not 5", ""},
		{`name ^contain "State"`, "an operator should follow name, not contain", "contains"},
		{`frame not ^== 5`, "in, contains or matches should follow not", ""},
		{`frame == ^`, "a value should stand here, not the end", ""},
		{`frame == 1 && ^`, "a key should stand here, not the end", ""},
		{`^&& frame`, "a key should stand here, not &&", ""},
		{`frame == ^frame`, "a value should stand here; two keys cannot be compared", ""},
		{`5 == ^6`, "a key should stand here, not 6", ""},
		{`^5 && frame`, "5 stands alone; compare it with a key", ""},
		{`"CLOAK" ^in fields.flags`, `a list key is asked the other way round: key contains "CLOAK"`, ""},
		{`frame in ^5`, "in needs a list [a, b] or a range a..b", ""},
		{`frame in ^frame`, "in needs a list [a, b] or a range a..b", ""},
		{`frame in [^]`, "a value should stand here, not ]", ""},
		{`frame in [1, ^]`, "a value should stand here, not ]", ""},
		{`frame in [1 ^2]`, "a comma or ] should stand here, not 2", ""},
		{`frame in [1^`, "a comma or ] should stand here, not the end", ""},
	} {
		at := strings.IndexByte(c.expr, '^')
		expr := c.expr[:at] + c.expr[at+1:]
		checkError(t, expr, at, c.message, c.near)
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
