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
	Copy             Code = "copy"
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

// Meaning explains a code.
type Meaning struct {
	Code    Code
	Kind    Kind
	Text    string // what the note says, in a few words
	Cause   string // what leads to it
	Effect  string // what follows from it, and what to do
	Example string // of its text
}

// Kind is what notes point to.
type Kind string

// Kinds of notes.
const (
	Ordinary   Kind = "Ordinary traffic"
	Hole       Kind = "The capture has a hole"
	ThirdParty Kind = "Third-party software"
	Misfit     Kind = "Bytes that do not fit"
)

// Kind is what notes of the code point to.
func (c Code) Kind() Kind {
	for i := range meanings {
		if meanings[i].Code == c {
			return meanings[i].Kind
		}
	}
	return Misfit
}

// Codes lists every code and what it means.
func Codes() []Meaning { return meanings[:] }

var meanings = [...]Meaning{
	{
		Retransmit, Ordinary, "same sequence number and content as a recent message",
		"the Ack did not come in time, or the network duplicated the datagram",
		"harmless: the message took effect once. Many in a row mean packet loss, or a host that retransmits needlessly",
		"retransmission of sequence number 1",
	},
	{
		Conflict, ThirdParty, "same sequence number as a recent message, different content",
		"a counter restarted or wrapped, or a program numbers its messages in another way",
		"both messages are decoded. It does not occur with stock software on both sides",
		"sequence number 3 reused with different content",
	},
	{
		OutOfOrder, Ordinary, "arrived after a message with a higher sequence number",
		"the network reordered datagrams, or this is the retransmission of a lost one",
		"harmless: often it fills an earlier 'gap'",
		"sequence number 5 arrived late",
	},
	{
		Gap, Hole, "sequence numbers are missing right before this one",
		"messages were lost, arrive late, or were not captured",
		"if no 'out_of_order' fills it, the capture lacks them",
		"2 sequence numbers are missing before 6",
	},
	{
		Counter8Bit, ThirdParty, "the sender's counter wraps at 256, as that of third-party servers does",
		"third-party servers count in one byte",
		"noted once per channel; from there its numbers are compared as 8-bit ones",
		"sequence number 0 follows 255: the counter has 8 bits",
	},
	{
		RepeatAck, Ordinary, "this sequence number was acknowledged before",
		"stock software repeats each Ack in later datagrams, up to nine times",
		"harmless, and by far the most frequent note",
		"sequence number 0 was acknowledged before",
	},
	{
		AckUnseen, Ordinary, "acknowledges a message that the capture does not have",
		"the capture began after the message, lost it, or was taken where it did not pass",
		"harmless at the start; later a message is missing from the capture",
		"sequence number 55 is not in the capture",
	},
	{
		AckFlags, ThirdParty, "Ack flag bits that stock senders never set",
		"some third-party clients set 0x80",
		"harmless: bits 0 and 1 are read as always",
		"flags 0x80: bits 2 to 7 are 0 in stock software",
	},
	{
		NewLink, Ordinary, "a client connects where one was before: sequence numbers start again",
		"a player rejoins from the same port, a router gives it to another one, or two captures were merged",
		"harmless: unfinished messages of the link end as 'fragment_lost'",
		"new connection on the same addresses: sequence numbers start again",
	},
	{
		FragmentConflict, Misfit, "a fragment that contradicts the others of its message",
		"damage, a reused number, or software that splits messages in its own way",
		"the fragments before it are kept; this one is shown as bytes and not used",
		"fragment 0 announces 1 fragments, the range is 2 to 255",
	},
	{
		FragmentLost, Hole, "a message with fragments missing",
		"the text says why it was given up: the capture ends, another connection begins, the sender moved on, or too much was unfinished",
		"one message is missing. Its opcode is known only from fragment 0",
		"another connection begins; fragments [0] of 3 were seen",
	},
	{
		OneByteLength, ThirdParty, "a one-byte length field, as third-party software writes it",
		"a two-byte length does not fit the datagram and a one-byte length does; also '00 02', a keepalive of some servers",
		"the message is recognised and shown as bytes",
		"one-byte length field: third-party software",
	},
	{
		OldDisconnect, ThirdParty, "type 0x06: Disconnect as third-party software writes it",
		"some clients leave with '06 02', as the last message of a datagram",
		"the client has left",
		"type 0x06: third-party software",
	},
	{
		Suspect, ThirdParty, "a header that no stock sender writes",
		"a control message or a fragment without the reliable bit",
		"the message is decoded. A fragment without a number cannot be joined",
		"control message without the reliable bit",
	},
	{
		UnknownType, Misfit, "unknown message type; the rest of the datagram is unreadable",
		"damage, or other traffic on the link. Of entity-state: no revision has the type with this size",
		"the messages before it are fine",
		"byte 3 of the datagram: unknown transport type 0x77",
	},
	{
		BadLength, Misfit, "invalid message length; the rest of the datagram is unreadable",
		"damage, or third-party software: more bytes than are left, or fewer than a header",
		"the messages before it are fine",
		"byte 2 of the datagram: data (0x32) message of 255 bytes, only 4 left",
	},
	{
		MessageCount, Misfit, "fewer messages than announced",
		"damage, or a sender that counts wrong",
		"all messages that are there were read",
		"byte 4 of the datagram: 3 messages announced, 2 present",
	},
	{
		LeftOver, Misfit, "bytes after the last message",
		"damage, or a sender that counts wrong. Padding of Ethernet is never counted here",
		"the announced messages were read; the rest is shown as bytes",
		"byte 3 of the datagram: 2 bytes left after the last message",
	},
	{
		Snapped, Hole, "the capture has only the beginning of it",
		"the capture was taken with a snap length, as by 'tcpdump -s 100'",
		"messages before the cut are whole. Capture with a larger snap length",
		"captured 18 of 20 bytes of the message",
	},
	{
		UDPLength, Misfit, "the UDP header claims more bytes than the frame has",
		"a wrong or damaged header; the capture did not cut the frame",
		"the bytes that are there were decoded",
		"the UDP header says 30 bytes of payload, the frame has 22",
	},
	{
		Truncated, Misfit, "the payload ends within a field",
		"a wrong length, a shorter message of third-party software, or another use of the opcode",
		"the fields before it are fine; 'trailing' begins at the field that could not be read",
		"text: str16 needs 10 bytes, 3 left",
	},
	{
		Trailing, Misfit, "bytes after the last field",
		"third-party software writes more than the game, or the known layout lacks a field",
		"the fields are fine; 'trailing' has the rest",
		"2 B after the last field",
	},
	{
		BoolGroup, ThirdParty, "the group byte of packed booleans is invalid",
		"its count or bits do not fit the booleans read; third-party software, or a wrong layout",
		"do not rely on the booleans of this message",
		"group byte 0x60 at offset 1 counts 3 booleans, but 1 were read",
	},
	{
		Unusual, ThirdParty, "a value that stock software never writes, or an unusual layout",
		"an unknown event class, a name with a 32-bit length, a subsystem block that does not decode to its end, power above 125 %; mods cause it too",
		"the fields are what the bytes say. For subsystem blocks, the class or the dialect is wrong, or the ship is from a mod: try '--ships'",
		"unknown event class 0x00001234",
	},
	{
		DirLastPart, ThirdParty, "dir_hash covers only the last part of the requested path, as third-party clients send it",
		"third-party clients hash 'ships' instead of 'scripts/ships' in rounds 2 and 3",
		"it shows the software of the client; file hashes are not affected",
		`dir_hash is that of "ships", not of the whole path scripts/ships`,
	},
	{
		DirOther, ThirdParty, "dir_hash is not that of the requested directory",
		"third-party clients send 0 for a directory that they do not have",
		"do not take the files for those of the requested directory",
		"dir_hash 0x00000000 is not that of Scripts/Multiplayer",
	},
	{
		OutsideFilter, ThirdParty, "the answer has files that the host did not ask for",
		"third-party clients send names that do not fit the filter, or subdirectories that were not asked for",
		"the other files of the answer are good",
		`not asked for with "App.pyc": Akira.pyc`,
	},
	{
		Late, Ordinary, "older than an update already received; it does not move the ship",
		"the network reordered datagrams. A clock that goes back by more than 5 s has restarted, and gives no note",
		"the fields are right; there is no 'world_position'",
		"game time 40.250 s: older than an update already received",
	},
	{
		Jump, Hole, "the ship moved farther than its speed allows",
		"a position was lost, the ship warped or came back with the same id, or third-party software moved it",
		"do not draw a line between the two positions. Allowed are five times speed times time, and 25 units",
		"995 units from the last position: farther than its speed allows",
	},
	{
		SubsysHash, ThirdParty, "the subsystem hash of a ship changed or does not match its class: probably modified game files",
		"a player has modified game files, or the class is taken wrongly",
		"by static analysis, a stock host removes a player whose hash it does not expect, with Boot reason 4; no capture shows it. Noted on the first update that shows it",
		"subsys_hash 0x1234: it was 0xFB37 before",
	},
	{
		UnknownOpcode, Misfit, "unknown opcode",
		"mods use free numbers from 0x2B on (205 and 211 to 214 are known to be theirs, and have no note)",
		"the payload is shown as bytes. This is no damage",
		"unknown opcode 0x77",
	},
	{
		UnknownPayload, ThirdParty, "a control message with an unknown layout",
		"a one-byte length, or a connect that is neither request nor response",
		"the payload is shown as bytes",
		"unknown layout: 4 B of connect",
	},
	{
		SizeMismatch, Misfit, "the size in the header is not that of the payload",
		"the datagram was cut or padded, or a server counts differently",
		"the bytes that arrived were decoded, as the reference server does",
		"the header says 27 bytes, the payload has 52",
	},
	{
		BadVersion, Misfit, "unknown header version; the payload is not decoded",
		"only version 1 is known: damage, or another protocol",
		"nothing of the payload is decoded",
		"unknown version 2",
	},
	{
		AmbiguousType, Ordinary, "a type number that servers use for different messages",
		"early and late servers use type 16 differently, and which one this is was not seen yet",
		"'fields.candidates' has both; the first message of type 12 to 15 or 17 decides",
		"type 16 is either Disconnect or StartMatch",
	},
	{
		CountOver512, ThirdParty, "more entities than servers send",
		"third-party software, or a wrong count",
		"the text says if it is also more than the reference client accepts, or than fits",
		"count 513: servers send at most 512",
	},
	{
		UnknownEntityType, ThirdParty, "an entity of unknown type",
		"its type is not 1 to 4",
		"the entity has no 'type_name'",
		"entity 1, id 6: unknown type 9",
	},
	{
		NonFinite, ThirdParty, "a position or velocity that is NaN or infinite",
		"a server that divides by zero",
		"do not draw it",
		"entity 0, id 5: at (NaN 1), velocity (0 0); and 1 more",
	},
	{
		DuplicateID, ThirdParty, "two entities with the same id",
		"a server that counts an entity twice",
		"which one is meant is not known",
		"id 1 occurs more than once",
	},
	{
		UnknownBits, ThirdParty, "undefined key bits are set",
		"third-party software",
		"the known keys are read",
		"keys 0xC1: bits 6 and 7 have no meaning",
	},
	{
		Unrecognised, Ordinary, "no known protocol",
		"other traffic in the capture, such as DNS; with '--port', a datagram on another port",
		"harmless; the text says why it is no game datagram",
		"not a game datagram: unknown transport type 0xAA",
	},
	{
		Undecided, Ordinary, "could be a known protocol, but there is too little data to tell",
		"a lone keepalive, Ack or State; none of the next 64 datagrams between the addresses decides",
		"'--proto bc', '--proto entity-state' or '--port' decides",
		"could be a game datagram, but is too short to tell",
	},
	{
		Empty, Ordinary, "a datagram without payload",
		"port scans, or packets that keep a NAT open; also a game datagram without messages",
		"harmless",
		"a datagram without payload",
	},
	{
		Damaged, Hole, "the record of a text log is incomplete, or records before it are missing",
		"the log was cut or edited, or its writer lost records",
		"bytes after an unreadable row are not used; missing records cannot be recovered",
		"the header line says 25 bytes, the rows have 22",
	},
	{
		CallFailed, Hole, "the socket call failed, by the text log: the datagram may not have been delivered",
		"the logged return value is not the number of bytes",
		"only an Ack proves that it arrived",
		"the socket call returned -1 for 3 bytes: the datagram may not have been delivered",
	},
	{
		OtherSocket, Ordinary, "the datagram passed another socket, by the text log",
		"the program that wrote the log watched the socket to the master server too",
		"rarely game traffic",
		`direction "S->M": not the socket of the game`,
	},
	{
		Copy, Ordinary, "the same datagram, captured once more",
		"the capture was taken on several interfaces at once, as by '-i any' on a machine with a bridge or containers, on a switch that mirrors both directions, or was merged from several",
		"it counts in no report. Its sender did not send it again: that would be a 'retransmit'",
		"the datagram of frame 134, captured once more",
	},
}

// Diagnostic is something worth knowing about a record beside its fields.
type Diagnostic struct {
	Code   Code
	Offset int // in the payload (notes of the header: in the message); or Whole
	Text   string
}

// Whole is the Offset of notes that concern all of a record.
const Whole = -1
