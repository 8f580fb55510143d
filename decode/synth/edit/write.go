package edit

import (
	"bytes"
	"cmp"
	"slices"

	"bcdump/decode/synth"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
)

// clone gives a capture of its own, but for payloads, which nobody writes to.
func (c *Capture) clone() *Capture {
	n := &Capture{start: c.start, Largest: c.Largest, eight: c.eight, Messages: make([]*Message, len(c.Messages)), Links: make([]*Link, len(c.Links)), packets: make([]*Packet, len(c.packets))}
	all, links := make([]Message, len(c.Messages)), map[*Link]*Link{}
	for i, l := range c.Links {
		own := *l
		n.Links[i], links[l] = &own, &own
	}
	twin := func(m *Message) *Message {
		if m == nil {
			return nil
		}
		return &all[m.place]
	}
	twins := func(list []*Message) (own []*Message) {
		for _, m := range list {
			own = append(own, twin(m))
		}
		return own
	}
	for i, m := range c.Messages {
		all[i] = *m
		x := &all[i]
		x.Link, x.Of, x.From, x.Acks, x.Relayed, x.Copies = links[m.Link], twin(m.Of), twin(m.From), twins(m.Acks), twins(m.Relayed), nil
		n.Messages[i] = x
	}
	for i, p := range c.packets {
		own := *p
		own.copies = make([]*Copy, len(p.copies))
		if p.text != nil {
			text := *p.text
			own.text = &text
			n.Texts = append(n.Texts, &text)
		}
		for k, old := range p.copies {
			m := twin(old.Message)
			x := &Copy{Message: m, Header: old.Header, Packet: &own, Bytes: old.Bytes}
			own.copies[k], m.Copies = x, append(m.Copies, x)
		}
		n.packets[i] = &own
	}
	return n
}

// Of gives the capture with some edits made. Others may be made of it afterwards, or at the same time.
func (c *Capture) Of(edits ...Edit) []byte {
	n := c.clone()
	for _, do := range edits {
		do(n)
	}
	for _, m := range n.Messages {
		if m.Drop || m.Lost || m.Unnumbered {
			for _, a := range m.Acks {
				a.Drop = true
			}
		}
	}
	n.cut()
	n.renumber()
	for _, do := range n.last {
		do(n)
	}
	return n.bytes()
}

// renumber closes up behind what was taken out, and makes room for what was put in.
func (c *Capture) renumber() {
	channels := map[channel][]*Message{}
	for _, m := range c.Messages {
		if m.numbered() {
			channels[m.channel()] = append(channels[m.channel()], m)
		}
	}
	moved := map[channel][]*Message{}
	for k, list := range channels {
		slices.SortStableFunc(list, func(a, b *Message) int {
			return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.behind, b.behind))
		})
		by := int64(0)
		for _, m := range list {
			switch out := m.Drop || m.Unnumbered; {
			case out && m.behind > 0:
				continue
			case out:
				by--
				continue
			case m.behind > 0:
				by++
			}
			m.Seq = c.onWire(k, m.number+by)
			moved[k] = append(moved[k], m)
		}
	}
	for _, m := range c.Messages {
		switch {
		case m.Type != transport.Ack:
		case m.Of != nil:
			m.Seq = m.Of.Seq
		default: // as that before it, if the capture has one
			k := answers(m.Link, m.Dir, m.Copies[0].Header.AckFlags)
			list := moved[k]
			if i, _ := slices.BinarySearchFunc(list, m.number, func(x *Message, n int64) int { return cmp.Compare(x.number, n) }); i > 0 {
				m.Seq = c.onWire(k, int64(list[i-1].Seq)+m.number-list[i-1].number)
			}
		}
	}
}

func (c *Capture) onWire(k channel, number int64) uint16 {
	if c.eight[k] {
		number &= 0xFF
	}
	return uint16(number)
}

// cut makes the fragments of messages anew that were changed, or are to have others.
func (c *Capture) cut() {
	for _, m := range c.Messages {
		first := m.Copies[0]
		limit := m.recut
		if limit == 0 && m.changed && first.Header.Fragment {
			limit = synth.LongestWhole
		}
		if limit == 0 || m.Drop || m.Lost {
			continue
		}
		var parts []*Copy
		written := synth.PartsOf(0, m.Payload, limit)
		for i, part := range written {
			x := &Copy{Message: m, Packet: first.Packet, Header: transport.NewFragment(0, uint8(i), uint8(len(written)))}
			x.Bytes = part[len(x.Header.Append(nil, nil)):]
			parts = append(parts, x)
		}
		replace(first, parts)
		for _, x := range m.Copies[1:] {
			x.Drop = true
		}
		parts = append(parts, first)
		m.Copies = parts
		if len(m.Acks) == 0 {
			continue
		}
		ack := m.Acks[0].Copies[0]
		var acks []*Copy
		for _, x := range parts {
			acks = append(acks, &Copy{Message: m.Acks[0], Packet: ack.Packet, Header: transport.NewAck(&x.Header)})
		}
		replace(ack, acks)
		for _, a := range m.Acks[1:] {
			a.Drop = true
		}
	}
}

// replace puts copies in the place of one.
func replace(old *Copy, by []*Copy) {
	old.Drop = true
	i := slices.Index(old.Packet.copies, old)
	old.Packet.copies = slices.Insert(old.Packet.copies, i, by...)
}

// bytes writes the capture.
func (c *Capture) bytes() []byte {
	slices.SortStableFunc(c.packets, func(a, b *Packet) int { return cmp.Compare(a.At, b.At) })
	var file bytes.Buffer
	w, err := recorder.New(&file, recorder.Options{Start: c.start})
	for _, p := range c.packets {
		if p.text != nil && !p.text.Drop {
			w.Datagram(p.At, p.src, p.dst, []byte(p.text.Text))
		}
		for _, plain := range c.datagrams(p) {
			w.Datagram(p.At, p.src, p.dst, synth.Encipher(plain))
		}
	}
	if err = cmp.Or(err, w.Close()); err != nil {
		panic(err) // a buffer takes everything
	}
	return file.Bytes()
}

// datagrams gives the plaintexts that the messages of a datagram take.
func (c *Capture) datagrams(p *Packet) (all [][]byte) {
	var plain []byte
	for _, x := range p.copies {
		if x.gone() {
			continue
		}
		h, payload := x.Header, x.Payload
		if x.Bytes != nil {
			payload = x.Bytes
		}
		h.Seq = x.Seq
		one := h.Append(nil, payload)
		if plain != nil && len(plain)+len(one) > c.Largest {
			all, plain = append(all, plain), nil
		}
		if plain == nil {
			plain = []byte{p.Peer, 0}
		}
		plain = append(plain, one...)
		plain[1]++
	}
	if plain != nil {
		all = append(all, append(plain, p.Tail...))
	}
	return all
}
