package share

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"strings"
	"unicode/utf8"

	"bcdump/internal/foreign"
)

// Key says what was replaced by what. It is as private as the capture.
type Key struct {
	Version   int                       `json:"v"`
	Addresses map[netip.Addr]netip.Addr `json:"addresses"`
	Links     map[string]string         `json:"hardware"` // hexadecimal
	Ends      map[netip.AddrPort]uint16 `json:"ports"`
	Tokens    map[uint32]uint32         `json:"tokens"`
	Names     map[string]string         `json:"names"` // Latin-1, as UTF-8
	Texts     map[string]string         `json:"texts"`

	taken  map[string]bool   // names that stand for another
	folded map[string]string // Names in any spelling, see fold
}

const (
	//limit:mostEntries What the user writes | entries of a kind in a key of `share` | replaced by what says nothing; a key with more is refused | TestKey
	mostEntries = 32768
	//limit:mostBytes What the user writes | bytes of a key of `share` | refused | TestKey
	mostBytes = 32 << 20
)

// NewKey gives a key that has replaced nothing.
func NewKey() *Key {
	return &Key{
		Version: 1, Addresses: map[netip.Addr]netip.Addr{}, Links: map[string]string{}, Ends: map[netip.AddrPort]uint16{},
		Tokens: map[uint32]uint32{}, Names: map[string]string{}, Texts: map[string]string{}, taken: map[string]bool{}, folded: map[string]string{},
	}
}

// ReadKey reads a key that Write has written. Errors say at which byte.
func ReadKey(in io.Reader) (*Key, error) {
	k := NewKey()
	k.Version = 0
	if err := foreign.ReadJSON(in, mostBytes, k); err != nil {
		return nil, fmt.Errorf("no key of bcdump share: %w", err)
	}
	if k.Version != 1 {
		return nil, fmt.Errorf("version %d of a key; this program knows 1", k.Version)
	}
	if err := k.check(); err != nil {
		return nil, err
	}
	return k, nil
}

// check looks at what stands for something: a hand may have written it.
func (k *Key) check() error {
	if k.Addresses == nil || k.Links == nil || k.Ends == nil || k.Tokens == nil || k.Names == nil || k.Texts == nil {
		return errors.New("null in the place of a table")
	}
	for old, text := range k.Names {
		if utf8.RuneCountInString(old) != utf8.RuneCountInString(text) {
			return fmt.Errorf("the names %.80q and %.80q are not of one length", old, text)
		}
		k.taken[text] = true
		k.spell(old, text)
	}
	for old, text := range k.Texts {
		if utf8.RuneCountInString(old) != utf8.RuneCountInString(text) {
			return fmt.Errorf("the texts %.80q and %.80q are not of one length", old, text)
		}
	}
	for old, a := range k.Addresses {
		if old.Is4() != a.Is4() || !a.IsValid() {
			return fmt.Errorf("the addresses %v and %v are not of one kind", old, a)
		}
	}
	if max(len(k.Addresses), len(k.Links), len(k.Ends), len(k.Tokens), len(k.Names), len(k.Texts)) > mostEntries {
		return errors.New("too many entries")
	}
	return nil
}

// Write writes the key.
func (k *Key) Write(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetIndent("", " ")
	return e.Encode(k)
}

// Blocks that documents and measurements use (RFC 5737, RFC 2544, RFC 3849).
var blocks = []netip.Prefix{
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
}

var documentation6 = netip.MustParseAddr("2001:db8::").As16()

// address gives the other address; those that mean nobody stay.
func (k *Key) address(a netip.Addr) (netip.Addr, bool) {
	if b, ok := k.Addresses[a]; ok {
		return b, true
	}
	if !a.IsValid() || a.IsUnspecified() || a.IsLoopback() || a.IsMulticast() || a == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
		return a, true
	}
	if len(k.Addresses) >= mostEntries {
		return a, false
	}
	b := numbered(a.Is4(), len(k.Addresses)+1)
	k.Addresses[a] = b
	return b, true
}

// numbered is an address of the blocks.
func numbered(four bool, n int) netip.Addr {
	if !four {
		b := documentation6
		binary.BigEndian.PutUint32(b[12:], uint32(n))
		return netip.AddrFrom16(b)
	}
	for _, block := range blocks {
		hosts := 1<<(32-block.Bits()) - 2
		if n <= hosts {
			b := block.Addr().As4()
			binary.BigEndian.PutUint32(b[:], binary.BigEndian.Uint32(b[:])+uint32(n))
			return netip.AddrFrom4(b)
		}
		n -= hosts
	}
	return netip.IPv4Unspecified() // never: mostEntries are fewer
}

