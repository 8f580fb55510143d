package table_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/table"
)

// TestFlat chooses columns, under other names, and has null for nothing where that is asked for.
func TestFlat(t *testing.T) {
	rows := table.Flat([]row{{Name: "one", Count: 3, Hidden: "x"}, {Name: "two"}}, "title=name number=count? text=hidden?")
	of := reflect.TypeOf(rows).Elem()
	if tag := of.Field(1).Tag.Get("parquet"); of.NumField() != 3 || of.Field(0).Tag.Get("parquet") != "title,dict" || tag != "number,optional" {
		t.Fatal(of)
	}
	if one := reflect.ValueOf(rows).Index(0); one.Field(0).String() != "one" || one.Field(1).Elem().Int() != 3 || one.Field(2).String() != "x" {
		t.Error(one)
	}
	if two := reflect.ValueOf(rows).Index(1); !two.Field(1).IsNil() {
		t.Error(two)
	}
}

// TestFlatTime: a time that 64 bits do not hold becomes the nearest that they do; none is the zero time, which is null in Parquet.
func TestFlatTime(t *testing.T) {
	type timed struct {
		T figures.Time `json:"t"`
	}
	for text, want := range map[string]int64{
		"2026-11-21T03:30:51.123456789Z": 1795231851123456789, "2306-01-01T00:00:00.000000Z": math.MaxInt64,
		"9999-12-31T23:59:59.999999Z": math.MaxInt64, "0000-01-01T00:00:00.000000Z": math.MinInt64, "1970-01-01T00:00:00.000000Z": 0, "": 0,
	} {
		x := timed{}
		must.Do(t, x.T.UnmarshalText([]byte(text)))
		if got := reflect.ValueOf(table.Flat([]timed{x}, "")).Index(0).Field(0).Interface().(time.Time); got.IsZero() != (text == "") || text != "" && got.UnixNano() != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
