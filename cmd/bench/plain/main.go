// Plain is the baseline that bcdump is compared with: a program as one would write it in an
// afternoon, with the usual libraries and no attention to speed. Packets come from gopacket's
// PacketSource, each datagram is deciphered by itself as the game does it, each message becomes a
// struct, and encoding/json prints it.
//
// What comes in: the name of a pcap file. What goes out: JSON Lines on standard output, one
// for each transport message, with the fields of StateUpdate and the payload of all others
// as hex. It knows less than bcdump: no reassembly, no links, no other messages, no other
// containers. It must not use anything of this module but the plain cipher, or it would
// not be an honest peer.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"

	"bcdump/decode/cipher"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: plain FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(1)
	}
}

func run(name string, w io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	out := bufio.NewWriter(w)
	if err := printCapture(file, out); err != nil {
		return err
	}
	return out.Flush()
}

// printCapture decodes a capture.
func printCapture(r io.Reader, w io.Writer) error {
	capture, err := newPcap(r)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(w)
	packets := gopacket.NewPacketSource(capture, layers.LinkTypeEthernet)
	for frame := 1; ; frame++ {
		packet, err := packets.NextPacket()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := printPacket(packet, frame, lines); err != nil {
			return err
		}
	}
}

// line is one line of the output.
type line struct {
	Frame  int          `json:"frame"`
	Time   string       `json:"time"`
	Src    string       `json:"src"`
	Dst    string       `json:"dst"`
	Peer   byte         `json:"peer"`
	Index  int          `json:"index"`
	Type   string       `json:"type"`
	Len    int          `json:"len"`
	Seq    *uint16      `json:"seq,omitempty"`
	Opcode string       `json:"opcode,omitempty"`
	Fields *stateUpdate `json:"fields,omitempty"`
	Raw    string       `json:"raw,omitempty"`
}

// printPacket prints the messages of a packet, if it is one of the game.
func printPacket(packet gopacket.Packet, frame int, lines *json.Encoder) error {
	udp, ok := packet.TransportLayer().(*layers.UDP)
	if !ok || len(udp.Payload) == 0 || udp.Payload[0] == '\\' {
		return nil
	}
	plain := make([]byte, len(udp.Payload))
	cipher.PlainDecipher(plain, udp.Payload)
	network := packet.NetworkLayer().NetworkFlow()
	for i, m := range split(plain) {
		l := line{
			Frame: frame,
			Time:  packet.Metadata().Timestamp.UTC().Format(time.RFC3339Nano),
			Src:   fmt.Sprintf("%s:%d", network.Src(), udp.SrcPort),
			Dst:   fmt.Sprintf("%s:%d", network.Dst(), udp.DstPort),
			Peer:  plain[0], Index: i, Type: m.name, Len: m.length, Seq: m.seq,
		}
		l.describe(m)
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// describe adds what the payload says.
func (l *line) describe(m message) {
	payload := m.payload
	if m.name == "data" && !m.fragment && len(payload) > 0 {
		l.Opcode = fmt.Sprintf("0x%02X", payload[0])
		if payload[0] == 0x1C {
			l.Fields = readStateUpdate(payload)
		}
	}
	if l.Fields == nil {
		l.Raw = fmt.Sprintf("%x", payload)
	}
}
