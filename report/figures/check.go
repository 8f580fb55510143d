package figures

import "slices"

// Check is the report of `bcdump check`: captures held against the rules of the stock game.
type Check struct {
	Version int          `json:"v"`
	Files   []CheckFile  `json:"files"`
	Summary CheckSummary `json:"summary"`
}

// Sum counts the verdicts of all captures for the summary, anew.
func (c *Check) Sum() {
	c.Summary = CheckSummary{}
	for i := range c.Files {
		for k := range c.Files[i].Rules {
			c.Summary.Add(&c.Files[i].Rules[k])
		}
	}
}

// CheckFile is what was found of one capture.
type CheckFile struct {
	Name string `json:"name"`
	// Perspective is where the capture was taken: "host", "client", "between", or "unknown".
	Perspective string `json:"perspective"`
	Dialect     string `json:"dialect"` // of the first server: "stock", "openbc" or "undecided"
	Links       int    `json:"links"`
	// Loss is the share of the Data messages of a direction that are missing from the capture.
	Loss   CheckLoss   `json:"loss"`
	Rules  []CheckRule `json:"rules"`
	Causes []Cause     `json:"causes"`           // of the broken rules, the heaviest first
	Damage *Damage     `json:"damage,omitempty"` // the first
	// Dropped counts what found no room in bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// Judged reports whether there is a verdict on any rule.
func (f *CheckFile) Judged() bool {
	return slices.ContainsFunc(f.Rules, func(r CheckRule) bool { return r.Verdict != NotJudged })
}

// CheckLoss is a share for each direction.
type CheckLoss struct {
	ToServer float64 `json:"C>S"`
	ToClient float64 `json:"S>C"`
}

// Verdicts.
const (
	Passed    = "pass"
	Failed    = "fail"
	NotJudged = "not_judged"
)

// CheckRule is the verdict on one rule and one of those whom it judges.
type CheckRule struct {
	ID       string `json:"id"`
	Area     string `json:"-"`
	Says     string `json:"says"`   // what stock software does
	Judges   string `json:"judges"` // "server" or "client"
	Severity string `json:"severity"`
	Problem  bool   `json:"-"`        // it is a problem of the capture if the rule is broken
	Evidence string `json:"evidence"` // "observed", "two sources" or "one source"
	Verdict  string `json:"verdict"`
	Cause    string `json:"cause,omitempty"` // that explains all violations
	// Reason says why the rule is not judged.
	Reason     string  `json:"reason,omitempty"`
	Instances  int64   `json:"instances"`
	Violations int64   `json:"violations"`
	Tolerance  float64 `json:"tolerance"` // the share of instances that may be violations
	// Burst is how many violations come at once, at least 1.
	Burst float64 `json:"-"`
	// Baseline is how many violations there would be if the share were that of the baseline, but no more than
	// there are. Worse is a share that is larger.
	Baseline int64        `json:"baseline"`
	Worse    bool         `json:"worse,omitempty"`
	Frames   []CheckFrame `json:"frames"` // of the first violations
}

// CheckFrame is one violation.
type CheckFrame struct {
	Frame  int64  `json:"frame"`
	Index  int    `json:"-"`      // of the message in its datagram; -1 = of a protocol that has one message a datagram
	Client int    `json:"client"` // number of the link in the capture; 0 = none
	Who    string `json:"-"`      // name of the client; "" = not known
	Text   string `json:"text"`
	Times  int64  `json:"times"` // that the same is broken in this frame
	Query  Query  `json:"query"`
}

// CheckSummary counts verdicts over all captures; Errors and Warnings are the rules of that severity
// that fail.
type CheckSummary struct {
	Pass      int `json:"pass"`
	Fail      int `json:"fail"`
	NotJudged int `json:"not_judged"`
	Errors    int `json:"errors"`
	Warnings  int `json:"warnings"`
}

// Add counts a verdict.
func (s *CheckSummary) Add(r *CheckRule) {
	switch r.Verdict {
	case Passed:
		s.Pass++
	case NotJudged:
		s.NotJudged++
	case Failed:
		s.Fail++
		s.failed(r.Severity)
	}
}

func (s *CheckSummary) failed(severity string) {
	switch severity {
	case "error":
		s.Errors++
	case "warning":
		s.Warnings++
	}
}

// RuleText is a rule, or a cause from which several follow, as it is listed and explained.
type RuleText struct {
	ID         string `json:"id"`
	Area       string `json:"area"`   // "causes" of a cause
	Judges     string `json:"judges"` // "server", "client" or "both"
	Severity   string `json:"severity,omitempty"`
	Evidence   string `json:"evidence,omitempty"`
	Says       string `json:"says"`             // what stock software does; of a cause what others do
	Effect     string `json:"effect"`           // see Cause
	EffectText string `json:"effect_text"`      // what players notice if it is broken
	Counts     string `json:"counts,omitempty"` // what is judged, one by one
	Broken     string `json:"broken,omitempty"` // what a violation is
	// Source is the section of docs/protocol.
	Source string `json:"source,omitempty"`
	// Needs is what a capture must have for the rule to be judged.
	Needs []string `json:"needs,omitempty"`
	// Mend is what to do against a cause, and Explains are the rules that it breaks, its root first.
	Mend     string   `json:"mend,omitempty"`
	Explains []string `json:"explains,omitempty"`
	// Tolerance is what of the instances may be violations, in words; "" = none.
	Tolerance string `json:"tolerance,omitempty"`
}
