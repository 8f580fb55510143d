package wireshark

import (
	"sync"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// forms are pieces of forms that the plugin knows, by their places.
type forms struct {
	list   []string
	places map[string]int
}

func (f *forms) add(piece []byte) {
	if _, known := f.places[string(piece)]; !known {
		f.places[string(piece)] = len(f.list)
		f.list = append(f.list, string(piece))
	}
}

// knownForms gives those of messages as they usually are: of each transport message, of each type, each combination
// of the blocks of an update, each block of subsystems that a stock writer makes of a ship, and each note. They are
// those of examples. The commonest come first: their places are short.
var knownForms = sync.OnceValue(makeForms)

func makeForms() *forms {
	f := &forms{places: map[string]int{}}
	e := examples{annotator: newAnnotator(f)}
	e.learns = true
	e.datagrams()
	e.acks()
	e.updates()
	e.power()
	for _, x := range record.Codes() {
		e.note(record.Diagnostic{Code: x.Code, Offset: record.Whole, Text: someName})
		e.note(record.Diagnostic{Code: x.Code, Text: someName})
	}
	for _, spec := range message.Table() {
		if spec.New != nil {
			e.messages(spec.Opcode, spec.New())
		}
	}
	e.blocks()
	return f
}

// examples annotates records that nobody sent.
type examples struct {
	*annotator
	decoder record.Decoder
}

var noDatagram, someSide = &capture.Datagram{Ends: &capture.Ends{}}, &record.Side{Proto: decode.BC, Dir: decode.ToServer}

// someName is the name of all objects of examples, and no word.
const someName = "?"

type someNames struct{}

func (someNames) Name(uint32) string                   { return someName }
func (someNames) AppendName(b []byte, _ uint32) []byte { return append(b, someName...) }

// show annotates a record as it is, and as one that answers or repeats an earlier one.
func (e *examples) show(r record.Record) {
	for frame := range int64(2) {
		r.Relay.Frame = frame
		if r.Header.Type == transport.Ack {
			r.Relay.Frame, r.Answers.Frame = 0, frame
		}
		e.once(&r)
	}
}

func (e *examples) once(r *record.Record) {
	e.decoder.Take(r)
	l := e.layoutOf(r)
	e.whole(r, &l)
}

// datagrams annotates what messages of a datagram share.
func (e *examples) datagrams() {
	for _, side := range []decode.Side{
		{Dir: decode.ToClient, Link: 1, Client: someName}, {Dir: decode.ToServer, Link: 1, Client: someName},
		{Dir: decode.ToClient, Link: 1}, {Dir: decode.ToServer, Link: 1},
	} {
		side.Proto = decode.BC
		e.shared(&record.Record{Datagram: new(capture.Datagram), Side: &side, Offset: transport.DatagramHeader})
	}
}

func (e *examples) acks() {
	for _, flags := range []uint8{0, transport.AckLowChannel, transport.AckFragment} {
		header := transport.Message{Type: transport.Ack, HasSeq: true, AckFlags: flags, Length: 4, Header: 1}
		e.show(record.Record{Datagram: noDatagram, Side: someSide, Header: &header, Payload: header.Append(nil, nil)[1:]})
	}
}

// data annotates a message of the game, unreliable and reliable.
func (e *examples) data(payload []byte, context message.Context) {
	for _, header := range []transport.Message{{Type: transport.Data, Header: 3}, {Type: transport.Data, Header: 5, HasSeq: true, FlagsLen: 0x8000}} {
		header.Length = uint16(int(header.Header) + len(payload))
		e.show(record.Record{Datagram: noDatagram, Side: someSide, Header: &header, Payload: payload, Context: context})
	}
}

func (e *examples) messages(opcode uint8, m wire.Message) {
	e.data(message.Append(nil, opcode, m), message.Context{})
	e.data(message.Append(nil, opcode, m), message.Context{Names: someNames{}})
}

// updates annotates updates with each combination of blocks but those of subsystems.
func (e *examples) updates() {
	for flags := range 256 {
		m := &message.StateUpdate{ObjectID: 0x3FFFFFFF, DirtyFlags: uint8(flags)}
		context := message.Context{Names: someNames{}}
		if context.World.Known = flags&(message.FlagPosition|message.FlagDelta) != 0; flags&message.FlagSubsystems != 0 {
			m.Subsystems.Items = make([]message.SubsystemState, 1)
		}
		e.show(e.update(m, context))
		if m.HasHash = flags&message.FlagPosition != 0; m.HasHash {
			e.show(e.update(m, context))
		}
	}
}

// power annotates power settings, of which the first ones are of subsystems that are known.
func (e *examples) power() {
	class := ship.Class{Subsystems: make([]ship.Subsystem, 1)}
	class.Subsystems[0].Name = someName
	for most := range 7 {
		for known := range most + 1 {
			m := &message.StateUpdate{DirtyFlags: message.FlagWeapons, Power: make([]message.PowerSetting, most)}
			for i := range m.Power[known:] {
				m.Power[known+i].Index = 1
			}
			e.show(e.update(m, message.Context{Class: &class}))
		}
	}
}

func (e *examples) update(m *message.StateUpdate, context message.Context) record.Record {
	payload := message.Append(nil, message.OpcodeStateUpdate, m)
	header := transport.Message{Type: transport.Data, Header: 3, Length: uint16(3 + len(payload))}
	return record.Record{Datagram: noDatagram, Side: someSide, Header: &header, Payload: payload, Context: context}
}

// blocks annotates the blocks of subsystems of all ships, with power settings as hosts send them and without, as
// owners do. The dialects differ in the shield generator.
func (e *examples) blocks() {
	classes := ship.Stock().Classes()
	for i := range classes {
		for start := range classes[i].Subsystems {
			for _, powered := range []bool{true, false} {
				if e.block(&classes[i], start, message.OpenBC, powered) {
					e.block(&classes[i], start, message.Stock, powered)
				}
			}
		}
	}
}

// block annotates the one that begins at a subsystem, and reports whether the shield generator is in it.
func (e *examples) block(class *ship.Class, start int, dialect message.Dialect, powered bool) bool {
	m, context := new(message.StateUpdate), message.Context{Class: class, Dialect: dialect}
	var look message.StateUpdate
	m.SetContext(context)
	m.DirtyFlags, m.Subsystems.StartIndex = message.FlagSubsystems, uint8(start)
	for i := range class.Subsystems {
		m.Subsystems.Items = append(m.Subsystems.Items, entryOf(&class.Subsystems[(start+i)%len(class.Subsystems)], dialect, powered))
		r := e.update(m, context)
		if skim := look.Skim(r.Payload, class, dialect); skim.WindowOK {
			e.once(&r)
			return skim.HasShield
		}
	}
	return false
}

func entryOf(sub *ship.Subsystem, dialect message.Dialect, powered bool) message.SubsystemState {
	format := dialect.Format(sub)
	return message.SubsystemState{
		Children: make([]byte, len(sub.Children)), Facings: make([]byte, len(sub.FacingMax)), HasData: powered && format.HasPower(),
	}
}
