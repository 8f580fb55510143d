package edit

import (
	"bytes"
	"errors"
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// Directions.
const (
	ToServer = decode.ToServer
	ToClient = decode.ToClient
)

// Capture is what a capture says, to be edited.
type Capture struct {
	Messages []*Message // in the order of their first copies
	Links    []*Link    // in the order in which they were met
	Texts    []*Text    // of GameSpy
	start    time.Time
	packets  []*Packet
	// Largest is how many bytes a datagram has at most, unless one had more; what does not fit goes into the next one.
	Largest int
	eight   map[channel]bool // whose numbers have 8 bits
	// last are called when all numbers are given.
	last []func(*Capture)
}

// Link is a connection.
type Link struct {
	Number         int // from 1, of the connection
	Client, Server netip.AddrPort
	Peer, Slot     uint8
}

// Text is a datagram of GameSpy.
type Text struct {
	Text string
	Drop bool
}

// Packet is a datagram.
type Packet struct {
	At   time.Duration // since the capture began
	Peer uint8         // byte 0
	Tail []byte        // behind the messages

	src, dst netip.AddrPort
	frame    int64 // as it was read
	copies   []*Copy
	text     *Text
}

// Message is what was sent under one number, or a message without a number, in each of its copies.
type Message struct {
	*Link
	Dir     decode.Direction
	Type    transport.Type
	Opcode  int // -1 = none
	Payload []byte
	Context message.Context
	Copies  []*Copy    // of a message in fragments, of all of them
	Acks    []*Message // of it
	Of      *Message   // of an Ack: what it acknowledges; nil = that is not in the capture
	Relayed []*Message // copies that the host made of it for other clients
	From    *Message   // of such a copy: what it was made from; nil = the message is none

	Drop bool // it is taken out, and its Acks
	Lost bool // the same, but its number stays free

	// Unnumbered messages lose their number when everything is numbered anew.
	Unnumbered bool
	// Seq is the number as it is written, of 16 bits, once everything is numbered: see Finally.
	Seq uint16

	number  int64 // counted on over wraps; of an Ack that of what it acknowledges; -1 = none
	place   int   // in Messages when it was read; of new ones that of what they follow
	behind  int   // of new ones: how many new ones stand before it
	recut   int   // bytes of a fragment; 0 = as it was
	changed bool
}

// Copy is one time that a message, or a fragment of it, was sent.
type Copy struct {
	*Message
	Header transport.Message
	Packet *Packet
	Bytes  []byte // of a fragment
	Drop   bool
}

// channel is what has numbers of its own.
type channel struct {
	link *Link
	dir  decode.Direction
	low  bool
}

// numbered reports whether a message has a number of its own.
func (m *Message) numbered() bool { return m.Type != transport.Ack && m.number >= 0 }

func (m *Message) channel() channel { return channel{m.Link, m.Dir, m.Type != transport.Data} }

// answers is the channel that an Ack speaks of.
func answers(link *Link, dir decode.Direction, flags uint8) channel {
	return channel{link, other(dir), flags&transport.AckLowChannel != 0}
}

func other(dir decode.Direction) decode.Direction {
	if dir == ToServer {
		return ToClient
	}
	return ToServer
}

// gone reports whether a copy is taken out.
func (x *Copy) gone() bool { return x.Drop || x.Message.Drop || x.Lost }

// At is when a message was sent first.
func (m *Message) At() time.Duration { return m.Copies[0].Packet.At }

// Frame is that of the first copy when the capture was read; 0 = it was put in.
func (m *Message) Frame() int64 { return m.Copies[0].Packet.frame }

// Read reads a capture.
func Read(raw []byte) (*Capture, error) {
	in, err := decode.Open("edit", bytes.NewReader(raw), decode.Options{Jobs: 1})
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	r := &reading{Capture: &Capture{Largest: 512, eight: map[channel]bool{}}, newest: map[channel]int64{}, known: map[key]*Message{}, at: map[spot]*Message{}, links: map[uint32]*Link{}}
	for x := range in.Records() {
		r.take(x)
	}
	return r.Capture, r.err
}

// key finds a message by its number.
type key struct {
	channel
	number int64
}

// spot finds a message by its place.
type spot struct {
	frame int64
	index uint8
}

// reading is a capture that is being read.
type reading struct {
	*Capture
	newest map[channel]int64
	known  map[key]*Message
	at     map[spot]*Message
	links  map[uint32]*Link
	frame  int64
	err    error
}

func (r *reading) take(x *decode.Record) {
	switch {
	case x.Proto == decode.BC && x.Parts != nil: // joined of parts that were there
		m := r.at[spot{x.Frame, x.Index}]
		m.Payload, m.Context = bytes.Clone(x.Payload), x.Context
		m.note(x)
		return
	case x.Proto == decode.BC && x.Unread:
		r.err = errors.New("a datagram that is not sound")
		return
	case x.Proto != decode.BC && x.Proto != decode.GameSpy:
		return
	}
	if x.Frame != r.frame {
		r.frame = x.Frame
		at := time.Unix(0, x.Time.UnixNano())
		if r.packets == nil {
			r.start = at
		}
		r.packets = append(r.packets, &Packet{At: at.Sub(r.start), src: x.Src, dst: x.Dst, frame: x.Frame, Peer: x.Peer})
	}
	p := r.packets[len(r.packets)-1]
	if x.Proto == decode.GameSpy {
		p.text = &Text{Text: string(x.Payload)}
		r.Texts = append(r.Texts, p.text)
		return
	}
	m := r.message(x)
	c := &Copy{Message: m, Header: *x.Header, Packet: p}
	if c.Header.Fragment {
		c.Bytes = bytes.Clone(x.Payload)
	}
	m.Copies, p.copies = append(m.Copies, c), append(p.copies, c)
	r.at[spot{x.Frame, x.Index}] = m
}

// message gives the message that a record is a copy of.
func (r *reading) message(x *decode.Record) *Message {
	link := r.link(x)
	number := int64(-1)
	if x.Header.HasSeq {
		number = r.count(link, x)
	}
	k := key{channel{link, x.Dir, x.Header.Type != transport.Data}, number}
	if x.Header.Type == transport.Ack {
		k.channel = answers(link, x.Dir, x.Header.AckFlags)
	}
	old := r.known[k]
	if old != nil && x.Header.Type != transport.Ack {
		return old
	}
	m := &Message{
		Link: link, Dir: x.Dir, Type: x.Header.Type, Opcode: -1, Context: x.Context,
		number: number, Seq: x.Header.Seq, place: len(r.Messages),
	}
	switch {
	case m.Type == transport.Ack:
		if m.Of = old; old != nil {
			old.Acks = append(old.Acks, m)
		}
	case number >= 0:
		r.known[k] = m
	}
	if !x.Header.Fragment {
		m.Payload = bytes.Clone(x.Payload)
		m.note(x)
	}
	if from := r.at[spot{x.Relay.Frame, x.Relay.Index}]; from != nil && x.Relay.Frame > 0 {
		m.From, from.Relayed = from, append(from.Relayed, m)
	}
	r.Messages = append(r.Messages, m)
	return m
}

// note keeps the opcode, and the slot that Settings give a player.
func (m *Message) note(x *decode.Record) {
	if opcode, ok := x.Opcode(); ok {
		m.Opcode = int(opcode)
	}
	if s, ok := x.Content().Message.(*message.Settings); ok && m.Opcode == 0 {
		m.Slot, m.Peer = s.PlayerSlot, s.PlayerSlot+2
	}
}

func (r *reading) link(x *decode.Record) *Link {
	l := r.links[x.Link]
	if l == nil {
		l = &Link{Number: len(r.Links) + 1, Client: x.Src, Server: x.Dst, Slot: 0xFF}
		if x.Dir == ToClient {
			l.Client, l.Server = x.Dst, x.Src
		}
		r.links[x.Link] = l
		r.Links = append(r.Links, l)
	}
	return l
}

// count gives the number of a message, or of what an Ack answers, counted on over wraps: of 16 bits, or of 8 where
// the numbers of a channel come round at 256.
func (r *reading) count(link *Link, x *decode.Record) int64 {
	c := channel{link, x.Dir, x.Header.Type != transport.Data}
	if x.Header.Type == transport.Ack {
		c = answers(link, x.Dir, x.Header.AckFlags)
	}
	newest, seen := r.newest[c]
	seq, round := int64(x.Header.Seq), int64(1<<16)
	if !seen {
		newest = seq
	}
	// A number that is as old as that is not sent again: it comes after 255.
	const near = 16
	if newest < 0x100 && newest > 0xFF-near && seq < near && !c.low {
		r.eight[c] = true
	}
	if r.eight[c] {
		round = 1 << 8
	}
	n := newest - newest%round + seq%round
	switch {
	case n-newest > round/2:
		n -= round
	case newest-n > round/2:
		n += round
	}
	if x.Header.Type != transport.Ack && (!seen || n > newest) {
		r.newest[c] = n
	}
	return n
}
