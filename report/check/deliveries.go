

// stall is what becomes of a link whose host counts in 8 bits: its number 256, written as 0, is sent again and
// again although it is acknowledged, and then the host gives the client up.
type stall struct {
	sum   uint64      // of the message with number 256
	first match.Event // frame 0 = the link has not come so far
	again []match.Event
	acked match.Event // the first Ack of it
	acks  int
	// repeated is the highest number from 256 on that was sent again, once the lowest that was not.
	repeated, once         int64
	repeatedFrom, onceFrom match.Event
	unheard                int // datagrams of the client since the last one to it
}

const (
	// wrapsAt is the first number that 8 bits do not hold.
	wrapsAt = 256
	// mostTries is how often the host sends number 256 again until it gives the client up.
	mostTries = 8
)

// over reports whether the host has given up: it tried as often as it does, though it got Acks.
func (s *stall) over() bool { return len(s.again) >= mostTries && s.acks > 0 }

// sends takes a message of the data channel of a host that counts in 8 bits.
func (s *stall) sends(h *heard) {
	switch {
	case h.Header.Seq != 0 || h.number < wrapsAt:
	case s.first.Frame == 0:
		s.sum, s.first = h.sum(), h.at()
	case s.sum == h.sum() && len(s.again) < mostTries:
		s.again = append(s.again, h.at())
	}
}

// answers takes an Ack of the client.
func (s *stall) answers(h *heard) {
	if s.first.Frame == 0 || h.Header.Seq != 0 || h.Header.AckFlags&transport.AckLowChannel != 0 {
		return
	}
	if s.acks++; s.acks == 1 {
		s.acked = h.at()
	}
}

// settled takes what became of a message of the data channel.
func (s *stall) settled(d *delivery) {
	switch {
	case d.number < wrapsAt || d.number >= 2*wrapsAt:
	case d.copies > 1 && d.number > s.repeated:
		s.repeated, s.repeatedFrom = d.number, d.first
	case d.copies == 1 && (s.once == 0 || d.number < s.once):
		s.once, s.onceFrom = d.number, d.first
	}
}
