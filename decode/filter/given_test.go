package filter

import (
	"testing"

	"bcdump/internal/must"
)

// TestCould: what is known of the values decides, what is not leaves both open.
func TestCould(t *testing.T) {
	known := map[string]Given{
		"name": {true, texts("StateUpdate")}, "dir": {true, texts("C>S")}, "fields.text": {Known: true}, "opcode": {true, Values{OfInt(0x1C)}},
	}
	for expr, want := range map[string]bool{
		`name == "StateUpdate"`:                      true,
		`name == "ChatMessage"`:                      false,
		`name != "ChatMessage"`:                      true,
		`!(name == "StateUpdate")`:                   false,
		`name == "StateUpdate" && frame > 5`:         true,
		`name == "StateUpdate" && fields.text`:       false,
		`name == "ChatMessage" || frame > 5`:         true,
		`name == "ChatMessage" || dir == "S>C"`:      false,
		`!(frame > 5 && name == "StateUpdate")`:      true,
		`!(frame > 5 || name == "StateUpdate")`:      false,
		`fields.text matches "a" || opcode in 5..9`:  false,
		`opcode in [0x1C] && !(fields.speed > 5)`:    true,
		`name matches "^State" && name matches "z$"`: false,
		`false || frame == 1`:                        true,
		`false`:                                      false,
	} {
		f := must.Get(Compile(expr, sample(t)))(t)
		var given []Given
		for _, path := range f.Paths() {
			given = append(given, known[path])
		}
		if f.Could(given) != want {
			t.Errorf("%s: %v", expr, !want)
		}
		if !f.Could(nil) && expr != "false" {
			t.Errorf("%s: impossible though nothing is known", expr)
		}
	}
}

// TestTests: an expression is taken apart where && joins it.
func TestTests(t *testing.T) {
	f := must.Get(Compile(`frame == 1 && (dir == "C>S" || reliable) &&  !name`, sample(t)))(t)
	want := []string{"frame == 1 ", `(dir == "C>S" || reliable) `, "!name"}
	for i, test := range f.Tests() {
		if test.String() != want[i] || test.First() != (i == 0) || test.Fault("", nil, nil).Pos != test.at.begin {
			t.Errorf("%q at %d", test, test.at.begin)
		}
	}
	single, err := Compile(`frame == 1 || dir == "C>S"`, sample(t))
	if err != nil || len(single.Tests()) != 1 {
		t.Error("an expression without && is one test")
	}
}
