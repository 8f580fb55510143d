package timeline

import (
	"math"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/internal/histogram"
	"bcdump/report/tally"
)

// refresh is how often a writer, which is one end of a link, sends each field, and how often it says nothing new with it, to one receiver.
type refresh struct {
	name   string // of the client
	fields [len(refreshFields)]fieldTrack
}

// refreshFields are the fields of an update.
var refreshFields = [...]struct {
	name, flag string
	bit        uint8
}{
	{"position", "POSITION", message.FlagPosition},
	{"delta", "DELTA", message.FlagDelta},
	{"forward", "FORWARD", message.FlagForward},
	{"up", "UP", message.FlagUp},
	{"speed", "SPEED", message.FlagSpeed},
	{"subsystems", "SUBSYSTEMS", message.FlagSubsystems},
	{"cloak", "CLOAK", message.FlagCloak},
	{"weapons", "WEAPONS", message.FlagWeapons},
}

// Places in refreshFields.
const (
	fieldPosition = iota
	fieldDelta
	fieldForward
	fieldUp
	fieldSpeed
	fieldSubsystems
	_
	fieldWeapons
)

// fieldTrack is one of the fields.
type fieldTrack struct {
	writes    int64
	last      capture.Time
	times     *histogram.Histogram // ms between two writes; nil = there are no two
	longest   float64
	longestAt int64 // frame of the write that ended it
	same      int64 // writes that carry what the one before carried
	run, best run
	value     fieldValue
	known     bool
	settings  *[256]int16 // of power, by index; -1 = not known
}

// fieldValue is what an update says in a field.
type fieldValue [2]uint64

// run is a sequence of writes with one value.
type run struct {
	count       int64
	frame       int64 // of the first
	first, last capture.Time
}

// maxRefreshes bounds the writers and receivers whose fields are followed, of all ships: each has eight
// histograms.
//
//limit:maxRefreshes Figures | receivers of all ships whose fields are followed; one more for each 128 frames | not followed; counted | —
const maxRefreshes = 1024

// refresh books the fields of an update; false = there is no room for its receiver.
func (s *streams) refresh(u *update, all *int, most int) bool {
	w := u.stream.refresh
	if w == nil {
		if *all >= most {
			return false
		}
		w = &refresh{}
		u.stream.refresh = w
		s.refreshes++
		*all++
	}
	w.take(u)
	return true
}

func (w *refresh) take(u *update) {
	w.name = u.facts.Side(u.Row).Client
	for i := range refreshFields {
		if u.has(refreshFields[i].bit) {
			w.fields[i].writes++
			if u.Whole && u.measures {
				w.fields[i].take(u, i)
			}
		}
	}
	if u.has(message.FlagPosition) {
		w.fields[fieldDelta].known = false // what follows counts from another place
	}
}

func (x *fieldTrack) take(u *update, field int) {
	if !x.last.IsZero() {
		x.interval(decode.Milliseconds(u.steady.Sub(x.last)), u.frame)
	}
	x.last = u.steady
	switch field {
	case fieldSubsystems: // another window each time
	case fieldWeapons:
		x.tell(u, x.learn(u.Power))
	default:
		value := valueOf(u.StateUpdate, field)
		x.tell(u, !x.known || value != x.value)
		x.value, x.known = value, true
	}
}

func (x *fieldTrack) interval(ms float64, frame int64) {
	if x.times == nil {
		x.times = &histogram.Histogram{}
	}
	x.times.Add(ms)
	if ms > x.longest || x.longestAt == 0 {
		x.longest, x.longestAt = ms, frame
	}
}

// tell takes whether a write says something new.
func (x *fieldTrack) tell(u *update, news bool) {
	if news || x.run.count == 0 {
		x.run = run{frame: u.frame, first: u.steady}
	}
	if !news {
		x.same++
	}
	x.run.count++
	x.run.last = u.steady
	if x.run.count > x.best.count {
		x.best = x.run
	}
}

// learn takes power settings and reports whether one is new. A block without any says nothing.
func (x *fieldTrack) learn(settings []message.PowerSetting) (news bool) {
	if x.settings == nil {
		x.settings = &[256]int16{}
		for i := range x.settings {
			x.settings[i] = -1
		}
	}
	for _, s := range settings {
		news = news || x.settings[s.Index] != int16(s.Value)
		x.settings[s.Index] = int16(s.Value)
	}
	return news
}

// valueOf is what an update says in a field, in the bits of the wire.
func valueOf(m *message.StateUpdate, field int) fieldValue {
	switch field {
	case fieldPosition:
		x, y, z := math.Float32bits(m.Position[0]), math.Float32bits(m.Position[1]), math.Float32bits(m.Position[2])
		return fieldValue{uint64(x)<<32 | uint64(y), uint64(z)}
	case fieldDelta:
		return fieldValue{bits(m.Delta.Direction), uint64(m.Delta.Magnitude)}
	case fieldForward:
		return fieldValue{bits(m.Forward)}
	case fieldUp:
		return fieldValue{bits(m.Up)}
	case fieldSpeed:
		return fieldValue{uint64(m.Speed)}
	}
	return fieldValue{uint64(tally.BoolInt(m.Cloaked))}
}

func bits(d wire.CV3) uint64 {
	return uint64(uint8(d[0]))<<16 | uint64(uint8(d[1]))<<8 | uint64(uint8(d[2]))
}
