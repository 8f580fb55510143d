package entitystate_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// vector is one row of testdata/vectors.json: a datagram and what it means.
type vector struct {
	Name, Hex string
	Direction entitystate.Direction
	Stream    bool    // it travels over TCP
	Message   *string // name; "" if no revision or two have it; nil without a header
	Issues    []entitystate.Code
	Fields    map[string]any // nil: the payload is not read
	Raw       string         // the payload if it is not read
	Trailing  string

	datagram []byte
}

var loadVectors = sync.OnceValues(func() (rows []vector, err error) {
	text, err := os.ReadFile(filepath.Join("testdata", "vectors.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, err
	}
	for i := range rows {
		if rows[i].datagram, err = hex.DecodeString(rows[i].Hex); err != nil {
			return nil, err
		}
	}
	return rows, nil
})

func vectors(t testing.TB) []vector {
	t.Helper()
	return must.Get(loadVectors())(t)
}

func decode(datagram []byte, c entitystate.Context) entitystate.Decoded {
	return new(entitystate.Decoder).Decode(datagram, c)
}

func printed(d *entitystate.Decoded) []byte {
	limit := fields.All
	if !d.Complete() {
		limit = d.Fields
	}
	return fields.AppendJSON(nil, d.Message, limit, nil)
}

func codes(issues []entitystate.Issue) []entitystate.Code {
	list := []entitystate.Code{}
	for _, i := range issues {
		list = append(list, i.Code)
	}
	slices.Sort(list)
	return list
}

func TestVectors(t *testing.T) {
	if n := len(vectors(t)); n != 58 {
		t.Errorf("%d vectors, want 58", n)
	}
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			d := decode(v.datagram, entitystate.Context{})
			slices.Sort(v.Issues)
			if got := codes(d.Issues); !slices.Equal(got, v.Issues) {
				t.Errorf("issues %v, want %v", got, v.Issues)
			}
			v.checkMessage(t, &d)
			v.checkFields(t, &d)
		})
	}
}

// checkMessage compares what the message is called and who sends it.
func (v *vector) checkMessage(t *testing.T, d *entitystate.Decoded) {
	t.Helper()
	if d.Spec == nil {
		if v.Message != nil && *v.Message != "" && !slices.Contains(v.Issues, entitystate.BadVersion) {
			t.Errorf("no message, want %s", *v.Message)
		}
		return
	}
	if v.Message == nil || d.Spec.Name != *v.Message {
		t.Errorf("%s, want %v", d.Spec.Name, v.Message)
	}
	if d.Spec.Stream != v.Stream || d.Spec.Direction != v.Direction && d.Spec.Direction != entitystate.Both {
		t.Errorf("direction %s, stream %v", d.Spec.Direction, d.Spec.Stream)
	}
}

func (v *vector) checkFields(t *testing.T, d *entitystate.Decoded) {
	t.Helper()
	if v.Fields == nil {
		rest := v.datagram[min(len(v.datagram), entitystate.HeaderSize)%(len(v.datagram)+1):]
		if len(v.datagram) < entitystate.HeaderSize {
			rest = v.datagram
		}
		if d.Message != nil || hex.EncodeToString(rest) != v.Raw {
			t.Errorf("%s, %x is not read, want %s", printed(d), rest, v.Raw)
		}
		return
	}
	var got map[string]any
	must.Do(t, json.Unmarshal(printed(d), &got))
	if !reflect.DeepEqual(got, v.Fields) {
		t.Errorf("%v\nwant %v", got, v.Fields)
	}
	if got := hex.EncodeToString(d.Trailing); got != v.Trailing {
		t.Errorf("trailing %s, want %s", got, v.Trailing)
	}
	checkWrites(t, d, v.datagram)
}

// checkWrites demands the bytes back from a message that was read.
func checkWrites(t testing.TB, d *entitystate.Decoded, datagram []byte) {
	t.Helper()
	back := append(wire.Append(wire.Append(nil, &d.Header), d.Message), d.Trailing...)
	if !bytes.Equal(back, datagram) {
		t.Errorf("writes %x\nwant   %x", back, datagram)
	}
	if len(d.Issues) > 0 || int(d.Header.Size)+entitystate.HeaderSize != len(datagram) {
		return
	}
	if back := entitystate.Append(nil, d.Header.Type, d.Message); !bytes.Equal(back, datagram) {
		t.Errorf("with a header of its own it writes %x\nwant %x", back, datagram)
	}
}

