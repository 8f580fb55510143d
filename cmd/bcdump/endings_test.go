package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// jsonOf reads what a command writes as JSON, the first line of it.
func jsonOf[T any](t *testing.T, args ...string) (x T) {
	t.Helper()
	out, _ := screenOf(append([]string{args[0], "-o", "json"}, args[1:]...)...)
	if line, _, _ := strings.Cut(out, "\n"); line != "" {
		must.Do(t, json.Unmarshal([]byte(line), &x))
	}
	return x
}

// endings lists, for each command, how the connections of a capture ended, by client and frame.
func compareEndings(t *testing.T, path string) (told []figures.Story) {
	t.Helper()
	out, _ := screenOf(path, "-o", "json")
	var o figures.CaptureOverview
	must.Do(t, json.Unmarshal([]byte(out), &o))
	judged := jsonOf[figures.Check](t, "check", path)
	return endingsAgree(t, path, &o, &judged)
}

func endingsAgree(t *testing.T, path string, o *figures.CaptureOverview, judged *figures.Check) (told []figures.Story) {
	t.Helper()
	want := map[string]figures.Ending{}
	for _, p := range jsonOf[figures.Match](t, "match", path).Presence {
		want[fmt.Sprint(p.Client, " ", p.EndFrame)] = p.Ending
	}
	compare := func(command string, all []figures.Story) {
		n := 0
		for _, s := range all {
			end, ok := want[fmt.Sprint(s.Client, " ", s.Frame)]
			if !ok || s.Outcome != end.End || s.Text != end.Sentence() || !strings.HasSuffix(end.Sentence(), end.EndText) {
				t.Errorf("%s: %s says %+v, match %+v", path, command, s, end)
			}
			n++
		}
		for key, end := range want {
			if end.Notable() {
				n--
			} else if end.End == figures.EndUnknown {
				t.Errorf("%s: %s %+v is not told", path, key, end)
			}
		}
		if n != 0 {
			t.Errorf("%s: %s tells %d more endings than match", path, command, n)
		}
	}
	told = judged.Files[0].Ended
	compare("check", told)
	compare("why", jsonOf[figures.Stories](t, "why", path).Connections)
	compare("the overview", o.Ended)
	for _, c := range jsonOf[figures.Files](t, "files", path).Clients {
		if end := want[fmt.Sprint(c.Client, " ", c.EndFrame)]; end != c.Ending {
			t.Errorf("%s: files says %+v, match %+v", path, c.Ending, end)
		}
	}
	return told
}

// TestOverviews: the overview of every capture fits a screen of 24 lines and 80 columns, cuts nothing, and names the commands
// to go on with. An ending has the same words in every command, and check lists what is wrong as the overview does.
func TestOverviews(t *testing.T) {
	slowWithRaces(t)
	captures := must.Get(filepath.Glob("../../testdata/pcaps/*"))(t)
	if outside.Set() {
		captures = append(captures, outside.Captures(t)...)
	}
	shown, listed := 0, 0
	for i, path := range captures {
		if strings.HasSuffix(path, ".golden") || i%heavy.Scale(3, 1) != 0 {
			continue
		}
		text, _ := screenOf(path)
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if text == "" {
			continue // no capture
		}
		shown++
		if len(lines) > 24 || !strings.Contains(text, "\nNEXT\n bcdump ") {
			t.Errorf("%s: %d lines:\n%s", path, len(lines), text)
		}
		for _, line := range lines {
			if strings.Contains(line, "…") {
				t.Errorf("%s: %q is cut", path, line)
			}
			if terminal.Width(line) > 80 && !strings.HasPrefix(line, " bcdump ") { // a command has the path that it was given
				t.Errorf("%s: %q has %d columns", path, line, terminal.Width(line))
			}
		}
		out, _ := screenOf(path, "-o", "json")
		var o figures.CaptureOverview
		must.Do(t, json.Unmarshal([]byte(out), &o))
		judged := jsonOf[figures.Check](t, "check", path)
		if !strings.Contains(text, "NO GAME TRAFFIC") {
			endingsAgree(t, path, &o, &judged)
		}
		listed += causesAgree(t, path, &o, &judged.Files[0])
	}
	if shown < heavy.Scale(15, 50) || listed < heavy.Scale(5, 30) {
		t.Errorf("only %d captures have an overview, with %d causes", shown, listed)
	}
}

