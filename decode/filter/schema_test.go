package filter

import (
	"slices"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// sample is a schema with a key of every kind and shape.
func sample(t testing.TB) *Schema {
	t.Helper()
	s := must.Get(NewSchema([]Key{
		{Path: "frame", Kind: Number, About: "frame number"},
		{Path: "time", Kind: Time},
		{Path: "src", Kind: Address},
		{Path: "src.port", Kind: Number},
		{Path: "dir", Kind: Text, Values: []string{"C>S", "S>C"}},
		{Path: "reliable", Kind: Bool},
		{Path: "fragment", Kind: Object},
		{Path: "fragment.index", Kind: Number},
		{Path: "fragment.total", Kind: Number},
		{Path: "frames", Kind: Number, Lists: 1},
		{Path: "opcode", Kind: Hex, Aliases: map[string]string{"StateUpdate": "0x1C"}},
		{Path: "name", Kind: Text, Values: []string{"StateUpdate", "CollisionSetting", "ChatMessage"},
			Aliases: map[string]string{"UISettings": "CollisionSetting"}},
		{Path: "trailing", Kind: Bytes},
		{Path: "notes", Kind: Text, Lists: 1, Values: []string{"retransmit", "truncated", "fragment_lost"}},
		{Path: "notes.code", Kind: Text, Values: []string{"retransmit", "truncated", "fragment_lost"}},
		{Path: "fields.speed", Kind: Number},
		{Path: "fields.object_id", Kind: Hex},
		{Path: "fields.position", Kind: Number, Lists: 1},
		{Path: "fields.flags", Kind: Text, Lists: 1, Values: []string{"POSITION", "SPEED", "CLOAK"}},
		{Path: "fields.text", Kind: Text},
		{Path: "fields.value", Kind: Number},
		{Path: "fields.value", Kind: Text},
		{Path: "fields.pairs", Kind: Text, Lists: 2},
		{Path: "fields.in", Kind: Number},
		{Path: "fields.subsystems.items", Kind: Object, Lists: 1},
		{Path: "fields.subsystems.items.condition", Kind: Number},
	}))(t)
	return s
}

func TestSchemaMerges(t *testing.T) {
	s := must.Get(NewSchema([]Key{
		{Path: "a", Kind: Text, Values: []string{"x", "y"}},
		{Path: "a", Kind: Text, Values: []string{"y", "z"}, About: "late", Aliases: map[string]string{"zed": "z"}},
		{Path: "b", Kind: Text, Values: []string{"x"}},
		{Path: "b", Kind: Text},
		{Path: "c", Kind: Number},
		{Path: "c", Kind: Hex, Lists: 1},
	}))(t)
	a, _ := s.Lookup("a")
	if !slices.Equal(a.Values, []string{"x", "y", "z"}) || a.About != "late" || a.Aliases["zed"] != "z" {
		t.Errorf("a = %+v", a)
	}
	if b, _ := s.Lookup("b"); b.closed() {
		t.Errorf("b = %+v, want an open set", b)
	}
	if c, _ := s.Lookup("c"); c.Kind != Any || c.Lists != 1 {
		t.Errorf("c = %+v, want Any, one list deep", c)
	}
	if len(s.Keys()) != 3 {
		t.Errorf("keys = %v", s.Keys())
	}
}

// The caller's slices and maps stay the caller's.
func TestSchemaCopies(t *testing.T) {
	values, aliases := []string{"x", "spare"}[:1], map[string]string{}
	s := must.Get(NewSchema([]Key{
		{Path: "a", Kind: Text, Values: values, Aliases: aliases},
		{Path: "a", Kind: Text, Values: []string{"y"}, Aliases: map[string]string{"why": "y"}},
	}))(t)
	if values[:2][1] != "spare" || len(aliases) != 0 {
		t.Error("NewSchema wrote into its input")
	}
	values[0] = "changed"
	if a, _ := s.Lookup("a"); a.Values[0] != "x" {
		t.Error("the schema changed with its input")
	}
}

func TestSchemaRefuses(t *testing.T) {
	for _, k := range []Key{
		{Path: ""}, {Path: "a."}, {Path: ".a"}, {Path: "a b"}, {Path: "a[0]"}, {Path: "1a"}, {Path: "And"},
		{Path: "a", Kind: Text, Values: []string{"x"}, Aliases: map[string]string{"y": "z"}},
	} {
		if _, err := NewSchema([]Key{k}); err == nil || !strings.HasPrefix(err.Error(), "filter schema: ") {
			t.Errorf("%+v: err = %v", k, err)
		}
	}
}
