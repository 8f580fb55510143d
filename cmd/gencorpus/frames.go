package main

import (
	"time"

	"bcdump/decode/synth"
)

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
