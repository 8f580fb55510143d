package message

import (
	"fmt"

	"bcdump/decode/filehash"
	"bcdump/decode/wire"
)

// ChecksumRequest, opcode 0x20, host to a joining client: hash these files.
//
//	+0   u8     opcode 0x20
//	+1   u8     round              0, 1, 2, 3, 255
//	+2   str16  directory
//	     str16  filter             empty = all files
//	     bool   recursive
//
// Source: observed, all five rounds.
type ChecksumRequest struct {
	Round     uint8
	Directory wire.Text
	Filter    wire.Text
	Recursive bool
}

// Visit describes the fields in wire order.
func (m *ChecksumRequest) Visit(v wire.Visitor) {
	v.U8("round", &m.Round)
	v.Str16("directory", &m.Directory)
	v.Str16("filter", &m.Filter)
	v.Bool("recursive", &m.Recursive)
}

// ChecksumResponse, opcode 0x21, client to host: the hashes of its files.
//
//	+0   u8     opcode 0x21
//	+1   u8     round
//	     u32    ref_hash           round 0 only: hash of the version text
//	     u32    dir_hash           hash of the directory text
//	     tree:
//	       u16    file_count
//	       file_count x (u32 name_hash, u32 content_hash)
//	       u8     subdir_count
//	       subdir_count x u32 name_hash      all names first
//	       subdir_count x tree               then the trees, same order
//
// Hashes are those of package filehash, which also gives them names; what the directory is
// follows from the request.
//
// Source: observed in rounds 0, 1, 3 and 255; round 2 by its length and start.
type ChecksumResponse struct {
	Round         uint8
	RefHash       uint32
	DirectoryHash uint32
	Tree          FileTree

	asked *ChecksumRequest
}

// FileTree is one directory of a ChecksumResponse.
type FileTree struct {
	Files          []FileHash
	Subdirectories []Subdirectory
}

// FileHash is one file: the hash of its name and of its content.
type FileHash struct {
	NameHash, ContentHash uint32
}

// Subdirectory is a directory within a directory.
type Subdirectory struct {
	NameHash uint32
	Tree     FileTree
}

// treeLevels bounds the depth of directories: stock trees have three levels.
//
//limit:treeLevels Messages | nested directories | a note: truncated | TestDeepTrees
const treeLevels = 16

// SetContext tells which request this is the answer to.
func (m *ChecksumResponse) SetContext(c Context) { m.asked = c.Asked }

// Visit describes the fields in wire order.
func (m *ChecksumResponse) Visit(v wire.Visitor) {
	v.U8("round", &m.Round)
	wire.Optional(v, m.Round == 0, "round 0", func() {
		v.Hex32("ref_hash", &m.RefHash)
		v.Explain(m.versionText())
	})
	v.Hex32("dir_hash", &m.DirectoryHash)
	var d AnswerDirectory
	if v.Shows() {
		d = m.Directory()
	}
	v.Explain(sourced(d.Name, d.Source))
	wire.Optional(v, d.Name != "", "directory known", func() { v.ShowText("directory", d.Name) })
	wire.Optional(v, m.asked != nil, "request in the capture", func() { v.ShowText("dir_match", d.Match.String()) })
	wire.Object(v, "tree", func() { m.visitTree(v, &m.Tree, d.Name, 1) })
}

func (m *ChecksumResponse) versionText() string {
	if m.RefHash == filehash.Name(filehash.Version) {
		return sourced(filehash.Version, filehash.Listed)
	}
	return ""
}

// sourced is a name and where it is from; "" = there is no name.
func sourced(name string, s filehash.Source) string {
	if s == filehash.Unknown {
		return ""
	}
	return fmt.Sprintf("%s (%s)", name, s)
}

func (m *ChecksumResponse) visitTree(v wire.Visitor, t *FileTree, directory string, level int) {
	if level > treeLevels {
		v.Refuse("tree", fmt.Sprintf("directories nested more than %d deep", treeLevels))
		return
	}
	files := uint16(len(t.Files))
	wire.Hidden(v, func() { v.U16("file_count", &files) })
	wire.Repeat(v, "files", &t.Files, int(files), func(f *FileHash) { m.visitFile(v, f, directory) })
	m.visitSubdirectories(v, t, directory, level)
}

