package figures

// Cause is one behaviour of one side from which broken rules follow; what none explains is a cause of its own,
// with the rule's id.
type Cause struct {
	ID   string `json:"id"`
	Side string `json:"side"` // "server" or "client"
	// Client is the number of the link, if one client alone is the cause.
	Client int `json:"client,omitempty"`
	// Alike says that all clients that could do it do.
	Alike     bool   `json:"-"`
	Statement string `json:"statement"`
	// Effect is how much it matters: "thrown_out", "other_world", "events_lost", "late", "wasteful", "unnoticed";
	// Weight is its place in this list.
	Effect     string      `json:"effect"`
	Weight     int         `json:"-"`
	EffectText string      `json:"effect_text"` // what players notice
	Mend       string      `json:"mend"`
	Root       string      `json:"root"` // the rule that shows it
	Instances  int64       `json:"instances"`
	Of         int64       `json:"-"`
	Frames     []int64     `json:"frames"`  // of the first ones
	Players    []string    `json:"players"` // who break the root, or to whom it is broken
	Explains   []Explained `json:"explains"`
	// Severity is the worst of the rules that are broken; Problem says that one of them is a problem of the capture.
	Severity string `json:"-"`
	Problem  bool   `json:"-"`
	// First are the first violations of the root.
	First []CheckFrame `json:"-"`
}

// Explained is a finding of which violations follow from a cause.
type Explained struct {
	Finding   string `json:"finding"`
	Instances int64  `json:"instances"`
	Of        int64  `json:"of"`
}

// Single reports whether the cause is a rule that stands for itself.
func (c *Cause) Single() bool { return c.ID == c.Root }
