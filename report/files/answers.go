package files

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// answers are those that differ, each once.
type answers struct {
	known map[answerKey]*answer
	order []*answer
	files int
}

// answerKey is what makes an answer: its bytes, and the request that it is read with.
type answerKey struct {
	payload   [sha256.Size]byte
	directory string
	match     message.DirectoryMatch
}

// answer is what one or several clients answered to a round.
type answer struct {
	number      int
	label       string
	round       uint8
	directory   message.AnswerDirectory
	dirHash     uint32
	directories int
	files       []file
	clients     []int
}

// file is a file of an answer.
type file struct {
	message.NamedFile
	place
}

// place tells files of a round apart.
type place struct {
	round uint8
	below string // hashes of the names of directories below the one that was asked for
	name  uint32
}

// of gives an answer, the one before if it was the same; nil = there is no room.
func (a *answers) of(m *message.ChecksumResponse, payload []byte) *answer {
	d := m.Directory()
	key := answerKey{sha256.Sum256(payload), d.Name, d.Match}
	if x := a.known[key]; x != nil {
		return x
	}
	files, below := m.Tree.Counts()
	if len(a.order) >= maxAnswers || a.files+files > maxFiles {
		return nil
	}
	a.files += files
	x := &answer{number: len(a.order) + 1, round: m.Round, directory: d, dirHash: m.DirectoryHash, directories: below + 1}
	m.Each(func(f *message.NamedFile) {
		x.files = append(x.files, file{*f, place{m.Round, belowOf(d.Name, f.Directory), f.NameHash}})
	})
	a.known[key] = x
	a.order = append(a.order, x)
	return x
}

// belowOf gives the hashes of the directories from one to another within it. A part of the path is
// a name, or a hash in hexadecimal where the name is not known.
func belowOf(root, directory string) string {
	rest := strings.Trim(strings.TrimPrefix(directory, root), "/")
	if rest == "" {
		return ""
	}
	parts := strings.Split(rest, "/")
	for i, part := range parts {
		var hash uint32
		if _, err := fmt.Sscanf(part, "0x%08X", &hash); err != nil {
			hash = filehash.Name(part)
		}
		parts[i] = hex(hash)
	}
	return strings.Join(parts, "/")
}

func hex(value uint32) string { return fmt.Sprintf("0x%08X", value) }

func (v *inventory) clientFigures() []figures.FilesClient {
	out := []figures.FilesClient{}
	for _, x := range v.clients {
		if len(x.rounds) == 0 && x.Refusal.Frame == 0 && x.thrown.Frame == 0 && x.Ending.Boot != bootKicked {
			continue
		}
		f := figures.FilesClient{
			Connection: tally.ConnectionOf(x.Connection),
			End:        string(x.Ending.Why), EndText: x.Ending.Text, Rounds: []figures.FilesRound{},
		}
		if x.version != nil {
			text := hex(*x.version)
			f.VersionHash = &text
		}
		for _, r := range x.rounds {
			given := figures.FilesRound{Round: int(r.number), Frame: r.frame, Accepted: r.accepted}
			if r.answer != nil {
				number := r.answer.number
				given.Answer = &number
			}
			f.Rounds = append(f.Rounds, given)
		}
		out = append(out, f)
	}
	return out
}

// label names the answers and says which clients gave them.
func (v *inventory) label() {
	perRound := map[uint8]int{}
	slices.SortStableFunc(v.answers.order, func(a, b *answer) int { return int(a.round) - int(b.round) })
	for i, a := range v.answers.order {
		a.number = i + 1
		a.label = letters(perRound[a.round])
		perRound[a.round]++
	}
	for _, x := range v.clients {
		for _, r := range x.rounds {
			if a := r.answer; a != nil && !slices.Contains(a.clients, int(x.Link)) {
				a.clients = append(a.clients, int(x.Link))
			}
		}
	}
}

// letters counts A, B, .. Z, AA, AB.
func letters(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letters(n/26-1) + letters(n%26)
}

func (v *inventory) answerFigures() []figures.FilesAnswer {
	out := []figures.FilesAnswer{}
	for _, a := range v.answers.order {
		out = append(out, a.figures())
	}
	return out
}

func (a *answer) figures() figures.FilesAnswer {
	f := figures.FilesAnswer{
		Answer: a.number, Round: int(a.round), Label: a.label, Clients: append([]int{}, a.clients...),
		Directory: a.directory.Name, DirHash: hex(a.dirHash), DirMatch: a.directory.Match.String(), Directories: a.directories,
		Missing: len(a.lacks(published(a.round))), Files: []figures.FileOfTree{},
	}
	for i := range a.files {
		x := &a.files[i]
		verdict := x.Verdict()
		switch verdict {
		case filehash.Equal:
			f.Equal++
		case filehash.LowByte:
			f.LowByte++
		case filehash.Different:
			f.Different++
		case filehash.Unlisted:
			f.Unlisted++
		}
		f.Files = append(f.Files, figures.FileOfTree{
			Directory: x.Directory, Name: x.Name, NameFrom: x.Source.String(), NameHash: hex(x.NameHash),
			ContentHash: hex(x.ContentHash), Published: verdict.String(),
		})
	}
	return f
}
