package render

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
)

// TimelineJSON gives a function that writes each row as one JSON object on one line.
func TimelineJSON[Row figures.TimelineRow | figures.EntityRow](w io.Writer) func(*Row) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	return func(row *Row) error {
		b.Reset()
		if err := e.Encode(row); err != nil {
			return err
		}
		_, err := w.Write(printable.JSON(b.Bytes(), 0))
		return err
	}
}

// timelineColumns are the columns of the CSV form. What a row does not have is an empty
// field.
var timelineColumns = []rowColumn[figures.TimelineRow]{
	{"kind", func(r *figures.TimelineRow) string { return r.Kind }},
	{"file", func(r *figures.TimelineRow) string { return r.File }},
	{"time", func(r *figures.TimelineRow) string { return r.Time }},
	{"frame", func(r *figures.TimelineRow) string { return strconv.FormatInt(r.Frame, 10) }},
	{"index", func(r *figures.TimelineRow) string { return strconv.Itoa(r.Index) }},
	{"dir", func(r *figures.TimelineRow) string { return r.Dir }},
	{"receiver", func(r *figures.TimelineRow) string { return r.Receiver }},
	{"object_id", func(r *figures.TimelineRow) string { return r.ObjectID }},
	{"ship", func(r *figures.TimelineRow) string { return r.Ship }},
	{"name", func(r *figures.TimelineRow) string { return r.Name }},
	{"life", func(r *figures.TimelineRow) string { return strconv.Itoa(r.Life) }},
	{"game_time", func(r *figures.TimelineRow) string { return plainFloat32(r.GameTime) }},
	{"dirty_flags", func(r *figures.TimelineRow) string { return r.DirtyFlags }},
	{"flags", func(r *figures.TimelineRow) string { return strings.Join(r.Flags, " ") }},
	{"late", func(r *figures.TimelineRow) string { return strconv.FormatBool(r.Late) }},
	{"x", func(r *figures.TimelineRow) string { return component(r.WorldPosition, 0) }},
	{"y", func(r *figures.TimelineRow) string { return component(r.WorldPosition, 1) }},
	{"z", func(r *figures.TimelineRow) string { return component(r.WorldPosition, 2) }},
	{"estimated", func(r *figures.TimelineRow) string { return strconv.FormatBool(r.Estimated) }},
	{"stale", func(r *figures.TimelineRow) string { return strconv.FormatBool(r.Stale) }},
	{"speed", func(r *figures.TimelineRow) string { return plainFloat32(r.Speed) }},
	{"forward_x", func(r *figures.TimelineRow) string { return component(r.Forward, 0) }},
	{"forward_y", func(r *figures.TimelineRow) string { return component(r.Forward, 1) }},
	{"forward_z", func(r *figures.TimelineRow) string { return component(r.Forward, 2) }},
	{"cloaked", func(r *figures.TimelineRow) string { return plainBool(r.Cloaked) }},
	{"hull", func(r *figures.TimelineRow) string { return plainFloat(r.Hull) }},
	{"shield_front", func(r *figures.TimelineRow) string { return facing(r.Shields, 0) }},
	{"shield_rear", func(r *figures.TimelineRow) string { return facing(r.Shields, 1) }},
	{"shield_top", func(r *figures.TimelineRow) string { return facing(r.Shields, 2) }},
	{"shield_bottom", func(r *figures.TimelineRow) string { return facing(r.Shields, 3) }},
	{"shield_left", func(r *figures.TimelineRow) string { return facing(r.Shields, 4) }},
	{"shield_right", func(r *figures.TimelineRow) string { return facing(r.Shields, 5) }},
	{"lowest_part", func(r *figures.TimelineRow) string { return lowestName(r.Lowest) }},
	{"lowest_percent", func(r *figures.TimelineRow) string { return lowestPercent(r.Lowest) }},
	{"power", func(r *figures.TimelineRow) string { return settings(r.Power) }},
	{"fresh", func(r *figures.TimelineRow) string { return strings.Join(r.Fresh, " ") }},
	{"event", ofEvent(func(e *figures.Event) string { return e.What })},
	{"part", ofEvent(func(e *figures.Event) string { return e.Part })},
	{"other_id", ofEvent(func(e *figures.Event) string { return e.OtherID })},
	{"other", ofEvent(func(e *figures.Event) string { return e.Other })},
	{"place", ofEvent(func(e *figures.Event) string { return e.Place })},
	{"amount", ofEvent(func(e *figures.Event) string { return plainFloat32(e.Amount) })},
	{"text", ofEvent(func(e *figures.Event) string { return e.Text })},
}

// TimelineCSV writes the names of the columns, as RFC 4180 says, and gives a function
// that writes each row as one line. form says whether texts are guarded.
func TimelineCSV(w io.Writer, form CSVForm) (func(*figures.TimelineRow) error, error) {
	return csvRows(newCSV(w, form), timelineColumns)
}

// rowColumn is a column of the CSV form of rows.
type rowColumn[Row any] struct {
	name  string
	value func(*Row) string
}

func csvRows[Row any](out *csvWriter, columns []rowColumn[Row]) (func(*Row) error, error) {
	fields := make([]string, len(columns))
	line := func() error {
		if err := out.row(fields); err != nil {
			return err
		}
		return out.flush()
	}
	for i, c := range columns {
		fields[i] = c.name
	}
	return func(r *Row) error {
		for i, c := range columns {
			fields[i] = c.value(r)
		}
		return line()
	}, line()
}

func ofEvent(value func(*figures.Event) string) func(*figures.TimelineRow) string {
	return func(r *figures.TimelineRow) string {
		if r.Event == nil {
			return ""
		}
		return value(r.Event)
	}
}

func plainFloat32(f *float32) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*f), 'f', -1, 32)
}

func plainFloat(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(*f, 'f', -1, 64)
}

func plainBool(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

func component(v *[3]float32, i int) string {
	if v == nil {
		return ""
	}
	return plainFloat32(&v[i])
}

func facing(v *[6]float64, i int) string {
	if v == nil {
		return ""
	}
	return plainFloat(&v[i])
}

func lowestName(p *figures.Part) string {
	if p == nil {
		return ""
	}
	return p.Name
}

func lowestPercent(p *figures.Part) string {
	if p == nil {
		return ""
	}
	return plainFloat(&p.Percent)
}

// settings writes "Shield Generator=100;Sensor Array=75".
func settings(list []figures.Setting) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = s.System + "=" + plainFloat(&s.Percent)
	}
	return strings.Join(words, ";")
}
