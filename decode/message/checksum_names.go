package message

import (
	"bytes"
	"fmt"
	"strings"

	"bcdump/decode/filehash"
)

// What the hashes of a ChecksumResponse stand for.

// DirectoryMatch is how the hash of a directory stands to the request.
type DirectoryMatch uint8

// Matches.
const (
	NotAsked  DirectoryMatch = iota // the request is not in the capture
	WholePath                       // hash of the path that was asked for, as stock clients send it
	LastPart                        // hash of the last part of that path, as some other clients send it
	NoMatch                         // hash of something else
)

// String gives the match as JSON has it.
func (d DirectoryMatch) String() string {
	return [...]string{"", "path", "last_part", "none"}[d&3]
}

// AnswerDirectory is the directory that an answer is about.
type AnswerDirectory struct {
	Name   string // "scripts/ships"; "" = not known
	Source filehash.Source
	Match  DirectoryMatch
}

// Directory tells which directory the answer is about: the one that was asked for, if the hash is
// its, or one of the stock game.
func (m *ChecksumResponse) Directory() (d AnswerDirectory) {
	if m.asked != nil {
		path := string(m.asked.Directory)
		d.Name, d.Source = filehash.Trim(m.asked.Directory.String()), filehash.Requested
		switch m.DirectoryHash {
		case filehash.Name(filehash.Trim(path)):
			d.Match = WholePath
			return d
		case filehash.Name(filehash.LastPart(path)):
			d.Match = LastPart
			return d
		}
		d.Match = NoMatch
	}
	d.Name, _ = filehash.DirectoryOf(m.DirectoryHash)
	if d.Source = filehash.Unknown; d.Name != "" {
		d.Source = filehash.Listed
	}
	return d
}

// nameOf names a file: one that the host asked for by its name, or one that is known.
func (m *ChecksumResponse) nameOf(directory string, hash uint32) (string, filehash.Source) {
	if m.asked != nil && !bytes.ContainsAny(m.asked.Filter, "*?") && filehash.Name(string(m.asked.Filter)) == hash && hash != 0 {
		return m.asked.Filter.String(), filehash.Requested
	}
	return filehash.NameOf(directory, hash)
}

func (m *ChecksumResponse) fits(name string) bool {
	return m.asked == nil || filehash.Fits(m.asked.Filter.String(), name)
}

// NamedFile is a file of an answer with what is known of it.
type NamedFile struct {
	FileHash
	Directory string // path; "" = not known. Of a directory without a name its hash stands there
	Name      string // "" = not known
	Source    filehash.Source
	Fits      bool // the host asked for it, as far as that is known
}

// Verdict says how the file stands to the published list.
func (f *NamedFile) Verdict() filehash.Verdict {
	return filehash.Judge(f.Directory, f.NameHash, f.ContentHash)
}

// Label is the name of the file, or its hash.
func (f *NamedFile) Label() string { return label(f.Name, f.NameHash) }

// Each calls f for every file, in wire order. The path of each directory is given as far as it
// is known.
func (m *ChecksumResponse) Each(f func(*NamedFile)) {
	m.each(&m.Tree, m.Directory().Name, f)
}

func (m *ChecksumResponse) each(t *FileTree, directory string, f func(*NamedFile)) {
	for _, x := range t.Files {
		n := NamedFile{FileHash: x, Directory: directory}
		n.Name, n.Source = m.nameOf(directory, x.NameHash)
		n.Fits = n.Name == "" || m.fits(n.Name)
		f(&n)
	}
	for i := range t.Subdirectories {
		s := &t.Subdirectories[i]
		m.each(&s.Tree, pathOf(directory, s.NameHash), f)
	}
}

// pathOf is the path of a directory within another, with hashes in place of names that are not
// known.
func pathOf(directory string, hash uint32) string {
	name, _ := filehash.NameOf(directory, hash)
	return strings.TrimPrefix(directory+"/"+label(name, hash), "/")
}

func label(name string, hash uint32) string {
	if name == "" {
		return fmt.Sprintf("0x%08X", hash)
	}
	return name
}

// Findings says what is wrong with the directory, and which files the host did not ask for.
func (m *ChecksumResponse) Findings() (list []Finding) {
	switch d := m.Directory(); d.Match {
	case LastPart:
		list = append(list, Finding{LastPartHashed, fmt.Sprintf("dir_hash is that of %q, not of the whole path %s", filehash.LastPart(d.Name), d.Name)})
	case NoMatch:
		list = append(list, Finding{OtherDirectory, fmt.Sprintf("dir_hash 0x%08X is not that of %s", m.DirectoryHash, filehash.Trim(m.asked.Directory.String()))})
	}
	if outside := m.outside(); len(outside) > 0 {
		list = append(list, Finding{OutsideFilter, fmt.Sprintf("not asked for with %q: %s", m.asked.Filter.String(), few(outside))})
	}
	return list
}

// outside lists the files that the filter does not let through, and those of directories that
// were not asked for.
func (m *ChecksumResponse) outside() (names []string) {
	if m.asked == nil {
		return nil
	}
	top := m.Directory().Name
	m.Each(func(f *NamedFile) {
		if !f.Fits || f.Directory != top && !m.asked.Recursive {
			names = append(names, f.Label())
		}
	})
	return names
}

// mostNamed is how many names a line has room for.
const mostNamed = 4

// few names some of many.
func few(names []string) string {
	if len(names) <= mostNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d others", strings.Join(names[:mostNamed-1], ", "), len(names)-mostNamed+1)
}

// AppendLine names the directory and counts what the tree holds by how it stands to the published
// list, with the names where there are few.
func (m *ChecksumResponse) AppendLine(b []byte) []byte {
	files, below := m.Tree.Counts()
	b = fmt.Appendf(b, "round %d  directory %s  ", m.Round, m.directoryText())
	b = appendCount(b, files, "file", "files")
	b = append(b, " in "...)
	b = appendCount(b, below+1, "directory", "directories")
	var by [4][]string
	m.Each(func(f *NamedFile) { by[f.Verdict()] = append(by[f.Verdict()], f.Label()) })
	for _, v := range filehash.Verdicts() {
		if names := by[v]; len(names) > 0 {
			b = fmt.Appendf(b, "  %d %s", len(names), v.Words())
			if len(names) <= mostNamed {
				b = fmt.Appendf(b, " (%s)", strings.Join(names, ", "))
			}
		}
	}
	return b
}

func (m *ChecksumResponse) directoryText() string {
	d := m.Directory()
	switch {
	case d.Match == LastPart:
		return fmt.Sprintf("%s (hash of %q)", d.Name, filehash.LastPart(d.Name))
	case d.Name == "":
		return fmt.Sprintf("0x%08X", m.DirectoryHash)
	}
	return d.Name
}

func appendCount(b []byte, n int, one, many string) []byte {
	if n == 1 {
		many = one
	}
	return fmt.Appendf(b, "%d %s", n, many)
}

// Finding is something about the sender which has a note of its own.
type Finding struct {
	Kind FindingKind
	Text string
}

// FindingKind says what was found.
type FindingKind uint8

// Kinds of findings, all about answers with checksums.
const (
	LastPartHashed FindingKind = iota // the hash of the directory is that of the last part of its path
	OtherDirectory                    // the answer is about another directory than was asked for
	OutsideFilter                     // the host did not ask for such a file
)
