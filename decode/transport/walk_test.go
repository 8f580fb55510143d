package transport_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// walk is a case of testdata/walks.txt.
type walk struct {
	name, plain, want string
	missing           int
}

func walks(t testing.TB) (all []walk) {
	t.Helper()
	text := string(must.Get(os.ReadFile(filepath.Join("testdata", "walks.txt")))(t))
	for _, m := range regexp.MustCompile(`(?m)^([^#:\n]+): ([0-9a-f ]*?) ?(?:\+(\d+) )?-> (.*)$`).FindAllStringSubmatch(text, -1) {
		missing, _ := strconv.Atoi(m[3])
		all = append(all, walk{m[1], m[2], m[4], missing})
	}
	if len(all) < 46 {
		t.Fatalf("%d walks", len(all))
	}
	return all
}

// summary writes a walk as one word for each message, then the fault: type, length,
// header length, and "!" one-byte length, "#7" number, "[0/2]" fragment, "/" cut,
// "?" suspect.
func summary(messages []transport.Message, fault transport.Fault) string {
	var words []string
	for i := range messages {
		m := &messages[i]
		word := fmt.Sprintf("%s:%d/%d", m.Type, m.Length, m.Header)
		if m.OneByteLength {
			word += "!"
		}
		if m.HasSeq {
			word += fmt.Sprintf("#%d", m.Seq)
		}
		if m.Fragment && m.FragmentIndex == 0 {
			word += fmt.Sprintf("[0/%d]", m.FragmentTotal)
		} else if m.Fragment {
			word += fmt.Sprintf("[%d]", m.FragmentIndex)
		}
		if m.Cut {
			word += "/"
		}
		if m.Suspect() != "" {
			word += "?"
		}
		words = append(words, word)
	}
	if fault.Cause != transport.None {
		words = append(words, fmt.Sprintf("%s@%d", causes[fault.Cause], fault.Offset))
	}
	return strings.Join(words, " ")
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	return must.Get(hex.DecodeString(strings.ReplaceAll(text, " ", "")))(t)
}

func TestWalk(t *testing.T) {
	for _, tt := range walks(t) {
		t.Run(tt.name, func(t *testing.T) {
			plain := unhex(t, tt.plain)
			messages, fault := transport.Walk(plain, tt.missing, nil)
			if got := summary(messages, fault); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
			checkWalk(t, plain, tt.missing, messages, fault)
			if fault.Cause == transport.None {
				checkEncode(t, plain, messages)
			}
		})
	}
}

// Walk appends to what it is given.
func TestWalkAppends(t *testing.T) {
	kept := []transport.Message{{Type: transport.Boot}}
	messages, _ := transport.Walk([]byte{2, 1, 2}, 0, kept)
	if len(messages) != 2 || messages[0] != kept[0] || messages[1].Type != transport.Keepalive {
		t.Errorf("%+v", messages)
	}
}

func TestFaultTexts(t *testing.T) {
	tests := []struct {
		plain   string
		missing int
		want    string
	}{
		{"02", 0, "too short for a peer id and a message count: 1 B"},
		{"02 01 07", 0, "unknown transport type 0x07"},
		{"01 01 32 40 80 00 00 01", 0, "data (0x32) message of 64 bytes, only 6 left"},
		{"01 01 32 04 80 00 00 01", 0, "data (0x32) message of 4 bytes, but its header alone takes 5"},
		{"01 01 05 01 c0 00 00 01", 0, "disconnect (0x05) message of 1 bytes, but its header alone takes 5"},
		{"01 01 01 02 00 01", 0, "ack (0x01) message of 5 bytes, only 4 left"},
		{"01 03 01 00 00 02", 0, "3 messages announced, 1 present"},
		{"01 01 01 00 00 02 de ad", 0, "2 bytes left after the last message"},
		{"01 01 32 40 80 00 00 01", 58, "captured 6 of 64 bytes of the message"},
		{"01 03 02", 9, "captured 1 of 3 messages"},
	}
	for _, tt := range tests {
		_, fault := transport.Walk(unhex(t, tt.plain), tt.missing, nil)
		if got := fault.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.plain, got, tt.want)
		}
	}
}

func TestJudge(t *testing.T) {
	tests := []struct {
		plain string
		want  transport.Strength
	}{
		{"02 00", transport.Weak},
		{"02 01 02", transport.Weak},
		{"02 02 02 02", transport.Weak},
		{"02 01 01 00 00 02", transport.Weak},
		{"02 02 01 00 00 02 01 01 00 02", transport.Strong},
		{"02 02 02 01 00 00 02", transport.Weak},
		{"02 01 06 02", transport.Weak},
		{"02 01 00 02", transport.Weak},
		{"02 01 32 03 00", transport.Strong},
		{"02 01 05 0a c0 02 00 02 0a 0a 0a ef", transport.Strong},
		{"02 01 32 03", transport.Refused},
		{"02 02 32 03 00", transport.Refused},
	}
	for _, tt := range tests {
		messages, fault := transport.Walk(unhex(t, tt.plain), 0, nil)
		if got := transport.Judge(messages, fault.Cause); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.plain, got, tt.want)
		}
	}
}

