package verify

import (
	"bufio"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// Bad lines are errors with their number, not crashes.
func TestUnreadableGoldens(t *testing.T) {
	const first = `{"v":1,"frame":1,"index":0}` + "\n"
	for text, want := range map[string]string{
		"":                                     "line 1: the golden ends too early",
		first:                                  "line 2: the golden ends too early",
		`{"frame":1}`:                          "line 1: the file ends in the middle of the line",
		"\n":                                   `line 1: this is not a line of a golden: found ""`,
		"5\n":                                  `line 1: this is not a line of a golden: found "5"`,
		"null\n":                               "line 1: this is not a line of a golden: it has no frame number",
		first + "{}\n":                         "line 2: this is not a line of a golden: it has no frame number",
		first + `{"frame":"x"}` + "\n":         "line 2: this is not a line of a golden: found",
		first + `{"frame":2}}` + "\n":          "line 2: this is not a line of a golden: found",
		first + `{"frame":2,` + "\n":           "line 2: this is not a line of a golden: found",
		"<<<<<<< HEAD\n":                       `line 1: this is not a line of a golden: found "<<<<<<< HEAD"`,
		`{"capture":"pcap"}` + "\n" + first:    "line 2: this is not a line of a golden: that of the capture must be the last",
		`{"frame":9223372036854775807}` + "\n": "it has no frame number",
		`{"frame":99999999999999999999999999}` + "\n": "this is not a line of a golden",
		first + strings.Repeat("[", 1<<19) + "\n":     "line 2: this is not a line of a golden",
		first + strings.Repeat("x", 7<<20) + "\n":     "line 2: the golden has far more here than the capture: more than 1048576 bytes",
		strings.Repeat(first, 9<<20/len(first)):       "the golden is far longer than what the capture gives",
	} {
		r := &reader{in: bufio.NewReader(strings.NewReader(text)), spare: 8 << 20}
		var err error
		for err == nil {
			var e *entry
			if e, err = r.upTo(math.MaxInt64, spareBytes); err == nil && e.Capture != "" {
				err = errors.Join(r.end(), io.EOF)
			}
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %q, expected %q", text, err, want)
		}
	}
}

func TestLongValuesAreShownWhereTheyDiffer(t *testing.T) {
	same := strings.Repeat("é0123456789", 40)
	c := Change{Old: Value(`"` + same + "old" + same + `"`), New: Value(`"` + same + "new" + same + `"`)}
	from, to := c.shownValues()
	if !strings.Contains(from, "9old") || !strings.Contains(to, "9new") || len(from) > 2*maxShown || !strings.HasPrefix(from, "…") {
		t.Errorf("from %s\n to %s", from, to)
	}
	c = Change{Old: Value(`"` + same + `"`)}
	if from, to = c.shownValues(); !strings.HasSuffix(from, "…") || to != "(none)" {
		t.Errorf("from %s\n to %s", from, to)
	}
}
