package libfuzzer

import (
	"reflect"
	"testing"
)

func TestValues(t *testing.T) {
	args := []any{uint8(1), []byte("rest"), true, uint16(0x0203), uint64(4)}
	want := "\x01\x01\x03\x02\x04\x00\x00\x00\x00\x00\x00\x00rest"
	if got := input(args); string(got) != want {
		t.Fatalf("input %q, want %q", got, want)
	}
	var types []reflect.Type
	for _, v := range args {
		types = append(types, reflect.TypeOf(v))
	}
	if got := values([]byte(want), types); !reflect.DeepEqual(got, args) {
		t.Errorf("values %v, want %v", got, args)
	}
	short := []any{uint8(9), []byte{}, false, uint16(0), uint64(0)}
	if got := values([]byte{9}, types); !reflect.DeepEqual(got, short) {
		t.Errorf("of a short input %v, want %v", got, short)
	}
}
