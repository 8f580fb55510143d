package reassembly

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode/transport"
	"bcdump/internal/must"
)

// TestTalks plays testdata/talks.txt.
func TestTalks(t *testing.T) {
	text := string(must.Get(os.ReadFile(filepath.Join("testdata", "talks.txt")))(t))
	talks := strings.Split(regexp.MustCompile(`(?m)^#.*\n|  # .*$`).ReplaceAllString(text, ""), "== ")[1:]
	for _, talk := range talks {
		name, lines, _ := strings.Cut(talk, "\n")
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			for line := range strings.Lines(strings.TrimSpace(lines)) {
				said, want, _ := strings.Cut(strings.TrimSpace(line), "->")
				if got := r.says(strings.TrimSpace(said)); got != strings.TrimSpace(want) {
					t.Errorf("%s: %q", line, got)
				}
			}
		})
	}
	if len(talks) < 50 {
		t.Errorf("%d talks", len(talks))
	}
}

// says sends what a line tells: a word, who, a type or numbers, and the payload; it gives the verdict, "" if there is nothing
// to say.
func (r *rig) says(line string) string {
	r.t.Helper()
	if line == "-" {
		return r.flush()
	}
	next := func() (word string) {
		word, line, _ = strings.Cut(line, " ")
		return word
	}
	what, who := next(), next()
	flow := map[byte]func(int) Flow{'c': client, 'h': host}[who[0]](int(who[1] - '0'))
	typ, n := transport.Ack, [3]int{}
	if what == "control" || what == "short" {
		typ = map[string]transport.Type{
			"PeerInfo": transport.PeerInfo, "Connect": transport.Connect, "Boot": transport.Boot,
			"Disconnect": transport.Disconnect, "OldDisconnect": transport.OldDisconnect,
		}[next()]
	}
	for i := range map[string]int{"data": 1, "control": 1, "part": 3, "ack": 1, "acklow": 1, "ackpart": 2, "ackpartlow": 2, "connect": 1, "run": 2}[what] {
		n[i] = must.Get(strconv.Atoi(next()))(r.t)
	}
	payload := must.Get(strconv.Unquote(`"` + line + `"`))(r.t)
	m := transport.Message{Type: typ, HasSeq: true, Seq: uint16(n[0]), FragmentIndex: uint8(n[1])}
	switch what {
	case "data":
		m = transport.NewData(true, m.Seq)
	case "control":
		m = transport.NewControl(typ, m.Seq)
	case "part":
		m = newPart(n[0], n[1], n[2])
	case "ack":
	case "acklow":
		m.AckFlags = transport.AckLowChannel
	case "ackpart":
		m.AckFlags = transport.AckFragment
	case "ackpartlow":
		m.AckFlags = transport.AckFragment | transport.AckLowChannel
	case "connect":
		m, payload = transport.NewControl(transport.Connect, 0), request(uint32(n[0]))
	case "run":
		r.run(flow, n[0], n[1])
		return ""
	case "unreliable":
		m = transport.NewData(false, 0)
	case "suspect": // a part without a number
		m = transport.NewFragment(0, 0, 2)
		m.HasSeq, m.FlagsLen = false, m.FlagsLen&0x7FFF
	case "keepalive":
		m = transport.Message{Type: transport.Keepalive}
	case "short":
		m = transport.Message{Type: typ, OneByteLength: true}
	default:
		r.t.Fatalf("what is %q?", what)
	}
	if got := verdict(r.observe(flow, m, payload)); got != "new" {
		return got
	}
	return ""
}