// Each vector cut at each length: the fields before the cut, no byte without an owner,
// and a note.
func TestCutEverywhere(t *testing.T) {
	var kept entitystate.Decoder
	for _, v := range vectors(t) {
		whole := decode(v.datagram, entitystate.Context{})
		for n := range len(v.datagram) {
			prefix := v.datagram[:n:n]
			d, spans := new(entitystate.Decoder).Trace(prefix, entitystate.Context{})
			checkAny(t, &d, spans, prefix)
			again := kept.Decode(prefix, entitystate.Context{})
			if d.Message != nil && !bytes.Equal(printed(&again), printed(&d)) {
				t.Errorf("%s, %d bytes: a decoder used again gives %s, want %s", v.Name, n, printed(&again), printed(&d))
			}
			if len(d.Issues) == 0 {
				t.Errorf("%s, %d bytes: nothing is wrong with it", v.Name, n)
			}
			checkPrefix(t, v.Name, &d, &whole)
			// The capture cut it: what came is known to be whole.
			cut := decode(prefix, entitystate.Context{Missing: len(v.datagram) - n})
			if slices.Contains(codes(cut.Issues), entitystate.SizeMismatch) != slices.Contains(codes(whole.Issues), entitystate.SizeMismatch) && n >= entitystate.HeaderSize {
				t.Errorf("%s, %d bytes of it captured: %v", v.Name, n, cut.Issues)
			}
		}
		kept.Decode(v.datagram, entitystate.Context{})
	}
}

// checkPrefix wants the entities of a State that was cut to be those of the whole.
func checkPrefix(t *testing.T, name string, d, whole *entitystate.Decoded) {
	t.Helper()
	part, ok := d.Message.(*entitystate.State)
	all, same := whole.Message.(*entitystate.State)
	if !ok || !same {
		return
	}
	for i := range part.Entities {
		if got, want := fmt.Sprint(part.Entities[i]), fmt.Sprint(all.Entities[i]); got != want {
			t.Errorf("%s: entity %d is %s, want %s", name, i, got, want)
		}
	}
}

// checkAny holds for any datagram.
func checkAny(t testing.TB, d *entitystate.Decoded, spans []wire.Span, datagram []byte) {
	t.Helper()
	next := 0
	for _, s := range spans {
		if s.Offset != next || s.Length == 0 && s.Type != "bytes" {
			t.Errorf("%s has %d bytes at %d, want %d", s.Path, s.Length, s.Offset, next)
		}
		next = s.Offset + s.Length
	}
	for _, i := range d.Issues {
		if i.Offset < 0 || i.Offset > len(datagram) || i.Text == "" || i.Code == "" {
			t.Errorf("%+v of %d bytes", i, len(datagram))
		}
	}
	if d.Message == nil {
		if next != min(len(datagram), entitystate.HeaderSize) && next != 0 || len(d.Trailing) > 0 {
			t.Errorf("fields end at %d of %x", next, datagram)
		}
		if len(d.Issues) == 0 {
			t.Errorf("%x is not read, and nothing is wrong with it", datagram)
		}
		return
	}
	if next+len(d.Trailing) != len(datagram) {
		t.Errorf("fields end at %d, %d bytes trailing of %d", next, len(d.Trailing), len(datagram))
	}
	if values := fields.Values(d.Message, fields.All, nil); len(values)+3 != len(spans) {
		t.Errorf("%d values, %d spans", len(values), len(spans))
	}
	if !json.Valid(printed(d)) {
		t.Errorf("%s", printed(d))
	}
	for _, c := range string(fields.AppendText(nil, d.Message, fields.All, nil)) {
		if c < ' ' {
			t.Errorf("%q", fields.AppendText(nil, d.Message, fields.All, nil))
		}
	}
	checkWrites(t, d, datagram)
}

func TestEveryRow(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range vectors(t) {
		for _, revision := range []entitystate.Revision{entitystate.Unsettled, entitystate.Early, entitystate.Late} {
			if d := decode(v.datagram, entitystate.Context{Revision: revision}); d.Message != nil {
				seen[fmt.Sprint(d.Spec.Type, d.Spec.Name)] = true
			}
		}
	}
	table := entitystate.Table()
	if len(table) != 25 {
		t.Errorf("%d rows, want 25", len(table))
	}
	for i, s := range table {
		if !seen[fmt.Sprint(s.Type, s.Name)] {
			t.Errorf("type %d %s has no vector", s.Type, s.Name)
		}
		if i > 0 && table[i-1].Type > s.Type || s.Name == "" || s.Sizes == "" || s.Direction == "" || s.New() == nil {
			t.Errorf("row %d: %+v", i, s)
		}
	}
}

// Type 16 means what the revision of the server says; the others do not depend on it.
func TestRevisions(t *testing.T) {
	want := map[entitystate.Revision]string{entitystate.Unsettled: "", entitystate.Early: "StartMatch", entitystate.Late: "Disconnect"}
	for revision, name := range want {
		d := decode([]byte{0, 0, 16, 1}, entitystate.Context{Revision: revision})
		if d.Spec == nil || d.Spec.Name != name || (len(d.Issues) > 0) != (name == "") {
			t.Errorf("%v: %+v %v", revision, d.Spec, d.Issues)
		}
	}
	tells := map[string]entitystate.Revision{
		"disconnect": entitystate.Early, "type-12-lobby-status": entitystate.Late, "return-to-menu": entitystate.Early,
		"type-13-lobby-config": entitystate.Late, "type-14-lobby-status": entitystate.Early, "type-14-start-match": entitystate.Late,
		"type-15-game-over": entitystate.Late, "type-15-lobby-config": entitystate.Early, "type-16-ambiguous": entitystate.Unsettled,
		"type-17-game-over": entitystate.Early, "type-17-return-to-menu": entitystate.Late, "roster-one": entitystate.Unsettled,
	}
	for _, v := range vectors(t) {
		if revision, ok := tells[v.Name]; ok {
			if d := decode(v.datagram, entitystate.Context{}); d.Spec.Tells() != revision {
				t.Errorf("%s tells %v, want %v", v.Name, d.Spec.Tells(), revision)
			}
		}
	}
}

