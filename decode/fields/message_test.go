package fields

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"bcdump/decode/wire"
)

// everything has each encoding, each value that owns no bytes, a condition, hidden
// fields, an object, and a list whose elements stand on the wire in two parts.
type everything struct {
	U8     uint8
	Unset  uint8
	Set    uint8
	I8     int8
	U16    uint16
	U32    uint32
	I32    int32
	Hex8   uint8
	Hex16  uint16
	Hex32  uint32
	ID     uint32
	F32    float32
	CF16   wire.CF16
	CV3    wire.CV3
	CV4    wire.CV4
	Vector wire.Vector
	Secret bool
	Bool   bool
	Extra  uint16 // only if Bool
	Str16  wire.Text
	WStr32 wire.WideText
	WStrZ  wire.WideText
	IPv4   [4]byte
	CV4F   wire.CV4F
	Floats [2]float32
	Str8   wire.Text
	Str32  wire.Text
	Octets []byte
	Padded wire.Text
	Nodes  []node
	Rest   []byte
}

type node struct {
	Name  uint8
	Value uint8
	Nodes []node
}

func (m *everything) Visit(v wire.Visitor) {
	v.ShowText("form", "a \x1b")
	v.U8("u8", &m.U8)
	v.U8None("unset", 255, &m.Unset)
	v.U8None("set", 255, &m.Set)
	v.I8("i8", &m.I8)
	v.U16("u16", &m.U16)
	v.U32("u32", &m.U32)
	v.I32("i32", &m.I32)
	v.Hex8("hex8", &m.Hex8)
	v.Hex16("hex16", &m.Hex16)
	v.Hex32("hex32", &m.Hex32)
	v.ID("id", &m.ID)
	v.F32("f32", "s", &m.F32)
	v.CF16("cf16", "gu", &m.CF16)
	v.CV3("cv3", &m.CV3)
	v.CV4("cv4", "", &m.CV4)
	v.Vector("vector", "", &m.Vector)
	v.Evidence(wire.Static)
	wire.Hidden(v, func() { v.Bool("secret", &m.Secret) })
	v.Evidence(wire.Observed)
	v.Bool("bool", &m.Bool)
	wire.Optional(v, m.Bool, "bool", func() {
		v.U16("extra", &m.Extra)
		v.ShowInt("shown_int", -1)
	})
	v.ShowFloat("shown_float", "%", 0.5)
	v.ShowTexts("shown_texts", []string{"A", "B\n"})
	v.ShowHex32("shown_hex", 0xABC)
	v.Str16("str16", &m.Str16)
	v.WStr32("wstr32", &m.WStr32)
	v.WStrZ("wstrz", &m.WStrZ)
	v.IPv4("ipv4", &m.IPv4)
	v.CV4F("cv4f", "gu", &m.CV4F)
	v.Floats("floats", m.Floats[:])
	v.Str8("str8", &m.Str8)
	v.Str32("str32", &m.Str32)
	v.ShowBytes("bytes", m.Str8)
	v.Octets("octets", &m.Octets, 3)
	v.Padded("padded", &m.Padded, 8)
	v.ShowBool("shown_bool", true)
	v.ShowFloats("shown_floats", "gu", []float32{0.5, -1})
	wire.Object(v, "tree", func() { visitNodes(v, &m.Nodes) })
	v.Rest("rest", &m.Rest, 0)
	v.ShowHash("rest_hash", m.Rest)
	v.ShowNull("null")
}

func visitNodes(v wire.Visitor, nodes *[]node) {
	count := uint8(len(*nodes))
	wire.Hidden(v, func() {
		v.U8("count", &count)
		wire.Repeat(v, "names", nodes, int(count), func(n *node) { v.U8("name", &n.Name) })
	})
	wire.Each(v, "nodes", nodes, func(n *node) {
		v.ShowInt("name", int64(n.Name))
		wire.Object(v, "inner", func() {
			v.U8("value", &n.Value)
			visitNodes(v, &n.Nodes)
		})
	})
}

func sample() *everything {
	return &everything{
		U8: 1, Unset: 255, Set: 7, I8: -2, U16: 3, U32: 4, I32: -5, Hex8: 0x9D, Hex16: 0xFB37, Hex32: 0x7E0CE243,
		ID: 0x3FFFFFFF, F32: float32(math.Inf(1)), CF16: 0x571B, CV3: wire.CV3{127, 0, -127},
		CV4: wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: 0x4000}, Vector: wire.Vector{88, -66, float32(math.NaN())},
		Secret: true, Bool: true, Extra: 9, Str16: wire.Text("h\xE9\""), WStr32: wire.NewWideText("Bob2"),
		WStrZ: wire.NewWideText("\u20AC"), IPv4: [4]byte{10, 0, 50, 3},
		CV4F:   wire.CV4F{Direction: wire.CV3{127, 0, 0}, Magnitude: 2.5},
		Floats: [2]float32{1, -2}, Str8: wire.Text("\x1b"), Str32: wire.Text("Multi2\x00"),
		Octets: []byte{0, 127, 255}, Padded: wire.Text("\u20ac\x1b\xE9\x00A\x00"),
		Nodes: []node{{Name: 1, Value: 10, Nodes: []node{{Name: 3, Value: 30}}}, {Name: 2, Value: 20}},
		Rest:  []byte{0xAB, 0xCD},
	}
}

