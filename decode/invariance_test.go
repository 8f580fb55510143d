package decode_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// forms are the outputs that must not depend on workers and chunks.
var forms = map[string]func() decode.Renderer{
	"json":     records.JSONLines(records.JSONOptions{}),
	"json hex": records.JSONLines(records.JSONOptions{Hex: true}),
	"text":     records.Text(records.TextOptions{Color: true, Hex: true}),
}

// TestInvariance shows that neither the number of workers nor the size of the chunks
// changes a byte of the output. Each size meets two of the numbers, those of small captures all in a heavy run.
func TestInvariance(t *testing.T) {
	raw := busy().data
	for name, form := range forms {
		invariant(t, name, raw, "", form, heavy.Scale([]int{1, 100, 64 << 10}, []int{1, 7, 100, 4 << 10, 64 << 10, 1 << 20}))
	}
	invariant(t, "filtered", raw, `dir == "S>C" || notes || fields.speed > 0`, forms["json"], []int{100, 4 << 10})
}

// TestInvarianceOfSharedCaptures does so with real traffic: every form of the small
// captures, one form of the large ones.
func TestInvarianceOfSharedCaptures(t *testing.T) {
	files := outside.Read(t, 2<<20)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		raw := files[name]
		if len(raw) > 200<<10 {
			invariant(t, name, raw, "", forms["json"], []int{100, 4 << 10, 1 << 20})
			continue
		}
		for form, renderer := range forms {
			invariant(t, name+" "+form, raw, `opcode != 0x1C`, renderer, []int{7, 4 << 10, 1 << 20})
		}
	}
}

// busy is everything several times, with stretches of noise between that are longer
// than the look ahead and a weak start on each side of them.
func busy() *file {
	f := mixed()
	one := f.data[24:]
	for i := range 2 {
		f.game(peerAt(i), host, 3, keepalive).noise(50+7*i).game(peerAt(i), host, 3, strong)
		f.data = append(f.data, one...)
	}
	return f.game(peerAt(9), host, 3, keepalive)
}

func invariant(t *testing.T, name string, raw []byte, expression string, form func() decode.Renderer, chunks []int) {
	t.Helper()
	var f *decode.Filter
	if expression != "" {
		f = must.Get(decode.NewFilter(expression))(t)
	}
	want := renderWith(t, raw, decode.Options{Jobs: 1, Filter: f}, form)
	if want == "" {
		t.Fatalf("%s: no output", name)
	}
	workers := []int{1, 3, 2, 8}
	for i, chunk := range chunks {
		for n, jobs := range workers {
			if (!heavy.On() || len(raw) > 500<<10) && n%2 != i%2 {
				continue
			}
			got := renderWith(t, raw, decode.Options{Jobs: jobs, ChunkSize: chunk, Filter: f}, form)
			if got != want {
				t.Errorf("%s: %d jobs, chunks of %d: %s", name, jobs, chunk, difference(got, want))
			}
		}
	}
}

// difference shows where two texts part.
func difference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-100)
	return fmt.Sprintf("at byte %d:\n got %q\nwant %q", i, got[from:min(len(got), i+100)], want[from:min(len(want), i+100)])
}
