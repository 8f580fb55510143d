package check_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// scene is a battle in which some rules are kept that others do not judge.
type scene struct {
	name    string
	options battle.Options
	view    view
}

// scenes are battles that keep each rule at least once.
var scenes = []scene{
	{"battle", battle.Options{Players: 4, GameSpy: 0.5}, view{}},
	{"late", battle.Options{Players: 3}, view{from: 30 * time.Second}},
	{"client", battle.Options{Players: 3, At: 2}, view{}},
	{"loss 20 %", battle.Options{Players: 3, Loss: 0.2}, view{}}, // Acks are missing for a while
	{"teams, time limit", battle.Options{Players: 4, Teams: true, TimeLimit: 1}, view{}},
	// Clients send more than 255 numbers, and something again.
	{"ten minutes", battle.Options{Players: 5, Duration: 10 * time.Minute, Loss: 0.004, Troubles: []battle.Trouble{
		{Name: "self-destruct", Player: 1, At: 20 * time.Second},
	}}, view{}},
	{"troubles", battle.Options{Players: 4, Troubles: []battle.Trouble{
		{Name: "timeout", Player: 2, At: 20 * time.Second},
		{Name: "self-destruct", Player: 1, At: 15 * time.Second}, {Name: "self-destruct", Player: 1, At: 35 * time.Second},
		{Name: "collision", Player: 3, At: 15 * time.Second}, {Name: "collision", Player: 3, At: 35 * time.Second}, {Name: "collision", Player: 3, At: 55 * time.Second},
		{Name: "late", Player: 4, At: 65 * time.Second},
	}}, view{}},
}

// unkept are rules that no battle keeps, on the side of whom they judge, and why.
var unkept = map[string]string{
	"transport-fragments-complete, server": "what the host sends in a battle fits into one message",
}

// matrix has for each rule, and each whom it judges, the captures on which it is judged.
type matrix struct {
	keys []string // rule, side
	rows map[string]map[string]*verdicts
}

// verdicts are those of one group of captures on one rule.
type verdicts struct {
	kept, broken          []string // names of captures
	instances, violations int64
}

// groups of captures, in the order of the table.
var groups = []string{"battles", "breaks", "outside"}

func (m *matrix) add(group, name string, f *figures.CheckFile) {
	for _, r := range f.Rules {
		x := m.of(r.ID+", "+r.Judges, group)
		switch r.Verdict {
		case figures.Passed:
			x.kept = append(x.kept, name)
		case figures.Failed:
			x.broken = append(x.broken, name)
		default:
			continue
		}
		x.instances, x.violations = x.instances+r.Instances, x.violations+r.Violations
	}
}

func (m *matrix) of(key, group string) *verdicts {
	if m.rows == nil {
		m.rows = map[string]map[string]*verdicts{}
	}
	if m.rows[key] == nil {
		m.keys, m.rows[key] = append(m.keys, key), map[string]*verdicts{}
	}
	if m.rows[key][group] == nil {
		m.rows[key][group] = &verdicts{}
	}
	return m.rows[key][group]
}

// String is the table.
func (m *matrix) String() string {
	var b strings.Builder
	b.WriteString("| rule, side |")
	for _, group := range groups {
		fmt.Fprintf(&b, " %s: kept, broken; violations of instances |", group)
	}
	b.WriteString("\n|---|---|---|---|\n")
	for _, key := range m.keys {
		fmt.Fprintf(&b, "| %s |", key)
		for _, group := range groups {
			x := m.of(key, group)
			fmt.Fprintf(&b, " %d, %d; %d of %d |", len(x.kept), len(x.broken), x.violations, x.instances)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestMatrix demands a battle that keeps each rule and one that breaks it, for each whom it judges. With
// -v it shows the table.
func TestMatrix(t *testing.T) {
	if !heavy.On() {
		t.Skip("what it demands takes all scenes, for minutes")
	}
	m := &matrix{}
	for i, s := range scenes {
		s.options.Seed = uint64(i + 1)
		if s.options.Duration == 0 {
			s.options.Duration = 100 * time.Second
		}
		_, content := capture(t, s.options, s.view)
		m.add("battles", s.name, judged(t, content))
	}
	for _, key := range m.keys {
		if none := len(m.of(key, "battles").kept) == 0; none != (unkept[key] != "") {
			t.Errorf("%s: it is kept in %q", key, m.of(key, "battles").kept)
		}
	}
	m.breaks(t)
	m.outside(t)
	t.Log("\n" + m.String())
}

// breaks adds a battle for each rule that breaks it.
func (m *matrix) breaks(t *testing.T) {
	for _, name := range battle.BreakNames() {
		_, content := capture(t, battle.Options{Seed: 1, Players: 2, Duration: 100 * time.Second, Breaks: []string{name}}, view{})
		m.add("breaks", name, judged(t, content))
	}
	for _, key := range m.keys {
		if len(m.of(key, "breaks").broken) == 0 {
			t.Errorf("%s: no battle breaks it", key)
		}
	}
}

// outside adds captures from elsewhere, if there are any.
func (m *matrix) outside(t *testing.T) {
	if !outside.Set() {
		return
	}
	for _, path := range outside.Captures(t) {
		c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
		f := must.Get(check.Of(path, c, check.Options{Judge: check.Both}))(t)
		_ = c.Close()
		m.add("outside", filepath.Base(path), f)
	}
}
