package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// everything has each encoding once, a condition, lists of both kinds and raw bytes.
type everything struct {
	U8     uint8
	None   uint8
	I8     int8
	U16    uint16
	U32    uint32
	I32    int32
	Hex8   uint8
	Hex16  uint16
	Hex32  uint32
	ID     uint32
	F32    float32
	CF16   CF16
	CV3    CV3
	First  bool
	CV4    CV4
	Vector Vector
	Second bool
	Extra  uint8 // only if Second
	Floats [2]float32
	Str8   Text
	Str32  Text
	Str16  Text
	WStr32 WideText
	WStrZ  WideText
	Padded Text
	IPv4   [4]byte
	CV4F   CV4F
	List   []pair
	Start  uint8
	Rest   []byte
}

type pair struct{ Key, Value uint8 }

func (m *everything) Visit(v Visitor) {
	v.U8("u8", &m.U8)
	v.U8None("none", 255, &m.None)
	v.I8("i8", &m.I8)
	v.U16("u16", &m.U16)
	v.U32("u32", &m.U32)
	v.I32("i32", &m.I32)
	v.Hex8("hex8", &m.Hex8)
	v.Hex16("hex16", &m.Hex16)
	v.Hex32("hex32", &m.Hex32)
	v.ID("id", &m.ID)
	v.F32("f32", "s", &m.F32)
	v.CF16("cf16", "", &m.CF16)
	v.CV3("cv3", &m.CV3)
	v.Bool("first", &m.First)
	v.CV4("cv4", "", &m.CV4)
	v.Vector("vector", "", &m.Vector)
	v.Bool("second", &m.Second)
	v.ShowInt("shown", 1)
	Optional(v, m.Second, "second", func() { v.U8("extra", &m.Extra) })
	v.Floats("floats", m.Floats[:])
	v.Str8("str8", &m.Str8)
	v.Str32("str32", &m.Str32)
	v.Str16("str16", &m.Str16)
	v.Evidence(Static)
	v.WStr32("wstr32", &m.WStr32)
	v.Evidence(Observed)
	v.WStrZ("wstrz", &m.WStrZ)
	v.Padded("padded", &m.Padded, 4)
	v.IPv4("ipv4", &m.IPv4)
	v.CV4F("cv4f", "", &m.CV4F)
	Object(v, "group", func() {
		count := uint8(len(m.List))
		Hidden(v, func() { v.U8("count", &count) })
		Repeat(v, "list", &m.List, int(count), func(p *pair) {
			v.U8("key", &p.Key)
			v.U8("value", &p.Value)
		})
		v.U8("start", &m.Start)
		v.Rest("rest", &m.Rest, 1)
	})
}

var everythingBytes = []byte{
	1, 255, 0xFE, 0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0xFF, 0xFF, 0xFF, 0xFF, // u8 to i32
	0x9D, 0x37, 0xFB, 0x43, 0xE2, 0x0C, 0x7E, 0xFF, 0xFF, 0xFF, 0x3F, // hex8 to id
	0x00, 0x00, 0x05, 0x42, 0x1B, 0x57, 0x0B, 0x68, 0x46, // f32, cf16, cv3
	0x43,                         // first and second
	0x00, 0x7F, 0x80, 0x95, 0x61, // cv4
	0, 0, 0xB0, 0x42, 0, 0, 0x84, 0xC2, 0, 0, 0xC0, 0x7F, // vector; the last is NaN
	7,                               // extra
	0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0, // floats
	1, 0xE9, // str8
	2, 0, 0, 0, 0x41, 0, // str32
	2, 0, 'h', 0xE9, // str16
	1, 0, 0, 0, 0xAC, 0x20, // wstr32
	'A', 0, 0, 0, // wstrz
	'A', 0xC3, 0, 7, // padded
	10, 0, 50, 3, // ipv4
	0x7F, 0, 0x80, 0, 0, 0x80, 0x3F, // cv4f
	2, 1, 10, 2, 20, // list
	8, 0xFF, 0x60, // start, rest
}

func everythingValues() everything {
	return everything{
		U8: 1, None: 255, I8: -2, U16: 0x1234, U32: 0x12345678, I32: -1,
		Hex8: 0x9D, Hex16: 0xFB37, Hex32: 0x7E0CE243, ID: 0x3FFFFFFF,
		F32: 33.25, CF16: 0x571B, CV3: CV3{11, 104, 70}, First: true,
		CV4:    CV4{Direction: CV3{0, 127, -128}, Magnitude: 0x6195},
		Vector: Vector{88, -66, float32(math.NaN())}, Second: true, Extra: 7,
		Floats: [2]float32{1, -2}, Str8: Text("\xE9"), Str32: Text("A\x00"),
		Str16: Text("h\xE9"), WStr32: WideText("\xAC\x20"), WStrZ: WideText("A\x00"),
		Padded: Text("A\xC3\x00\x07"), IPv4: [4]byte{10, 0, 50, 3}, CV4F: CV4F{Direction: CV3{127, 0, -128}, Magnitude: 1}, List: []pair{{1, 10}, {2, 20}},
		Start: 8, Rest: []byte{8, 0xFF, 0x60},
	}
}

