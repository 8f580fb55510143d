package files

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/filehash"
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
	//limit:maxAnswers Figures | answers with checksums that differ | counted | TestManyAnswers
	maxAnswers = 256
	//limit:maxFiles Figures | files in answers with checksums that differ | the answer is counted | TestManyFiles
	maxFiles = 65536
	// maxRounds bounds the rounds of a client; stock hosts have five.
	//limit:maxRounds Figures | rounds of a client | counted | TestManyAnswers
	maxRounds = 16
	// maxDifferences bounds the rows of differences, and the files named with a refusal.
	//limit:maxDifferences Figures | files that differ | counted | TestManyFilesDiffer
	maxDifferences = 4096
	//limit:maxTransfers Figures | files that a host sent, as `files` lists them | counted | TestTransfers
	maxTransfers = 1024
	//limit:maxNamed Figures | files that are named with a refusal | counted | TestManyRefusedFiles
	maxNamed = 64
)

// Of gives the files of a capture, none of whose records may have been read before. Damage is no
// error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.Files, error) {
	a := tally.NewAccounts()
	v := newInventory(a.Match)
	return tally.Report(a, name, c, func(r *decode.Record) error {
		v.record(r)
		return nil
	}, func(s *decode.Summary) *figures.Files { return v.figures(name, s, &o) })
}

// inventory follows one capture.
type inventory struct {
	match   *match.Match
	clients []*client // one for each connection, in order
	byLink  map[uint32]*client
	answers answers
	waiting *tally.Requests // files that a host sent, for their Acks
	sent    map[*tally.Asked]int
	files   []figures.FilesTransfer
	dropped map[string]int64
}

// client is a connection that may answer.
type client struct {
	*match.Connection
	version *uint32 // hash of the version; nil = not answered
	rounds  []round
	strange match.Event // the first update with a strange subsystem hash; frame 0 = none
	hashed  match.Event // the first with any; frame 0 = none
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
		waiting: tally.NewRequests(), sent: map[*tally.Asked]int{}, files: []figures.FilesTransfer{},
	}
}

func (v *inventory) record(r *decode.Record) {
	for _, c := range v.match.Connections()[len(v.clients):] {
		x := &client{Connection: c}
		v.clients = append(v.clients, x)
		v.byLink[c.Link] = x
	}
	if r.Proto != decode.BC || r.Link == 0 {
		return
	}
	x := v.byLink[r.Link]
	opcode, ok := r.Opcode()
	if x != nil && x.hashed.Frame == 0 && ok && opcode == message.OpcodeStateUpdate && r.Dir == decode.ToServer && message.UpdateHasHash(r.Payload) {
		x.hashed = match.EventOf(r)
	}
	switch {
	case x == nil || !ok || r.Walked:
	case opcode == message.OpcodeStateUpdate && r.Dir == decode.ToServer:
		x.update(r)
	case r.Has(decode.Retransmit):
	case opcode == message.OpcodeChecksumResponse && r.Dir == decode.ToServer:
		v.answer(r, x)
	case opcode == message.OpcodeChecksumRequest && r.Dir == decode.ToClient:
		x.goOn(r.Payload)
	case opcode == message.OpcodeBootPlayer && r.Dir == decode.ToClient:
		x.boot(r)
	case opcode == message.OpcodeFileTransfer || opcode == message.OpcodeFileTransferAck:
		v.transfer(r, x, int(opcode))
	case opcode == message.OpcodeChecksumComplete && r.Dir == decode.ToClient:
		x.accept(func(*round) bool { return true })
	}
}

