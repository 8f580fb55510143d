package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/trial"
)

// This program stands in for bcdump and tshark if it is started by itself: the folder of the capture names
// what is wrong with them.
const fakes = "PEERS_FAKES"

func TestMain(m *testing.M) {
	if os.Getenv(fakes) != "" {
		os.Exit(fake(filepath.Base(filepath.Dir(os.Args[len(os.Args)-1])), os.Args[1:]))
	}
	_ = os.Setenv(fakes, "1")
	os.Exit(m.Run())
}

// fake prints what bcdump and tshark print of a capture of three frames, of which the first two
// are datagrams.
func fake(wrong string, args []string) int {
	if args[0] == "--disable-protocol" {
		return fakeTshark(wrong)
	}
	command := args[0]
	workers := ""
	if i := slices.Index(args, "-j"); i > 0 {
		workers = args[i+1]
	}
	switch {
	case wrong == "crash" && command == "timeline":
		panic("broken")
	case wrong == "signal" && command == "timeline":
		kill()
	case wrong == "hang" && command == "timeline":
		time.Sleep(time.Minute)
	case wrong == "memory" && command == "timeline":
		fill := make([]byte, 150e6)
		for i := range fill {
			fill[i] = 1
		}
	case wrong == "status" && command == "timeline":
		return 2
	case wrong == "other status" && command == "stats":
		return 3
	case wrong == "verify" && command == "verify" && !slices.Contains(args, "--update"):
		return 1
	case wrong == "terminal" && command == "timeline":
		fmt.Fprintln(os.Stderr, "warning: \x1b[31m")
	case wrong == "refused":
		fmt.Fprintln(os.Stderr, "bcdump: some.pcap: not a packet capture: found nothing")
		return 1
	}
	switch {
	case command == "stats":
		frames, unknown := 3, 2
		if wrong == "frames" {
			frames = 4
		}
		if wrong == "datagrams of stats" || strings.HasPrefix(wrong, "fragments") {
			unknown = 1
		}
		fmt.Printf(`{"files":[{"frames":%d}],"datagrams":{"bc":0,"gamespy":0,"entity-state":0,"unknown":%d,"empty":0}}`+"\n", frames, unknown)
	case command == "decode" && workers != "":
		fmt.Println(`{"frame":1,"proto":"bc","index":0}` + "\n" + `{"frame":1,"proto":"bc","index":1}`)
		if !(wrong == "unequal" && workers == "2" || strings.HasPrefix(wrong, "fragments")) {
			fmt.Println(`{"frame":2}`)
		}
		switch wrong {
		case "JSON":
			fmt.Println(`{"frame":`)
		case "control in JSON":
			fmt.Println("\"\u009b\"")
		}
	case command == "decode" && wrong == "control in text":
		fmt.Println("name \x1b[2J")
	}
	return 0
}

func kill() {
	process, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = process.Kill()
	}
	panic(err)
}

func fakeTshark(wrong string) int {
	layers := []string{"eth:ethertype:ip:udp:data", "eth:ethertype:ip:udp:data", "eth:ethertype:ip:icmp:ip:udp"}
	if wrong == "datagram of tshark" {
		layers[2] = "eth:ethertype:ip:udp"
	}
	switch wrong {
	case "tshark does not know":
		fmt.Fprintln(os.Stderr, "tshark: The file has data that TShark doesn't support.\n(pcap: major version 1 unsupported)")
		return 2
	case "tshark sees damage":
		fmt.Fprintln(os.Stderr, "tshark: The file appears to have been cut short in the middle of a packet.")
		return 2
	}
	fmt.Println("\tdata\t\t\t\t\t1\t\t") // a block that is no packet
	for i, each := range layers {
		from := ""
		if wrong == "fragments for long" && i == 1 {
			from = "1,2"
		}
		fmt.Printf("1\t%s\t20\t\t\t\t%d\t%s\t\n", each, 31*i, from)
	}
	return 0
}

// tried runs a fake on one capture.
func tried(t *testing.T, wrong string) report {
	t.Helper()
	if testing.Short() {
		t.Skip("runs dozens of programs")
	}
	folder := filepath.Join(t.TempDir(), wrong)
	must.Do(t, os.Mkdir(folder, 0o700))
	must.Do(t, os.WriteFile(filepath.Join(folder, "some.pcap"), []byte("\xd4\xc3\xb2\xa1"), 0o600))
	limit := time.Minute
	if wrong == "hang" {
		limit = 4 * time.Second // of which sound ones take 0.1
	}
	o := options{folder: folder, bcdump: os.Args[0], tshark: os.Args[0], limit: limit, memory: 128e6, parallel: 2, quiet: true}
	results, err := checkAll(o, must.Get(find(folder))(t))
	if err != nil || len(results) != 1 {
		t.Fatal(results, err)
	}
	return report{results: results}
}

