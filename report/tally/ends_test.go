package tally_test

import (
	"slices"
	"strings"
	"testing"

	"bcdump/decode/match"
	"bcdump/report/figures"
)

// TestEnds: figures have a word and a text for each end of a connection that the account of the match knows, each
// another one.
func TestEnds(t *testing.T) {
	all := []match.Why{match.Stayed, match.Left, match.GivenUp, match.TimedOut, match.Kicked, match.Refused, match.Stuck, match.CaptureEnded, match.Unknown}
	var words []string
	told := map[string]bool{}
	for _, why := range all {
		words = append(words, string(why))
		end := figures.Ending{End: string(why), EndText: "details"}
		says := end.Sentence()
		if says == ": details" || told[says] || !strings.HasSuffix(says, ": details") || !strings.HasSuffix(end.Words(), ": details") {
			t.Errorf("%s: %q, %q", why, says, end.Words())
		}
		told[says] = true
	}
	if !slices.Equal(words, figures.Ends()) {
		t.Errorf("%q, want %q", figures.Ends(), words)
	}
}
