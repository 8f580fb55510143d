package decode_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
)

// oddLog gives a text log that brings out the notes that only such a log has.
func oddLog(t *testing.T) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("..", "testdata", "odd-trace.log")))(t)
}

// TestTraceLogEqualsCapture writes conversations as a capture and as a text log: the
// messages are the same but for times and addresses.
func TestTraceLogEqualsCapture(t *testing.T) {
	session := must.Get(battle.Script(battle.Options{Players: 3, Duration: 15 * time.Second, Seed: 2, Loss: 0.05, Start: time.Unix(firstSecond, 0)}))(t)
	vectors := must.Get(synth.Vectors("."))(t)
	scripts := map[string]*synth.Script{
		"session":  session,
		"join":     synth.StockJoin(),
		"messages": synth.StockMessages(),
		"gamespy":  synth.StockGameSpy(),
		"vectors":  vectors,
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			fromCapture := timeless(read(t, script.Pcap(synth.Ethernet()), decode.Options{}))
			fromLog := timeless(read(t, script.TraceLog(synth.StockServer), decode.Options{}))
			if diff := cmp.Diff(fromCapture, fromLog); diff != "" {
				t.Errorf("(-capture +log)\n%s", diff)
			}
		})
	}
}

// timeless says all of records but times and addresses.
func timeless(records []*decode.Record) (list []string) {
	for _, r := range records {
		line := fmt.Sprintf("%d.%d %s %s peer %d %s/%d %q % x", r.Frame, r.Index, r.Dir, r.TypeName(), r.Peer, r.Name(), r.Header.Seq, r.Client, r.Payload)
		for _, n := range r.Diagnostics() {
			line += " " + string(n.Code)
		}
		list = append(list, strings.TrimSpace(fmt.Sprint(line, " ", r.Frames(), " copy ", r.Copy, " answers ", r.Answers.Frame, " relay ", r.Relay.Frame)))
	}
	return list
}

// TestTraceLogExample holds the example of docs/protocol/fragments.md against the log and the golden.
func TestTraceLogExample(t *testing.T) {
	var real []string
	for _, path := range []string{"trace-log-fragments.log", "golden/trace-log-fragments.txt"} {
		real = append(real, strings.Split(readFile(t, "../testdata/pcaps/"+path), "\n")...)
	}
	_, section, _ := strings.Cut(readFile(t, "../docs/protocol/fragments.md"), "## In a packet_trace.log")
	section, _, _ = strings.Cut(section, "\n## ")
	checked := 0
	for i, block := range strings.Split(section, "```") {
		if i%2 == 0 {
			continue
		}
		_, block, _ = strings.Cut(block, "\n") // the kind of block
		for line := range strings.Lines(block) {
			if line = strings.TrimSuffix(line, "\n"); line == "    .." || strings.HasPrefix(line, "$ ") || strings.Contains(line, " · packet trace log · ") {
				continue // the example of the command is run with the others
			}
			checked++
			if !slices.Contains(real, line) {
				t.Errorf("no line reads %q", line)
			}
		}
	}
	if checked < 10 {
		t.Errorf("%d lines checked", checked)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}
