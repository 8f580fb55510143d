package decode_test

import (
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestFiltersOfFastPath asks for fields of the heads of updates, behind them, and of other messages:
// what is read of a message must not change which records a filter keeps.
func TestFiltersOfFastPath(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	raw := battleWithTrouble(t)
	for _, expression := range []string{
		`fields.speed > 2`, `!(fields.speed > 2)`, `fields.position[1] < 0`, `fields.has_hash`, `fields.subsys_hash > 100`,
		`fields.object`, `fields.owner_slot == 1`, `fields.flags == "UP"`, `fields.delta[0] > 0.5`,
		`fields.speed > 2 && fields.subsystems.items.condition < 255`, `fields.power.value > 10`, `fields.world_position[0] > 0`,
		`name == "Chat" || fields.game_time > 10`, `fields.object_id == 0x3FFFFFFF`, `fields.text`, `name == "StateUpdate" && dir == "S>C"`,
	} {
		f := must.Get(decode.NewFilter(expression))(t)
		fast, slow := read(t, raw, decode.Options{Filter: f}), read(t, raw, decode.GeneralOnly(decode.Options{Filter: f}))
		if len(fast) != len(slow) || len(fast) == 0 {
			t.Errorf("%s: %d records, %d by the general path", expression, len(fast), len(slow))
			continue
		}
		for i := range fast {
			if fast[i].Frame != slow[i].Frame || fast[i].Index != slow[i].Index {
				t.Errorf("%s: message %d of frame %d, not %d of %d", expression, fast[i].Index, fast[i].Frame, slow[i].Index, slow[i].Frame)
			}
		}
	}
}

// TestNoLedger shows that only the ledger has less in it.
func TestNoLedger(t *testing.T) {
	var sums [2]decode.Summary
	for i := range sums {
		c := open(t, mixed().data, decode.Options{NoLedger: i == 1})
		for range c.Records() {
		}
		sums[i] = c.Summary()
	}
	if l := &sums[1].Ledger; l.Fields != 0 || l.Raw != 0 || l.Total != sums[0].Ledger.Total || sums[0].Ledger.Fields == 0 {
		t.Errorf("%+v, with all of it %+v", l, sums[0].Ledger)
	}
	sums[1].Ledger = sums[0].Ledger
	if diff := sameSummary(&sums[0], &sums[1]); diff != "" {
		t.Error(diff)
	}
}
