package filter

import (
	"slices"
	"testing"
)

func TestComplete(t *testing.T) {
	s := sample(t)
	for expr, want := range map[string][]string{
		"fr":                          {"frame", "fragment", "fragment.", "frames"},
		"fragment.":                   {"fragment.index", "fragment.total"},
		"fields.subsystems.items.":    {"fields.subsystems.items.condition"},
		"fie":                         {"fields."},
		`frame == 1 && di`:            {"frame == 1 && dir"},
		`!rel`:                        {"!reliable"},
		`(na`:                         {"(name"},
		`dir == `:                     {`dir == "C>S"`, `dir == "S>C"`},
		`dir=="`:                      {`dir=="C>S"`, `dir=="S>C"`},
		`dir == 'c`:                   {`dir == 'C>S'`},
		`name == State`:               {`name == "StateUpdate"`},
		`name in ["StateUpdate", "Ch`: {`name in ["StateUpdate", "ChatMessage"`},
		`fields.flags contains "C`:    {`fields.flags contains "CLOAK"`},
		`notes contains "tr`:          {`notes contains "truncated"`},
		`reliable == `:                {"reliable == true", "reliable == false"},
		`frame == 1 `:                 {"frame == 1 &&", "frame == 1 ||"},
		`frame i`:                     {"frame in"},
		`frame < `:                    nil,
		`frame in `:                   nil,
		`frame == 1 |`:                {"frame == 1 ||"},
		`zzz`:                         nil,
		`$`:                           nil,
	} {
		var got []string
		for _, c := range s.Complete(expr) {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
	}
	if all := s.Complete(""); len(all) < 10 || all[0].About != "frame number" {
		t.Errorf("at the beginning: %v", all)
	}
}
