package filter

import (
	"encoding/hex"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// literal is a value of the expression in every form in which it can meet a
// value of a message. A key of a known kind gives it one form, Any several.
type literal struct {
	forms uint16 // one bit per Kind
	num   number
	text  string
	raw   string
	ns    int64
	flag  uint64
	net   netip.Prefix
	port  uint16
	ports bool // port counts
	// server matches the address that is not known
	server bool
}

func (l *literal) has(k Kind) bool { return l.forms&(1<<k) != 0 }

func (l *literal) add(k Kind) { l.forms |= 1 << k }

// order says where the value stands against the literal. Kinds without an
// order know only same and apart.
func (l *literal) order(v *Value) order {
	if !l.has(v.kind) {
		return apart
	}
	switch v.kind {
	case Number:
		return l.num.order(v)
	case Text:
		return orderOf(v.text, l.text)
	case Time:
		return orderOf(int64(v.bits), l.ns)
	case Bool:
		return sameIf(v.bits == l.flag)
	case Bytes:
		return sameIf(v.text == l.raw)
	case Address:
		return sameIf(l.covers(v.addr))
	}
	return apart
}

func (l *literal) covers(a netip.AddrPort) bool {
	if !a.Addr().IsValid() {
		return l.server
	}
	if l.ports && a.Port() != l.port {
		return false
	}
	return l.net.Contains(a.Addr())
}

func sameIf(b bool) order {
	if b {
		return same
	}
	return apart
}

// setText adds the form that text has for a key of kind k. It returns false if
// the text cannot be read as one.
func (l *literal) setText(k Kind, s string) (ok bool) {
	switch k {
	case Number:
		ok = l.setNumber(specialNumber(s))
	case Hex:
		ok = l.setNumber(parseHex(s))
	case Text:
		l.text, ok = s, true
	case Time:
		l.ns, ok = parseTime(s)
	case Address:
		ok = l.setAddress(s)
	case Bytes:
		l.raw, ok = parseBytes(s)
	}
	if ok && k != Hex { // values of hex keys are numbers
		l.add(k)
	}
	return ok
}

func (l *literal) setNumber(n number, ok bool) bool {
	if ok {
		l.num = n
		l.add(Number)
	}
	return ok
}

// setAddress reads "host:port", "host", "network/bits", or the "server" of a text log,
// which does not have its address.
func (l *literal) setAddress(s string) bool {
	if s == "server" {
		l.server = true
		return true
	}
	if ap, err := netip.ParseAddrPort(s); err == nil {
		l.port, l.ports = ap.Port(), true
		return l.setHost(ap.Addr())
	}
	if net, err := netip.ParsePrefix(s); err == nil {
		l.net = net.Masked()
		return true
	}
	if inner, ok := strings.CutPrefix(s, "["); ok {
		s = strings.TrimSuffix(inner, "]")
	}
	host, err := netip.ParseAddr(s)
	return err == nil && l.setHost(host)
}

// setHost makes the address a network of one. A zone names an interface of
// some machine; no capture has one.
func (l *literal) setHost(a netip.Addr) bool {
	if a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	l.net = netip.PrefixFrom(a, a.BitLen())
	return true
}

// parseHex wants the 0x, because "28" could be meant either way.
func parseHex(s string) (number, bool) {
	if !hexPrefix(s) {
		return number{}, false
	}
	if _, err := strconv.ParseUint(s[2:], 16, 64); err != nil {
		return number{}, false
	}
	return parseNumber(s)
}

// parseTime refuses years whose nanoseconds do not fit 64 bits.
func parseTime(s string) (ns int64, ok bool) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0, false
	}
	ns = t.UnixNano()
	return ns, time.Unix(0, ns).Equal(t)
}

func parseBytes(s string) (raw string, ok bool) {
	s = strings.TrimPrefix(strings.ReplaceAll(s, " ", ""), "0x")
	b, err := hex.DecodeString(s)
	return string(b), err == nil
}
