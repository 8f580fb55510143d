package render

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	forms "bcdump/report/table"
	"bcdump/report/terminal"
)

// shipColumns are the columns of rows about ships, entityColumns those of rows about entities.
const (
	shipColumns = `frame:>7@100 time:12 dir:3@80 ship=name:18+6 t=game_time:>9@120 flags=dirty_flags:5@150 position=world_position:>24@140 speed:>5@90
		heading=forward:>17@200 hull:>5 shields:7@70 batteries:9@180 lowest_part=lowest_name:22+8@170 parts_below_100_%=parts:40@280 power:24@240 what_happened=event_text`
	entityColumns = `frame:>7@100 time:12 id=entity_id:>5 entity=name:9 x:>6 y:>6 vx:>6@110 vy:>6@110 speed:>6@70 moved:>6@80 colour=color:9@120 what_happened=event_text`
)

// happened is the event; of an update, what it brought of the ship's condition.
func (p *page) happened(r *figures.TimelineRow) terminal.Cell {
	if r.Event != nil {
		return terminal.Cell{Text: r.Event.Text, Style: p.eventStyle(r.Event.What)}
	}
	var words []string
	if r.Late {
		words = append(words, "late")
	}
	if r.Cloaked != nil && *r.Cloaked {
		words = append(words, "cloaked")
	}
	return terminal.Cell{Text: strings.Join(append(words, brought(r)...), " "), Style: p.Dim}
}

// brought names what of hull, shields and power is new in this row.
func brought(r *figures.TimelineRow) (words []string) {
	for _, key := range r.Fresh {
		if key == figures.FreshHull || key == figures.FreshShields || key == figures.FreshPower {
			words = append(words, "+"+key)
		}
	}
	return words
}

// TimelineTables gives a function that prints each row as it comes, under a heading that
// it prints before the first, and where rows of the other kind came before. With oneShip
// the column of the ship is left out.
func TimelineTables(w io.Writer, o Options, oneShip bool) func(row any) error {
	p := newPage(o)
	keys := shipColumns
	if oneShip {
		keys = strings.Replace(keys, "ship=name:18+6", "", 1)
	}
	ships := forms.NewStream(p.Page, &forms.Table{Rows: []figures.TimelineRow{}, Keys: keys, Cell: func(row any, key string, c *terminal.Cell) {
		switch r := row.(*figures.TimelineRow); key {
		case "parts":
			c.Text = notWhole(r.Parts)
		case "event_text":
			*c = p.happened(r)
		default:
			p.state(&r.State, key, c)
		}
	}})
	entities := forms.NewStream(p.Page, &forms.Table{Rows: []figures.EntityRow{}, Keys: entityColumns, Cell: func(row any, key string, c *terminal.Cell) {
		p.entityCell(row.(*figures.EntityRow), key, c)
	}})
	var last *forms.Stream
	return func(row any) error {
		p.Reset()
		s, day := ships, ""
		switch r := row.(type) {
		case *figures.TimelineRow:
			day = r.Time.Day()
		case *figures.EntityRow:
			s, day = entities, r.Time.Day()
		}
		if last == nil {
			p.Day = day
		}
		if last != s {
			last = s
			s.Heading()
		}
		s.Row(row)
		return p.write(w)
	}
}

// notWhole lists the parts that are.
func notWhole(parts []figures.Part) string {
	var words []string
	for _, x := range parts {
		if x.Percent < 100 {
			words = append(words, x.Name+" "+wholePercent(x.Percent)+" %")
		}
	}
	return strings.Join(words, ", ")
}

// JSONLines gives a function that writes each row as one JSON object on one line.
func JSONLines(w io.Writer) func(row any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	return func(row any) error {
		b.Reset()
		if err := e.Encode(row); err != nil {
			return err
		}
		_, err := w.Write(printable.JSON(b.Bytes(), 0))
		return err
	}
}

// timelineColumns are the columns of the CSV form; those that are not named here stand at the end. What a row does not
// have is an empty field.
const timelineColumns = `-v kind file time frame index dir receiver object_id ship name life game_time dirty_flags flags late
	x=world_position.0 y=world_position.1 z=world_position.2 estimated=world_position_estimated stale=world_position_stale
	speed forward_x=forward.0 forward_y=forward.1 forward_z=forward.2 up_x=up.0 up_y=up.1 up_z=up.2 cloaked subsys_hash hull
	shield_front=shields.0 shield_rear=shields.1 shield_top=shields.2 shield_bottom=shields.3 shield_left=shields.4 shield_right=shields.5
	main_battery=batteries.0 backup_battery=batteries.1 lowest_part=lowest_name lowest_percent parts power fresh
	event=event_what part=event_part other_id=event_other_id other=event_other place=event_place amount=event_amount text=event_text *`

// entityTimelineColumns are those of rows about entities.
const entityTimelineColumns = `-v -apart kind proto file time frame server receiver entity_id type type_name name x y vx vy speed moved color
	event=event_what from=event_from to=event_to text=event_text *`

// TimelineCSV writes the names of the columns, as RFC 4180 says, and gives a function
// that writes each row about a ship, or each about an entity, as one line. form says whether texts are guarded.
func TimelineCSV(w io.Writer, form CSVForm, entities bool) (func(row any) error, error) {
	t := &forms.Table{Rows: []figures.TimelineRow{}, Keys: timelineColumns}
	if entities {
		t = &forms.Table{Rows: []figures.EntityRow{}, Keys: entityTimelineColumns}
	}
	lines, err := forms.NewLines(w, t, form == ForSpreadsheets)
	return func(row any) error {
		if _, is := row.(*figures.EntityRow); is != entities {
			return nil
		}
		return lines.Write(row)
	}, err
}
