package capture

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// summary is what a whole capture comes to.
type summary struct {
	frames      int64
	first, last Time
	others      map[Kind]int
	udp         []string // "frame length" of each UDP datagram, the header counted
}

// summarize reads a capture through Reader, Dissector and Defragmenter.
func summarize(t *testing.T, file string) summary {
	t.Helper()
	input := must.Get(os.Open(file))(t)
	defer func() { _ = input.Close() }()
	r := must.Get(NewReader(input, Options{}))(t)
	var b Batch
	var d Dissector
	joiner := NewDefragmenter()
	s := summary{others: map[Kind]int{}}
	for r.Read(&b) == nil {
		for i := range b.Frames {
			f := &b.Frames[i]
			s.take(f, &d, joiner, t)
		}
	}
	if r.DamageCount() != 0 {
		t.Errorf("%s: damage %v", file, r.Damage())
	}
	s.frames = r.Frames()
	return s
}

func (s *summary) take(f *Frame, d *Dissector, joiner *Defragmenter, t *testing.T) {
	t.Helper()
	if f.Number == 1 {
		s.first = f.Time
	}
	s.last = f.Time
	var out Datagram
	kind := d.Dissect(f, &out)
	if kind == UDP {
		ledger(t, f, &out)
	}
	if kind == Fragment {
		x := d.Fragment()
		kind = joiner.Join(f, &x, &out)
	}
	if kind != UDP {
		s.others[kind]++
		return
	}
	s.udp = append(s.udp, fmt.Sprintf("%d %d", f.Number, out.Length()+udpHeader))
}

// tshark lists frame number and UDP length of each UDP datagram. ICMP errors, inside
// which tshark sees the datagram that they report, are left out: nobody sent a
// datagram there.
func tshark(t *testing.T, file string) []string {
	t.Helper()
	program, err := exec.LookPath("tshark")
	if err != nil {
		t.Skip("tshark is not installed")
	}
	out := must.Get(exec.Command(program, "-r", file, "-T", "fields", "-E", "separator=/s",
		"-e", "frame.number", "-e", "udp.length", "-Y", "udp && !icmp && !icmpv6").Output())(t)
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

func compareLists(t *testing.T, name string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		a, b := "nothing", "nothing"
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if a != b {
			t.Errorf("%s: datagram %d (frame length): %s, tshark says %s", name, i+1, a, b)
			return
		}
	}
}

// TestOutside compares captures with what is written beside them, and with tshark.
func TestOutside(t *testing.T) {
	for _, file := range outside.Captures(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := must.Get(os.ReadFile(file + ".expect.json"))(t)
			var want struct {
				Auto struct {
					Frames  int64
					FirstTs string         `json:"first_ts"`
					LastTs  string         `json:"last_ts"`
					Network map[string]int `json:"network"`
				}
			}
			must.Do(t, json.Unmarshal(text, &want))
			s := summarize(t, file)
			stamp := func(at Time) string { return fmt.Sprintf("%d.%09d", at.Sec, at.Nanos) }
			if s.frames != want.Auto.Frames || stamp(s.first) != want.Auto.FirstTs || stamp(s.last) != want.Auto.LastTs {
				t.Errorf("%d frames from %s to %s, expected %+v", s.frames, stamp(s.first), stamp(s.last), want.Auto)
			}
			network := want.Auto.Network
			others := network["arp"] + network["tcp"] + network["icmp"] + network["other_ip"]
			if len(s.udp) != network["udp"] || s.others[NotUDP] != others {
				t.Errorf("%d datagrams and %d frames of something else, expected %d and %d", len(s.udp), s.others[NotUDP], network["udp"], others)
			}
			if sum := len(s.udp) + s.others[NotUDP]; int64(sum) != s.frames {
				t.Errorf("%d of %d frames have a place: %v", sum, s.frames, s.others)
			}
			compareLists(t, filepath.Base(file), s.udp, tshark(t, file))
		})
	}
}

// A capture with every link type, tags, extensions and fragments in disorder,
// read by tshark and by us.
func TestGeneratedAgainstTshark(t *testing.T) {
	var p pngFile
	p.section(nil)
	all := []uint16{LinkEthernet, LinkSLL, LinkSLL2, LinkNull, LinkLoop, LinkRaw, LinkIPv4, LinkIPv6}
	id := map[uint16]uint32{}
	for i, link := range all {
		id[link] = uint32(i)
		if link == 0 {
			p.describe(noLink, 0)
			continue
		}
		p.describe(uint32(link), 0)
	}
	udp := udpBytes(pattern(33, 1))
	for _, is6 := range []bool{false, true} {
		packet := v4{options: []byte{7, 3, 4, 0}}.bytes(udp)
		if is6 {
			packet = v6{next: -1}.bytes(join([]byte{60, 0, 1, 4, 0, 0, 0, 0, 17, 0, 1, 4, 0, 0, 0, 0}, udp))
		}
		frames := links(is6, packet)
		names := make([]string, 0, len(frames))
		for name := range frames {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			f := frames[name]
			interfaceID, ok := id[f.Link]
			if !ok || name == "tag 0x9200" || strings.HasSuffix(name, " 10") || strings.Contains(name, "loopback 108 little") {
				continue // a link, tag, family or byte order that tshark does not try
			}
			p.enhanced(interfaceID, 0, f.Data)
		}
	}
	payload := udpBytes(pattern(5000, 2))
	for i, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
		for _, n := range order {
			x := fragments(1, payload, 1480)[n]
			p.enhanced(id[LinkIPv4], 0, v4{id: i + 1, offset: x.Offset, more: x.More}.bytes(x.Data))
			p.enhanced(id[LinkIPv6], 0, v6{next: 44}.bytes(v6Fragment(17, i+1, x.Offset, x.More, x.Data)))
		}
	}
	file := filepath.Join(t.TempDir(), "generated.pcapng")
	must.Do(t, os.WriteFile(file, p.content, 0o600))
	got := summarize(t, file)
	if len(got.udp) < 40 {
		t.Errorf("%d datagrams", len(got.udp))
	}
	compareLists(t, "generated", got.udp, tshark(t, file))
}
