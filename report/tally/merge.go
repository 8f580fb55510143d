package tally

import (
	"encoding"
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Merge adds what from leads to, which came later, to what into leads to: of another capture, for one.
// from is of no use afterwards. What has a method Merge that takes its like is merged by that. Otherwise
// numbers are added, lists put together, maps united by key and structs merged by field; of texts, and
// of what else writes itself, the first one stays that is not zero. A tag says what else is done with
// a field: `merge:"first"` keeps the first that is not zero, "last" the last, "max" the larger number,
// "-" leaves into as it is.
func Merge[T any](into, from *T) {
	if own, ok := any(into).(interface{ Merge(*T) }); ok {
		own.Merge(from)
		return
	}
	MergeAny(into, from)
}

// MergeAny merges what two pointers of the same type lead to.
func MergeAny(into, from any) { merge(reflect.ValueOf(into).Elem(), reflect.ValueOf(from).Elem()) }

func merge(into, from reflect.Value) {
	if from.IsZero() {
		return // it adds nothing
	}
	how := mergerOf(into.Type())
	if how.own.IsValid() {
		how.own.Call([]reflect.Value{into.Addr(), from.Addr()})
		return
	}
	if how.text {
		mergeAs("first", into, from)
		return
	}
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(into.Bool() || from.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		into.SetInt(into.Int() + from.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		into.SetUint(into.Uint() + from.Uint())
	case reflect.Float32, reflect.Float64:
		into.SetFloat(into.Float() + from.Float())
	case reflect.String:
		mergeAs("first", into, from)
	case reflect.Pointer:
		if mergeAs("first", into, from); into.Pointer() != from.Pointer() && !from.IsNil() {
			merge(into.Elem(), from.Elem())
		}
	case reflect.Slice:
		into.Set(reflect.AppendSlice(into, from))
	case reflect.Array:
		for i := range into.Len() {
			merge(into.Index(i), from.Index(i))
		}
	case reflect.Map:
		mergeMap(into, from)
	case reflect.Struct:
		for _, f := range how.fields {
			if f.how != "" {
				mergeAs(f.how, field(into, f.place), field(from, f.place))
			} else {
				merge(field(into, f.place), field(from, f.place))
			}
		}
	default:
		panic("tally: cannot merge " + into.Type().String())
	}
}

func mergeMap(into, from reflect.Value) {
	for key, value := range from.Seq2() {
		sum := addressable(value)
		if there := into.MapIndex(key); there.IsValid() {
			sum = addressable(there)
			merge(sum, addressable(value))
		}
		into.SetMapIndex(key, sum)
	}
}

// merger is how values of a type are merged. Looking that up by name takes longer than merging them.
type merger struct {
	own    reflect.Value // the method Merge that takes its like; not valid = there is none
	text   bool
	fields []mergedField // of a struct
}

type mergedField struct {
	place int
	how   string // the tag; "" = by its type
}

var mergers sync.Map // *merger by reflect.Type

func mergerOf(t reflect.Type) *merger {
	if known, ok := mergers.Load(t); ok {
		return known.(*merger)
	}
	m := &merger{text: isText(t)}
	pointer := reflect.PointerTo(t)
	if own, ok := pointer.MethodByName("Merge"); ok && own.Type.NumIn() == 2 && own.Type.In(1) == pointer {
		m.own = own.Func
	}
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if how := t.Field(i).Tag.Get("merge"); how != "-" {
			m.fields = append(m.fields, mergedField{i, how})
		}
	}
	mergers.Store(t, m)
	return m
}

// mergeAs keeps one of two values.
func mergeAs(how string, into, from reflect.Value) {
	take := false
	switch how {
	case "first":
		take = into.IsZero()
	case "last":
		take = !from.IsZero()
	case "max":
		take = from.Int() > into.Int()
	default:
		panic(fmt.Sprintf("tally: there is no way %q to merge", how))
	}
	if take {
		into.Set(from)
	}
}

var marshaler = reflect.TypeFor[encoding.TextMarshaler]()

// isText reports whether a type writes itself, such as an address.
func isText(t reflect.Type) bool { return t.Implements(marshaler) && t.Kind() != reflect.Pointer }

// field gives a field as if it had a public name.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() // reflect lets nobody set it otherwise
}

// addressable gives a copy of which fields can be reached.
func addressable(v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	return x
}
