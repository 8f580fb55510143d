package replay_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/internal/expected"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
)

// TestSchema holds what `report -o json` prints against the schema, which is strict.
func TestSchema(t *testing.T) {
	s := expected.SchemaOf(t, "report")
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
		s.Refuses(t, text.String(), [][2]string{{"{", `{"another":1,`}})
	}
}
