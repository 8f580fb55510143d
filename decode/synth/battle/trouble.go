package battle

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Trouble is something that happens to one player. With any of it nobody comes and goes
// but those whom it names.
type Trouble struct {
	Name   string // one of TroubleNames
	Player int    // from 1; 0 = the last one
	// At is when it happens; 0 = in the middle of the battle.
	At time.Duration
	// Step is the round of checksums that it is about: "0" to "3", "FF"; "" = the usual.
	Step string
}

// Troubles that a player has with a first join.
const (
	wrongPassword = "password"
	gameFull      = "full"
	otherVersion  = "version"
	otherFiles    = "files"
	missingFile   = "file-missing"
	extraFile     = "file-extra"
	kickedForFile = "file-kick" // another content, as of otherFiles, and the host does not say which
	silentHost    = "silent-host"
	silentClient  = "silent-client"
	lostFragment  = "lost-fragment"
)

// Troubles at some time.
const (
	comesLate   = "late"
	comesTwice  = "address"
	leaves      = "leave"
	fallsSilent = "timeout"
	isKicked    = "kick"
	returns     = "return"
	scuttles    = "self-destruct"
	collides    = "collision"
)

var (
	joinTroubles = slices.Concat([]string{wrongPassword, gameFull, otherVersion}, fileTroubles, []string{silentHost, silentClient, lostFragment})
	fileTroubles = []string{otherFiles, missingFile, extraFile, kickedForFile}
	laterEvents  = []string{comesTwice, comesLate, leaves, fallsSilent, isKicked, returns, scuttles, collides}
	steps        = []string{"0", "1", "2", "3", "FF"} // as rounds
)

// TroubleNames lists what may happen.
func TroubleNames() []string { return slices.Concat(joinTroubles, laterEvents) }

// ParseTrouble reads NAME[@WHEN][:PLAYER]; WHEN is a time such as 20s, or a round.
func ParseTrouble(text string) (t Trouble, err error) {
	text, who, chosen := strings.Cut(text, ":")
	if chosen {
		if t.Player, err = playerNumber("trouble", who); err != nil {
			return t, err
		}
	}
	name, when, timed := strings.Cut(text, "@")
	t.Name = name
	switch {
	case !timed:
	case slices.Contains(joinTroubles, name):
		t.Step = strings.ToUpper(when)
	default:
		if t.At, err = time.ParseDuration(when); err != nil || t.At <= 0 {
			return t, fmt.Errorf("trouble: %q is not a time such as 20s", when)
		}
	}
	err = t.check()
	return t, err
}

// check says what is impossible whatever the battle.
func (t *Trouble) check() error {
	stepped := t.Name == silentHost || t.Name == silentClient || slices.Contains(fileTroubles, t.Name)
	switch {
	case !slices.Contains(TroubleNames(), t.Name):
		return fmt.Errorf("trouble: %q is not known; expected %s", t.Name, strings.Join(TroubleNames(), ", "))
	case t.Step != "" && !stepped:
		return fmt.Errorf("trouble: %s has no round", t.Name)
	case t.Step != "" && !slices.Contains(steps, t.Step):
		return fmt.Errorf("trouble: %q is not a round; expected %s", t.Step, strings.Join(steps, ", "))
	case t.At < 0 || t.At > 0 && slices.Contains(joinTroubles, t.Name):
		return fmt.Errorf("trouble: %s cannot happen at %s", t.Name, t.At)
	}
	return nil
}

// checkTroubles says which of them do not go with this battle, or with each other.
func (o *Options) checkTroubles() error {
	if o.Timeout < 0 {
		return fmt.Errorf("timeout: %s is not possible", o.Timeout)
	}
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if err := t.check(); err != nil {
			return err
		}
		switch {
		case t.Player < 0 || t.Player > o.Players:
			return fmt.Errorf("trouble: there is no player %d", t.Player)
		case o.Duration > 0 && t.At >= o.Duration:
			return fmt.Errorf("trouble: the battle is over before %s, at %s", t.Name, t.At)
		case o.clashes(i):
			return fmt.Errorf("trouble: player %d cannot fail to join in two ways", o.playerOf(t))
		case t.Name == returns && !o.ends(o.playerOf(t)):
			return fmt.Errorf("trouble: player %d never goes, and so cannot return", o.playerOf(t))
		}
	}
	return nil
}

// playerOf is the number of a trouble's player.
func (o *Options) playerOf(t *Trouble) int {
	if t.Player == 0 {
		return o.Players
	}
	return t.Player
}

// clashes reports that an earlier trouble is of the join of the same player.
func (o *Options) clashes(i int) bool {
	t := &o.Troubles[i]
	return slices.Contains(joinTroubles, t.Name) && o.has(o.Troubles[:i], o.playerOf(t), joinTroubles...)
}

// ends reports that a connection of a player comes to an end.
func (o *Options) ends(player int) bool {
	return o.has(o.Troubles, player, slices.Concat(fileTroubles, []string{leaves, fallsSilent, isKicked, wrongPassword, gameFull, otherVersion})...)
}

func (o *Options) has(list []Trouble, player int, names ...string) bool {
	return slices.ContainsFunc(list, func(t Trouble) bool { return o.playerOf(&t) == player && slices.Contains(names, t.Name) })
}

// at reports that a trouble is about a round of checksums, by default the usual one.
func (t *Trouble) at(round uint8, usual string) bool {
	step := t.Step
	if step == "" {
		step = usual
	}
	return step == roundText(round)
}

func roundText(round uint8) string { return strings.TrimPrefix(byteText(round)[2:], "0") }

// fateOf is the trouble of the first join of a player; nil = none.
func (o *Options) fateOf(player int) *Trouble {
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if o.playerOf(t) == player && slices.Contains(joinTroubles, t.Name) {
			return t
		}
	}
	return nil
}
