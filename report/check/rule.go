package check

import (
	"slices"
	"time"

	"bcdump/decode/match"
)

// Rule is one thing that stock software does, and how a capture shows whether others do it too.
type Rule struct {
	ID       string
	Judges   Who
	Severity string
	Effect   *Effect // what players notice if it is broken
	Evidence string
	// Says is what stock software does; Counts what is judged, one by one: an instance; Broken
	// when an instance is a violation. Source is the section of docs/protocol.
	Says, Counts, Broken, Source string
	// Needs is what a capture must have for the rule to be judged at all.
	Needs Needs
	// Times is how close together the moments are that the rule tells apart: a small part of the times that it names. Where the
	// clock of a capture cannot tell them apart, it is not judged. 0 = it judges by order and content alone.
	Times time.Duration
	// Parts are judged apart, each with its own tolerance; nil = one without tolerance.
	Parts []Part
	// Watch is called when a capture begins. It asks for the messages that the rule is about.
	Watch func(*watch)
}

// Part is what of a rule is judged together.
type Part struct {
	// Of says what a part without tolerance is about, if others of the rule have some; "" = the rest.
	Of string
	// Minimum is how many instances there must be; 0 = 1.
	Minimum int64
	// Tolerance is the share of instances that may be violations; WithLoss that if the capture
	// lacks messages of the direction that is judged, and then one may be in any case. A tolerance is for what loss between capture
	// and host makes look like a violation.
	Tolerance, WithLoss float64
	// PlusLoss adds the share of the messages of that direction that is missing.
	PlusLoss bool
}

// Who is judged.
type Who uint8

// Those who are judged. Of a rule that judges both, each is judged for itself.
const (
	Server Who = iota
	Client
	Both
)

// String names who is judged.
func (w Who) String() string { return whoNames[w] }

var whoNames = []string{"server", "client", "both"}

// ParseWho reads what String writes.
func ParseWho(word string) (w Who, ok bool) {
	at := slices.Index(whoNames, word)
	return Who(max(at, 0)), at >= 0
}

// Severities: how much a violation matters.
const (
	Error   = "error"   // a stock peer misbehaves, rejects it or loses state
	Warning = "warning" // it differs from stock software, and works
	Info    = "info"    // worth knowing
)

// Severities are all, the heaviest first.
var Severities = []string{Error, Warning, Info}

// Grades of evidence: how sure it is that stock software does so.
const (
	Observed   = "observed"    // in bytes or counts of stock sessions
	TwoSources = "two sources" // two sources say so
	OneSource  = "one source"  // one source says so
)

// Needs are conditions on the capture, as bits.
type Needs uint16

// Conditions. Those of links leave out the instances on links that do not meet them; Known, Creation
// and NoHole are for the function of the rule to see to.
const (
	Joined     Needs = 1 << iota // the link's connect request is in the capture
	TwoClients                   // two clients are in the game at the same time
	NearHost                     // the capture was taken near the host
	NearJudged                   // the capture was taken near the side that is judged
	Uncut                        // no game datagram is cut by a snap length, or missing for its size
	Loss2                        // at most 2 % of the messages are missing, in both directions
	Loss5                        // at most 5 %
	Loss05                       // at most 0.5 %
	Known                        // ships whose class is known
	Creation                     // ships whose creation by their owner is in the capture
	NoHole                       // nothing is missing on the receiving link at that time
	Undropped                    // the capture lacks nothing that came
	Whole                        // the same; else one instance, and a share of them, may be a violation
	Dropped5                     // at most 5 % of what came is missing
	GameSpy                      // there is GameSpy traffic
	Entities                     // there is entity-state traffic
)

// parts gives the parts of a rule.
func (r *Rule) parts() []Part {
	if r.Parts == nil {
		return onePart
	}
	return r.Parts
}

var onePart = []Part{{}}

// sides gives those who are judged, each of whom gets a verdict.
func (r *Rule) sides() []Who {
	if r.Judges == Both {
		return []Who{Server, Client}
	}
	return []Who{r.Judges}
}

// Cause is one behaviour of one side that breaks several rules. A broken rule that none explains is a cause of
// its own.
type Cause struct {
	ID     string
	Side   Who
	Effect *Effect
	// Says is what the side does; Mend what its author has to do.
	Says, Mend string
	// Follows are the rules that it breaks, the root first: without it there is no cause.
	Follows []Follower
	// Across says that the other side breaks some of them because of it.
	Across bool
}

// Follower is a rule, and which of its violations mending the root would remove.
type Follower struct {
	Rule string
	// Tied reports whether a violation has the bytes that the cause has; nil = each has. It is asked when the
	// violation is found; l and at are those that are told with it.
	Tied func(t *trial, l *link, at match.Event) bool
}

// tie is a cause that violations of a rule may follow from.
type tie struct {
	cause *Cause
	tied  func(*trial, *link, match.Event) bool // nil = each does
}
