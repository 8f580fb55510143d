package match

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unique"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
)

// Step is one on the way into the game.
type Step struct {
	Event
	Name     string
	ToServer bool
	Type     transport.Type
	Opcode   uint8 // of type Data
}

// Names of steps that others ask for. Those of checksums have their round behind them.
const (
	StepConnect  = "connect"
	StepAccepted = "connect response"
	StepName     = "name"
	StepComplete = "checksum complete"
	StepSettings = "settings"
	StepInit     = "game init"
	StepReady    = "new player in game"
	StepMission  = "mission init"
	StepShip     = "first ship"
)

// Party is whose turn it is.
type Party string

// Parties.
const (
	TheHost   Party = "host"
	TheClient Party = "client"
	ThePlayer Party = "player" // a person who chooses a ship
	Nobody    Party = ""
)

// joinSteps are steps by opcode, and what they lead to.
var joinSteps = [256]struct {
	name     string // "" = it is no step
	toServer bool
	state    State
}{
	message.OpcodeChecksumRequest:  {"checksum request", false, Checking},
	message.OpcodeChecksumResponse: {"checksum response", true, Checking},
	message.OpcodeChecksumComplete: {StepComplete, false, Checking},
	message.OpcodeSettings:         {StepSettings, false, Checking},
	message.OpcodeGameInit:         {StepInit, false, InLobby},
	message.OpcodeNewPlayerInGame:  {StepReady, true, InLobby},
	message.OpcodeMissionInit:      {StepMission, false, InGame},
	message.OpcodeObjectCreate:     {StepShip, true, InGame},
	message.OpcodeObjectCreateTeam: {StepShip, true, InGame},
}

// Waiting says whose turn it is in a join that has not come to its end, and since when.
// Nobody = it has, or it never began in the capture.
func (c *Connection) Waiting() (Party, Event) {
	if len(c.Steps) == 0 || !c.Joined && c.Entered.Frame != 0 {
		return Nobody, Event{}
	}
	last := &c.Steps[len(c.Steps)-1]
	switch {
	case last.Name == StepShip:
		return Nobody, Event{}
	case last.Name == StepMission:
		return ThePlayer, last.Event
	case last.Name == StepName && c.has(firstRequest):
		return TheClient, last.Event
	case last.ToServer:
		return TheHost, last.Event
	}
	return TheClient, last.Event
}

// hangsAfter is for how long one side has to say nothing for a join to count as one that hangs. A
// stock host may take two seconds to let a client in.
const hangsAfter = 3 * time.Second

// Hangs says at which step a join hangs, and who does not answer, if the capture ended at until;
// nil = it does not hang, or it is a person who takes his time, or it is in the game. Who leaves or is kicked waits no longer.
func (c *Connection) Hangs(until capture.Time) (at *Step, silent Party) {
	if c.Entered.Frame != 0 {
		return nil, Nobody
	}
	party, since := c.Waiting()
	if e := &c.Ending; (e.Why == Left || e.Why == Kicked) && e.Time.Before(until) {
		until = e.Time
	}
	if !c.Joined && !c.checking() || party != TheHost && party != TheClient || c.Unheard || c.cut || until.Sub(since.Time) < hangsAfter {
		return nil, Nobody
	}
	return &c.Steps[len(c.Steps)-1], party
}

// checking reports whether a checksum round is among the steps.
func (c *Connection) checking() bool {
	return slices.ContainsFunc(c.Steps, func(s Step) bool { return strings.HasPrefix(s.Name, "checksum") })
}

// has reports whether the join has come to a step.
func (c *Connection) has(name string) bool {
	for i := range c.Steps {
		if c.Steps[i].Name == name {
			return true
		}
	}
	return false
}

// firstRequest is the step that stock hosts take together with the connect response.
const firstRequest = "checksum request 0"

// step notes a step; each counts once.
func (c *Connection) step(name string, r *record.Record) {
	if c.has(name) || len(c.Steps) >= maxSteps {
		return
	}
	// Thousands of connections have steps of the same names.
	s := Step{Event: EventOf(r), Name: unique.Make(name).Value(), ToServer: r.Dir == record.ToServer, Type: r.Header.Type}
	if opcode, ok := r.Opcode(); ok {
		s.Opcode = opcode
	}
	c.Steps = append(c.Steps, s)
	c.Resent = [2]int{}
}

// stepOf gives the step that a game message is; "" = none.
func stepOf(r *record.Record, opcode uint8) (name string, to State) {
	s := &joinSteps[opcode]
	if s.name == "" || s.toServer != (r.Dir == record.ToServer) {
		return "", 0
	}
	name = s.name
	if c := r.Content(); c.Fields > 0 {
		switch m := c.Message.(type) {
		case *message.ChecksumRequest:
			name += " " + roundText(m.Round)
		case *message.ChecksumResponse:
			name += " " + roundText(m.Round)
		}
	}
	return name, s.state
}

// roundText writes the last round as it is on the wire.
func roundText(round uint8) string {
	if round == 0xFF {
		return "0xFF"
	}
	return fmt.Sprint(round)
}
