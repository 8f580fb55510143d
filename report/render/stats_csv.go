package render

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"bcdump/report/figures"
)

// statsLists are the tables of the report as rows for CSV.
var statsLists = []struct {
	name string
	rows func(*figures.Stats) any
}{
	{"files", func(s *figures.Stats) any { return fileRows(s.Files) }},
	{"problems", func(s *figures.Stats) any { return s.Problems }},
	{"bandwidth", func(s *figures.Stats) any { return s.Bandwidth.Buckets }},
	{"rates", func(s *figures.Stats) any { return s.Bandwidth.Rates }},
	{"usage", func(s *figures.Stats) any { return s.Usage }},
	{"opcodes", func(s *figures.Stats) any { return s.Opcodes }},
	{"flags", func(s *figures.Stats) any { return s.Flags }},
	{"flag_exceptions", func(s *figures.Stats) any { return s.FlagExceptions }},
	{"update_sizes", func(s *figures.Stats) any { return s.UpdateSizes }},
	{"size_counts", func(s *figures.Stats) any { return sizeRows(s.UpdateSizes) }},
	{"links", func(s *figures.Stats) any { return s.Links }},
	{"resends", func(s *figures.Stats) any { return s.Resends }},
	{"most_repeated", func(s *figures.Stats) any { return s.MostRepeated }},
	{"fragments", func(s *figures.Stats) any { return []figures.Fragments{s.Fragments} }},
	{"types", func(s *figures.Stats) any { return s.Types }},
	{"objects", func(s *figures.Stats) any { return s.Objects }},
	{"cycles", func(s *figures.Stats) any { return s.Cycles }},
	{"relays", func(s *figures.Stats) any { return s.Relays }},
	{"missing_copies", func(s *figures.Stats) any { return missingRows(s.Relays) }},
	{"joins", func(s *figures.Stats) any { return stepRows(s.Joins) }},
	{"join_ends", func(s *figures.Stats) any { return s.Joins }},
	{"entity_flows", func(s *figures.Stats) any { return entityOf(s).Flows }},
	{"entity_kinds", func(s *figures.Stats) any { return entityOf(s).Kinds }},
	{"entity_over_time", func(s *figures.Stats) any { return entityOf(s).OverTime }},
	{"entity_sizes", func(s *figures.Stats) any { return entityOf(s).Sizes }},
	{"entity_matches", func(s *figures.Stats) any { return entityOf(s).Matches }},
	{"entity_players", func(s *figures.Stats) any { return entityOf(s).Players }},
	{"entity_changes", func(s *figures.Stats) any { return entityOf(s).Changes }},
	{"entity_flickers", func(s *figures.Stats) any { return entityOf(s).Flickers }},
	{"entity_savings", func(s *figures.Stats) any { return entityOf(s).Savings }},
	{"notes", func(s *figures.Stats) any { return s.Notes }},
	{"notes_about", func(s *figures.Stats) any { return subjectRows(s.Notes) }},
	{"bytes", func(s *figures.Stats) any { return accountRows(&s.Bytes) }},
	{"bytes_over_time", func(s *figures.Stats) any { return shareRows(s.Bandwidth.Buckets) }},
}

// entityOf gives the entity-state tables; empty ones if there was no such message.
func entityOf(s *figures.Stats) *figures.EntityState {
	if s.EntityState == nil {
		return &figures.EntityState{}
	}
	return s.EntityState
}

// StatsLists lists all names of tables. WriteStats and WriteStatsJSON know them too, and show what
// the table is part of.
func StatsLists() (names []string) {
	for _, l := range statsLists {
		names = append(names, l.name)
	}
	return names
}

// WriteStatsCSV writes one table of the report, as WriteCSV does.
func WriteStatsCSV(w io.Writer, s *figures.Stats, name string, form CSVForm) error {
	for _, l := range statsLists {
		if l.name == name {
			return WriteCSV(w, l.rows(s), form)
		}
	}
	return fmt.Errorf("there is no table %q", name)
}

// Rows of CSV that are no lists in the report.

type fileRow struct {
	Name         string  `json:"name"`
	Format       string  `json:"format"`
	Frames       int64   `json:"frames"`
	First        string  `json:"first"`
	Last         string  `json:"last"`
	Duration     float64 `json:"duration"`
	Local        bool    `json:"local"`
	Active       float64 `json:"active"`
	DamageCount  int64   `json:"damage_count"`
	DamageOffset *int64  `json:"damage_offset"`
	DamageFrame  *int64  `json:"damage_frame"`
	DamageText   string  `json:"damage_text"`
}

func fileRows(files []figures.File) []fileRow {
	rows := make([]fileRow, len(files))
	for i := range files {
		f := &files[i]
		rows[i] = fileRow{
			Name: f.Name, Format: f.Format, Frames: f.Frames, First: f.First, Last: f.Last,
			Duration: f.Duration, Local: f.Local, Active: f.Active, DamageCount: f.DamageCount,
		}
		if d := f.Damage; d != nil {
			rows[i].DamageOffset, rows[i].DamageFrame, rows[i].DamageText = &d.Offset, &d.Frame, d.Text
		}
	}
	return rows
}

type missingRow struct {
	Opcode string `json:"opcode"`
	Name   string `json:"name"`
	figures.MissingCopy
}

func missingRows(relays []figures.Relay) (rows []missingRow) {
	for i := range relays {
		for _, m := range relays[i].First {
			rows = append(rows, missingRow{relays[i].Opcode, relays[i].Name, m})
		}
	}
	return rows
}

type stepRow struct {
	File   string `json:"file"`
	Client string `json:"client"`
	Name   string `json:"name"`
	figures.Step
}

func stepRows(joins []figures.Join) (rows []stepRow) {
	for _, j := range joins {
		for _, s := range j.Steps {
			rows = append(rows, stepRow{j.File, j.Client, j.Name, s})
		}
	}
	return rows
}

type subjectRow struct {
	Code string `json:"code"`
	figures.Subject
}

func subjectRows(notes []figures.Note) (rows []subjectRow) {
	for i := range notes {
		for _, x := range notes[i].About {
			rows = append(rows, subjectRow{notes[i].Code, x})
		}
	}
	return rows
}

type accountRow struct {
	Account string        `json:"account"`
	Bytes   int64         `json:"bytes"`
	Query   figures.Query `json:"query"`
}

// accountRows are the accounts of the ledger. Their queries are formulas.
func accountRows(b *figures.Bytes) (rows []accountRow) {
	for _, a := range accounts(b) {
		rows = append(rows, accountRow{a.key, a.bytes, figures.Query(b.Queries[a.key])})
	}
	return rows
}

// shareRow is what one opcode, or type of transport message, took of a step.
type shareRow struct {
	T string `json:"t"`
	figures.Split
	Proto string `json:"proto"`
	What  string `json:"what"`
	Bytes int64  `json:"bytes"`
}

func shareRows(buckets []figures.Bucket) (rows []shareRow) {
	for i := range buckets {
		b := &buckets[i]
		for _, what := range slices.Sorted(maps.Keys(b.ByOpcode)) {
			rows = append(rows, shareRow{b.T, b.Split, b.Proto, what, b.ByOpcode[what]})
		}
	}
	return rows
}
