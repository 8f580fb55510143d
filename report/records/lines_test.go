package records_test

import (
	"encoding/json"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// What the lines of most records begin with.
const (
	textStart = "      7  12:00:00.000  "
	jsonStart = `{"v":1,"frame":7,"time":"2026-02-14T12:00:00.000789Z","src":"10.0.0.2:1024","dst":"10.0.0.1:22101",`
)

func text(o records.TextOptions, r *decode.Record) string {
	return string(records.Text(o)()(nil, r))
}

func plain(r *decode.Record) string { return text(records.TextOptions{Start: midday}, r) }

// TestLines holds the text and the JSON line of each kind of record against those that were read by a person, in
// testdata/lines.txt, without what most of them begin with.
func TestLines(t *testing.T) {
	goldens := map[string][]string{}
	for golden := range strings.SplitSeq(string(must.Get(os.ReadFile(filepath.Join("testdata", "lines.txt")))(t)), "\n\n") {
		name, lines, _ := strings.Cut(golden, "\n")
		goldens[name] = strings.Split(lines, "\n")
	}
	for _, k := range kinds {
		golden := goldens[k.name]
		if len(golden) != 2 {
			t.Errorf("%s: no golden", k.name)
			continue
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(plain(k.record), textStart), "\n"); got != golden[0] {
			t.Errorf("%s:\n got %s\nwant %s", k.name, got, golden[0])
		}
		line := string(records.AppendJSON(nil, k.record, records.JSONOptions{}))
		if got := strings.TrimSuffix(strings.TrimPrefix(line, jsonStart), "\n"); got != golden[1] {
			t.Errorf("%s:\n got %s\nwant %s", k.name, got, golden[1])
		}
		if !json.Valid([]byte(line)) {
			t.Errorf("%s: no JSON: %s", k.name, line)
		}
	}
}

// TestSchema holds each kind of line against the schema, and shows what hex adds.
func TestSchema(t *testing.T) {
	c := newChecker(t)
	for _, k := range kinds {
		for _, hex := range []bool{false, true} {
			line := records.AppendJSON(nil, k.record, records.JSONOptions{Hex: hex})
			if err := c.check(line); err != nil {
				t.Errorf("%s: %v in %s", k.name, err, line)
			}
			want := k.record.Undecoded() || hex && len(k.record.Payload) > 0
			if raw := slices.Contains(keysOf(line), "raw"); raw != want {
				t.Errorf("%s: raw: %v with hex %v", k.name, raw, hex)
			}
		}
	}
}

// TestColor shows that colour adds escape sequences and nothing else, that they end
// before the line does, and that none are there without it.
func TestColor(t *testing.T) {
	for _, k := range kinds {
		for _, hex := range []bool{false, true} {
			bare := text(records.TextOptions{Start: midday, Hex: hex}, k.record)
			colored := text(records.TextOptions{Start: midday, Hex: hex, Color: true}, k.record)
			if strings.Contains(bare, "\x1b") {
				t.Errorf("%s: colour where none was wanted", k.name)
			}
			stripped, on := strip(colored)
			if on {
				t.Errorf("%s: colour is still on behind the line: %q", k.name, colored)
			}
			if blanks(stripped) != blanks(bare) {
				t.Errorf("%s: colour changes the line:\n%s%s", k.name, stripped, bare)
			}
		}
	}
	if header, on := strip(records.TextHeader(records.TextOptions{Color: true}, "UTC")); on || header != records.TextHeader(records.TextOptions{}, "UTC") {
		t.Errorf("heading %q", header)
	}
}

// The address of a client without a name stays within its column and what the name of the message
// leaves, so that details begin where they always do.
func TestAddressesOfClients(t *testing.T) {
	init := game(0x01, &message.GameInit{})
	chat := game(0x2C, &message.Chat{SenderID: 2, Text: wire.Text("x")})
	long := game(0x28, &message.ChecksumComplete{})
	for _, tt := range []struct {
		record           *decode.Record
		address, columns string
	}{
		{init, "10.0.0.2:1024", "C>S  10.0.0.2:1024    GameInit"},
		{init, "10.10.10.239:49152", "C>S  10.10.10.239:49152   GameInit"},
		{chat, "10.10.10.239:49152", "C>S  10.10.10.239:49152   Chat            peer 2: x"},
		{chat, "[2001:db8::1234]:49152", "C>S  [2001:db8::1234]:49152   Chat        peer 2: x"},
		{long, "10.10.10.239:49152", "C>S  10.10.10.239:49152 ChecksumComplete"},
		{long, "192.168.100.239:49152", "C>S  …168.100.239:49152 ChecksumComplete"},
		{with(long, func(r *decode.Record) { r.Diagnose(decode.Retransmit, decode.Whole, "") }), "10.10.10.239:49152",
			"C>S  …10.10.239:49152 ↻ ChecksumComplete    sent again"},
		{chat, "[2001:db8:1111:2222:3333:4444:5555:6666]:49152", "C>S  …22:3333:4444:5555:6666]:49152 Chat  peer 2: x"},
		{chat, "0.0.0.0:0", "C>S  peer 2           Chat                peer 2: x"},
	} {
		r := with(tt.record, func(r *decode.Record) {
			r.Client, r.Datagram = "", &capture.Datagram{Frame: 7, Time: midday, Digits: 6, Ends: &capture.Ends{Src: netip.MustParseAddrPort(tt.address), Dst: hostAddr}}
		})
		got := strings.TrimSuffix(strings.TrimPrefix(plain(r), textStart), "\n")
		if got != tt.columns {
			t.Errorf("%s:\n got %s\nwant %s", tt.address, got, tt.columns)
		}
	}
}

// blanks drops spaces at the end of lines, which colour may stand behind.
func blanks(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// strip removes escape sequences; on says that the last one switched something on.
func strip(s string) (plain string, on bool) {
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		plain += before
		if !found {
			return plain, on
		}
		code, rest, _ := strings.Cut(after, "m")
		on = code != "0" && code != "22"
		s = rest
	}
}

// TestColorsMean shows what is told apart by colour.
func TestColorsMean(t *testing.T) {
	tests := []struct {
		name, sequence string
	}{
		{"state update", "\x1b[36mC>S"},
		{"state update from the host", "\x1b[32mS>C"},
		{"chat", "\x1b[1mChat"},
		{"ack", "\x1b[2m  Ack"},
		{"retransmit", "\x1b[2m↻ Chat"},
		{"gap", "\x1b[33m! sequence number 4"},
		{"unreadable", "\x1b[31m! byte 9"},
	}
	for _, tt := range tests {
		for _, k := range kinds {
			if line := text(records.TextOptions{Color: true}, k.record); k.name == tt.name && !strings.Contains(line, tt.sequence) {
				t.Errorf("%s: no %q in %q", tt.name, tt.sequence, line)
			}
		}
	}
}

// TestDays shows that times on another day than the first say so.
func TestDays(t *testing.T) {
	const day = 86400
	tests := []struct {
		start, at capture.Time
		want      string
	}{
		{midday, midday, "12:00:00.000  C>S"},
		{midday, capture.Time{Sec: midday.Sec + day/2 - 1}, "23:59:59.000  C>S"},
		{midday, capture.Time{Sec: midday.Sec + day/2}, "00:00:00.000+1d  C>S"},
		{midday, capture.Time{Sec: midday.Sec + 400*day, Nanos: 999_999_999}, "12:00:00.999+400d  C>S"},
		{midday, capture.Time{Sec: midday.Sec - day}, "12:00:00.000-1d  C>S"},
		{capture.Time{Sec: -1}, capture.Time{Sec: -day - 1}, "23:59:59.000-1d  C>S"},
		{capture.Time{Sec: 5}, capture.Time{Sec: -5}, "23:59:55.000-1d  C>S"},
		// Records without a time have no day, be it the first or a later one.
		{midday, capture.Time{}, "--:--:--.---  C>S"},
		{capture.Time{}, midday, "12:00:00.000  C>S"},
	}
	for _, tt := range tests {
		r := with(game(0x01, &message.GameInit{}), func(r *decode.Record) { r.Time = tt.at })
		if got := text(records.TextOptions{Start: tt.start}, r); !strings.Contains(got, "  "+tt.want) {
			t.Errorf("%v after %v: %q, want %q", tt.at, tt.start, got, tt.want)
		}
	}
}

// TestHex shows bytes beside their owners: rows of 16, shared bits, bytes of nobody.
func TestHex(t *testing.T) {
	settings := message.Settings{GameTime: 1.5, FriendlyFire: true, MapName: wire.Text("a map of more than 16 bytes")}
	r := bc(transport.NewData(true, 5), append(message.Append(nil, 0x00, &settings), 0xAA))
	want := `
             0  32                                              type                         data
             1  2a 80                                           flags_len                    42 B, reliable
             3  05 00                                           seq                          5
             5  00                                              opcode                       0x00  Settings
             6  00 00 c0 3f                                     game_time                    1.50 s
            10  62                                              collision_damage             false
            10  (shared)                                        friendly_fire                true
            11  00                                              player_slot                  0
            12  1b 00 61 20 6d 61 70 20 6f 66 20 6d 6f 72 65 20 map_name                     a map of more than 16 bytes
            28  74 68 61 6e 20 31 36 20 62 79 74 65 73
            10  (shared)                                        name_changed                 false
            41  aa                                              trailing
`
	_, got, _ := strings.Cut(text(records.TextOptions{Hex: true, Start: midday}, r), "\n")
	if blanks("\n"+got) != want {
		t.Errorf("got\n%s", got)
	}
}

// Where lines are cut at the edge of a window, no name is so long that it pushes the details aside.
func TestColumnsHold(t *testing.T) {
	o := records.TextOptions{Start: midday, Room: 79}
	at := strings.Index(records.TextHeader(o, "UTC"), "details")
	for _, client := range []string{"Ace", "Captain Jean-Luc Picard"} {
		for _, record := range []*decode.Record{game(0x2C, &message.Chat{SenderID: 2, Text: wire.Text("x")}), game(0x20, &message.ChecksumRequest{Round: 2})} {
			line := []rune(text(o, with(record, func(r *decode.Record) { r.Client = client })))
			if len(line) < at || line[at-1] != ' ' || line[at-2] != ' ' || strings.TrimSpace(string(line[:at-2])) == "" {
				t.Errorf("details do not begin at column %d: %q", at, string(line))
			}
			if got := strings.TrimSpace(string(line[at:])); record.Title() == "Chat" && got != "peer 2: x" {
				t.Errorf("the details are %q", got)
			}
		}
	}
}