// TestTroublesAreTold: whatever goes wrong for a player, every command that is asked tells it in the same words, and a
// kick hides behind no sound capture and is no fault.
func TestTroublesAreTold(t *testing.T) {
	slowWithRaces(t)
	for trouble, want := range map[string]string{
		"kick": "kicked", "timeout@30s": "timed out: silent for ",
		"files":   "refused: his scripts/ships/Akira.pyc differs (0xCCD32425, others 0xCCD37170)",
		"files@0": "refused: his scripts/App.pyc differs (0x", "files@FF": "refused: his Scripts/Multiplayer/MissionMenusShared.pyc differs (0x86CE26DA, others 0x86CE738F)",
		"file-missing": "refused: his scripts/ships/Akira.pyc is missing (others 0xCCD37170)",
		"file-extra":   "refused: his scripts/ships/Zephyr.pyc is extra (0x5A5A1234)",
		"file-kick":    "kicked: his scripts/ships/Akira.pyc differs (0xCCD32425, others 0xCCD37170)",
		"version":      "refused: his version of the game differs (0x7E0CE216, others 0x7E0CE243)",
		"password":     "refused: wrong password", "full": "refused: no free player slot",
		"silent-host":   "stuck: after connect the host does not answer",
		"silent-client": "stuck: after checksum request 2 the client does not answer",
		"lost-fragment": "stuck: after checksum request 2 the client does not answer (part 2 of 3 of its answer is missing)",
	} {
		if !heavy.On() && slices.Contains([]string{"files@0", "file-missing", "file-extra", "full", "silent-client"}, trouble) {
			continue // others are of their kind
		}
		path := filepath.Join(t.TempDir(), "trouble.pcap")
		if out, status := screenOf("synth", "--players", "3", "--minutes", "1.2", "--seed", "7", "--timeout", "20s", "--trouble", trouble+":3", "-w", path); status != exitOK {
			t.Fatal(trouble, out)
		}
		told := compareEndings(t, path)
		if len(told) != 1 {
			t.Errorf("%s: %d endings: %+v", trouble, len(told), told)
			continue
		}
		flat := func(args ...string) string {
			out, _ := screenAt(false, append(args, path)...)
			return strings.Join(strings.Fields(out), " ")
		}
		overview := flat()
		if !strings.Contains(overview, "HOW PLAYERS LEFT "+told[0].Player+" "+told[0].Text) || strings.Contains(overview, "NOTHING FOUND") {
			t.Errorf("%s: %s", trouble, overview)
		}
		if trouble == "kick" && (!strings.Contains(overview, "NO JUDGED RULE IS BROKEN") || strings.Contains(overview, " ! ")) {
			t.Errorf("a kick is a fault: %s", overview)
		}
		texts := map[string]string{"check": flat("check"), "why": flat("why"), "match": flat("match", "--width", "300", "--only", "presence")}
		if !strings.Contains(trouble, "password") && !strings.Contains(trouble, "full") && trouble != "silent-host" { // who have no name and no answers
			texts["files"] = flat("files", "--width", "300", "--only", "clients")
		}
		for command, text := range texts {
			words := want
			if command == "check" || command == "why" {
				words = told[0].Text
			}
			if !strings.Contains(text, words) {
				t.Errorf("%s: %s does not say %q: %s", trouble, command, words, text)
			}
		}
		if verb, rest, _ := strings.Cut(want, ": "); !strings.Contains(told[0].Text, verb) || !strings.Contains(told[0].Text, rest) {
			t.Errorf("%s: %q, want %q", trouble, told[0].Text, want)
		}
	}
}

// TestRefusedAndLetIn: who is refused and comes back is told of once, and is a player.
func TestRefusedAndLetIn(t *testing.T) {
	slowWithRaces(t)
	path := filepath.Join(t.TempDir(), "back.pcap")
	if out, status := screenOf("synth", "--players", "3", "--minutes", "1", "--seed", "7", "--trouble", "files:2", "--trouble", "return:2", "-w", path); status != exitOK {
		t.Fatal(out)
	}
	if told := compareEndings(t, path); len(told) != 1 || told[0].Outcome != figures.EndRefused || told[0].Player != "Ace" {
		t.Errorf("%+v", told)
	}
	if out, _ := screenOf(path); !strings.Contains(out, " Ace was refused: his ") || !strings.Contains(strings.Split(out, "HOW")[0], "Ace") || strings.Contains(out, "never joined") {
		t.Error(out)
	}
	if all := jsonOf[figures.Story](t, "why", "Ace", path); all.Outcome != figures.EndRefused {
		t.Errorf("%+v", all)
	}
}

