package corpus_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	"bcdump/decode/synth"
)

// networkTroubles are captures of a plain conversation in unusual frames.
var networkTroubles = []capture{
	linked("vlan-triple.pcap", synth.Ethernet(0x88A8, 0x8100, 0x8100), talk),
	linked("sll.pcap", synth.Cooked(), talk),
	linked("sll2.pcap", synth.Cooked2(), talk),
	linked("null-little.pcap", synth.Null(binary.LittleEndian), talk),
	linked("null-big.pcap", synth.Null(binary.BigEndian), talk),
	linked("loop.pcap", synth.Loop(), talk),
	linked("raw-ip.pcap", synth.Raw(101), mixedVersions),
	linked("link-unsupported.pcap", synth.Raw(195), talk),
	framesIn("ipv4-options.pcap", ipv4Options),
	framesIn("ipv6-extensions.pcap", ipv6Extensions),
	framesIn("ipv4-fragments.pcap", ipv4Fragments),
	framesIn("ipv6-fragments.pcap", ipv6Fragments),
	framesIn("udp-length-lies.pcap", udpLengthLies),
	framesIn("udp-empty.pcap", udpEmpty),
	{"snapped.pcap", snapped},
	framesIn("not-udp.pcap", notUDP),
}

// mixedVersions is the conversation over IPv4 and again over IPv6.
func mixedVersions() *synth.Script {
	d := newDialogue()
	converse(d)
	d.server, d.client = server6, client6
	converse(d)
	return d.Script
}

func ipv4Options() [][]byte {
	plain, options := v4(1), v4(2)
	options.Options = synth.Hex("94040000 0707040000000001") // router alert, a route record
	return framed(plain.Packet(udp(chatLine(0, "no options"))), options.Packet(udp(chatLine(1, "options"))))
}

func ipv6Extensions() [][]byte {
	hop, destination := synth.Padding6(0), synth.Padding6(60)
	atomic := synth.Extension{Protocol: 44, Body: synth.Hex("00 0000 00000007")}
	long := synth.Extension{Protocol: 60, Body: append(synth.Hex("01 010C"), make([]byte, 12)...)}
	return framed(
		v6().Packet(udp6(chatLine(0, "no extension"))),
		v6(hop).Packet(udp6(chatLine(1, "hop-by-hop"))),
		v6(hop, destination, atomic).Packet(udp6(chatLine(2, "three, one an atomic fragment"))),
		v6(long).Packet(udp6(chatLine(3, "a long one"))),
	)
}

// ipv4Fragments has a datagram in order, one in disorder with a repeat, two
// interleaved, and one that lacks a fragment.
func ipv4Fragments() [][]byte {
	cut := func(id uint16) [][]byte { return v4(id).Fragments(udp(chatLine(id, longText)), 48) }
	a, b, c, d, e := cut(0), cut(1), cut(2), cut(3), cut(4)
	packets := append([][]byte{}, a...)
	packets = append(packets, b[3], b[1], b[1], b[0], b[2])
	for i := range c {
		packets = append(packets, c[i], d[len(d)-1-i])
	}
	return framed(append(packets, e[0], e[2])...)
}

func ipv6Fragments() [][]byte {
	cut := func(seq uint16) [][]byte {
		return v6(synth.Padding6(0)).Fragments(uint32(seq)+9, udp6(chatLine(seq, longText)), 80)
	}
	a, b := cut(0), cut(1)
	return framed(a[2], b[0], a[0], b[1], a[1], b[2])
}

// udpLengthLies has a UDP length that says more than there is, one that says less,
// and one that cannot be.
func udpLengthLies() [][]byte {
	lying := func(length int, payload []byte) []byte {
		return v4(0).Packet(synth.UDP{From: client, To: server, Length: length}.Datagram(payload))
	}
	return framed(
		v4(0).Packet(udp(chatLine(0, "before"))),
		lying(200, chatLine(1, "says 200")),
		lying(8+len(chatLine(2, "says what it is")), append(chatLine(2, "says what it is"), 1, 2, 3)),
		lying(7, chatLine(3, "says 7")),
		v4(0).Packet(udp(chatLine(4, "after"))),
	)
}

func udpEmpty() [][]byte {
	return framed(
		v4(0).Packet(udp(nil)),
		v4(0).Packet(udp(chatLine(0, "between"))),
		v4(0).Packet(udp(nil)),
	)
}

