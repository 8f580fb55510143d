package files

import (
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say what answers are held against.
type Options struct {
	// Against is an installation, AgainstName what to call it; nil = none.
	Against     *figures.Installation
	AgainstName string
}

const (
	// maxAnswers bounds the answers that differ, and maxFiles the files in them.
	maxAnswers = 256
	maxFiles   = 65536
	// maxRounds bounds the rounds of a client; stock hosts have five.
	maxRounds = 16
	// maxDifferences bounds the rows of differences, and the files named with a refusal.
	maxDifferences = 4096
	maxNamed       = 64
)

// Of gives the files of a capture, none of whose records may have been read before. Damage is no
// error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.Files, error) {
	a := tally.NewAccounts()
	v := newInventory(a.Match)
	summary, err := a.Read(name, c, func(r *decode.Record) error {
		v.record(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v.figures(name, summary, &o), nil
}

// inventory follows one capture.
type inventory struct {
	match   *match.Match
	clients []*client // one for each connection, in order
	byLink  map[uint32]*client
	answers answers
	dropped map[string]int64
}

// client is a connection that may answer.
type client struct {
	*match.Connection
	version *uint32 // hash of the version; nil = not answered
	rounds  []round
	strange match.Event // the first update with a strange subsystem hash; frame 0 = none
	thrown  match.Event // BootPlayer of a third-party server that is for files; frame 0 = none
}

// round is an answer that a client gave.
type round struct {
	number   uint8
	frame    int64
	answer   *answer // nil = cut, or no room
	accepted bool
}

func newInventory(m *match.Match) *inventory {
	return &inventory{
		match: m, byLink: map[uint32]*client{},
		answers: answers{known: map[answerKey]*answer{}}, dropped: map[string]int64{},
	}
}

func (v *inventory) record(r *decode.Record) {
	for _, c := range v.match.Connections()[len(v.clients):] {
		x := &client{Connection: c}
		v.clients = append(v.clients, x)
		v.byLink[c.Link] = x
	}
	if r.Walked || r.Proto != decode.BC || r.Link == 0 {
		return
	}
	x := v.byLink[r.Link]
	opcode, ok := r.Opcode()
	switch {
	case x == nil || !ok:
	case opcode == message.OpcodeStateUpdate && r.Dir == decode.ToServer:
		x.update(r)
	case r.Has(decode.Retransmit):
	case opcode == message.OpcodeChecksumResponse && r.Dir == decode.ToServer:
		v.answer(r, x)
	case opcode == message.OpcodeChecksumRequest && r.Dir == decode.ToClient:
		x.goOn(r.Payload)
	case opcode == message.OpcodeBootPlayer && r.Dir == decode.ToClient:
		x.boot(r)
	case opcode == message.OpcodeChecksumComplete && r.Dir == decode.ToClient:
		x.accept(func(*round) bool { return true })
	}
}

// update looks for a ship whose subsystem hash is strange.
func (x *client) update(r *decode.Record) {
	if x.strange.Frame == 0 && r.Has(decode.SubsysHash) {
		x.strange = match.EventOf(r)
	}
}

// boot takes the message with which a third-party server throws a client out; its reason 4 is for
// checksums.
func (x *client) boot(r *decode.Record) {
	const forFiles = 4
	if m, ok := r.Content().Message.(*message.BootPlayer); ok && m.Reason == forFiles && x.thrown.Frame == 0 {
		x.thrown = match.EventOf(r)
	}
}

// goOn takes the next request of the host: it has accepted what was answered to others.
func (x *client) goOn(request []byte) {
	if len(request) < 2 {
		return
	}
	x.accept(func(r *round) bool { return r.number != request[1] })
}

func (x *client) accept(which func(*round) bool) {
	for i := range x.rounds {
		if r := &x.rounds[i]; which(r) {
			r.accepted = true
		}
	}
}

// answer takes an answer; a second one to the same round replaces the first.
func (v *inventory) answer(r *decode.Record, x *client) {
	c := r.Content()
	m, ok := c.Message.(*message.ChecksumResponse)
	if !ok || c.Fields == 0 {
		return
	}
	given := round{number: m.Round, frame: r.Frame}
	if c.Complete() {
		given.answer = v.answers.of(m, r.Payload)
		if m.Round == 0 {
			version := m.RefHash
			x.version = &version
		}
	}
	if given.answer == nil && c.Complete() {
		v.dropped["answers"]++
	}
	i := slices.IndexFunc(x.rounds, func(r round) bool { return r.number == m.Round })
	switch {
	case i >= 0:
		x.rounds[i] = given
	case len(x.rounds) < maxRounds:
		x.rounds = append(x.rounds, given)
	default:
		v.dropped["rounds"]++
	}
}

// figures gives all that is known when the capture has been read.
func (v *inventory) figures(name string, summary *decode.Summary, o *Options) *figures.Files {
	file := tally.FileOf(name, summary)
	v.label()
	out := &figures.Files{
		Version: figures.Version, Name: name, First: file.First, Last: file.Last, Against: o.AgainstName,
		Clients: v.clientFigures(), Answers: v.answerFigures(), Differences: []figures.FileDifference{}, Refusals: []figures.FilesRefusal{},
		EntityState: summary.Datagrams.EntityState, Damage: file.Damage,
	}
	against := referenceOf(o.Against)
	out.Differences = v.differences(against)
	out.Refusals = v.refusals(against)
	if n := v.match.Dropped().Records; n > 0 {
		v.dropped["connections"] = n
	}
	out.Dropped = v.dropped
	return out
}
