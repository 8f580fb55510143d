package record

// Code names a kind of note. The list is closed: docs/notes.md explains each.
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
	Late             Code = "late"
	Jump             Code = "jump"
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
	{AckFlags, "bits of the Ack flags are set that no stock sender sets"},
	{NewLink, "the client connects again: sequence numbers start again"},
	{FragmentConflict, "a fragment contradicts the others of its message"},
	{FragmentLost, "a message with fragments missing"},
	{OneByteLength, "the length is one byte, as third-party software writes it"},
	{OldDisconnect, "type 0x06, as third-party software writes Disconnect"},
	{Suspect, "a header that no stock sender writes"},
	{UnknownType, "a type that does not exist; the rest of the datagram is not read"},
	{BadLength, "a length that does not fit; the rest of the datagram is not read"},
	{MessageCount, "fewer messages than announced"},
	{LeftOver, "bytes after the last message"},
	{Snapped, "the capture has only the beginning of it"},
	{UDPLength, "the UDP length says more than the frame has"},
	{Truncated, "the payload ends within a field"},
	{Trailing, "bytes after the last field"},
	{BoolGroup, "a group byte breaks the packing rule of booleans"},
	{Unusual, "a value that no stock software writes, or a reading that is not the usual one"},
	{Late, "an update older than one that came before; it does not move the ship"},
	{Jump, "the ship is farther from its last position than its speed explains"},
	{UnknownOpcode, "unknown opcode"},
	{UnknownPayload, "no layout is known for this control message"},
	{SizeMismatch, "the header has another size than the payload"},
	{BadVersion, "a version of the header that does not exist; the payload is not read"},
	{AmbiguousType, "a type that servers use for different messages"},
	{CountOver512, "more entities than a server sends"},
	{UnknownEntityType, "an entity of a type that is not known"},
	{NonFinite, "a position or velocity that is NaN or infinite"},
	{DuplicateID, "two entities have one id"},
	{UnknownBits, "bits of keys that have no meaning"},
	{Unrecognised, "no known protocol"},
	{Undecided, "could be a protocol that is known, but too little is there to tell"},
	{Empty, "a datagram without payload"},
	{Damaged, "the record of a text log is not whole, or records are missing before it"},
	{CallFailed, "a text log says that the socket call failed: the datagram may not have got there"},
	{OtherSocket, "a text log says that the datagram passed another socket"},
}

// Diagnostic is something worth knowing about a record beside its fields.
type Diagnostic struct {
	Code   Code
	Offset int // in the payload (notes of the header: in the message); or Whole
	Text   string
}

// Whole is the Offset of notes that concern all of a record.
const Whole = -1
