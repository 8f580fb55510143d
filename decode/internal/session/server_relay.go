package session

import (
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/relay"
	"bcdump/reassembly"
)

// relay finds what a message is a copy of, or files it. It writes field by field: what is copied right
// after it was written has to arrive first.
func (k *servers) relay(r *record.Record, l *link) {
	kind, toClient, repeated := relay.KindOf(r.Payload), r.Dir == record.ToClient, r.Again()
	if toClient && !k.relays.Passes(kind) || !toClient && repeated {
		return
	}
	if l.hashes[0] == 0 {
		l.hashes = [2]uint64{k.relays.Hash(l.flow.Src), k.relays.Hash(l.flow.Dst)}
	}
	server := 0
	if l.reversed(r.Src) == toClient {
		server = 1
	}
	x := k.relays.Observe(&relay.Message{
		Frame: r.Frame, Index: int(r.Index), At: relay.Nanoseconds(r.Time.Sec, r.Time.Nanos),
		Kind: kind, Sum: reassembly.Sum(r.Payload), ToClient: toClient, Repeated: repeated, ToAll: message.AudienceOf(r.Payload[0]).HasSender(),
		// Numbers of links come round long after the links that had them before are forgotten.
		Client: uint16(l.number), Server: l.hashes[server],
	})
	r.Relay.Frame, r.Relay.After, r.Relay.Index, r.Relay.Echo, r.Relay.Surplus = x.Frame, x.After, x.Index, x.Echo, x.Surplus
}
