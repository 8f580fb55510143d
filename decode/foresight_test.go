package decode_test

import (
	"testing"

	"bcdump/decode"
	"bcdump/report" //nolint:depguard // the printed form tells whether records are the same
)

// TestForesight counts how often the stages before the ordered one guess right: mostly, or
// nothing is gained.
func TestForesight(t *testing.T) {
	o := decode.Options{ChunkSize: 8000}
	all, right, wrong := decode.Foreseen(open(t, battleWithTrouble(t), o), func() {})
	if right < all*8/10 || wrong > all/20 {
		t.Errorf("of %d updates %d were foreseen, %d with a wrong guess", all, right, wrong)
	}
}

// TestWrongGuesses spoils the guesses again and again: nothing changes.
func TestWrongGuesses(t *testing.T) {
	raw := battleWithTrouble(t)
	o := decode.Options{ChunkSize: 3000}
	lines := func(ahead bool, each func(c *decode.Capture)) (string, decode.Summary) {
		var out []byte
		c := open(t, raw, o)
		records := c.Records()
		if ahead {
			records = c.RecordsAhead()
		}
		for r := range records {
			out = report.AppendJSON(out, r, false)
			each(c)
		}
		return string(out), c.Summary()
	}
	want, wantSummary := lines(false, func(*decode.Capture) {})
	for _, jobs := range []int{1, 3} { // with several, guesses change while batches are prepared
		o.Jobs = jobs
		times := 0
		got, summary := lines(true, func(c *decode.Capture) {
			const seldom = 7
			if times++; times%seldom == 0 {
				decode.SpoilGuesses(c, times/seldom)
			}
		})
		if got != want {
			t.Errorf("%d jobs: other records: %s", jobs, difference(got, want))
		}
		if difference := sameSummary(&wantSummary, &summary); difference != "" {
			t.Errorf("%d jobs: another summary (-want +got)\n%s", jobs, difference)
		}
	}

	times := 0
	c := open(t, raw, o)
	all, right, wrong := decode.Foreseen(c, func() { times++; decode.SpoilGuesses(c, times) })
	if wrong < all/2 || right > all/20 {
		t.Errorf("of %d updates %d were skimmed with a wrong guess, %d with the right one: nothing is spoiled", all, wrong, right)
	}
}
