package duckdb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/itchyny/gojq"
	duckdb "github.com/marcboeker/go-duckdb/v2"
)

const (
	root     = "../../.."
	tablesMD = root + "/docs/reference/tables.md"
	pcaps    = root + "/testdata/pcaps"
)

// asked are the captures of answers.md.
var asked = strings.Fields("session-small.pcap join-files.pcap join-full.pcap join-version.pcap match-forgets-torpedoes.pcap.gz " +
	"match-relays-nothing.pcap.gz match-rejoin.pcap match-timeout.pcap.gz entity-state.pcap")

// TestQuestions asks DuckDB what questions.sql asks, and compares each answer with answers.md
// and with what other commands of bcdump say. UPDATE=1 writes the answers.
func TestQuestions(t *testing.T) {
	const path = "testdata/answers.md"
	d, captures := read(t), []string{}
	for _, name := range asked {
		captures = append(captures, filepath.Join(pcaps, name))
	}
	var got []string
	for i, answer := range ask(t, d, captures) {
		got = append(got, "### "+d.Questions[i].Title+"\n\n"+strings.Join(answer, "\n")+"\n")
	}
	if len(d.Questions) < 10 || len(d.Questions) != len(truths) {
		t.Errorf("%d questions, %d truths", len(d.Questions), len(truths))
	}
	for table := range columnsOf(t) {
		if !slices.ContainsFunc(d.Questions, func(q Question) bool { return regexp.MustCompile(`(FROM|JOIN) ` + table + `\b`).MatchString(q.SQL) }) && table != "creations" && !strings.HasPrefix(table, "stats_") { // behind lives; numbers that stand there already
			t.Errorf("no question is about %s", table)
		}
	}
	text := strings.Join(got, "\n")
	if os.Getenv("UPDATE") != "" && !t.Failed() {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("other answers than in %s (UPDATE=1 writes these)\n%s", path, text)
	}
}

// TestQuestionsEverywhere asks the same of more captures, and of those of BCDUMP_SHARED, which are
// of real servers. Captures of damaged messages and of clocks that jump are left out: what they
// tell is another thing to each command.
func TestQuestionsEverywhere(t *testing.T) {
	if os.Getenv("BCDUMP_HEAVY") == "" {
		t.Skip("BCDUMP_HEAVY=1 asks it")
	}
	captures := found(t, pcaps, whole)
	if len(captures) < 20 {
		t.Fatalf("%d captures", len(captures))
	}
	if shared := os.Getenv("BCDUMP_SHARED"); shared != "" {
		captures = append(captures, found(t, filepath.Join(shared, "captures"), regexp.MustCompile(`[.]pcap$`))...)
	}
	for i := range 4 {
		captures = append(captures, filepath.Join(t.TempDir(), fmt.Sprintf("battle-%d.pcap", i)))
		bcdump().run(t, "synth", "--datagrams", "3000", "--seed", fmt.Sprint(i), "-w", captures[len(captures)-1])
	}
	t.Logf("%d captures", len(captures))
	ask(t, read(t), captures)
}

// whole are captures of matches, joins and both protocols without damage.
var whole = regexp.MustCompile(`^(session|match|join|entity-state|mixed|reconnect|two|stock-join|many-clients|sequence|gaps|gzip|zstd).*[.](pcap|pcapng)([.]gz|[.]zst)?$`)

