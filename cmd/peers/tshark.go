package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/terminal"
)

// tally is what tshark counts in a capture, and how that goes with bcdump.
type tally struct {
	read      bool // tshark reads it, to the end or to a place where it is damaged
	frames    int
	udp       int            // UDP headers, of which a frame may have several
	equal     int            // datagrams that both have in the same frame
	explained map[string]int // what only one has, by reason: datagrams, frames, or captures
}

func (t *tally) explain(reason string, n int) {
	if t.explained == nil {
		t.explained = map[string]int{}
	}
	if n > 0 {
		t.explained[reason] += n
	}
}

// fields are what tshark is asked for, in this order.
var fields = []string{
	"frame.encap_type", "frame.protocols", "udp.length", "ip.flags.mf", "ipv6.fraghdr.more", "_ws.malformed",
	"frame.time_epoch", "ip.fragment", "ipv6.fragment",
}

// packet is a line of tshark: a frame as it sees it.
type packet struct {
	noPacket      bool     // a record of the file that nobody sent, such as a line of a journal
	layers        []string // "eth", "ethertype", "ip", "udp", "dns"
	length        string   // of the first UDP header
	firstFragment bool     // of the first IP header, or one in the middle
	malformed     string
	seconds       float64 // since 1970
	joinedFrom    int     // the number of the first frame of which tshark joined fragments; 0 = none
	waited        float64 // seconds since that one
}

func parsePacket(line string) (p packet, ok bool) {
	values := strings.Split(line, "\t")
	if len(values) != len(fields) {
		return p, false
	}
	first := func(field int) string {
		value, _, _ := strings.Cut(values[field], ",")
		return value
	}
	seconds, _ := strconv.ParseFloat(values[6], 64)
	from, _ := strconv.Atoi(first(7) + first(8))
	return packet{
		seconds: seconds, joinedFrom: from,
		noPacket:      values[0] == "",
		layers:        strings.Split(values[1], ":"),
		length:        first(2),
		firstFragment: isTrue(first(3)) || isTrue(first(4)),
		malformed:     values[5],
	}, true
}

// isTrue reads a flag, as older and newer releases of tshark write it.
func isTrue(flag string) bool { return flag == "1" || flag == "True" }

// compare runs tshark, and explains each frame in which it sees another number of datagrams. What
// is inside TCP takes tshark most of its time, and is nothing to compare.
func (c *checker) compare() {
	if c.broken != nil {
		return
	}
	each := lines{each: func(line []byte) {
		if p, ok := parsePacket(string(line)); ok {
			c.compareFrame(&p)
		}
	}}
	args := []string{"--disable-protocol", "tcp", "-n", "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a"}
	for _, field := range fields {
		args = append(args, "-e", field)
	}
	const patience = 10 // times the limit: tshark takes long, and is not on trial
	p, err := start(patience*c.limit, &each, c.options.tshark, append(args, "-r", c.path)...)
	each.finish()
	c.broken = err
	c.theirs.read = c.theirs.frames > 0 || p.Status == 0
	c.compareWhole(&p)
}

// compareFrame compares the datagrams of the next frame.
func (c *checker) compareFrame(p *packet) {
	t := &c.theirs
	if p.noPacket {
		t.explain("not a packet: another kind of record, which tshark counts too", 1)
		return
	}
	t.frames++
	c.times = append(c.times, p.seconds)
	if 0 < p.joinedFrom && p.joinedFrom <= len(c.times) {
		p.waited = p.seconds - c.times[p.joinedFrom-1]
	}
	ours, theirs := 0, p.udp()
	if t.frames <= len(c.datagrams) {
		ours = int(c.datagrams[t.frames-1])
	}
	t.udp += theirs
	t.equal += min(ours, theirs)
	if ours == theirs || c.status == statusRefused {
		return
	}
	if reason := p.reason(ours); reason != "" {
		t.explain(reason, max(ours-theirs, theirs-ours))
		return
	}
	c.differs("frame %d: %d datagrams, tshark %d in %s", t.frames, ours, theirs, terminal.Cut(strings.Join(p.layers, ":"), 100))
}

func (c *checker) differs(format string, args ...any) {
	c.unexplained = append(c.unexplained, fmt.Sprintf(format, args...))
}

// compareWhole compares what is said of the capture as a whole.
func (c *checker) compareWhole(tshark *process) {
	t := &c.theirs
	refused := c.status == statusRefused
	switch {
	case refused && !t.read:
	case refused && c.known:
		c.differs("refused (%s), tshark reads %d frames", c.refused, t.frames)
	case refused:
		t.explain("format: neither pcap nor pcapng, which tshark reads: frames", t.frames)
	case c.frames > t.frames && c.stopped(tshark) != "":
		t.explain(c.stopped(tshark)+": frames", c.frames-t.frames)
		t.explain(c.stopped(tshark)+": datagrams", c.behind(t.frames))
	case c.frames < t.frames && c.status == statusDamaged && tshark.Status != 0:
		t.explain("damage, which tshark sees later: frames", t.frames-c.frames)
	case c.frames != t.frames:
		c.differs("%d frames, tshark %d", c.frames, t.frames)
	}
}

