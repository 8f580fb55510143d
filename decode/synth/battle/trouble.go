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
	//row:joins `password` | this player sends another password than the others: Boot 2, peer id 255
	wrongPassword = "password"
	//row:joins `full` | the game has no free slot for this player: Boot 3, peer id 255
	gameFull = "full"
	//row:joins `version` | after the answer to round 0: 0x23, Boot 4
	otherVersion = "version"
	//row:joins `files[@ROUND]` | a file has another content: after the answer to the round 0x22 with the name of the file, Boot 4
	otherFiles = "files"
	//row:joins `file-missing[@ROUND]` | the first file of the round is not there: the same
	missingFile = "file-missing"
	//row:joins `file-extra[@ROUND]` | there is one more file, `Zephyr.pyc`: the same
	extraFile = "file-extra"
	//row:joins `file-kick[@ROUND]` | a file has another content, and the host says nothing: Boot 4
	kickedForFile = "file-kick" // another content, as of otherFiles, and the host does not say which
	//row:joins `silent-host[@ROUND]` | Connect is never answered or acknowledged, and retransmitted 12 times; with a round: the host acknowledges the answer to it and sends no further request
	silentHost = "silent-host"
	//row:joins `silent-client[@ROUND]` | the client acknowledges a request and never answers
	silentClient = "silent-client"
	//row:joins `lost-fragment` | the second part of the answer to round 2 is lost before the tap, every time it is sent: the capture has the first and the third, and their Acks
	lostFragment = "lost-fragment"
)

// Troubles at some time.
const (
	//row:events `late` | the player joins only then
	comesLate = "late"
	//row:events `address` | a second program on the player's machine connects: Boot 5, peer id 255
	comesTwice = "address"
	//row:events `leave` | the player leaves: Disconnect; the others get 0x14, 0x17, 0x18
	leaves = "leave"
	//row:events `timeout` | the client goes silent. The host keeps sending and retransmitting; after 45 s (`--timeout`) it sends the others Boot 1 with the peer id, 0x14, 0x17, 0x18, and nothing more to the client
	fallsSilent = "timeout"
	//row:events `kick` | Boot 4 to the client; the others get 0x14, 0x17, 0x18
	isKicked = "kick"
	//row:events `return` | a player who left, timed out, was kicked or refused connects again, from another port: three seconds after the end, or at the given time
	returns = "return"
	//row:events `self-destruct` | the player requests it, 0x13
	scuttles = "self-destruct"
	//row:events `collision` | the ship hits the next one, or the middle of the map, too hard: 0x15, lifetime 12.9, 0x36 without a killer, neither 0x29 nor 0x14
	collides = "collision"
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
	case !slices.Contains(slices.Concat(TroubleNames(), EntityTroubleNames()), t.Name):
		return fmt.Errorf("trouble: %q is not known; expected %s; of entity-state %s", t.Name, strings.Join(TroubleNames(), ", "), strings.Join(EntityTroubleNames(), ", "))
	case t.Step != "" && !stepped:
		return fmt.Errorf("trouble: %s has no round", t.Name)
	case t.Step != "" && !slices.Contains(steps, t.Step):
		return fmt.Errorf("trouble: %q is not a round; expected %s", t.Step, strings.Join(steps, ", "))
	case t.At < 0 || t.At > 0 && slices.Contains(joinTroubles, t.Name):
		return fmt.Errorf("trouble: %s cannot happen at %s", t.Name, t.At)
	}
	return nil
}

// troubleNames lists what may happen in this battle.
func (o *Options) troubleNames() []string {
	if o.EntityState {
		return EntityTroubleNames()
	}
	return TroubleNames()
}

// checkTroubles says which of them do not go with this battle, or with each other.
func (o *Options) checkTroubles() error {
	if o.Timeout < 0 {
		return fmt.Errorf("timeout: %s is not possible", o.Timeout)
	}
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if names := o.troubleNames(); !slices.Contains(names, t.Name) {
			return fmt.Errorf("trouble: %q is not known; expected %s", t.Name, strings.Join(names, ", "))
		}
		if err := t.check(); err != nil {
			return err
		}
		switch {
		case t.Player < 0 || t.Player > o.Players:
			return fmt.Errorf("trouble: there is no player %d", t.Player)
		case o.Duration > 0 && t.At >= o.Duration:
			return fmt.Errorf("trouble: the battle is over before %s, at %s", t.Name, t.At)
		case o.Players == 1 && (t.Name == unlike || t.Name == frozen):
			return fmt.Errorf("trouble: %s needs a second player, who is told otherwise", t.Name)
		case o.EntityState:
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

func roundText(round uint8) string { return fmt.Sprintf("%X", round) }

// joinTroubleOf is the trouble of the first join of a player; nil = none.
func (o *Options) joinTroubleOf(player int) *Trouble {
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if o.playerOf(t) == player && slices.Contains(joinTroubles, t.Name) {
			return t
		}
	}
	return nil
}

// when is the time of a trouble.
func (o *Options) when(t *Trouble) time.Duration {
	switch {
	case t.At > 0:
		return t.At
	case o.Duration == 0:
		return 30 * time.Second
	}
	return o.Duration / 2
}
