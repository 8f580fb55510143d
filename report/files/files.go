package files

import (
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
	answers []*answer
	by      map[*match.Answer]*answer
	waiting *tally.Requests // files that a host sent, for their Acks
	sent    map[*tally.Asked]int
	files   []figures.FilesTransfer
	dropped map[string]int64
}

func newInventory(m *match.Match) *inventory {
	return &inventory{
		match: m, by: map[*match.Answer]*answer{}, dropped: map[string]int64{},
		waiting: tally.NewRequests(), sent: map[*tally.Asked]int{}, files: []figures.FilesTransfer{},
	}
}

func (v *inventory) record(r *decode.Record) {
	x := v.match.Connection()
	opcode, ok := r.Opcode()
	if ok && !r.Walked && x != nil && !r.Has(decode.Retransmit) && (opcode == message.OpcodeFileTransfer || opcode == message.OpcodeFileTransferAck) {
		v.transfer(r, x, int(opcode))
	}
}

// transfer takes a file that the host sends, or the Ack of the client for one.
func (v *inventory) transfer(r *decode.Record, x *match.Connection, opcode int) {
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
	d := v.match.Dropped()
	for table, n := range map[string]int64{"connections": d.Connections, "answers": d.Answers, "rounds": d.Rounds} {
		if n > 0 {
			v.dropped[table] = n
		}
	}
	out.Dropped = v.dropped
	return out
}

// refusals lists whom the host turned away with a message about files, or with reason 4.
func (v *inventory) refusals(against map[uint8]*match.Reference) []figures.FilesRefusal {
	out := []figures.FilesRefusal{}
	for _, c := range v.match.Connections() {
		t, ok := v.match.TurnedAway(c, against)
		if !ok {
			continue
		}
		f := figures.FilesRefusal{
			Time: tally.TimeOf(t.Event), Frame: t.Frame, Client: int(c.Link), Player: c.Name, Message: t.By, File: t.File,
			Cause: t.Cause, Text: t.Text, Reference: t.From, Files: []figures.RefusedState{},
		}
		for i := range t.Files[:min(len(t.Files), maxNamed)] {
			f.Files = append(f.Files, refused(&t.Files[i], t.File))
		}
		if more := len(t.Files) - maxNamed; more > 0 {
			v.dropped["refused_files"] += int64(more)
		}
		out = append(out, f)
	}
	return out
}

func refused(s *match.Differing, file string) figures.RefusedState {
	return figures.RefusedState{
		Round: int(s.Round), Directory: s.Directory, Name: s.Label, NameHash: hex(s.Place.Name), Is: string(s.Is),
		ContentHash: hashText(s.Content), Expected: hashText(s.Want), Named: s.Named(file),
	}
}
