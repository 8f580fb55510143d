package stats

import (
	"fmt"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// joins tells how each client came into the game, or where it hangs, and how it ended: what the
// account of the match has of it, in words.
type joins struct {
	*base
	rows     []joinRow
	dropped  int64
	timeouts []timeout
}

// joinRow is a join without its queries, which are of what meets the conditions.
type joinRow struct {
	figures.Join
	steps []stepRow
	where []string
}

type stepRow struct {
	figures.Step
	where []string
}

// timeout is a client in the game that its host dropped.
type timeout struct {
	spot
	name string
}

func (j *joins) add(*part) {}

// end takes the connections of which the capture has a step or a reason why they ended.
func (j *joins) end(c *part) {
	for _, x := range c.Match().Connections() {
		if len(x.Steps) > 0 || x.Refusal.Frame != 0 || x.Ending.Boot != 0 {
			j.rows = append(j.rows, j.row(x, c.Summary.End()))
		}
		if at := droppedAt(x); at.Frame != 0 && x.Entered.Frame != 0 {
			j.timeouts = append(j.timeouts, timeout{spot{x.File, at.Frame, at.Index}, clientName(x)})
		}
	}
	j.dropped += c.Match().Dropped().Records
}

func (j *joins) report(out *figures.Stats) {
	out.Joins = []figures.Join{}
	for i := range j.rows {
		out.Joins = append(out.Joins, j.figure(&j.rows[i]))
	}
	drop(out, "joins", j.dropped)
}

func (j *joins) figure(r *joinRow) figures.Join {
	f := r.Join
	f.File, f.Query, f.Steps = j.files.label(r.File), j.Of(r.where...), []figures.Step{}
	for i := range r.steps {
		f.Steps = append(f.Steps, r.steps[i].Step)
		f.Steps[i].Query = j.Of(r.steps[i].where...)
	}
	return f
}

func (j *joins) row(c *match.Connection, until capture.Time) joinRow {
	party, since := c.Waiting()
	f := figures.Join{
		Number: c.Number, File: c.File, Client: tally.AddressText(c.Client), Name: c.Name, Server: tally.AddressText(c.Server),
		State: reached(c).String(), Waiting: string(party), Since: tally.TimeOf(since),
		ResentToServer: c.Resent[toServer], ResentToClient: c.Resent[toClient],
		Ending: string(c.Ending.Why), Boot: int(c.Ending.Boot),
	}
	f.Took, f.Wait, f.WaitFor = took(c), nil, ""
	if wait, step := longestWait(c); step != nil {
		f.Wait, f.WaitFor = &wait, step.Name
	}
	if n := c.Pending.Missing(); n >= 0 {
		f.MissingPart, f.Parts = n+1, c.Pending.Total
	}
	o := j.outcome(c, until)
	f.Outcome, f.Hangs, f.Frame, f.Time = o.text, o.hangs, o.at.Frame, tally.TimeOf(o.at)
	r := joinRow{Join: f, where: []string{lineOf(o.at), tally.OnWire}}
	for i := range c.Steps {
		r.steps = append(r.steps, stepOf(c, &c.Steps[i]))
	}
	return r
}

func stepOf(c *match.Connection, s *match.Step) stepRow {
	return stepRow{figures.Step{
		Step: s.Name, Dir: string(stepDir(s)), Frame: s.Frame, Time: tally.TimeOf(s.Event),
		After: figures.Milliseconds(s.Time.MillisecondsSince(c.Steps[0].Time)),
	}, stepWhere(s)}
}

func stepDir(s *match.Step) decode.Direction {
	if s.ToServer {
		return decode.ToServer
	}
	return decode.ToClient
}

// stepWhere is the conditions of a step.
func stepWhere(s *match.Step) []string {
	where := tally.OpcodeIs(int(s.Opcode))
	if s.Type != transport.Data {
		where = tally.Is("type", s.Type.String())
	}
	return []string{lineOf(s.Event), where}
}

// stepAt gives a step by name; nil = the join has not come to it.
func stepAt(c *match.Connection, name string) *match.Step {
	for i := range c.Steps {
		if strings.HasPrefix(c.Steps[i].Name, name) {
			return &c.Steps[i]
		}
	}
	return nil
}

// reached is how far a connection came, whatever became of it.
func reached(c *match.Connection) match.State {
	switch {
	case c.Entered.Frame != 0:
		return match.InGame
	case stepAt(c, match.StepInit) != nil:
		return match.InLobby
	case stepAt(c, "checksum") != nil:
		return match.Checking
	}
	return match.Connecting
}

// took is from the connect request to the first ship; nil = one of them is not there, or the clock
// was set back between them.
func took(c *match.Connection) *figures.Milliseconds {
	from, to := stepAt(c, match.StepConnect), stepAt(c, match.StepShip)
	if from == nil || to == nil || to.Time.Before(from.Time) {
		return nil
	}
	ms := figures.Milliseconds(to.Time.MillisecondsSince(from.Time))
	return &ms
}

// longestWait finds the step that came longest after the one before it. For the first ship nobody
// waits: a person chooses it. nil = there is none.
func longestWait(c *match.Connection) (ms figures.Milliseconds, step *match.Step) {
	for i := 1; i < len(c.Steps); i++ {
		if w := figures.Milliseconds(c.Steps[i].Time.MillisecondsSince(c.Steps[i-1].Time)); c.Steps[i].Name != match.StepShip && w >= 0 && (step == nil || w > ms) {
			ms, step = w, &c.Steps[i]
		}
	}
	return ms, step
}

// outcome is what became of a join, and the message that tells it.
type outcome struct {
	text  string
	hangs bool // the join never came to its end
	at    match.Event
}

func (j *joins) outcome(c *match.Connection, until capture.Time) outcome {
	o := outcome{at: c.Ending.Event}
	stuck := j.stuck(c, until)
	switch c.Ending.Why {
	case match.Refused:
		o.text, o.at, o.hangs = refused(c)
	case match.Kicked:
		o.text = "kicked by the host " + booted(c, c.Ending.Text)
		if n := len(c.Steps); n > 0 && stuck == "" && reached(c) != match.InGame {
			o.text, o.hangs = o.text+" after "+c.Steps[n-1].Name, true
		}
	case match.Left:
		o.text = fmt.Sprintf("left (frame %d)", o.at.Frame)
	case match.TimedOut:
		o.text = j.timedOut(c)
	case match.GivenUp:
		if o.text = fmt.Sprintf("%s: %s (frame %d)", c.Ending.Why, c.Ending.Text, o.at.Frame); c.Ending.Others.Frame == 0 && j.Filter != "" {
			o.text = "" // nobody knows
		}
	case match.Stayed, match.Stuck, match.CaptureEnded:
		o.text = ended(c, j.Filter != "")
	default:
		o.text = joined(" ", c.Ending.Text, fmt.Sprintf("(frame %d)", o.at.Frame))
	}
	if stuck != "" && c.Ending.Why != match.Refused {
		o.text, o.hangs = joined("; ", stuck, fate(c, o.text)), true
		o.at = c.Steps[len(c.Steps)-1].Event
	}
	return o
}

// fate is what of the end of a connection is to be said behind the place where its join hung.
func fate(c *match.Connection, text string) string {
	if !c.Ending.Why.Ended() {
		return ""
	}
	return text
}

func joined(between string, texts ...string) string {
	var some []string
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, between)
}

