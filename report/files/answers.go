package files

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"bcdump/decode/filehash"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// answer is what one or several clients answered to a round.
type answer struct {
	*match.Answer
	number  int
	label   string
	clients []int
}

func hex(value uint32) string { return fmt.Sprintf("0x%08X", value) }

func (v *inventory) clientFigures() []figures.FilesClient {
	out := []figures.FilesClient{}
	for _, x := range v.match.Connections() {
		if _, away := v.match.TurnedAway(x, nil); len(x.Checked) == 0 && !away {
			continue
		}
		f := figures.FilesClient{Connection: tally.ConnectionOf(x), Ending: tally.EndingOf(x), Rounds: []figures.FilesRound{}}
		if x.Version != nil {
			text := hex(*x.Version)
			f.VersionHash = &text
		}
		for _, k := range x.Checked {
			given := figures.FilesRound{Round: int(k.Round), Frame: k.Frame, Accepted: k.Accepted}
			if k.Answer != nil {
				number := v.by[k.Answer].number
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
	for _, a := range v.match.Answers() {
		v.answers = append(v.answers, &answer{Answer: a})
	}
	perRound, labels := map[uint8]int{}, map[[sha256.Size]byte]string{} // the same bytes, though they answer different requests, are the same files
	slices.SortStableFunc(v.answers, func(a, b *answer) int { return int(a.Round) - int(b.Round) })
	for i, a := range v.answers {
		a.number = i + 1
		if labels[a.Sum] == "" {
			labels[a.Sum] = letters(perRound[a.Round])
			perRound[a.Round]++
		}
		a.label = labels[a.Sum]
		v.by[a.Answer] = a
	}
	for _, x := range v.match.Connections() {
		for _, k := range x.Checked {
			if a := v.by[k.Answer]; a != nil && !slices.Contains(a.clients, int(x.Link)) {
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
	for _, a := range v.answers {
		out = append(out, a.figures())
	}
	return out
}

func (a *answer) figures() figures.FilesAnswer {
	f := figures.FilesAnswer{
		Answer: a.number, Round: int(a.Round), Label: a.label, Clients: append([]int{}, a.clients...),
		Directory: a.Directory.Name, DirHash: hex(a.DirHash), DirMatch: a.Directory.Match.String(), Directories: a.Directories,
		Missing: len(a.Lacks(match.Published(a.Round))), Files: []figures.FileOfTree{},
	}
	for i := range a.Files {
		x := &a.Files[i]
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
			Directory: x.Directory, Name: x.NamedFile.Name, NameFrom: x.Source.String(), NameHash: hex(x.NameHash),
			ContentHash: hex(x.ContentHash), Published: verdict.String(),
		})
	}
	return f
}
