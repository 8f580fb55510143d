package transport_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
)

// vector is one row of testdata/vectors.json.
type vector struct {
	Name     string
	Layer    string // "packet", or "message": one message without a datagram header
	Hex      string // plaintext
	Missing  int    // bytes that the capture lacks
	PeerID   *uint8 `json:"peer_id"`
	Count    *uint8
	Messages []expected
	Fault    *fault

	plain []byte // always with a datagram header
}

// expected is one transport message.
type expected struct {
	Type          string
	Length        uint16
	FlagsLen      uint16 `json:"flags_len"`
	Seq           *uint16
	FragmentIndex *uint8 `json:"fragment_index"`
	FragmentTotal uint8  `json:"fragment_total"`
	AckFlags      uint8  `json:"ack_flags"`
	Payload       string
	Cut           bool
	Fields        map[string]any
}

type fault struct {
	Cause  string
	Offset int32
	Index  uint8
	Says   []string // numbers that its text holds
}

var causes = map[transport.Cause]string{
	transport.NoHeader: "no_header", transport.UnknownType: "unknown_type", transport.BadLength: "bad_length",
	transport.TooFew: "too_few", transport.LeftOver: "left_over", transport.CutOff: "cut_off",
}

func vectors(t testing.TB) []vector {
	t.Helper()
	file := must.Get(os.ReadFile(filepath.Join("testdata", "vectors.json")))(t)
	var all []vector
	must.Do(t, json.Unmarshal(file, &all))
	for i := range all {
		v := &all[i]
		data, err := hex.DecodeString(v.Hex)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		v.plain = data
		if v.Layer == "message" {
			v.plain = append([]byte{1, 1}, data...)
			if v.Fault != nil {
				v.Fault.Offset += transport.DatagramHeader
			}
		}
	}
	return all
}

func TestVectors(t *testing.T) {
	all := vectors(t)
	if len(all) != 82 {
		t.Fatalf("%d vectors, want 82", len(all))
	}
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) {
			if v.PeerID != nil && v.plain[0] != *v.PeerID || v.Count != nil && v.plain[1] != *v.Count {
				t.Errorf("peer id %d, %d messages", v.plain[0], v.plain[1])
			}
			messages, fault := transport.Walk(v.plain, v.Missing, nil)
			checkFault(t, v.Fault, &fault)
			if v.Messages == nil { // only the fault is known
				if len(messages) != int(v.Fault.Index) {
					t.Errorf("%d messages before the fault, want %d", len(messages), v.Fault.Index)
				}
				return
			}
			if len(messages) != len(v.Messages) {
				t.Fatalf("%d messages, want %d", len(messages), len(v.Messages))
			}
			for i := range messages {
				checkMessage(t, &messages[i], v.plain, &v.Messages[i])
			}
			if fault.Cause == transport.None {
				checkEncode(t, v.plain, messages)
			}
		})
	}
}

func checkFault(t *testing.T, want *fault, got *transport.Fault) {
	t.Helper()
	if want == nil {
		if got.Cause != transport.None || got.String() != "" {
			t.Errorf("fault %q at %d", got, got.Offset)
		}
		return
	}
	if causes[got.Cause] != want.Cause || got.Offset != want.Offset || got.Index != want.Index {
		t.Errorf("fault %s at %d after %d messages, want %+v", causes[got.Cause], got.Offset, got.Index, *want)
	}
	for _, number := range want.Says {
		if !strings.Contains(" "+got.String()+" ", " "+number+" ") {
			t.Errorf("text %q does not say %s", got, number)
		}
	}
}

func checkMessage(t *testing.T, m *transport.Message, plain []byte, want *expected) {
	t.Helper()
	got := expected{
		Type: m.Type.String(), Length: m.Length, FlagsLen: m.FlagsLen,
		FragmentTotal: m.FragmentTotal, AckFlags: m.AckFlags,
		Payload: hex.EncodeToString(m.Payload(plain)), Cut: m.Cut,
	}
	if m.HasSeq {
		got.Seq = &m.Seq
	}
	if m.Fragment || m.Type == transport.Ack && m.AckFlags&transport.AckFragment != 0 {
		got.FragmentIndex = &m.FragmentIndex
	}
	wanted := *want
	wanted.Fields = nil
	if !reflect.DeepEqual(got, wanted) {
		t.Errorf("message %+v\nwant    %+v", got, wanted)
	}
	if reliable := m.FlagsLen&0x8000 != 0; m.Reliable() != reliable || m.Ordered() != (m.FlagsLen&0x4000 != 0) {
		t.Errorf("reliable %t, ordered %t of 0x%04X", m.Reliable(), m.Ordered(), m.FlagsLen)
	}
	if text := m.Suspect(); text != "" {
		t.Errorf("suspect: %s", text)
	}
	checkFields(t, m, m.Payload(plain), want.Fields)
}

