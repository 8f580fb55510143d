package dataset

import (
	"math/bits"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// writeRows writes rows, so many at a time that each zero of an optional column becomes a null.
//
// The library (v0.32.0) looks at 64 rows at a time, as bits that say who is not null. If the last
// ones that are set are as many as the bits before them, it takes the rest of the 64 for set too,
// and writes zeros for nulls. Rows that end with these bits it writes well.
func writeRows[T any](to *parquet.GenericWriter[T], list []T) (written int, err error) {
	optional := optionalFields(reflect.TypeFor[T]())
	for len(list) > 0 && err == nil {
		var n int
		n, err = to.Write(list[:wellWritten(list, optional)])
		written, list = written+n, list[n:]
	}
	return written, err
}

// optionalFields are the fields of a row whose zero stands for null. Those that are pointers the library
// writes well.
func optionalFields(row reflect.Type) (list []int) {
	for i := range row.NumField() {
		f := row.Field(i)
		if strings.Contains(f.Tag.Get("parquet")+",", ",optional,") && f.Type.Kind() != reflect.Pointer {
			list = append(list, i)
		}
	}
	return list
}

// word is how many rows the library looks at.
const word = 64

// wellWritten is how many of the rows, from the first one, may be written at once.
func wellWritten[T any](list []T, optional []int) int {
	all, set := reflect.ValueOf(list), make([]uint64, len(optional))
	for first := 0; first < len(list); first += word {
		n := min(word, len(list)-first)
		clear(set)
		for i := range n {
			row := all.Index(first + i)
			for k, field := range optional {
				if !row.Field(field).IsZero() {
					set[k] |= 1 << i
				}
			}
		}
		if end := endOf(set, n); end < n {
			return first + end
		}
	}
	return len(list)
}

// endOf is how many of n rows may be written at once. That a column ends early may make another one
// end earlier.
func endOf(set []uint64, n int) int {
	for end := n; ; {
		for _, s := range set {
			end = min(end, misread(s, end))
		}
		if end == n {
			return n
		}
		n = end
	}
}

// misread gives the end of the bits behind which the library misreads the others of n; n = none.
func misread(set uint64, n int) int {
	if n < word {
		set &= 1<<n - 1
	}
	if set == 0 {
		return n
	}
	end := bits.Len64(set)
	ones := bits.LeadingZeros64(^(set << (word - end)))
	if ones == end-ones && end < word {
		return end
	}
	return n
}
