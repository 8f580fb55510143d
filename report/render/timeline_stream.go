package render

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	forms "bcdump/report/table"
	"bcdump/report/terminal"
)

// streamColumn is a column of a table that is printed row by row, so that its width is
// fixed before any row is known.
type streamColumn[Row any] struct {
	title  string
	width  int
	more   int // that it is wider where there is room
	number bool
	from   int // width of the page from which it is shown
	ship   bool
	cell   func(*page, *Row) terminal.Cell
}

var streamColumns = []streamColumn[figures.TimelineRow]{
	{title: "frame", width: 7, number: true, from: 100, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell {
		return terminal.Cell{Text: strconv.FormatInt(r.Frame, 10)}
	}},
	{title: "time", width: 12, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return terminal.Cell{Text: p.moment(r.Time)} }},
	{title: "dir", width: 3, from: 80, cell: func(p *page, r *figures.TimelineRow) terminal.Cell {
		return terminal.Cell{Text: r.Dir, Style: p.way(r.Dir)}
	}},
	{title: "ship", width: 18, more: 6, ship: true, cell: func(p *page, r *figures.TimelineRow) terminal.Cell {
		return terminal.Cell{Text: r.Name, Style: p.Name}
	}},
	{title: "t", width: 9, number: true, from: 120, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell { return gameTimeCell(r.GameTime) }},
	{title: "flags", width: 5, from: 150, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell { return terminal.Cell{Text: r.DirtyFlags} }},
	{title: "position", width: 24, number: true, from: 140, cell: func(p *page, r *figures.TimelineRow) terminal.Cell {
		return p.positionCell(&r.State)
	}},
	{title: "speed", width: 5, number: true, from: 90, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell { return speedCell(&r.State) }},
	{title: "heading", width: 17, number: true, from: 200, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell { return headingCell(&r.State) }},
	{title: "hull", width: 5, number: true, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return p.hullCell(&r.State) }},
	{title: shieldLevelsTitle, width: 7, from: 70, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return p.shieldLevels(&r.State) }},
	{title: batteriesTitle, width: 9, from: 180, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return p.batteriesCell(&r.State) }},
	{title: "lowest part", width: 22, more: 8, from: 170, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return p.lowestCell(&r.State) }},
	{title: "parts below 100 %", width: 40, from: 280, cell: func(_ *page, r *figures.TimelineRow) terminal.Cell {
		var words []string
		for _, x := range r.Parts {
			if x.Percent < 100 {
				words = append(words, x.Name+" "+wholePercent(x.Percent)+" %")
			}
		}
		return terminal.Cell{Text: strings.Join(words, ", ")}
	}},
	{title: "power", width: 24, from: 240, cell: func(p *page, r *figures.TimelineRow) terminal.Cell { return p.powerCell(&r.State) }},
	{title: "what happened", width: 0, cell: (*page).happened},
}

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

// TimelineTables gives functions that print each row as it comes, under a heading that
// they print before the first, and where rows of the other kind came before. With oneShip
// the column of the ship is left out.
func TimelineTables(w io.Writer, o Options, oneShip bool) (ships func(*figures.TimelineRow) error, entities func(*figures.EntityRow) error) {
	p := newPage(o)
	last := noRow
	ships = streamTable(w, p, fitting(p, streamColumns, oneShip), &last, shipRow, func(r *figures.TimelineRow) figures.Time { return r.Time })
	entities = streamTable(w, p, fitting(p, entityColumns, false), &last, entityRow, func(r *figures.EntityRow) figures.Time { return r.Time })
	return ships, entities
}

// rowKind tells which heading stands above a row.
type rowKind uint8

const (
	noRow rowKind = iota
	shipRow
	entityRow
)

// fitting gives the columns that the page has room for. The last one takes the rest.
func fitting[Row any](p *page, all []streamColumn[Row], oneShip bool) (columns []streamColumn[Row]) {
	const least, roomy = 10, 48
	left := p.Width - 1
	for _, c := range all {
		if p.Width < c.from || c.ship && oneShip {
			continue
		}
		columns = append(columns, c)
		left -= c.width + 2
	}
	for i := range columns {
		if c := &columns[i]; left-c.more >= roomy {
			c.width += c.more
			left -= c.more
		}
	}
	columns[len(columns)-1].width = max(left, least)
	return columns
}