// checkFields decodes the payload of a control message, compares the JSON object,
// and encodes it again.
func checkFields(t *testing.T, m *transport.Message, payload []byte, want map[string]any) {
	t.Helper()
	if want == nil {
		return
	}
	var decoder transport.ControlDecoder
	d, spans := decoder.Trace(m, payload)
	if !d.Complete() || len(d.Trailing) != 0 || d.GroupFault != "" {
		t.Fatalf("error %v, trailing %x, group fault %q", d.Err, d.Trailing, d.GroupFault)
	}
	got := jsonObject(t, &d)
	if source, ok := got["reason_source"]; ok != (got["reason_text"] != nil) || ok && source == "" {
		t.Errorf("fields %v: a text has a source, and nothing else", got)
	}
	delete(got, "reason_source") // the vectors know none
	if !reflect.DeepEqual(got, want) {
		t.Errorf("fields %v, want %v", got, want)
	}
	if back := wire.Append(nil, d.Message); !bytes.Equal(back, payload) {
		t.Errorf("writes %x, want %x", back, payload)
	}
	checkSpans(t, spans, len(payload)-len(d.Trailing))
}

func jsonObject(t testing.TB, d *wire.Decoded) map[string]any {
	t.Helper()
	limit := fields.All
	if !d.Complete() {
		limit = d.Fields
	}
	var object map[string]any
	text := fields.AppendJSON(nil, d.Message, limit, nil)
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return object
}

// checkSpans demands that spans lie back to back from 0 to end.
func checkSpans(t testing.TB, spans []wire.Span, end int) {
	t.Helper()
	next := 0
	for _, s := range spans {
		if s.Length > 0 && s.Offset != next {
			t.Errorf("%s begins at %d, want %d", s.Path, s.Offset, next)
		}
		next = s.Offset + max(s.Length, next-s.Offset)
	}
	if next != end {
		t.Errorf("spans end at %d, want %d", next, end)
	}
}

// checkEncode writes each message from its header and payload, and the datagram.
func checkEncode(t testing.TB, plain []byte, messages []transport.Message) {
	t.Helper()
	datagram := []byte{plain[0], uint8(len(messages))}
	for i := range messages {
		m := &messages[i]
		start := len(datagram)
		// The payload of an Ack is its fields, which the header repeats.
		datagram = m.Append(datagram, m.Payload(plain))
		if !bytes.Equal(datagram[start:], m.Bytes(plain)) {
			t.Errorf("message %d: writes %x, want %x", i, datagram[start:], m.Bytes(plain))
		}
		checkSpans(t, m.Spans(), int(m.Header))
	}
	if !bytes.Equal(datagram, plain) {
		t.Errorf("writes %x\nwant   %x", datagram, plain)
	}
}

// Each vector cut at each length: what lies before the cut is read as before, and
// the fault names a place within what is there.
func TestCutEverywhere(t *testing.T) {
	for _, v := range vectors(t) {
		whole, _ := transport.Walk(v.plain, v.Missing, nil)
		for n := range v.plain {
			checkPrefix(t, &v, whole, n, 0)                        // the datagram is that short
			checkPrefix(t, &v, whole, n, len(v.plain)-n+v.Missing) // the capture is
		}
	}
}

func checkPrefix(t *testing.T, v *vector, whole []transport.Message, n, missing int) {
	t.Helper()
	prefix := v.plain[:n:n]
	messages, fault := transport.Walk(prefix, missing, nil)
	if n < transport.DatagramHeader {
		if fault.Cause != transport.NoHeader || len(messages) != 0 {
			t.Errorf("%s, %d bytes: %d messages, fault %q", v.Name, n, len(messages), &fault)
		}
		return
	}
	checkWalk(t, prefix, missing, messages, fault)
	complete := 0
	for complete < len(whole) && int(whole[complete].Offset)+int(whole[complete].Length) <= n {
		complete++
	}
	// There may be more: what was cut off may read as a shorter one-byte form.
	read := len(messages)
	if read > 0 && messages[read-1].Cut {
		read--
	}
	if read < complete || missing > 0 && fault.Cause == transport.CutOff && read > complete {
		t.Errorf("%s, %d bytes (%d missing): %d messages, want %d", v.Name, n, missing, read, complete)
		return
	}
	if fault.Cause != transport.None && int(fault.Index) != read {
		t.Errorf("%s, %d bytes (%d missing): fault after %d messages, %d read", v.Name, n, missing, fault.Index, read)
	}
	for i := range complete {
		if messages[i] != whole[i] {
			t.Errorf("%s, %d bytes: message %d is %+v", v.Name, n, i, messages[i])
		}
	}
}

