package golden

import (
	"fmt"
	"math"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
)

// decoded makes entries of a capture.
type decoded struct {
	capture  *decode.Capture
	form     form
	messages int64
	damaged  bool
}

// entries gives the entries in the order of a golden, that of the capture last, and stops
// at the first error of emit, which may keep them.
func (d *decoded) entries(emit func(*entry) error) error {
	var err error
	if d.form == blocks {
		err = d.blocks(emit)
	} else {
		err = d.each(emit)
	}
	if err != nil {
		return err
	}
	return emit(d.whole())
}

// each gives an entry for each message.
func (d *decoded) each(emit func(*entry) error) error {
	var line []byte
	print, place := printed(), int64(0)
	for r := range d.capture.Records() {
		d.messages++
		line = print(line[:0], r)
		place = max(place, r.Frame)
		if err := emit(messageEntry(line, place)); err != nil {
			return err
		}
	}
	return nil
}

// printed gives the JSON of messages without who the client is: that follows from the other messages,
// and no golden is to change because a name came to be known.
func printed() decode.Renderer {
	render := records.JSONLines(records.JSONOptions{})()
	sides := map[decode.Side]*decode.Side{} // a renderer knows them by where they are
	return func(b []byte, r *decode.Record) []byte {
		side := r.Side
		bare := decode.Side{Proto: side.Proto, Dir: side.Dir}
		if r.Side = sides[bare]; r.Side == nil {
			r.Side = &bare
			sides[bare] = &bare
		}
		b = render(b, r)
		r.Side = side
		return b
	}
}

// versionPath is in the JSON of every message; in a golden it is said once.
const versionPath = "v"

func messageEntry(line []byte, place int64) *entry {
	e := &entry{place: place}
	f := records.Flattener{Numbered: true, Visit: func(path, text []byte) {
		if string(path) != versionPath {
			e.values = append(e.values, value{string(path), string(text)})
		}
	}}
	f.Flatten(line)
	e.print()
	return e
}

// blocks gives an entry for each block of frames.
func (d *decoded) blocks(emit func(*entry) error) error {
	var line []byte
	s := newSums()
	print, place := printed(), int64(0)
	for r := range d.capture.Records() {
		d.messages++
		place = max(place, r.Frame)
		if !s.holds(place) {
			if err := emit(s.entry()); err != nil {
				return err
			}
			s.reset()
		}
		line = print(line[:0], r)
		s.add(place, r, line)
	}
	if s.messages == 0 {
		return nil
	}
	return emit(s.entry())
}

// whole is the entry of the capture as a whole.
func (d *decoded) whole() *entry {
	s := d.capture.Summary()
	d.damaged = s.DamageCount > 0
	e := &entry{place: math.MaxInt64}
	e.add(captureKey, s.Info.Format)
	e.addCount(versionPath, decode.SchemaVersion)
	if s.Info.Compression != "" {
		e.add("compression", s.Info.Compression)
	}
	for i, link := range s.Info.Links {
		e.add(fmt.Sprintf("links[%d]", i), capture.LinkName(link))
	}
	e.addCount("frames", s.Frames)
	if d.form == blocks { // in the other form they can be counted, and one more should not be told twice
		e.addCount(countKey, d.messages)
	}
	e.addCount("datagrams.bc", s.Datagrams.BC)
	e.addCount("datagrams.entity-state", s.Datagrams.EntityState)
	e.addCount("datagrams.gamespy", s.Datagrams.GameSpy)
	e.addCount("datagrams.unknown", s.Datagrams.Unknown)
	e.addCount("datagrams.empty", s.Datagrams.Empty)
	for kind := capture.NotUDP; int(kind) < len(s.Skipped); kind++ {
		e.addCount("skipped."+kind.String(), s.Skipped[kind])
	}
	for i, server := range s.Servers {
		e.add(fmt.Sprintf("servers[%d].address", i), server.Address.String())
		e.add(fmt.Sprintf("servers[%d].dialect", i), server.Dialect.String())
	}
	e.addCount("forgotten", s.Evictions())
	e.addDamage(&s)
	e.print()
	return e
}

// addDamage adds what is wrong with the capture, and the exit status of `bcdump decode`.
func (e *entry) addDamage(s *decode.Summary) {
	if s.DamageCount > int64(len(s.Damage)) {
		e.addCount("damages", s.DamageCount)
	}
	for i, damage := range s.Damage {
		path := fmt.Sprintf("damage[%d].", i)
		e.values = append(e.values,
			value{path + "offset", fmt.Sprint(damage.Offset)},
			value{path + "after_frame", fmt.Sprint(damage.Frame)})
		e.add(path+"text", damage.Text)
	}
	status := "0"
	if s.DamageCount > 0 {
		status = "3"
	}
	e.values = append(e.values, value{"status", status})
}
