package message_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// vector is one row of a file in testdata/vectors.
type vector struct {
	Name      string
	Hex       string
	Fields    map[string]any // as the JSON object of the message has them
	Trailing  string
	Truncated bool
	Fault     bool // a boolean group breaks the packing rule
	Context   struct {
		Ships    map[string]string      // key of the class, by object id
		Baseline map[string]wire.Vector // last full position, by object id
		Dialect  string                 // stock if it is not given
	}

	payload []byte
}

// context is what earlier messages would have told about the ship of the vector.
func (v *vector) context(t testing.TB) message.Context {
	t.Helper()
	id, _ := v.Fields["object_id"].(string)
	key, ok := v.Context.Ships[id]
	if !ok {
		return message.Context{}
	}
	c := message.Context{Class: classOf(t, key), Dialect: message.Stock}
	if v.Context.Dialect == message.OpenBC.String() {
		c.Dialect = message.OpenBC
	}
	baseline, ok := v.Context.Baseline[id]
	if !ok {
		return c
	}
	d := message.Decode(v.payload)
	c.World = message.World{Known: true, Position: d.Message.(*message.StateUpdate).Delta.Vector()}
	for i := range baseline {
		c.World.Position[i] += baseline[i]
	}
	return c
}

// contexts are all those that the vector is read in: its own, and others that do not
// fit it.
func (v *vector) contexts(t testing.TB) []message.Context {
	t.Helper()
	own := v.context(t)
	switch {
	case v.payload[0] == message.OpcodeChecksumResponse:
		return []message.Context{own, {Asked: pycs("scripts/ships")}, {Asked: pycs("Scripts/Multiplayer")}}
	case own.Class == nil:
		return []message.Context{own}
	}
	other, open := own, own
	other.Dialect, open.Dialect = message.OpenBC, message.Undecided
	return []message.Context{own, {}, other, open, {Class: classOf(t, "galor"), Dialect: message.Stock, Inferred: true}}
}

// pycs asks for the compiled scripts of a directory.
func pycs(directory string) *message.ChecksumRequest {
	return &message.ChecksumRequest{Directory: wire.Text(directory), Filter: wire.Text("*.pyc"), Recursive: true}
}

func (v *vector) decode(t testing.TB) message.Decoded {
	t.Helper()
	var d message.Decoder
	return d.DecodeIn(v.payload, v.context(t))
}

func classOf(t testing.TB, key string) *ship.Class {
	t.Helper()
	class := ship.Stock().ByKey(key)
	if class == nil {
		t.Fatalf("no class %s", key)
	}
	return class
}

func readRows[T any](path string) ([]T, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	// Numbers are kept as they are written: whole ones must be met exactly.
	decoder := json.NewDecoder(bytes.NewReader(file))
	decoder.UseNumber()
	var rows []T
	err = decoder.Decode(&rows)
	return rows, err
}

var loadVectors = sync.OnceValues(func() ([]vector, error) {
	files, err := filepath.Glob(filepath.Join("testdata", "vectors", "*.json"))
	if err != nil {
		return nil, err
	}
	var all []vector
	for _, file := range files {
		rows, err := readRows[vector](file)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	for i := range all {
		if all[i].payload, err = hex.DecodeString(all[i].Hex); err != nil {
			return nil, err
		}
	}
	return all, nil
})

func vectors(t testing.TB) []vector {
	t.Helper()
	return must.Get(loadVectors())(t)
}

// derived are keys whose values follow from others; most rows leave them out. See
// TestExplanations and TestPoints.
var derived = []string{
	"class_name", "event_name", "posted_name", "projectile_name", "reason_text", "reason_source", "reason_other", "torpedo",
	"reason", "dialect", "bits_ok", "window_ok", // of a block that is cut or raw
	"percent", "points", "facing_points", "main_battery_points", "backup_battery_points",
}

// dropDerived deletes what want leaves out.
func dropDerived(got, want any) {
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for _, key := range derived {
			if _, ok := want[key]; !ok {
				delete(object, key)
			}
		}
		for key := range want {
			dropDerived(object[key], want[key])
		}
	case []any:
		if list, _ := got.([]any); len(list) == len(want) {
			for i := range want {
				dropDerived(list[i], want[i])
			}
		}
	}
}

// dropNames deletes what hashes of files stand for.
func dropNames(x any) {
	switch x := x.(type) {
	case map[string]any:
		for _, key := range []string{"directory", "name", "published"} {
			delete(x, key)
		}
		for _, y := range x {
			dropNames(y)
		}
	case []any:
		for _, y := range x {
			dropNames(y)
		}
	}
}

