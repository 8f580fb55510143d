package render

import (
	"bytes"
	"encoding/json"
	"io"

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
const timelineColumns = `kind file time frame index dir receiver object_id ship name life game_time dirty_flags flags late
	x=world_position.0 y=world_position.1 z=world_position.2 estimated=world_position_estimated stale=world_position_stale
	speed forward_x=forward.0 forward_y=forward.1 forward_z=forward.2 cloaked hull
	shield_front=shields.0 shield_rear=shields.1 shield_top=shields.2 shield_bottom=shields.3 shield_left=shields.4 shield_right=shields.5
	lowest_part=lowest.name lowest_percent=lowest.percent power fresh
	event=event.what part=event.part other_id=event.other_id other=event.other place=event.place amount=event.amount text=event.text`

// TimelineCSV writes the names of the columns, as RFC 4180 says, and gives a function
// that writes each row as one line. form says whether texts are guarded.
func TimelineCSV(w io.Writer, form CSVForm) (func(*figures.TimelineRow) error, error) {
	return streamCSV[figures.TimelineRow](w, form, timelineColumns)
}

// entityTimelineColumns are those of rows about entities.
const entityTimelineColumns = `kind proto file time frame server receiver entity_id type type_name name x y vx vy speed moved color
	event=event.what from=event.from to=event.to text=event.text`

// EntityTimelineCSV is TimelineCSV for rows about entities.
func EntityTimelineCSV(w io.Writer, form CSVForm) (func(*figures.EntityRow) error, error) {
	return streamCSV[figures.EntityRow](w, form, entityTimelineColumns)
}
