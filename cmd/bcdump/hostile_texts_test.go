package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/printable"
	"bcdump/report/render"
	"bcdump/report/stats/tables"
	"bcdump/report/terminal"
)

// hostileName is one for files.
const hostileName = "=na\x1b[41mme\nFORGED\r\u009b\u202e\x7f"

// fill puts hostile texts into all text fields of m, a different one into each.
func (h *hostileGame) fill(m wire.Message, bools bool) wire.Message {
	return hostile.Filler{Bools: bools, Text: h.text}.Fill(m)
}

func (h *hostileGame) text(wide bool) string {
	h.texts++
	if wide {
		return hostile.Texts[h.texts%len(hostile.Texts)]
	}
	return hostile.Texts[h.texts%hostile.Narrow]
}

// hostileGame is a game in which all texts are hostile.
type hostileGame struct {
	*synth.Script
	texts int
	seq   uint16
	sent  map[string]int // of captures, by name
	// created and updated are the first ship of a capture, as messages.
	created, updated []byte
}

// mostAlike is how many messages of a name are taken of captures: most are alike.
var mostAlike = heavy.Scale(40, 60)

// newHostileGame sends again what captures hold, then one of each message.
func newHostileGame(t *testing.T) *hostileGame {
	t.Helper()
	h := &hostileGame{Script: &synth.Script{Start: time.Date(2026, 2, 14, 22, 0, 0, 0, time.UTC)}, sent: map[string]int{}}
	vectors := must.Get(synth.Vectors("../../decode"))(t)
	for i, data := range [][]byte{vectors.Pcap(synth.Ethernet()), read(t, "session-small.pcap"), read(t, "entity-state.pcap")} {
		for r := range must.Get(decode.Open("game", bytes.NewReader(data), decode.Options{}))(t).Records() {
			h.again(time.Duration(i)*time.Hour, r)
		}
	}
	h.each()
	if h.texts < 200 || h.created == nil || h.updated == nil {
		t.Fatalf("%d texts, creation %x, update %x", h.texts, h.created, h.updated)
	}
	for i, text := range hostile.Texts {
		h.names(byte(i), text)
	}
	return h
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "pcaps", name)))(t)
}

// again sends a record with hostile texts.
func (h *hostileGame) again(at time.Duration, r *decode.Record) {
	at += time.Duration(len(h.Sent)) * time.Millisecond
	c := r.Content()
	h.sent[r.Name()]++
	if c.Message == nil || !c.Complete() || r.Part() || r.Lost() || h.sent[r.Name()] > mostAlike {
		return
	}
	if r.Proto == decode.EntityState {
		kind, _ := r.Opcode()
		h.Raw(at, r.Src, r.Dst, entitystate.Append(nil, kind, h.fill(c.Message, false)))
		return
	}
	payload := wire.Append(nil, h.fill(c.Message, false))
	header := *r.Header
	h.remember(r)
	if opcode, ok := r.Opcode(); ok {
		payload = append([]byte{opcode}, payload...)
		h.seq++
		header = transport.NewData(true, h.seq)
	}
	h.Game(at, r.Src, r.Dst, synth.Datagram(r.Peer, header.Append(nil, payload)))
}

// remember keeps the first ship whose creation and update are there.
func (h *hostileGame) remember(r *decode.Record) {
	switch m := r.Content().Message.(type) {
	case *message.ObjectCreate:
		if h.updated == nil && m.ClassID == message.ClassShip {
			h.created = bytes.Clone(r.Payload)
		}
	case *message.StateUpdate:
		if created := message.Decode(h.created); h.updated == nil && h.created != nil && created.Message.(*message.ObjectCreate).ObjectID == m.ObjectID {
			h.updated = bytes.Clone(r.Payload)
		}
	}
}