// booted is the message that ended a connection: Boot, or otherwise, in these words, another one.
func booted(c *match.Connection, otherwise string) string {
	if c.Ending.Boot != 0 {
		otherwise = fmt.Sprintf("Boot %d", c.Ending.Boot)
	}
	return "(" + joined(", ", otherwise, fmt.Sprintf("frame %d", c.Ending.Frame)) + ")"
}

func refused(c *match.Connection) (text string, at match.Event, hangs bool) {
	if c.Refusal.Frame == 0 {
		return "refused: " + joined(" ", c.Ending.Text, booted(c, "")), c.Ending.Event, true
	}
	opcode := "0x22"
	if c.Refusal.Version {
		opcode = "0x23"
	}
	return fmt.Sprintf("refused: %s (%s, frame %d)", c.Refusal.Words(), opcode, c.Refusal.Frame), c.Refusal.Event, true
}

// droppedAt is when the host dropped a client that did not say that it leaves; frame 0 = it did not, or nobody
// was told of a silent one.
func droppedAt(c *match.Connection) match.Event {
	switch c.Ending.Why {
	case match.TimedOut:
		return c.Ending.Others
	case match.GivenUp:
		return c.Ending.Event
	}
	return match.Event{}
}

// timedOut is for a client that was silent.
func (j *joins) timedOut(c *match.Connection) string {
	text := fmt.Sprintf("%s: silent since %s (frame %d)", figures.EndText(string(c.Ending.Why)), j.clock(c.Ending.Event), c.Ending.Frame)
	if c.Ending.Others.Frame != 0 {
		text += fmt.Sprintf(", the others are told (frame %d)", c.Ending.Others.Frame)
	}
	return text
}

func ended(c *match.Connection, filtered bool) string {
	switch {
	case filtered:
		return "" // nobody knows
	case reached(c) == match.InGame:
		return "in the game when the capture ends"
	}
	return "the capture ends"
}

// stuck says where a join hangs; "" = it does not, or a filter has left out what would tell.
func (j *joins) stuck(c *match.Connection, until capture.Time) string {
	at, silent := c.Hangs(until)
	if at == nil || j.Filter != "" {
		return ""
	}
	return fmt.Sprintf("stuck since %s after %s: the %s does not answer%s", j.clock(at.Event), at.Name, silent, answers(c, silent))
}

// answers says what there was of the answer that a join waits for.
func answers(c *match.Connection, from match.Party) string {
	part, again := "", ""
	if from == match.TheClient && c.Pending.Seen != 0 {
		if n := c.Pending.Missing(); n >= 0 {
			part = fmt.Sprintf("part %d of %d of its answer is missing", n+1, c.Pending.Total)
		} else {
			part = "its answer is incomplete"
		}
	}
	switch n := c.Resent[toServer] + c.Resent[toClient]; {
	case n == 1:
		again = "retransmitted once"
	case n > 1:
		again = fmt.Sprintf("retransmitted %d times", n)
	}
	if text := joined("; ", part, again); text != "" {
		return " (" + text + ")"
	}
	return ""
}

// clock is the time of day of an event, to the second.
func (j *joins) clock(e match.Event) string {
	t := tally.TimeOf(e)
	figures.InZone(&t, j.options.Zone)
	return t.Clock()
}
