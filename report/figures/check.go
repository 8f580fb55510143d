package figures

import "slices"

// Check is the report of `bcdump check`: captures held against the rules of the stock game.
type Check struct {
	Version int          `json:"v" about:"version of the format, 1"`
	Files   []CheckFile  `json:"files" about:"captures"`
	Summary CheckSummary `json:"summary" about:"verdicts over all captures"`
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
	Name string `json:"name" about:"of the capture"`
	// Perspective is where the capture was taken: "host", "client", "between", or "unknown".
	Perspective string `json:"perspective" about:"where it was taken: 'host', 'client', 'between' or 'unknown'"`
	Dialect     string `json:"dialect" about:"of the first server"`
	Links       int    `json:"links" about:"connections"`
	// Loss is the share of the Data messages of a direction that are missing from the capture.
	Loss   CheckLoss   `json:"loss" about:"share of the messages of a direction that are missing"`
	Rules  []CheckRule `json:"rules" about:"a verdict for each rule and side"`
	Causes []Cause     `json:"causes" about:"of the broken rules, the heaviest first"`
	Ended  []Story     `json:"ended" about:"connections that the player did not end, as in [the overview](overview.md)"`
	Damage *Damage     `json:"damage,omitempty" about:"the first damage, if any"`
	// NoGame says what the capture holds if it has no datagram of the game.
	NoGame string `json:"no_game,omitempty" about:"what the capture holds instead, if it has no datagram of the game"`
	// Dropped counts what found no room in bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table"`
}

// Judged reports whether there is a verdict on any rule.
func (f *CheckFile) Judged() bool {
	return slices.ContainsFunc(f.Rules, func(r CheckRule) bool { return r.Verdict != NotJudged })
}

// EntityArea is that of the rules of entity-state.
const EntityArea = "entity-state"

// About gives the rules that the capture is about: those of entity-state, if there is a verdict on no other.
func (f *CheckFile) About() []CheckRule {
	other := func(r CheckRule) bool { return r.Area != EntityArea }
	if !f.Judged() || slices.ContainsFunc(f.Rules, func(r CheckRule) bool { return other(r) && r.Verdict != NotJudged }) {
		return f.Rules
	}
	return slices.DeleteFunc(slices.Clone(f.Rules), other)
}

// CheckLoss is a share for each direction.
type CheckLoss struct {
	ToServer float64 `json:"C>S"`
	ToClient float64 `json:"S>C"`
}

// Verdicts.
const (
	//row:verdicts kept | there is an instance, and no more violations than the tolerance allows
	Passed = "pass"
	//row:verdicts broken | there are more. The first 20 are named with their frames; all are counted
	Failed = "fail"
	//row:verdicts not judged | the capture has no instance, or lacks what the rule needs
	NotJudged = "not_judged"
)

// CheckRule is the verdict on one rule and one of those whom it judges.
type CheckRule struct {
	ID       string `json:"id" about:"one of the [rules](rules.md)"`
	Area     string `json:"-"`
	Says     string `json:"says" about:"what stock software does"`
	Judges   string `json:"judges" about:"'server' or 'client'"`
	Severity string `json:"severity" about:"'error', 'warning' or 'info'"`
	Evidence string `json:"evidence" about:"'observed', 'two sources' or 'one source'"`
	Verdict  string `json:"verdict" about:"'pass', 'fail' or 'not_judged'"`
	Cause    string `json:"cause,omitempty" about:"that explains all violations"`
	// Reason says why the rule is not judged.
	Reason     string  `json:"reason,omitempty" about:"why it is not judged"`
	Instances  int64   `json:"instances" about:"what was judged"`
	Violations int64   `json:"violations" about:"of these, violations"`
	Tolerance  float64 `json:"tolerance" about:"share of instances that may be violations"`
	// Burst is how many violations come at once, at least 1.
	Burst float64 `json:"-"`
	// Baseline is how many violations there would be if the share were that of the baseline, but no more than
	// there are. Worse is a share that is larger.
	Baseline int64        `json:"baseline" about:"violations that the baseline accepts"`
	Worse    bool         `json:"worse,omitempty" about:"more than the baseline accepts"`
	Unknown  bool         `json:"unknown,omitempty" about:"broken, and the baseline cannot say whether that is new"`
	Frames   []CheckFrame `json:"frames" about:"the first violations"`
}

// CheckFrame is one violation.
type CheckFrame struct {
	Frame  int64  `json:"frame" about:"the message at fault, or the one that should have caused the missing one"`
	Index  int    `json:"-"` // of the message in its datagram; -1 = of a protocol that has one message a datagram
	Client int    `json:"client" about:"number of the link; 0 = none"`
	Who    string `json:"-"` // name of the client; "" = not known
	Text   string `json:"text" about:"in words"`
	Times  int64  `json:"times" about:"how often in this frame"`
	Query  Query  `json:"query" about:"keeps the message"`
}

// CheckSummary counts verdicts over all captures; Errors and Warnings are the rules of that severity
// that fail.
type CheckSummary struct {
	Pass      int `json:"pass" about:"verdicts"`
	Fail      int `json:"fail" about:"verdicts"`
	NotJudged int `json:"not_judged" about:"verdicts"`
	Errors    int `json:"errors" about:"broken rules of that severity"`
	Warnings  int `json:"warnings" about:"broken rules of that severity"`
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
