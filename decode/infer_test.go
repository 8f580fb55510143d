package decode_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
)

// form is a way in which a server sends the blocks of a ship.
type blockForm struct {
	name                   string
	openbc, remote, moving bool
}

var blockForms = []blockForm{
	{"stock, owner", false, false, false}, {"stock, others", false, true, false},
	{"stock, others, moving", false, true, true},
	{"openbc, owner", true, false, false}, {"openbc, others", true, true, false},
}

func (f blockForm) of(class *ship.Class) *blocks {
	b := newBlocks(class, f.openbc, f.remote)
	b.moving = f.moving
	return b
}

// opinions gives the classes that a capture was read with, one after the other; ""
// where the class is open. A class that comes and stays gives ["", "galaxy"].
func opinions(t testing.TB, capture []byte) (list []string, after int) {
	t.Helper()
	n := 0
	for r := range open(t, capture, decode.Options{Jobs: 1}).Records() {
		if _, ok := r.Content().Message.(*message.StateUpdate); !ok {
			continue
		}
		got := classOf(r)
		if got != "" && !r.Context.Inferred {
			t.Fatalf("frame %d: %s is not marked as inferred", r.Frame, got)
		}
		if len(list) == 0 || list[len(list)-1] != got {
			list, after = append(list, got), n
		}
		n++
	}
	return list, after + 1
}

// pair tells the classes whose blocks are the same.
func pair(key string) bool { return key == "akira" || key == "nebula" }

// TestInferEveryClass sends the blocks of each flyable ship without its creation,
// from every subsystem on and with a fifth of them lost.
func TestInferEveryClass(t *testing.T) {
	if testing.Short() {
		t.Skip("many captures, one worker")
	}
	for _, class := range flyable() {
		for _, form := range blockForms {
			slowest := 0
			for start := 0; start < len(class.Subsystems); start += heavy.Scale(3, 1) {
				for _, loss := range []int{0, 20} {
					w, chance := form.of(class), rand.New(rand.NewPCG(7, uint64(start)))
					w.cursor = start
					f := newFile()
					for range 120 {
						if p := w.next(firstShip); chance.IntN(100) >= loss {
							f.toClient(client, p)
						}
					}
					got, after := opinions(t, f.data)
					want := []string{"", class.Key}
					if pair(class.Key) {
						want, after = []string{""}, 0
					}
					if !slices.Equal(got, want) {
						t.Errorf("%s, %s, from %d, %d %% lost: %q", class.Key, form.name, start, loss, got)
					}
					if start == 0 && loss == 0 {
						t.Logf("%-12s %-22s %2d blocks", class.Key, form.name, after)
					}
					slowest = max(slowest, after)
				}
			}
			if slowest > 40 {
				t.Errorf("%s, %s: takes %d blocks", class.Key, form.name, slowest)
			}
		}
	}
}

// position is an update of the owner with the hash of its ship.
func position(id uint32, hash uint16) []byte {
	return message.Append(nil, 0x1C, &message.StateUpdate{
		ObjectID: id, DirtyFlags: message.FlagPosition, HasHash: true, SubsysHash: hash,
	})
}

// power is an update of the owner with settings of these subsystems.
func power(id uint32, indexes ...uint8) []byte {
	m := &message.StateUpdate{ObjectID: id, DirtyFlags: message.FlagWeapons}
	for _, i := range indexes {
		m.Power = append(m.Power, message.PowerSetting{Index: i, Value: 204})
	}
	return message.Append(nil, 0x1C, m)
}

func torpedo(id uint32) []byte {
	return message.Append(nil, 0x19, &message.TorpedoFire{ObjectID: id, Flags: 4})
}

func pulse(id uint32) []byte { return message.Append(nil, 0x1A, &message.BeamFire{ObjectID: id}) }

