package share

import (
	"bytes"
	"net/netip"
	"strconv"
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

// pairs goes through the keys and values of a GameSpy text. Those that the protocol has stay, all others may be anything.
func (p *Replacer) pairs(r *decode.Record) []decode.Edit {
	e := edits{Replacer: p}
	server := asked(r)
	for _, pair := range r.Content().Pairs {
		key, value := pair.Key, pair.Value
		at := pair.Offset + 1
		kind, known := kindOf(string(key))
		if !known {
			e.put(at, key, e.unknownKey(key))
		}
		if len(value) > 0 {
			e.put(at+len(key)+1, value, e.value(kind, value, server))
		}
	}
	return e.list
}

// valueKind is what the value of a key may be for it to stay.
type valueKind int

const (
	anyText  valueKind = iota // it is replaced
	number                    // digits
	term                      // a word of the game: letters, digits and dots
	stockMap                  // one of the game
	truth                     // 0 or 1
	person                    // who plays, or whose the server is
	gamePort                  // of the server
)

// harmless are the keys whose values are words and numbers of the protocol and of the game.
var harmless = map[string]valueKind{
	"status": term, "basic": term, "info": term, "rules": term, "players": term, "packets": term, "echo": anyText, "final": anyText, "queryid": number,
	"secure": term, "validate": term, "gamename": term, "gamever": number, "location": number, "missionscript": term, "numplayers": number, "maxplayers": number,
	"gamemode": term, "timelimit": number, "fraglimit": number, "system": term, "statechanged": number, "mapname": stockMap, "password": truth,
	"hostname": person, "hostport": gamePort, "heartbeat": gamePort, "localport": gamePort,
}

// ofPlayers are keys with the number of a player behind.
var ofPlayers = map[string]valueKind{"player_": person, "team_": number, "score_": number, "frags_": number, "kills_": number, "deaths_": number, "ping_": number}

func kindOf(key string) (valueKind, bool) {
	if kind, ok := harmless[key]; ok {
		return kind, true
	}
	of := strings.TrimRight(key, "0123456789")
	kind, ok := ofPlayers[of]
	return kind, ok && len(of) < len(key)
}

// unknownKey gives another key of as many bytes; none of the protocol begins so.
func (e *edits) unknownKey(key []byte) []byte {
	if len(key) == 0 {
		return key
	}
	other := e.Key.text(key)
	other[0] = 'x'
	e.Count.Texts++
	return other
}

// value gives what stands in the place of one that is not empty.
func (e *edits) value(kind valueKind, value []byte, server netip.AddrPort) []byte {
	consistsOf := func(extra string, letters bool) bool {
		const most = 64 // bytes of a word of the game
		return len(value) <= most && !bytes.ContainsFunc(value, func(c rune) bool {
			digit, letter := c >= '0' && c <= '9', c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			return !digit && !(letter && letters) && !strings.ContainsRune(extra, c)
		})
	}
	const longNumber = 9
	switch {
	case kind == number && consistsOf("-.", false) && len(value) <= longNumber,
		kind == stockMap && string(value) == "DM",
		kind == truth && (string(value) == "0" || string(value) == "1"):
		return value
	case kind == term && consistsOf("._+/=-", true):
		return e.scrubbed(value)
	case kind == truth:
		e.Count.Passwords++
		return bytes.Repeat([]byte{'*'}, len(value))
	case kind == person && e.KeepNames:
		e.Count.KeptNames++
		return e.scrubbed(value)
	case kind == person:
		e.Count.Names++
		return e.Key.name(value)
	case kind == gamePort:
		return e.portText(value, server)
	}
	e.Count.Texts++
	return e.Key.text(value)
}

// portText replaces a port of a server that is written in a text as the port itself is, by as many digits.
func (e *edits) portText(value []byte, server netip.AddrPort) []byte {
	port, err := strconv.ParseUint(string(value), 10, 16)
	switch {
	case err != nil || strconv.FormatUint(port, 10) != string(value):
		e.Count.Texts++
		return e.Key.text(value)
	case port == 0 || !e.Ports || !server.IsValid():
		return value
	}
	e.Count.Ports++
	return strconv.AppendUint(nil, uint64(e.Key.port(netip.AddrPortFrom(server.Addr(), uint16(port)))), 10)
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
