package battle

import (
	"time"

	"bcdump/decode/transport"
)

// piece is one transport message on its way, and what the simulator knows of it.
type piece struct {
	bytes   []byte
	kind    transport.Type
	message *numberedMessage // of a reliable message
	ack     *numberedMessage // of an Ack: what it acknowledges
	// Of a StateUpdate:
	life     *Life
	flags    uint8
	items    uint8  // power settings in it
	block    block  // with flag 0x20
	text     []byte // for the sums
	reported reportedPlace

	// Of a message of entity-state:
	number   uint8
	entities int     // of a State
	fault    *Broken // that it is; nil = none
}

// numberedMessage is one reliable message, or one part of a message: it is sent until it is
// acknowledged.
type numberedMessage struct {
	bytes   []byte
	header  transport.Message
	content *content

	captured    bool // it has passed the tap
	ackCaptured bool // so has an Ack of it
	arrived     bool
	doomed      bool // it is lost before the tap, however often it is sent
	resends     int
	frame       int64 // of the first time that it passed; 0 = it has not
}

// content is a whole message, be it sent in parts or not.
type content struct {
	opcode  uint8  // of a Data message
	payload []byte // of a Data message
	// effect happens when the message arrives; nil = nothing.
	effect  func()
	total   int // parts
	arrived int
	passed  int // parts that have passed the tap
	loses   int // the part that never arrives; 0 = none

	frame int64             // of the first time that it passed; 0 = it has not
	seen  func(frame int64) // is called then; nil = nobody asks

	out      bool // it has been sent
	landed   bool // it has arrived on the wire
	landedAt time.Duration

	// Of a battle that does not depend on the network:
	needs     []*content          // what has to arrive before this is sent
	late      func(time.Duration) // is called when it is sent, so much later than in the battle; nil = nobody asks
	followers []follower

	copied  bool  // the host copies it from one client to others
	created *Life // the message creates this ship
	killed  *Life // the message tells of this ship's end
}

// packet is one game datagram.
type packet struct {
	line    *line
	plain   []byte
	pieces  []piece
	lost    bool          // behind the tap
	twice   bool          // the network delivers it again
	copyIn  time.Duration // when it does, if that is known
	way     time.Duration // from the tap to its receiver; 0 = that of its line
	again   bool          // it is what was delivered again
	lacking bool          // its last IP fragment is lost
}

// octets is memory for the short lists of one message.
type octets struct{ bytes []byte }

func (o *octets) take(write func([]byte) []byte) []byte {
	start := len(o.bytes)
	o.bytes = write(o.bytes)
	return o.bytes[start:len(o.bytes):len(o.bytes)]
}

func (o *octets) reset() { o.bytes = o.bytes[:0] }
