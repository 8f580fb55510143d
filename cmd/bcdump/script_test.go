package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/itchyny/gojq/cli"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/internal/enclosed"
	"bcdump/internal/heavy"
	"bcdump/internal/trial"
	"bcdump/report/terminal"
)

func TestMain(m *testing.M) {
	testscript.Main(enclosedTests{m}, map[string]func(){"bcdump": func() { debug.SetGCPercent(100); main() }, "bcdump-broken": brokenMain, "jq": func() { os.Exit(cli.Run()) }})
}

// enclosedTests are the tests of this package, which run every command of the program.
type enclosedTests struct{ *testing.M }

func (m enclosedTests) Run() int {
	// Who starts the tests may have Ctrl-C ignored, as shells do for what runs in the background. The programs
	// that the tests start would ignore it too, but not where it is caught.
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	// Tests run the program itself: it starts in two thirds of the time of this binary, and has not its memory. Under the
	// race detector they run this binary, which has the detector too.
	if !heavy.Race {
		if path, err := trial.Built(); err == nil {
			_ = os.Setenv("PATH", filepath.Dir(path)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		}
	}
	return enclosed.Run(m.M)
}

// TestScripts runs the program as a user does. The scripts make their captures with
// "mkpcap KIND FILE", since a capture does not read well in a text file. "run bcdump ARGS" is "exec bcdump
// ARGS" without a process, for what does not depend on one; "run 3 bcdump ARGS" demands that status.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script") // commands that run inside change the folder
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	if heavy.Race { // those whose commands share work between goroutines in their own way; the others take minutes, or run what their packages try
		for _, name := range []string{"decode", "report", "stats", "status", "streams", "timeline"} {
			files = append(files, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"mkpcap": makePcap, "run": runInside},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// inside is held by the script that runs a command in the process of the tests, which has one folder.
var inside sync.Mutex

func runInside(ts *testscript.TestScript, neg bool, args []string) {
	want := 0
	if n, err := strconv.Atoi(args[0]); err == nil {
		want, args = n, args[1:]
	}
	if args[0] != "bcdump" {
		ts.Fatalf("usage: run [STATUS] bcdump ...")
	}
	status := statusInside(ts, args[1:])
	if neg && status == exitOK || !neg && status != want {
		ts.Fatalf("unexpected status %d", status)
	}
}

func statusInside(ts *testscript.TestScript, args []string) int {
	inside.Lock()
	defer inside.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	return run(args, streams{in: strings.NewReader(""), out: ts.Stdout(), err: terminal.NewWriter(ts.Stderr()), width: terminal.DefaultWidth})
}

// makePcap writes a capture. A name that ends with .gz or .zst makes it compressed.
func makePcap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mkpcap KIND FILE")
	}
	build, ok := pcaps[args[0]]
	if !ok {
		ts.Fatalf("mkpcap: no kind %q", args[0])
	}
	data := build()
	var packed bytes.Buffer
	switch {
	case strings.HasSuffix(args[1], ".gz"):
		w := gzip.NewWriter(&packed)
		_, err := w.Write(data)
		ts.Check(err)
		ts.Check(w.Close())
		data = packed.Bytes()
	case strings.HasSuffix(args[1], ".zst"):
		w, err := zstd.NewWriter(nil)
		ts.Check(err)
		data = w.EncodeAll(data, nil)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o644))
}

// edited gives a battle, of a minute if nothing is said, in which something is wrong.
func edited(o battle.Options, do edit.Edit) func() []byte {
	return func() []byte {
		o.Duration, o.Seed, o.Start = cmp.Or(o.Duration, time.Minute), cmp.Or(o.Seed, 1), time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		var file bytes.Buffer
		_, err := recorder.Record(&file, o, recorder.Options{Start: o.Start})
		c, wrong := edit.Read(file.Bytes())
		if err = cmp.Or(err, wrong); err != nil {
			panic(err)
		}
		return c.Of(do)
	}
}

// forgets has the host pass nothing on that has an opcode.
func forgets(opcode int) edit.Edit { return edit.Each(edit.Copied.And(edit.Down(opcode)), edit.Omit) }

var lie = edit.Lie(2, 20*time.Second, "hull", 38)

