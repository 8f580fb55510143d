package records_test

import (
	"strings"
	"testing"

	"bcdump/report/records"
)

// Values are visited in their order, under the path that each has.
func TestFlatten(t *testing.T) {
	const line = `{"v":1,"name":"Chat","list":[1,"a]b",[]],"plain":[1,-2.5,"x, y]\""],"fields":{"empty":{},"items":[{"a":1},{"a":[[2,3]],"b":null}]},"end":true}`
	for numbered, want := range map[bool]string{
		true: `v 1|name "Chat"|list[0] 1|list[1] "a]b"|list[2] []|plain [1,-2.5,"x, y]\""]|fields.empty {}|` +
			`fields.items[0].a 1|fields.items[1].a[0] [2,3]|fields.items[1].b null|end true`,
		false: `v 1|name "Chat"|list[] 1|list[] "a]b"|list[] []|plain [1,-2.5,"x, y]\""]|fields.empty {}|` +
			`fields.items[].a 1|fields.items[].a[] [2,3]|fields.items[].b null|end true`,
	} {
		var got []string
		f := records.Flattener{Numbered: numbered, Visit: func(path, text []byte) {
			got = append(got, string(path)+" "+string(text))
		}}
		f.Flatten([]byte(line + "\n"))
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("numbered %v:\n got %s\nwant %s", numbered, s, want)
		}
	}
}

// TestFlattenDeep: what lies deeper than records are is one value, so that it takes no time for each level.
func TestFlattenDeep(t *testing.T) {
	const levels = 9_000
	line, visits := strings.Repeat("[{\"\":", levels/2)+"\""+strings.Repeat("x", 1<<20)+"\""+strings.Repeat("}]", levels/2), 0
	f := records.Flattener{Numbered: true, Visit: func(_, text []byte) {
		if visits++; len(text) < 1<<20 || len(text) >= len(line)-64 {
			t.Error(len(text))
		}
	}}
	if f.Flatten([]byte(line)); visits != 1 {
		t.Error(visits)
	}
}