func TestReadsAndWritesEveryEncoding(t *testing.T) {
	var got everything
	r := NewReader(everythingBytes)
	r.Trace(Observed)
	d := r.Read(&got)
	if !d.Complete() || len(d.Trailing) > 0 || d.GroupFault != "" {
		t.Fatalf("error %v, trailing %x, group fault %q", d.Err, d.Trailing, d.GroupFault)
	}
	want := everythingValues()
	// NaN is not equal to itself: print both.
	if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
	if back := Append([]byte{0xAA}, &want); !bytes.Equal(back[1:], everythingBytes) || back[0] != 0xAA {
		t.Errorf("writes\n%x\nwant\n%x", back[1:], everythingBytes)
	}
	if d.Fields != len(r.Spans()) {
		t.Errorf("%d fields, %d spans", d.Fields, len(r.Spans()))
	}
	checkOwners(t, everythingBytes, r)
	paths := map[string]Span{}
	for _, s := range r.Spans() {
		paths[s.Path] = s
	}
	for _, want := range []Span{
		{Path: "u8", Offset: 0, Length: 1, Type: "u8"},
		{Path: "second", Offset: 33, Length: 0, Type: "bool"}, // lies in the byte of "first"
		{Path: "wstr32", Offset: 72, Length: 6, Type: "wstr32", Evidence: Static},
		{Path: "group.list[1].value", Offset: 101, Length: 1, Type: "u8"},
		{Path: "group.rest", Offset: 103, Length: 2, Type: "bytes"}, // start owns its own byte
	} {
		if got := paths[want.Path]; got != want {
			t.Errorf("span %+v, want %+v", got, want)
		}
	}
}

// checkOwners demands that spans and trailing bytes cover the payload back to back.
func checkOwners(t testing.TB, payload []byte, r *Reader) {
	t.Helper()
	next := 0
	for _, s := range r.Spans() {
		if s.Length == 0 {
			if s.Offset > next {
				t.Errorf("%s shares a byte at %d that is not read yet", s.Path, s.Offset)
			}
			continue
		}
		if s.Offset != next {
			t.Errorf("%s begins at %d, want %d", s.Path, s.Offset, next)
		}
		next = s.Offset + s.Length
	}
	if next != r.Offset() || next+len(r.Trailing()) != len(payload) {
		t.Errorf("spans end at %d, cursor at %d, %d bytes trailing of %d", next, r.Offset(), len(r.Trailing()), len(payload))
	}
}

func TestCutEverywhere(t *testing.T) {
	want := everythingValues()
	for n := range everythingBytes {
		var got everything
		r := NewReader(everythingBytes[:n:n])
		r.Trace(Observed)
		d := r.Read(&got)
		// Raw bytes to the end are never cut; nothing but "rest" can be missing then.
		if complete := n >= len(everythingBytes)-2; d.Complete() != complete {
			t.Fatalf("%d bytes: complete %t", n, d.Complete())
		}
		if d.Fields != len(r.Spans()) {
			t.Errorf("%d bytes: %d fields, %d spans", n, d.Fields, len(r.Spans()))
		}
		checkOwners(t, everythingBytes[:n], r)
		if d.Err == nil {
			continue
		}
		if d.Err.Offset != n-len(d.Trailing) || d.Err.Field == "" || d.Err.Reason == "" {
			t.Errorf("%d bytes: %v, %d trailing", n, d.Err, len(d.Trailing))
		}
		// What lies before the error is there, what lies behind it is zero.
		if n >= 1 && got.U8 != want.U8 || n >= 51 && got.Vector[0] != want.Vector[0] {
			t.Errorf("%d bytes: %+v", n, got)
		}
		if n < 51 && (got.Vector != Vector{} || got.Str16 != nil || len(got.List) > 0) {
			t.Errorf("%d bytes: fields beyond the error: %+v", n, got)
		}
	}
}

