package match

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
)

const (
	// maxAnswers bounds the answers that differ, and maxFiles the files in them.
	//limit:maxAnswers Figures | answers with checksums that differ | counted | TestManyAnswers
	maxAnswers = 256
	//limit:maxFiles Figures | files in answers with checksums that differ | the answer is counted | TestManyFiles
	maxFiles = 65536
	// maxChecked bounds the rounds of a client; stock hosts have five.
	//limit:maxChecked Figures | rounds of a client | counted | TestManyAnswers
	maxChecked = 16
)

// Checked is an answer that a client gave to a checksum round.
type Checked struct {
	Round    uint8
	Frame    int64
	Answer   *Answer // nil = cut, or no room
	Accepted bool    // the host went on
}

// Answer is what one or several clients answered to a round: two are the same if their bytes and their requests are.
type Answer struct {
	Round       uint8
	Directory   message.AnswerDirectory
	DirHash     uint32
	Directories int
	Files       []File
	Sum         [sha256.Size]byte // of its bytes
}

// File is a file of an answer.
type File struct {
	message.NamedFile
	Place
}

// Place tells files of a round apart.
type Place struct {
	Round uint8
	Below string // name hashes of the subdirectories that lead to the file
	Name  uint32
}

// answers are those that differ, each once.
type answers struct {
	known map[answerKey]*Answer
	order []*Answer
	files int
	// left and rounds count answers and rounds that found no room.
	left, rounds int64
}

type answerKey struct {
	payload   [sha256.Size]byte
	directory string
	match     message.DirectoryMatch
}

// of gives an answer, the one before if it was the same; nil = there is no room.
func (a *answers) of(m *message.ChecksumResponse, payload []byte) *Answer {
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
	x := &Answer{Round: m.Round, Directory: d, DirHash: m.DirectoryHash, Directories: below + 1, Sum: key.payload}
	m.Each(func(f *message.NamedFile) {
		x.Files = append(x.Files, File{*f, Place{m.Round, Below(d.Name, f.Directory), f.NameHash}})
	})
	if a.known == nil {
		a.known = map[answerKey]*Answer{}
	}
	a.known[key] = x
	a.order = append(a.order, x)
	return x
}

// Below gives the hashes of the directories from one to another within it. A part of the path is a name, or a hash in
// hexadecimal where the name is not known.
func Below(root, directory string) string {
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
		parts[i] = fmt.Sprintf("0x%08X", hash)
	}
	return strings.Join(parts, "/")
}

// Reference is the files of a round that an answer is held against, in order.
type Reference struct {
	Files []Expected
	by    map[Place]*Expected
}

// Expected is a file of a reference.
type Expected struct {
	Place
	Directory, Label string // Label is "" if the name is not known
	Content          uint32
}

// NewReference makes files a reference.
func NewReference(files []Expected) *Reference {
	r := &Reference{Files: files, by: map[Place]*Expected{}}
	for i := range files {
		r.by[files[i].Place] = &files[i]
	}
	return r
}

// Published is the published list of a round; nil = there is none.
func Published(round uint8) *Reference {
	var files []Expected
	root := ""
	for _, r := range filehash.Rounds() {
		if r.Number == round {
			root = filehash.Trim(r.Directory)
		}
	}
	for _, f := range filehash.Published() {
		if f.Round == round {
			files = append(files, Expected{Place{round, Below(root, f.Directory), filehash.Name(f.Name)}, f.Directory, f.Name, f.Content})
		}
	}
	if files == nil {
		return nil
	}
	return NewReference(files)
}

// reference makes an answer one.
func (a *Answer) reference() *Reference {
	var files []Expected
	for i := range a.Files {
		f := &a.Files[i]
		files = append(files, Expected{f.Place, f.Directory, f.NamedFile.Name, f.ContentHash})
	}
	return NewReference(files)
}

// Lacks gives the files of a reference that an answer does not have; nil has no files.
func (a *Answer) Lacks(r *Reference) (list []*Expected) {
	if r == nil {
		return nil
	}
	there := map[Place]bool{}
	for i := range a.Files {
		there[a.Files[i].Place] = true
	}
	for i := range r.Files {
		if e := &r.Files[i]; !there[e.Place] {
			list = append(list, e)
		}
	}
	return list
}

// Is is how a file stands to a reference, the most telling state first.
type Is string

// States.
const (
	Changed Is = "changed" // another content
	Missing Is = "missing"
	Extra   Is = "extra"
	LowByte Is = "low_byte" // another content, of whose hash only the low byte differs
)

// States lists the states, the most telling one first.
func States() []Is { return []Is{Changed, Missing, Extra, LowByte} }

// Rank orders states, the most telling one first.
func (s Is) Rank() int { return slices.Index(States(), s) }

// Differing is a file that is not as a reference has it.
type Differing struct {
	Place
	Directory, Label string // Label is "" if the name is not known
	Is               Is
	Content, Want    *uint32 // nil = the file is not there
}

// Against lists what is different about an answer: its files in order, then those that it lacks.
func (a *Answer) Against(r *Reference) (list []Differing) {
	if r == nil {
		return nil
	}
	for i := range a.Files {
		f := &a.Files[i]
		s := Differing{Place: f.Place, Directory: f.Directory, Label: f.NamedFile.Name, Is: Extra, Content: &f.ContentHash}
		if e := r.by[f.Place]; e != nil {
			s.Want = &e.Content
			switch filehash.Compare(f.ContentHash, e.Content) {
			case filehash.Equal:
				continue
			case filehash.LowByte:
				s.Is = LowByte
			default:
				s.Is = Changed
			}
		}
		list = append(list, s)
	}
	for _, e := range a.Lacks(r) {
		list = append(list, Differing{Place: e.Place, Directory: e.Directory, Label: e.Label, Is: Missing, Want: &e.Content})
	}
	return list
}
