package filter

import (
	"math"
	"math/rand/v2"
	"net/netip"
	"testing"
)

// FuzzCompile shows that no expression panics, that every error points into
// its expression, and that every filter takes any values and is the opposite
// of its negation.
func FuzzCompile(f *testing.F) {
	for _, expr := range []string{
		busy, `(dir == "C>S" && name == "StateUpdate") && !(frame > 5 || reliable)`, `frame in [1, 2..3] or not (name matches "a|b+" && !notes)`, `fields.pairs[0][1] contains "\x41"`,
		`0x1C == opcode`, `fields.value != "10.0.0.1:5"`, `opcod == 'x`, `dir == 5`, `((((`, "\xff", `"é" <> in..`,
	} {
		f.Add(expr, uint64(1))
	}
	schema := sample(f)
	f.Fuzz(func(t *testing.T, expr string, seed uint64) {
		schema.Complete(expr)
		filter, err := Compile(expr, schema)
		if err != nil {
			checkShape(t, expr, err)
			return
		}
		opposite, err := Compile("!("+expr+")", schema)
		if err != nil {
			return // only the limits on depth and length can refuse it
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for range 8 {
			values := randomValues(r, len(filter.Paths()))
			if filter.Match(values) == opposite.Match(values) {
				t.Fatalf("%q and its negation agree on %+v", expr, values)
			}
			foreseen(t, filter, values, r)
		}
	})
}

// foreseen: what matches was thought possible by whoever knew some of the values.
func foreseen(t *testing.T, f *Filter, values []Values, r *rand.Rand) {
	given := make([]Given, len(f.Paths()))
	for i := range given {
		if given[i].Known = r.IntN(2) == 0; given[i].Known && i < len(values) {
			given[i].Values = values[i]
		}
	}
	if f.Match(values) && !f.Could(given) {
		t.Fatalf("%s matches %+v, but not if %+v is known", f, values, given)
	}
	for _, test := range f.Tests() {
		if f.Match(values) && !test.Match(values) {
			t.Fatalf("%s matches %+v, but its part %s does not", f, values, test)
		}
	}
}

func checkShape(t *testing.T, expr string, err error) {
	e, ok := err.(*Error)
	if !ok || e.Pos < 0 || e.Pos > len(expr) || e.Msg == "" || e.Error() == "" || e.Detail() == "" {
		t.Fatalf("%q: error %#v", expr, err)
	}
}

// randomValues now and then gives too few paths.
func randomValues(r *rand.Rand, paths int) []Values {
	all := make([]Values, r.IntN(paths+1)+r.IntN(2))
	for i := range all {
		for range r.IntN(4) {
			all[i] = append(all[i], randomValue(r))
		}
	}
	return all
}

func randomValue(r *rand.Rand) Value {
	raw := make([]byte, r.IntN(6))
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	switch r.IntN(10) {
	case 0:
		return OfInt(int64(r.Uint64()))
	case 1:
		return OfInt(int64(r.Uint64()))
	case 2:
		return OfFloat32(math.Float32frombits(r.Uint32()))
	case 3:
		return OfFloat64(math.Float64frombits(r.Uint64()))
	case 4:
		return OfText(string(raw))
	case 5:
		return OfBytes(raw)
	case 6:
		return OfBool(r.IntN(2) == 0)
	case 7:
		return OfTime(int64(r.Uint64()))
	case 8:
		addr, _ := netip.AddrFromSlice(raw) // mostly the invalid address
		return OfAddress(netip.AddrPortFrom(addr, uint16(r.Uint32())))
	}
	return Present()
}