const sampleJSON = `{
"form":"a \u001b","u8":1,"unset":null,"set":7,"i8":-2,"u16":3,"u32":4,"i32":-5,"hex8":"0x9D","hex16":"0xFB37",
"hex32":"0x7E0CE243","id":"0x3FFFFFFF","f32":"Infinity","cf16":49.978024,"cv3":[1,0,-1],"cv4":[0,1,0],"vector":[88,-66,"NaN"],
"bool":true,"extra":9,"shown_int":-1,"shown_float":0.5,"shown_texts":["A","B\n"],"shown_hex":"0x00000ABC",
"str16":"hé\"","wstr32":"Bob2","wstrz":"€","ipv4":"10.0.50.3","cv4f":[2.5,0,0],"floats":[1,-2],"str8":"\u001b","str32":"Multi2","bytes":"1b",
"octets":[0,127,255],"padded":"€\u001b�","shown_bool":true,"shown_floats":[0.5,-1],
"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[{"name":3,"inner":{"value":30,"nodes":[]}}]}},
{"name":2,"inner":{"value":20,"nodes":[]}}]},
"rest":"abcd","rest_hash":"123d4c7ef2d1600a1b3a0f6addc60a10f05a3495c9409f2ecbf4cc095d000a6b","null":null}`

func TestAppendJSON(t *testing.T) {
	got := AppendJSON([]byte("{"), sample(), All, nil)
	if want := "{" + strings.ReplaceAll(sampleJSON, "\n", ""); string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	quiet(t, got)
}

func TestAppendText(t *testing.T) {
	got := string(AppendText([]byte("> "), sample(), All, nil))
	const want = `> form a \x1b  u8 1  set 7  i8 -2  u16 3  u32 4  i32 -5  hex8 0x9D  hex16 0xFB37  hex32 0x7E0CE243  id 0x3FFFFFFF  ` +
		`f32 +Inf s  cf16 49.98 gu  cv3 (1.00 0 -1.00)  cv4 (0 1.00 0)  vector (88.00 -66.00 NaN)  bool yes  extra 9  shown int -1  ` +
		`shown float 0.50 %  shown texts A B\x0a  shown hex 0x00000ABC  str16 hé"  wstr32 Bob2  wstrz €  ipv4 10.0.50.3  cv4f (2.50 0 0) gu  floats (1.00 -2.00)  str8 \x1b  str32 Multi2  octets (0 127 255)  padded €\x1b�  shown floats (0.50 -1.00) gu  nodes 2  rest 2 B`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// oneName knows one object.
type oneName struct{}

func (oneName) AppendName(b []byte, id uint32) []byte {
	if id == 0x3FFFFFFF {
		b = append(b, "Bob's \x1b Akira"...)
	}
	return b
}

func TestNamed(t *testing.T) {
	const id = `"id":"0x3FFFFFFF",`
	plain := strings.ReplaceAll(sampleJSON, "\n", "")
	want := strings.Replace(plain, id, id+`"id_name":"Bob's \u001b Akira",`, 1)
	if got := string(AppendJSON(nil, sample(), All, oneName{})); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	text := string(AppendText(nil, sample(), All, nil))
	want = strings.Replace(text, "  id 0x3FFFFFFF  ", `  id name Bob's \x1b Akira  `, 1)
	if got := string(AppendText(nil, sample(), All, oneName{})); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	// An id without a name stays, and so does one that was cut.
	other := sample()
	other.ID = 5
	if got := string(AppendJSON(nil, other, All, oneName{})); strings.Contains(got, "id_name") {
		t.Error(got)
	}
	if got := string(AppendJSON(nil, sample(), 10, oneName{})); strings.Contains(got, "id_name") {
		t.Error(got)
	}
	// The visitor is kept for the next message, its names are not.
	if got := string(AppendJSON(nil, sample(), All, nil)); got != plain {
		t.Errorf("%s\nwant\n%s", got, plain)
	}
}

// line is a message that knows its line.
type line struct{ U8 uint8 }

func (m *line) Visit(v wire.Visitor)       { v.U8("u8", &m.U8) }
func (m *line) AppendLine(b []byte) []byte { return append(b, "my line"...) }

func TestLiner(t *testing.T) {
	if got := string(AppendText(nil, &line{U8: 5}, All, nil)); got != "my line" {
		t.Error(got)
	}
	// A message that was cut cannot know its line.
	if got := string(AppendText(nil, &line{U8: 5}, 1, nil)); got != "u8 5" {
		t.Error(got)
	}
	if got := string(AppendText(nil, &line{U8: 5}, 0, nil)); got != "" {
		t.Error(got)
	}
}

// A message cut at any length prints valid JSON without empty objects, holding what
// the whole holds and ever more of it.
func TestCutMessages(t *testing.T) {
	whole := keys(t, AppendJSON(nil, sample(), All, nil))
	payload := wire.Append(nil, sample())
	before := 0
	for n := range len(payload) - len(sample().Rest) {
		var m everything
		d := wire.NewReader(payload[:n]).Read(&m)
		if d.Complete() {
			t.Fatalf("complete at %d bytes", n)
		}
		text := AppendJSON(nil, &m, d.Fields, nil)
		if strings.Contains(string(text), "{}") {
			t.Errorf("%d bytes: an empty object: %s", n, text)
		}
		got := keys(t, text)
		if len(got) < before {
			t.Errorf("%d bytes: %d keys, %d before", n, len(got), before)
		}
		before = len(got)
		for path, value := range got {
			if want, ok := whole[path]; !ok || !reflect.DeepEqual(value, want) {
				t.Errorf("%d bytes: %s is %v, want %v", n, path, value, want)
			}
		}
		quiet(t, AppendText(nil, &m, d.Fields, nil))
		if values := Values(&m, d.Fields, nil); len(values) != d.Fields {
			t.Errorf("%d bytes: %d values of %d fields", n, len(values), d.Fields)
		}
	}
	if missing := len(whole) - before; missing != 4 { // the last list, rest, rest_hash, null
		t.Errorf("%d keys are missing before the raw bytes, want 4", missing)
	}
}

// keys flattens a JSON object to its leaves; empty lists count.
func keys(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	flat := map[string]any{}
	flatten(flat, "", object)
	return flat
}

func flatten(flat map[string]any, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			flatten(flat, path+"."+name, inner)
		}
	case []any:
		flat[path+"[]"] = nil
		for i, inner := range value {
			flatten(flat, path+"["+string(rune('0'+i))+"]", inner)
		}
	default:
		flat[path] = value
	}
}

