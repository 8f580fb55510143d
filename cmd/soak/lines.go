package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strconv"
)

// lines is what is kept of JSON Lines: enough to tell whether two outputs are the same,
// and if not, in which frame they part.
type lines struct {
	count  int
	sum    maphash.Hash // of all bytes
	frames []frameLines // by frame number, from 1; [0] is of no frame
	newest int          // frame of the last line
	rest   []byte       // the beginning of a line whose end has not come
	fault  string       // the first line that is not as it should be
	back   string       // the first line that goes back to an earlier frame
}

// frameLines is what one frame gave.
type frameLines struct {
	// sum is of the lines without the name of the player, which a Connect takes from a later frame.
	sum uint64
	// open says that a line told of an unknown protocol: then frames that come later
	// may have had a say in it (docs/architecture.md, undecided datagrams).
	open bool
}

// hashSeed is the same for all hashes of a run, so that they can be compared.
var hashSeed = maphash.MakeSeed()

func newLines() *lines {
	l := &lines{frames: make([]frameLines, 1)}
	l.sum.SetSeed(hashSeed)
	return l
}

// Write takes output as it comes. It never fails.
func (l *lines) Write(b []byte) (int, error) {
	n := len(b)
	_, _ = l.sum.Write(b)
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			l.rest = append(l.rest, b...)
			return n, nil
		}
		if len(l.rest) > 0 {
			l.rest = append(l.rest, b[:end]...)
			l.line(l.rest)
			l.rest = l.rest[:0]
		} else {
			l.line(b[:end])
		}
		b = b[end+1:]
	}
}

var (
	frameKey  = []byte(`{"v":1,"frame":`)
	unknown   = []byte(`,"proto":"unknown"`)
	playerKey = []byte(`,"player":"`)
	lostParts = []byte(`"code":"fragment_lost"`)
)

func (l *lines) line(b []byte) {
	l.count++
	frame := frameOf(b)
	if l.fault == "" && (frame < 1 || !json.Valid(b)) {
		l.fault = fmt.Sprintf("line %d is no JSON object of a frame: %q", l.count, b)
	}
	// A lost message comes when it is given up, with the frame of its last part.
	if frame < 1 || bytes.Contains(b, lostParts) {
		return
	}
	if l.back == "" && frame < l.newest {
		l.back = fmt.Sprintf("line %d is of frame %d, the one before of frame %d", l.count, frame, l.newest)
	}
	l.newest = frame
	for len(l.frames) <= frame {
		l.frames = append(l.frames, frameLines{})
	}
	f := &l.frames[frame]
	var sum maphash.Hash
	sum.SetSeed(hashSeed)
	before, behind := nameless(b)
	_, _ = sum.Write(before)
	_, _ = sum.Write(behind)
	f.sum = f.sum*31 + sum.Sum64()
	f.open = f.open || bytes.Contains(b, unknown)
}

// nameless gives what is before the name of the player in a line, and what is behind it.
func nameless(b []byte) (before, behind []byte) {
	before, behind, named := bytes.Cut(b, playerKey)
	for i := 0; named && i < len(behind); i++ {
		switch behind[i] {
		case '\\':
			i++
		case '"':
			return before, behind[i+1:]
		}
	}
	return b, nil
}

// frameOf reads the frame number of a line; 0 if it has none.
func frameOf(line []byte) int {
	rest, ok := bytes.CutPrefix(line, frameKey)
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 0 {
		return 0
	}
	n, err := strconv.Atoi(string(rest[:end]))
	if err != nil {
		return 0
	}
	return n
}

// of gives what a frame gave; nothing if it is beyond the last.
func (l *lines) of(frame int) frameLines {
	if frame >= len(l.frames) {
		return frameLines{}
	}
	return l.frames[frame]
}

// firstDifference gives the first of the first n frames whose lines differ; 0 if none
// does. Frames that are open on one side are left out.
func (l *lines) firstDifference(o *lines, n int) int {
	for frame := 1; frame <= n; frame++ {
		a, b := l.of(frame), o.of(frame)
		if a.sum != b.sum && !a.open && !b.open {
			return frame
		}
	}
	return 0
}
