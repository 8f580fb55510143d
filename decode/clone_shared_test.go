package decode_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// unchanging are the types of what a session and its clone may share: nobody writes to it once it is
// there. A field is named with its struct.
var unchanging = []string{
	"session.Options", "[]session.Protocol", "map[uint32]*ship.Class", "*ship.Catalogue", // what the user says
	"*ship.Class", "*objects.Directory", "*record.Side", "*message.ChecksumRequest", "*identify.cursor",
	"capture.piece.data", "reassembly.part.payload", // bytes that came
	"unique.Handle[net/netip.addrDetail]",
}

// memory is what can be written to from one place on.
type memory map[uintptr]region

// region is what lies at an address.
type region struct {
	size uintptr
	path string // how one gets there
}

// walk notes all that can be reached from a value, but for what does not change. met notes the types.
func (m memory) walk(v reflect.Value, path string, met map[string]bool) {
	if slices.Contains(unchanging, v.Type().String()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && m.note(v.Pointer(), v.Type().Elem().Size(), path) {
			met[v.Type().String()] = true
			m.walk(v.Elem(), path, met)
		}
	case reflect.Slice:
		if v.Cap() > 0 && m.note(v.Pointer(), uintptr(v.Cap())*v.Type().Elem().Size(), path) {
			m.walkAll(v, path, met)
		}
	case reflect.Array:
		m.walkAll(v, path, met)
	case reflect.Map:
		if !v.IsNil() && m.note(v.Pointer(), 1, path) {
			for i := v.MapRange(); i.Next(); {
				m.walk(i.Key(), path+"[key]", met)
				m.walk(i.Value(), fmt.Sprintf("%s[%v]", path, i.Key()), met)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !slices.Contains(unchanging, v.Type().String()+"."+f.Name) {
				m.walk(v.Field(i), path+"."+f.Name, met)
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.walk(v.Elem(), path, met)
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !v.IsZero() {
			panic(path + ": " + v.Type().String())
		}
	}
}

func (m memory) walkAll(v reflect.Value, path string, met map[string]bool) {
	for i := range v.Len() {
		m.walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), met)
	}
}

// note notes a region; false = it is known, with all that is behind it.
func (m memory) note(at, size uintptr, path string) bool {
	if known := m[at]; known.size >= size {
		return false
	}
	m[at] = region{size, path}
	return true
}

// shared lists what can be written to from both of two values.
func shared(a, b any) (list []string, met map[string]bool) {
	met = map[string]bool{}
	of := func(v any) memory {
		m := memory{}
		m.walk(reflect.ValueOf(v), "", met)
		return m
	}
	first, second := of(a), of(b)
	type place struct {
		at uintptr
		region
		second bool
	}
	var places []place
	for at, r := range first {
		places = append(places, place{at, r, false})
	}
	for at, r := range second {
		places = append(places, place{at, r, true})
	}
	slices.SortFunc(places, func(a, b place) int { return int(a.at) - int(b.at) })
	var ends [2]uintptr // of what came of each so far
	for _, p := range places {
		own, other := 0, 1
		if p.second {
			own, other = 1, 0
		}
		if p.at < ends[other] {
			list = append(list, p.path)
		}
		ends[own] = max(ends[own], p.at+p.size)
	}
	return list, met
}

// TestSharedIsFound: what a copy forgot is found, by whatever it is held.
func TestSharedIsFound(t *testing.T) {
	type inner struct{ list []int }
	type outer struct {
		pointer *inner
		table   map[int]*inner
		any     any
		array   [2]struct{ p *int }
		name    string
	}
	list, n := []int{1, 2, 3}, 5
	in, table := &inner{}, map[int]*inner{1: nil}
	for what, pair := range map[string][2]outer{
		"pointer":           {{pointer: in}, {pointer: in}},
		"map":               {{table: table}, {table: table}},
		"pointer in a map":  {{table: map[int]*inner{1: in}}, {table: map[int]*inner{1: in}}},
		"part of a slice":   {{pointer: &inner{list}}, {pointer: &inner{list[1:2]}}},
		"room of a slice":   {{pointer: &inner{list[:1]}}, {pointer: &inner{list[2:]}}},
		"in an interface":   {{any: in}, {any: in}},
		"in an array":       {{array: [2]struct{ p *int }{1: {&n}}}, {array: [2]struct{ p *int }{0: {&n}}}},
		"pointer and slice": {{pointer: &inner{list}}, {array: [2]struct{ p *int }{1: {&list[2]}}}},
	} {
		if list, _ := shared(&pair[0], &pair[1]); len(list) == 0 {
			t.Error(what, "is not found")
		}
	}
	x, y := outer{&inner{[]int{1}}, map[int]*inner{1: {}}, &n, [2]struct{ p *int }{}, "x"}, outer{&inner{[]int{1}}, map[int]*inner{1: {}}, new(int), [2]struct{ p *int }{}, "x"}
	if list, _ := shared(&x, &y); len(list) > 0 {
		t.Error("nothing is shared:", list)
	}
}

// TestClonesShareNothing: a session has nothing in common with its clone that one of them could write
// to; nor has a clone that was not used yet with its own.
func TestClonesShareNothing(t *testing.T) {
	met := map[string]bool{}
	for name, raw := range generated(t) {
		x := decodeStages(t, raw)
		for n := 0; x.Left() > 0; n++ {
			x.Next()
			if n%40 != 17 {
				continue
			}
			clone := x.Session().Clone()
			for what, pair := range map[string][2]any{"a clone": {x.Session(), clone}, "a clone of a clone": {clone, clone.Clone()}} {
				list, types := shared(pair[0], pair[1])
				if len(list) > 0 {
					t.Fatalf("%s: %s shares %s", name, what, strings.Join(list[:min(len(list), 5)], ", "))
				}
				for kind := range types {
					met[kind] = true
				}
			}
		}
	}
	for _, kind := range []string{
		"*session.link", "*session.server", "*session.entityFlow", "*entitystate.Score", "*session.fastPath", "*message.Decoder",
		"*reassembly.Link", "*reassembly.set", "*list.Element", "*capture.pending", "*position.Track", "*identify.inference",
	} {
		if !met[kind] {
			t.Error("no session had a", kind)
		}
	}
}
