package record

// Code names a kind of note. The list is closed: docs/reference/notes.md explains each.
type Code string

// Codes of notes.
const (
	Retransmit       Code = "retransmit"
	Conflict         Code = "conflict"
	OutOfOrder       Code = "out_of_order"
	Gap              Code = "gap"
	Counter8Bit      Code = "counter_8bit"
	RepeatAck        Code = "repeat_ack"
	AckUnseen        Code = "ack_unseen"
	AckFlags         Code = "ack_flags"
	NewLink          Code = "new_link"
	FragmentConflict Code = "fragment_conflict"
	FragmentLost     Code = "fragment_lost"
	OneByteLength    Code = "one_byte_length"
	OldDisconnect    Code = "old_disconnect"
	Suspect          Code = "suspect_header"
	UnknownType      Code = "unknown_type"
	BadLength        Code = "bad_length"
	MessageCount     Code = "message_count"
	LeftOver         Code = "left_over"
	Snapped          Code = "snapped"
	UDPLength        Code = "udp_length"
	Truncated        Code = "truncated"
	Trailing         Code = "trailing"
	BoolGroup        Code = "bool_group"
	Unusual          Code = "unusual"
	DirLastPart      Code = "dir_last_part"
	DirOther         Code = "dir_other"
	OutsideFilter    Code = "outside_filter"
	Late             Code = "late"
	Jump             Code = "jump"
	SubsysHash       Code = "subsys_hash"
	UnknownOpcode    Code = "unknown_opcode"
	UnknownPayload   Code = "unknown_payload"
	Unrecognised     Code = "unrecognised"
	Undecided        Code = "undecided"
	Empty            Code = "empty"
	Damaged          Code = "damaged"
	CallFailed       Code = "call_failed"
	OtherSocket      Code = "other_socket"
)

// Codes of notes on entity-state messages.
const (
	SizeMismatch      Code = "size_mismatch"
	BadVersion        Code = "version"
	AmbiguousType     Code = "ambiguous_type"
	CountOver512      Code = "count_over_512"
	UnknownEntityType Code = "unknown_entity_type"
	NonFinite         Code = "non_finite"
	DuplicateID       Code = "duplicate_id"
	UnknownBits       Code = "unknown_bits"
)

// Meaning explains a code in a few words.
type Meaning struct {
	Code Code
	Text string
}

// Codes lists every code and what it means.
func Codes() []Meaning { return meanings[:] }

var meanings = [...]Meaning{
	{Retransmit, "same sequence number and content as a recent message"},
	{Conflict, "same sequence number as a recent message, different content"},
	{OutOfOrder, "arrived after a message with a higher sequence number"},
	{Gap, "sequence numbers are missing right before this one"},
	{Counter8Bit, "the sender's counter wraps at 256, as that of third-party servers does"},
	{RepeatAck, "this sequence number was acknowledged before"},
	{AckUnseen, "acknowledges a message that the capture does not have"},
	{AckFlags, "Ack flag bits that stock senders never set"},
	{NewLink, "the client connects again: sequence numbers start again"},
	{FragmentConflict, "a fragment that contradicts the others of its message"},
	{FragmentLost, "a message with fragments missing"},
	{OneByteLength, "a one-byte length field, as third-party software writes it"},
	{OldDisconnect, "type 0x06: Disconnect as third-party software writes it"},
	{Suspect, "a header that no stock sender writes"},
	{UnknownType, "unknown message type; the rest of the datagram is unreadable"},
	{BadLength, "invalid message length; the rest of the datagram is unreadable"},
	{MessageCount, "fewer messages than announced"},
	{LeftOver, "bytes after the last message"},
	{Snapped, "the capture has only the beginning of it"},
	{UDPLength, "the UDP header claims more bytes than the frame has"},
	{Truncated, "the payload ends within a field"},
	{Trailing, "bytes after the last field"},
	{BoolGroup, "the group byte of packed booleans is invalid"},
	{Unusual, "a value that stock software never writes, or an unusual layout"},
	{DirLastPart, "dir_hash covers only the last part of the requested path, as third-party clients send it"},
	{DirOther, "dir_hash is not that of the requested directory"},
	{OutsideFilter, "the answer has files that the host did not ask for"},
	{Late, "older than an update already received; it does not move the ship"},
	{Jump, "the ship moved farther than its speed allows"},
	{SubsysHash, "the subsystem hash of a ship changed or does not match its class: probably modified game files"},
	{UnknownOpcode, "unknown opcode"},
	{UnknownPayload, "a control message with an unknown layout"},
	{SizeMismatch, "the size in the header is not that of the payload"},
	{BadVersion, "unknown header version; the payload is not decoded"},
	{AmbiguousType, "a type number that servers use for different messages"},
	{CountOver512, "more entities than servers send"},
	{UnknownEntityType, "an entity of unknown type"},
	{NonFinite, "a position or velocity that is NaN or infinite"},
	{DuplicateID, "two entities with the same id"},
	{UnknownBits, "undefined key bits are set"},
	{Unrecognised, "no known protocol"},
	{Undecided, "could be a known protocol, but there is too little data to tell"},
	{Empty, "a datagram without payload"},
	{Damaged, "the record of a text log is incomplete, or records before it are missing"},
	{CallFailed, "the socket call failed, by the text log: the datagram may not have been delivered"},
	{OtherSocket, "the datagram passed another socket, by the text log"},
}

// Diagnostic is something worth knowing about a record beside its fields.
type Diagnostic struct {
	Code   Code
	Offset int // in the payload (notes of the header: in the message); or Whole
	Text   string
}

// Whole is the Offset of notes that concern all of a record.
const Whole = -1
