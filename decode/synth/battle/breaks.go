package battle

import (
	"cmp"
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

// Broken is a rule that the battle broke, and the frames of what breaks it: that of the message at
// fault or, if one is missing, that of the message that should have caused it.
type Broken struct {
	Rule   string  `json:"rule"`
	Frames []int64 `json:"frames"`
}

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

func (o *Options) checkBreaks() error {
	for i, name := range o.Breaks {
		switch {
		case breakOf(name) == nil:
			return fmt.Errorf("break: %q is not a rule that a battle can break; docs/rules.md lists the rules", name)
		case slices.Contains(o.Breaks[:i], name):
			return fmt.Errorf("break: %s is there twice", name)
		}
	}
	return nil
}

// breakRules hooks in what breaks rules.
func (s *session) breakRules() {
	for _, name := range s.Breaks {
		f := &fault{s: s, rule: name}
		s.faults = append(s.faults, f)
		if strings.HasPrefix(name, "gamespy-") && s.GameSpy == 0 {
			s.GameSpy = 0.5
		}
		breakOf(name)(f)
	}
}

// fault is one rule that is broken.
type fault struct {
	s      *session
	rule   string
	n      int      // of those that could be broken, so far
	frames []int64  // of what passed the tap
	blamed []*int64 // those that are known in the end; 0 = it did not pass
}

// blame says that a message is at fault, or should have caused what is missing.
func (f *fault) blame(frame *int64) { f.blamed = append(f.blamed, frame) }

// told gives what the truth says.
func (f *fault) told() Broken {
	all := slices.Clone(f.frames)
	for _, frame := range f.blamed {
		all = append(all, *frame)
	}
	all = slices.DeleteFunc(all, func(frame int64) bool { return frame == 0 })
	slices.Sort(all)
	return Broken{f.rule, append([]int64{}, slices.Compact(all)...)}
}

// every reports that it is one of n's turn.
func (f *fault) every(n int) bool {
	f.n++
	return f.n%n == 0
}

// hooks are what breaks have hooked in.
type hooks struct {
	game    []func(*line, *sending)
	control []func(*line, *sending)
	letters []func(*line, *letter)
	pauses  []func(*letter, *time.Duration)
	acks    []func(*line, *letter, *piece) bool
	packets []func(*packet)
	before  []func(*glance) bool
	after   []func(*glance)
	written []func(*glance)
	copies  []func(*content, *player) bool
	texts   []func(*text)
	links   []func(*link)
	deaths  []func(*vessel, blow, *message.Event)
	largest int           // bytes of a datagram; 0 = as usual
	respawn time.Duration // until the next ship; 0 = as usual
}

// sending is a message about to be sent.
type sending struct {
	payload []byte
	content *content
	drop    bool          // it is not sent
	delay   time.Duration // it is sent later
	plain   bool          // it is sent unreliably
	then    func()        // is called when it has been sent
}

// glance is an update about to be written.
type glance struct {
	line  *line
	ship  *vessel
	view  *view
	own   bool // it goes to the owner of the ship
	owner bool // its block is that for the owner
	still bool // it has no motion
	piece piece
	m     *message.StateUpdate
	bytes []byte // when it is written
}

// text is a GameSpy text about to be sent.
type text struct {
	class string // status or validate
	text  string
	drop  bool
	asked int64  // frame of what it answers
	fault *fault // that it is; nil = none
}

// Classes of texts.
const (
	status   = "status"
	validate = "validate"
)

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
func (f *fault) onLink(do func(*link))        { f.s.hooks.links = append(f.s.hooks.links, do) }
func (f *fault) afterUpdate(do func(*glance)) { f.s.hooks.after = append(f.s.hooks.after, do) }
func (f *fault) onWritten(do func(*glance))   { f.s.hooks.written = append(f.s.hooks.written, do) }

// onAck asks for Acks that a line is about to owe; false = it does not.
func (f *fault) onAck(do func(*line, *letter, *piece) bool) {
	f.s.hooks.acks = append(f.s.hooks.acks, do)
}

// beforeUpdate asks for updates that are due; false = it is left out.
func (f *fault) beforeUpdate(do func(*glance) bool) { f.s.hooks.before = append(f.s.hooks.before, do) }

// onCopy asks for copies that the host is about to make; false = it does not.
func (f *fault) onCopy(do func(from *content, to *player) bool) {
	f.s.hooks.copies = append(f.s.hooks.copies, do)
}

// onDeath asks for what the host is about to say of the end of a ship.
func (f *fault) onDeath(do func(*vessel, blow, *message.Event)) {
	f.s.hooks.deaths = append(f.s.hooks.deaths, do)
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

// first reports that a link is the first one of the player who joins first.
func (f *fault) first(k *link) bool { return k != nil && k.player.number == 0 && k == k.player.link }

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

// due asks hooks about an update.
func (h *hooks) due(g *glance) bool {
	for _, do := range h.before {
		if !do(g) {
			return false
		}
	}
	return true
}

func each[T any](hooks []func(T), x T) {
	for _, do := range hooks {
		do(x)
	}
}

// allows asks hooks about a copy.
func (h *hooks) allows(from *content, to *player) bool {
	for _, do := range h.copies {
		if !do(from, to) {
			return false
		}
	}
	return true
}

// consider sends a message as hooks want it.
func (l *line) consider(payload []byte, c *content, hooks []func(*line, *sending), send func(*sending)) {
	x := &sending{payload: payload, content: c}
	for _, do := range hooks {
		do(l, x)
	}
	switch {
	case x.drop:
		return
	case x.delay > 0:
		l.net.after(x.delay, func() { send(x) })
		return
	}
	send(x)
	if x.then != nil {
		x.then()
	}
}

// broken gives what the battle broke, in the order of the options.
func (s *session) broken() (all []Broken) {
	for _, f := range s.faults {
		all = append(all, f.told())
	}
	slices.SortStableFunc(all, func(a, b Broken) int { return cmp.Compare(a.Rule, b.Rule) })
	return all
}
