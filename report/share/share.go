// Package share replaces what tells who was there, so that a capture can be shown to others.
//
// In come the messages and the addresses of a capture, in their order; out comes what is to be written
// in their place: the same other address, name, text or token throughout, in as many bytes. What was
// replaced by what lies in a Key, so that another capture gets the same, and a Count says how often.
// What nobody can read is left out or zero.
//
// The package must not know how frames are built or written.
package share

import (
	"bytes"
	"net/netip"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

// Options say what is kept of names and chat, and what is replaced beside them, addresses, passwords, tokens and the ports
// of clients.
type Options struct {
	KeepNames bool // of players
	KeepChat  bool // texts
	Ports     bool // those of servers are replaced too
	All       bool // frames of other traffic are kept, without what they carry
}

// Count says how often something was replaced or left out.
type Count struct {
	Addresses, Hardware, Ports, Names, Texts, Passwords, Tokens int64
	Zero                                                        int64 // bytes that nobody can read, or that are files
	KeptNames, KeptTexts                                        int64 // nobody asked to replace them
	Frames                                                      int64 // kept
	Others, Unreadable                                          int64 // frames that were left out
}

// Replacer is a decode.Rewriter. The captures of one run share it.
type Replacer struct {
	Options
	Key   *Key
	Count Count
	kept  map[netip.AddrPort]bool // ends whose port stays: servers
}

// New gives a Replacer that replaces as the key says, and adds to it.
func New(o Options, key *Key) *Replacer {
	return &Replacer{Options: o, Key: key, kept: map[netip.AddrPort]bool{decode.LogServer: true}}
}

// Others says that frames without messages are kept.
func (p *Replacer) Others() bool { return p.All }

// LeftOut counts a frame that could not be rewritten, or was not to be.
func (p *Replacer) LeftOut(*capture.Frame) { p.Count.Unreadable++ }

// Unread counts bytes of messages that never became whole.
func (p *Replacer) Unread(bytes int) { p.Count.Zero += int64(bytes) }

// Meet says that an address is there.
func (p *Replacer) Meet(a netip.Addr) { p.Key.address(a) }

// Address gives the address in place of another one.
func (p *Replacer) Address(a netip.Addr) (netip.Addr, bool) {
	b, ok := p.Key.address(a)
	if b != a {
		p.Count.Addresses++
	}
	return b, ok
}

// Hardware replaces an address of a link in place. Those of groups stay.
func (p *Replacer) Hardware(b []byte) {
	const group = 1
	if len(b) == 0 || b[0]&group != 0 || len(bytes.Trim(b, "\x00")) == 0 {
		return
	}
	p.Count.Hardware++
	copy(b, p.Key.hardware(b))
}

// Port gives the port in place of that of an end. That of a server stays, unless it is to go too.
func (p *Replacer) Port(a netip.AddrPort) uint16 {
	if p.kept[a] && !p.Ports || a.Port() == 0 {
		return a.Port()
	}
	p.Count.Ports++
	return p.Key.port(a)
}

// mostServers is how many servers are known. The ports of more are replaced.
const mostServers = 4096

// Edits gives what is replaced in a message, and what becomes of its datagram.
func (p *Replacer) Edits(r *decode.Record) ([]decode.Edit, decode.Fate) {
	switch {
	case r.Proto == decode.Unknown && p.All:
		return nil, decode.Blank
	case r.Proto == decode.Unknown:
		return nil, decode.NoMatter
	case r.Unread || r.Missing > 0 || strange(r):
		return nil, decode.LeaveOut
	}
	p.keepPort(r)
	if r.Walked || r.Part() && r.Parts == nil { // what is in a part, the whole message tells
		return nil, decode.Keep
	}
	if r.Proto == decode.GameSpy {
		return p.pairs(r), decode.Keep
	}
	return p.fields(r), decode.Keep
}

// strange reports whether a control message has a payload that nobody can read. How long it is may depend on
// what it says, so it cannot be cleared.
func strange(r *decode.Record) bool {
	return r.Proto == decode.BC && !r.IsGame() && !r.Part() && len(r.Payload) > 0 && r.Content().Message == nil
}

// keepPort notes which end is a server.
func (p *Replacer) keepPort(r *decode.Record) {
	server := r.Server()
	if r.Dir == "" {
		if server = asked(r); !server.IsValid() {
			return
		}
	}
	if !p.kept[server] && len(p.kept) < mostServers {
		p.kept[server] = true
	}
}

// edits are those of one record.
type edits struct {
	*Replacer
	chat bool // a player wrote the text; that of a host names a file or a version
	list []decode.Edit
}

// put replaces bytes, unless they stay as they are.
func (e *edits) put(at int, old, text []byte) bool {
	if bytes.Equal(old, text) {
		return false
	}
	e.list = append(e.list, decode.Edit{Offset: at, Bytes: text})
	return true
}

// zero clears bytes.
func (e *edits) zero(at int, old []byte) {
	e.Count.Zero += int64(len(old))
	e.put(at, old, make([]byte, len(old)))
}

// fields goes through the fields of a message.
func (p *Replacer) fields(r *decode.Record) []decode.Edit {
	e := edits{Replacer: p}
	switch r.Content().Message.(type) {
	case *message.Chat, *message.TeamChat:
		e.chat = true
	}
	header := 0
	if r.Proto == decode.BC && r.Parts == nil {
		header = int(r.Header.Header)
	}
	for _, f := range r.Layout() {
		at := f.Offset - header
		if at < 0 || len(f.Bytes) == 0 {
			continue
		}
		switch {
		case f.Type == "ipv4":
			e.address(at, f.Bytes)
		case f.Path == "token":
			e.token(at, f.Bytes)
		case f.Type == "bytes":
			if private(r, f.Path) {
				keep := opcodeOf(r, at)
				e.zero(at+keep, f.Bytes[keep:])
			}
		default:
			if from, to, wide := textOf(f.Type, f.Bytes); from < to {
				e.text(at+from, f.Path, f.Bytes[from:to], wide)
			}
		}
	}
	return e.list
}

// private reports whether bytes without a layout may be anything: those that no field owns, files, and
// payloads of messages that nobody knows.
func private(r *decode.Record, path string) bool {
	switch path {
	case "trailing", "data", "payload":
		return true
	case "raw":
		return r.Content().Message == nil
	}
	return false
}

// opcodeOf counts the bytes at a place in a payload that say what message it is.
func opcodeOf(r *decode.Record, at int) int {
	if _, ok := r.Opcode(); ok && at == 0 {
		return 1
	}
	return 0
}

// textOf says where the characters are in the bytes of a text, and whether they have two bytes each.
func textOf(kind string, b []byte) (from, to int, wide bool) {
	switch kind {
	case "str8":
		return 1, len(b), false
	case "str16":
		return 2, len(b), false
	case "str32":
		return 4, len(b), false
	case "str16 or str32":
		if len(b) >= 4 && int(b[0])|int(b[1])<<8 != len(b)-2 {
			return 4, len(b), false
		}
		return 2, len(b), false
	case "padded":
		return 0, len(bytes.TrimRight(b, "\x00")), false
	case "wstr32":
		return 4, len(b), true
	case "wstrz":
		return 0, len(b) - 2, true
	}
	return 0, 0, false
}

func (e *edits) address(at int, old []byte) {
	a, _ := netip.AddrFromSlice(old)
	b, ok := e.Address(a)
	if !ok {
		b = netip.IPv4Unspecified()
	}
	e.put(at, old, b.AsSlice())
}

func (e *edits) token(at int, old []byte) {
	if e.put(at, old, e.Key.token(old)) {
		e.Count.Tokens++
	}
}

// text replaces a text, or what is private within it.
func (e *edits) text(at int, path string, old []byte, wide bool) {
	text, rest := old, []byte(nil)
	if wide {
		text, rest = narrow(old)
	}
	changed := e.changed(path, text)
	if wide {
		changed = widen(changed, rest)
	}
	e.put(at, old, changed)
}

// narrow takes the low bytes of UTF-16 apart from the high ones.
func narrow(b []byte) (low, high []byte) {
	for ; len(b) >= 2; b = b[2:] {
		low, high = append(low, b[0]), append(high, b[1])
	}
	return low, high
}

func widen(low, high []byte) (b []byte) {
	for i := range low {
		b = append(b, low[i], high[i])
	}
	return b
}

// changed gives a text without what is private in it.
func (e *edits) changed(path string, text []byte) []byte {
	switch field := path[strings.LastIndexByte(path, '.')+1:]; {
	case len(text) == 0:
		return text
	case field == "password":
		e.Count.Passwords++
		return bytes.Repeat([]byte{'*'}, len(text))
	case field == "name" || field == "new_name" || field == "player_name" || field == "object_name": // a ship has the name of its player
		if !e.KeepNames {
			e.Count.Names++
			return e.Key.name(text)
		}
		e.Count.KeptNames++
	case field == "text" && e.chat:
		if !e.KeepChat {
			e.Count.Texts++
			return e.Key.text(text)
		}
		e.Count.KeptTexts++
	}
	return e.scrubbed(text)
}

// scrubbed replaces addresses and, where names go, known names within a text.
func (e *edits) scrubbed(text []byte) []byte {
	out := e.addressesIn(bytes.Clone(text))
	if !e.KeepNames {
		e.Count.Names += e.Key.namesIn(out)
	}
	return out
}