// snapped is a capture with a snap length: of two datagrams it kept the beginning,
// of one nothing but headers, of the last not even those.
func snapped() []byte {
	const headers = 14 + 20 + 8
	two := synth.Encipher(synth.Datagram(synth.Client, synth.Keepalive(), synth.Reliable(1, synth.Chat(2, "only its beginning"))))
	frames := timed(framed(
		v4(0).Packet(udp(chatLine(0, "whole"))),
		v4(0).Packet(udp(two)),
		v4(0).Packet(udp(two)),
		v4(0).Packet(udp(chatLine(2, "nothing of it"))),
		v4(0).Packet(udp(chatLine(3, "not even headers"))),
	))
	for i, keep := range map[int]int{1: headers + 2 + 1 + 15, 2: headers + 2 + 1 + 4, 3: headers, 4: 30} {
		frames[i] = frames[i].Snap(keep)
	}
	return ethernet(frames)
}

// notUDP has frames of other protocols around one datagram, and broken headers.
func notUDP() [][]byte {
	game := v4(0).Packet(udp(chatLine(0, "the only one")))
	tcp := append([]byte{}, game...)
	tcp[9] = 6
	badVersion := append([]byte{}, game...)
	badVersion[0] = 0x95
	frames := framed(tcp, game, badVersion, game[:24])
	arp := append(append([]byte{}, frames[0][:12]...), 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1)
	return append(frames, arp, frames[0][:9])
}

func ethernet(frames []synth.Frame) []byte { return synth.Pcap{Link: 1}.File(frames) }

// timed gives frames their times, a step apart.
func timed(data [][]byte) []synth.Frame {
	frames := make([]synth.Frame, len(data))
	for i, b := range data {
		frames[i] = synth.Frame{Time: start.Add(step * time.Duration(i)), Data: b}
	}
	return frames
}

// framed puts packets into Ethernet frames.
func framed(packets ...[]byte) [][]byte {
	frames := make([][]byte, len(packets))
	for i, p := range packets {
		frames[i] = synth.Ethernet().Frame(p)
	}
	return frames
}

// chatLine is the payload of a UDP datagram with one chat line.
func chatLine(seq uint16, text string) []byte {
	return synth.Encipher(synth.Datagram(synth.Client, synth.Reliable(seq, synth.Chat(2, text))))
}

// udp is a UDP datagram from the client to the server.
func udp(payload []byte) []byte {
	return synth.UDP{From: client, To: server}.Datagram(payload)
}

func udp6(payload []byte) []byte {
	return synth.UDP{From: client6, To: server6}.Datagram(payload)
}

func v4(id uint16) synth.IPv4 {
	return synth.IPv4{Src: client.Addr(), Dst: server.Addr(), ID: id}
}

func v6(extensions ...synth.Extension) synth.IPv6 {
	return synth.IPv6{Src: client6.Addr(), Dst: server6.Addr(), Extensions: extensions}
}

const longText = "a chat line that is so long that the network cuts it into several fragments, " +
	"which then arrive in any order and have to be joined before anything of it can be read"

func cut(b []byte, n int) []byte { return b[:len(b)-n] }

// little is the conversation in the form that most software writes.
func little() []byte { return talk().Pcap(synth.Ethernet()) }

// talkFrames is the same, frame by frame.
func talkFrames() []synth.Frame { return talk().Frames(synth.Ethernet()) }

// traceLogs are text logs, sound and damaged.
var traceLogs = []capture{
	{"trace-log.log", func() []byte { return synth.StockJoin().TraceLog(synth.StockServer) }},
	{"trace-log-fragments.log", func() []byte { return synth.StockFragments().TraceLog(synth.StockServer) }},
	{"trace-log-text.log", func() []byte { return synth.StockGameSpy().TraceLog(synth.StockServer) }},
	{"trace-log-odd.log", oddTraceLog},
	{"trace-log-cut.log", func() []byte { return cut(talk().TraceLog(server), 150) }},
}

// oddTraceLog has carriage returns, midnight, a missing record, a call that failed, a row
// that cannot be read, one out of step, and too few bytes.
func oddTraceLog() []byte {
	log := string(talk().TraceLog(server))
	head, rest, _ := strings.Cut(log, "\n\n")
	records := strings.SplitAfter(rest, "\n\n")
	records[0] = strings.Replace(records[0], "[12:", "[23:", 1)
	records[1] = strings.Replace(records[1], "rc=", "rc=-", 1)
	records[3] = strings.Replace(records[3], "0000: ", "0000: x", 1)
	records[4] = strings.Replace(records[4], "0000:", "0010:", 1)
	records[5] = strings.Replace(records[5], "len=", "len=1", 1)
	odd := head + "\n\n" + strings.Join(append(records[:2:2], records[3:]...), "")
	return bytes.ReplaceAll([]byte(odd), []byte("\n"), []byte("\r\n"))
}
