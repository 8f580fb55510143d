package session

import (
	"cmp"
	"sort"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/relay"
	"bcdump/reassembly"
)

// relay finds what a message is a copy of, or files it. It writes field by field: what is copied right
// after it was written has to arrive first. object is that of a creation; 0 = it is none.
func (k *servers) relay(r *record.Record, l *link, object uint32) {
	kind, toClient := relay.KindOf(r.Payload), r.Dir == record.ToClient
	if r.Again() {
		if toClient {
			k.relayAgain(r)
		}
		return
	}
	if toClient && !k.relays.Passes(kind) {
		return
	}
	if l.hashes[0] == 0 {
		l.hashes = [2]uint64{k.relays.Hash(l.flow.Src), k.relays.Hash(l.flow.Dst)}
	}
	server := 0
	if l.reversed(r.Src) == toClient {
		server = 1
	}
	var request *objectRequest
	if object != 0 && toClient {
		request = l.objectRequest(r, object)
	}
	m := relay.Message{
		Frame: r.Frame, Index: int(r.Index), At: nanoseconds(r),
		Ago: int64(r.First.Ago), Kind: kind, Sum: reassembly.Sum(r.Payload), ToClient: toClient, ToAll: message.AudienceOf(r.Payload[0]).HasSender(),
		// Numbers of links come round long after the links that had them before are forgotten.
		Client: uint16(l.number), Server: l.hashes[server],
	}
	if request != nil {
		m.Wanted, m.Asked = true, request.at
	}
	x := k.relays.Observe(&m)
	if request != nil && x.Frame == 0 {
		*request = objectRequest{} // this is the answer
	}
	r.Relay.Frame, r.Relay.After, r.Relay.Index, r.Relay.Echo, r.Relay.Surplus = x.Frame, x.After, x.Index, x.Echo, x.Surplus
	if x.Frame != 0 && r.Header.HasSeq {
		at := int(k.numbered % rememberedCopies)
		if k.numbered++; at == len(k.passed) {
			k.passed = append(k.passed, passed{})
		}
		k.passed[at] = passed{r.Frame, x.Frame, m.At - int64(x.After), r.Index, x.Index, x.Echo}
	}
}

// passed is a message of the host, by where it was sent first, and what it is a copy of.
type passed struct {
	sent      int64 // frame
	frame, at int64
	sentIndex uint8
	index     uint8
	echo      bool
}

//limit:rememberedCopies What earlier messages tell | numbered messages that the host relayed, to know what a resend of one is a copy of | the resend is of none | TestRelayOfResends
const rememberedCopies = 4096

// relayAgain tells of a resend what its first sending is a copy of: others may have the same bytes.
func (k *servers) relayAgain(r *record.Record) {
	oldest := max(0, k.numbered-rememberedCopies)
	number := func(i int) *passed { return &k.passed[(oldest+int64(i))%rememberedCopies] }
	i, found := sort.Find(int(k.numbered-oldest), func(i int) int {
		x := number(i)
		return cmp.Or(cmp.Compare(r.First.Frame, x.sent), cmp.Compare(r.First.Index, x.sentIndex))
	})
	if found {
		x := number(i)
		r.Relay.Frame, r.Relay.After, r.Relay.Index, r.Relay.Echo = x.frame, time.Duration(nanoseconds(r)-x.at), x.index, x.echo
	}
}

// nanoseconds is the time of a record on the steady clock, as package relay has it.
func nanoseconds(r *record.Record) int64 {
	at := r.Steady()
	return relay.Nanoseconds(at.Sec, at.Nanos)
}

// objectRequest is an object that a client asks the host for. The creation that the host answers with has the bytes
// of the one that it passed on, and is no copy of it.
type objectRequest struct {
	object uint32 // 0 = none
	at     int64  // as relay.Nanoseconds gives it
}

// requestsObject remembers that a client asked for an object, and forgets the oldest request.
func (l *link) requestsObject(r *record.Record, object uint32) {
	copy(l.objectRequests[1:], l.objectRequests[:])
	l.objectRequests[0] = objectRequest{object, nanoseconds(r)}
}

// objectRequest gives that for an object which the record may answer; nil = there is none.
func (l *link) objectRequest(r *record.Record, object uint32) *objectRequest {
	const patience = 10 * time.Second
	now := nanoseconds(r)
	for i := range l.objectRequests {
		if x := &l.objectRequests[i]; x.object == object && time.Duration(now-x.at) <= patience {
			return x
		}
	}
	return nil
}
