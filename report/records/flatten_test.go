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
