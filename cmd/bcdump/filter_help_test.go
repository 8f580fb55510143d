package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/reference"
)

// TestListedFieldsCanBeFiltered tries every field that `bcdump opcodes -o json` lists.
func TestListedFieldsCanBeFiltered(t *testing.T) {
	tried := 0
	for _, proto := range []string{"bc", "entity-state"} {
		for _, o := range listedOpcodes(t, proto) {
			for _, f := range o.Fields {
				tried++
				if _, err := decode.NewFilter("fields." + f.Name); err != nil {
					t.Errorf("%s: %v", o.Name, err)
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d fields are listed", tried)
	}
}

func listedOpcodes(t *testing.T, proto string) (list []reference.Opcode) {
	t.Helper()
	var out bytes.Buffer
	if status := run([]string{"opcodes", "--proto", proto, "-o", "json"}, streams{out: &out}); status != exitOK {
		t.Fatalf("status %d", status)
	}
	must.Do(t, json.Unmarshal(out.Bytes(), &list))
	return list
}

// TestHelpNamesMessages: a field of several messages is not said to be of the first one only.
func TestHelpNamesMessages(t *testing.T) {
	help := regexp.MustCompile(" and [2-9][0-9]* others").ReplaceAllString(filterHelp(false), " and others")
	lines := strings.Split(help, "\n")
	for _, want := range []string{
		"  fields.text                  Chat, SystemChecksumFail and others",
		"  fields.object_id             StateUpdate, ObjectCreate and others",
		"  fields.has_hash              StateUpdate",
		"  fields.power.percent         StateUpdate (%)",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q", want)
		}
	}
	for line := range strings.Lines(filterHelp(false)) {
		if strings.HasPrefix(line, "  fields.") && len(line) > 81 {
			t.Errorf("too long: %q", line)
		}
	}
}