// checkWalk holds for any bytes: messages lie back to back, a fault where they end,
// headers and payloads within the datagram, and messages write the bytes again.
func checkWalk(t testing.TB, plain []byte, missing int, messages []transport.Message, fault transport.Fault) {
	t.Helper()
	var decoder transport.ControlDecoder
	next := min(transport.DatagramHeader, len(plain))
	for i := range messages {
		m := &messages[i]
		offset, header, length := int(m.Offset), int(m.Header), int(m.Length)
		if offset != next || header < 1 || header > length {
			t.Fatalf("message %d at %d, want %d; header %d of %d", i, offset, next, header, length)
		}
		end := offset + length
		if m.Cut != (end > len(plain)) || m.Cut && (i != len(messages)-1 || end > len(plain)+missing) {
			t.Fatalf("message %d ends at %d of %d (%d missing), cut %t", i, end, len(plain), missing, m.Cut)
		}
		if offset+header > len(plain) {
			t.Fatalf("message %d: header of %d bytes is not there", i, m.Header)
		}
		if len(m.Bytes(plain)) != header+len(m.Payload(plain)) {
			t.Fatalf("message %d: %d bytes, header %d, payload %d", i, len(m.Bytes(plain)), m.Header, len(m.Payload(plain)))
		}
		checkSpans(t, m.Spans(), header)
		checkControl(t, &decoder, m, m.Payload(plain))
		if !m.Cut {
			next = end
			if back := m.Append(nil, m.Payload(plain)); !bytes.Equal(back, m.Bytes(plain)) {
				t.Fatalf("message %d writes %x, want %x", i, back, m.Bytes(plain))
			}
		}
	}
	if fault.Cause == transport.None {
		if next != len(plain) {
			t.Fatalf("no fault, but the messages end at %d of %d", next, len(plain))
		}
		return
	}
	if offset := int(fault.Offset); offset != next && fault.Cause != transport.NoHeader || int(fault.Left) != len(plain)-offset {
		t.Fatalf("fault at %d, %d left, want %d of %d", fault.Offset, fault.Left, next, len(plain))
	}
	if fault.String() == "" {
		t.Fatal("a fault without a text")
	}
}

// checkControl reads the payload of a message whatever it holds.
func checkControl(t testing.TB, decoder *transport.ControlDecoder, m *transport.Message, payload []byte) {
	t.Helper()
	d, spans := decoder.Trace(m, payload)
	if d.Message == nil {
		return
	}
	checkSpans(t, spans, len(payload)-len(d.Trailing))
	if d.Fields != len(spans) {
		t.Fatalf("%d fields, %d spans", d.Fields, len(spans))
	}
	jsonObject(t, &d)
	if d.Complete() {
		if back := append(wire.Append(nil, d.Message), d.Trailing...); !bytes.Equal(back, payload) {
			t.Fatalf("%s payload %x writes %x", m.Type, payload, back)
		}
	}
}

// Every control payload of the vectors, cut at every length.
func TestControlPayloadsCut(t *testing.T) {
	var decoder transport.ControlDecoder
	for _, v := range vectors(t) {
		messages, _ := transport.Walk(v.plain, v.Missing, nil)
		for i := range messages {
			m := &messages[i]
			payload := m.Payload(v.plain)
			for n := range payload {
				checkControl(t, &decoder, m, payload[:n:n])
				d := decoder.Decode(m, payload[:n:n])
				if d.Message != nil && !m.Cut && d.Err == nil {
					t.Errorf("%s, message %d: no error at %d of %d bytes", v.Name, i, n, len(payload))
				}
			}
		}
	}
}

// A field that was cut holds nothing: not what the message before had there.
func TestCutControlFieldsAreEmpty(t *testing.T) {
	var used transport.ControlDecoder
	cut := 0
	for _, v := range vectors(t) {
		messages, _ := transport.Walk(v.plain, v.Missing, nil)
		for i := range messages {
			m := &messages[i]
			payload := m.Payload(v.plain)
			for n := range payload {
				used.Decode(m, payload)
				var fresh transport.ControlDecoder
				got, want := used.Decode(m, payload[:n]), fresh.Decode(m, payload[:n])
				if want.Err == nil {
					continue
				}
				cut++
				if !reflect.DeepEqual(got.Message, want.Message) {
					t.Fatalf("%s cut to %d bytes: %+v, alone %+v", m.Type, n, got.Message, want.Message)
				}
			}
		}
	}
	if cut < 50 {
		t.Errorf("%d cut messages", cut)
	}
}

func FuzzWalk(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.plain, uint8(v.Missing))
	}
	for _, tt := range walks(f) {
		plain := must.Get(hex.DecodeString(strings.ReplaceAll(tt.plain, " ", "")))(f)
		f.Add(plain, uint8(tt.missing))
	}
	f.Fuzz(func(t *testing.T, plain []byte, missing uint8) {
		lacking := int(missing) % 65
		messages, fault := transport.Walk(plain, lacking, nil)
		checkWalk(t, plain, lacking, messages, fault)
		transport.Judge(messages, fault.Cause)
		if fault.Cause == transport.None && len(messages) != int(plain[1]) {
			t.Errorf("%d messages of %d, and no fault", len(messages), plain[1])
		}
	})
}