func TestAllWell(t *testing.T) {
	r := tried(t, "nothing")
	got := r.results[0]
	if !r.good() || got.frames != 3 || got.udp != 2 || got.theirs.udp != 3 || got.theirs.equal != 2 ||
		got.theirs.explained["inside an ICMP error"] != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTsharkStops(t *testing.T) {
	r := tried(t, "tshark does not know")
	got := r.results[0].theirs.explained
	if why := "tshark stops (pcap: major version N unsupported)"; !r.good() || got[why+": frames"] != 3 || got[why+": datagrams"] != 2 {
		t.Errorf("%+v", r.results[0])
	}
}

// Fragments that took longer than bcdump waits are no difference to look into; others are.
func TestFragmentsForLong(t *testing.T) {
	if r := tried(t, "fragments for long"); !r.good() || r.results[0].theirs.explained["limit: fragments over more than 30 s"] != 1 {
		t.Errorf("%+v", r.results[0])
	}
	r := tried(t, "fragments lost")
	told(t, &r, "frame 2: 0 datagrams, tshark 1")
}

// Whatever goes wrong is noticed, and told.
func TestFindings(t *testing.T) {
	for wrong, want := range map[string]string{
		"crash":              "crash: timeline",
		"signal":             "crash: timeline, status -1",
		"hang":               "hang: timeline",
		"memory":             "memory: timeline",
		"status":             "status: timeline has 2",
		"other status":       "status: stats has 3",
		"verify":             "status: verify has 1",
		"terminal":           "control character: timeline, standard error",
		"unequal":            "unequal: decode -o json",
		"datagrams of stats": "unequal: decode has 2 datagrams, stats has 1",
		"JSON":               "lines: decode -o json",
		"control in JSON":    "lines: decode -o json",
		"control in text":    "lines: decode --color never",
	} {
		t.Run(wrong, func(t *testing.T) {
			t.Parallel() // one of them hangs
			if wrong == "memory" && !knowsPeak() {
				t.Skip("memory is not measured on this system")
			}
			r := tried(t, wrong)
			told(t, &r, want)
			if !strings.Contains(strings.Join(r.results[0].findings, "\n"), want) {
				t.Errorf("%q, expected %q", r.results[0].findings, want)
			}
		})
	}
}

func knowsPeak() bool {
	p, err := start(time.Minute, io.Discard, "true")
	return err == nil && p.Peak > 0
}

// told looks whether the report says it, and that not all is well.
func told(t *testing.T, r *report, want string) {
	t.Helper()
	var out bytes.Buffer
	if err := r.write(&out); err != nil || r.good() || !strings.Contains(out.String(), want) {
		t.Errorf("%v %v, expected %q in\n%s", err, r.good(), want, out.String())
	}
}

// So is a count that differs from that of tshark and has no reason.
func TestUnexplained(t *testing.T) {
	for wrong, want := range map[string]string{
		"frames":             "4 frames, tshark 3",
		"datagram of tshark": "frame 3: 0 datagrams, tshark 1 in eth:ethertype:ip:udp",
		"tshark sees damage": "3 frames, tshark 0",
		"refused":            "refused (not a packet capture), tshark reads 3 frames",
	} {
		t.Run(wrong, func(t *testing.T) {
			r := tried(t, wrong)
			told(t, &r, want)
			if len(r.results[0].unexplained) != 1 || len(r.results[0].findings) > 0 {
				t.Errorf("%+v", r.results[0])
			}
		})
	}
}

func TestPlaceOfUDP(t *testing.T) {
	for layers, want := range map[string]string{
		"eth:ethertype:vlan:ethertype:ip:udp:dns": "",
		"null:ipv6:ipv6.hopopts:ipv6.fraghdr:udp": "",
		"ip:udp": "",
		"eth:ethertype:ip:udp:vxlan:eth:ethertype:ip:udp:dns": "tunnel: udp",
		"eth:ethertype:ip:icmp:ip:udp":                        "inside an ICMP error",
		"eth:ethertype:ip:gre:ip:udp":                         "tunnel: gre",
		"eth:ethertype:mpls:ip:udp":                           "between link and IP: mpls",
		"ppp:ip:udp":                                          "link type: ppp",
		"user_dlt:udp":                                        "without IP: user_dlt",
	} {
		p := packet{layers: strings.Split(layers, ":")}
		direct, elsewhere := p.place()
		if elsewhere != want || direct+min(1, len(elsewhere)) != p.udp() {
			t.Errorf("%s: %d, %q; expected %q", layers, direct, elsewhere, want)
		}
	}
}

// Each reason holds for what it names, and not for what only looks like it.
func TestReason(t *testing.T) {
	const udp = "1\teth:ethertype:ip:udp"
	extended := func(n int) string {
		return "1\teth:ethertype:ipv6" + strings.Repeat(":ipv6.dstopts", n) + ":udp\t20\t\t0\t"
	}
	for _, test := range []struct {
		line string
		ours int
		want string
	}{
		{udp + "\t20\t0\t\t", 0, ""},
		{udp + "\t20\t0\t\t", 2, ""},
		{udp + "\t20\t1\t\t", 0, "fragment"},
		{udp + "\t20\tTrue\t\t", 0, "fragment"},
		{udp + "\t20\t1\t\t", 2, ""},
		{udp + "\t20,9\t0,1\t\t", 0, ""},
		{"1\teth:ethertype:ipv6:ipv6.fraghdr:udp\t20\t\t1\t", 0, "fragment"},
		{udp + "\t7\t0\t\t", 0, "UDP header"},
		{udp + "\t8\t0\t\t", 0, ""},
		{udp + "\t\t0\t\t", 0, "UDP header"},
		{extended(mostExtensions), 0, ""},
		{extended(mostExtensions + 1), 0, "limit"},
		{"1\teth:ethertype:ip\t\t0\t\t[Malformed Packet: IPv4]", 1, "IP options"},
		{"1\teth:ethertype:ip\t\t0\t\t", 1, ""},
		{"1\teth:ethertype:ipv6:ipv6.dstopts\t\t\t\t[Malformed Packet: IPv6 Destination]", 1, "IP options"},
		{"1\teth:ethertype:ip:tcp\t\t\t\t[Malformed Packet: IPv4]", 1, ""},
	} {
		p, ok := parsePacket(test.line + "\t1\t\t")
		if got := p.reason(test.ours); !ok || (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
			t.Errorf("%q, %d: %q, expected %q", test.line, test.ours, got, test.want)
		}
	}
}

func TestFind(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a/b/one.pcap": "", "a/two.CAP.gz": "\x1f\x8bnot", "top.pcapng": "", "c/magic": "\x0a\x0d\x0d\x0a", "c/README": "text",
		".git/x.pcap": "",
	} {
		path := filepath.Join(folder, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	}
	var got []string
	captures, err := find(folder)
	for _, c := range captures {
		got = append(got, fmt.Sprint(c.group, " ", filepath.Base(c.path), " ", c.known))
	}
	if want := []string{"a one.pcap false", "a two.CAP.gz false", "c magic true", ". top.pcapng false"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := find(t.TempDir()); err == nil {
		t.Error("a folder without captures is fine")
	}
}

// The real programs, on captures of ours: some are damaged, have fragments, tunnels, other links.
func TestReal(t *testing.T) {
	if testing.Short() {
		t.Skip("builds bcdump")
	}
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("tshark is not installed")
	}
	bcdump := must.Get(trial.Built())(t)
	folder := t.TempDir()
	names := []string{"empty.pcap", "cut-in-data.pcap", "ipv4-fragments.pcap", "stock-join.pcap", "ng-links.pcapng"}[:heavy.Scale(3, 5)]
	for _, name := range names {
		bytes, err := os.ReadFile("../../testdata/pcaps/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), bytes, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	o := must.Get(parse([]string{"-quiet", "-bcdump", bcdump, folder}))(t)
	results, err := checkAll(o, must.Get(find(folder))(t))
	r := report{results: results}
	var out strings.Builder
	if err != nil || r.write(&out) != nil || strings.Contains(out.String(), "FINDING") || strings.Contains(out.String(), "UNEXPLAINED") {
		t.Fatalf("%v\n%s", err, out.String())
	}
	all := r.sums()[1]
	if all.captures != len(names) || all.refused != 1 || all.damaged == 0 || all.same == 0 || all.claims == 0 || all.frames == 0 {
		t.Errorf("%+v\n%s", all, out.String())
	}
}
