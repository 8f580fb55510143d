package wireshark_test

import (
	"bufio"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/wireshark"
)

// shown is a field as tshark shows it.
type shown struct {
	name, show, value string // value = its bytes, in hex digits
	label             string // what people see
	pos, size         int
	fields            []*shown
}

// packet is one packet of tshark.
type packet struct {
	number     int
	time       string   // seconds since 1970
	bc         []*shown // the datagram and each message that it completes; nil = it is not annotated
	others     []string // names of all other protocols
	unreadable bool     // the plugin says so
	failed     string   // what Lua says; "" = nothing
}

// pdml reads what `tshark -T pdml` prints, an element on each line, and gives one packet after the
// other to take.
func pdml(t testing.TB, r io.Reader, take func(*packet)) {
	t.Helper()
	lines := bufio.NewReaderSize(r, 1<<20)
	var p *packet
	var open []*shown
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "<packet>":
			p, open = &packet{}, nil
		case line == "</packet>":
			take(p)
		case line == "</proto>" || line == "</field>":
			open = open[:len(open)-1]
		case strings.HasPrefix(line, "<proto ") || strings.HasPrefix(line, "<field "):
			f := element(line)
			p.add(f, open)
			if !strings.HasSuffix(line, "/>") {
				open = append(open, f)
			}
		}
	}
}

// add puts a field where it belongs.
func (p *packet) add(f *shown, open []*shown) {
	switch {
	case len(open) == 0 && f.name == "bc":
		p.bc = append(p.bc, f)
	case len(open) == 0:
		p.others = append(p.others, f.name)
	case open[0].name == "geninfo" && f.name == "num":
		p.number, _ = strconv.Atoi(f.show)
	case open[0].name == "geninfo" && f.name == "timestamp":
		p.time = f.value
	case strings.HasPrefix(f.show, "Lua Error"):
		p.failed = f.show
	case f.name == "bc.annotations":
		p.unreadable = true
	default:
		open[len(open)-1].fields = append(open[len(open)-1].fields, f)
	}
}

func element(line string) *shown {
	f := &shown{name: attribute(line, "name"), show: attribute(line, "show"), value: attribute(line, "value"), label: attribute(line, "showname")}
	f.pos, _ = strconv.Atoi(attribute(line, "pos"))
	f.size, _ = strconv.Atoi(attribute(line, "size"))
	return f
}

// attribute gives the value of one of an element; the values of others have no quotes in them.
func attribute(line, name string) string {
	_, rest, ok := strings.Cut(line, " "+name+"=\"")
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, "\"")
	return html.UnescapeString(value)
}

// program gives the path of tshark, or skips the test.
func program(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("tshark")
	if err != nil {
		t.Skip("tshark is not installed")
	}
	return path
}

// pluginFile writes the plugin.
func pluginFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bcdump.lua")
	f := must.Get(os.Create(path))(t)
	must.Do(t, wireshark.WritePlugin(f, "a test"))
	must.Do(t, f.Close())
	return path
}

// tshark runs it with the plugin on a capture, and gives its output to read. It has settings of its
// own, not those of the user.
func tshark(t testing.TB, plugin, capture string, read func(io.Reader), arguments ...string) {
	t.Helper()
	cmd := exec.Command(program(t), append([]string{"-n", "-r", capture, "-X", "lua_script:" + plugin}, arguments...)...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "TZ=UTC")
	var said strings.Builder
	cmd.Stderr = &said
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	read(out)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("tshark: %v: %s", err, said.String())
	}
	if strings.Contains(strings.ToLower(said.String()), "lua") {
		t.Fatalf("tshark: %s", said.String())
	}
}
