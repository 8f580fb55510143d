package main

import (
	"encoding/json"
	"io/fs"
	"maps"
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
	program, err := exec.LookPath("tshark")
	if err != nil || testing.Short() {
		t.Skip("tshark is not installed, or there is no time for it: nothing to compare with")
	}
	t.Parallel() // most of the time tshark starts
	compared := 0
	for _, path := range heavy.Some(capturesBelow(t, corpusDir), 8) {
		compared += likeTshark(t, program, path, false)
	}
	if compared < 50 {
		t.Errorf("only %d datagrams were compared", compared)
	}
	if folder := os.Getenv("BCDUMP_PEERS"); folder != "" {
		for _, path := range capturesBelow(t, folder) {
			compared += likeTshark(t, program, path, true)
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

// tsharkAsks are the fields that tshark prints of each frame; the first datagram is meant.
var tsharkAsks = []string{"frame.encap_type", "frame.protocols", "udp.dstport", "udp.length", "ip.flags.mf", "ipv6.fraghdr.more", "_ws.malformed", "ip.fragment"}

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
func likeTshark(t *testing.T, program, path string, foreign bool) (equal int) {
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
	args := []string{"--disable-protocol", "tcp", "-n", "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-r", path}
	for _, field := range tsharkAsks {
		args = append(args, "-e", field)
	}
	printed, err := exec.Command(program, args...).Output()
	frames, joined := 0, 0
	for line := range strings.Lines(string(printed)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != len(tsharkAsks) || f[0] == "" { // a record that is no packet
			continue
		}
		frames++
		port, there := ours[frames]
		for i, all := range f[2:] { // of the header that counts, or the last
			if list := strings.Split(all, ","); len(list) > 1 {
				f[2+i] = list[min(max(0, innermost(f[1])), len(list)-1)]
			}
		}
		partial := f[3] == "" || len(f[3]) == 1 && f[3] < "8" || f[4] == "1" || f[4] == "True" || f[5] == "1" || f[5] == "True" // tshark shows what there is of it
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