// TestInferEvidence combines blocks with what else tells classes apart.
func TestInferEvidence(t *testing.T) {
	stock := ship.Stock()
	send := func(f *file, key string, n int) *file {
		w := blockForms[0].of(stock.ByKey(key))
		for range n {
			f.toClient(client, w.next(firstShip))
		}
		return f
	}
	tests := []struct {
		name string
		file *file
		want string // the opinions in their order
	}{
		{"hash of an Akira", send(newFile(), "akira", 9).game(client, host, 2, unreliable(position(firstShip, 0xFB37))), ", akira"},
		{"hash of a Nebula", send(newFile(), "nebula", 9).game(client, host, 2, unreliable(position(firstShip, 0x040C))), ", nebula"},
		{"unknown hash", send(newFile(), "nebula", 9).game(client, host, 2, unreliable(position(firstShip, 0x1234))), ""},
		{"hash alone", newFile().game(client, host, 2, unreliable(position(firstShip, 0xFB37))), "akira"},
		{"hash that blocks refute", send(send(newFile(), "shuttle", 1).game(client, host, 2, unreliable(position(firstShip, 0xFB37))), "shuttle", 9), ", shuttle"},
		{"hash before blocks that refute it", send(newFile().game(client, host, 2, unreliable(position(firstShip, 0xFB37))), "shuttle", 60), "akira, , shuttle"},
		{"power settings exclude", send(newFile().game(client, host, 2, unreliable(power(firstShip, 1))), "galaxy", 9), ""},
		{"power settings allow", send(newFile().game(client, host, 2, unreliable(power(firstShip, 2, 10))), "galaxy", 9), ", galaxy"},
		{"power settings that no ship has", send(newFile().game(client, host, 2, unreliable(power(firstShip, 0, 1, 13))), "galaxy", 9), ", galaxy"},
		{"a tube excludes", send(newFile().game(client, host, 2, unreliable(power(firstShip, 2))).game(client, host, 2, unreliable(torpedo(firstShip+1+13))), "galaxy", 9), ""},
		{"a tube of the class", send(send(newFile(), "galaxy", 1).game(client, host, 2, unreliable(torpedo(firstShip+1+5))), "galaxy", 9), ", galaxy"},
		{"a cannon of the class", send(send(newFile(), "birdofprey", 1).game(client, host, 2, unreliable(pulse(firstShip+1+4))), "birdofprey", 9), ", birdofprey"},
		{"a weapon of no class", send(send(newFile(), "galaxy", 1).game(client, host, 2, unreliable(torpedo(firstShip+1+200))), "galaxy", 9), ", galaxy"},
		{"a creation at last", send(send(newFile(), "galaxy", 9).game(client, host, 2, data(0, creationOf(t, stock.ByKey("shuttle"), firstShip, "Kirk", wire.Vector{}))), "shuttle", 3), ", galaxy, shuttle"},
		{"the id goes to another ship unseen", send(send(newFile(), "galaxy", 20), "shuttle", 60), ", galaxy, , shuttle"},
		{"blocks of two ships, one id", send(send(newFile(), "galaxy", 2), "shuttle", 2), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for r := range open(t, tt.file.data, decode.Options{Jobs: 1}).Records() {
				if _, ok := r.Content().Message.(*message.StateUpdate); !ok {
					continue
				}
				if now := classOf(r); len(got) == 0 || got[len(got)-1] != now {
					got = append(got, now)
				}
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("%q, want %q", text, tt.want)
			}
		})
	}
}

// TestInferNoise sends blocks that nothing wrote.
func TestInferNoise(t *testing.T) {
	heavy.SkipRace(t, "about what is inferred")
	for seed := range heavy.Scale(60, 300) {
		chance := rand.New(rand.NewPCG(uint64(seed), 0))
		f := newFile()
		for range 60 {
			p := []byte{0x1C, 0xFF, 0xFF, 0xFF, 0x3F, 0, 0, 0, 0, 0x20, byte(chance.IntN(11))}
			for range 9 + chance.IntN(8) {
				v := byte(0xFF)
				if seed%2 == 0 {
					v = byte(chance.IntN(256))
				} else if chance.IntN(5) == 0 {
					v = byte(chance.IntN(5)) << 5
				}
				p = append(p, v)
			}
			f.toClient(client, p)
		}
		if got, _ := opinions(t, f.data); len(got) > 1 {
			t.Errorf("seed %d: %q", seed, got)
		}
	}
}

// TestInferDamage changes a byte of one block in ten. A class may then stay open, or
// be lost again, but must not be another.
func TestInferDamage(t *testing.T) {
	heavy.SkipRace(t, "about what is inferred")
	for _, class := range flyable() {
		for i, form := range blockForms {
			chance := rand.New(rand.NewPCG(uint64(class.Species), uint64(i)))
			w, f := form.of(class), newFile()
			for range 100 {
				p := bytes.Clone(w.next(firstShip))
				if chance.IntN(10) == 0 {
					p[10+chance.IntN(len(p)-10)] = byte(chance.IntN(256))
				}
				f.toClient(client, p)
			}
			got, _ := opinions(t, f.data)
			for _, key := range got {
				if key != "" && key != class.Key {
					t.Errorf("%s, %s: %q", class.Key, form.name, got)
				}
			}
		}
	}
}

// TestInferMany shows that objects without a class are forgotten, not collected.
func TestInferMany(t *testing.T) {
	heavy.SkipRace(t, "about what is inferred")
	w, f := blockForms[0].of(ship.Stock().ByKey("akira")), newFile()
	for i := range uint32(3000) {
		f.toClient(client, w.next(0x1000+i))
	}
	for range 9 {
		f.toClient(client, w.next(0x1000))
	}
	for _, r := range read(t, f.data, decode.Options{}) {
		if classOf(r) != "" {
			t.Fatalf("frame %d: %s", r.Frame, classOf(r))
		}
	}
}
