package replay_test

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/replay"
	"bcdump/report/tally"
)

func open(t testing.TB, name string, raw []byte, jobs int) *decode.Capture {
	t.Helper()
	c := reporttest.Open(t, name, raw, decode.Options{Jobs: jobs})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func replayOf(t testing.TB, name string, raw []byte) *figures.Replay {
	t.Helper()
	return replayWith(t, name, raw, 1)
}

func replayWith(t testing.TB, name string, raw []byte, jobs int) *figures.Replay {
	t.Helper()
	return replay.Of(must.Get(facts.Read(open(t, name, raw, jobs), facts.Options{}))(t), replay.Options{Program: "bcdump test"})
}

func numbers(c *figures.Column) (list []float64) {
	for x := range c.All() {
		list = append(list, x)
	}
	return list
}

func blockOf(t testing.TB, r *figures.Replay) []byte {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, replay.WriteBlock(&text, r))
	return text.Bytes()
}

// block is a block as a page reads it: a reading of its own, after the contract.
type block struct {
	t       testing.TB
	head    map[string]any
	columns places
	bytes   []byte
	starts  []int
}

// places are those of the columns.
type places struct {
	Count, Order, Of []int
	Scale            []float64
}

func readBlock(t testing.TB, text []byte) *block {
	t.Helper()
	if bytes.ContainsAny(text, "<\n") {
		t.Error("the block could end its script")
	}
	unpacked := must.Get(gzip.NewReader(ascii85.NewDecoder(strings.NewReader(strings.ReplaceAll(string(text), "v", "<")))))(t)
	plain := must.Get(io.ReadAll(unpacked))(t)
	n := 8 + binary.LittleEndian.Uint32(plain[4:])
	var of struct {
		Columns places
		Report  any
	}
	if err := json.Unmarshal(plain[8:n], &of); err != nil || string(plain[:4]) != "BCR2" {
		t.Fatalf("%s %v", plain[:4], err)
	}
	b := &block{t: t, columns: of.Columns, bytes: plain[n:]}
	at := 0
	for _, n := range b.columns.Count {
		b.starts = append(b.starts, at)
		for ; n > 0; at++ {
			n -= tally.BoolInt(b.bytes[at] < 0x80)
		}
	}
	if b.starts = append(b.starts, at); at != len(b.bytes) {
		t.Fatalf("columns have %d bytes, want %d", at, len(b.bytes))
	}
	b.head = b.values(of.Report, 1)[0].(map[string]any)
	return b
}

// values gives the values that stand in one place of n objects.
func (b *block) values(packed any, n int) (list []any) {
	switch x := packed.(type) {
	case float64:
		for _, number := range b.column(int(x)) {
			list = append(list, number)
		}
	case []any:
		list = x
	case map[string]any:
		if counts, ok := x[""]; ok {
			return b.lists(b.values(counts, n), x["of"])
		}
		for range n {
			list = append(list, map[string]any{})
		}
		for key := range x {
			for i, value := range b.values(x[key], n) {
				if value != nil {
					list[i].(map[string]any)[key] = value
				}
			}
		}
	}
	if len(list) != n {
		b.t.Fatalf("%d values, want %d", len(list), n)
	}
	return list
}

func (b *block) lists(counts []any, of any) (list []any) {
	n := 0
	for _, count := range counts {
		if count != nil {
			n += int(count.(float64))
		}
	}
	all := b.values(of, n)
	for _, count := range counts {
		if count == nil {
			list = append(list, nil)
			continue
		}
		list, all = append(list, all[:int(count.(float64))]), all[int(count.(float64)):]
	}
	return list
}

// column decodes one.
func (b *block) column(i int) []float64 {
	list, sum, step := []float64{}, int64(0), int64(0)
	for rest := b.bytes[b.starts[i]:b.starts[i+1]]; len(rest) > 0; {
		d, n := binary.Varint(rest)
		if rest = rest[n:]; b.columns.Order[i] == 2 {
			step += d
		} else {
			step = d
		}
		if sum += step; b.columns.Order[i] == 0 {
			sum = d
		}
		list = append(list, float64(sum))
	}
	if len(list) != b.columns.Count[i] {
		b.t.Errorf("column %d has %d numbers, want %d", i, len(list), b.columns.Count[i])
	}
	for k := range list {
		if of := b.columns.Of[i]; of >= 0 {
			list[k] = b.column(of)[int(list[k])]
		} else {
			list[k] /= b.columns.Scale[i]
		}
	}
	return list
}

// same holds a value of the block against that of the readable form, which has numbers where the
// block has the place of a column.
func (b *block) same(path string, packed, readable any) {
	switch want := readable.(type) {
	case map[string]any:
		got, _ := packed.(map[string]any)
		for key := range got {
			if _, ok := want[key]; !ok && !nothing(got[key]) {
				b.t.Errorf("%s.%s: %v, want no such key", path, key, got[key])
			}
		}
		for key := range want {
			if replay.IsShown(strings.TrimPrefix(path, "."), key) {
				b.same(path+"."+key, got[key], want[key])
			}
		}
	case []any:
		if place, ok := packed.(float64); ok {
			b.numbers(path, int(place), want)
			return
		}
		got, ok := packed.([]any)
		if !ok || len(got) != len(want) {
			b.t.Errorf("%s: %d elements, want %d", path, len(got), len(want))
			return
		}
		for i := range want {
			b.same(path, got[i], want[i])
		}
	case nil:
		if !nothing(packed) {
			b.t.Errorf("%s: %v, want null", path, packed)
		}
	default:
		if packed != readable {
			b.t.Errorf("%s: %v, want %v", path, packed, readable)
		}
	}
}

// nothing reports whether a value is missing, as an object without keys is.
func nothing(packed any) bool {
	keys, ok := packed.(map[string]any)
	return packed == nil || ok && len(keys) == 0
}

func (b *block) numbers(path string, place int, want []any) {
	got := []float64{}
	if place >= 0 {
		got = b.column(place)
	}
	if len(got) != len(want) {
		b.t.Errorf("%s: %d numbers, want %d", path, len(got), len(want))
		return
	}
	for i := range want {
		if math.Abs(got[i]-want[i].(float64)) > 1e-6+1e-12*math.Abs(got[i]) {
			b.t.Errorf("%s[%d]: %v, want %v", path, i, got[i], want[i])
			return
		}
	}
}

// readable is what `report -o json` prints.
func readable(t testing.TB, r *figures.Replay) (out map[string]any) {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, render.WriteJSON(&text, r))
	must.Do(t, json.Unmarshal(text.Bytes(), &out))
	return out
}

// sameBlock holds the block of a replay against its readable form.
func sameBlock(t testing.TB, r *figures.Replay) {
	t.Helper()
	b := readBlock(t, blockOf(t, r))
	b.same("", b.head, readable(t, r))
}
