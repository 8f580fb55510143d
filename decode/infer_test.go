package decode_test

import (
	"fmt"
	"testing"

	"bcdump/decode"
	"bcdump/decode/ship"
)

// afterBlocks reads blocks of a ship whose creation is missing and gives the class
// that the last one was read as, and after how many blocks it was known.
func afterBlocks(t *testing.T, w *blocks, n int, lost func(i int) bool) (class string, after int) {
	t.Helper()
	f, sent := newFile(), 0
	for i := range n {
		p := w.next(firstShip)
		if lost == nil || !lost(i) {
			f.toClient(client, p)
			sent++
		}
	}
	for i, r := range read(t, f.data, decode.Options{Jobs: 1}) {
		got := classOf(r)
		if class != "" && got != class {
			t.Fatalf("%s, then %s", class, got)
		}
		if class == "" && got != "" {
			class, after = got, i+1
			if !r.Context.Inferred {
				t.Error("not marked as inferred")
			}
		}
	}
	return class, after
}

func TestInferTable(t *testing.T) {
	for _, class := range flyable() {
		for _, form := range []struct {
			name                   string
			openbc, remote, moving bool
		}{{"own", false, false, false}, {"remote", false, true, false}, {"remote moving", false, true, true},
			{"openbc own", true, false, false}, {"openbc remote", true, true, false}} {
			w := newBlocks(class, form.openbc, form.remote)
			w.moving = form.moving
			got, after := afterBlocks(t, w, 400, nil)
			fmt.Printf("%-12s %-14s %-12s %d\n", class.Key, form.name, got, after)
			_ = ship.Stock
		}
	}
}