// causeLine is one of what is wrong, as check lists it.
var causeLine = regexp.MustCompile(`(?m)^ {1,3}(\d+)  ([a-z0-9-]+)  .*?([\d,]+) of ([\d,]+)(?:, \d+ in the baseline)?, frame`)

// causesAgree: the same causes in the same order, and each broken rule is there with the count of its verdict.
func causesAgree(t *testing.T, path string, o *figures.CaptureOverview, f *figures.CheckFile) (listed int) {
	t.Helper()
	number := func(text string) int64 {
		return must.Get(strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64))(t)
	}
	rows := causeLine.FindAllStringSubmatch(first(screenOf("check", "--width", "300", path)), -1)
	if len(rows) != len(o.Causes) || len(f.Causes) != len(rows) {
		t.Errorf("%s: %d causes, check has %d and lists %d", path, len(o.Causes), len(f.Causes), len(rows))
		return 0
	}
	told := map[string]bool{}
	for i, c := range o.Causes {
		row := rows[i]
		if number(row[1]) != int64(i+1) || row[2] != c.ID || f.Causes[i].ID != c.ID || f.Causes[i].Side != c.Side || number(row[3]) != c.Instances {
			t.Errorf("%s: cause %d is %s, check has %s: %q", path, i+1, c.ID, f.Causes[i].ID, row[0])
		}
		told[c.Side+c.Root] = true
		for _, x := range c.Explains {
			told["server"+x.Finding], told["client"+x.Finding] = true, true
		}
		for _, r := range f.Rules {
			if r.ID == c.Root && r.Judges == c.Side && number(row[4]) != r.Instances {
				t.Errorf("%s: %q, the rule has %d instances", path, row[0], r.Instances)
			}
		}
	}
	for _, r := range f.Rules {
		if r.Verdict == figures.Failed && r.Severity != "info" && !told[r.Judges+r.ID] {
			t.Errorf("%s: %s of the %s is broken and in no cause", path, r.ID, r.Judges)
		}
	}
	return len(rows)
}

// TestDeaths: a death has the same words in match, why and the page.
func TestDeaths(t *testing.T) {
	slowWithRaces(t)
	path := filepath.Join(t.TempDir(), "deaths.pcap")
	if out, status := screenOf("synth", "--players", "4", "--minutes", "1.5", "--seed", "5", "--teams", "--trouble", "self-destruct@25s:1", "--trouble", "collision@40s:2", "-w", path); status != exitOK {
		t.Fatal(out)
	}
	kills := jsonOf[figures.Match](t, "match", path).Kills
	ships := jsonOf[figures.Stories](t, "why", path).Ships
	replay := jsonOf[struct{ Log []figures.ReplayLine }](t, "report", path)
	table := strings.Split(first(screenOf("match", "--only", "kills", "--width", "200", path)), "\n")
	if len(kills) < 4 || len(ships) != len(kills) {
		t.Fatal(len(kills), len(ships))
	}
	kinds := map[string]bool{}
	for i, k := range kills {
		kinds[k.Cause] = true
		want := "exploded: " + k.How()
		if ships[i].Text != want {
			t.Errorf("why says %q, match %q", ships[i].Text, want)
		}
		if !slices.ContainsFunc(replay.Log, func(l figures.ReplayLine) bool { return l.Frame == k.Frame && strings.HasSuffix(l.Text, " "+want) }) {
			t.Errorf("the page does not say %q", want)
		}
		if !slices.ContainsFunc(table, func(row string) bool {
			return strings.HasSuffix(strings.TrimSpace(row), fmt.Sprint(k.Frame)) && strings.Contains(row, "  "+k.With()+" ")
		}) {
			t.Errorf("match does not say %q of frame %d: %q", k.With(), k.Frame, table)
		}
	}
	if !kinds["weapon"] || !kinds["self_destruct"] || !kinds["collision"] {
		t.Errorf("%v", kinds)
	}
}

func first(text string, _ int) string { return text }