func TestVectors(t *testing.T) {
	all := vectors(t)
	if len(all) < 249 {
		t.Errorf("%d vectors, there were 249", len(all))
	}
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) {
			d := v.decode(t)
			if d.Spec == nil || d.Message == nil {
				t.Fatal("the opcode has no layout")
			}
			got := toJSON(t, &d)
			dropDerived(got, v.Fields)
			if v.payload[0] == message.OpcodeChecksumResponse {
				dropNames(got) // TestNamesOfFiles has them
			}
			same(t, "", got, v.Fields)
			if got := hex.EncodeToString(d.Trailing); got != v.Trailing || d.Complete() == v.Truncated {
				t.Errorf("trailing %s, want %s; error %v", got, v.Trailing, d.Err)
			}
			if (d.GroupFault != "") != v.Fault || d.SplitGroups {
				t.Errorf("group fault %q, split %v", d.GroupFault, d.SplitGroups)
			}
			if d.Complete() && !v.Fault {
				checkEncode(t, &d, v.payload)
			}
		})
	}
}

func TestEveryLayoutHasVectors(t *testing.T) {
	have := map[byte]int{}
	for _, v := range vectors(t) {
		have[v.payload[0]]++
	}
	for _, spec := range message.Table() {
		if spec.New != nil && have[spec.Opcode] == 0 {
			t.Errorf("0x%02X %s has a layout and no vector", spec.Opcode, spec.Name)
		}
	}
}

// Messages whose payload is kept raw: only opcode and name are known.
func TestUndescribed(t *testing.T) {
	rows, err := readRows[struct {
		Name, Hex string
		Message   *string // nil: no source knows the opcode
	}](filepath.Join("testdata", "undescribed.json"))
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		payload := must.Get(hex.DecodeString(row.Hex))(t)
		d := message.Decode(payload)
		if (d.Spec == nil) != (row.Message == nil) || d.Spec != nil && d.Spec.Name != *row.Message {
			t.Errorf("%s: %+v", row.Name, d.Spec)
		}
		if d.Spec != nil && d.Spec.New != nil {
			t.Errorf("%s: 0x%02X has a layout now, so its rows belong in testdata/vectors with fields", row.Name, payload[0])
		}
		// A kept message of another opcode must not show up.
		if d.Message != nil || d.Complete() || d.Fields != 0 || d.Err != nil {
			t.Errorf("%s: %+v", row.Name, d.Decoded)
		}
	}
}

func toJSON(t testing.TB, d *message.Decoded) map[string]any {
	t.Helper()
	return parse(t, appendJSON(d))
}

func parse(t testing.TB, text []byte) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return object
}

func limit(d *message.Decoded) int {
	if d.Complete() {
		return fields.All
	}
	return d.Fields
}

