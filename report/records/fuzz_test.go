package records_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/internal/must"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// FuzzRecords takes plaintext game datagrams through the decoder and holds each line
// against the schema and the order of its keys, and each text against what a terminal
// may be sent. Each datagram of the input stands behind two bytes: who sent it, and its
// length.
func FuzzRecords(f *testing.F) {
	all := oddities(f)
	for _, d := range payloads(all) {
		f.Add(append([]byte{d[0], byte(len(d) - 1)}, d[1:]...))
	}
	c := newChecker(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		opened := must.Get(decode.Open("fuzz", bytes.NewReader(captureOf(input)), decode.Options{Jobs: 1, Protocol: decode.BC}))(t)
		text := records.Text(records.TextOptions{Hex: true, Explain: true})()
		for r := range opened.Records() {
			for _, hex := range []bool{false, true} {
				if line := records.AppendJSON(nil, r, records.JSONOptions{Hex: hex}); c.check(line) != nil {
					t.Fatalf("%v\n%s", c.check(line), line)
				}
			}
			if line := text(nil, r); !utf8.Valid(line) || bytes.ContainsFunc(line, isControl) {
				t.Fatalf("not for a terminal: %q", line)
			}
		}
	})
}

func isControl(r rune) bool { return r != '\n' && printable.Control(r) }

// oddityHeaders are the bytes before the payload in the frames of oddities.
const oddityHeaders = 28

// payloads gives the plaintexts of a capture as oddities writes it, each behind a byte
// that is 1 if the host sent it. What is longer than one byte can say is left out.
func payloads(pcap []byte) (all [][]byte) {
	for pcap = pcap[24:]; len(pcap) > 0; {
		n := 16 + int(pcap[8]) + int(pcap[9])<<8
		frame := pcap[16:n]
		plain := make([]byte, len(frame)-oddityHeaders+1)
		cipher.Decipher(plain[1:], frame[oddityHeaders:])
		if frame[12+3] == 1 { // the address of the host ends with 1
			plain[0] = 1
		}
		if len(plain) <= 256 {
			all = append(all, plain)
		}
		pcap = pcap[n:]
	}
	return all
}

// captureOf writes the datagrams of an input into a capture.
func captureOf(input []byte) []byte {
	pcap := []byte{0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 101, 0, 0, 0}
	for frame := 1; len(input) >= 2; frame++ {
		n := min(int(input[1]), len(input)-2)
		o := oddity{client: 'a' + input[0]>>1&3, fromHost: input[0]&1 == 1, payload: make([]byte, n), kept: n, claimed: n}
		cipher.Encipher(o.payload, input[2:2+n])
		pcap = o.appendTo(pcap, frame)
		input = input[2+n:]
	}
	return pcap
}
