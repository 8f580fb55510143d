package match

import (
	"fmt"
	"slices"

	"bcdump/decode/capture"
)

// End tells that the capture has been read: what is open is closed, and what hosts should have
// passed on is judged.
func (m *Match) End() {
	m.relays.end(m.now.Time) // before connections are closed that the capture leaves open
	spoke, mute := m.spoke()
	for _, c := range m.connections {
		if c.File != m.file {
			continue
		}
		c.Unheard = c.Told.Frame == 0 && mute[c.Game]
		switch unknown := c.Ending.Why == Open || c.Ending.Why == Unknown; {
		case c.Ending.Why == Open && c.rumour.Frame != 0 && c.Told.Time.Sub(c.rumour.Time) < leavingFor && m.now.Time.Sub(c.rumour.Time) > leavingFor:
			c.end(GivenUp, c.rumour, "still talking")
		case c.Ending.Why == Open && m.moved(c):
			c.end(Unknown, c.lastWord(c.Told), c.Moved.goesOn(c))
		case unknown && c.givenUp(spoke[c.Game]):
			c.Ending.Why = Open
			c.end(GivenUp, c.Told, "the host says no more, and the client goes on for "+seconds(c.Heard.Time.Sub(c.Told.Time)))
		case c.Ending.Why == Open:
			m.conclude(c)
		case c.Ending.Text == connectsAgain:
			c.Ending.Text = m.connects(c)
		default:
			c.doubt()
		}
		(&court{connections: m.connections, players: m.players}).turnedAway(c)
		c.unfinished(m.now.Time)
	}
	for _, h := range m.hosts {
		m.past = append(m.past, h)
	}
	for _, h := range m.past {
		m.relays.add(h)
	}
}

// connects says who came on the addresses of a connection, without a word that it has ended. A router may give the port of one client
// to another.
func (m *Match) connects(c *Connection) string {
	i := slices.IndexFunc(m.connections[c.Number:], func(o *Connection) bool { return o.Link == c.Link && o.File == c.File })
	switch o := m.connections[c.Number+i]; {
	case o.Name == "" || c.Name == "" || o.Name == c.Name && o.Slot != c.Slot && min(o.Slot, c.Slot) >= 0:
		return "somebody connects from the same address"
	case o.Name != c.Name:
		return o.Name + " connects from the same address"
	}
	return connectsAgain
}

// goesOn says from where a connection goes on, or with which address of the host.
func (c *Connection) goesOn(before *Connection) string {
	if c.Server != before.Server {
		return "goes on with " + c.Server.String()
	}
	return "goes on from " + c.Client.String()
}

// moved finds the connection on which a client goes on from another address, as behind a router that begins anew.
func (m *Match) moved(c *Connection) bool {
	if c.Entered.Frame == 0 {
		return false // as of the thousands of a flood
	}
	for _, o := range m.connections[c.Number:] {
		if c.Moved == nil && o.File == c.File && c.goesOnIn(o) {
			c.Moved = o
		}
	}
	return c.Moved != nil
}

// spoke is when each host spoke last, mute whose answers the capture lacks: a client has an id, and nothing was
// said to it.
func (m *Match) spoke() (last map[*Mission]capture.Time, mute map[*Mission]bool) {
	last, mute = map[*Mission]capture.Time{}, map[*Mission]bool{}
	for _, c := range m.connections {
		mute[c.Game] = mute[c.Game] || c.Told.Frame == 0 && c.PeerID != 0
		if last[c.Game].Before(c.Told.Time) {
			last[c.Game] = c.Told.Time
		}
	}
	return last, mute
}

// conclude says how a connection stands when the capture ends.
func (m *Match) conclude(c *Connection) {
	quiet := m.now.Time.Sub(c.Heard.Time)
	switch {
	case c.Refusal.Frame != 0:
		c.end(Refused, c.Refusal.Event, c.Refusal.Words())
	case quiet < goneAfter || c.Heard.Frame == 0 && m.now.Time.Sub(c.Told.Time) < goneAfter:
		c.stands(m.now)
	case c.Heard.Frame == 0:
		c.end(Unknown, c.Told, "the capture has nothing that it sent")
	case quiet >= droppedAfter && !c.Unheard && !m.outlives(c, keepaliveAfter):
		c.end(Unknown, c.lastWord(c.Told), fellSilent)
	case quiet >= droppedAfter && !c.Unheard && !c.speaksUnseen() && m.now.Time.Sub(c.Told.Time) >= leavingFor && c.Told.Time.Sub(c.Heard.Time) >= leavingFor: // hosts go on for a while
		c.end(TimedOut, c.lastWord(c.Told), "silent for "+seconds(quiet))
	case c.stuck(m.now.Time) != nil:
		c.stands(m.now)
	default:
		c.end(Unknown, c.lastWord(c.Told), "silent for "+seconds(quiet)+" when the capture ended")
	}
}

// fellSilent is how those end to whom a host says no more, as to all others.
const fellSilent = "the host falls silent"

// unfinished adds to an ending how far the join came, if it did not come to its end.
func (c *Connection) unfinished(until capture.Time) {
	e := &c.Ending
	if at, silent := c.Hangs(until); at != nil && e.Why != Refused {
		e.Text = joined(fmt.Sprintf("after %s the %s does not answer%s", at.Name, silent, c.answers(silent)), e.Text)
	} else if e.Text == "" && c.Entered.Frame == 0 && (e.Why == Left || e.Why == Kicked) {
		e.Text = "before he was in the game"
	}
}

// answers says what there was of the answer that a join waits for.
func (c *Connection) answers(from Party) string {
	text := ""
	if from == TheClient && c.Pending.Seen != 0 {
		if text = "its answer is incomplete"; c.Pending.Missing() >= 0 {
			text = fmt.Sprintf("part %d of %d of its answer is missing", c.Pending.Missing()+1, c.Pending.Total)
		}
	}
	if n := c.Resent[0] + c.Resent[1]; n > 0 {
		text = joined(text, fmt.Sprintf("sent again %d×", n))
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// stands says how a connection stands that has not ended: one that is stuck, since the step where it hangs.
func (c *Connection) stands(now Event) {
	at := c.stuck(now.Time)
	switch {
	case c.Entered.Frame != 0:
		c.end(Stayed, now, "")
	case at != nil:
		c.end(Stuck, at.Event, "")
	default:
		c.end(CaptureEnded, now, "")
	}
}

func (c *Connection) stuck(until capture.Time) *Step {
	at, _ := c.Hangs(until)
	return at
}