// names sends a ship whose name in its creation is hostile, and on another server a player
// whose name is.
func (h *hostileGame) names(i byte, text string) {
	server, other := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 1, i, 1}), 22101), netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 2, i, 1}), 22101)
	at := 7 * time.Hour
	created := message.Decode(h.created)
	m := created.Message.(*message.ObjectCreate)
	m.ObjectName = hostile.Latin1(text)
	h.Game(at, server, hostileClient, synth.Datagram(synth.Host, synth.Reliable(1, message.Append(nil, h.created[0], m))))
	h.Game(at, server, hostileClient, synth.Datagram(synth.Host, synth.Unreliable(h.updated)))
	player := &transport.Peer{PeerID: synth.Client, Name: wire.NewWideText(strings.ReplaceAll(text, "\x00", ""))}
	h.Game(at, hostileClient, other, synth.Datagram(synth.NoPeer, synth.Control(transport.PeerInfo, 0, player)))
	h.Game(at, hostileClient, other, synth.Datagram(synth.Client, synth.Reliable(1, synth.Chat(2, text))))
}

var (
	hostileServer = netip.MustParseAddrPort("10.0.0.1:22101")
	hostileClient = netip.MustParseAddrPort("10.0.0.2:1024")
)

// each sends one of every message, both ways.
func (h *hostileGame) each() {
	send := func(from, to netip.AddrPort, peer uint8, m []byte) {
		h.Game(4*time.Hour+time.Duration(len(h.Sent))*time.Millisecond, from, to, synth.Datagram(peer, m))
	}
	for _, kind := range []transport.Type{transport.PeerInfo, transport.Connect, transport.Boot, transport.Disconnect} {
		for _, p := range transport.ControlPayloads() {
			m := p.Message
			send(hostileClient, hostileServer, synth.NoPeer, synth.Control(kind, 0, h.fill(m, true)))
			send(hostileServer, hostileClient, synth.Host, synth.Control(kind, 0, h.fill(m, true)))
		}
	}
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		h.seq++
		send(hostileClient, hostileServer, synth.Client, synth.Reliable(h.seq, synth.Game(spec.Opcode, h.fill(spec.New(), true))))
		send(hostileServer, hostileClient, synth.Host, synth.Reliable(h.seq, synth.Game(spec.Opcode, h.fill(spec.New(), true))))
	}
	for _, text := range hostile.Texts {
		h.Text(5*time.Hour, hostileServer, hostileClient, `\hostname\`+text+`\`+text+`\x\final\`)
	}
	for _, spec := range entitystate.Table() {
		m := entitystate.Append(nil, spec.Type, h.fill(spec.New(), true))
		h.Raw(6*time.Hour, netip.MustParseAddrPort("10.0.0.9:4242"), netip.MustParseAddrPort("10.0.0.8:1024"), m)
	}
}

// ran is what a command line gave.
type ran struct {
	args     []string
	out, err []byte
	status   int
}

func runHostile(width int, args ...string) ran {
	var out, err bytes.Buffer
	status := run(args, streams{out: &out, err: terminal.NewWriter(&err), width: width})
	return ran{args, out.Bytes(), err.Bytes(), status}
}

// colours are the sequences of the palette, which are none of those in hostile.Texts.
var colours = regexp.MustCompile(`\x1b\[(0|1|2|22|3[1236])m`)

// checkText demands lines that a terminal shows as they are.
func (r *ran) checkText(t *testing.T, text []byte) {
	t.Helper()
	r.demand(t, hostile.CheckText(colours.ReplaceAll(text, nil)))
}

func (r *ran) demand(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%q: %v", r.args, err)
	}
}

// check looks at both streams of a command.
func (r *ran) check(t *testing.T) {
	t.Helper()
	r.checkText(t, r.err)
	at := slices.Index(r.args, "-o")
	switch {
	case at >= 0 && (r.args[at+1] == "json" || r.args[at+1] == "part"):
		r.demand(t, hostile.CheckJSON(r.out))
	case at >= 0 && r.args[at+1] == "csv":
		r.demand(t, hostile.CheckCSV(r.out))
	default:
		r.checkText(t, r.out)
	}
}

// TestHostileTexts puts control characters, characters that turn the direction of writing and
// formulas into all texts that come from outside, and looks at all forms of all commands: those of
// hostileRuns, and the ordinary ones of each command of the tree.
func TestHostileTexts(t *testing.T) {
	slowWithRaces(t)
	dir := t.TempDir()
	file := filepath.Join(dir, hostileName+".pcap")
	whole := newHostileGame(t).Pcap(synth.Ethernet())
	write(t, file, append(whole, "damage after the last record"...))
	ships := hostileShips(t, dir, hostileTexts...)
	for _, args := range heavy.Some(hostileRuns(file, ships), 5) {
		for _, width := range []int{80, 140} {
			if width != 80 && (args[0] == "decode" || slices.Contains(args, "-o")) {
				continue // they do not ask how wide the terminal is
			}
			r := runHostile(width, args...)
			if r.status == exitUsage || r.status == exitOK && args[len(args)-1] == file {
				t.Fatalf("%q: status %d: %s", args, r.status, r.err)
			}
			r.check(t)
			if !slices.Contains(args, "-q") && args[len(args)-1] == file && len(r.out) == 0 {
				t.Fatalf("%q: nothing: %s", args, r.err)
			}
		}
	}
	sound := filepath.Join(dir, hostileName+".sound.pcap")
	write(t, sound, whole)
	t.Chdir(dir) // some write a file when nothing says where
	spoken := 0
	for _, words := range leaves(newRoot(&streams{}), nil) { // whatever commands there are
		for _, rest := range [][]string{
			{sound}, {sound, sound}, {"-o", "json", sound}, {"-o", "csv", sound}, {"-w", t.TempDir(), sound}, {"--update", "--goldens", t.TempDir(), sound},
		} {
			r := runHostile(80, slices.Concat(words, rest)...)
			spoken += min(len(r.out), 1)
			if bytes.HasPrefix(r.out, []byte("\n\r\r\n")) {
				r.out = nil // a capture
			}
			r.check(t)
		}
	}
	if spoken < 30 {
		t.Errorf("only %d runs say anything", spoken)
	}
	text := runHostile(80, "decode", file)
	for _, want := range []string{`\x1b[41mred`, `x\x0aFORGED's `, `\x9b2J`, `\u202egnp`, `\u2028FORGED`, `\ufeff\u{e0001}`, `na\x1b[41mme\x0aFORGED`} {
		if !bytes.Contains(text.out, []byte(want)) {
			t.Errorf("decode shows no %s", want)
		}
	}
	if !bytes.Contains(text.err, []byte(`bcdump: warning: `)) || !bytes.Contains(text.err, []byte(`\x0aFORGED`)) {
		t.Errorf("warning %q", text.err)
	}
}

// TestHostilePages: what a page says before its script runs, and the list of pages, have no control
// characters either.
func TestHostilePages(t *testing.T) {
	slowWithRaces(t)
	dir := t.TempDir()
	file := filepath.Join(dir, hostileName+".pcap")
	write(t, file, newHostileGame(t).Pcap(synth.Ethernet()))
	index := filepath.Join(dir, "index.html")
	r := runHostile(80, "report", "-w", dir, "--index", index, file)
	r.check(t)
	for _, page := range []string{file + ".html", index} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err, string(r.err))
		}
		head, _, _ := bytes.Cut(text, []byte("<style>"))
		_, body, _ := bytes.Cut(text, []byte("</style>"))
		body, _, _ = bytes.Cut(body, []byte("<script"))
		odd := func(c rune) bool { return c != '\n' && printable.Control(c) } // a line feed is a blank there
		if at := bytes.IndexFunc(append(head, body...), odd); at >= 0 {
			t.Errorf("%s: %.80q", page, append(head, body...)[at:])
		}
		if !bytes.Contains(body, []byte(`\x1b`)) {
			t.Errorf("%s has no hostile text", page)
		}
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, data, 0o644))
}

