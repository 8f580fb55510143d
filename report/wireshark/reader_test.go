package wireshark_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/report/wireshark"
)

// dissection is what the plugin made of a packet.
type dissection struct {
	steps, items, depth int
	outcome, said       string
}

// dissected has each Lua that is here run the plugin on packets, and gives what it made of them. Without
// one the test is skipped.
func dissected(t *testing.T, packets [][]byte, each func(lua string, i int, d dissection)) {
	t.Helper()
	var input bytes.Buffer
	for _, p := range packets {
		fmt.Fprintln(&input, hex.EncodeToString(p))
	}
	file, found := pluginFile(t), false
	for _, lua := range []string{"lua5.2", "lua5.3", "lua5.4"} {
		path, err := exec.LookPath(lua)
		if err != nil {
			continue
		}
		found = true
		command := exec.Command(path, filepath.Join("testdata", "reader.lua"), file)
		command.Stdin = bytes.NewReader(input.Bytes())
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", lua, err, out)
		}
		lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if len(lines) != len(packets) {
			t.Fatalf("%s: %d lines for %d packets", lua, len(lines), len(packets))
		}
		for i, line := range lines {
			var d dissection
			if _, err := fmt.Sscanf(line, "%d %d %d %s", &d.steps, &d.items, &d.depth, &d.outcome); err != nil {
				t.Fatalf("%s: %q: %v", lua, line, err)
			}
			_, d.said, _ = strings.Cut(line, d.outcome+" ")
			each(lua, i, d)
		}
	}
	if !found {
		t.Skip("no lua5.2, lua5.3 or lua5.4")
	}
}

// annotated is a packet with annotations, whatever they are. end is behind their length.
func annotated(annotations, end []byte) []byte {
	b := append(bytes.Repeat([]byte{0}, 42), annotations...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(annotations)))
	return append(b, end...)
}

// ending gives the last bytes of annotated packets: the version, the magic.
func ending(t testing.TB) []byte {
	t.Helper()
	packet := mutated(t, 1)[0].Data
	return packet[len(packet)-12:]
}

// TestOtherPlugin: annotations of another version are not read as if they were of this one.
func TestOtherPlugin(t *testing.T) {
	packet := mutated(t, 1)[0].Data
	packets := [][]byte{packet}
	for _, at := range []int{11, 10, 9} {
		other := bytes.Clone(packet)
		other[len(other)-at]++
		packets = append(packets, other)
	}
	dissected(t, packets, func(lua string, i int, d dissection) {
		if d.outcome != "ok" || strings.Contains(d.said, "another bcdump") != (i > 0) {
			t.Errorf("%s, packet %d: %s %q", lua, i, d.outcome, d.said)
		}
	})
}

// TestReaderEnds: forged annotations, as one datagram to a live capture has them, neither keep the
// plugin busy nor take its memory.
func TestReaderEnds(t *testing.T) {
	// No plaintext, the record begins at 0; then lines.
	const head, digits = "D0\t0\n", "99999999999999999999999999"
	var deep strings.Builder
	for depth := range 20_000 {
		fmt.Fprintf(&deep, "%do\ta\t\n", depth)
	}
	end := ending(t)
	for name, annotations := range map[string]string{
		"a line without end":        head + "0i\ta\t1",
		"a plaintext without end":   "D0\t" + digits + "\n0i\ta\t1\n",
		"a plaintext of -1":         "D0\t-1\n",
		"a datagram beyond all":     "D" + digits + "\t0\n0i1,1\ta\t1\n",
		"a number without end":      head + "0i\tframe\t" + strings.Repeat("9", 200_000) + "\n",
		"no number":                 head + "0i\tframe\tx\n",
		"a range beyond all":        head + "0i" + digits + "," + digits + "\tframe\t1\n",
		"half a range":              head + "0r1\tframe\t1\n",
		"values within values":      head + deep.String(),
		"values within nothing":     head + "5i\ta\t1\n",
		"values within a value":     head + "0i\tframe\t1\n1i\tframe\t1\n",
		"values beside values":      head + strings.Repeat("0z\t\t\n", 50_000),
		"more of nothing":           head + "0+\t\tmore\n",
		"a value of no datagram":    "0i\tframe\t1\n",
		"a record of no datagram":   "R0\t0\tA\tB\n",
		"a record of -12 bytes":     head + "R0\t-12\tA\tB\n",
		"a kind that nobody has":    head + "0?\ta\t1\n",
		"a note of no severity":     head + "0n\tnotes\tx\n",
		"nothing":                   "",
		"one byte":                  "0",
		"records without bodies":    head + strings.Repeat("R0\t0\t\t\n", 40_000),
		"datagrams without records": strings.Repeat(head, 40_000),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			dissected(t, [][]byte{annotated([]byte(annotations), end)}, func(lua string, _ int, d dissection) {
				if d.outcome != "ok" || d.depth > 150 || d.items > 80_000 {
					t.Errorf("%s: %s %q, %d items, depth %d, %v", lua, d.outcome, d.said, d.items, d.depth, time.Since(start))
				}
			})
		})
	}
}

// TestReaderMutated: annotations of real captures with bytes changed, cut and repeated end, and mostly are
// called unreadable; unchanged they are read.
func TestReaderMutated(t *testing.T) {
	list := mutated(t, heavy.Scale(200, 2000))
	var packets [][]byte
	for i := range list {
		packets = append(packets, list[i].Data)
	}
	unread := 0
	dissected(t, packets, func(lua string, i int, d dissection) {
		switch {
		case d.outcome != "ok":
			t.Errorf("%s, packet %d: %s: %x", lua, i, d.said, packets[i])
		case i%whole == 0 && d.said != "":
			t.Errorf("%s, packet %d: %s", lua, i, d.said)
		case d.said != "":
			unread++
		}
	})
	if unread == 0 {
		t.Error("whatever is changed, all is read")
	}
}

// whole is every how manieth packet of mutated is as it was.
const whole = 10

// mutated are packets of an export. Most have bytes of their annotations changed or overwritten by the
// largest of all numbers, some the length of the annotations.
func mutated(t testing.TB, n int) (list []capture.Frame) {
	t.Helper()
	all := frames(t, exported(t, read(t, corpus("session-small.pcap")), decode.Options{}, wireshark.Options{}))
	random := rand.New(rand.NewPCG(3, 4))
	const footer = 16
	for i := range n {
		f := all[i%len(all)]
		f.Data = bytes.Clone(f.Data)
		if room := len(f.Data) - footer - 42; i%whole != 0 && room > 0 {
			for range 1 + random.IntN(8) {
				f.Data[42+random.IntN(room)] = byte(random.Uint32())
			}
			if at := 42 + random.IntN(room); i%3 == 0 {
				copy(f.Data[at:len(f.Data)-footer], bytes.Repeat([]byte{0xFF}, 12))
			}
			if i%5 == 1 {
				f.Data[len(f.Data)-13-random.IntN(4)] ^= 1 << random.IntN(8) // the length
			}
		}
		list = append(list, f)
	}
	return list
}
