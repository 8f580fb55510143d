package session

import (
	"bcdump/decode/record"
	"bcdump/decode/relay"
	"bcdump/reassembly"
)

// relayOf finds what a message is a copy of, or files it.
func (k *servers) relayOf(r *record.Record, l *link) record.Relay {
	return k.relay(&relay.Message{
		Frame: r.Frame, Index: int(r.Index), At: relay.Nanoseconds(r.Time.Sec, r.Time.Nanos), Kind: relay.KindOf(r.Payload),
		ToClient: r.Dir == record.ToClient, Repeated: r.Copy > 0,
	}, l, l.reversed(r.Src), r.Payload)
}

// relay does so for a message on its way along a link, of which Client and Server are still to
// be said, and Sum if it is 0.
func (k *servers) relay(m *relay.Message, l *link, reversed bool, payload []byte) record.Relay {
	if m.ToClient && !k.relays.Passes(m.Kind) || !m.ToClient && m.Repeated {
		return record.Relay{}
	}
	if l.hashes[0] == 0 {
		l.hashes = [2]uint64{k.relays.Hash(l.flow.Src), k.relays.Hash(l.flow.Dst)}
	}
	server := 0
	if reversed == m.ToClient {
		server = 1
	}
	// Numbers of links come round long after the links that had them before are forgotten.
	m.Client, m.Server = uint16(l.number), l.hashes[server]
	if m.Sum == 0 {
		m.Sum = reassembly.Sum(payload)
	}
	return k.relays.Observe(m)
}
