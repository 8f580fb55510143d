package main

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// capture is a file to look at.
type capture struct {
	path  string
	group string // the folder below the one that was named; "." = that one itself
	known bool   // begins as pcap or pcapng do, perhaps compressed with gzip
}

// captureName is how files of captures are called.
var captureName = regexp.MustCompile(`(?i)\.(pcap|pcapng|cap|ntar|trace)(\.(gz|zst))?$`)

// find lists the captures of a folder in the order of their paths: files with a name or with first
// bytes of one. What is no regular file is left out, and hidden folders are.
func find(folder string) (captures []capture, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		known, err := beginsAsCapture(path)
		if err == nil && (known || captureName.MatchString(path)) {
			captures = append(captures, capture{path, groupOf(folder, path), known})
		}
		return err
	})
	if err == nil && len(captures) == 0 {
		err = fmt.Errorf("%s has no captures", folder)
	}
	return captures, err
}

func groupOf(folder, path string) string {
	inside := strings.TrimPrefix(path, filepath.Clean(folder)+string(filepath.Separator))
	group, _, below := strings.Cut(inside, string(filepath.Separator))
	if !below {
		return "."
	}
	return group
}

// beginsAsCapture looks at the first four bytes.
func beginsAsCapture(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }()
	from := bufio.NewReader(file)
	if first, _ := from.Peek(2); string(first) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return false, nil // no gzip, so no capture
		}
		return isMagic(unpacked), nil
	}
	return isMagic(from), nil
}

// isMagic tells pcap of both byte orders, with microseconds and nanoseconds, and pcapng.
func isMagic(from io.Reader) bool {
	var first [4]byte
	if _, err := io.ReadFull(from, first[:]); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	switch binary.BigEndian.Uint32(first[:]) {
	case 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0x0a0d0d0a:
		return true
	}
	return false
}