func (m *ChecksumResponse) visitFile(v wire.Visitor, f *FileHash, directory string) {
	v.Hex32("name_hash", &f.NameHash)
	if !v.Shows() {
		v.Hex32("content_hash", &f.ContentHash)
		return
	}
	name, source := m.nameOf(directory, f.NameHash)
	v.Explain(sourced(name, source))
	wire.Optional(v, name != "", "name known", func() { v.ShowText("name", name) })
	v.Hex32("content_hash", &f.ContentHash)
	verdict := filehash.Judge(directory, f.NameHash, f.ContentHash)
	v.Explain(publishedText(verdict))
	v.ShowText("published", verdict.String())
	wire.Optional(v, name != "" && m.asked != nil, "name known, request in the capture", func() { v.ShowBool("in_filter", m.fits(name)) })
}

// publishedText says how a content stands to the published list.
func publishedText(v filehash.Verdict) string {
	if v == filehash.Unlisted {
		return ""
	}
	return v.Words()
}

func (m *ChecksumResponse) visitSubdirectories(v wire.Visitor, t *FileTree, directory string, level int) {
	count := uint8(len(t.Subdirectories))
	wire.Hidden(v, func() {
		v.U8("subdir_count", &count)
		wire.Repeat(v, "subdir_names", &t.Subdirectories, int(count), func(s *Subdirectory) {
			v.Hex32("name_hash", &s.NameHash)
			if v.Shows() {
				v.Explain(sourced(filehash.NameOf(directory, s.NameHash)))
			}
		})
	})
	wire.Each(v, "subdirs", &t.Subdirectories, func(s *Subdirectory) {
		v.ShowHex32("name_hash", s.NameHash)
		name := ""
		if v.Shows() {
			name, _ = filehash.NameOf(directory, s.NameHash)
		}
		wire.Optional(v, name != "", "name known", func() { v.ShowText("name", name) })
		wire.Object(v, "tree", func() { m.visitTree(v, &s.Tree, within(directory, name), level+1) })
	})
}

// within is the path of a directory in another; "" if one of them is not known.
func within(directory, name string) string {
	if directory == "" || name == "" {
		return ""
	}
	return directory + "/" + name
}

// Counts adds up files and directories of the whole tree.
func (t *FileTree) Counts() (files, directories int) {
	files, directories = len(t.Files), len(t.Subdirectories)
	for i := range t.Subdirectories {
		f, d := t.Subdirectories[i].Tree.Counts()
		files, directories = files+f, directories+d
	}
	return files, directories
}

// ChecksumComplete, opcode 0x28, host to client: the files are as they should be.
//
//	+0   u8     opcode 0x28, nothing more
//
// Source: observed, always right before Settings.
type ChecksumComplete struct{}

// Visit describes the fields in wire order: there are none.
func (m *ChecksumComplete) Visit(wire.Visitor) {}

// SystemChecksumFail, opcode 0x22, host to client: a file differs, no join.
//
//	+0   u8     opcode 0x22
//	+1   str16  text               file name
//
// Source: static analysis; never captured. Older documents swap 0x22 and 0x23.
type SystemChecksumFail struct {
	Text wire.Text
}

// Visit describes the fields in wire order.
func (m *SystemChecksumFail) Visit(v wire.Visitor) {
	v.Str16("text", &m.Text)
}

// VersionDifferent, opcode 0x23, host to client: another game version, no join.
//
//	+0   u8     opcode 0x23
//	+1   str16  text               version
//
// Source: static analysis; never captured. Older documents swap 0x22 and 0x23.
type VersionDifferent struct {
	Text wire.Text
}

// Visit describes the fields in wire order.
func (m *VersionDifferent) Visit(v wire.Visitor) {
	v.Str16("text", &m.Text)
}

// FileTransfer, opcode 0x25, host to client: a file that the client lacks.
//
//	+0   u8     opcode 0x25
//	+1   str16  file_name
//	     bytes  data               to the end of the message
//
// Source: static analysis; never captured.
type FileTransfer struct {
	FileName wire.Text
	Data     []byte
}

// Visit describes the fields in wire order.
func (m *FileTransfer) Visit(v wire.Visitor) {
	v.Str16("file_name", &m.FileName)
	v.Rest("data", &m.Data, 0)
	v.ShowInt("data_size", int64(len(m.Data)))
	v.ShowHash("data_sha256", m.Data)
}

// FileTransferAck, opcode 0x27: the receiver of FileTransfer has written the file.
//
//	+0   u8     opcode 0x27, nothing more
//
// Source: static analysis; never captured.
type FileTransferAck struct{}

// Visit describes the fields in wire order: there are none.
func (m *FileTransferAck) Visit(wire.Visitor) {}