func TestLyingLengths(t *testing.T) {
	var text Text
	var wide WideText
	tests := []struct {
		hex    string
		read   func(*Reader)
		reason string
	}{
		{"\xFF\xFFab", func(r *Reader) { at(r).Str16("f", &text) }, "str16 needs 65537 bytes, 4 left"},
		{"\x03", func(r *Reader) { at(r).Str16("f", &text) }, "str16 needs 2 bytes, 1 left"},
		{"", func(r *Reader) { at(r).Str8("f", &text) }, "str8 needs 1 bytes, 0 left"},
		{"\xFFab", func(r *Reader) { at(r).Str8("f", &text) }, "str8 needs 256 bytes, 3 left"},
		{"\x01\x00\x00", func(r *Reader) { at(r).Str32("f", &text) }, "str32 needs 4 bytes, 3 left"},
		{"\x03\x00\x00\x00ab", func(r *Reader) { at(r).Str32("f", &text) }, "str32 needs 7 bytes, 6 left"},
		{"\xFF\xFF\xFF\xFFab", func(r *Reader) { at(r).Str32("f", &text) }, "str32 needs 2147483647 bytes, 6 left"},
		{"\x05\x00\x00\x00ab", func(r *Reader) { at(r).Str16Or32("f", &text, new(bool)) }, "str16 needs 7 bytes, 6 left"},
		{"abc", func(r *Reader) { at(r).Padded("f", &text, 4) }, "padded needs 4 bytes, 3 left"},
		{"\x00\x00\x80", func(r *Reader) { at(r).Floats("f", make([]float32, 1)) }, "f32 list needs 4 bytes, 3 left"},
		{"\x02\x00\x00\x00A\x00", func(r *Reader) { at(r).WStr32("f", &wide) }, "wstr32 needs 8 bytes, 6 left"},
		{"\xFF\xFF\xFF\xFFA\x00", func(r *Reader) { at(r).WStr32("f", &wide) }, "count -1 is negative"},
		{"\xFF\xFF\xFF\x7FA\x00", func(r *Reader) { at(r).WStr32("f", &wide) }, "wstr32 needs 2147483647 bytes, 6 left"},
		{"\x00\x00\x00", func(r *Reader) { at(r).WStr32("f", &wide) }, "wstr32 needs 4 bytes, 3 left"},
		{"A\x00B\x00", func(r *Reader) { at(r).WStrZ("f", &wide) }, "no terminating zero"},
		{"A\x00\x00", func(r *Reader) { at(r).WStrZ("f", &wide) }, "no terminating zero"},
		{"", func(r *Reader) { at(r).Bool("f", new(bool)) }, "the group byte of the boolean is missing"},
		{"A", func(r *Reader) { at(r).Refuse("tree", "too deep") }, "too deep"},
	}
	for _, tt := range tests {
		r := NewReader([]byte(tt.hex))
		tt.read(r)
		if err := r.Err(); err == nil || err.Reason != tt.reason || err.Offset != 0 {
			t.Errorf("%x: %v, want %q at 0", tt.hex, err, tt.reason)
			continue
		}
		if text := r.Err().Error(); !strings.Contains(text, tt.reason) || !strings.HasPrefix(text, "offset 0: ") {
			t.Errorf("%x: error text %q", tt.hex, text)
		}
		if string(r.Trailing()) != tt.hex || r.Fields() != 0 {
			t.Errorf("%x: trailing %x, %d fields", tt.hex, r.Trailing(), r.Fields())
		}
	}
}

// The zero unit that ends a text is one at an even place.
func TestWStrZEndsAtAUnit(t *testing.T) {
	var got WideText
	r := NewReader([]byte{'A', 1, 0, 2, 0, 0, 9})
	at(r).WStrZ("name", &got)
	if want := (WideText{'A', 1, 0, 2}); r.Err() != nil || !bytes.Equal(got, want) || r.Remaining() != 1 {
		t.Errorf("%x, %v, %d left", got, r.Err(), r.Remaining())
	}
}

// After an error nothing is read, whatever is asked for.
func TestErrorSticks(t *testing.T) {
	r := NewReader([]byte{1, 2, 3})
	var word uint32
	at(r).U32("first", &word)
	first := r.Err()
	var m everything
	r.Read(&m)
	at(r).Refuse("tree", "later")
	if r.Err() != first || r.Offset() != 0 || r.Fields() != 0 {
		t.Errorf("error %v at %d, %d fields", r.Err(), r.Offset(), r.Fields())
	}
	if !reflect.DeepEqual(m, everything{}) {
		t.Errorf("fields after the error: %+v", m)
	}
}

// Reading must not hand out slices through which a caller could reach other bytes.
func TestSlicesEndWhereTheFieldEnds(t *testing.T) {
	var m everything
	NewReader(everythingBytes).Read(&m)
	if cap(m.Str16) != len(m.Str16) || cap(m.WStr32) != len(m.WStr32) {
		t.Errorf("text of %d bytes has room for %d", len(m.Str16), cap(m.Str16))
	}
}

// counted is a list whose count the bytes need not hold.
type counted struct {
	Items []pair
}

func (m *counted) Visit(v Visitor) {
	count := uint16(len(m.Items))
	v.U16("count", &count)
	Repeat(v, "items", &m.Items, int(count), func(p *pair) {
		v.U8("key", &p.Key)
		v.U8("value", &p.Value)
	})
}