// A list whose elements stand on the wire in two parts, cut at any length: each name
// that was read is there, in an element of its own.
func TestCutWithinLists(t *testing.T) {
	payload := []byte{2, 1, 2, 10, 1, 3, 30, 0, 20, 0}
	for n, want := range []string{
		`{}`,
		`{"tree":{"nodes":[]}}`, // the count is known
		`{"tree":{"nodes":[{"name":1}]}}`,
		`{"tree":{"nodes":[{"name":1},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10}},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[]}},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[{"name":3}]}},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[{"name":3,"inner":{"value":30}}]}},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[{"name":3,"inner":{"value":30,"nodes":[]}}]}},{"name":2}]}}`,
		`{"tree":{"nodes":[{"name":1,"inner":{"value":10,"nodes":[{"name":3,"inner":{"value":30,"nodes":[]}}]}},{"name":2,"inner":{"value":20}}]}}`,
	} {
		var m forest
		d := wire.NewReader(payload[:n]).Read(&m)
		if got := string(AppendJSON(nil, &m, d.Fields, nil)); got != want {
			t.Errorf("%d bytes: %s\nwant %s", n, got, want)
		}
	}
}

// nested begins its object with a value that owns no bytes.
type nested struct{ Outer, Inner uint8 }

func (m *nested) Visit(v wire.Visitor) {
	v.U8("outer", &m.Outer)
	wire.Object(v, "object", func() {
		v.ShowText("form", "x")
		v.U8("inner", &m.Inner)
	})
}

// What an object that was cut announces belongs into that object, or nowhere.
func TestCutBeforeAnObject(t *testing.T) {
	for limit, want := range []string{`{}`, `{"outer":1}`, `{"outer":1,"object":{"form":"x","inner":2}}`} {
		if got := string(AppendJSON(nil, &nested{1, 2}, limit, nil)); got != want {
			t.Errorf("limit %d: %s, want %s", limit, got, want)
		}
	}
}

type forest struct{ Nodes []node }

func (m *forest) Visit(v wire.Visitor) {
	wire.Object(v, "tree", func() { visitNodes(v, &m.Nodes) })
}

