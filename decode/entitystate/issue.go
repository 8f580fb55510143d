package entitystate

// Code names a rule that a message can break.
type Code string

// Codes of issues.
const (
	HeaderShort       Code = "header_short"        // fewer than four bytes
	SizeMismatch      Code = "size_mismatch"       // the size is not that of the payload
	BadVersion        Code = "version"             // the version is not 1; the payload is not read
	UnknownType       Code = "unknown_type"        // no revision has this type with this size
	AmbiguousType     Code = "ambiguous_type"      // two revisions have it, for different messages
	PayloadShort      Code = "payload_short"       // bytes are missing
	TrailingBytes     Code = "trailing_bytes"      // bytes after the last field
	CountOver512      Code = "count_over_512"      // more entities than servers send
	UnknownEntityType Code = "unknown_entity_type" // not 1 to 4
	NonFinite         Code = "non_finite"          // a position or velocity is NaN or infinite
	DuplicateID       Code = "duplicate_id"        // two entities with one id
	UnknownBits       Code = "unknown_bits"        // bits of keys that have no meaning
)

// Issue is a rule that a message breaks.
type Issue struct {
	Code   Code
	Offset int // in the datagram
	Text   string
}

// issues collects what is wrong with one message.
type issues struct {
	list []Issue
	ids  []uint32 // memory to sort ids in
}

func (i *issues) add(code Code, offset int, text string) {
	i.list = append(i.list, Issue{code, offset, text})
}

// checked is a message with rules beyond its layout.
type checked interface {
	// check adds the rules that the message breaks.
	check(*issues)
}

// sized is a message whose layout depends on the size of its payload.
type sized interface {
	setSize(payload int)
}
