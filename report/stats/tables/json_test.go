package tables_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/table"
)

// TestWriteJSONEqualsEncodingJSON holds the writer that goes piece by piece against the
// one that does it at once.
func TestWriteJSONEqualsEncodingJSON(t *testing.T) {
	collected, ok := collected(t, "../../../testdata/pcaps/session-small.pcap", nil)
	if !ok {
		t.Fatal("nothing collected")
	}
	timeline := &figures.Timeline{Filter: "a < b", Ships: []figures.ShipLife{{Life: figures.Life{ObjectID: "0x3FFFFFFF"}}, {File: "x"}}}
	reports := map[string]any{
		"zero": &figures.Stats{}, "zero timeline": &figures.Timeline{}, "timeline": timeline,
		"example": example(), "collected": collected,
	}
	for name, report := range reports {
		var want, got bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		must.Do(t, e.Encode(report))
		must.Do(t, table.JSON(&got, report))
		if want.String() != got.String() {
			t.Errorf("%s: %d bytes, encoding/json writes %d:\n%.300s\n%.300s", name, got.Len(), want.Len(), got.String(), want.String())
		}
	}
}
