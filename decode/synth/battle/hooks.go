package battle

import (
	"slices"
	"time"
)

// What breaks of rules hook into below the players: messages, Acks, datagrams and texts.

// Broken is a rule that the battle broke, and the frames of what breaks it: that of the message at
// fault or, if one is missing, that of the message that should have caused it.
type Broken struct {
	Rule   string  `json:"rule"`
	Frames []int64 `json:"frames"`
}

// charge is a rule that is broken, and what is at fault.
type charge struct {
	rule   string
	frames []int64  // of what passed the tap
	blamed []*int64 // those that are known in the end; 0 = it did not pass
}

// blame says that a message is at fault, or should have caused what is missing.
func (c *charge) blame(frame *int64) { c.blamed = append(c.blamed, frame) }

// passed says that what is at fault has passed the tap; a nil charge is none.
func (c *charge) passed(frame int64) {
	if c != nil {
		c.frames = append(c.frames, frame)
	}
}

// finding gives what the truth says.
func (c *charge) finding() Broken {
	all := slices.Clone(c.frames)
	for _, frame := range c.blamed {
		all = append(all, *frame)
	}
	all = slices.DeleteFunc(all, func(frame int64) bool { return frame == 0 })
	slices.Sort(all)
	return Broken{c.rule, append([]int64{}, slices.Compact(all)...)}
}

// hooks are functions that change what is sent.
type hooks struct {
	game     []func(*line, *sending)
	control  []func(*line, *sending)
	numbered []func(*line, *numberedMessage)
	pauses   []func(*numberedMessage, *time.Duration)
	acks     []func(*line, *numberedMessage, *piece) bool
	packets  []func(*packet)
	texts    []func(*text)
	largest  int // bytes of a datagram; 0 = as usual; so for all that follows
	whole    int // bytes of a message that is sent in one part

	ackLate time.Duration // for which Acks of the host wait
	ackOnce bool          // no Ack is repeated
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

// text is a GameSpy text about to be sent.
type text struct {
	class string // status or validate
	text  string
	drop  bool
	asked int64   // frame of what it answers
	fault *charge // that it is; nil = none
}

// Classes of texts.
const (
	status   = "status"
	validate = "validate"
)

func each[T any](hooks []func(T), x T) {
	for _, do := range hooks {
		do(x)
	}
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