func TestRepeatStopsWithTheBytes(t *testing.T) {
	tests := []struct {
		payload string
		want    []pair
		err     bool
	}{
		{"\x00\x00", nil, false},
		{"\x01\x00\x05\x06", []pair{{5, 6}}, false},
		{"\xFF\xFF", nil, true},                // nothing of an element: no element
		{"\xFF\xFF\x05", []pair{{5, 0}}, true}, // some of it: an element
		{"\xFF\xFF\x05\x06\x07\x08", []pair{{5, 6}, {7, 8}}, true},
	}
	for _, tt := range tests {
		var m counted
		d := NewReader([]byte(tt.payload)).Read(&m)
		if len(m.Items) != len(tt.want) || (d.Err != nil) != tt.err {
			t.Errorf("%x: %v, %v", tt.payload, m.Items, d.Err)
			continue
		}
		for i := range tt.want {
			if m.Items[i] != tt.want[i] {
				t.Errorf("%x: %v, want %v", tt.payload, m.Items, tt.want)
			}
		}
	}
}

// A reader that is used again remembers nothing.
func TestResetForgets(t *testing.T) {
	r := NewReader([]byte{0x40})
	r.Trace(Observed)
	at(r).Bool("flag", new(bool))
	at(r).U8("missing", new(uint8))
	r.Reset([]byte{0x20})
	var flag bool
	at(r).Bool("flag", &flag)
	if r.Err() != nil || r.GroupFault() != "" || r.Remaining() != 0 || r.Fields() != 1 {
		t.Errorf("error %v, fault %q, %d left, %d fields", r.Err(), r.GroupFault(), r.Remaining(), r.Fields())
	}
}

func TestWriterCutsLongText(t *testing.T) {
	m := longText{Text: make(Text, 70000)}
	b := Append(nil, &m)
	if len(b) != 2+math.MaxUint16 || binary.LittleEndian.Uint16(b) != math.MaxUint16 {
		t.Errorf("%d bytes, length %d", len(b), binary.LittleEndian.Uint16(b))
	}
}

type longText struct{ Text Text }

func (m *longText) Visit(v Visitor) { v.Str16("text", &m.Text) }

// ending is a text whose length has 16 or 32 bits, and a zero that may follow.
type ending struct {
	Text Text
	Wide bool
	Zero bool
}

func (m *ending) Visit(v Visitor) {
	v.Str16Or32("text", &m.Text, &m.Wide)
	v.Terminator("zero", &m.Zero)
}

func TestTextOfEitherLength(t *testing.T) {
	tests := []struct {
		payload, text string
		wide, zero    bool
		trailing      string
	}{
		{"\x02\x00ab", "ab", false, false, ""},
		{"\x02\x00\x00\x00ab", "ab", true, false, ""},
		{"\x00\x00", "", false, false, ""},
		{"\x00\x00\x00\x00", "", true, false, ""},
		{"\x02\x00ab\x00", "ab", false, true, ""},
		{"\x02\x00ab\x01", "ab", false, false, "\x01"},
		{"\x02\x00ab\x00\x00", "ab", false, false, "\x00\x00"},
		// Neither ends with the message: the short one.
		{"\x02\x00\x00\x00abc", "\x00\x00", false, false, "abc"},
	}
	for _, tt := range tests {
		var m ending
		d := NewReader([]byte(tt.payload)).Read(&m)
		if !d.Complete() || string(m.Text) != tt.text || m.Wide != tt.wide || m.Zero != tt.zero || string(d.Trailing) != tt.trailing {
			t.Errorf("%x: %+v, trailing %x, error %v", tt.payload, m, d.Trailing, d.Err)
		}
		if back := append(Append(nil, &m), d.Trailing...); string(back) != tt.payload {
			t.Errorf("%x: writes %x", tt.payload, back)
		}
	}
}

// FuzzReader: any bytes, read as a message that has every encoding.
func FuzzReader(f *testing.F) {
	f.Add(everythingBytes)
	for _, p := range primitives(f) {
		f.Add(p.bytes)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		var e ending
		if d := NewReader(payload).Read(&e); d.Complete() {
			if back := append(Append(nil, &e), d.Trailing...); !bytes.Equal(back, payload) {
				t.Errorf("%x writes %x", payload, back)
			}
		}
		var m everything
		r := NewReader(payload)
		r.Trace(Observed)
		d := r.Read(&m)
		checkOwners(t, payload, r)
		if d.Err != nil && (d.Err.Offset < 0 || d.Err.Offset > len(payload)) {
			t.Errorf("error at %d of %d bytes", d.Err.Offset, len(payload))
		}
		if !d.Complete() || d.GroupFault != "" {
			return
		}
		if back := append(Append(nil, &m), d.Trailing...); !bytes.Equal(back, payload) {
			t.Errorf("%x writes %x", payload, back)
		}
	})
}
