package snapshot_test

import (
	"bytes"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"bcdump/internal/foreign"
	"bcdump/internal/must"
	"bcdump/internal/snapshot"
)

type inner struct {
	count int64
	share float64
}

type embedded struct{ name string }

type key struct {
	at   netip.AddrPort
	kind uint8
}

type state struct {
	embedded
	Public  bool
	rows    map[key]*inner
	sparse  [256]inner
	cells   [3]*[4]uint32
	list    []string
	deep    []*inner
	maybe   *int
	nothing *int
	scratch func() `snapshot:"-"`
}

func some() *state {
	n := 7
	at := netip.MustParseAddrPort("[2001:db8::1]:22101")
	s := &state{
		embedded: embedded{"Cady \"2\" \u2028"}, Public: true, maybe: &n,
		rows: map[key]*inner{{at, 3}: {count: 1, share: 0.1}, {netip.AddrPort{}, 0}: {math.MaxInt64, math.Inf(1)}, {at, 2}: {-5, 1e-300}},
		list: []string{"", "\xff\xfe raw", "é"}, deep: []*inner{{count: 2}, {}},
	}
	s.sparse[255].count = 9
	s.sparse[255].share = 0.5
	s.nothing, s.scratch = nil, nil
	s.cells[1] = &[4]uint32{2: 8}
	return s
}

func restore(data []byte, into any) error {
	r := snapshot.NewReader(foreign.New(bytes.NewReader(data), 1<<20), 1<<20)
	if err := r.Restore(into); err != nil {
		return err
	}
	return r.End()
}

func TestThereAndBack(t *testing.T) {
	want, got := some(), &state{}
	data := snapshot.Save(want)
	must.Do(t, restore(data, got))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s gives %+v, want %+v", data, got, want)
	}
	if again := snapshot.Save(got); string(again) != string(data) {
		t.Errorf("%s, and again %s", data, again)
	}
	if strings.Contains(string(data), "scratch") {
		t.Errorf("%s has what is not to be saved", data)
	}
}

func TestWrong(t *testing.T) {
	for _, data := range []string{
		``, `[]`, `{"other":1}`, `{"scratch":1}`, `{"name":"x"}`, `{"Public":3}`, `{"rows":[[{"at":"nowhere"},{}]]}`, `{"rows":[[{},null]]}`, `{"rows":[[{"kind":256},{}]]}`,
		`{"sparse":{"256":{}}}`, `{"sparse":{"-1":{}}}`, `{"cells":{"1":{"2":-1}}}`, `{"list":["x"`, `{"list":[["!"]]}`, `{"deep":[null]}`, `{"rows":[[{},{"share":"x"}]]}`, `{"rows":{}}`,
	} {
		if err := restore([]byte(data), &state{}); err == nil {
			t.Errorf("%s was read", data)
		}
	}
}

func TestShape(t *testing.T) {
	type counted struct{ Count int64 }
	type renamed struct{ Number int64 }
	type wider struct{ Count [2]int64 }
	type longer struct{ Count [3]int64 }
	type aside struct {
		Count int64
		Aside func() `snapshot:"-"`
	}
	if snapshot.Shape(&counted{}) != snapshot.Shape(&aside{}) {
		t.Error("what is not saved changes the shape")
	}
	seen := map[string]bool{}
	for _, x := range []any{&counted{}, &renamed{}, &wider{}, &longer{}} {
		seen[snapshot.Shape(x)] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d shapes of four types", len(seen))
	}
}

// TestBounds: what would take more memory than it may is refused where it begins to, and texts have a limit.
func TestBounds(t *testing.T) {
	type tagged struct {
		Known string `json:"name"`
		List  []inner
		Rows  map[uint32]inner
		Share float64 `json:"share"`
	}
	var x tagged
	if err := restore([]byte(" { \"name\" : \"a\\u00e9\" ,\n\"share\":1.5e1, \"List\":[ { } , {}]} \n"), &x); err != nil || x.Known != "a\u00e9" || x.Share != 15 || len(x.List) != 2 {
		t.Errorf("%+v, %v", x, err)
	}
	for text, want := range map[string]string{
		`{"List":[` + strings.Repeat("{},", 1<<16) + `{}]}`: "byte 196614: List: too large: it would take too much memory",
		`{"Rows":[[1,{}],[1,{}]]}`:                          "byte 21: Rows: a key is there twice",
		`{"Rows":[[1,{},2]]}`:                               `byte 14: Rows: "," in the place of ']'`,
		`{"name":"` + strings.Repeat("a", 2<<20):            "byte 1048576: name: too large: there are more than 1048576 bytes",
		`{"share":null}`:                                    `byte 13: share: strconv.ParseFloat: parsing "null": invalid syntax`,
		`{"name":"a\x"}`:                                    `byte 13: name: in the text before: invalid character 'x' in string escape code`,
		`{} {}`:                                             "byte 3: something follows the end",
		`{"name":"a",}`:                                     `byte 12: "}" in the place of '"'`,
		`{"name" "a"}`:                                      `byte 8: "\"" in the place of ':'`,
		"\x00":                                              `byte 0: "\x00" in the place of '{'`,
	} {
		if err := restore([]byte(text), &tagged{}); err == nil || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}
