package libfuzzer

import (
	"encoding/binary"
	"reflect"
)

// An input holds the arguments that have a size, in their order and little endian (a bool is a
// byte); behind them the one that has none, a string or bytes. What is missing is zero.

func sized(t reflect.Type) int { return max(binary.Size(reflect.Zero(t).Interface()), 0) }

// values makes arguments of the types of an input.
func values(input []byte, types []reflect.Type) []any {
	total := 0
	for _, t := range types {
		total += sized(t)
	}
	fixed := make([]byte, total)
	rest := input[copy(fixed, input):]
	args := make([]any, len(types))
	for i, t := range types {
		v := reflect.New(t)
		if n := sized(t); n > 0 {
			_, err := binary.Decode(fixed[:n], binary.LittleEndian, v.Interface())
			check(err)
			fixed = fixed[n:]
		} else {
			v.Elem().Set(reflect.ValueOf(rest).Convert(t))
		}
		args[i] = v.Elem().Interface()
	}
	return args
}

// input is the inverse of values.
func input(args []any) (b []byte) {
	var rest []byte
	for _, v := range args {
		if sized(reflect.TypeOf(v)) == 0 {
			rest = reflect.ValueOf(v).Convert(reflect.TypeFor[[]byte]()).Bytes()
			continue
		}
		var err error
		b, err = binary.Append(b, binary.LittleEndian, v)
		check(err)
	}
	return append(b, rest...)
}