func TestDescribe(t *testing.T) {
	want := []Field{
		{Path: "form", Type: "shown", Form: String},
		{Path: "u8", Type: "u8"},
		{Path: "unset", Type: "u8"},
		{Path: "set", Type: "u8"},
		{Path: "i8", Type: "i8"},
		{Path: "u16", Type: "u16"},
		{Path: "u32", Type: "u32"},
		{Path: "i32", Type: "i32"},
		{Path: "hex8", Type: "u8", Form: Hex},
		{Path: "hex16", Type: "u16", Form: Hex},
		{Path: "hex32", Type: "u32", Form: Hex},
		{Path: "id", Type: "id", Form: Hex},
		{Path: "id_name", Type: "shown", Form: String, Condition: "object known"},
		{Path: "f32", Type: "f32", Unit: "s"},
		{Path: "cf16", Type: "cf16", Unit: "gu"},
		{Path: "cv3", Type: "cv3", Form: Triple},
		{Path: "cv4", Type: "cv4", Form: Triple},
		{Path: "vector", Type: "3 x f32", Form: Triple},
		{Path: "secret", Type: "bool", Form: Truth, Hidden: true, Evidence: wire.Static},
		{Path: "bool", Type: "bool", Form: Truth},
		{Path: "extra", Type: "u16", Condition: "bool"},
		{Path: "shown_int", Type: "shown", Condition: "bool"},
		{Path: "shown_float", Type: "shown", Unit: "%"},
		{Path: "shown_texts", Type: "shown", Form: Words},
		{Path: "shown_hex", Type: "shown", Form: Hex},
		{Path: "str16", Type: "str16", Form: String},
		{Path: "wstr32", Type: "wstr32", Form: String},
		{Path: "wstrz", Type: "wstrz", Form: String},
		{Path: "ipv4", Type: "ipv4", Form: String},
		{Path: "cv4f", Type: "cv4 (f32)", Form: Triple, Unit: "gu"},
		{Path: "floats", Type: "f32 list", Form: Triple},
		{Path: "str8", Type: "str8", Form: String},
		{Path: "str32", Type: "str32", Form: String},
		{Path: "bytes", Type: "shown", Form: Blob},
		{Path: "octets", Type: "u8 list", Form: Triple},
		{Path: "padded", Type: "padded", Form: String},
		{Path: "shown_bool", Type: "shown", Form: Truth},
		{Path: "shown_floats", Type: "shown", Form: Triple, Unit: "gu"},
		{Path: "tree.count", Type: "u8", Hidden: true},
		{Path: "tree.names.name", Type: "u8", Hidden: true, Lists: []string{"tree.names"}},
		{Path: "tree.nodes.name", Type: "shown", Lists: []string{"tree.nodes"}},
		{Path: "tree.nodes.inner.value", Type: "u8", Lists: []string{"tree.nodes"}},
		// A list within itself is described once; its count and names show that it is.
		{Path: "tree.nodes.inner.count", Type: "u8", Hidden: true, Lists: []string{"tree.nodes"}},
		{Path: "tree.nodes.inner.names.name", Type: "u8", Hidden: true, Lists: []string{"tree.nodes", "tree.nodes.inner.names"}},
		{Path: "rest", Type: "bytes", Form: Blob},
		{Path: "rest_hash", Type: "shown", Form: String},
	}
	// The value does not matter: conditions and lists are described all the same.
	for _, m := range []*everything{sample(), {}} {
		got := Describe(m, wire.Observed)
		if len(got) != len(want) {
			t.Errorf("%d fields, want %d", len(got), len(want))
		}
		for i := range min(len(got), len(want)) {
			if len(got[i].Lists) == 0 {
				got[i].Lists = nil
			}
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("field %d: %+v\nwant %+v", i, got[i], want[i])
			}
		}
	}
}

// level is the grade of fields that do not say theirs.
func TestDescribeLevel(t *testing.T) {
	if got := Describe(&line{}, wire.Document); len(got) != 1 || got[0].Evidence != wire.Document {
		t.Errorf("%+v", got)
	}
}

// Values and spans go together: one of each for every field, hidden ones too.
func TestValues(t *testing.T) {
	payload := wire.Append(nil, sample())
	r := wire.NewReader(payload)
	r.Trace(wire.Observed)
	var m everything
	r.Read(&m)
	want := []string{
		"1", "none", "7", "-2", "3", "4", "-5", "0x9D", "0xFB37", "0x7E0CE243", "0x3FFFFFFF",
		"+Inf s", "49.98 gu", "(1.00 0 -1.00)", "(0 1.00 0)", "(88.00 -66.00 NaN)", "true", "true", "9", `hé"`, "Bob2", "€", "10.0.50.3", "(2.50 0 0)", "(1.00 -2.00)", `\x1b`, "Multi2", "(0 127 255)", "€\\x1b�",
		"2", "1", "2", "10", "1", "3", "30", "0", "20", "0", "2 B",
	}
	got := Values(&m, All, nil)
	if len(got) != len(r.Spans()) || len(got) != len(want) {
		t.Fatalf("%d values, %d spans, want %d", len(got), len(r.Spans()), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: %q, want %q", r.Spans()[i].Path, got[i], want[i])
		}
	}
}
