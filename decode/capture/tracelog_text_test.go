package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 writes a text as PowerShell does.
func inUTF16(order binary.ByteOrder, text string) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, put16(order, unit)...)
	}
	return b
}

// sampleLog has records of one row and of several, of a text, and of a peer whose name is odd.
func sampleLog() string {
	peer := "Peer#0(10.0.0.2:1024)"
	text := logStart
	for i := range 5 {
		text += record(fmt.Sprintf("22:08:4%d.000", i), fmt.Sprintf("#%d C->S %s len=%d rc=%d [Data]", i+1, peer, 10*i+3, 10*i+3), pattern(10*i+3, 1))
	}
	text += "[22:08:46.000] #6 C->S " + peer + " len=3 rc=3 [GameSpy]\n  Text: \u00e4\U0001f596\n  Hex:\n" + rows([]byte{9, 8, 7}) + "\n"
	return text + record("22:08:47.000", "#7 S->C "+peer+" len=40 rc=40", pattern(40, 2))
}

// A log is the same log in every encoding, but for where in the file it is.
func TestTraceLogEncodings(t *testing.T) {
	text := sampleLog()
	want := lines(readAll(t, strings.NewReader(text), 0))
	if len(want) != 7 {
		t.Fatal(want)
	}
	dos := strings.ReplaceAll(text, "\n", "\r\n")
	for name, data := range map[string][]byte{
		"UTF-8 with a mark":            []byte("\ufeff" + text),
		"UTF-8 with marks and CR":      []byte("\ufeff" + dos),
		"two files with marks":         []byte(strings.Replace(text, "[22:08:43", "\ufeff[22:08:43", 1)),
		"UTF-16 little":                inUTF16(binary.LittleEndian, text),
		"UTF-16 big":                   inUTF16(binary.BigEndian, text),
		"UTF-16 little with mark, CR":  inUTF16(binary.LittleEndian, "\ufeff"+dos),
		"UTF-16 big with a mark":       inUTF16(binary.BigEndian, "\ufeff"+text),
		"UTF-16 little without a date": inUTF16(binary.LittleEndian, "[22"+strings.SplitN(text, "[22", 2)[1]),
	} {
		got := invariant(t, name, data)
		have := lines(got)
		if strings.HasSuffix(name, "date") {
			for i := range have {
				have[i] = strings.Replace(have[i], "01-01T", "02-14T", 1)
			}
		}
		if !slices.Equal(want, have) || got.count != 0 {
			t.Errorf("%s: %v\n%s", name, got.damage, strings.Join(have, "\n"))
		}
		for _, l := range got.logged {
			at := data[l.Offset:]
			if bytes.Contains(data[:4], []byte{0}) || data[0] >= 0xfe {
				at = bytes.ReplaceAll(at[:20], []byte{0}, nil)
			}
			if !bytes.HasPrefix(bytes.TrimPrefix(at, byteOrderMark), []byte("[22:08:4")) {
				t.Errorf("%s: record %d is not at offset %d", name, l.Frame, l.Offset)
			}
		}
	}
}

// A log that is cut off in front gives the records whose head is there, and says so; of the one that it begins
// within it gives what has all its rows.
func TestTraceLogBegins(t *testing.T) {
	text := sampleLog()
	whole := readAll(t, strings.NewReader(text), 0)
	last := int(whole.logged[6].Offset)
	for at := 1; at <= last; at++ {
		begins := text[at-1] == '\n'
		if !begins && at%7 != 0 || text[at] >= 0x80 || text[at+1] >= 0x80 {
			continue
		}
		for _, data := range [][]byte{[]byte(text[at:]), inUTF16(binary.LittleEndian, text[at:])} {
			first := slices.IndexFunc(whole.logged, func(l Logged) bool { return int(l.Offset) >= at })
			got := readAll(t, bytes.NewReader(data), 0)
			if got.err != nil {
				t.Fatalf("from %d on: %v\n%.100q", at, got.err, text[at:])
			}
			headless := len(got.logged) - (7 - first)
			before := text[:at]
			if first > 0 {
				before = text[whole.logged[first-1].Offset:at]
			}
			rows := false
			if start := max(first-1, 0); first > 0 && at > int(whole.logged[start].Offset) {
				block := text[whole.logged[start].Offset:]
				heading := max(strings.Index(block[:140], "  Decrypted:\n"), strings.Index(block[:140], "  Hex:\n"))
				row := heading + strings.Index(block[heading:], "\n") + 1
				rows = len(before) <= heading || len(before) == row || len(before) == row-1
			}
			if wanted := map[bool]int{true: 1}[rows]; headless != wanted {
				t.Fatalf("from %d on: %d records, expected %d and %d\n%.100q", at, len(got.logged), 7-first, wanted, text[at:])
			}
			if headless > 0 && (!bytes.Equal(got.logged[0].Payload, whole.logged[first-1].Payload) || got.logged[0].Frame != int64(first) || got.logged[0].Src != UnknownAddress) {
				t.Fatalf("from %d on: %+v", at, got.logged[0])
			}
			for i, l := range got.logged[headless:] {
				if l.Frame != whole.logged[first+i].Frame || !bytes.Equal(l.Payload, whole.logged[first+i].Payload) {
					t.Fatalf("from %d on: record %d", at, l.Frame)
				}
			}
			inside := first > 0 && text[at] != '\n' && !strings.HasSuffix(before, "\n\n") && at > int(whole.logged[0].Offset)
			if begins && int64(map[bool]int{true: 1}[inside]) != got.count {
				t.Fatalf("from %d on: %v\n%.100q", at, got.damage, text[at:])
			}
			if at%5 == 0 {
				invariant(t, "a tail", data)
			}
		}
	}
}

// A text is not a log because a head stands somewhere in it.
func TestTextsAreNoLogs(t *testing.T) {
	head := record("22:08:41.709", "#27 C->S Peer#2(10.10.10.239:59405) len=3 rc=3 [Data]", []byte{1, 2, 3})
	for name, text := range map[string]string{
		"a page":   "# A page\n\nText of it.\n\n" + head,
		"two":      "words\nand words\n" + head,
		"binary":   "    0000: \x01\x02\n" + head,
		"indented": "  a\n  b\n\n",
	} {
		if got := readAll(t, strings.NewReader(text), 0); got.err == nil {
			t.Errorf("%s: %d records", name, len(got.logged))
		}
	}
}
