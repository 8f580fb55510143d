package session

import (
	"fmt"

	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// faultCodes names the notes of what stops a walk.
var faultCodes = [...]record.Code{
	transport.NoHeader:    record.Truncated,
	transport.UnknownType: record.UnknownType,
	transport.BadLength:   record.BadLength,
	transport.TooFew:      record.MessageCount,
	transport.LeftOver:    record.LeftOver,
	transport.CutOff:      record.Snapped,
}

func noteHeader(r *record.Record) {
	m := r.Header
	if m.OneByteLength {
		r.Diagnose(record.OneByteLength, 1, "one-byte length field: third-party software")
	}
	if m.Type == transport.OldDisconnect {
		r.Diagnose(record.OldDisconnect, 0, "type 0x06: third-party software")
	}
	if text := m.Suspect(); text != "" {
		r.Diagnose(record.Suspect, 1, text)
	}
	if unknown := m.AckFlags &^ (transport.AckFragment | transport.AckLowChannel); unknown != 0 {
		r.Diagnose(record.AckFlags, 3, fmt.Sprintf("flags 0x%02X: bits 2 to 7 are 0 in stock software", m.AckFlags))
	}
}

func noteOutcome(r *record.Record, out *reassembly.Outcome) {
	seq := r.Header.Seq
	if out.NewLink {
		r.Diagnose(record.NewLink, record.Whole, "new connection on the same addresses: sequence numbers start again")
	}
	if out.Retransmit {
		r.Diagnose(record.Retransmit, record.Whole, fmt.Sprintf("retransmission of sequence number %d", seq))
	}
	switch {
	case out.Stale:
		r.Diagnose(record.Conflict, record.Whole, fmt.Sprintf("sequence number %d had this content before, and another one since", seq))
	case out.Conflict:
		r.Diagnose(record.Conflict, record.Whole, fmt.Sprintf("sequence number %d reused with different content", seq))
	}
	if out.EightBit {
		r.Diagnose(record.Counter8Bit, record.Whole, fmt.Sprintf("sequence number %d follows 255: the counter has 8 bits", seq))
	}
	if out.OutOfOrder {
		r.Diagnose(record.OutOfOrder, record.Whole, fmt.Sprintf("sequence number %d arrived late", seq))
	}
	if out.Missing > 0 {
		r.Diagnose(record.Gap, record.Whole, gapText(seq, out.Missing))
	}
	if out.RepeatAck {
		r.DiagnoseRepeatAck()
	}
	if out.AckUnseen {
		r.DiagnoseAckUnseen()
	}
	if out.FragmentConflict != "" {
		r.Diagnose(record.FragmentConflict, record.Whole, out.FragmentConflict)
	}
}

func gapText(seq uint16, missing int) string {
	if missing == 1 {
		return fmt.Sprintf("sequence number %d is missing before %d", seq-1, seq)
	}
	return fmt.Sprintf("%d sequence numbers are missing before %d", missing, seq)
}
