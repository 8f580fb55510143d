package main

import (
	"bytes"
	"strings"
	"testing"

	"bcdump/report/terminal"
)

// answer runs a command line whose words are apart by blanks; "@" stands for the folder of the corpus.
func answer(line string) (status int, out, wrong string) {
	var shown, said bytes.Buffer
	words := strings.Fields(strings.ReplaceAll(line, "@", "../../testdata/pcaps/"))
	status = run(words, streams{in: strings.NewReader(""), out: &shown, err: terminal.NewWriter(&said), width: 80})
	return status, shown.String(), said.String()
}

// TestAnswers: what people asked of single commands and could not see.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct{ line, has, lacks string }{
		{"check --all @session-small.pcap", "transport-walk-exact             host     always, 1,304 of 1,304", ""},
		{"check @session-small.pcap", "NOT JUDGED", "KEPT"},
		{"check @entity-state.pcap", "server: 0 broken, 12 kept, 2 not judged", "join"},
		{"check @entity-state-wrong.pcap", "entity-version", "GameSpy"},
		{"stats --help", "joins, notes", "entity_"},
		{"stats --help --proto entity-state", "joins, entity_flows", ""},
		{"stats --only entity_flows @entity-state.pcap", "ENTITY FLOWS", "USAGE"},
		{"stats --only entity_flow @entity-state.pcap", "  entity_flows", ""},
		{"help filter", "bcdump help filter --proto entity-state", "entity_id"},
		{"help filter --proto entity-state", "fields.entities.vx", ""},
		{"timeline --help", "--of", "entity-state it"},
		{"timeline --help --proto=entity-state", "each player, enemy and bullet", ""},
		{"stats --only opcodes @session-small.pcap", "share of messages", ""},
		{"ships --constants", "0x801C  CT_POWERED_SUBSYSTEM", ""},
		{"ships --constants", "0x813D  CT_ENGINE_PROPERTY              engine          makes an engine", ""},
		{"ships --constants akira", "takes no CLASS", "0x8"},
		{"@entity-state.pcap", "its rules: 0 broken, 18 kept", "dialect"},
	} {
		_, out, wrong := answer(tt.line)
		if out += wrong; !strings.Contains(out, tt.has) || tt.lacks != "" && strings.Contains(out, tt.lacks) {
			t.Errorf("%s: should have %q, lack %q: %s", tt.line, tt.has, tt.lacks, out)
		}
	}
}
