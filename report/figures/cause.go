package figures

import (
	"slices"
	"strings"
)

// Cause is one behaviour of one side from which broken rules follow; what none explains is a cause of its own,
// with the rule's id.
type Cause struct {
	ID   string `json:"id" about:"the cause"`
	Side string `json:"side" about:"'server' or 'client'; '\"\"' of a problem that may be of either"`
	// Client is the number of the link, if one client alone is the cause.
	Client int `json:"client,omitempty" about:"number of the link, if it is one client"`
	// Alike says that all clients that could do it do.
	Alike     bool   `json:"-"`
	Statement string `json:"statement" about:"what is wrong"`
	// Effect is how much it matters: "thrown_out", "other_world", "events_lost", "late", "wasteful", "unnoticed";
	// Weight is its place in this list.
	Effect     string      `json:"effect" about:"how heavy it is"`
	Weight     int         `json:"-"`
	EffectText string      `json:"effect_text" about:"what players notice"`
	Mend       string      `json:"mend" about:"what to do"`
	Root       string      `json:"root" about:"the rule from which the others follow, or 'desync-' and a kind of differences"`
	Instances  int64       `json:"instances" about:"messages that show it"`
	Of         int64       `json:"-"` // instances of the root, as its rule has them
	Frames     []int64     `json:"frames" about:"the first of them"`
	Players    []string    `json:"players" about:"how many are concerned"`
	Explains   []Explained `json:"explains" about:"the broken rules, with the violations that this cause explains"`
	// Severity is the worst of the rules that are broken.
	Severity string `json:"-"`
	// First are the first violations of the root.
	First []CheckFrame `json:"-"`
}

// Explained is a finding of which violations follow from a cause.
type Explained struct {
	Finding   string `json:"finding" about:"id of the rule, or 'desync-' and a kind of [differences](desync.md)"`
	Instances int64  `json:"instances" about:"violations that the cause explains"`
	Of        int64  `json:"of" about:"all violations of the rule"`
}

// Single reports whether the cause is a rule that stands for itself.
func (c *Cause) Single() bool { return c.ID == c.Root }

// Seen reports whether players saw something else because of it: see Desync.
func (c *Cause) Seen() bool {
	return c.OnlySeen() || slices.ContainsFunc(c.Explains, func(e Explained) bool { return strings.HasPrefix(e.Finding, seen) })
}

// OnlySeen reports whether it is what players saw else and no rule explains.
func (c *Cause) OnlySeen() bool { return strings.HasPrefix(c.Root, seen) }

const seen = "desync-"
