package render_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/render"
)

func TestOnlyOfMatch(t *testing.T) {
	s := expected.SchemaOf(t, "match")
	m := *aMatch(t)
	for _, name := range render.MatchTables() {
		m.Only = []string{name}
		var b bytes.Buffer
		must.Do(t, render.WriteMatchJSON(&b, &m))
		keys := validKeys(t, s, b.Bytes())
		for _, other := range render.MatchTables() {
			if key := map[string]string{"head": "games"}[other]; other != name && (slices.Contains(keys, other) || slices.Contains(keys, key)) {
				t.Errorf("only %s, but there are keys %v", name, keys)
			}
		}
	}
	var whole, plain bytes.Buffer
	m.Only = nil
	must.Do(t, render.WriteMatchJSON(&whole, &m))
	if err := render.WriteJSON(&plain, &m); err != nil || whole.String() != plain.String() {
		t.Errorf("without a choice all keys are there, %v", err)
	}
}

// validKeys gives the keys of an object that its schema allows.
func validKeys(t *testing.T, s expected.Schema, object []byte) (keys []string) {
	t.Helper()
	s.Holds(t, object)
	var members map[string]json.RawMessage
	must.Do(t, json.Unmarshal(object, &members))
	for key := range members {
		keys = append(keys, key)
	}
	return keys
}