// pcaps are the kinds of captures that mkpcap makes.
var pcaps = map[string]func() []byte{
	// Three messages of client and host.
	"chat": func() []byte {
		return newPcap().chat(1, "hello").chat(2, "\x1b[31mevil").state().data
	},
	// The first of them and a damaged datagram.
	"damaged-datagram": func() []byte {
		return newPcap().chat(1, "hello").udp(append([]byte{2}, "damaged datagram"...)).data
	},
	// The file ends within its last record.
	"cut": func() []byte {
		d := newPcap().chat(1, "hello").chat(2, "cut").data
		return d[:len(d)-5]
	},
	// A record in the middle has an impossible length.
	"damaged": func() []byte {
		f := newPcap().chat(1, "hello")
		at := len(f.data)
		f.chat(2, "lost")
		f.data[at+11] = 0x7F
		return f.data
	},
	// Three seconds of two players of the other protocol.
	"entities": func() []byte {
		game := battle.EntityGame(battle.Options{Players: 2, Duration: 3 * time.Second, Seed: 3})
		return game.Pcap(synth.Ethernet())
	},
	// The same with a player whose name a spreadsheet would run.
	"formula": func() []byte {
		game := battle.EntityGame(battle.Options{Players: 2, Duration: 3 * time.Second, Seed: 3})
		return bytes.ReplaceAll(game.Pcap(synth.Ethernet()), []byte("Cady2"), []byte("=1+1\x1b"))
	},
	"no-frames": func() []byte { return newPcap().data },
	// A client names another sender of its texts.
	"wrong-sender": edited(battle.Options{Players: 2}, edit.Each(edit.Up(0x2C), edit.Relays(edit.Set(func(m *message.Chat) { m.SenderID++ })))),
	// A ship is elsewhere for some time, as its owner tells, and nobody else is told so.
	"jumps": edited(battle.Options{Players: 3}, edit.Every(4, edit.FromClient.And(edit.On(1), edit.Has(message.FlagPosition)), edit.Update(func(u *message.StateUpdate) { u.Position[0] += 5000 }))),
	// The host does not pass creations of ships on, or chat.
	"forgets-ships": edited(battle.Options{Players: 3}, forgets(message.OpcodeObjectCreateTeam)),
	"forgets-chat":  edited(battle.Options{Players: 2}, forgets(0x2C)),
	// Ace is told another condition of the hulls of others.
	"lie": edited(battle.Options{Players: 3}, lie),
	"long": func() []byte {
		f := newPcap()
		for i := range 20_000 {
			f.chat(uint16(i), strings.Repeat("long ", 20))
		}
		return f.data
	},
}

// pcap is a classic pcap of raw IPv4 packets, a second after one another.
type pcap struct {
	data   []byte
	frames uint32
}

func newPcap() *pcap {
	return &pcap{data: []byte{0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0}}
}

// udp adds a datagram of 10.0.0.2:1024 to 10.0.0.1:22101.
func (p *pcap) udp(payload []byte) *pcap {
	size := uint32(28 + len(payload))
	for _, v := range []uint32{1771106880 + p.frames, 0, size, size} {
		p.data = binary.LittleEndian.AppendUint32(p.data, v)
	}
	p.frames++
	p.data = append(p.data, 0x45, 0, byte(size>>8), byte(size), 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 2, 10, 0, 0, 1)
	p.data = append(p.data, 1024>>8, 1024&0xFF, 22101>>8, 22101&0xFF, byte((size-20)>>8), byte(size-20), 0, 0)
	p.data = append(p.data, payload...)
	return p
}

func (p *pcap) game(header transport.Message, payload ...byte) *pcap {
	datagram := header.Append([]byte{2, 1}, payload)
	cipher.Encipher(datagram, datagram)
	return p.udp(datagram)
}

func (p *pcap) chat(seq uint16, text string) *pcap {
	payload := append([]byte{0x2C, 2, 0, 0, 0, byte(len(text)), 0}, text...)
	return p.game(transport.NewData(true, seq), payload...)
}

// state adds a StateUpdate with a speed.
func (p *pcap) state() *pcap {
	return p.game(transport.NewData(false, 0), 0x1C, 0xFF, 0xFF, 0xFF, 0x3F, 0, 0, 0x48, 0x41, 0x10, 0, 0x40)
}

// slowWithRaces leaves a test to the run without race detector: it is about texts, runs the same
// commands as TestScripts does, and takes minutes with it.
func slowWithRaces(t *testing.T) {
	t.Helper()
	if heavy.Race {
		t.Skip("about texts, not about goroutines")
	}
}
