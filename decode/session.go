package decode

import (
	"fmt"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/entitystate"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// session is the state of one capture that needs frame order. Batches pass it one
// after the other.
type session struct {
	options Options
	joiner  *capture.Defragmenter
	tracker *reassembly.Tracker
	game    game
	flows   entityFlows
	knows   knowledge
	summary Summary
	lane    lane
	out     *batch // whose records are being made
}

func newSession(options Options) *session {
	s := &session{
		options: options,
		joiner:  capture.NewDefragmenter(capture.DefragLimits{}),
		tracker: reassembly.New(reassembly.Limits{}),
		game:    newGame(),
		flows:   newEntityFlows(),
	}
	s.knows = newKnowledge(&s.options)
	return s
}

// order turns the items of the front batch of q into records.
func (s *session) order(b *batch, q *queue) {
	b.reserve(len(b.messages))
	s.out = b
	s.summary.count(b)
	for i := range b.items {
		it := &b.items[i]
		if it.fragment != nil && !s.join(it) {
			continue
		}
		s.datagram(it, lookahead{q, i})
	}
}

// join adds an IP fragment; it reports whether it completed a datagram, which is
// then in the item.
func (s *session) join(it *item) bool {
	kind, _ := s.joiner.Join(it.fragment.frame, &it.fragment.part, &it.datagram)
	if kind != capture.UDP {
		s.summary.Skipped[kind]++
		return false
	}
	it.fragment, it.judged = nil, false
	if enciphered(it.datagram.Payload) {
		it.plain = make([]byte, len(it.datagram.Payload))
		cipher.Decipher(it.plain, it.datagram.Payload)
		it.walk(nil)
	}
	return true
}

func (s *session) datagram(it *item, ahead lookahead) {
	sound := !s.options.generalOnly && it.sound()
	if sound && s.shortly(it) {
		return
	}
	if remarks := it.remarks(); len(remarks) > 0 {
		defer s.noteRemarks(len(s.out.records), remarks)
	}
	s.summary.Headers += int64(it.datagram.HeaderBytes + it.datagram.Padding)
	if len(it.datagram.Payload) == 0 && it.datagram.Missing == 0 {
		s.summary.Datagrams.Empty++
		s.add(it, unknownSide).Diagnose(Empty, Whole, "a datagram without payload")
		return
	}
	for _, p := range protocols {
		if p.claims(s, it, ahead) {
			*p.count(&s.summary.Datagrams)++
			s.summary.Ledger.datagram(p.name, it)
			p.records(s, it)
			if sound && p.name == BC {
				s.remember(it)
			}
			return
		}
	}
	s.summary.Datagrams.Unknown++
	s.summary.Ledger.datagram(Unknown, it)
	s.unknownRecord(it)
}

// noteRemarks adds the remarks about a datagram of a text log to the first of its
// records, which begin at a place in the list.
func (s *session) noteRemarks(first int, remarks []capture.Remark) {
	codes := [...]Code{capture.Damaged: Damaged, capture.CallFailed: CallFailed, capture.OtherSocket: OtherSocket}
	for _, remark := range remarks {
		s.out.records[first].Diagnose(codes[remark.Kind], Whole, remark.Text)
	}
}

// add begins a record of a datagram that is not of the game.
func (s *session) add(it *item, side *Side) *Record {
	r := s.out.add()
	*r = Record{Datagram: &it.datagram, Side: side, Header: &noHeader, Payload: it.datagram.Payload}
	return r
}

// The sides of protocols of which no more is known.
var unknownSide, gameSpySide = &Side{Proto: Unknown}, &Side{Proto: GameSpy}

// noteLength says that the payload is not whole.
func noteLength(r *Record, d *capture.Datagram) {
	switch {
	case d.Missing == 0 || r.Has(Snapped):
	case d.Snapped:
		r.Diagnose(Snapped, Whole, fmt.Sprintf("the capture holds %d of the %d bytes of the datagram", len(d.Payload), d.Length()))
	default:
		r.Diagnose(UDPLength, Whole, fmt.Sprintf("the UDP header says %d bytes of payload, the frame has %d", d.Length(), len(d.Payload)))
	}
}

func (s *session) unknownRecord(it *item) {
	r := s.add(it, unknownSide)
	d := &it.datagram
	switch {
	case len(d.Payload) == 0: // the note about its length says why
	case len(s.options.Ports) > 0 && !s.options.portsMatch(d.Src, d.Dst):
		r.Diagnose(Unrecognised, Whole, "not on a port that was named")
	case it.entityGrade() != entitystate.Refused && it.strength != transport.Refused:
		r.Diagnose(Undecided, Whole, "reads as a game datagram and as an entity-state message")
	case it.entityGrade() != entitystate.Refused:
		r.Diagnose(Undecided, Whole, "reads as an entity-state message, but its flow holds too little to tell")
	case it.strength == transport.Weak:
		r.Diagnose(Undecided, Whole, "reads as a game datagram, but holds too little to tell")
	default:
		r.Diagnose(Unrecognised, Whole, "not a game datagram: "+it.fault.String())
	}
	noteLength(r, d)
}

func (s *session) claimsGameSpy(it *item, _ lookahead) bool {
	payload := it.datagram.Payload
	// A State of 106 entities begins with a backslash too.
	return len(payload) > 0 && !enciphered(payload) && it.entityGrade() == entitystate.Refused
}

func (s *session) gameSpyRecords(it *item) {
	noteLength(s.add(it, gameSpySide), &it.datagram)
}

// finish makes the records that the end of the capture calls for.
func (s *session) finish(b *batch) {
	s.out = b
	s.lostRecords(s.tracker.Flush())
}

// portsMatch reports whether the datagram uses one of the ports that the user
// named.
func (o *Options) portsMatch(src, dst netip.AddrPort) bool {
	for _, p := range o.Ports {
		if p.holds(src.Port()) || p.holds(dst.Port()) {
			return true
		}
	}
	return false
}
