package filehash

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// Version is the text that names the version of the stock game; its hash is in the answer to the
// first round.
const Version = "60"

// Name hashes the name of a file or a directory, byte by byte; upper and lower case count. A
// directory is hashed without a slash at its end. Over the wire the value goes as a u32 LE.
func Name(text string) uint32 {
	var h [4]uint8
	for _, c := range []byte(text) {
		for i := range h {
			h[i] = lanes[i][c^h[i]]
		}
	}
	return binary.BigEndian.Uint32(h[:])
}

// Sum is the hash of the bytes of a file, as far as they were written to it. The zero value is
// that of an empty file. It is an io.Writer that takes everything.
//
// The file is read as u32 LE; the second, in which a .pyc file has the time of its source, is left
// out. Of one to three bytes that are left at the end each is widened with its sign.
//
// Source: static analysis. Published hashes of two files differ in the low byte from what a stock
// client answered, so the end of a file may be hashed otherwise.
type Sum struct {
	hash uint32
	size int64
	tail [word]byte // bytes of a word that is not whole yet
}

const word = 4

// Write takes the next bytes of the file.
func (s *Sum) Write(data []byte) (int, error) {
	for _, c := range data {
		s.tail[s.size%word] = c
		s.size++
		if s.size%word == 0 && s.size != 2*word {
			s.mix(binary.LittleEndian.Uint32(s.tail[:]))
		}
	}
	return len(data), nil
}

func (s *Sum) mix(value uint32) { s.hash = bits.RotateLeft32(s.hash^value, 1) }

// Sum32 gives the hash of what was written so far.
func (s *Sum) Sum32() uint32 {
	whole := *s
	for _, c := range s.tail[:s.size%word] {
		whole.mix(uint32(int32(int8(c))))
	}
	return whole.hash
}

// Of hashes what r gives up to its end; the error is that of r.
func Of(r io.Reader) (hash uint32, size int64, err error) {
	var s Sum
	_, err = io.Copy(&s, r)
	return s.Sum32(), s.size, err
}
