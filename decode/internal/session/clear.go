package session

import (
	"bcdump/decode/internal/batch"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/reassembly"
)

// inClear takes a datagram of the game that is not enciphered for what it is: captures can be written deciphered. A link is
// one of them from the first datagram on that passes the strict walk as it stands, and whose messages can all be
// decoded; one that passes and says less waits for such a datagram, as in claimsGame.
func (s *Session) inClear(it *batch.Item, ahead Lookahead) {
	if it.Plain == nil || it.Logged != nil || it.Strength != transport.Refused && !s.links.clear {
		return
	}
	key, _ := reassembly.Flow{Src: it.Datagram.Src, Dst: it.Datagram.Dst}.Link()
	l, known := s.links.byFlow.Get(key)
	switch {
	case known && !l.clear:
		return
	case known:
	case it.Strength != transport.Refused || !s.tellsClear(it, ahead):
		return
	default:
		s.links.of(it.Datagram.Src, it.Datagram.Dst).clear = true
		s.links.clear = true
	}
	readClear(it)
}

func readClear(it *batch.Item) {
	it.Plain = it.Datagram.Payload
	it.Walk(nil)
}

// tellsClear reports whether a datagram of a link that is not known is plaintext of the game.
func (s *Session) tellsClear(it *batch.Item, ahead Lookahead) bool {
	switch passes, sure := s.readsClear(it); {
	case sure || passes && (s.options.Protocol == record.BC || len(s.options.Ports) > 0 && s.options.portsMatch(it.Datagram.Src, it.Datagram.Dst)):
		return true
	case !passes:
		return false
	}
	for n := range undecidedAhead {
		later := ahead.At(n)
		if later == nil {
			return false
		}
		if later.Plain == nil || later.Strength != transport.Refused {
			continue // an IP fragment has no ends
		}
		if a, b := it.Datagram.Ends, later.Datagram.Ends; *a != *b && (a.Src != b.Dst || a.Dst != b.Src) {
			continue
		}
		if _, sure := s.readsClear(later); sure {
			return true
		}
	}
	return false
}

// readsClear reads a payload as it stands: whether it passes the strict walk, and whether what it says is of the game beyond doubt.
func (s *Session) readsClear(it *batch.Item) (passes, sure bool) {
	messages, fault := transport.Walk(it.Datagram.Payload, it.Cut(), nil)
	strength := transport.Judge(messages, fault.Cause)
	if strength != transport.Strong {
		return strength == transport.Weak, false
	}
	for i := range messages {
		m := &messages[i]
		payload := m.Payload(it.Datagram.Payload)
		decoded := wire.Decoded{}
		switch {
		case m.Type == transport.Data && !m.Fragment:
			decoded = s.servers.messages.Decode(payload).Decoded
		case m.Type == transport.Ack || m.Type == transport.Keepalive:
			continue
		case m.Type != transport.Data:
			decoded = s.links.control.Decode(m, payload)
		}
		if !decoded.Complete() || len(decoded.Trailing) > 0 {
			return true, false
		}
	}
	return true, true
}