// transfer takes a file that the host sends, or the Ack of the client for one.
func (v *inventory) transfer(r *decode.Record, x *client, opcode int) {
	v.waiting.Take(r, opcode, 0, false, func(asked *tally.Asked) {
		if len(v.files) >= maxTransfers {
			v.dropped["transfers"]++
			return
		}
		f := figures.FilesTransfer{
			Time: tally.TimeOf(match.EventOf(r)), Frame: r.Frame, Client: int(x.Link), Player: x.Name, Parts: len(r.Frames()), Whole: r.Content().Complete(),
		}
		if m, ok := r.Content().Message.(*message.FileTransfer); ok {
			f.File, f.Size = m.FileName.String(), int64(len(m.Data))
		}
		v.sent[asked] = len(v.files)
		v.files = append(v.files, f)
	}, func(asked *tally.Asked, answer int) {
		if i, kept := v.sent[asked]; kept && answer >= 0 {
			frame, took := r.Frame, figures.Milliseconds(decode.Milliseconds(r.Steady().Sub(asked.At)))
			v.files[i].AckFrame, v.files[i].Took = &frame, &took
		}
		delete(v.sent, asked)
	})
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
		Transfers:   v.files,
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

// bootKicked is the reason of Boot that follows a check that failed.
const bootKicked = 4

// refusals lists whom the host turned away with a message about files, or with reason 4.
func (v *inventory) refusals(against map[uint8]*reference) []figures.FilesRefusal {
	out := []figures.FilesRefusal{}
	for _, x := range v.clients {
		f := figures.FilesRefusal{Client: int(x.Link), Player: x.Name, Files: []figures.RefusedState{}}
		var at match.Event
		switch {
		case x.Refusal.Frame != 0 && x.Refusal.Version:
			at, f.Message = x.Refusal.Event, "VersionDifferent"
		case x.Refusal.Frame != 0:
			at, f.Message, f.File = x.Refusal.Event, "SystemChecksumFail", x.Refusal.Text
		case x.thrown.Frame != 0:
			at, f.Message = x.thrown, "BootPlayer"
		case x.Ending.Boot == bootKicked:
			at, f.Message = x.Ending.Event, "Boot"
		default:
			continue
		}
		f.Time, f.Frame = tally.TimeOf(at), at.Frame
		v.explain(&f, x, at, against)
		out = append(out, f)
	}
	return out
}

// explain says what probably led to a refusal at that moment.
func (v *inventory) explain(f *figures.FilesRefusal, x *client, at match.Event, against map[uint8]*reference) {
	switch {
	case x.Refusal.Version:
		f.Cause, f.Text = figures.CauseVersion, v.versionText(x)
	case x.Refusal.Frame == 0 && x.passed() && x.strange.Frame != 0 && x.strange.Frame <= f.Frame:
		f.Cause = figures.CauseSubsysHash
		f.Text = fmt.Sprintf("all files had been accepted; the subsystem hash of a ship does not fit (frame %d)", x.strange.Frame)
	case x.Refusal.Frame == 0 && x.passed() && x.hashed.Frame != 0 && at.Time.Sub(x.hashed.Time) <= afterHash && !v.hostFlies(x):
		f.Cause = figures.CauseHostHash
		f.Text = fmt.Sprintf("all files had been accepted; the host has no ship, and by one document removes whoever sends a hash of subsystems, as this client first did in frame %d", x.hashed.Frame)
	case x.Refusal.Frame == 0 && x.passed():
		f.Cause, f.Text = figures.CauseAccepted, "all files had been accepted: the reason is another one"
	default:
		v.hold(f, x, against)
	}
}

// afterHash is within what time of its first hash a client is removed that is removed for it.
const afterHash = 2 * time.Second

// hostFlies reports whether the server of a client may have a ship: nobody else does whose connection the capture lacks.
func (v *inventory) hostFlies(x *client) bool {
	return slices.ContainsFunc(v.match.Players(), func(p *match.Player) bool {
		return p.Server == x.Server && len(p.Connections) == 0 && len(p.Ships) > 0
	})
}

// passed reports whether the host let the client go on after its last answer.
func (x *client) passed() bool {
	return x.Entered.Frame != 0 || len(x.rounds) > 0 && !slices.ContainsFunc(x.rounds, func(r round) bool { return !r.accepted })
}

// versionText compares the hash of the version with those that were accepted.
func (v *inventory) versionText(x *client) string {
	if x.version == nil {
		return "another version of the game; the answer to round 0 is not in the capture"
	}
	text := fmt.Sprintf("the hash of the version is 0x%08X", *x.version)
	if stock := filehash.Name(filehash.Version); *x.version != stock {
		text += fmt.Sprintf("; that of version %q is 0x%08X", filehash.Version, stock)
	}
	return text
}

// hold holds the answers that the host did not accept against what it accepted of others.
func (v *inventory) hold(f *figures.FilesRefusal, x *client, against map[uint8]*reference) {
	var list []state
	for _, r := range x.rounds {
		if r.answer == nil || r.accepted {
			continue
		}
		ref, from := v.best(x, r.number, against)
		if ref == nil {
			continue
		}
		f.Reference = cmp.Or(f.Reference, from)
		for _, s := range r.answer.against(ref) {
			if from != "published" || s.is != figures.FileLowByte { // so do stock clients
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b state) int {
		return cmp.Or(tally.BoolInt(b.named(f.File))-tally.BoolInt(a.named(f.File)), cmp.Compare(rank(a.is), rank(b.is)))
	})
	for i := range list[:min(len(list), maxNamed)] {
		f.Files = append(f.Files, list[i].refused(f.File))
	}
	if more := len(list) - maxNamed; more > 0 {
		v.dropped["refused_files"] += int64(more)
	}
	conclude(f, len(list))
}

// best gives what an answer of a client is held against: the answer of others to the same host that
// it accepted most often, then an installation, then the published list.
func (v *inventory) best(x *client, number uint8, against map[uint8]*reference) (*reference, string) {
	counts := map[*answer]int{}
	var best *answer
	for _, y := range v.clients {
		if y == x || y.Server != x.Server {
			continue
		}
		for _, r := range y.rounds {
			if r.number == number && r.accepted && r.answer != nil {
				if counts[r.answer]++; best == nil || counts[r.answer] > counts[best] {
					best = r.answer
				}
			}
		}
	}
	switch {
	case best != nil:
		return best.reference(), "accepted"
	case against[number] != nil:
		return against[number], figures.BetweenAgainst
	}
	if list := published(number); list != nil {
		return list, figures.BetweenPublished
	}
	return nil, ""
}

// named reports whether the host means this file; it may name it with its path.
func (s *state) named(file string) bool {
	return file != "" && filehash.Name(filehash.LastPart(file)) == s.place.name
}

func (s *state) refused(file string) figures.RefusedState {
	x := figures.RefusedState{
		Round: int(s.round), Directory: s.directory, Name: s.label, NameHash: hex(s.place.name), Is: s.is,
		ContentHash: hashText(s.content), Expected: hashText(s.want), Named: s.named(file),
	}
	if x.Named && x.Name == "" {
		x.Name = filehash.LastPart(file)
	}
	return x
}

// conclude says what the files of a refused client tell; differ is how many differ.
func conclude(f *figures.FilesRefusal, differ int) {
	switch {
	case f.Reference == "":
		f.Cause, f.Text = figures.CauseNothing, "no answer is there that could be compared with others"
	case differ == 0:
		f.Cause, f.Text = figures.CauseNothing, "nothing differs from "+referenceWords[f.Reference]
	case f.Files[0].Named:
		f.Cause, f.Text = figures.CauseNamedFile, stateText(&f.Files[0])+", as the host says"
	default:
		f.Cause, f.Text = figures.CauseFiles, stateText(&f.Files[0])
		if f.File != "" {
			f.Text = fmt.Sprintf("the host names %s, which does not differ; %s", f.File, f.Text)
		}
	}
	if differ > 1 {
		f.Text += fmt.Sprintf("; files that differ: %d", differ)
	}
}

var referenceWords = map[string]string{
	"accepted": "what the host accepted of others", figures.BetweenAgainst: "the files on disk", figures.BetweenPublished: "the published list",
}

// stateText says what is wrong with a file.
func stateText(x *figures.RefusedState) string {
	name := cmp.Or(x.Name, x.NameHash)
	if x.Directory != "" {
		name = x.Directory + "/" + name
	}
	switch x.Is {
	case figures.FileMissing:
		return name + " is missing"
	case figures.FileExtra:
		return name + " is extra"
	}
	return name + " has another content"
}