// Fixed payloads that are too long: the rest is trailing.
func TestTrailing(t *testing.T) {
	for _, s := range entitystate.Table() {
		m := s.New()
		datagram := append(entitystate.Append(nil, s.Type, m), 1, 2, 3)
		datagram[0] += 3
		d := decode(datagram, entitystate.Context{Revision: s.Revision})
		got := codes(d.Issues)
		switch {
		case s.Revision != entitystate.Unsettled: // the size is the type
			if d.Spec != nil && d.Spec.Name == s.Name || d.Message == nil && !slices.Equal(got, []entitystate.Code{entitystate.UnknownType}) {
				t.Errorf("%s: %v %v", s.Name, d.Spec, got)
			}
		case s.Name == "StartGame": // whatever comes
		case !slices.Contains(got, entitystate.TrailingBytes) || hex.EncodeToString(d.Trailing) != "010203":
			t.Errorf("%s: %v, trailing %x", s.Name, got, d.Trailing)
		}
	}
}

// The limits of the count, each with what it means.
func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		count   int
		text    string
		accepts bool
	}{
		{512, "", true}, {513, "count 513: servers send at most 512", true}, {1000, "count 1000: servers send at most 512", true},
		{1001, "count 1001: clients drop messages with more than 1000", false}, {2621, "count 2621: clients drop messages with more than 1000", false},
	} {
		entities := make([]entitystate.Entity, tt.count)
		for i := range entities {
			entities[i] = entitystate.Entity{ID: uint32(i), Type: entitystate.Enemy}
		}
		datagram := entitystate.Append(nil, 4, entitystate.NewState(entities))
		d := decode(datagram, entitystate.Context{})
		text := ""
		if len(d.Issues) > 0 {
			text = d.Issues[0].Text
		}
		if m := d.Message.(*entitystate.State); len(d.Issues) > 1 || text != tt.text || m.ClientAccepts() != tt.accepts || len(m.Entities) != tt.count {
			t.Errorf("%d: %+v, accepted %v, %d entities", tt.count, d.Issues, m.ClientAccepts(), len(m.Entities))
		}
	}
	lie := decode([]byte{2, 0, 4, 1, 0xFF, 0xFF}, entitystate.Context{})
	if got := lie.Issues[1].Text; got != "count 65535: a message has room for at most 2621" {
		t.Error(got)
	}
}

func TestColor(t *testing.T) {
	e := entitystate.Entity{RGBA: 0x55AAFFFE}
	if datagram := entitystate.Append(nil, 5, &entitystate.Spawn{Entity: e}); !bytes.HasSuffix(datagram, []byte{0xFE, 0xFF, 0xAA, 0x55}) {
		t.Errorf("%x", datagram)
	}
}

func TestLines(t *testing.T) {
	for name, want := range map[string]string{
		"state-empty":               "0 entities",
		"state-three-types":         "3 entities: 1 Player, 1 Enemy, 1 Bullet",
		"state-unknown-entity-type": "1 entity: 1 other",
		"roster-two":                `2 players: "Alice" 3, "Bob" 2`,
		"input-up-right-shoot":      "sequence 42  bits 0x19  keys Up Right Shoot",
		"hello-alice":               "form token  token 0x12345678  player name Alice",
		"type-16-ambiguous":         "candidates Disconnect StartMatch",
	} {
		for _, v := range vectors(t) {
			if v.Name != name {
				continue
			}
			d := decode(v.datagram, entitystate.Context{})
			if got := string(fields.AppendText(nil, d.Message, fields.All, nil)); got != want {
				t.Errorf("%s: %s\nwant %s", name, got, want)
			}
		}
	}
}

// A decoder with its memory allocates nothing for a State.
func TestAllocations(t *testing.T) {
	if heavy.Race {
		t.Skip("the race detector allocates")
	}
	datagram := stateOf(200)
	var d entitystate.Decoder
	d.Decode(datagram, entitystate.Context{})
	if n := testing.AllocsPerRun(100, func() { d.Decode(datagram, entitystate.Context{}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { entitystate.Judge(datagram, 0) }); n != 0 {
		t.Errorf("%v allocations to judge", n)
	}
}

func stateOf(n int) []byte {
	entities := make([]entitystate.Entity, n)
	for i := range entities {
		entities[i] = entitystate.Entity{ID: uint32(i + 1), Type: uint8(1 + i%3), X: float32(i), VX: -60}
	}
	return entitystate.Append(nil, 4, entitystate.NewState(entities))
}
