package capture

import "net/netip"

// Logged is one datagram of a text log. It is plaintext, and its addresses and its
// length are those that the log states.
type Logged struct {
	Datagram
	Offset  int64    // of its record in the log
	Remarks []Remark // what is wrong with the record
}

// Remark says what is wrong with a record of a text log.
type Remark struct {
	Kind RemarkKind
	Text string
}

// RemarkKind is a kind of remark.
type RemarkKind uint8

// Kinds of remarks.
const (
	Damaged     RemarkKind = iota // lines are missing or cannot be read
	CallFailed                    // the datagram may not have been sent or received
	OtherSocket                   // it passed another socket than that of the game
)

// ServerAddress stands for the server in a text log that does not have its address;
// it is not valid. UnknownAddress stands for a peer without one.
var (
	ServerAddress  netip.AddrPort
	UnknownAddress = netip.AddrPortFrom(netip.IPv4Unspecified(), 0)
)
