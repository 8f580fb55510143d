package session

import (
	"net/netip"

	"bcdump/decode/internal/batch"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
)

// Options say what is known before the first frame. The zero value recognises everything by
// content.
type Options struct {
	// Ports limits the game to these UDP ports, and takes everything there for
	// the game. Empty = recognise by content on any port.
	Ports []PortRange
	// Protocol forces one; empty = recognise by content.
	Protocol record.Protocol
	// Dialect of the servers; Undecided = found out from their blocks.
	Dialect message.Dialect
	// Ships is what ship classes there are; nil = those of the game.
	Ships *ship.Catalogue
	// ObjectClasses gives the class of objects whose creation the capture lacks, or
	// whose class it gets wrong.
	ObjectClasses map[uint32]*ship.Class

	// Protocols are asked for a datagram before those that are known.
	Protocols []Protocol
	// GeneralOnly is for tests: no message takes the fast path.
	GeneralOnly bool
}

// PortRange is a range of UDP ports, both ends included.
type PortRange struct {
	First, Last uint16
}

func (p PortRange) holds(port uint16) bool { return p.First <= port && port <= p.Last }

// portsMatch reports whether the datagram uses one of the ports that the user
// named.
func (o *Options) portsMatch(src, dst netip.AddrPort) bool {
	for _, p := range o.Ports {
		if p.holds(src.Port()) || p.holds(dst.Port()) {
			return true
		}
	}
	return false
}

// Protocol is one row of the list of protocols: all that the ordered stage asks of one. How
// its records are read is the matter of its record.Format.
type Protocol struct {
	Name record.Protocol
	// Claims reports whether a datagram is of this protocol, and Records makes its
	// records; both in frame order.
	Claims  func(*Session, *batch.Item, Lookahead) bool
	Records func(*Session, *batch.Item)
	// Count is where its datagrams are counted.
	Count func(*Datagrams) *int64
}

// protocols are asked in this order. Entity-state goes by the flow and comes before what
// goes by the first byte.
var protocols = [...]Protocol{
	{record.EntityState, (*Session).claimsEntities, (*Session).entityRecords, func(d *Datagrams) *int64 { return &d.EntityState }},
	{record.GameSpy, (*Session).claimsGameSpy, (*Session).gameSpyRecords, func(d *Datagrams) *int64 { return &d.GameSpy }},
	{record.BC, (*Session).claimsGame, (*Session).gameRecords, func(d *Datagrams) *int64 { return &d.BC }},
}