// hostileTexts are those that a ship file may have: names of characters that show.
var hostileTexts = [][2]string{{`"name": "Akira"`, "=1+1"}, {`"faction": "Federation"`, "@sum(1)"}}

// hostileShips writes the classes of the game with some texts changed.
func hostileShips(t *testing.T, dir string, changes ...[2]string) string {
	t.Helper()
	text := must.Get(os.ReadFile("../../decode/ship/ships.json"))(t)
	for _, change := range changes {
		evil := must.Get(json.Marshal(change[1]))(t)
		changed := bytes.ReplaceAll(text, []byte(change[0]), append([]byte(change[0][:strings.LastIndex(change[0], `: `)+1]), evil...))
		if bytes.Equal(changed, text) {
			t.Fatalf("no %s", change[0])
		}
		text = changed
	}
	path := filepath.Join(dir, hostileName+".json")
	write(t, path, text)
	return path
}

// hostileRuns are all forms of all commands that read captures.
func hostileRuns(file, ships string) (runs [][]string) {
	for _, line := range []string{
		"decode", "decode --hex", "decode --explain", "decode --color always", "decode --explain --color always", "decode -v --ledger", "decode -o json", "decode -o json --hex", "decode -o csv", "decode -f size -C 2 --local",
		"stats", "stats --top 0", "stats --queries --color always", "stats -o json", "stats --by link,object,dir,opcode --top 0", "stats --by link,object -o json",
		"timeline", "timeline --every 0", "timeline --every 0 --color always", "timeline --every 1s --width 220", "timeline --summary", "timeline --summary --queries --color always",
		"timeline -o json", "timeline --summary -o json", "timeline -o csv", "timeline -o csv --proto entity-state", "timeline --every 0 --proto entity-state",
		"match", "match --color always", "match --width 200", "match -o json", "match -q --only presence --color always",
		"files", "files --color always --width 200", "files -o json",
		"check", "check --queries --top 20 --color always", "check -o json", "check -o junit",
	} {
		runs = append(runs, append(strings.Fields(line), file), append(strings.Fields(line), "--ships", ships, file))
	}
	stock := filepath.Join("..", "..", "testdata", "pcaps", "session-small.pcap")
	for _, line := range []string{"diff", "diff --color always --top 100", "diff -o json", "diff --same-session"} {
		runs = append(runs, append(strings.Fields(line), stock, file), append(strings.Fields(line), "--ships", ships, file, file))
	}
	for _, table := range tables.Names() {
		runs = append(runs, []string{"stats", "-o", "csv", "--only", table, file})
	}
	for _, table := range render.MatchTables() {
		runs = append(runs, []string{"match", "-o", "csv", "--only", table, file}, []string{"match", "--only", table, file})
	}
	for _, table := range tables.Names() {
		runs = append(runs, []string{"stats", "--only", table, "--top", "0", file})
	}
	return runs
}

