package message

import (
	"fmt"

	"bcdump/decode/wire"
)

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
// Source: observed in rounds 0, 1, 3 and 255; round 2 by its length and start.
type ChecksumResponse struct {
	Round         uint8
	RefHash       uint32
	DirectoryHash uint32
	Tree          FileTree
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
const treeLevels = 16

// Visit describes the fields in wire order.
func (m *ChecksumResponse) Visit(v wire.Visitor) {
	v.U8("round", &m.Round)
	wire.Optional(v, m.Round == 0, "round 0", func() {
		v.Hex32("ref_hash", &m.RefHash)
	})
	v.Hex32("dir_hash", &m.DirectoryHash)
	wire.Object(v, "tree", func() { m.Tree.visit(v, 1) })
}

func (t *FileTree) visit(v wire.Visitor, level int) {
	if level > treeLevels {
		v.Refuse("tree", fmt.Sprintf("directories nested more than %d deep", treeLevels))
		return
	}
	files := uint16(len(t.Files))
	wire.Hidden(v, func() { v.U16("file_count", &files) })
	wire.Repeat(v, "files", &t.Files, int(files), func(f *FileHash) {
		v.Hex32("name_hash", &f.NameHash)
		v.Hex32("content_hash", &f.ContentHash)
	})
	t.visitSubdirectories(v, level)
}

func (t *FileTree) visitSubdirectories(v wire.Visitor, level int) {
	count := uint8(len(t.Subdirectories))
	wire.Hidden(v, func() {
		v.U8("subdir_count", &count)
		wire.Repeat(v, "subdir_names", &t.Subdirectories, int(count), func(s *Subdirectory) {
			v.Hex32("name_hash", &s.NameHash)
		})
	})
	wire.Each(v, "subdirs", &t.Subdirectories, func(s *Subdirectory) {
		v.ShowHex32("name_hash", s.NameHash)
		wire.Object(v, "tree", func() { s.Tree.visit(v, level+1) })
	})
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

// AppendLine counts what the tree holds: its hashes are for programs.
func (m *ChecksumResponse) AppendLine(b []byte) []byte {
	files, below := m.Tree.Counts()
	b = fmt.Appendf(b, "round %d  directory 0x%08X  ", m.Round, m.DirectoryHash)
	b = appendCount(b, files, "file", "files")
	b = append(b, " in "...)
	return appendCount(b, below+1, "directory", "directories")
}

func appendCount(b []byte, n int, one, many string) []byte {
	if n == 1 {
		many = one
	}
	return fmt.Appendf(b, "%d %s", n, many)
}
