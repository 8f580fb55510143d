package battle

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Options say what a battle is like. The zero value of a field means what stands
// beside it, mostly nothing of the kind.
type Options struct {
	Players   int           // 1 to 16
	Duration  time.Duration // 0 = until there are so many Datagrams
	Datagrams int64         // the battle ends after so many UDP datagrams; 0 = at its time
	Seed      uint64
	// NetworkSeed decides what the network does, and addresses, tokens and clocks. Then the battle of a
	// Seed is the same one whatever the network does. 0 = Seed decides everything.
	NetworkSeed uint64
	Start       time.Time

	// EntityState plays the second protocol in place of the game.
	EntityState bool
	// Late is a server of its later revision: it numbers some messages otherwise, has ships in the roster, sends
	// Despawn, and at most 47 entities.
	Late bool
	// Crowd is how many entities its world has at any time; 0 = as many as it brings, NoCrowd = States are empty.
	Crowd int
	// Ways are those in which things are sent otherwise than usual.
	Ways []Way

	Loss      float64 // share of datagrams that get lost, half of them behind the tap
	Duplicate float64 // share of datagrams that the network delivers twice
	Reorder   float64 // share of datagrams that later ones overtake
	// Resend is how long a sender waits for an Ack the first time; 0 = a second.
	Resend time.Duration
	// Parts is the order in which the fragments of a message are sent.
	Parts PartOrder
	// StartSeq is the first number of Data messages on every link.
	StartSeq uint16

	// Teams is a game of two teams, whom players join in turn.
	Teams bool
	// TimeLimit is after how many minutes the round is over; 0 = never.
	TimeLimit int

	// Shots is how many shots each player fires a second, with whatever its ship can fire, each of less
	// effect than usual; 0 = as weapons allow.
	Shots float64

	GameSpy float64 // queries a second
	Noise   float64 // frames a second that have nothing to do with the game

	Troubles []Trouble
	// WithViews asks for what each client was told of each ship.
	WithViews bool
	// Timeout is how long a client may be silent; 0 = 45 seconds.
	Timeout time.Duration

	// At is the player, from 1, on whose machine the capture is taken: it has the game datagrams of
	// that player and nothing else. 0 = halfway between the host and the players.
	At int
	// Begin is when in the battle the capture begins; 0 = with it.
	Begin time.Duration
	IPv6  bool // the game's own addresses
	// Dialect of the host's subsystem blocks; Undecided = stock.
	Dialect message.Dialect
	// Sums asks for sums over the values of all blocks and power settings, at the price
	// of a third of the speed.
	Sums bool
	// Ships are the classes that players take; nil = those of the game.
	Ships *ship.Catalogue
}

// PartOrder is an order of fragments.
type PartOrder uint8

// Orders of fragments.
const (
	InOrder PartOrder = iota
	Reversed
	Shuffled
)

// MostPlayers is how many player slots the game has.
const MostPlayers = 16

// Check says which option is impossible, by its name in the command.
func (o *Options) Check() error {
	switch {
	case o.Players < 1 || o.Players > MostPlayers:
		return fmt.Errorf("players: %d is not possible, 1 to %d are", o.Players, MostPlayers)
	case o.Duration < 0:
		return fmt.Errorf("minutes: a battle cannot end before it begins")
	case o.Datagrams < 0:
		return fmt.Errorf("datagrams: %d is not possible", o.Datagrams)
	case o.Duration == 0 && o.Datagrams == 0:
		return fmt.Errorf("minutes: without an end there has to be a number of datagrams")
	case o.At < 0 || o.At > o.Players:
		return fmt.Errorf("at: there is no player %d", o.At)
	case o.TimeLimit < 0 || o.TimeLimit >= message.NoLimit:
		return fmt.Errorf("time-limit: %d minutes are not possible, 1 to %d are", o.TimeLimit, message.NoLimit-1)
	case o.Begin < 0 || o.Duration > 0 && o.Begin >= o.Duration:
		return fmt.Errorf("begin: the battle does not last from %s on", o.Begin)
	case o.Begin > 0 && o.Duration == 0:
		return fmt.Errorf("begin: needs minutes")
	}
	// With more loss, hardly an Ack arrives.
	const mostTrouble, highestRate = 0.5, 10_000
	for _, f := range []struct {
		name        string
		value, most float64
		what        string
	}{
		{"loss", o.Loss, mostTrouble, "a share"}, {"duplicate", o.Duplicate, mostTrouble, "a share"}, {"reorder", o.Reorder, mostTrouble, "a share"},
		{"gamespy", o.GameSpy, highestRate, "a rate a second"}, {"noise", o.Noise, highestRate, "a rate a second"},
	} {
		if !(f.value >= 0 && f.value <= f.most) { // not a number is neither
			return fmt.Errorf("%s: %v is not %s from 0 to %v", f.name, f.value, f.what, f.most)
		}
	}
	return cmp.Or(o.checkTroubles(), o.checkWays())
}

// playerNumber reads the number of a player.
func playerNumber(flag, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MostPlayers {
		return 0, fmt.Errorf("%s: %q is not the number of a player", flag, text)
	}
	return n, nil
}

// ParseAt reads where a capture is taken: "host" or the number of a player.
func ParseAt(text string) (player int, err error) {
	if text == "host" {
		return 0, nil
	}
	return playerNumber("at", text)
}

func (o *Options) defaults() {
	o.Resend, o.Timeout, o.Dialect = cmp.Or(o.Resend, time.Second), cmp.Or(o.Timeout, 45*time.Second), cmp.Or(o.Dialect, message.Stock)
	if o.Ships == nil {
		o.Ships = ship.Stock()
	}
}
