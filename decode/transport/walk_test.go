package transport_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// walkTests are cases that no vector has. want is one word for each message (see
// summary), then the fault.
var walkTests = []struct {
	name    string
	plain   string
	missing int
	want    string
}{
	// Lengths of one byte, as third-party software writes them.
	{"connect with a short length", "ff 01 03 08 01 00 00 00 7f 00", 0, "connect:8/2!"},
	{"short disconnect of old software", "02 01 06 02", 0, "disconnect:2/2!"},
	{"two-byte keepalive of third-party software", "02 01 00 02", 0, "peer_info:2/2!"},
	{"two of them", "02 02 00 02 00 02", 0, "peer_info:2/2! peer_info:2/2!"},
	{"0x06 not as the last message", "02 02 06 02 02", 0, "unknown_type@2"},
	{"0x06 that is too long", "02 01 06 03", 0, "unknown_type@2"},
	{"0x06 with bytes after it", "02 01 06 02 00", 0, "unknown_type@2"},
	{"a short length below its own header", "02 01 00 01", 0, "bad_length@2"},
	{"a short length beyond the end", "02 01 05 09 00", 0, "bad_length@2"},
	// Where both readings fit, the wide one counts.
	{"wide before short", "02 01 05 05 00 07 00", 0, "disconnect:5/5#7?"},
	// A length that is right for neither: the short one is taken, the datagram fails.
	{"control below its header", "02 01 05 04 c0 02 00", 0, "disconnect:4/2! left_over@6"},
	// A control length has 14 bits; the bit that means a fragment in data makes it long.
	{"fragment bit in a control length", "02 01 05 0a e0 02 00 02 0a 0a 0a ef", 0, "disconnect:10/2!"},

	// The smallest messages.
	{"empty data", "02 01 32 03 00", 0, "data:3/3"},
	{"empty reliable data", "02 01 32 05 80 07 00", 0, "data:5/5#7"},
	{"empty first fragment", "02 01 32 07 a0 07 00 00 02", 0, "data:7/7#7[0/2]"},
	{"empty later fragment", "02 01 32 06 a0 07 00 01", 0, "data:6/6#7[1]"},
	{"fragment without a number", "02 01 32 05 20 00 02", 0, "data:5/5[0/2]?"},
	{"ordered data", "02 01 32 06 c0 07 00 28", 0, "data:6/5#7"},
	{"control without the reliable bit", "02 01 05 0a 40 02 00 02 0a 0a 0a ef", 0, "disconnect:10/5#2?"},
	{"an ack of a low fragment, other bits set", "02 01 01 02 00 f7 09", 0, "ack:5/1#2"},

	// Lengths that cannot be.
	{"data below its header", "02 01 32 02 00", 0, "bad_length@2"},
	{"data of length 0", "02 01 32 00 00", 0, "bad_length@2"},
	{"first fragment below its header", "02 01 32 06 a0 07 00 00 02", 0, "bad_length@2"},
	{"control below any header", "02 01 05 01 c0 02 00", 0, "bad_length@2"},
	{"header without a length", "02 01 32 05", 0, "bad_length@2"},
	{"only a type", "02 01 05", 0, "bad_length@2"},

	// The capture lacks the end: nothing is a lying length, and what is not there
	// is not shown as a header.
	{"nothing but a header", "02 02", 9, "cut_off@2"},
	{"nothing of the second", "02 02 02", 9, "keepalive:1/1 cut_off@3"},
	{"data without a length", "02 01 32 05", 9, "cut_off@2"},
	{"data without a number", "02 01 32 09 80 07", 5, "cut_off@2"},
	{"data with a header", "02 01 32 09 80 07 00", 4, "data:9/5#7/ cut_off@2"},
	{"fragment without an index", "02 01 32 09 a0 07 00", 4, "cut_off@2"},
	{"first fragment without a total", "02 01 32 09 a0 07 00 00", 3, "cut_off@2"},
	{"first fragment with a header", "02 01 32 09 a0 07 00 00 02", 2, "data:9/7#7[0/2]/ cut_off@2"},
	{"control with a type", "02 01 05", 9, "cut_off@2"},
	{"control without a number", "02 01 05 0a c0 02", 6, "cut_off@2"},
	{"control with a header", "02 01 05 0a c0 02 00", 5, "disconnect:10/5#2/ cut_off@2"},
	{"ack without its flags", "02 01 01 02 00", 1, "cut_off@2"},
	{"ack without its index", "02 01 01 02 00 01", 1, "cut_off@2"},
	{"longer than the datagram was", "02 01 32 40 80 07 00", 4, "bad_length@2"},
	// All messages are there; what else the datagram had is not known.
	{"messages before the cut", "02 01 02", 9, "keepalive:1/1"},

	{"no byte", "", 0, "no_header@0"},
	{"one byte", "02", 0, "no_header@0"},
	{"one byte of many", "02", 9, "no_header@0"},
	{"left over without messages", "02 00 02", 0, "left_over@2"},
	{"unknown type first", "02 01 07", 0, "unknown_type@2"},
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
	for _, tt := range walkTests {
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
