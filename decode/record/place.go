package record

import (
	"strconv"

	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Before is the bytes of the frame before the datagram; 0 = it was joined from IP fragments, or
// there is no frame, as in a text log.
func (r *Record) Before() int32 {
	if r.Fragments > 0 {
		return 0
	}
	return r.HeaderBytes
}

// Places tells where the bytes of Layout lie, one run after the other: all in one datagram, or those
// of a joined message in several, in index order. Of a lost message there are none.
func (r *Record) Places() []Place {
	switch {
	case r.Joined():
		return r.Parts.Places
	case r.Lost():
		return nil
	}
	return []Place{{Frame: r.Frame, Envelope: r.Before(), Offset: r.Offset, Length: int32(len(r.Datagram.Payload)) - r.Offset}}
}

// DatagramHeader gives the two bytes that begin a datagram of the game, for the first message in
// it; nil for all others.
func (r *Record) DatagramHeader() []Owned {
	if r.Proto != BC || r.Index > 0 || r.Parts != nil || r.Offset < transport.DatagramHeader {
		return nil
	}
	return []Owned{
		{Span: wire.Span{Path: "peer_id", Length: 1, Type: "u8"}, Bytes: []byte{r.Peer}, Value: strconv.Itoa(int(r.Peer))},
		{Span: wire.Span{Path: "message_count", Offset: 1, Length: 1, Type: "u8"}, Bytes: []byte{r.Count}, Value: strconv.Itoa(int(r.Count))},
	}
}
