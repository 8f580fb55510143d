package stats

import (
	"fmt"
	"slices"
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
	rows    []figures.Join // with bare queries
	dropped int64
}

func (j *joins) add(*part) {}

// end takes the connections of which the capture has a step or a reason why they ended.
func (j *joins) end(c *part) {
	for _, x := range c.Match().Connections() {
		if len(x.Steps) > 0 || x.Refusal.Frame != 0 || x.Ending.Boot != 0 {
			j.rows = append(j.rows, j.row(x, c.Summary.End()))
		}
	}
	j.dropped += c.Match().Dropped().Connections
}

func (j *joins) report(out *figures.Stats) {
	out.Joins = append([]figures.Join{}, j.rows...)
	for i := range out.Joins {
		f := &out.Joins[i]
		f.File, f.Query, f.Steps = j.files.label(f.File), j.Of(string(f.Query)), slices.Clone(f.Steps)
		for k := range f.Steps {
			f.Steps[k].Query = j.Of(string(f.Steps[k].Query))
		}
	}
	drop(out, "joins", j.dropped)
}

func (j *joins) row(c *match.Connection, until capture.Time) figures.Join {
	party, since := c.Waiting()
	f := figures.Join{
		Number: c.Number, File: c.File, Client: tally.AddressText(c.Client), Name: c.Name, Server: tally.AddressText(c.Server),
		State: reached(c).String(), Waiting: string(party), Since: tally.TimeOf(since), Took: took(c),
		ResentToServer: c.Resent[toServer], ResentToClient: c.Resent[toClient],
		Ending: string(c.Ending.Why), Boot: int(c.Ending.Boot), Steps: []figures.Step{},
	}
	if wait, step := longestWait(c); step != nil {
		f.Wait, f.WaitFor = &wait, step.Name
	}
	if n := c.Pending.Missing(); n >= 0 {
		f.MissingPart, f.Parts = n+1, c.Pending.Total
	}
	var at match.Event
	f.Outcome, f.Hangs, at = j.outcome(c, until)
	f.Frame, f.Time, f.Query = at.Frame, tally.TimeOf(at), bare(lineOf(at.Frame, at.Index), tally.OnWire)
	for i := range c.Steps {
		s := &c.Steps[i]
		what := tally.OpcodeIs(int(s.Opcode))
		if s.Type != transport.Data {
			what = tally.Is("type", s.Type.String())
		}
		f.Steps = append(f.Steps, figures.Step{
			Step: s.Name, Dir: string(stepDir(s)), Frame: s.Frame, Time: tally.TimeOf(s.Event),
			After: figures.Milliseconds(s.Time.MillisecondsSince(c.Steps[0].Time)), Query: bare(lineOf(s.Frame, s.Index), what),
		})
	}
	return f
}

func stepDir(s *match.Step) decode.Direction {
	if s.ToServer {
		return decode.ToServer
	}
	return decode.ToClient
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

// outcome is what became of a join, and the message that tells it; hangs says that it never came to its end. With a
// filter nobody knows what was left out.
func (j *joins) outcome(c *match.Connection, until capture.Time) (text string, hangs bool, at match.Event) {
	end := tally.EndingOf(c)
	text, at = fmt.Sprintf("%s (frame %d)", end.Words(), end.EndFrame), c.Ending.Event
	stuck, _ := c.Hangs(until)
	switch {
	case j.Filter != "" && (!c.Ending.Why.Ended() || c.Ending.Why == match.GivenUp && c.Ending.Others.Frame == 0):
		text = ""
	case c.Ending.Why == match.Stayed:
		text = "in the game when the capture ends"
	case c.Ending.Why == match.CaptureEnded:
		text = "the capture ends"
	}
	hangs = c.Ending.Why == match.Refused || stuck != nil && j.Filter == "" || c.Ending.Why == match.Kicked && len(c.Steps) > 0 && reached(c) != match.InGame
	return text, hangs, at
}
