package share

import (
	"bytes"
	"net/netip"
	"strings"

	"bcdump/decode"
	"bcdump/decode/gamespy"
)

// asked gives the end of a GameSpy text that is a server, if its kind tells.
func asked(r *decode.Record) (server netip.AddrPort) {
	switch r.Content().Kind {
	case gamespy.KindQuery:
		return r.Dst
	case gamespy.KindResponse, gamespy.KindHeartbeat, gamespy.KindValidate:
		return r.Src
	}
	return server
}

// pairs goes through the values of a GameSpy text. Keys are words of the protocol.
func (p *Replacer) pairs(r *decode.Record) []decode.Edit {
	e := edits{Replacer: p}
	for _, pair := range r.Content().Pairs {
		e.put(pair.Offset+1, pair.Key, e.scrubbed(pair.Key))
		e.put(pair.Offset+1+len(pair.Key)+1, pair.Value, e.value(string(pair.Key), pair.Value))
	}
	return e.list
}

func (e *edits) value(key string, value []byte) []byte {
	switch {
	case key == "password" && len(value) > 1: // 0 and 1 say whether there is one
		e.Count.Passwords++
		return bytes.Repeat([]byte{'*'}, len(value))
	case e.Names && len(value) > 0 && (strings.HasPrefix(key, "player_") || key == "hostname"):
		e.Count.Names++
		return e.Key.name(value)
	}
	return e.scrubbed(value)
}

// addressesIn replaces addresses that are written in a text, in place: by the other one if that is not
// longer, by its digits as x if it is.
func (e *edits) addressesIn(text []byte) []byte {
	for at := 0; at < len(text); {
		size := wordOf(text[at:], partOfAddress)
		if size == 0 {
			at++
			continue
		}
		e.addressAt(text[at : at+size])
		at += size
	}
	return text
}

// partOfAddress reports whether a byte may stand in an address.
func partOfAddress(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' || c == '.' || c == ':'
}

// wordOf counts the bytes at the start of a text that belong together.
func wordOf(text []byte, belongs func(byte) bool) (n int) {
	for n < len(text) && belongs(text[n]) {
		n++
	}
	return n
}

// addressAt replaces a word if it is an address, with or without a port, or ends a sentence with one.
func (e *edits) addressAt(word []byte) {
	word = bytes.TrimRight(word, ".:")
	a, err := netip.ParseAddr(string(word))
	if err != nil {
		at := bytes.LastIndexByte(word, ':')
		if at < 0 {
			return
		}
		if a, err = netip.ParseAddr(string(word[:at])); err != nil {
			return
		}
		word = word[:at]
	}
	b, ok := e.Address(a)
	if b == a {
		return
	}
	if text := b.String(); ok && len(text) <= len(word) {
		copy(word, text)
		copy(word[len(text):], strings.Repeat(" ", len(word)))
		return
	}
	for i, c := range word {
		if c != '.' && c != ':' {
			word[i] = 'x'
		}
	}
}
