package dataset

import (
	"reflect"
	"strings"
)

// zeroNulls are the fields of a row in which zero stands for null.
//
// parquet-go v0.32.0 writes some of these nulls as values. It looks at 64 rows at a time: if the last
// run of values is as long as what stands before it, it takes all rows that follow for values too,
// as in 0 1 0 0 and 1 0 1 1 1 0 (TestNullsAnywhere). So such rows are written in two parts, the second
// of which begins with the run.
type zeroNulls [][]int

func zeroNullsOf(row reflect.Type) (fields zeroNulls) {
	for _, f := range reflect.VisibleFields(row) {
		if f.Type.Kind() != reflect.Pointer && strings.Contains(f.Tag.Get("parquet"), ",optional") {
			fields = append(fields, f.Index)
		}
	}
	return fields
}

// cut gives the row before which a list of up to 64 rows is to be cut; 0 = none.
func (z zeroNulls) cut(list reflect.Value) int {
	for _, field := range z {
		if at := misread(list, field); at > 0 {
			return at
		}
	}
	return 0
}

// misread gives where the last run of values in a field begins, if nulls behind it are taken for
// values; else 0.
func misread(list reflect.Value, field []int) int {
	end := list.Len()
	for end > 0 && list.Index(end-1).FieldByIndex(field).IsZero() {
		end--
	}
	if end == list.Len() || end%2 != 0 {
		return 0
	}
	first := end
	for first > 0 && !list.Index(first-1).FieldByIndex(field).IsZero() {
		first--
	}
	if first != end-first {
		return 0
	}
	return first
}
