package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// subject is a capture that gets damaged.
type subject struct {
	name   string
	data   []byte
	layout layout
	plain  bool // the layout is known: a pcap or pcapng that is not compressed
}

// largest is the largest capture that is used, in bytes.
const largest = 512 << 10

// load reads the captures of a folder in the order of their names. A compressed one is there twice, as it is and unpacked.
func load(folder string) (all []*subject, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Size() > largest || !isCapture.MatchString(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
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
var isCapture = regexp.MustCompile(`\.(pcap|pcapng|log)(\.gz|\.zst)?$`)

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