func found(t *testing.T, folder string, names *regexp.Regexp) (paths []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range all {
		info, err := entry.Info()
		if err == nil && names.MatchString(entry.Name()) && info.Size() < 1<<20 { // jq takes its time
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

func read(t *testing.T) *Document {
	t.Helper()
	d, err := Read(root + "/docs/guides/questions.sql")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ask asks the questions about captures, of the tables that bcdump writes and of those of bcdump-beam, and compares
// with the truths.
func ask(t *testing.T, d *Document, captures []string) (answers [][]string) {
	t.Helper()
	p, folder := bcdump(), t.TempDir()
	p.run(t, append([]string{"export", "parquet", "-q", "-w", folder + "/bcdump"}, captures...)...)
	beam(t, captures, folder+"/beam")
	for _, by := range []string{"bcdump", "beam"} {
		db, err := Open(d.On(filepath.Join(folder, by)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		answers = make([][]string, len(d.Questions))
		for i, q := range d.Questions {
			t.Run(by+": "+q.Title, func(t *testing.T) {
				answer, err := Ask(db, q.SQL)
				if err != nil {
					t.Fatal(err)
				}
				answers[i] = answer.Markdown()
				compare(t, answer.Rows, p.truth(t, truths[q.Title], captures))
			})
		}
	}
	return answers
}

// beam writes the tables of captures on Beam, all at once in one process.
func beam(t *testing.T, captures []string, tables string) {
	t.Helper()
	folder := t.TempDir()
	for _, path := range captures {
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, filepath.Base(path)), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(filepath.Join(built, "bcdump-beam"), "--input", folder+"/*", "--output", tables).CombinedOutput()
	if err != nil {
		t.Fatalf("bcdump-beam: %v: %s", err, out)
	}
}

// program is bcdump, which says the same of a capture each time.
type program struct {
	path string
	said map[string]any
}

// built has bcdump and bcdump-beam of this source.
var built string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "bcdump")
	if err != nil {
		log.Fatal(err)
	}
	built = folder
	for _, name := range []string{"bcdump", "bcdump-beam"} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(built, name), ".")
		cmd.Dir, cmd.Env = filepath.Join(root, "cmd", name), append(os.Environ(), "CGO_ENABLED=0") // the database alone needs C
		if out, err := cmd.CombinedOutput(); err != nil {
			log.Fatalf("%v: %s", err, out)
		}
	}
	status := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		log.Print(err)
	}
	os.Exit(status)
}

func bcdump() *program { return &program{path: filepath.Join(built, "bcdump"), said: map[string]any{}} }

func (p *program) run(t *testing.T, args ...string) []byte {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command(p.path, args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if status := cmd.ProcessState.ExitCode(); err != nil && (status < 1 || status > 3) { // found something; nothing readable; damage

		t.Fatalf("bcdump %v: %v: %s", args, err, errs.Bytes())
	}
	return out
}

// truth is what commands of bcdump say, in rows: jq of a list with an object for each capture, its
// name in capture and what a command says under the name of the command. That is a list if it is
// of several lines.
type truth struct {
	commands string // "decode files"; flags follow their command
	jq       string
}

func (p *program) truth(t *testing.T, want truth, captures []string) (rows [][]any) {
	t.Helper()
	query, err := gojq.Parse(prelude + want.jq)
	if err != nil {
		t.Fatal(err)
	}
	var all []any
	for _, path := range slices.SortedFunc(slices.Values(captures), byName) {
		reports := map[string]any{"capture": filepath.Base(path)}
		for _, command := range commands(want.commands) {
			reports[command[0]] = p.report(t, command, path)
		}
		all = append(all, reports)
	}
	for found := query.Run(all); ; {
		v, ok := found.Next()
		if !ok {
			return rows
		}
		row, ok := v.([]any)
		if !ok {
			t.Fatalf("jq: %v", v)
		}
		rows = append(rows, row)
	}
}

// byName is the order of captures in the answers.
func byName(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) }

// commands are the commands with their flags.
func commands(line string) (list [][]string) {
	for word := range strings.FieldsSeq(line) {
		if strings.HasPrefix(word, "-") {
			list[len(list)-1] = append(list[len(list)-1], word)
		} else {
			list = append(list, []string{word})
		}
	}
	return list
}

// ofLines are the commands that write a line a message.
func ofLines(command []string) bool {
	return command[0] == "decode" || command[0] == "timeline" && len(command) == 1
}

// report is what a command says of a capture in JSON.
func (p *program) report(t *testing.T, command []string, path string) any {
	t.Helper()
	args := append(slices.Clone(command), "-q", "-o", "json", path)
	key := strings.Join(args, " ")
	if said, ok := p.said[key]; ok {
		return said
	}
	var lines []any
	for d := json.NewDecoder(bytes.NewReader(p.run(t, args...))); d.More(); {
		var line any
		if err := d.Decode(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	switch {
	case ofLines(command):
		p.said[key] = lines
	case len(lines) > 0: // nothing is said of what is no capture
		p.said[key] = lines[0]
	}
	return p.said[key]
}

// compare wants the same rows in the same order.
func compare(t *testing.T, got, want [][]any) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Errorf("%d rows, expected %d", len(got), len(want))
	}
	wrong := 0
	for i := range min(len(got), len(want)) {
		for j := range max(len(got[i]), len(want[i])) {
			if j >= len(got[i]) || j >= len(want[i]) || !equal(got[i][j], want[i][j]) {
				if wrong++; wrong <= 5 {
					t.Errorf("row %d: DuckDB says %v, bcdump %v", i, texts(got[i]), want[i])
				}
				break
			}
		}
	}
}

// equal holds a value of DuckDB against one of JSON.
func equal(got, want any) bool {
	if n, ok := number(want); ok {
		g, ok := number(got)
		return ok && math.Abs(g-n) <= 1e-9*max(1, math.Abs(n))
	}
	if want == nil {
		return got == nil
	}
	if at, ok := got.(time.Time); ok {
		w, err := time.Parse(time.RFC3339Nano, fmt.Sprint(want))
		return err == nil && at.Equal(w)
	}
	return Text(got) == fmt.Sprint(want)
}

// number is a number of either side as a float64; the numbers here are small enough for that.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case nil, string, bool, time.Time, []any:
		return 0, false
	case *big.Int:
		f, _ := new(big.Float).SetInt(v).Float64()
		return f, true
	case duckdb.Decimal:
		return v.Float64(), true
	case float64:
		return v, true
	}
	var f float64
	_, err := fmt.Sscan(fmt.Sprint(v), &f)
	return f, err == nil
}

func texts(row []any) (out []string) {
	for _, v := range row {
		out = append(out, Text(v))
	}
	return out
}
