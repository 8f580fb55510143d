package files

import (
	"cmp"
	"fmt"
	"slices"

	"bcdump/decode/filehash"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

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
		v.explain(&f, x, against)
		out = append(out, f)
	}
	return out
}

// explain says what probably led to a refusal.
func (v *inventory) explain(f *figures.FilesRefusal, x *client, against map[uint8]*reference) {
	switch {
	case x.Refusal.Version:
		f.Cause, f.Text = figures.CauseVersion, v.versionText(x)
	case x.Refusal.Frame == 0 && x.passed() && x.strange.Frame != 0 && x.strange.Frame <= f.Frame:
		f.Cause = figures.CauseSubsysHash
		f.Text = fmt.Sprintf("all files had been accepted; the subsystem hash of a ship does not fit (frame %d)", x.strange.Frame)
	case x.Refusal.Frame == 0 && x.passed():
		f.Cause, f.Text = figures.CauseAccepted, "all files had been accepted: the reason is another one"
	default:
		v.hold(f, x, against)
	}
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
