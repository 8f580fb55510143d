package check

import (
	"net/netip"
	"slices"

	"bcdump/decode/match"
)

// nearly is how much longer the way to the side near the capture may seem than that to the other, and far
// from how much longer on it surely is the other.
const (
	nearly = 1.5
	far    = 4.0
)

// near reports whether the capture was taken near a side: its Acks come at least nearly as soon.
func (l *link) near(w Who) bool { return l.sooner(w, 0.5, 1/nearly) }

// sooner reports whether the Acks of a side came by a factor sooner than those of the other one, by a
// percentile of what messages waited.
func (l *link) sooner(w Who, percentile, factor float64) bool {
	host, knowsHost := l.Waits[toServer].Percentile(percentile)
	client, knowsClient := l.Waits[toClient].Percentile(percentile)
	if !knowsHost || !knowsClient {
		return false
	}
	if w == Client {
		host, client = client, host
	}
	return host*factor <= client
}

// surely reports whether the capture was taken at a side, and not at the other one: the Ack that came soonest
// says so. The others wait for the next datagram of a side that sends at a slow pace, wherever the capture was
// taken.
func (l *link) surely(w Who) bool { return l.sooner(w, 0, far) && l.sooner(w, 0.5, nearly) }

// captured is where a capture was taken, as the report has it: "host", "client", "between" or "unknown". How
// many clients it has says nothing: a machine may run several, and then the capture is at all of them. What
// a machine sends itself cannot be missing from its capture, and the Acks of its own side come at once. Where
// both are silent, clients on several machines meet at the host.
func (t *trial) captured() string {
	if t.place == "" {
		t.place = t.seenFrom()
	}
	return t.place
}

// together gives how many clients of a server were in the game at once, at most, and whether two had different addresses.
func (t *trial) together() (most int, spread bool) {
	if t.most == 0 {
		for _, l := range t.links {
			n := 1
			if l.Entered.Frame != 0 { // hardly anybody has, in a flood
				for o := range t.others(l) {
					if o.Entered.Frame != 0 && o.Entered.Frame <= l.Entered.Frame && !o.end.Before(l.Entered.Time) {
						n++
						t.spread = t.spread || o.Client.Addr() != l.Client.Addr()
					}
				}
			}
			t.most = max(t.most, n)
		}
	}
	return t.most, t.spread
}

func (t *trial) seenFrom() string {
	most, spread := t.together()
	sure, likely := t.sides((*link).surely), t.sides((*link).near)
	switch lost := t.loses(); {
	case lost != 0 && lost*sure >= 0:
		return placeNames[lost > 0]
	case sure != 0 && !t.oneMachine():
		return placeNames[sure > 0]
	case spread || most > 1 && t.oneMachine():
		return "host"
	case likely != 0:
		return placeNames[likely > 0]
	case len(t.links) > 0 && t.links[0].near(Server):
		return "between"
	}
	return "unknown"
}

var placeNames = map[bool]string{true: "host", false: "client"}

// sides is how many links more are on the side of the host than on that of the client.
func (t *trial) sides(on func(*link, Who) bool) (n int) {
	for _, l := range t.links {
		if on(l, Server) {
			n++
		}
		if on(l, Client) {
			n--
		}
	}
	return n
}

// loses is 1 if the capture lacks what clients sent, and nothing of the host, and -1 if it is the other way
// round; 0 = neither. If both ways were alike there would be several messages missing of each. Two messages in the
// wrong order are no loss.
func (t *trial) loses() int {
	const several, exchanged = 10, 2
	up, down := &t.match.Numbered()[toServer], &t.match.Numbered()[toClient]
	switch {
	case max(up.Missing, down.Missing) <= exchanged:
	case down.Missing == 0 && t.whole.loss(toServer)*float64(down.Messages) >= several:
		return 1
	case up.Missing == 0 && t.whole.loss(toClient)*float64(up.Messages) >= several:
		return -1
	}
	return 0
}

// oneMachine reports whether host and clients have one address: nothing is lost there, and the capture is at
// both.
func (t *trial) oneMachine() bool {
	for _, l := range t.links {
		if l.Client.Addr() != l.Server.Addr() {
			return false
		}
	}
	return len(t.links) > 0
}

// atHost reports whether a capture taken near the host, which has the other clients too, is what shows
// a link.
func (t *trial) atHost(l *link) bool {
	if t.lacksClients(l.Server) {
		return false
	}
	switch t.captured() {
	case "host":
		return true
	case "client":
		return false
	}
	return l.near(Server)
}

// lacksClients reports whether a host tells of players who have no link in the capture.
func (t *trial) lacksClients(host netip.AddrPort) bool {
	return slices.ContainsFunc(t.match.Players(), func(p *match.Player) bool { return p.Server == host && len(p.Connections) == 0 })
}
