package session

import (
	"slices"

	"bcdump/decode/message"
	"bcdump/decode/record"
)

const (
	// rememberedRounds is how many rounds of checksums are known of a link; stock hosts have five.
	rememberedRounds = 8
	// longestRequest bounds the directory and the filter of a request that is kept, together.
	longestRequest = 128
)

// ask keeps a request for checksums: the answer does not repeat it.
func (k *servers) ask(r *record.Record, l *link) {
	m, ok := k.messages.Decode(r.Payload).Message.(*message.ChecksumRequest)
	if !ok || r.Dir != record.ToClient || len(m.Directory)+len(m.Filter) > longestRequest {
		return
	}
	kept := &message.ChecksumRequest{
		Round: m.Round, Directory: slices.Clone(m.Directory), Filter: slices.Clone(m.Filter), Recursive: m.Recursive,
	}
	for i, x := range l.asked {
		if x.Round == m.Round {
			l.asked[i] = kept
			return
		}
	}
	if len(l.asked) < rememberedRounds {
		l.asked = append(l.asked, kept)
	}
}

// askedIn gives the request that an answer belongs to; nil = it is not known.
func (l *link) askedIn(answer []byte) *message.ChecksumRequest {
	const round = 1 // behind the opcode
	for _, x := range l.asked {
		if len(answer) > round && x.Round == answer[round] {
			return x
		}
	}
	return nil
}
