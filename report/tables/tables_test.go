package tables_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"bcdump/decode/ship"
	"bcdump/report/tables"
)

// tableOf gives what write prints.
func tableOf(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTablesEndClean looks at every table that there is.
func TestTablesEndClean(t *testing.T) {
	all := tableOf(t, func(w io.Writer) error { return tables.WriteOpcodes(w, tables.Opcodes()) })
	for _, o := range tables.Opcodes() {
		all += tableOf(t, func(w io.Writer) error { return tables.WriteOpcode(w, o) })
	}
	all += tableOf(t, func(w io.Writer) error { return tables.WriteEntityMessages(w, tables.EntityMessages()) })
	for _, o := range tables.EntityMessages() {
		all += tableOf(t, func(w io.Writer) error { return tables.WriteOpcode(w, o) })
	}
	ships := tables.Ships(ship.Stock())
	all += tableOf(t, func(w io.Writer) error { return tables.WriteShips(w, ships) })
	for _, s := range ships {
		all += tableOf(t, func(w io.Writer) error { return tables.WriteShip(w, s) })
	}
	for line := range strings.Lines(all) {
		if strings.TrimRight(line, " \n")+"\n" != line {
			t.Fatalf("blanks at the end of %q", line)
		}
	}
}
