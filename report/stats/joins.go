package stats

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// joins notes when each client came how far on its way into the game.
type joins struct {
	*base
	file    string
	list    []*join
	current map[tally.Link]*join // of this file; nil = joined, and the table is full
	dropped int64
}

type join struct {
	file   string
	client netip.AddrPort
	name   string
	steps  []step
}

type step struct {
	name   string
	dir    decode.Direction
	at     tally.Position
	time   capture.Time
	digits uint8
	where  string // what tells its line from others of its place
}

const maxJoins = 512

func (j *joins) begin(file string) {
	j.file, j.current = file, map[tally.Link]*join{}
}

func (j *joins) game(l *line) {
	if l.Lost() || l.repeat {
		return
	}
	name, where := stepOf(l)
	if name == "" {
		return
	}
	x := j.of(l, name)
	if x == nil {
		return
	}
	x.name = cmp.Or(l.Client, x.name)
	if x.has(name) {
		return
	}
	x.steps = append(x.steps, step{name, l.Dir, tally.PositionOf(l.Record), l.Time, l.Digits, where})
}

// of gives the join that a step belongs to; nil = none. A connect request begins one,
// and so does any step but the last on a link whose beginning the capture lacks.
func (j *joins) of(l *line, name string) *join {
	x, known := j.current[l.link()]
	again := known && len(x.steps) == 1 && x.has(stepConnect) // asks again, without a number to know it by
	if known && (name != stepConnect || again) {
		return x
	}
	if name == stepShip {
		return nil
	}
	if len(j.list) >= maxJoins {
		j.dropped++
		return nil
	}
	x = &join{file: j.file, client: l.link().Client}
	j.list = append(j.list, x)
	j.current[l.link()] = x
	return x
}

func (x *join) has(name string) bool {
	return slices.ContainsFunc(x.steps, func(s step) bool { return s.name == name })
}

// Steps that begin and end a join.
const (
	stepConnect = "connect"
	stepShip    = "first ship"
)

// stepOf says which step of a join a line is, "" if it is none, and what is special
// about it.
func stepOf(l *line) (name, where string) {
	switch {
	case l.typed(transport.Connect) && l.Dir == decode.ToServer:
		return stepConnect, `type == "connect"`
	case l.typed(transport.Connect):
		return "connect response", `type == "connect"`
	case l.typed(transport.PeerInfo) && l.Dir == decode.ToServer:
		return "name", `type == "peer_info"`
	case l.opcode < 0:
		return "", ""
	}
	if name = gameStep(l); name == "" {
		return "", ""
	}
	return name, tally.OpcodeIs(l.opcode)
}

// gameSteps by opcode; those of checksums have a round too.
var gameSteps = [256]struct {
	name string // "" = it is no step
	dir  decode.Direction
}{
	message.OpcodeChecksumRequest:  {"checksum request", decode.ToClient},
	message.OpcodeChecksumResponse: {"checksum response", decode.ToServer},
	message.OpcodeChecksumComplete: {"checksum complete", decode.ToClient},
	message.OpcodeSettings:         {"settings", decode.ToClient},
	message.OpcodeGameInit:         {"game init", decode.ToClient},
	message.OpcodeNewPlayerInGame:  {"new player in game", decode.ToServer},
	message.OpcodeMissionInit:      {"mission init", decode.ToClient},
	message.OpcodeObjectCreate:     {stepShip, decode.ToServer},
	message.OpcodeObjectCreateTeam: {stepShip, decode.ToServer},
}

func gameStep(l *line) string {
	s := &gameSteps[l.opcode]
	if s.name == "" || s.dir != l.Dir {
		return ""
	}
	if l.Content().Fields == 0 {
		return s.name
	}
	switch m := l.Content().Message.(type) {
	case *message.ChecksumRequest:
		return s.name + " " + roundText(m.Round)
	case *message.ChecksumResponse:
		return s.name + " " + roundText(m.Round)
	}
	return s.name
}

// roundText writes the last round as it is on the wire.
func roundText(round uint8) string {
	if round == 0xFF {
		return "0xFF"
	}
	return fmt.Sprint(round)
}

func (j *joins) report(out *figures.Stats) {
	out.Joins = []figures.Join{}
	for _, x := range j.list {
		f := figures.Join{File: j.files.label(x.file), Client: tally.AddressText(x.client), Name: x.name, Steps: []figures.Step{}}
		for _, s := range x.steps {
			f.Steps = append(f.Steps, figures.Step{
				Step: s.name, Dir: string(s.dir), Frame: s.at.Frame, Time: tally.TimeText(s.time, s.digits),
				After: decode.Milliseconds(s.time.Sub(x.steps[0].time)),
				Query: j.query(s),
			})
		}
		out.Joins = append(out.Joins, f)
	}
	drop(out, "joins", j.dropped)
}

// query is the query of a step.
func (j *joins) query(s step) figures.Query {
	return j.Of(fmt.Sprintf("frame == %d && index == %d", s.at.Frame, s.at.Index), s.where)
}
