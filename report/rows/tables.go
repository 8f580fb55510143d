package rows

import (
	"reflect"
	"strings"
	"time"
)

// SchemaVersion is the version of the tables; it is raised when a column changes its meaning, comes
// or goes, so that captures are exported again.
const SchemaVersion = 5

// Table is what is to be known of a table without its rows.
type Table struct {
	Name  string // of its folder: "state_updates"
	About string // what a row is
	Row   any    // a zero row
	index []int  // of its rows in a Batch
}

// Rows gives the rows of the table, a slice.
func (t *Table) Rows(b *Batch) reflect.Value { return reflect.ValueOf(b).Elem().FieldByIndex(t.index) }

// Tables lists all tables in the order in which documents have them: that of a Batch.
func Tables() (all []Table) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Batch]()) {
		if name, ok := f.Tag.Lookup("table"); ok {
			all = append(all, Table{name, f.Tag.Get("about"), reflect.Zero(f.Type.Elem()).Interface(), f.Index})
		}
	}
	return all
}

// Column is a column of a table.
type Column struct {
	Name  string
	Type  string // "u32", "text", "list of i64"
	Null  bool   // it may be null
	Unit  string // "ms"; "" = none
	About string
}

// Columns lists the columns of a row in their order.
func Columns(row any) []Column { return columnsOf(reflect.TypeOf(row)) }

// columnsOf gives the columns of a row, or of an element of a list; those of a struct that is embedded are
// its own.
func columnsOf(t reflect.Type) (all []Column) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			all = append(all, columnOf(f)...)
			continue
		}
		inner := columnsOf(f.Type)
		if of, ok := f.Tag.Lookup("of"); ok { // the columns of its Place
			for i := range 4 {
				inner[i].About = "of " + of
			}
		}
		all = append(all, inner...)
	}
	return all
}

// columnOf gives the column of a field of a row. A list of structs has one for each of its fields.
func columnOf(f reflect.StructField) []Column {
	name, rest, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	c := Column{Name: name, Null: strings.Contains(","+rest+",", ",optional,"), Unit: f.Tag.Get("unit"), About: f.Tag.Get("about")}
	if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
		all := append([]Column{withType(c, "list of structs")}, columnsOf(f.Type.Elem())...)
		for i := range all[1:] {
			all[i+1].Name = name + "[]." + all[i+1].Name
		}
		return all
	}
	if strings.Contains(rest, "timestamp") {
		return []Column{withType(c, "timestamp")}
	}
	return []Column{withType(c, typeName(f.Type))}
}

func withType(c Column, name string) Column {
	c.Type = name
	return c
}

// typeNames are those of docs/reference/tables.md.
var typeNames = map[reflect.Kind]string{
	reflect.Bool: "boolean", reflect.String: "text", reflect.Float32: "f32", reflect.Float64: "f64",
	reflect.Int32: "i32", reflect.Int64: "i64", reflect.Uint32: "u32",
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.Slice:
		return "list of " + typeName(t.Elem())
	case reflect.Map:
		return "map of text to " + typeName(t.Elem())
	}
	return typeNames[t.Kind()]
}

// Capture is a row of the table of captures. Times are nanoseconds since 1970 in UTC.
type Capture struct {
	Name         string    `parquet:"name,dict" about:"name of the capture, as in the folders"`
	File         string    `parquet:"file" about:"file name without its folder"`
	SHA256       string    `parquet:"sha256" about:"of the file as it is, compressed or not, in hex"`
	Bytes        int64     `parquet:"bytes" unit:"bytes" about:"of the file"`
	Format       string    `parquet:"format,dict" about:"pcap, pcapng or text log, and its compression"`
	First        time.Time `parquet:"first,optional,timestamp(nanosecond)" about:"time of the first frame"`
	Last         time.Time `parquet:"last,optional,timestamp(nanosecond)" about:"time of the last frame"`
	LocalTime    bool      `parquet:"local_time" about:"times are not UTC, but of a clock whose zone is not known"`
	Active       float64   `parquet:"active_s" unit:"s" about:"time in which datagrams of the game or of entity-state come, without pauses of more than a minute; if there are none, of all frames"`
	Frames       int64     `parquet:"frames" about:"frames read"`
	Lines        int64     `parquet:"lines" about:"records; rows of messages"`
	Game         int64     `parquet:"game_datagrams" about:"datagrams of the game"`
	GameSpy      int64     `parquet:"gamespy_datagrams" about:"datagrams of the GameSpy query protocol"`
	EntityState  int64     `parquet:"entity_state_datagrams" about:"datagrams of the entity-state protocol"`
	Unknown      int64     `parquet:"unknown_datagrams" about:"datagrams of no known protocol"`
	Damages      int64     `parquet:"damages" about:"places where the file is not what its format says; rows are what could be read"`
	Damage       string    `parquet:"damage,optional" about:"the first damage"`
	DamageOffset *int64    `parquet:"damage_offset,optional" unit:"bytes" about:"of the first damage in the decompressed file"`
	DamageFrame  *int64    `parquet:"damage_frame,optional" about:"the last frame before the first damage"`
	Server       string    `parquet:"server,optional" about:"address of the first server"`
	Dialect      string    `parquet:"dialect,dict" about:"of the first server: stock, openbc or undecided"`
	Perspective  string    `parquet:"perspective,dict" about:"where it was taken: host, client, between or unknown"`
	LossToServer float64   `parquet:"loss_c2s" unit:"share" about:"of the messages to the server, missing from the capture"`
	LossToClient float64   `parquet:"loss_s2c" unit:"share" about:"of the messages to the clients, missing from the capture"`
	Dropped      int64     `parquet:"dropped" about:"rows that bounded tables of the reports had no room for"`
	Program      string    `parquet:"program,dict" about:"version of bcdump that wrote the rows"`
	Schema       int32     `parquet:"schema,delta" about:"version of the tables"`
}
