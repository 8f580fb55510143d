package reference_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"bcdump/decode/ship"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/reference"
	"bcdump/report/terminal"
)

// tableOf gives what write prints.
func tableOf(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b))
	return b.String()
}

// TestTablesFit looks at every table that there is, in several widths: no line is longer, none
// ends with blanks.
func TestTablesFit(t *testing.T) {
	for _, width := range []int{0, 60, 80, 100, 200}[:heavy.Scale(2, 5)] {
		for line := range strings.Lines(allTables(t, width)) {
			if strings.TrimRight(line, " \n")+"\n" != line {
				t.Fatalf("blanks at the end of %q", line)
			}
			if n := terminal.Width(strings.TrimSuffix(line, "\n")); width > 0 && n > width {
				t.Errorf("%d columns in %d: %s", n, width, line)
			}
		}
	}
}

func allTables(t *testing.T, width int) string {
	all := tableOf(t, func(w io.Writer) error { return reference.WriteOpcodes(w, reference.Opcodes(), width) })
	for _, o := range reference.Opcodes() {
		all += tableOf(t, func(w io.Writer) error { return reference.WriteOpcode(w, o, width) })
	}
	all += tableOf(t, func(w io.Writer) error { return reference.WriteEntityMessages(w, reference.EntityMessages(), width) })
	for _, o := range reference.EntityMessages() {
		all += tableOf(t, func(w io.Writer) error { return reference.WriteOpcode(w, o, width) })
	}
	ships := reference.Ships(ship.Stock())
	all += tableOf(t, func(w io.Writer) error { return reference.WriteShips(w, ships, width) })
	for _, s := range ships {
		all += tableOf(t, func(w io.Writer) error { return reference.WriteShip(w, s, width) })
	}
	return all
}
