package decode_test

import (
	"io"
	"runtime"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// TestAllocations counts what a run allocates for each StateUpdate of the game and each
// State of entity-state, once its memory is there.
func TestAllocations(t *testing.T) {
	if heavy.Race {
		t.Skip("the race detector allocates")
	}
	updates := func(f *file, n int) {
		if n%2 == 0 {
			f.game(client, host, 2, unreliable(state(float32(n))))
		} else {
			f.game(host, client, 1, unreliable(state(float32(n))))
		}
	}
	filter := must.Get(decode.NewFilter(`fields.speed > 5 && dir == "C>S"`))(t)
	tests := []struct {
		name    string
		options decode.Options
		form    func() decode.Renderer
		most    float64
	}{
		{"json", decode.Options{Jobs: 1}, records.JSONLines(records.JSONOptions{}), 0.1},
		{"json, two workers", decode.Options{Jobs: 2}, records.JSONLines(records.JSONOptions{}), 0.1},
		{"filter", decode.Options{Jobs: 1, Filter: filter}, records.JSONLines(records.JSONOptions{}), 0.1},
		{"text", decode.Options{Jobs: 1}, records.Text(records.TextOptions{}), 9}, // of a State, package fmt boxes its arguments
	}
	states := func(f *file, _ int) { f.udp(arcade, player, entities(40)) }
	for name, traffic := range map[string]func(*file, int){"StateUpdate": updates, "State": states} {
		short, long := newFile(), newFile()
		datagrams := heavy.Scale(3_000, 30_000)
		for long.frames < datagrams {
			traffic(long, long.frames)
			if long.frames == datagrams/3 {
				short.data = slices.Clone(long.data)
			}
		}
		for _, tt := range tests {
			// What is made once, such as the list of ship classes, is there before counting.
			mallocs(t, short.data, tt.options, tt.form)
			more := mallocs(t, long.data, tt.options, tt.form) - mallocs(t, short.data, tt.options, tt.form)
			perDatagram := more / float64(datagrams*2/3)
			t.Logf("%s, %s: %.4f allocations per datagram", name, tt.name, perDatagram)
			if perDatagram > tt.most {
				t.Errorf("%s, %s: %.2f allocations per datagram", name, tt.name, perDatagram)
			}
		}
	}
}

// mallocs counts the allocations of one run.
func mallocs(t *testing.T, raw []byte, o decode.Options, form func() decode.Renderer) float64 {
	t.Helper()
	c := open(t, raw, o)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Do(t, c.Render(io.Discard, form))
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}
