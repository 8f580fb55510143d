package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestCountsOfTshark compares the frames of captures, and the destination of the UDP datagram of each, with what tshark
// sees: of the corpus, an ordinary run of a part of it, and of the folder that BCDUMP_PEERS names, with captures of
// other projects (docs/dev/testing.md). In those nothing may be taken for traffic of the game.
func TestCountsOfTshark(t *testing.T) {
	heavy.SkipRace(t, "runs another program")
	program, err := exec.LookPath("sharkd") // comes with tshark
	if err != nil || testing.Short() {
		t.Skip("sharkd is not installed, or there is no time for it: nothing to compare with")
	}
	t.Parallel() // most of the time sharkd reads
	theirs := startSharkd(t, program)
	compared := 0
	for _, path := range heavy.Some(capturesBelow(t, corpusDir), 8) {
		compared += likeTshark(t, theirs, path, false)
	}
	if compared < 50 {
		t.Errorf("only %d datagrams were compared", compared)
	}
	if folder := os.Getenv("BCDUMP_PEERS"); folder != "" {
		for _, path := range capturesBelow(t, folder) {
			compared += likeTshark(t, theirs, path, true)
		}
	}
	t.Logf("%d datagrams", compared)
}

func capturesBelow(t *testing.T, folder string) (paths []string) {
	t.Helper()
	name := regexp.MustCompile(`\.(pcap|pcapng|cap|ntar|trace)(\.(gz|zst))?$`)
	must.Do(t, filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && name.MatchString(path) {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}

// sharkd is tshark that reads one capture after another: half a second of a processor goes into each start of tshark.
type sharkd struct {
	to   *json.Encoder
	from *json.Decoder
}

func startSharkd(t *testing.T, program string) *sharkd {
	t.Helper()
	settings := t.TempDir()
	for name, text := range map[string]string{"disabled_protos": "tcp\n", "preferences": "nameres.network_name: FALSE\n", "colorfilters": ""} {
		must.Do(t, os.WriteFile(filepath.Join(settings, name), []byte(text), 0o600))
	}
	cmd := exec.Command(program, "-")
	cmd.Env = append(os.Environ(), "WIRESHARK_CONFIG_DIR="+settings)
	in, out := must.Get(cmd.StdinPipe())(t), must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { // with its input sharkd ends
		must.Do(t, in.Close())
		must.Do(t, cmd.Wait())
	})
	return &sharkd{json.NewEncoder(in), json.NewDecoder(out)}
}

// damagedMost frames of a damaged capture are compared: tshark takes zeros for frames, by the half million.
const damagedMost = 20_000

// tsharkAsks are the fields of each frame; of all datagrams in it.
var tsharkAsks = []string{"frame.encap_type", "frame.protocols", "udp.dstport", "udp.length", "ip.flags.mf", "ipv6.fraghdr.more", "_ws.malformed", "ip.fragment"}

// read gives the fields of the first frames of a capture, at most so many, and an error if the capture cannot be read to its end.
func (s *sharkd) read(t *testing.T, path string, most int) (frames [][]string, err error) {
	t.Helper()
	type object map[string]any
	asks := object{"limit": most}
	for i, field := range tsharkAsks {
		asks[fmt.Sprintf("column%d", i)] = field + ":0"
	}
	const load, list = 1, 2
	must.Do(t, s.to.Encode(object{"jsonrpc": "2.0", "id": load, "method": "load", "params": object{"file": path}}))
	must.Do(t, s.to.Encode(object{"jsonrpc": "2.0", "id": list, "method": "frames", "params": asks}))
	err = errors.New("damaged") // sharkd does not answer load then
	for opened := true; ; {
		var answer struct {
			ID            int
			Error, Result json.RawMessage
		}
		must.Do(t, s.from.Decode(&answer))
		switch opened = opened && answer.Error == nil; {
		case !opened && answer.ID == list: // sharkd lists the frames of the previous capture
			return nil, err
		case answer.ID == list:
			var rows []struct{ C []string }
			must.Do(t, json.Unmarshal(answer.Result, &rows))
			for _, row := range rows {
				frames = append(frames, row.C)
			}
			return frames, err
		case opened:
			err = nil
		}
	}
}

// innermost gives the place of the datagram that counts among the UDP headers of a frame, as tshark names its layers; -1 =
// there is none. Errors, streams and registers quote others, and links and tags that are not read have none for us.
func innermost(protocols string) int {
	list := strings.Split(protocols, ":")
	at, headers := -1, 0
	for i, name := range list {
		switch name {
		case "icmp", "icmpv6", "tcp", "pim", "arcnet", "macsec", "nsh":
			return at
		case "eth", "ip", "ipv6":
			at = -1
		case "udp":
			at, headers = headers, headers+1
			if tunnels := []string{"vxlan", "geneve", "mpls"}; i+1 == len(list) || !slices.Contains(tunnels, list[i+1]) {
				return at
			}
		}
	}
	return at
}

// oldVXLAN is a port on which tshark does not look for VXLAN.
const oldVXLAN = "8472"

// tsharkJoins counts the datagrams that tshark puts together of fragments that differ where they overlap, are too many,
// or came too late for us.
var tsharkJoins = map[string]int{"ipv4-fragments-conflicting.pcap": 1, "ipv4-fragments-limits.pcap.gz": 2}

// likeTshark compares one capture and counts the datagrams that both have. Where tshark stops and we read on, and where
// both call it damaged, only what it read is compared.
func likeTshark(t *testing.T, theirs *sharkd, path string, foreign bool) (equal int) {
	t.Helper()
	ours := map[int]string{}
	decoded := runHostile(80, "decode", "-q", "-o", "json", "--", path)
	for line := range strings.Lines(string(decoded.out)) {
		var r struct {
			Frame, Index int
			Dst, Proto   string
			Frames       []int
		}
		must.Do(t, json.Unmarshal([]byte(line), &r))
		if r.Index == 0 && r.Frames == nil {
			ours[r.Frame] = r.Dst[strings.LastIndexByte(r.Dst, ':')+1:]
		}
		if foreign && r.Proto != "unknown" {
			t.Errorf("%s: frame %d is taken for %s", path, r.Frame, r.Proto)
		}
	}
	most := math.MaxInt32
	if decoded.status == exitDamaged {
		most = damagedMost
	}
	list, err := theirs.read(t, path, most)
	frames, joined := 0, 0
	for _, f := range list {
		if f[0] == "" { // a record that is no packet
			continue
		}
		frames++
		port, there := ours[frames]
		for i, all := range f[2:] { // of the header that counts, or the last
			if list := strings.Split(all, ","); len(list) > 1 {
				f[2+i] = list[min(max(0, innermost(f[1])), len(list)-1)]
			}
		}
		partial := f[3] == "" || len(f[3]) == 1 && f[3] < "8" || f[4] == "Set" || f[4] == "True" || f[5] == "Yes" || f[5] == "True" // tshark shows what there is of it
		switch theirs := innermost(f[1]) >= 0 && (f[2] != oldVXLAN || there); {
		case theirs && there && port == f[2]:
			equal++
		case decoded.status == exitNothing || f[6] != "" || theirs && !there && partial:
		case theirs && !there && decoded.status == exitDamaged && err != nil && frames > slices.Max(slices.Collect(maps.Keys(ours))): // it sees the damage later
		case theirs && !there && strings.HasSuffix(path, "_IPV4_invalid.pcap"): // it has IPv6, of which only tshark knows nothing wrong
		case theirs && !there && f[7] != "":
			joined++
		case theirs != there || port != f[2] && theirs:
			t.Errorf("%s: frame %d: a datagram to port %q, by tshark %q in %s", path, frames, port, f[2], f[1])
		}
	}
	if joined != tsharkJoins[filepath.Base(path)] && !foreign {
		t.Errorf("%s: tshark puts %d more datagrams together", path, joined)
	}
	var s struct{ Files []struct{ Frames int } }
	_ = json.Unmarshal(runHostile(80, "stats", "-q", "-o", "json", "--", path).out, &s) // nothing of what is no capture
	if decoded.status == exitOK && err == nil && (len(s.Files) != 1 || s.Files[0].Frames != frames) {
		t.Errorf("%s: %+v, by tshark %d frames", path, s.Files, frames)
	}
	return equal
}
