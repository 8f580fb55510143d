package check

import (
	"net/netip"

	"bcdump/decode/match"
	"bcdump/report/facts"
)

// host is a server of the capture, and how much is missing of what it and its clients say: others are not judged by that.
type host struct {
	nobody   link // counts what is on no link, once there is something
	links    []*link
	numbered *[2]match.Numbered
	gaps     *facts.Dropped
	answers  [2]answers
	lacked   int64   // Acks that the capture does not have
	unseen   float64 // what drops gives, when all was heard
	sure     bool    // nothing is missing or sent again that has a number, and both sides are there
	cut      bool    // a game datagram is cut
}

func (t *trial) newHost(numbered *[2]match.Numbered, gaps *facts.Dropped) *host {
	x := &host{numbered: numbered, gaps: gaps}
	x.sure = !x.losing(toServer) && !x.losing(toClient) && numbered[toServer].Messages > 0 && numbered[toClient].Messages > 0
	x.nobody.t, x.nobody.host = t, x
	return x
}

// hostOf gives a server; one that nobody connects to is all of the capture.
func (t *trial) hostOf(server netip.AddrPort) *host {
	x := t.hosts[server]
	if x == nil {
		return t.whole
	}
	if x.nobody.counts == nil {
		x.nobody.counts = make([]count, t.places)
	}
	return x
}

// lossy reports whether the capture lacks messages: then updates, which have no numbers, may be missing too.
func (x *host) lossy() bool { return x.numbered[toServer].Missing+x.numbered[toClient].Missing > 0 }

// losing reports whether messages are missing, or some of a direction were sent again: they get lost behind the capture.
func (x *host) losing(to int) bool { return x.lossy() || x.numbered[to].Again > 0 }

// loss is the share of the messages of a direction before which others are missing.
func (x *host) loss(to int) float64 { return x.numbered[to].Share() }

// drops is the share of numbers that the capture lacks though they came: their receiver acknowledges them, or it has nothing of
// their sender then. x is the server that is asked about, or all.
func (t *trial) drops(x *host) float64 {
	came, all := x.lacked, int64(0)
	links := x.links
	if x == t.whole {
		links = t.links
	}
	for _, l := range links {
		for to := range l.numbers {
			for i := range l.numbers[to] {
				n := &l.numbers[to][i]
				if !n.started {
					continue
				}
				for _, h := range n.holes {
					if h.unseen || t.Lacks(l.Link, to == toClient, h.from, h.to) {
						came += h.high - h.low + 1
					}
				}
				if t.Lacks(l.Link, to == toClient, n.newestAt, t.until) {
					came += max(n.acked-n.newest, 0) // nothing follows that shows it
				}
				if t.Lacks(l.Link, to == toClient, l.First.Time, n.startAt) {
					came += max(n.lowest, 1) // nothing comes before
				}
				all += n.newest - n.lowest + 1
			}
		}
	}
	return float64(came) / float64(max(all, 1))
}
