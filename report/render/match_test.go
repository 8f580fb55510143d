package render_test

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth/battle"
	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
	"bcdump/report/render"
)

// aMatch is a battle with all that may happen to players.
func aMatch(t *testing.T) *figures.Match {
	t.Helper()
	o := battle.Options{Players: 5, Duration: 90 * time.Second, Seed: 5, Timeout: 9 * time.Second}
	_, raw := reporttest.Battle(t, o, "files:2", "return@12s:2", "timeout@20s:3", "kick@25s:4", "self-destruct@15s:1", "collision@30s:1", "silent-client@1:5")
	return matchIn(t, "battle.pcap", raw)
}

func matchIn(t *testing.T, name string, raw []byte) *figures.Match {
	t.Helper()
	return reporttest.Of(t, name, raw, match.Of, match.Options{})
}

func shownMatch(t *testing.T, m *figures.Match, o render.Options) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteMatch(&b, m, o))
	return b.String()
}

// TestMatchForms compares all forms with testdata; UPDATE=1 writes them.
func TestMatchForms(t *testing.T) {
	m := aMatch(t)
	forms := map[string]string{
		"match-80.txt":           shownMatch(t, m, render.Options{Width: 80}),
		"match-120.txt":          shownMatch(t, m, render.Options{Width: 120}),
		"match-presence-120.txt": shownMatch(t, m, render.Options{Width: 120, Only: []string{"presence"}}),
	}
	var b bytes.Buffer
	must.Do(t, render.WriteJSON(&b, m))
	forms["match.json"] = b.String()
	for _, table := range render.MatchTables() {
		forms["match-"+table+".csv"] = csvMatch(t, m, table)
	}
	for name, got := range forms {
		expected.File(t, filepath.Join("testdata", name), got)
	}
}

func csvMatch(t *testing.T, m *figures.Match, table string) string {
	t.Helper()
	var b bytes.Buffer
	write := must.Get(render.MatchCSV(&b, table, render.ForSpreadsheets))(t)
	for _, file := range []string{"a.pcap", "b.pcap"} {
		must.Do(t, write(m, file))
	}
	return b.String()
}

// TestMatchCSV: one header, and each row names its file.
func TestMatchCSV(t *testing.T) {
	m := aMatch(t)
	for table, n := range map[string]int{
		"head": len(m.Games), "players": len(m.Players), "kills": len(m.Kills), "chat": len(m.Chat), "presence": len(m.Presence),
	} {
		rows, err := csv.NewReader(strings.NewReader(csvMatch(t, m, table))).ReadAll()
		if err != nil || n == 0 || len(rows) != 1+2*n || rows[0][0] != "file" || rows[1][0] != "a.pcap" || rows[2*n][0] != "b.pcap" {
			t.Errorf("%s: %d rows of %d, %v, %q", table, len(rows), n, err, rows[0])
		}
	}
	if _, err := render.MatchCSV(&bytes.Buffer{}, "boats", render.ForPrograms); err == nil {
		t.Error("a table that is not there is taken")
	}
}

// TestMatchTop says how many rows are left out.
func TestMatchTop(t *testing.T) {
	m := aMatch(t)
	short := shownMatch(t, m, render.Options{Width: 80, Top: 1, Only: []string{"kills"}})
	if len(m.Kills) < 3 || strings.Count(short, "more rows (--top 0 shows all)") != 1 {
		t.Errorf("%d kills: %s", len(m.Kills), short)
	}
}

// The schema holds a match, and is strict: each of these changes makes it wrong.
func TestMatchSchemaRefuses(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, render.WriteJSON(&b, aMatch(t)))
	expected.SchemaOf(t, "match").Refuses(t, b.String(), [][2]string{
		{`{"v":1,`, `{"v":2,`}, {`{"v":1,`, `{"v":1,"more":1,`}, {`"certainty":"told"`, `"certainty":"sure"`}, {`"cause":"self_destruct"`, `"cause":"suicide"`},
		{`"end":"stayed"`, `"end":"gone"`}, {`"refused_for":"files"`, `"refused_for":"dirt"`}, {`"object_id":"0x`, `"object_id":"`}, {`"ships":[`, `"ships":[1,`},
		{`"killer":null`, `"killer":0`}, {`"dialect":"stock"`, `"dialect":"mod"`},
	})
}

func TestMatchDocument(t *testing.T) {
	document := string(expected.Read(t, "../../docs/reference/match.md"))
	if diff := cmp.Diff(render.MatchTables(), documented(document, "## Tables\n")); diff != "" {
		t.Errorf("tables: %s", diff)
	}
	if diff := cmp.Diff(figures.Ends(), documented(document, "## How connections end\n")); diff != "" {
		t.Errorf("ends: %s", diff)
	}
}

// TestNoMatch has captures without the game, or with too little of it.
func TestNoMatch(t *testing.T) {
	for name, want := range map[string]string{
		"entity-state.pcap":           "It holds 113 entity-state messages: see bcdump stats, bcdump timeline.",
		"cut-behind-file-header.pcap": "No match of the game in this capture.",
	} {
		m := matchIn(t, name, expected.Read(t, filepath.Join("..", "..", "testdata", "pcaps", name)))
		if got := shownMatch(t, m, render.Options{Width: 80}); !strings.Contains(got, want) || len(m.Games)+len(m.Players)+len(m.Kills) > 0 {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestGamesApart: of several games, the players of each stand together, and rows have the number.
func TestGamesApart(t *testing.T) {
	m := aMatch(t)
	m.Games = append(m.Games, m.Games[0])
	m.Games[1].Game = 2
	for i := range m.Players {
		m.Players[i].Game = 1 + i%2 // whoever is ahead
	}
	shown := shownMatch(t, m, render.Options{Width: 140})
	_, table, _ := strings.Cut(shown, "PLAYERS")
	rows := strings.Split(table, "\n")[3:]
	var numbers []string
	for _, row := range rows[:len(m.Players)] {
		numbers = append(numbers, strings.Fields(row)[1])
	}
	if !slices.IsSorted(numbers) || numbers[0] != "1" || numbers[len(numbers)-1] != "2" || !strings.Contains(shown, "game 2 · ") {
		t.Errorf("%v\n%s", numbers, shown)
	}
}
