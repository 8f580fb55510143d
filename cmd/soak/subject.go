package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// subject is a capture that gets damaged.
type subject struct {
	name   string
	data   []byte
	layout layout
	plain  bool      // the layout is known: a pcap or pcapng that is not compressed
	lines  [2]*lines // what it gives without damage: recognised by content, and forced
}

// load reads the captures of a folder in the order of their names, those of no more
// than largest bytes. A compressed one is there twice, as it is and unpacked.
func load(folder string, largest int64) (all []*subject, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !isCapture(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		if int64(len(data)) > largest {
			continue
		}
		all = append(all, newSubject(e.Name(), data))
		if unpacked := unpack(data); unpacked != nil {
			all = append(all, newSubject(e.Name()+" unpacked", unpacked))
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no captures", folder)
	}
	return all, nil
}

// isCapture goes by the name: the folder may hold other things too.
func isCapture(name string) bool {
	for _, end := range []string{".pcap", ".pcapng", ".log"} {
		if strings.HasSuffix(name, end) || strings.HasSuffix(name, end+".gz") || strings.HasSuffix(name, end+".zst") {
			return true
		}
	}
	return false
}

func newSubject(name string, data []byte) *subject {
	s := &subject{name: name, data: data}
	s.layout, s.plain = layoutOf(data)
	return s
}

// mostUnpacked bounds what is unpacked of a compressed file, in bytes.
const mostUnpacked = 256 << 10

// unpack takes off one compression; nil if there is none, or nothing comes out.
func unpack(data []byte) []byte {
	var r io.Reader
	var err error
	switch {
	case bytes.HasPrefix(data, []byte{0x1F, 0x8B}):
		r, err = gzip.NewReader(bytes.NewReader(data))
	case bytes.HasPrefix(data, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		r, err = zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1))
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	// A stream that breaks off gives what came before.
	unpacked, _ := io.ReadAll(io.LimitReader(r, mostUnpacked))
	return unpacked
}
