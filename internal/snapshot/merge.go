package snapshot

import (
	"fmt"
	"reflect"
)

// Merge adds what from leads to, which came later, to what into leads to: fields as Save has them. from
// is of no use afterwards. What has a method Merge that takes its like is merged by that. Otherwise
// numbers are added, lists put together, maps united by key and structs merged by field; of texts, and
// of what else writes itself, the first one stays that is not zero. A tag says what else is done with
// a field: `merge:"first"` keeps the first that is not zero, "last" the last, "max" the larger number.
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
	if own := into.Addr().MethodByName("Merge"); own.IsValid() && own.Type().NumIn() == 1 && own.Type().In(0) == from.Addr().Type() {
		own.Call([]reflect.Value{from.Addr()})
		return
	}
	if isText(into.Type()) {
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
		mergeStruct(into, from)
	default:
		panic("snapshot: cannot merge " + into.Type().String())
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

func mergeStruct(into, from reflect.Value) {
	for i := range into.NumField() {
		f := into.Type().Field(i)
		if !saved(&f) {
			continue
		}
		if how := f.Tag.Get("merge"); how != "" {
			mergeAs(how, field(into, i), field(from, i))
		} else {
			merge(field(into, i), field(from, i))
		}
	}
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
		panic(fmt.Sprintf("snapshot: there is no way %q to merge", how))
	}
	if take {
		into.Set(from)
	}
}