// same compares JSON values: keys and order of elements exactly, whole numbers
// exactly, others within the rounding of the expectation.
func same(t testing.TB, path string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		if object == nil {
			t.Errorf("%s is %v, want an object", path, got)
			return
		}
		for key := range object {
			if _, ok := want[key]; !ok {
				t.Errorf("%s.%s is not expected", path, key)
			}
		}
		for key := range want {
			if _, ok := object[key]; !ok {
				t.Errorf("%s.%s is missing", path, key)
				continue
			}
			same(t, path+"."+key, object[key], want[key])
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			t.Errorf("%s is %v, want %v", path, got, want)
			return
		}
		for i := range want {
			same(t, path+"[]", list[i], want[i])
		}
	case json.Number:
		number, _ := got.(json.Number)
		if _, err := want.Int64(); err == nil && number != want || !near(number, want) {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
}

func near(got, want json.Number) bool {
	g, err := got.Float64()
	if err != nil {
		return false
	}
	w, err := want.Float64()
	return err == nil && math.Abs(g-w) <= max(1e-4, 1e-5*math.Abs(w))
}

// checkEncode demands the bytes back from a complete message.
func checkEncode(t testing.TB, d *message.Decoded, payload []byte) {
	t.Helper()
	back := append(message.Append(nil, d.Spec.Opcode, d.Message), d.Trailing...)
	if !bytes.Equal(back, payload) {
		t.Errorf("writes %x\nwant   %x", back, payload)
	}
}

// Each vector cut at each length: an error that says where, everything before it
// reported, the rest in Trailing.
func TestCutEverywhere(t *testing.T) {
	var kept message.Decoder // its messages hold values of the vectors before
	for _, v := range vectors(t) {
		contexts := v.contexts(t)
		for _, context := range contexts[:min(heavy.Scale(1, 3), len(contexts))] {
			cutEverywhere(t, &v, context, &kept)
		}
	}
}

func cutEverywhere(t *testing.T, v *vector, context message.Context, kept *message.Decoder) {
	t.Helper()
	whole, wholeSpans := new(message.Decoder).Trace(v.payload, context)
	wholeText := fields.Values(whole.Message, limit(&whole), nil)
	for n := 1; n < len(v.payload); n += heavy.Scale(4, 1) {
		prefix := v.payload[:n:n]
		d, spans := new(message.Decoder).Trace(prefix, context)
		checkAny(t, &d, spans, prefix)
		again := kept.DecodeIn(prefix, context)
		if got, want := appendJSON(&again), appendJSON(&d); !bytes.Equal(got, want) {
			t.Errorf("%s, %d bytes: a decoder used again gives\n%s, want\n%s", v.Name, n, got, want)
		}
		if d.Err == nil && d.Fields == whole.Fields && whole.Err == nil {
			continue // cut within trailing or raw bytes, or after an element
		}
		// The fields that end before the cut are the same as in the whole.
		for i, text := range fields.Values(d.Message, d.Fields, nil) {
			at := spans[i+1].Path // the first span is the opcode
			torpedo, _ := whole.Message.(*message.TorpedoFire)
			byLength := strings.HasPrefix(at, "subsystems.") || torpedo != nil && torpedo.Older
			if byLength && (i+1 >= len(wholeSpans) || wholeSpans[i+1].Path != at) {
				break // the end of a block may decide how much of it is raw; that of a torpedo, its form
			}
			s := wholeSpans[i+1]
			// The count of a list that was cut is that of the elements read.
			if s.Type != "bytes" && !strings.HasSuffix(s.Path, "_count") && text != wholeText[i] {
				t.Errorf("%s, %d bytes: %s is %s, want %s", v.Name, n, s.Path, text, wholeText[i])
			}
		}
		complete := 0
		for _, s := range wholeSpans[1:] {
			if s.Type == "bytes" || s.Offset+max(s.Length, 1) > n || strings.HasPrefix(s.Path, "subsystems.items") {
				break // entries of subsystems are there whole or not at all
			}
			complete++
		}
		// Half an element of a list that runs to the end is trailing.
		if d.Fields < complete && d.Err != nil {
			t.Errorf("%s, %d bytes: %d fields, %d are there", v.Name, n, d.Fields, complete)
		}
	}
	kept.DecodeIn(v.payload, context)
}

func appendJSON(d *message.Decoded) []byte { return fields.AppendJSON(nil, d.Message, limit(d), nil) }

// checkAny holds for any payload: every byte has one owner, the forms are sound, and
// a complete message gives its bytes back.
func checkAny(t testing.TB, d *message.Decoded, spans []wire.Span, payload []byte) {
	t.Helper()
	checkSpans(t, spans, payload, d.Trailing)
	if len(spans) != d.Fields+1 {
		t.Errorf("%d fields, %d spans", d.Fields, len(spans))
	}
	if d.Err != nil {
		if d.Err.Offset != len(payload)-len(d.Trailing) || d.Err.Field == "" || d.Err.Reason == "" {
			t.Errorf("%+v with %d bytes trailing of %d", d.Err, len(d.Trailing), len(payload))
		}
	} else if d.GroupFault == "" && !d.SplitGroups {
		checkEncode(t, d, payload)
	}
	checkForms(t, d)
}

func checkSpans(t testing.TB, spans []wire.Span, payload, trailing []byte) {
	t.Helper()
	next := 0
	for _, s := range spans {
		if s.Length == 0 {
			// A boolean in the byte of an earlier one, or raw bytes of which none is left.
			if s.Type != "bool" && s.Type != "bytes" || s.Offset > next {
				t.Errorf("%s (%s) owns nothing at %d", s.Path, s.Type, s.Offset)
			}
			continue
		}
		if s.Offset != next {
			t.Errorf("%s begins at %d, want %d", s.Path, s.Offset, next)
		}
		next = s.Offset + s.Length
	}
	if next+len(trailing) != len(payload) {
		t.Errorf("fields end at %d, %d bytes trailing of %d", next, len(trailing), len(payload))
	}
	if !bytes.Equal(trailing, payload[next:]) {
		t.Errorf("trailing %x, want %x", trailing, payload[next:])
	}
}

func TestSpans(t *testing.T) {
	for _, v := range vectors(t) {
		for _, context := range v.contexts(t) {
			d, spans := new(message.Decoder).Trace(v.payload, context)
			checkAny(t, &d, spans, v.payload)
			if want := (wire.Span{Path: "opcode", Length: 1, Type: "u8", Evidence: d.Spec.Evidence}); spans[0] != want {
				t.Errorf("%s: %+v, want %+v", v.Name, spans[0], want)
			}
		}
	}
}

func TestNoOpcode(t *testing.T) {
	var d message.Decoder
	for _, payload := range [][]byte{nil, {}} {
		decoded, spans := d.Trace(payload, message.Context{})
		if decoded.Spec != nil || decoded.Message != nil || spans != nil || d.Decode(payload).Spec != nil {
			t.Errorf("%+v", decoded)
		}
	}
}
