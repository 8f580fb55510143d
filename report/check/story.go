package check

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Stories tells of each connection how it came to its end, in order; told says of which people are told who ask what
// became of the players. Ask for them when the capture has been read.
func (j *Judged) Stories(take func(s figures.Story, told bool)) {
	for _, l := range j.trial.links {
		end := tally.EndingOf(l.Connection)
		s := figures.Story{
			Player: l.label(), Client: int(l.Link), Outcome: end.End, Time: tally.TimeOf(l.Ending.Event), Frame: end.EndFrame, Text: end.Sentence(), Steps: l.steps(),
		}
		const soon = 10 * time.Second
		outlasted := j.trial.times.Apart > 0 && l.Ending.Why == match.Unknown && j.trial.until.Sub(l.Ending.Time) < j.trial.times.Apart+soon
		take(s, end.Notable() && !outlasted) // another of the captures that were merged goes on for so long, by its clock
	}
}

// ended gives the connections that ended otherwise than the player chose.
func (j *Judged) ended() []figures.Story {
	all := []figures.Story{}
	j.Stories(func(s figures.Story, told bool) {
		if s.Steps = nil; told {
			all = append(all, s)
		}
	})
	return all
}

// steps are those of the story of a link, the oldest first: what is read off the bytes, and then what is inferred.
func (l *link) steps() []figures.StoryStep {
	var told []figures.StoryStep
	tell := func(at match.Event, cause, format string, values ...any) {
		if at.Frame != 0 {
			told = append(told, figures.StoryStep{Time: tally.TimeOf(at), Frame: at.Frame, Text: fmt.Sprintf(format, values...), Cause: cause})
		}
	}
	stalled := l.stall.over() && l.Ending.Why == match.GivenUp
	if stalled {
		l.stall.tell(l.label(), tell)
	} else {
		l.tellJoin(tell)
	}
	tell(l.Told, "", "the host's last datagram to %s", l.label())
	unheard := ""
	if n := l.stall.unheard; n > 0 {
		unheard = fmt.Sprintf("; %d since the host's last have no answer", n)
	}
	tell(l.Heard, "", "the last datagram of %s%s", l.label(), unheard)
	tell(l.Ending.Others, "", "the others are told that %s has gone", l.label())
	slices.SortStableFunc(told, func(a, b figures.StoryStep) int { return cmp.Compare(a.Frame, b.Frame) })
	if stalled {
		told = append(told, figures.StoryStep{
			Time: tally.TimeOf(l.stall.first), Frame: l.stall.first.Frame, Cause: "counts-in-8-bits", Inferred: true,
			Text: fmt.Sprintf("the host takes no Ack from number 256 on, and gives up after %d repeats", mostTries),
		})
	}
	return told
}

// tell tells how a link stalls.
func (s *stall) tell(who string, tell func(at match.Event, cause, format string, values ...any)) {
	const cause = "counts-in-8-bits"
	pause := s.again[len(s.again)-1].Time.Sub(s.again[0].Time) / time.Duration(len(s.again)-1)
	tell(s.first, cause, "the host writes number 256 as 0")
	tell(s.acked, cause, "%s acknowledges it, %d ms later", who, s.acked.Time.Sub(s.first.Time).Round(time.Millisecond).Milliseconds())
	tell(s.again[0], cause, "the host sends it again, %d times, %.2f s apart; each is acknowledged", len(s.again), pause.Seconds())
	tell(s.repeatedFrom, cause, "number %d, the last that is repeated so", s.repeated)
	tell(s.onceFrom, cause, "number %d, which like all later ones is sent once", s.once)
	tell(s.again[len(s.again)-1], cause, "the last repeat of number 256")
}

// tellJoin tells how far a client came.
func (l *link) tellJoin(tell func(at match.Event, cause, format string, values ...any)) {
	tell(l.Asked, "", "%s asks to connect", l.label())
	if n := len(l.Steps); l.Entered.Frame == 0 && n > 0 {
		tell(l.Steps[n-1].Event, "", "the join comes as far as %s", l.Steps[n-1].Name)
	}
	tell(l.Entered, "", "%s is in the game", l.label())
	if l.Strange.Frame != 0 {
		tell(l.Strange, "", "the subsystem hash of his ship changes, or is not that of its class")
	}
	if end := tally.EndingOf(l.Connection); l.Ending.Frame != l.Heard.Frame && end.Notable() {
		tell(l.Ending.Event, "", "%s", end.Words())
	}
}
