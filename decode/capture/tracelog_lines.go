package capture

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"
)

// logHead is the first line of a record.
type logHead struct {
	millis int64 // of the local day
	number int64
	way    []byte // "S->C", "C->S"; other words mark other sockets
	peer   []byte // label; like way, valid until the next line
	length int    // bytes of the datagram
	result int64  // of the socket call
}

// maxLogLength is the longest datagram that a head may tell of: UDP has no longer ones.
const maxLogLength = 65535

// maxLogNumber is the highest number of a record: what follows a greater one is no head.
const maxLogNumber = 1<<32 - 1

// parseLogHead reads "[hh:mm:ss.mmm] #27 C->S LABEL len=18 rc=18 ...".
// Records are counted from 1.
func parseLogHead(line []byte) (h logHead, ok bool) {
	const clock = len("[hh:mm:ss.mmm] #")
	if len(line) < clock || line[13] != ']' || line[14] != ' ' || line[15] != '#' {
		return h, false
	}
	if h.millis, ok = clockMillis(line[1:13]); !ok {
		return h, false
	}
	var word [5][]byte
	rest := line[clock:]
	for i := range word {
		word[i], rest, _ = bytes.Cut(rest, []byte{' '})
	}
	number, length, result := word[0], word[3], word[4]
	var numbered, lengthy, resulted bool
	var n int64
	h.number, numbered = wholeNumber(number)
	n, lengthy = keyedNumber(length, "len=")
	h.result, resulted = keyedNumber(result, "rc=")
	if !numbered || h.number < 1 || h.number > maxLogNumber || !lengthy || n < 0 || n > maxLogLength || !resulted {
		return h, false
	}
	h.length, h.way, h.peer = int(n), word[1], word[2]
	return h, true
}

func keyedNumber(word []byte, key string) (int64, bool) {
	digits, ok := bytes.CutPrefix(word, []byte(key))
	if !ok {
		return 0, false
	}
	return wholeNumber(digits)
}

func wholeNumber(digits []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return n, err == nil
}

// leadingNumber is the number that a text begins with.
func leadingNumber(text []byte) (n int, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' || n > maxLogLength {
			break
		}
		n, ok = 10*n+int(c-'0'), true
	}
	return n, ok
}

// clockMillis reads "hh:mm:ss.mmm".
func clockMillis(text []byte) (millis int64, ok bool) {
	hour, minute, second, thousandth := number(text[:2]), number(text[3:5]), number(text[6:8]), number(text[9:])
	separated := text[2] == ':' && text[5] == ':' && text[8] == '.'
	if !separated || hour > 23 || minute > 59 || second > 60 || min(hour, minute, second, thousandth) < 0 {
		return 0, false
	}
	return ((hour*60+minute)*60+second)*1000 + thousandth, true
}

// number reads digits only; -1 = they are none.
func number(text []byte) (n int64) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int64(c-'0')
	}
	return n
}

// rowOffset splits "0010: 4D 01 .." behind the colon.
func rowOffset(row []byte) (at int, rest []byte, ok bool) {
	const digits = 4
	if len(row) <= digits || row[digits] != ':' {
		return 0, nil, false
	}
	var offset [digits / 2]byte
	_, err := hex.Decode(offset[:], row[:digits])
	return int(binary.BigEndian.Uint16(offset[:])), row[digits+1:], err == nil
}

// appendRow appends the bytes of a row, up to 16: each is a blank and two digits. Two
// blanks or the end of the line end the row; anything else is no row.
func appendRow(data, row []byte) (out []byte, sound bool) {
	const perRow = 16
	for range perRow {
		if len(row) < 3 || row[0] == ' ' && row[1] == ' ' {
			return data, len(bytes.Trim(row, " ")) == 0 || len(row) >= 3
		}
		grown, err := hex.AppendDecode(data, row[1:3])
		if row[0] != ' ' || err != nil {
			return data, false
		}
		data, row = grown, row[3:]
	}
	return data, true
}

// logClock turns times of the day into moments. A time that falls by hours means that
// midnight has passed.
type logClock struct {
	zone *time.Location // nil = not known: taken for UTC
	date time.Time      // midnight of the day, as UTC counts days
	last int64          // millis of the record before
}

// midnightFall is by how many milliseconds the time of day has to fall at midnight. A
// clock that is set back falls by less.
const midnightFall = 4 * 60 * 60 * 1000

func newLogClock(zone *time.Location) logClock {
	return logClock{zone: zone, date: time.Unix(0, 0).UTC()}
}

// start takes "YYYY-MM-DD hh:mm:ss", when a session began.
func (c *logClock) start(text []byte) bool {
	at, err := time.Parse("2006-01-02 15:04:05", string(bytes.TrimSpace(text)))
	if err != nil {
		return false
	}
	c.date = at.Truncate(24 * time.Hour)
	c.last = at.Sub(c.date).Milliseconds()
	return true
}

// at gives the moment of a record.
func (c *logClock) at(millis int64) Time {
	if millis < c.last-midnightFall {
		c.date = c.date.AddDate(0, 0, 1)
	}
	c.last = millis
	local := c.date.Add(time.Duration(millis) * time.Millisecond)
	sec := local.Unix()
	if c.zone != nil {
		y, m, d := local.Date()
		h, min, s := local.Clock()
		sec = time.Date(y, m, d, h, min, s, 0, c.zone).Unix()
	}
	return Time{Sec: sec, Nanos: uint32(millis%1000) * 1e6}
}