// TestHostileWords looks at what is said about wrong words of a command line, and at commands
// that list ships.
func TestHostileWords(t *testing.T) {
	slowWithRaces(t)
	dir := t.TempDir()
	ships := hostileShips(t, dir, hostileTexts...)
	missing := filepath.Join(dir, hostileName)
	none := filepath.Join(dir, hostileName+".txt")
	write(t, none, []byte("no capture"))
	alien := filepath.Join(dir, "baseline.json")
	write(t, alien, []byte(`{"v":1,"rules":[{"id":"\u001b[41mred","judges":"\u202e","instances":1,"violations":1}]}`))
	refused := hostileShips(t, t.TempDir(), [2]string{`"name": "Akira"`, hostileName})
	misspelt := hostileShips(t, t.TempDir(), [2]string{`"type": "hull"`, hostileName})
	for _, args := range [][]string{
		{"ships", "--ships", refused}, {"ships", "--ships", misspelt}, {"decode", missing}, {"stats", missing}, {"timeline", missing}, {"match", missing}, {"files", missing}, {"files", "--against", missing, none}, {"files", "--against", dir, none}, {"check", missing}, {"check", "--rules", hostileName, none}, {"check", "--explain", hostileName}, {"check", "--judge", hostileName, none}, {"check", "--baseline", none, none}, {"check", "--baseline", alien, none}, {"diff", missing, none}, {"diff", none, missing}, {"diff", "--only", hostileName, none, none}, {"diff", "--ignore", "[" + hostileName, none, none}, {"hash", "--files", missing}, {"hash", hostileName}, {"verify", missing}, {"decode", none}, {"stats", none}, {"verify", none}, {"decode", dir},
		{"decode", "--ships", missing, none}, {"decode", "--ships", none, none}, {"ships", "--ships", missing}, {"decode", "-f", hostileName, none}, {"decode", "-f", `name == "` + hostileName, none},
		{"decode", "-o", hostileName, none}, {"decode", "--" + hostileName, none}, {hostileName}, {"decode", "--port", hostileName, none}, {"decode", "-o", "csv", "--fields", hostileName, none}, {"decode", "-o", "json", "-w", hostileName + ".pcap", none}, {"decode", "--zone", hostileName, none},
		{"decode", "--ship", hostileName, none}, {"decode", "-w", missing + "/" + hostileName, none}, {"timeline", "--of", hostileName, none}, {"timeline", "--from", hostileName, none},
		{"stats", "--only", hostileName, none}, {"match", "--only", hostileName, none}, {"files", "--only", hostileName, none}, {"ships", hostileName}, {"opcodes", hostileName}, {"help", hostileName}, {"synth", "-w", missing + "/" + hostileName},
		{"ships", "--ships", ships}, {"ships", "--ships", ships, "akira"}, {"ships", "--ships", ships, "-o", "json"}, {"ships", "--ships", ships, "akira", "-o", "json"}, {"opcodes"}, {"opcodes", "-o", "json"},
	} {
		r := runHostile(80, args...)
		r.check(t)
		if len(r.out)+len(r.err) == 0 {
			t.Errorf("%q says nothing", args)
		}
	}
}

