package edit_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
)

func recorded(t *testing.T, o battle.Options) []byte {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var file bytes.Buffer
	must.Get(recorder.Record(&file, o, recorder.Options{Start: o.Start}))(t)
	return file.Bytes()
}

// Without an edit, no byte changes.
func TestNothing(t *testing.T) {
	for name, o := range map[string]battle.Options{
		"plain": {Players: 3, Duration: 40 * time.Second, Seed: 1, GameSpy: 0.5},
		"lossy": {Players: 3, Duration: 40 * time.Second, Seed: 2, Loss: 0.1, Reorder: 0.05, Duplicate: 0.05, Parts: battle.Shuffled},
		"wrap":  {Players: 3, Duration: 40 * time.Second, Seed: 3, StartSeq: 65500},
		"IPv6":  {Players: 2, Duration: 20 * time.Second, Seed: 4, IPv6: true},
	} {
		raw := recorded(t, o)
		if again := must.Get(edit.Read(raw))(t).Of(); !bytes.Equal(raw, again) {
			t.Errorf("%s: other bytes: %d, %d", name, len(raw), len(again))
		}
	}
}

// Numbers close up behind what is taken out, and make room for what is put in, over wraps of 16 bits and of 8: nothing is
// missing, and each Ack answers something.
func TestNumbers(t *testing.T) {
	wrap := recorded(t, battle.Options{Players: 3, Duration: 60 * time.Second, Seed: 3, StartSeq: 65500, Shots: 3})
	eight := must.Get(edit.Read(recorded(t, battle.Options{Players: 3, Duration: 60 * time.Second, Seed: 3, Shots: 5})))(t).Of(
		edit.Finally(func(m *edit.Message) bool {
			return m.Type == transport.Data || m.Of != nil && m.Of.Type == transport.Data
		}, func(m *edit.Message) { m.Seq &= 0xFF }))
	double := edit.Each(edit.Down(0x19), func(c *edit.Capture, m *edit.Message) {
		for range 2 {
			c.Behind(m, transport.NewData(true, 0), m.Payload)
		}
	})
	insert := edit.Each(edit.Up(0x0D), func(c *edit.Capture, m *edit.Message) {
		c.Tell(m.At()+time.Second, m.Link, m.Dir, 0x2A, &message.NewPlayerInGame{})
	})
	for name, raw := range map[string][]byte{"wrap": wrap, "8 bits": eight} {
		before := unsound(t, raw, name)
		for what, do := range map[string]edit.Edit{"omit": edit.Every(3, edit.Any(0x19, 0x1D, 0x08), edit.Omit), "double": double, "insert": insert} {
			if got := unsound(t, must.Get(edit.Read(raw))(t).Of(do), name); got != before {
				t.Errorf("%s, %s: %q, want %q", name, what, got, before)
			}
		}
	}
}

// unsound says where a number does not follow the one before.
func unsound(t *testing.T, raw []byte, name string) string {
	t.Helper()
	round := 1 << 16
	if name == "8 bits" {
		round = 1 << 8
	}
	c := must.Get(decode.Open("a.pcap", bytes.NewReader(raw), decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	var odd strings.Builder
	newest, acks := map[string]int{}, 0
	for r := range c.Records() {
		switch h := r.Header; {
		case r.Proto != decode.BC || r.Parts != nil:
		case h.Type == transport.Ack:
			if acks++; r.Has(decode.AckUnseen) {
				odd.WriteString("ack ")
			}
		case h.Type == transport.Data && h.HasSeq:
			key := string(r.Dir) + string(rune(r.Link))
			last, told := newest[key]
			if told && (int(h.Seq)-last+round)%round > 1 && (last-int(h.Seq)+round)%round > round/8 {
				odd.WriteString("gap ")
			}
			if !told || (int(h.Seq)-last+round)%round == 1 {
				newest[key] = int(h.Seq)
			}
		}
	}
	if acks < 100 {
		t.Errorf("%d Acks", acks)
	}
	return odd.String()
}

// A message that grows goes into fragments where it had some, and where it is told to.
func TestFragments(t *testing.T) {
	c := must.Get(edit.Read(recorded(t, battle.Options{Players: 2, Duration: 20 * time.Second, Seed: 1})))(t)
	long := wire.Text(strings.Repeat("la ", 160))
	raw := c.Of(edit.Each(edit.Down(0x03), edit.Cut(60)), edit.Each(edit.Up(0x2C), edit.Both(edit.Set(func(m *message.Chat) { m.Text = long }), edit.Cut(300))))
	again := must.Get(decode.Open("a.pcap", bytes.NewReader(raw), decode.Options{}))(t)
	defer func() { _ = again.Close() }()
	parts := map[int]int{}
	for r := range again.Records() {
		if opcode, ok := r.Opcode(); ok && r.Parts != nil {
			parts[int(opcode)] = max(parts[int(opcode)], len(r.Parts.Frames))
			if x, ok := r.Content().Message.(*message.Chat); ok && string(x.Text) != string(long) {
				t.Errorf("%d bytes of text", len(x.Text))
			}
		}
	}
	if parts[0x03] < 3 || parts[0x2C] != 2 {
		t.Errorf("fragments by opcode: %v", parts)
	}
}
