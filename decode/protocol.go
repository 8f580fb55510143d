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
}

// protocols are asked in this order. Entity-state goes by the flow and comes before what
// goes by the first byte.
var protocols = [...]protocol{
	{EntityState, (*session).claimsEntities, (*session).entityRecords, func(d *Datagrams) *int64 { return &d.EntityState }},
	{GameSpy, (*session).claimsGameSpy, (*session).gameSpyRecords, func(d *Datagrams) *int64 { return &d.GameSpy }},
	{BC, (*session).claimsGame, (*session).gameRecords, func(d *Datagrams) *int64 { return &d.BC }},
}