// TestHostileGoldens verifies a hostile capture, against goldens with other hostile texts.
func TestHostileGoldens(t *testing.T) {
	slowWithRaces(t)
	dir := t.TempDir()
	file := filepath.Join(dir, hostileName+".pcap")
	write(t, file, newHostileGame(t).Pcap(synth.Ethernet()))
	junit := filepath.Join(dir, "junit.xml")
	for _, args := range [][]string{{"verify", "--update", file}, {"verify", file}} {
		if r := runHostile(80, args...); r.status != exitOK {
			t.Fatalf("%q: %d %s%s", args, r.status, r.out, r.err)
		}
	}
	golden := file + ".golden"
	text := unpacked(t, golden)
	evils := [][2]string{
		{"FORGED", `\u001b[41m\nFORGED\u202e`}, {"FORGED", "\x1b[41m\u009b\u202e\x7f\xff"}, {"FORGED", "\u009b\u202e\x7f\xff"}, {"Chat", `Ch\u009b\nFORGED`},
		{`"fields":{"`, "\"\u202efields\xff\":{\""}, {"red", "\xff\xfe\u2028"}, {"\n{\"v\"", "\n\x1b]0;title\x07\nFORGED\n{\"v\""},
		{`"name":`, "\"\u009b\u2028na\":"}, {`"flags":[]`, "\"flags\":[\"\x1b[41m\u202e\"]"}, {`"flags":[]`, "\"flags\":[\"\u009b\u202e=\"]"},
	}
	for i, evil := range heavy.Some(evils, 3) {
		changed := bytes.ReplaceAll(text, []byte(evil[0]), []byte(evil[1]))
		if bytes.Equal(changed, text) {
			t.Fatalf("golden %d is not changed", i)
		}
		write(t, golden, packed(t, changed))
		for _, args := range [][]string{
			{"verify", file}, {"verify", "--color", "always", file}, {"verify", "-o", "json", file}, {"verify", "--junit", junit, file}, {"verify", "--max", "0", file}, {"verify", "--dry-run", "--update", file},
		} {
			r := runHostile(80, args...)
			r.check(t)
			if len(r.out)+len(r.err) == 0 {
				t.Errorf("%q says nothing", args)
			}
		}
		(&ran{args: []string{"junit", fmt.Sprint(i)}}).checkText(t, must.Get(os.ReadFile(junit))(t))
	}
}