// The constructors write what stock software writes.
func TestNewHeaders(t *testing.T) {
	control := transport.NewControl(transport.Disconnect, 2)
	reliable := transport.NewData(true, 5)
	unreliable := transport.NewData(false, 5)
	first, later := transport.NewFragment(2, 0, 3), transport.NewFragment(2, 1, 3)
	ackOf := func(m transport.Message) transport.Message { return transport.NewAck(&m) }
	tests := []struct {
		header        transport.Message
		payload, want string
	}{
		{control, "020a0a0aef", "050ac00200020a0a0aef"},
		{reliable, "28", "320680050028"},
		{unreliable, "1cffffff3f003cf34280", "320d001cffffff3f003cf34280"},
		{first, "21", "3208a00200000321"},
		{later, "21", "3207a002000121"},
		{ackOf(control), "", "01020002"},
		{ackOf(reliable), "", "01050000"},
		{ackOf(later), "", "0102000101"},
		{transport.Message{Type: transport.Keepalive}, "", "02"},
		{transport.Message{Type: transport.PeerInfo, OneByteLength: true}, "", "0002"},
	}
	for _, tt := range tests {
		got := tt.header.Append([]byte{9, 1}, unhex(t, tt.payload))
		if want := unhex(t, "0901"+tt.want); !bytes.Equal(got, want) {
			t.Errorf("%s: %x, want %x", tt.header.Type, got, want)
			continue
		}
		messages, fault := transport.Walk(got, 0, nil)
		if fault.Cause != transport.None || len(messages) != 1 {
			t.Errorf("%x: %d messages, fault %q", got, len(messages), &fault)
		}
	}
}

func TestConnectForms(t *testing.T) {
	tests := []struct {
		size int
		form string
	}{{0, ""}, {1, "response"}, {2, ""}, {9, ""}, {10, "request"}, {12, "request"}}
	for _, tt := range tests {
		plain := transport.NewControl(transport.Connect, 0)
		datagram := plain.Append([]byte{1, 1}, make([]byte, tt.size))
		messages, _ := transport.Walk(datagram, 0, nil)
		var decoder transport.ControlDecoder
		d := decoder.Decode(&messages[0], messages[0].Payload(datagram))
		form := ""
		if d.Message != nil {
			form = jsonObject(t, &d)["form"].(string)
		}
		if form != tt.form {
			t.Errorf("%d bytes: %q, want %q", tt.size, form, tt.form)
		}
	}
}

func TestBootReasons(t *testing.T) {
	for reason, want := range map[byte]any{
		0: nil, 1: "timed out", 2: "wrong password", 3: "no free player slot",
		4: "kicked by the host", 5: "connected already", 6: nil, 0xFF: nil, 0x80: nil,
	} {
		var kick transport.Kick
		d := wire.NewReader([]byte{reason, 2}).Read(&kick)
		got := jsonObject(t, &d)
		sources := map[byte]any{1: "static", 2: "static", 3: "static", 4: "observed, meaning static", 5: "static"}
		if got["reason_source"] != sources[reason] || got["reason_text"] != want || got["reason"] != float64(int8(reason)) || got["peer_id"] != 2.0 {
			t.Errorf("reason %d: %v", int8(reason), got)
		}
	}
}

func TestTypeNames(t *testing.T) {
	for value := range 256 {
		name := transport.Type(value).String()
		known := value <= 6 || value == 0x32
		if known == (name == "unknown") {
			t.Errorf("0x%02X: %s", value, name)
		}
	}
}

func TestControlDescriptions(t *testing.T) {
	var got []string
	for _, p := range transport.ControlPayloads() {
		m := p.Message
		for _, f := range fields.Describe(m, wire.Observed) {
			if !f.Hidden {
				got = append(got, f.Path)
			}
		}
	}
	want := "form address token password  form assigned_peer_id  peer_id address name  " +
		"reason reason_text reason_source peer_id  peer_id address  flags channel fragment_index"
	if !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	datagram := unhex(t, "020305 0ac00200020a0a0aef 01270000 0207000a")
	datagram = append(datagram[:16:16], 0x32, 9, 0x80, 7, 0, 1, 2, 3, 4)
	var decoder transport.ControlDecoder
	var messages []transport.Message
	var text []byte
	allocations := testing.AllocsPerRun(100, func() {
		var fault transport.Fault
		messages, fault = transport.Walk(datagram, 0, messages[:0])
		if fault.Cause != transport.None {
			t.Fatal(fault.String())
		}
		for i := range messages {
			if d := decoder.Decode(&messages[i], messages[i].Payload(datagram)); d.Message != nil {
				text = fields.AppendJSON(text[:0], d.Message, fields.All, nil)
			}
		}
	})
	// Under the race detector a pool forgets now and then.
	if allocations != 0 && !heavy.Race {
		t.Errorf("%v allocations", allocations)
	}
}