// tsharkWhy is what tshark says in brackets of a capture that it does not read on.
var tsharkWhy = regexp.MustCompile(`\(pcap(?:ng)?: [^\n]*\)`)

// tsharkLimit tells what tshark does not know from what it takes for damage.
var tsharkLimit = regexp.MustCompile(`version|network type|bigger than maximum`)

// stopped says why tshark does not read on where bcdump does; "" = for no good reason. Damage is
// one if bcdump calls the capture damaged too.
func (c *checker) stopped(tshark *process) string {
	why := varying.ReplaceAllString(tsharkWhy.FindString(tshark.said), "N")
	switch {
	case tshark.Hung:
		return "tshark takes too long"
	case tshark.Status == 0:
		return ""
	case c.status == statusDamaged:
		return "damage, where tshark stops"
	case tsharkLimit.MatchString(why):
		return "tshark stops " + why
	}
	return ""
}

// behind counts our datagrams behind a frame.
func (c *checker) behind(frame int) (n int) {
	for _, each := range c.datagrams[min(frame, len(c.datagrams)):] {
		n += int(each)
	}
	return n
}

// Layers as tshark names them.
var (
	// links are link layers that bcdump reads, and what may stand between them and IP.
	links = []string{"eth", "ethertype", "vlan", "ieee8021ad", "sll", "null", "loop", "raw"}
	// extensions may stand between IPv6 and UDP.
	extensions = []string{"ipv6.hopopts", "ipv6.routing", "ipv6.dstopts", "ipv6.fraghdr", "ah", "mipv6", "hip", "shim6"}
)

// udp counts the UDP headers of a frame.
func (p *packet) udp() (n int) {
	for _, layer := range p.layers {
		if layer == "udp" {
			n++
		}
	}
	return n
}

// Limits of bcdump (docs/limits.md).
const (
	mostExtensions = 16
	mostWaiting    = 30 // seconds for fragments
)

// reason says why bcdump has another number of datagrams than tshark; "" = it should not.
func (p *packet) reason(ours int) string {
	direct, elsewhere := p.place()
	switch {
	case ours == direct:
		return elsewhere
	case ours == 0 && p.extensions() > mostExtensions:
		return "limit: more than 16 IPv6 extension headers"
	case ours == 0 && p.waited > mostWaiting:
		return "limit: fragments over more than 30 s"
	case ours == 0 && p.firstFragment:
		return "fragment of an incomplete datagram: tshark shows the beginning"
	case ours == 0 && (p.length == "" || len(p.length) == 1 && p.length < "8"):
		return "UDP header cut, or a length in it below 8"
	case ours == 1 && p.endsInIP() && strings.Contains(p.malformed, "IPv"):
		return "IP options broken: tshark stops there"
	}
	return ""
}

func (p *packet) endsInIP() bool {
	last := p.layers[len(p.layers)-1]
	return isIP(last) || slices.Contains(extensions, last)
}

// extensions counts the extension headers of IPv6.
func (p *packet) extensions() (n int) {
	for _, layer := range p.layers {
		if slices.Contains(extensions, layer) {
			n++
		}
	}
	return n
}

// place counts the datagrams that stand directly behind the first IP header, 0 or 1, which is
// what bcdump looks for, and says where the first of the others stands.
func (p *packet) place() (direct int, elsewhere string) {
	for i, layer := range p.layers {
		if layer != "udp" {
			continue
		}
		where := within(p.layers[:i])
		if where == "" {
			direct++
		} else if elsewhere == "" {
			elsewhere = where
		}
	}
	return direct, elsewhere
}

// within names what holds a UDP header, given the layers before it; "" = a link, and IP.
func within(before []string) string {
	ip := slices.IndexFunc(before, isIP)
	if ip < 0 {
		return "without IP: " + before[len(before)-1]
	}
	if unknown := slices.IndexFunc(before[:ip], func(layer string) bool { return !slices.Contains(links, layer) }); unknown == 0 {
		return "link type: " + before[0]
	} else if unknown > 0 {
		return "between link and IP: " + before[unknown]
	}
	inner := before[ip+1:]
	if slices.Contains(inner, "icmp") || slices.Contains(inner, "icmpv6") {
		return "inside an ICMP error"
	}
	if unknown := slices.IndexFunc(inner, func(layer string) bool { return !slices.Contains(extensions, layer) }); unknown >= 0 {
		return "tunnel: " + inner[unknown]
	}
	return ""
}

func isIP(layer string) bool { return layer == "ip" || layer == "ipv6" }
