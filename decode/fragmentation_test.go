package decode_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/internal/must"
)

// The three fragments of docs/protocol/fragments.md, as they travelled: an Ack and
// fragment 0 in one datagram, fragments 1 and 2 in the next.

// fragmentHeads are the headers of the fragments: type, flags_len, seq, index and, of
// index 0, the total. Observed (the length and flag bytes of all three, all of the
// first).
var fragmentHeads = [3]string{"32 9C A1 02 00 00 03", "32 9C A1 02 00 01", "32 1B A0 02 00 02"}

// fragmentParts are the payload bytes of each: 412 - 7, 412 - 6, 27 - 6.
var fragmentParts = [3]int{405, 406, 21}

// fragmentedAnswer is the payload: a ChecksumResponse of 51 files and a directory
// with 51 files. It is observed up to the hashes of the first file; the others are
// made up.
func fragmentedAnswer() []byte {
	answer := bytesOf("21 02 C4 D1 17 C0 33 00 BA 3E B2 3E 70 71 D3 CC")
	file := func(name, content, i uint32) {
		answer = binary.LittleEndian.AppendUint32(answer, name+i)
		answer = binary.LittleEndian.AppendUint32(answer, content+i)
	}
	for i := range uint32(50) {
		file(0x10000000, 0x20000000, i+1)
	}
	answer = append(answer, bytesOf("01 00 00 00 30 33 00")...)
	for i := range uint32(51) {
		file(0x40000000, 0x50000000, i)
	}
	return append(answer, 0)
}

// fragments gives the three transport messages.
func fragments() (parts [3][]byte) {
	rest := fragmentedAnswer()
	for i, head := range fragmentHeads {
		parts[i] = append(bytesOf(head), rest[:fragmentParts[i]]...)
		rest = rest[fragmentParts[i]:]
	}
	return parts
}

// bytesOf reads hex digits with spaces.
func bytesOf(digits string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	if err != nil {
		panic(err)
	}
	return b
}

// fromClient is a plaintext datagram of client 2.
func fromClient(messages ...[]byte) []byte {
	return append([]byte{2, byte(len(messages))}, bytes.Join(messages, nil)...)
}

// captureOf makes a pcap of raw IP frames, one per plaintext datagram, all from one
// client to one host.
func captureOf(datagrams ...[]byte) []byte {
	const linkRawIP = 101
	le, be := binary.LittleEndian, binary.BigEndian
	pcap := []byte{0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, linkRawIP, 0, 0, 0}
	for i, plain := range datagrams {
		payload := make([]byte, len(plain))
		cipher.Encipher(payload, plain)
		size := 28 + len(payload)
		for _, word := range []int{1, i, size, size} {
			pcap = le.AppendUint32(pcap, uint32(word))
		}
		pcap = be.AppendUint16(append(pcap, 0x45, 0), uint16(size))
		pcap = append(pcap, 0, 0, 0, 0, 64, 17, 0, 0, 10, 10, 10, 239, 10, 10, 10, 1)
		for _, word := range []int{59405, 22101, 8 + len(payload), 0} {
			pcap = be.AppendUint16(pcap, uint16(word))
		}
		pcap = append(pcap, payload...)
	}
	return pcap
}

// told decodes a capture and gives a line for each record.
func told(t *testing.T, pcap []byte) (lines []string) {
	t.Helper()
	for r := range must.Get(decode.Open("memory", bytes.NewReader(pcap), decode.Options{Jobs: 1}))(t).Records() {
		line := fmt.Sprintf("frame %d: %s", r.Frame, tell(r))
		for _, n := range r.Diagnostics() {
			line += " " + string(n.Code)
		}
		lines = append(lines, line)
	}
	return lines
}

func tell(r *decode.Record) string {
	m := r.Header
	switch {
	case r.Part() && m.FragmentIndex == 0:
		return fmt.Sprintf("seq %d part %d of %d, %d bytes", m.Seq, m.FragmentIndex, m.FragmentTotal, m.Length)
	case r.Part():
		return fmt.Sprintf("seq %d part %d, %d bytes", m.Seq, m.FragmentIndex, m.Length)
	case r.Lost():
		return fmt.Sprintf("seq %d lost, frames %v", m.Seq, r.Frames())
	case !r.IsGame():
		return fmt.Sprintf("seq %d %s", m.Seq, r.TypeName())
	}
	text := fmt.Sprintf("seq %d %s, %d bytes", m.Seq, r.Name(), len(r.Payload))
	if r.Joined() {
		text += fmt.Sprintf(" of %v", r.Frames())
	}
	if a, ok := r.Content().Message.(*message.ChecksumResponse); ok && r.Content().Complete() {
		files, directories := a.Tree.Counts()
		text += fmt.Sprintf(", round %d, directory 0x%08X, %d files, %d below", a.Round, a.DirectoryHash, files, directories)
	}
	return text
}

const wholeAnswer = "seq 2 ChecksumResponse, 832 bytes of %s, round 2, directory 0xC017D1C4, 102 files, 1 below"

func TestFragmentationAsObserved(t *testing.T) {
	parts := fragments()
	pcap := captureOf(fromClient(bytesOf("01 02 00 00"), parts[0]), fromClient(parts[1], parts[2]))
	want := []string{
		"frame 1: seq 2 ack ack_unseen",
		"frame 1: seq 2 part 0 of 3, 412 bytes",
		"frame 2: seq 2 part 1, 412 bytes",
		"frame 2: seq 2 part 2, 27 bytes",
		"frame 2: " + fmt.Sprintf(wholeAnswer, "[1 2 2]"),
	}
	if diff := cmp.Diff(want, told(t, pcap)); diff != "" {
		t.Error(diff)
	}
}

// The bytes above are those that an independent implementation joined and
// enciphered.
func TestFragmentationBytes(t *testing.T) {
	const sum = "c75c71561c13453cf999f2bad0e60cccb86a624a11300780bd4d80742ba17a82"
	if got := sha256.Sum256(fragmentedAnswer()); hex.EncodeToString(got[:]) != sum {
		t.Errorf("SHA-256 of the payload is %x, want %s", got, sum)
	}
	parts := fragments()
	datagram := fromClient(bytesOf("01 02 00 00"), parts[0])
	cipher.Encipher(datagram, datagram)
	if want := bytesOf("02D401E56079FBBE0DA5EB6313AE7DD3"); !bytes.HasPrefix(datagram, want) {
		t.Errorf("enciphered datagram begins % X, want % X", datagram[:len(want)], want)
	}
	sizes := []int{len(parts[0]), len(parts[1]), len(parts[2]), len(datagram), len(fromClient(parts[1], parts[2]))}
	if want := []int{412, 412, 27, 418, 441}; !slices.Equal(sizes, want) {
		t.Errorf("sizes %v, want %v", sizes, want)
	}
}

// A whole message of 273 bytes, observed: bit 0 of the byte behind the length byte
// is set although nothing follows. It belongs to the length.
func TestFragmentationNotEveryLongMessage(t *testing.T) {
	digits := must.Get(os.ReadFile(filepath.Join("testdata", "final_round_273.hex")))(t)
	want := []string{
		"frame 1: seq 4 ChecksumResponse, 268 bytes, round 255, directory 0x8794D13F, 28 files, 5 below",
	}
	if diff := cmp.Diff(want, told(t, captureOf(bytesOf(string(digits))))); diff != "" {
		t.Error(diff)
	}
}
