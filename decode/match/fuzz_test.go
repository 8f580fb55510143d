package match_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/internal/must"
)

const corpus = "../../testdata/pcaps"

// holds follows the match of any bytes, and checks what must hold.
func holds(t *testing.T, data []byte) {
	t.Helper()
	c, err := decode.Open("any", bytes.NewReader(data), decode.Options{Jobs: 1})
	if err != nil {
		return
	}
	m := match.NewOf(20)
	m.AskRelays()
	own := match.Keep(m, func(x *match.Ship) *match.Ship { return x })
	m.Begin("any")
	for r := range c.Records() {
		change := m.Take(r)
		if _, ok := r.Content().Message.(*message.StateUpdate); ok && r.Content().Fields > 0 && change.Ship == nil {
			t.Errorf("frame %d: an update of no ship", r.Frame)
		}
		if change.Ship != nil && own.Of(change.Ship) != change.Ship {
			t.Errorf("frame %d: a ship that nobody was told of", r.Frame)
		}
	}
	m.End()
	ended(t, m)
}

// ended checks the account of a capture that was read.
func ended(t *testing.T, m *match.Match) {
	t.Helper()
	for _, c := range m.Connections() {
		if c.Ending.Why == match.Open || c.Ending.Frame == 0 || c.Entered.Frame != 0 && c.Player == nil {
			t.Errorf("connection %d: %+v, player %v", c.Number, c.Ending, c.Player)
		}
	}
	for opcode, row := range m.Relays() {
		if row.Pairs != row.Got+row.Missing || row.Missing < int64(len(row.First)) || row.Originals < 0 {
			t.Errorf("opcode 0x%02X: %+v", opcode, row)
		}
	}
	for _, k := range m.Kills() {
		if k.Victim == nil || k.Before < 0 || k.Shot.Frame > k.Frame {
			t.Errorf("kill %+v", k)
		}
	}
}

// twice is an update that is sent again, which nobody but other software does.
func twice() []byte {
	var s synth.Script
	update := message.Append(nil, message.OpcodeStateUpdate, &message.StateUpdate{ObjectID: 0x3FFFFFFF})
	for range 2 {
		s.Game(0, synth.StockClient, synth.StockServer, synth.Datagram(synth.Client, synth.Reliable(1, update)))
	}
	return s.Pcap(synth.Ethernet())
}

// TestCorpus follows the match of every capture of the corpus.
func TestCorpus(t *testing.T) {
	holds(t, twice())
	for _, name := range small(t, 1<<20) {
		data := must.Get(os.ReadFile(name))(t)
		t.Run(filepath.Base(name), func(t *testing.T) { holds(t, data) })
	}
}

// TestBootPlayer has a third-party server that throws a client out, before it is in the game.
func TestBootPlayer(t *testing.T) {
	var s synth.Script
	s.Game(0, synth.StockClient, synth.StockServer, synth.Datagram(synth.Client, synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: 7})))
	s.Game(time.Second, synth.StockServer, synth.StockClient, synth.Datagram(synth.Host, synth.Reliable(0, synth.Hex("04 02"))))
	m := follow(t, s.Pcap(synth.Ethernet()))
	if c := m.Connections(); len(c) != 1 || c[0].Ending.Why != match.Refused || c[0].Ending.Frame != 2 || c[0].Ending.Text != "BootPlayer, reason 2" {
		t.Errorf("%+v", c[0].Ending)
	}
}

// small lists the captures of the corpus up to a size.
func small(t testing.TB, most int64) (names []string) {
	t.Helper()
	for _, name := range must.Get(filepath.Glob(filepath.Join(corpus, "*.pcap*")))(t) {
		if i, err := os.Stat(name); err == nil && i.Size() <= most && filepath.Ext(name) != ".golden" {
			names = append(names, name)
		}
	}
	if len(names) < 50 {
		t.Fatalf("%d captures", len(names))
	}
	return names
}

// FuzzMatch follows the match of any bytes.
func FuzzMatch(f *testing.F) {
	f.Add(twice())
	for _, name := range small(f, 12<<10) {
		f.Add(must.Get(os.ReadFile(name))(f))
	}
	f.Fuzz(holds)
}
