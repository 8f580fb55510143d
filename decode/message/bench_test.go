package message_test

import (
	"fmt"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// perMessage runs a benchmark for every opcode, on those of its vectors that hold a
// whole message. One operation is one message.
func perMessage(b *testing.B, run func(b *testing.B, payloads []vector, contexts []message.Context)) {
	byOpcode := map[byte][]vector{}
	for _, v := range vectors(b) {
		if !v.Truncated && !v.Fault {
			byOpcode[v.payload[0]] = append(byOpcode[v.payload[0]], v)
		}
	}
	for _, spec := range message.Table() {
		whole := byOpcode[spec.Opcode]
		if len(whole) == 0 {
			continue
		}
		var contexts []message.Context
		for _, v := range whole {
			contexts = append(contexts, v.context(b))
		}
		b.Run(fmt.Sprintf("%02X_%s", spec.Opcode, spec.Name), func(b *testing.B) {
			b.ReportAllocs()
			run(b, whole, contexts)
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	perMessage(b, func(b *testing.B, whole []vector, contexts []message.Context) {
		var decoder message.Decoder
		for i := 0; b.Loop(); i++ {
			n := i % len(whole)
			if d := decoder.DecodeIn(whole[n].payload, contexts[n]); !d.Complete() {
				b.Fatal(d.Err)
			}
		}
	})
}

// decoded gives each vector as a message of its own.
func decoded(whole []vector, contexts []message.Context) []message.Decoded {
	out := make([]message.Decoded, len(whole))
	for i := range whole {
		out[i] = new(message.Decoder).DecodeIn(whole[i].payload, contexts[i])
	}
	return out
}

func BenchmarkEncode(b *testing.B) {
	perMessage(b, func(b *testing.B, whole []vector, contexts []message.Context) {
		messages := decoded(whole, contexts)
		var bytes []byte
		for i := 0; b.Loop(); i++ {
			d := &messages[i%len(messages)]
			bytes = message.Append(bytes[:0], d.Spec.Opcode, d.Message)
		}
		if len(bytes) == 0 {
			b.Error("no bytes")
		}
	})
}

// BenchmarkFieldsJSON makes the object that stands under "fields" in the JSON Lines.
func BenchmarkFieldsJSON(b *testing.B) {
	perMessage(b, func(b *testing.B, whole []vector, contexts []message.Context) {
		messages := decoded(whole, contexts)
		var text []byte
		for i := 0; b.Loop(); i++ {
			text = fields.AppendJSON(text[:0], messages[i%len(messages)].Message, fields.All, nil)
		}
		if len(text) == 0 {
			b.Error("no text")
		}
	})
}
