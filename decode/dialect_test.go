package decode_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/outside"
)

// dialectsOf gives the dialect of each StateUpdate with a block, and its reason.
func dialectsOf(t testing.TB, capture []byte, o decode.Options) (list []string, s decode.Summary) {
	t.Helper()
	c := open(t, capture, o)
	for r := range c.Records() {
		m, ok := r.Content().Message.(*message.StateUpdate)
		if !ok {
			continue
		}
		text := r.Context.Dialect.String()
		if m.Subsystems.Reason != "" {
			text += ": " + m.Subsystems.Reason
		}
		list = append(list, text)
	}
	return list, c.Summary()
}

// withShip begins a capture with the creation of a ship.
func withShip(t testing.TB, class *ship.Class, id uint32) *file {
	return newFile().game(client, host, 2, data(0, creationOf(t, class, id, "Kirk", wire.Vector{})))
}

// TestDialectSettles begins with blocks without the shield generator, which read the
// same in both.
func TestDialectSettles(t *testing.T) {
	class := ship.Stock().ByKey("sovereign")
	for _, openbc := range []bool{false, true} {
		w, f := newBlocks(class, openbc, false), withShip(t, class, firstShip)
		w.cursor = 2 // up to the impulse engines, in both
		for range 9 {
			f.toClient(client, w.next(firstShip))
		}
		got, sum := dialectsOf(t, f.data, decode.Options{})
		name := map[bool]string{true: "openbc", false: "stock"}[openbc]
		settled := 0
		for i, d := range got {
			switch {
			case d == "undecided" && settled == 0:
			case d == name:
				settled++
			default:
				t.Errorf("%s: block %d: %q", name, i, d)
			}
		}
		if settled < 3 || len(sum.Servers) != 1 || sum.Servers[0].Address != host {
			t.Errorf("%s: %d blocks, %+v", name, settled, sum.Servers)
		}
		if s := sum.Servers[0]; openbc && (s.OnlyOpenBC == 0 || s.OnlyStock != 0) || !openbc && (s.OnlyStock == 0 || s.OnlyOpenBC != 0) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func reading(payload []byte, class *ship.Class, d message.Dialect) message.SubsystemBlock {
	var decoder message.Decoder
	m := decoder.DecodeIn(payload, message.Context{Class: class, Dialect: d}).Message.(*message.StateUpdate)
	return m.Subsystems
}

// TestDialectNeverNonsense reads one block after another as the first of its server:
// if it comes out decoded, it has to be what was written.
func TestDialectNeverNonsense(t *testing.T) {
	if testing.Short() {
		t.Skip("many captures, one worker")
	}
	for _, class := range flyable() {
		for _, form := range blockForms {
			for start := range class.Subsystems {
				w := form.of(class)
				w.chance = rand.New(rand.NewPCG(uint64(start), 5))
				w.cursor = start
				for range heavy.Scale(2, 16) {
					p := bytes.Clone(w.next(firstShip))
					c := open(t, withShip(t, class, firstShip).toClient(client, p).data, decode.Options{Jobs: 1})
					for r := range c.Records() {
						m, ok := r.Content().Message.(*message.StateUpdate)
						if !ok || !m.Subsystems.Decoded() {
							continue
						}
						dialect := message.Stock
						if form.openbc {
							dialect = message.OpenBC
						}
						if want := reading(p, class, dialect); !reflect.DeepEqual(states(&m.Subsystems), states(&want)) {
							t.Errorf("%s, %s: %x decoded as %v: %+v", class.Key, form.name, p[10:], r.Context.Dialect, m.Subsystems.Items)
						}
					}
				}
			}
		}
	}
}

// states are the values of a block.
func states(b *message.SubsystemBlock) (all [][]byte) {
	for i := range b.Items {
		s := &b.Items[i]
		all = append(all, append([]byte{byte(s.Index), s.Condition, s.Power, s.Main, s.Backup, byte(len(s.Children))}, append(bytes.Clone(s.Children), s.Facings...)...))
	}
	return all
}

// TestDialectDissent puts blocks of the other dialect among a hundred.
func TestDialectDissent(t *testing.T) {
	class := ship.Stock().ByKey("sovereign")
	tests := []struct {
		name         string
		stock, other int
		want         string
	}{
		{"none", 100, 0, "stock"},
		{"one in a hundred", 100, 1, "stock"},
		{"one of two", 1, 1, "stock"},
		{"nearly all", 1, 120, "openbc"},
	}
	for _, tt := range tests {
		f := withShip(t, class, firstShip)
		only := func(openbc bool, n int) {
			w := newBlocks(class, openbc, false)
			for n > 0 {
				p := w.next(firstShip)
				s, o := reading(p, class, message.Stock), reading(p, class, message.OpenBC)
				if s.HasShield && s.Sound(message.Stock) != o.Sound(message.OpenBC) {
					f.toClient(client, p)
					n--
				}
			}
		}
		only(false, tt.stock)
		only(true, tt.other)
		got, sum := dialectsOf(t, f.data, decode.Options{})
		if last := got[len(got)-1]; !strings.HasPrefix(last, tt.want) || sum.Servers[0].Dialect.String() != tt.want {
			t.Errorf("%s: %q, %+v", tt.name, last, sum.Servers)
		}
	}
}

// TestDialectForced shows that the user's word stands, and that the evidence is
// counted all the same.
func TestDialectForced(t *testing.T) {
	class := ship.Stock().ByKey("sovereign")
	w, f := newBlocks(class, true, false), withShip(t, class, firstShip)
	for range 30 {
		f.toClient(client, w.next(firstShip))
	}
	for _, d := range []message.Dialect{message.Stock, message.OpenBC} {
		got, sum := dialectsOf(t, f.data, decode.Options{Dialect: d})
		for i, text := range got {
			if !strings.HasPrefix(text, d.String()) {
				t.Errorf("block %d: %q, forced %v", i, text, d)
			}
		}
		if s := sum.Servers[0]; s.Dialect != d || s.OnlyOpenBC == 0 {
			t.Errorf("%v: %+v", d, s)
		}
	}
}

// TestDialectOfSharedCaptures expects every block of a server to be decoded to its
// last byte, the first one included.
func TestDialectOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 64<<20) {
		want := message.OpenBC
		switch {
		case strings.HasPrefix(name, "synth"):
			want = message.Stock
		case strings.HasPrefix(name, "otherclient"):
			continue // their creations are of another shape: no ship is known
		}
		c := open(t, raw, decode.Options{})
		blocks, bad, raws := 0, 0, 0
		for r := range c.Records() {
			m, ok := r.Content().Message.(*message.StateUpdate)
			if !ok || r.Dir != decode.ToClient || m.DirtyFlags&message.FlagSubsystems == 0 {
				continue
			}
			if blocks++; m.Subsystems.Raw != nil {
				raws++
				t.Logf("%s frame %d: %s", name, r.Frame, m.Subsystems.Reason)
			} else if !m.Subsystems.Decoded() || !m.Subsystems.BitsOK {
				bad++
			}
		}
		sum := c.Summary()
		t.Logf("%s: %d blocks, %+v", name, blocks, sum.Servers)
		if bad > 0 || raws > 0 || blocks == 0 || len(sum.Servers) != 1 || sum.Servers[0].Dialect != want || sum.Servers[0].OnlyStock != 0 && want == message.OpenBC {
			t.Errorf("%s: of %d blocks %d are not sound and %d raw; %+v", name, blocks, bad, raws, sum.Servers)
		}
	}
}
