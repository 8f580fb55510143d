package battle

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// A break is a rule of stock software (docs/rules.md) that a battle breaks on purpose, and nothing
// else. Each area of rules has a table from the rule to a function that hooks into a few points:
// a game message, a control message, a numbered message, an Ack or a datagram about to be sent, an
// update about to be written, a copy about to be made, a text about to be answered.

// tables are the breaks, by area in the order of the rules.
var tables = []map[string]func(*fault){
	transportBreaks, joinBreaks, checksumBreaks, gameJoinBreaks, senderBreaks, objectBreaks, updateBreaks,
	relayBreaks, eventBreaks, deathBreaks, chatBreaks, textBreaks,
}

// BreakNames lists the rules that a battle can break, sorted.
func BreakNames() (names []string) {
	for _, table := range tables {
		for name := range table {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func breakOf(name string) func(*fault) {
	for _, table := range tables {
		if f := table[name]; f != nil {
			return f
		}
	}
	return nil
}

// CheckBreaks says which of the names is no rule that a battle can break.
func CheckBreaks(names []string) error {
	for i, name := range names {
		switch {
		case breakOf(name) == nil:
			return fmt.Errorf("break: %q is not a rule that a battle can break; docs/rules.md lists the rules", name)
		case slices.Contains(names[:i], name):
			return fmt.Errorf("break: %s is there twice", name)
		}
	}
	return nil
}

// breakRules hooks in what breaks rules.
func (s *session) breakRules() {
	for _, name := range s.Breaks {
		f := &fault{charge: &charge{rule: name}, s: s}
		s.charges = append(s.charges, f.charge)
		if strings.HasPrefix(name, "gamespy-") && s.GameSpy == 0 {
			s.GameSpy = 0.5
		}
		breakOf(name)(f)
	}
}

// fault is one rule that is broken.
type fault struct {
	*charge
	s *session
	n int // of those that could be broken, so far
}

// every reports that it is one of n's turn.
func (f *fault) every(n int) bool {
	f.n++
	return f.n%n == 0
}

func (f *fault) onGame(do func(*line, *sending)) { f.s.hooks.game = append(f.s.hooks.game, do) }
func (f *fault) onControl(do func(*line, *sending)) {
	f.s.hooks.control = append(f.s.hooks.control, do)
}
func (f *fault) onLetter(do func(*line, *letter)) { f.s.hooks.letters = append(f.s.hooks.letters, do) }
func (f *fault) onPause(do func(*letter, *time.Duration)) {
	f.s.hooks.pauses = append(f.s.hooks.pauses, do)
}
func (f *fault) onPacket(do func(*packet))    { f.s.hooks.packets = append(f.s.hooks.packets, do) }
func (f *fault) onText(do func(*text))        { f.s.hooks.texts = append(f.s.hooks.texts, do) }
func (f *fault) onLink(do func(*link))        { f.s.altered.links = append(f.s.altered.links, do) }
func (f *fault) afterUpdate(do func(*glance)) { f.s.altered.after = append(f.s.altered.after, do) }
func (f *fault) onWritten(do func(*glance))   { f.s.altered.written = append(f.s.altered.written, do) }

// onAck asks for Acks that a line is about to owe; false = it does not.
func (f *fault) onAck(do func(*line, *letter, *piece) bool) {
	f.s.hooks.acks = append(f.s.hooks.acks, do)
}

// beforeUpdate asks for updates that are due; false = it is left out.
func (f *fault) beforeUpdate(do func(*glance) bool) {
	f.s.altered.before = append(f.s.altered.before, do)
}

// onCopy asks for copies that the host is about to make; false = it does not.
func (f *fault) onCopy(do func(from *content, to *player) bool) {
	f.s.altered.copies = append(f.s.altered.copies, do)
}

// onDeath asks for what the host is about to say of the end of a ship.
func (f *fault) onDeath(do func(*vessel, blow, *message.Event)) {
	f.s.altered.deaths = append(f.s.altered.deaths, do)
}

// onOpcode asks for game messages of an opcode in a direction.
func (f *fault) onOpcode(opcode uint8, up bool, do func(*line, *sending)) {
	f.onGame(func(l *line, x *sending) {
		if x.content.opcode == opcode && l.up == up {
			do(l, x)
		}
	})
}

// onEvent is onOpcode for an event with a code.
func (f *fault) onEvent(opcode uint8, up bool, code uint32, do func(*line, *sending)) {
	f.onOpcode(opcode, up, func(l *line, x *sending) {
		if eventCode(x.payload) == code {
			do(l, x)
		}
	})
}

// once does something at a time, as soon as it can be done.
func (f *fault) once(at time.Duration, ready func() bool, do func()) { f.s.once(at, ready, do) }

// meanwhile does something with a player in the game and with a ship, at a time.
func (f *fault) meanwhile(at time.Duration, player int, do func(p *player)) {
	p := f.s.players[player%len(f.s.players)]
	f.once(at, p.fights, func() { do(p) })
}

// link gives the link of a line.
func (f *fault) link(l *line) *link {
	for _, k := range f.s.links {
		if k.up == l || k.down == l {
			return k
		}
	}
	return nil
}

// say sends a message that nobody breaks, and gives what is known of it.
func (f *fault) say(l *line, opcode uint8, m wire.Message) *content {
	c := &content{}
	l.post(message.Append(nil, opcode, m), c)
	return c
}

// last reports that a link is that of the player who joins last.
func (f *fault) last(k *link) bool { return k != nil && k.player.number == len(f.s.players)-1 }

// Places of fields in an event.
const (
	atClass, atCode, atSource, atTarget = 1, 5, 9, 13
)

// eventCode is the code of an event.
func eventCode(payload []byte) uint32 {
	if len(payload) < atSource {
		return 0
	}
	return uint32At(payload, atCode)
}

// uint32At is a number in a message.
func uint32At(payload []byte, at int) uint32 { return binary.LittleEndian.Uint32(payload[at:]) }

// put writes a number over bytes of a message.
func put(payload []byte, at int, value uint32) []byte {
	b := slices.Clone(payload)
	binary.LittleEndian.PutUint32(b[at:], value)
	return b
}
