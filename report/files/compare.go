package files

import (
	"cmp"
	"slices"
	"strconv"

	"bcdump/decode/filehash"
	"bcdump/decode/match"
	"bcdump/report/figures"
)

// referenceOf gives the rounds of an installation; nil = there is none.
func referenceOf(x *figures.Installation) map[uint8]*match.Reference {
	if x == nil {
		return nil
	}
	rounds := map[uint8]*match.Reference{}
	for _, r := range x.Rounds {
		var files []match.Expected
		for _, f := range r.Files {
			name, _ := strconv.ParseUint(f.NameHash, 0, 32) // was checked when it was read
			content, _ := strconv.ParseUint(f.ContentHash, 0, 32)
			at := match.Place{Round: uint8(r.Round), Below: match.Below(filehash.Trim(r.Directory), f.Directory), Name: uint32(name)}
			files = append(files, match.Expected{Place: at, Directory: f.Directory, Label: f.Name, Content: uint32(content)})
		}
		rounds[uint8(r.Round)] = match.NewReference(files)
	}
	return rounds
}

// differences compares all answers with each other, with the published list, and with an
// installation.
func (v *inventory) differences(against map[uint8]*match.Reference) []figures.FileDifference {
	list := v.betweenClients()
	list = append(list, v.from(figures.BetweenPublished, match.Published)...)
	if against != nil {
		list = append(list, v.from(figures.BetweenAgainst, func(round uint8) *match.Reference { return against[round] })...)
	}
	if extra := len(list) - maxDifferences; extra > 0 {
		v.dropped["differences"] = int64(extra)
		list = list[:maxDifferences]
	}
	return list
}

// perRound gives the answers to each round.
func (v *inventory) perRound(f func(round uint8, list []*answer)) {
	for first := 0; first < len(v.answers); {
		round, end := v.answers[first].Round, first
		for end < len(v.answers) && v.answers[end].Round == round {
			end++
		}
		f(round, v.answers[first:end])
		first = end
	}
}

// betweenClients lists the files that not all answers to a round have alike.
func (v *inventory) betweenClients() []figures.FileDifference {
	out := []figures.FileDifference{}
	v.perRound(func(round uint8, list []*answer) {
		if len(list) < 2 {
			return
		}
		contents := map[match.Place][]*uint32{} // by answer
		var order []match.Place
		names := map[match.Place]*match.File{}
		for i, a := range list {
			for j := range a.Files {
				f := &a.Files[j]
				if contents[f.Place] == nil {
					contents[f.Place] = make([]*uint32, len(list))
					order, names[f.Place] = append(order, f.Place), f
				}
				contents[f.Place][i] = &f.ContentHash
			}
		}
		for _, at := range order {
			if d, differs := valuesOf(contents[at], list); differs {
				d.Round, d.Directory, d.Name, d.NameHash = int(round), names[at].Directory, names[at].NamedFile.Name, hex(at.Name)
				out = append(out, d)
			}
		}
	})
	return out
}

// valuesOf sums up the contents of one file.
func valuesOf(contents []*uint32, list []*answer) (d figures.FileDifference, differs bool) {
	d.Between, d.Is = figures.BetweenClients, figures.FileLowByte
	var first *uint32
	for i, c := range contents {
		addValue(&d, c, list[i].number)
		switch {
		case c == nil:
			d.Is = figures.FileMissing
		case first == nil:
			first = c
		case d.Is == figures.FileLowByte && filehash.Compare(*first, *c) == filehash.Different:
			d.Is = figures.FileChanged
		}
	}
	return d, len(d.Values) > 1
}

// addValue notes that an answer has a content; nil = it does not have the file.
func addValue(d *figures.FileDifference, content *uint32, answer int) {
	text := hashText(content)
	i := slices.IndexFunc(d.Values, func(v figures.FileValue) bool {
		return (v.ContentHash == nil) == (text == nil) && (text == nil || *v.ContentHash == *text)
	})
	if i < 0 {
		d.Values = append(d.Values, figures.FileValue{ContentHash: text, Answers: []int{}})
		i = len(d.Values) - 1
	}
	d.Values[i].Answers = append(d.Values[i].Answers, answer)
}

func hashText(content *uint32) *string {
	if content == nil {
		return nil
	}
	text := hex(*content)
	return &text
}

// from lists the files that are not as references of the rounds have them.
func (v *inventory) from(between string, of func(round uint8) *match.Reference) (out []figures.FileDifference) {
	v.perRound(func(round uint8, list []*answer) {
		r := of(round)
		rows := map[match.Place]int{}
		first := len(out)
		for _, a := range list {
			for _, s := range a.Against(r) {
				i, known := rows[s.Place]
				if !known {
					i = len(out)
					rows[s.Place] = i
					out = append(out, figures.FileDifference{
						Between: between, Round: int(round), Directory: s.Directory, Name: s.Label, NameHash: hex(s.Place.Name), Is: string(s.Is), Expected: hashText(s.Want),
					})
				}
				d := &out[i]
				if s.Is.Rank() < match.Is(d.Is).Rank() {
					d.Is = string(s.Is)
				}
				addValue(d, s.Content, a.number)
			}
		}
		slices.SortStableFunc(out[first:], func(a, b figures.FileDifference) int {
			return cmp.Compare(match.Is(a.Is).Rank(), match.Is(b.Is).Rank())
		})
	})
	return out
}
