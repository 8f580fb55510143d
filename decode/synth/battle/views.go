package battle

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Views are faults of the host towards one player: what that player is told is not what all others are. They are none
// that a rule of stock software names.

// ViewFault is one of them.
type ViewFault struct {
	Kind   string // one of ViewFaults
	Player int    // who is told it, from 1
	Of     int    // blind: the player whose ships are not told, from 1
	For    time.Duration
	Part   string // lie: the subsystem
	Value  int    // lie: in percent; shift: units
}

// Kinds of faults.
const (
	Blind  = "blind"
	Freeze = "freeze"
	Lie    = "lie"
	Ghost  = "ghost"
	Shift  = "shift"
)

// ViewFaults lists them.
func ViewFaults() []string { return []string{Blind, Freeze, Lie, Ghost, Shift} }

// viewFrom is when they begin, but for Blind and Ghost, which are from the beginning on.
const viewFrom = 20 * time.Second

// ParseViewFault reads the value of a flag: PLAYER:SHIP, PLAYER:5s, PLAYER:hull:38, PLAYER, PLAYER:30.
func ParseViewFault(kind, text string) (f ViewFault, err error) {
	who, rest, _ := strings.Cut(text, ":")
	f.Kind = kind
	if f.Player, err = playerNumber(kind, who); err != nil {
		return f, err
	}
	wrong := func(what string) error { return fmt.Errorf("%s: %q is not %s", kind, text, what) }
	switch kind {
	case Blind:
		if f.Of, err = playerNumber(kind, rest); err != nil || f.Of == f.Player {
			return f, wrong("PLAYER:SHIP, two numbers of players")
		}
	case Freeze:
		if f.For, err = time.ParseDuration(rest); err != nil || f.For <= 0 {
			return f, wrong("PLAYER:TIME, such as 2:5s")
		}
	case Lie:
		part, value, _ := strings.Cut(rest, ":")
		f.Part = part
		if f.Value, err = strconv.Atoi(value); err != nil || f.Value < 0 || f.Value > 100 || part == "" {
			return f, wrong("PLAYER:PART:PERCENT, such as 2:hull:38")
		}
	case Shift:
		if f.Value, err = strconv.Atoi(rest); err != nil {
			return f, wrong("PLAYER:UNITS, such as 2:30")
		}
	}
	return f, nil
}

func (o *Options) checkViews() error {
	for _, f := range o.Views {
		if f.Player < 1 || f.Player > o.Players || f.Of > o.Players {
			return fmt.Errorf("%s: there is no such player", f.Kind)
		}
	}
	return nil
}
