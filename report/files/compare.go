package files

import (
	"cmp"
	"slices"
	"strconv"

	"bcdump/decode/filehash"
	"bcdump/report/figures"
)

// reference is the files of a round that an answer is held against, in order.
type reference struct {
	files []expected
	by    map[place]*expected
}

// expected is a file of a reference.
type expected struct {
	place
	directory, label string // label is "" if the name is not known
	content          uint32
}

func newReference(files []expected) *reference {
	r := &reference{files: files, by: map[place]*expected{}}
	for i := range files {
		r.by[files[i].place] = &files[i]
	}
	return r
}

// published is the published list of a round; nil = there is none.
func published(round uint8) *reference {
	var files []expected
	root := ""
	for _, r := range filehash.Rounds() {
		if r.Number == round {
			root = filehash.Trim(r.Directory)
		}
	}
	for _, f := range filehash.Published() {
		if f.Round == round {
			at := place{round, belowOf(root, f.Directory), filehash.Name(f.Name)}
			files = append(files, expected{at, f.Directory, f.Name, f.Content})
		}
	}
	if files == nil {
		return nil
	}
	return newReference(files)
}

// referenceOf gives the rounds of an installation; nil = there is none.
func referenceOf(x *figures.Installation) map[uint8]*reference {
	if x == nil {
		return nil
	}
	rounds := map[uint8]*reference{}
	for _, r := range x.Rounds {
		var files []expected
		for _, f := range r.Files {
			name, _ := strconv.ParseUint(f.NameHash, 0, 32) // was checked when it was read
			content, _ := strconv.ParseUint(f.ContentHash, 0, 32)
			at := place{uint8(r.Round), belowOf(filehash.Trim(r.Directory), f.Directory), uint32(name)}
			files = append(files, expected{at, f.Directory, f.Name, uint32(content)})
		}
		rounds[uint8(r.Round)] = newReference(files)
	}
	return rounds
}

// reference makes an answer one.
func (a *answer) reference() *reference {
	var files []expected
	for i := range a.files {
		f := &a.files[i]
		files = append(files, expected{f.place, f.Directory, f.Name, f.ContentHash})
	}
	return newReference(files)
}

// lacks gives the files of a reference that an answer does not have; nil has no files.
func (a *answer) lacks(r *reference) (list []*expected) {
	if r == nil {
		return nil
	}
	there := map[place]bool{}
	for i := range a.files {
		there[a.files[i].place] = true
	}
	for i := range r.files {
		if e := &r.files[i]; !there[e.place] {
			list = append(list, e)
		}
	}
	return list
}

// state is a file that is not as a reference has it.
type state struct {
	place
	directory, label string // label is "" if the name is not known
	is               string
	content, want    *uint32 // nil = the file is not there
}

// against lists what is different about an answer: its files in order, then those that it lacks.
func (a *answer) against(r *reference) (list []state) {
	if r == nil {
		return nil
	}
	for i := range a.files {
		f := &a.files[i]
		s := state{place: f.place, directory: f.Directory, label: f.Name, is: figures.FileExtra, content: &f.ContentHash}
		if e := r.by[f.place]; e != nil {
			s.want = &e.content
			switch filehash.Compare(f.ContentHash, e.content) {
			case filehash.Equal:
				continue
			case filehash.LowByte:
				s.is = figures.FileLowByte
			default:
				s.is = figures.FileChanged
			}
		}
		list = append(list, s)
	}
	for _, e := range a.lacks(r) {
		list = append(list, state{place: e.place, directory: e.directory, label: e.label, is: figures.FileMissing, want: &e.content})
	}
	return list
}

// differences compares all answers with each other, with the published list, and with an
// installation.
func (v *inventory) differences(against map[uint8]*reference) []figures.FileDifference {
	list := v.betweenClients()
	list = append(list, v.from(figures.BetweenPublished, published)...)
	if against != nil {
		list = append(list, v.from(figures.BetweenAgainst, func(round uint8) *reference { return against[round] })...)
	}
	if extra := len(list) - maxDifferences; extra > 0 {
		v.dropped["differences"] = int64(extra)
		list = list[:maxDifferences]
	}
	return list
}

// perRound gives the answers to each round.
func (v *inventory) perRound(f func(round uint8, list []*answer)) {
	for first := 0; first < len(v.answers.order); {
		round, end := v.answers.order[first].round, first
		for end < len(v.answers.order) && v.answers.order[end].round == round {
			end++
		}
		f(round, v.answers.order[first:end])
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
		contents := map[place][]*uint32{} // by answer
		var order []place
		names := map[place]*file{}
		for i, a := range list {
			for j := range a.files {
				f := &a.files[j]
				if contents[f.place] == nil {
					contents[f.place] = make([]*uint32, len(list))
					order, names[f.place] = append(order, f.place), f
				}
				contents[f.place][i] = &f.ContentHash
			}
		}
		for _, at := range order {
			if d, differs := valuesOf(contents[at], list); differs {
				d.Round, d.Directory, d.Name, d.NameHash = int(round), names[at].Directory, names[at].Name, hex(at.name)
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
func (v *inventory) from(between string, of func(round uint8) *reference) (out []figures.FileDifference) {
	v.perRound(func(round uint8, list []*answer) {
		r := of(round)
		rows := map[place]int{}
		first := len(out)
		for _, a := range list {
			for _, s := range a.against(r) {
				i, known := rows[s.place]
				if !known {
					i = len(out)
					rows[s.place] = i
					out = append(out, figures.FileDifference{
						Between: between, Round: int(round), Directory: s.directory, Name: s.label, NameHash: hex(s.place.name), Is: s.is, Expected: hashText(s.want),
					})
				}
				d := &out[i]
				if rank(s.is) < rank(d.Is) {
					d.Is = s.is
				}
				addValue(d, s.content, a.number)
			}
		}
		slices.SortStableFunc(out[first:], func(a, b figures.FileDifference) int { return cmp.Compare(rank(a.Is), rank(b.Is)) })
	})
	return out
}

// rank orders states, the most telling one first.
func rank(is string) int { return slices.Index(figures.FileStates(), is) }
