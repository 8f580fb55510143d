package session

import (
	"bcdump/decode/internal/batch"
	"bcdump/decode/record"
)

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
