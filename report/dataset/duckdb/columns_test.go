package duckdb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// typesOf are the types that DuckDB has for those of the document.
var typesOf = map[string]string{
	"boolean": "BOOLEAN", "text": "VARCHAR", "f32": "FLOAT", "f64": "DOUBLE", "i32": "INTEGER", "i64": "BIGINT",
	"u8": "UTINYINT", "u16": "USMALLINT", "u32": "UINTEGER", "timestamp": "TIMESTAMP WITH TIME ZONE", "map of text to i64": "MAP(VARCHAR, BIGINT)",
}

// TestColumns: DuckDB sees the columns that the document lists, in their order and with their types.
func TestColumns(t *testing.T) {
	folder := exported(t, bcdump(), "session-small.pcap")
	documented, columns := columnsOf(t), 0
	if len(documented) < 15 {
		t.Errorf("%d tables", len(documented))
	}
	db, err := Open("")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for table, want := range documented {
		answer, err := Ask(db, "DESCRIBE FROM '"+folder+"/"+table+"/*/*.parquet'")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range answer.Rows {
			if row[0] != "capture" && !strings.HasPrefix(Text(row[1]), "STRUCT") {
				got = append(got, Text(row[0])+" "+Text(row[1]))
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: DuckDB sees\n%s\nthe document says\n%s", table, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		columns += len(got)
	}
	t.Logf("%d columns of %d tables", columns, len(documented))
}

// columnsOf are the columns by table as the document has them, with DuckDB's types. Lists of
// structs are left out.
func columnsOf(t *testing.T) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile(tablesMD)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(raw), "<!-- generated: columns -->")
	text, _, _ = strings.Cut(text, "<!-- end -->")
	tables, table := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			table = strings.TrimSpace(name)
		}
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.Contains(cells[1], "`") || strings.Contains(cells[1], "[]") {
			continue
		}
		name, kind := strings.Trim(cells[1], " `"), strings.TrimSpace(cells[2])
		if element, ok := strings.CutPrefix(kind, "list of "); ok && element != "structs" {
			tables[table] = append(tables[table], name+" "+typesOf[element]+"[]")
		} else if !ok {
			tables[table] = append(tables[table], name+" "+typesOf[kind])
		}
	}
	return tables
}

// exported are the tables of captures of testdata/pcaps.
func exported(t *testing.T, p *program, captures ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "tables")
	args := []string{"export", "parquet", "-q", "--stats", "-w", folder}
	for _, name := range captures {
		args = append(args, filepath.Join(pcaps, name))
	}
	p.run(t, args...)
	return folder
}

// neverZero are columns of numbers that are null or more than zero.
var neverZero = map[string]bool{
	"client": true, "copy": true, "answers_frame": true, "answers_copies": true, "relay_frame": true,
	"entered_frame": true, "outcome_frame": true, "boot": true, "killer_id": true, "other_id": true, "shot_frame": true,
}

// TestNulls: what a capture does not tell is null, and neither 0 nor "". The captures are short
// ones in which the library that writes the files took one for the other.
func TestNulls(t *testing.T) {
	folder := exported(t, bcdump(), "reconnect.pcap", "udp-empty.pcap", "zstd-cut.pcap.zst", "trace-log-odd.log", "session-small.pcap", "many-clients.pcap.gz")
	db, err := Open("")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	checked := 0
	for table, columns := range columnsOf(t) {
		files := "'" + folder + "/" + table + "/*/*.parquet'"
		optional, err := Ask(db, "SELECT DISTINCT name, type FROM parquet_schema("+files+") WHERE repetition_type = 'OPTIONAL'")
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range optional.Rows {
			name, wrong := Text(column[0]), "0"
			if column[1] == "BYTE_ARRAY" {
				wrong = "''"
			} else if !neverZero[name] {
				continue
			}
			if !slices.ContainsFunc(columns, func(c string) bool { return strings.HasPrefix(c, name+" ") }) {
				continue // it is of a list
			}
			checked++
			found, err := Ask(db, `SELECT capture, count(*) FROM `+files+` WHERE "`+name+`" = `+wrong+` GROUP BY capture`)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range found.Rows {
				t.Errorf("%s.%s is %s and not null in %v rows of %v", table, name, wrong, row[1], row[0])
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d columns", checked)
	}
}

// TestViews: the statements beside the tables make a view of each, in which a ship's rows say who they are for.
func TestViews(t *testing.T) {
	folder := exported(t, bcdump(), "session-small.pcap")
	documented := columnsOf(t)
	t.Chdir(folder)
	statements, err := os.ReadFile("views.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := Open(string(statements))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for table := range documented {
		if _, err := Ask(db, "SELECT count(*) FROM "+table); err != nil {
			t.Errorf("%s: %v", table, err)
		}
	}
	for _, table := range []string{"subsystems", "state_updates", "creations", "weapons", "events"} {
		answer, err := Ask(db, "SELECT count(*) FILTER (dir = 'S>C' AND receiver = player) > 0, count(*) FILTER (dir = 'C>S' AND receiver IS NOT NULL) FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		if got := Text(answer.Rows[0][0]) + " " + Text(answer.Rows[0][1]); got != "true 0" {
			t.Errorf("%s: %s", table, got)
		}
	}
}