// hardware gives the other address of a link, of as many bytes; it is one that a machine gives itself.
func (k *Key) hardware(old []byte) []byte {
	key := hex.EncodeToString(old)
	if text, ok := k.Links[key]; ok {
		if b, err := hex.DecodeString(text); err == nil && len(b) == len(old) {
			return b
		}
	}
	b := make([]byte, len(old))
	const local = 2
	b[0] = local
	for i, n := len(b)-1, len(k.Links)+1; i > 0 && n > 0; i, n = i-1, n>>8 {
		b[i] = byte(n)
	}
	if len(k.Links) < mostEntries {
		k.Links[key] = hex.EncodeToString(b)
	}
	return b
}

// otherPort is the nth port in place of others. It has as many digits, since texts have ports too: 50000 and on, 5000 and on.
func otherPort(port uint16, n int) uint16 {
	first, end := 50000, 65536
	for least := 10000; int(port) < least && first > 5; least /= 10 {
		first, end = first/10, least
	}
	return uint16(first + n%(end-first))
}

func (k *Key) port(a netip.AddrPort) uint16 {
	port, ok := k.Ends[a]
	if !ok {
		port = otherPort(a.Port(), len(k.Ends))
		if len(k.Ends) < mostEntries {
			k.Ends[a] = port
		}
	}
	return port
}

// token gives other four bytes.
func (k *Key) token(old []byte) []byte {
	n := binary.LittleEndian.Uint32(old)
	other, ok := k.Tokens[n]
	if !ok {
		other = uint32(len(k.Tokens) + 1)
		if len(k.Tokens) < mostEntries {
			k.Tokens[n] = other
		}
	}
	return binary.LittleEndian.AppendUint32(nil, other)
}

// name gives another name of as many bytes, text another text with the same spaces.
func (k *Key) name(old []byte) []byte {
	known := len(k.Names)
	name := replaced(k.Names, old, k.freeName)
	if len(k.Names) > known {
		k.spell(latin1(old), latin1(name))
	}
	return name
}

// fold gives a name without spaces and in small letters.
func fold(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "") }

// leastCut is how much of a name is left, at least, for it to be known by its beginning.
const leastCut = 6

// spell notes a name in all its spellings: other letters, without spaces, cut. One that is longer than any name of the
// game, in a key that somebody wrote, is not cut.
func (k *Key) spell(old, text string) {
	const most, longest = 8 * mostEntries, 256
	old, text = fold(old), strings.ReplaceAll(text, " ", "")
	for end := len(old); end > 0 && len(k.folded) < most && (end == len(old) || end >= leastCut && len(old) <= longest); end-- {
		if _, had := k.folded[old[:end]]; !had || end == len(old) {
			k.folded[old[:end]] = text
		}
	}
}

func (k *Key) text(old []byte) []byte { return replaced(k.Texts, old, invented) }

// replaced looks a text up, or invents another one.
func replaced(known map[string]string, old []byte, invent func(old []byte, n int) []byte) []byte {
	key := latin1(old)
	if text, ok := known[key]; ok {
		return bytesOf(text)
	}
	if len(known) >= mostEntries {
		return bytes.Repeat([]byte{'x'}, len(old))
	}
	text := invent(old, len(known)+1)
	known[key] = latin1(text)
	return text
}

// freeName invents a name that nobody has, if there is one.
func (k *Key) freeName(old []byte, n int) []byte {
	const tries = 1000
	var name []byte
	for try := range tries {
		name = invented(old, n+try*mostEntries)
		name[0] = byte('A' + n%26)
		_, had := k.Names[string(name)]
		if !had && !k.taken[string(name)] {
			break
		}
	}
	k.taken[string(name)] = true
	return name
}

// invented gives the text of a number: letters where there were any characters but spaces.
func invented(old []byte, n int) []byte {
	chance := rand.New(rand.NewPCG(uint64(n), uint64(len(old))))
	text := make([]byte, len(old))
	for i, c := range old {
		if text[i] = ' '; c != ' ' {
			text[i] = byte('a' + chance.IntN(26))
		}
	}
	return text
}

// longestName is how long a name within a text may be.
const longestName = 64

// namesIn replaces names that are known in a text, in place, where they stand as words; of two at one place, the longer.
func (k *Key) namesIn(text []byte) (count int64) {
	for at := 0; at < len(text); at++ {
		for size := min(longestName, len(text)-at); size > 0; size-- {
			if !word(text, at, size) {
				continue
			}
			written := latin1(text[at : at+size])
			other, ok := k.Names[written]
			if !ok {
				other, ok = k.folded[fold(written)]
			}
			if ok {
				copy(text[at:at+size], strings.Repeat("x", size))
				copy(text[at:at+size], bytesOf(other))
				at += size - 1
				count++
				break
			}
		}
	}
	return count
}

// word reports whether no letter or digit stands beside some bytes of a text.
func word(text []byte, at, size int) bool {
	return (at == 0 || !letter(text[at-1])) && (at+size == len(text) || !letter(text[at+size]))
}

func letter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0xC0
}

// latin1 gives bytes as the characters that the game shows, and bytesOf takes them back.
func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

func bytesOf(s string) (b []byte) {
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}