// streamTable prints rows of one kind; last is the kind of the last one of all.
func streamTable[Row any](w io.Writer, p *page, columns []streamColumn[Row], last *rowKind, kind rowKind, when func(*Row) figures.Time) func(*Row) error {
	return func(r *Row) error {
		p.b.Reset()
		if *last == noRow {
			p.day = when(r).Day()
		}
		if *last != kind {
			*last = kind
			streamLine(p, columns, func(c *streamColumn[Row]) terminal.Cell { return terminal.Cell{Text: c.title, Style: p.Dim} })
		}
		streamLine(p, columns, func(c *streamColumn[Row]) terminal.Cell { return c.cell(p, r) })
		return p.write(w)
	}
}

// streamLine writes one cell for each column. What of the last does not fit continues below it.
func streamLine[Row any](p *page, columns []streamColumn[Row], cell func(*streamColumn[Row]) terminal.Cell) {
	var line []terminal.Span
	before := 0
	last := len(columns) - 1
	for i := range columns[:last] {
		c := &columns[i]
		shown := cell(c)
		text := shown.Cut(c.width)
		blanks := strings.Repeat(" ", max(c.width-terminal.Width(text), 0))
		front, behind := " ", blanks+" "
		if c.number {
			front, behind = " "+blanks, " "
		}
		line = append(line, terminal.Span{Text: front}, terminal.Span{Style: shown.Style, Text: text}, terminal.Span{Text: behind})
		before += c.width + 2
	}
	shown := cell(&columns[last])
	for text := range strings.SplitSeq(terminal.Fold(printable.Text(shown.Text), columns[last].width, 0), "\n") {
		p.line(append(line, terminal.Span{Text: " "}, terminal.Span{Style: shown.Style, Text: text})...)
		line = []terminal.Span{{Text: strings.Repeat(" ", before)}}
	}
}

// TimelineJSON gives a function that writes each row as one JSON object on one line.
func TimelineJSON[Row figures.TimelineRow | figures.EntityRow | figures.DesyncRow](w io.Writer) func(*Row) error {
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
	speed forward_x=forward.0 forward_y=forward.1 forward_z=forward.2 up_x=up.0 up_y=up.1 up_z=up.2 cloaked subsys_hash hull
	shield_front=shields.0 shield_rear=shields.1 shield_top=shields.2 shield_bottom=shields.3 shield_left=shields.4 shield_right=shields.5
	main_battery=batteries.0 backup_battery=batteries.1 lowest_part=lowest_name lowest_percent parts power fresh
	event=event_what part=event_part other_id=event_other_id other=event_other place=event_place amount=event_amount text=event_text`

// TimelineCSV writes the names of the columns, as RFC 4180 says, and gives a function
// that writes each row as one line. form says whether texts are guarded.
func TimelineCSV(w io.Writer, form CSVForm) (func(*figures.TimelineRow) error, error) {
	return streamCSV[figures.TimelineRow](w, form, timelineColumns)
}

func streamCSV[Row any](w io.Writer, form CSVForm, keys string) (func(*Row) error, error) {
	lines, err := forms.NewLines(w, &forms.Table{Rows: []Row{}, Keys: keys}, form == ForSpreadsheets)
	return func(r *Row) error { return lines.Write(r) }, err
}

// entityTimelineColumns are those of rows about entities.
const entityTimelineColumns = `kind proto file time frame server receiver entity_id type type_name name x y vx vy speed moved color
	event=event_what from=event_from to=event_to text=event_text`

// EntityTimelineCSV is TimelineCSV for rows about entities.
func EntityTimelineCSV(w io.Writer, form CSVForm) (func(*figures.EntityRow) error, error) {
	return streamCSV[figures.EntityRow](w, form, entityTimelineColumns)
}
