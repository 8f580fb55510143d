package message

// Finder is a message that shows something about its sender which has a note of its own.
type Finder interface {
	Findings() []Finding
}

// Finding is one such thing.
type Finding struct {
	Kind FindingKind
	Text string
}

// FindingKind says what was found.
type FindingKind uint8

// Kinds of findings, all about answers with checksums.
const (
	LastPartHashed FindingKind = iota // the hash of the directory is that of the last part of its path
	OtherDirectory                    // the answer is about another directory than was asked for
	OutsideFilter                     // the host did not ask for such a file
)
