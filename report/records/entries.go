package records

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/message"
)

// Entry is a line of what `decode --explain` says of a record: a field and where its bytes lie, or a
// remark between fields.
type Entry struct {
	Field  *decode.Owned // nil = it is a remark
	Remark string
	// From and To are the bytes of the field that lie here: the others of a joined message are in
	// another frame.
	From, To int
	// InFrame and InUDP are where the first of these bytes is in the frame, and in the deciphered
	// datagram. InFrame 0 = nobody knows.
	InFrame, InUDP int32
	// Datagram says that the field is of the datagram, before the first byte of the record.
	Datagram bool
}

// Entries explains a record, in the order of its bytes. The two bytes before the first message of a
// datagram come with that message.
func Entries(r *decode.Record) []Entry { return entries(r, r.Layout()) }

func entries(r *decode.Record, owned []decode.Owned) (list []Entry) {
	places := r.Places()
	for _, o := range r.DatagramHeader() {
		e := Entry{Field: &o, To: 1, Datagram: true}
		list = append(list, e.at(places[0].Envelope, int32(o.Offset)))
	}
	if r.Proto == decode.BC && r.Index > 0 {
		list = append(list, Entry{Remark: fmt.Sprintf("message %d of %d in the datagram of peer %d", r.Index+1, r.Count, r.Peer)})
	}
	if r.Fragments > 0 {
		list = append(list, Entry{Remark: fmt.Sprintf("the datagram was joined from %d IP fragments: the offsets are not those in a frame", r.Fragments)})
	}
	start, others := 0, readings(r)
	for i, p := range places {
		if len(places) > 1 {
			list = append(list, Entry{Remark: fmt.Sprintf("part %d of %d: frame %d", i+1, len(places), p.Frame)})
		}
		list = within(list, owned, p, start, &others)
		start += int(p.Length)
	}
	return list
}

// at gives an entry with its place. envelope 0 = nobody knows where the datagram lies in a frame.
func (e Entry) at(envelope, offset int32) Entry {
	e.InUDP = offset
	if envelope > 0 {
		e.InFrame = envelope + offset
	}
	return e
}

// within appends the fields whose bytes lie in one place, of which the first is byte start of the
// record. A field that continues in the next place comes again there.
func within(list []Entry, owned []decode.Owned, p decode.Place, start int, others *[]message.OtherReading) []Entry {
	end := start + int(p.Length)
	for i := range owned {
		o := &owned[i]
		from, to := max(o.Offset, start)-o.Offset, min(o.Offset+len(o.Bytes), end)-o.Offset
		if shared := len(o.Bytes) == 0; shared && (o.Offset < start || o.Offset >= end) || !shared && from >= to {
			continue
		}
		e := Entry{Field: o, From: from, To: to}
		list = append(list, e.at(p.Envelope, p.Offset+int32(o.Offset+from-start)))
		if text := otherReading(o, others); text != "" {
			list = append(list, Entry{Remark: "other reading: " + text})
		}
	}
	return list
}

// ValueOf is the value of a field, and the name of the subsystem that it is about.
func ValueOf(o *decode.Owned) string {
	if o.Name == "" {
		return o.Value
	}
	return o.Value + "  (" + o.Name + ")"
}

// EvidenceOf says how surely it is known what a field means; "" of bytes of which nothing is known.
func EvidenceOf(o *decode.Owned) string {
	if o.Path == "raw" || o.Path == "trailing" || o.Path == "part" {
		return ""
	}
	return o.Evidence.String()
}
