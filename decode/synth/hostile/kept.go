package hostile

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"unsafe"
)

// Unbounded gives an account these kinds of traffic, and each once more at twice the length, and says what
// the account keeps more of then: a list, a map or a text without a limit. Limits are those of fields that half of the
// frames do not fill.
func Unbounded(kinds []Kind, frames int, limits map[string]int, account func(kind string, capture io.Reader) any) (found []string) {
	for _, kind := range kinds {
		keeps := func(frames int) map[string]int {
			return Kept(account(kind.Name, &Capture{Next: kind.Next, Frames: frames}))
		}
		whole, half := keeps(frames), map[string]int(nil)
		for _, field := range slices.Sorted(maps.Keys(whole)) {
			n, limit := whole[field], limits[field]
			const small = 2000
			if n > max(limit, small) && half == nil { // few kinds of traffic get as far
				half = keeps(frames / 2)
			}
			if n > max(cmp.Or(limit, half[field]*5/4), small) {
				found = append(found, fmt.Sprintf("%s: %s has %d, %d after half of the frames, limit %d", kind.Name, field, n, half[field], limit))
			}
			if longest := whole[field+longestText]; longest > longText {
				found = append(found, fmt.Sprintf("%s: %s has a text of %d bytes", kind.Name, field, longest))
			}
		}
	}
	return found
}

const (
	// longText is longer than any that a report keeps, and shorter than some that messages have.
	longText    = 1100
	longestText = ": longest text"
)

// Kept counts what can be reached from a value: elements of slices and maps, and bytes of texts, by the
// field that holds them, such as "match.Player.Connections".
func Kept(value any) map[string]int {
	k := keeper{count: map[string]int{}, seen: map[visit]bool{}, fields: map[reflect.Type][]string{}}
	k.walk(reflect.ValueOf(value), "")
	return k.count
}

type keeper struct {
	count  map[string]int
	seen   map[visit]bool
	fields map[reflect.Type][]string
}

// visit is a place that has been looked at: a struct and its first field have the same address.
type visit struct {
	at unsafe.Pointer
	of reflect.Type
}

func (k *keeper) walk(v reflect.Value, field string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !k.been(v.UnsafePointer(), v.Type()) {
			k.walk(v.Elem(), field)
		}
	case reflect.Interface:
		k.walk(v.Elem(), field)
	case reflect.Struct:
		for i, field := range k.fieldsOf(v.Type()) {
			k.walk(v.Field(i), field)
		}
	case reflect.String:
		if text := v.String(); text != "" && !k.been(unsafe.Pointer(unsafe.StringData(text)), v.Type()) {
			k.count[field] += len(text)
			k.count[field+longestText] = max(k.count[field+longestText], len(text))
		}
	case reflect.Slice:
		if v.Len() > 0 && !k.been(v.UnsafePointer(), v.Type()) {
			k.count[field] += v.Len()
			k.elements(v, field)
		}
	case reflect.Array:
		k.elements(v, field)
	case reflect.Map:
		k.count[field] += v.Len()
		for entry := v.MapRange(); entry.Next(); {
			k.walk(entry.Key(), field+" key")
			k.walk(entry.Value(), field)
		}
	}
}

// fieldsOf gives the names of the fields of a struct. To make them takes longer than to walk.
func (k *keeper) fieldsOf(of reflect.Type) []string {
	names, known := k.fields[of]
	if !known {
		for i := range of.NumField() {
			names = append(names, of.String()+"."+of.Field(i).Name)
		}
		k.fields[of] = names
	}
	return names
}

func (k *keeper) been(at unsafe.Pointer, of reflect.Type) bool {
	here := visit{at, of}
	before := k.seen[here]
	k.seen[here] = true
	return before
}

func (k *keeper) elements(v reflect.Value, field string) {
	switch v.Type().Elem().Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Struct, reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		for i := range v.Len() {
			k.walk(v.Index(i), field)
		}
	}
}
