package battle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode/message"
)

// Forgets is a fault of the host: it does not pass messages of an opcode on.
type Forgets struct {
	Opcode uint8
	All    bool // every opcode, not only this one
	Player int  // who does not get them, from 1; 0 = nobody does
}

// passedOn are the opcodes that the host copies.
var passedOn = []uint8{0x03, 0x07, 0x08, 0x0A, 0x11, 0x12, 0x19, 0x1A, 0x1B, 0x2C, 0x2D, 0x41}

// ParseForgets reads OPCODE[:PLAYER], where an opcode is a number such as 0x19, a name
// such as TorpedoFire, or "all".
func ParseForgets(text string) (f Forgets, err error) {
	opcode, who, chosen := strings.Cut(text, ":")
	i := slices.IndexFunc(passedOn, func(o uint8) bool { return isOpcode(o, opcode) })
	switch {
	case opcode == "all":
		f.All = true
	case i < 0:
		return f, fmt.Errorf("forget: %q is not an opcode that the host copies: %s, all", opcode, passedOnTexts())
	default:
		f.Opcode = passedOn[i]
	}
	if chosen {
		f.Player, err = playerNumber("forget", who)
	}
	return f, err
}

// isOpcode reports that a text is an opcode's number or name.
func isOpcode(opcode uint8, text string) bool {
	n, err := strconv.ParseUint(text, 0, 8)
	return err == nil && n == uint64(opcode) || strings.EqualFold(message.Lookup(opcode).Name, text)
}

func passedOnTexts() string {
	texts := make([]string, len(passedOn))
	for i, opcode := range passedOn {
		texts[i] = byteText(opcode)
	}
	return strings.Join(texts, ", ")
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

func (o *Options) checkForget() error {
	for _, f := range o.Forget {
		switch {
		case f.Player < 0 || f.Player > o.Players:
			return fmt.Errorf("forget: there is no player %d", f.Player)
		case !f.All && !slices.Contains(passedOn, f.Opcode):
			return fmt.Errorf("forget: %s is not an opcode that the host copies: %s", byteText(f.Opcode), passedOnTexts())
		}
	}
	return nil
}

// forgets reports that a player, by number, gets no copies of an opcode.
func (o *Options) forgets(opcode uint8, player int) bool {
	return slices.ContainsFunc(o.Forget, func(f Forgets) bool {
		return (f.All || f.Opcode == opcode) && (f.Player == 0 || f.Player == player)
	})
}

// byteText is a byte such as an opcode as the truth has it: 0x1C.
func byteText(b uint8) string { return fmt.Sprintf("0x%02X", b) }
