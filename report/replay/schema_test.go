package replay_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"bcdump/decode/synth/battle"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
)

const docs = "../../docs/"

// schema is docs/report.schema.json, with those that it refers to.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, name := range []string{"match", "stats", "check"} {
		raw, err := os.ReadFile(docs + name + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		one, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err == nil {
			err = c.AddResource("urn:bcdump:"+name+":v1", one)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile(docs + "report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchema holds what `report -o json` prints against the schema, which is strict.
func TestSchema(t *testing.T) {
	s := schema(t)
	_, raw := recorded(t, battle.Options{Players: 5, Duration: 60 * time.Second, Seed: 8, Loss: 0.02})
	captures := map[string][]byte{"battle.pcap": raw}
	for _, name := range []string{"entity-state.pcap", "join-password.pcap", "trace-log.log", "ng-damaged.pcapng", "cut-behind-file-header.pcap", "clock-jump.pcap", "two-servers.pcap"} {
		file, err := os.ReadFile(reporttest.Corpus + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		captures[name] = file
	}
	for name, file := range captures {
		var text bytes.Buffer
		if err := render.WriteJSON(&text, replayOf(t, name, file)); err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(&text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		of := value.(map[string]any)
		of["another"] = 1
		if s.Validate(of) == nil {
			t.Errorf("%s: a key that nobody knows is accepted", name)
		}
	}
}
