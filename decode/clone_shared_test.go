package decode_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/heavy"
)

// unchanging are the types of what a session and its clone may share: nobody writes to it once it is
// there. A field is named with its struct.
var unchanging = []string{
	"session.Options", "[]session.Protocol", "map[uint32]*ship.Class", "*ship.Catalogue", // what the user says
	"*ship.Class", "*objects.Directory", "*record.Side", "*message.ChecksumRequest", "*identify.cursor",
	"*message.Spec", "*capture.Ends", "*capture.Interface",
	"capture.piece.data", "reassembly.part.payload", // bytes that came
	"unique.Handle[net/netip.addrDetail]",
	"bounded.Map.order", // as far as the clone has it
	"frozen.page.items", // until it is copied: see there
}

// madeAnew are the fields that a clone has not: what can be made again, and what is noted to be faster.
var madeAnew = []string{
	"session.Session.fast", "session.Session.out", "session.servers.messages", "session.servers.trial",
	"session.links.control", "session.entityFlows.decoder", "session.link.state", "capture.Defragmenter.parser",
	"bounded.Map.lastKey", "bounded.Map.lastValue", "bounded.Map.lastThere",
	"relay.Finder.newest",
}

// memory is what can be written to from one place on.
type memory map[uintptr]region

// region is what lies at an address.
type region struct {
	size uintptr
	path string // how one gets there
}

// walk notes all that can be reached from a value, but for what does not change. met notes the
// types, and the fields that were not zero.
func (m memory) walk(v reflect.Value, path string, met map[string]bool) {
	if slices.Contains(unchanging, v.Type().String()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && m.note(v.Pointer(), v.Type().Elem().Size(), path) {
			met[v.Type().String()] = true
			if v.Type().String() == "*batch.Batch" {
				return // it is large, and the rest of it is of another room
			}
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
				m.walk(i.Value(), path+"[]", met)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(v.Type().String(), "[") // without the types of a generic one
			name += "." + f.Name
			if !v.Field(i).IsZero() {
				met[name] = true
			}
			switch {
			case slices.Contains(unchanging, name):
			case slices.Contains(madeAnew, name):
				m.walk(v.Field(i), path+"."+f.Name, map[string]bool{})
			default:
				m.walk(v.Field(i), path+"."+f.Name, met)
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.walk(v.Elem(), path, met)
		}
	case reflect.UnsafePointer: // of an atomic one: what is there has no type
		if !v.IsNil() {
			m.note(v.Pointer(), 1, path)
		}
	case reflect.Func, reflect.Chan:
		if !v.IsZero() {
			panic(path + ": " + v.Type().String())
		}
	}
}

func (m memory) walkAll(v reflect.Value, path string, met map[string]bool) {
	if kind := v.Type().Elem().Kind(); kind <= reflect.Complex128 || kind == reflect.String {
		return
	}
	for i := range v.Len() {
		m.walk(v.Index(i), path+"[]", met)
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

// reach gives what can be written to from a value on.
func reach(v any, met map[string]bool) memory {
	m := memory{}
	m.walk(reflect.ValueOf(v), "", met)
	return m
}

// shared lists what two have in common.
func shared(first, second memory) (list []string) {
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
	return list
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
		"part of a slice":   {{pointer: &inner{list: list}}, {pointer: &inner{list: list[1:2]}}},
		"room of a slice":   {{pointer: &inner{list: list[:1]}}, {pointer: &inner{list: list[2:]}}},
		"in an interface":   {{any: in}, {any: in}},
		"in an array":       {{array: [2]struct{ p *int }{1: {&n}}}, {array: [2]struct{ p *int }{0: {&n}}}},
		"pointer and slice": {{pointer: &inner{list: list}}, {array: [2]struct{ p *int }{1: {&list[2]}}}},
	} {
		if met := map[string]bool{}; len(shared(reach(&pair[0], met), reach(&pair[1], met))) == 0 {
			t.Error(what, "is not found")
		}
	}
	x, y := outer{&inner{list: []int{1}}, map[int]*inner{1: {}}, &n, [2]struct{ p *int }{}, "x"}, outer{&inner{list: []int{1}}, map[int]*inner{1: {}}, new(int), [2]struct{ p *int }{}, "x"}
	met := map[string]bool{}
	if list := shared(reach(&x, met), reach(&y, met)); len(list) > 0 {
		t.Error("nothing is shared:", list)
	}
	if !met["decode_test.outer.table"] {
		t.Error(met)
	}
}

// TestClonesShareNothing: a session has nothing in common with its clone that one of them could write
// to, nor has a clone that was not used yet with its own; and no field was forgotten.
func TestClonesShareNothing(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	met, cloned, again := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for name, raw := range generated(t) {
		x := decodeStages(t, raw)
		for left := x.Left(); x.Left() > 0; {
			if x.Next(); x.Left() != left/2 && x.Left() != left/8 {
				continue
			}
			first, _ := x.Session().Clone()
			copied, _ := first.Clone()
			session, clone, second := reach(x.Session(), met), reach(first, cloned), reach(copied, again)
			for _, list := range [][]string{shared(session, clone), shared(clone, second)} {
				if len(list) > 0 {
					t.Fatalf("%s: shared: %s", name, strings.Join(list[:min(len(list), 5)], ", "))
				}
			}
		}
	}
	for field := range met {
		if strings.HasPrefix(field, "*") || slices.Contains(madeAnew, field) {
			continue
		}
		if !cloned[field] || !again[field] {
			t.Error("a clone lacks", field)
		}
	}
	for _, kind := range []string{
		"*session.link", "*session.server", "*session.entityFlow", "*entitystate.Score",
		"*reassembly.Link", "*reassembly.set", "*list.Element", "*capture.pending", "*position.Track", "*identify.inference",
	} {
		if !met[kind] {
			t.Error("no session had a", kind)
		}
	}
}
