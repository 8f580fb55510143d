package decode

// protocol is one row of the list of protocols: all that the stages ask of one. Adding
// one touches this list and its own files.
type protocol struct {
	name Protocol
	// claims reports whether a datagram is of this protocol, and records makes its
	// records; both in frame order.
	claims  func(*session, *item, lookahead) bool
	records func(*session, *item)
	// count is where its datagrams are counted.
	count func(*Datagrams) *int64
	// fill decodes the payload of a record, and book enters its bytes in the ledger; both
	// in any order.
	fill func(*contents, *Record)
	book func(*Ledger, *Record)
}

// protocols are asked in this order. Entity-state goes by the flow and comes before what
// goes by the first byte.
var protocols = [...]protocol{
	{
		EntityState, (*session).claimsEntities, (*session).entityRecords,
		func(d *Datagrams) *int64 { return &d.EntityState }, (*contents).entities, (*Ledger).entities,
	},
	{
		GameSpy, (*session).claimsGameSpy, (*session).gameSpyRecords,
		func(d *Datagrams) *int64 { return &d.GameSpy }, (*contents).gameSpy, (*Ledger).gameSpy,
	},
	{
		BC, (*session).claimsGame, (*session).gameRecords,
		func(d *Datagrams) *int64 { return &d.BC }, (*contents).gameRecord, (*Ledger).game,
	},
}

// rowOf gives the row of a protocol; nil if the datagram speaks none that is known.
func rowOf(name Protocol) *protocol {
	for i := range protocols {
		if protocols[i].name == name {
			return &protocols[i]
		}
	}
	return nil
}
