package main

import (
	"testing"

	"bcdump/decode"
)

func TestFiltersAreGood(t *testing.T) {
	for _, e := range filters {
		for _, e := range []string{e, "!(" + e + ")"} {
			if _, err := decode.NewFilter(e); err != nil {
				t.Errorf("%s: %v", e, err)
			}
		}
	}
}
