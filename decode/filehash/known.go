package filehash

import (
	_ "embed" // the files of the stock game
	"strconv"
	"strings"
	"sync"
)

// File is a file of the stock game.
type File struct {
	Round     uint8
	Directory string // "scripts/ships/Hardpoints"
	Name      string // "akira.pyc"
	Content   uint32 // hash of its content
}

// Published lists the 108 files of version 1.1 whose hashes are published, in the order of the
// rounds. Those of the last round are not among them.
func Published() []File { return list().files }

// Source says how a name is known.
type Source uint8

// Sources of names.
const (
	Unknown   Source = iota
	Listed           // the file or directory is on the published list
	Requested        // the host asked for it
	Guessed          // a name that the hash of a real answer was found to be of
)

// String says it in words; "" = not known.
func (s Source) String() string {
	return [...]string{"", "published list", "the request", "a guess"}[s&3]
}

// NameOf gives the name that a hash of a file stands for, or of a directory within another. Where
// several names have the hash, one in that directory counts; "" is no directory. An unknown hash
// has no name.
func NameOf(directory string, hash uint32) (string, Source) {
	var name string
	source := Unknown
	for _, k := range list().byHash[hash] {
		if source == Unknown || strings.EqualFold(k.directory, directory) {
			name, source = k.name, k.source
		}
	}
	return name, source
}

// DirectoryOf gives the directory of a round whose hash is that of its path, or of the last part of
// it; "" if it is none of the stock game.
func DirectoryOf(hash uint32) (directory string, whole bool) {
	for _, r := range Rounds() {
		switch hash {
		case Name(Trim(r.Directory)):
			return Trim(r.Directory), true
		case Name(LastPart(r.Directory)):
			return Trim(r.Directory), false
		}
	}
	return "", false
}

// Verdict is how a file stands to the published list.
type Verdict uint8

// Verdicts.
const (
	Unlisted  Verdict = iota // the list does not have the file
	Equal                    // its content has the published hash
	LowByte                  // all but the low byte of the hash is the published one: see Sum
	Different                // another content
)

// Verdicts lists all, as they are shown.
func Verdicts() []Verdict { return []Verdict{Equal, LowByte, Different, Unlisted} }

// String gives the verdict as JSON has it.
func (v Verdict) String() string {
	return [...]string{"unlisted", "equal", "low_byte", "different"}[v&3]
}

// Words says it to people.
func (v Verdict) Words() string {
	return [...]string{"not on the published list", "as published", "as published but for the low byte", "not as published"}[v&3]
}

// Compare holds two hashes of contents against each other.
func Compare(a, b uint32) Verdict {
	switch {
	case a == b:
		return Equal
	case a>>8 == b>>8:
		return LowByte
	}
	return Different
}

// Judge holds a file against the published list.
func Judge(directory string, name, content uint32) Verdict {
	if f := Find(directory, name); f != nil {
		return Compare(content, f.Content)
	}
	return Unlisted
}

// Find gives the published file of a directory with a hash of its name; nil = there is none.
func Find(directory string, name uint32) *File {
	return list().byPlace[place{strings.ToLower(Trim(directory)), name}]
}

// place is where a file lies: the directory in lower case, the hash of the name.
type place struct {
	directory string
	name      uint32
}

type known struct {
	directory, name string
	source          Source
}

//go:embed stock.tsv
var stock string

// tables is what is known, ready to be looked up.
type tables struct {
	files   []File
	byPlace map[place]*File
	byHash  map[uint32][]known
}

// list is made when it is first asked for: most runs never do.
var list = sync.OnceValue(func() *tables {
	t := &tables{files: parse(stock), byPlace: map[place]*File{}, byHash: map[uint32][]known{}}
	for i := range t.files {
		f := &t.files[i]
		t.byPlace[place{strings.ToLower(f.Directory), Name(f.Name)}] = f
		t.add(f.Directory, f.Name, Listed)
	}
	t.add("scripts/ships", "Hardpoints", Listed)
	for _, g := range guesses {
		for _, name := range strings.Fields(g.names) {
			t.add(g.directory, name, Guessed)
		}
	}
	return t
})

func (t *tables) add(directory, name string, s Source) {
	hash := Name(name)
	t.byHash[hash] = append(t.byHash[hash], known{directory, name, s})
}

// parse reads the list; a line that does not fit is a mistake in the program.
func parse(text string) (files []File) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		column := strings.Split(strings.TrimSpace(line), "\t")
		round, err := strconv.ParseUint(column[0], 10, 8)
		if err != nil {
			panic(err)
		}
		content, err := strconv.ParseUint(column[3], 0, 32)
		if err != nil {
			panic(err)
		}
		files = append(files, File{uint8(round), column[1], column[2], uint32(content)})
	}
	return files
}

// guesses are the names of the last round: no list has them. Each has the hash that stands in its
// place in an observed answer, whose 28 files and 5 directories all came out so.
var guesses = []struct{ directory, names string }{
	{"Scripts/Multiplayer", `MissionMenusShared.pyc MissionShared.pyc Modifier.pyc MultiplayerGame.pyc MultiplayerMenus.pyc
		SpeciesToShip.pyc SpeciesToSystem.pyc SpeciesToTorp.pyc __init__.pyc Episode`},
	{"Scripts/Multiplayer/Episode", "Episode.pyc __init__.pyc Mission1 Mission2 Mission3 Mission5"},
	{"Scripts/Multiplayer/Episode/Mission1", "Mission1.pyc Mission1Menus.pyc Mission1Name.pyc __init__.pyc"},
	{"Scripts/Multiplayer/Episode/Mission2", "Mission2.pyc Mission2Menus.pyc Mission2Name.pyc __init__.pyc"},
	{"Scripts/Multiplayer/Episode/Mission3", "Mission3.pyc Mission3Menus.pyc Mission3Name.pyc __init__.pyc"},
	{"Scripts/Multiplayer/Episode/Mission5", "Mission5.pyc Mission5Menus.pyc Mission5Name.pyc StarbaseAI.pyc __init__.pyc"},
}
