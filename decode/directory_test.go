package decode_test

import (
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// talk builds what a server and its players say to one another.
type talk struct {
	t testing.TB
	*file
	seq uint16
}

func newTalk(t testing.TB) *talk { return &talk{t: t, file: newFile()} }

// joins tells the name and the slot of the player at an address.
func (k *talk) joins(at netip.AddrPort, peer uint8, slot int, name string) *talk {
	k.game(at, host, 255, connect(uint32(k.frames)+1)).game(host, at, 1, accept(peer)).game(at, host, peer, peerInfo(1, peer, name))
	k.game(host, at, 1, k.reliable(message.Append(nil, 0x00, &message.Settings{PlayerSlot: uint8(slot), MapName: wire.Text("M")})))
	return k
}

func (k *talk) reliable(payload []byte) []byte {
	k.seq++
	return data(k.seq, payload)
}

func (k *talk) creates(at netip.AddrPort, peer uint8, class string, id uint32, name string) *talk {
	k.game(at, host, peer, k.reliable(creationOf(k.t, ship.Stock().ByKey(class), id, name, wire.Vector{})))
	return k
}

// fires is a torpedo from an object: a message that asks for its name.
func (k *talk) fires(at netip.AddrPort, peer uint8, id uint32) *talk {
	k.game(at, host, peer, unreliable(torpedo(id)))
	return k
}

// namesOf gives the name that each TorpedoFire has for its object.
func namesOf(t testing.TB, capture []byte) (list []string) {
	t.Helper()
	for _, r := range read(t, capture, decode.Options{}) {
		m, ok := r.Content().Message.(*message.TorpedoFire)
		if !ok {
			continue
		}
		name := ""
		if r.Context.Names != nil {
			name = r.Context.Names.Name(m.ObjectID)
		}
		list = append(list, name)
	}
	return list
}

func TestObjectNames(t *testing.T) {
	const tube = 1 + 13
	kirk := func() *talk { return newTalk(t).joins(client, 2, 0, "Cady2") }
	unknown := func(k *talk) *talk {
		m := message.NewObjectCreate(true)
		m.ClassID, m.ObjectID, m.Species, m.ObjectName = message.ClassShip, firstShip, 200, wire.Text("Cady2")
		k.game(client, host, 2, k.reliable(message.Append(nil, 0x03, m)))
		return k
	}
	retransmitted := func(k *talk) *talk {
		old := k.reliable(creationOf(t, ship.Stock().ByKey("akira"), firstShip, "Cady2", wire.Vector{}))
		k.game(client, host, 2, old)
		k.creates(client, 2, "shuttle", firstShip, "Cady2").game(client, host, 2, old)
		return k
	}
	tests := []struct {
		name string
		talk *talk
		want string
	}{
		{"tube", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, 0x4000000D), "Forward Torp 1 of Cady2's Akira"},
		{"the ship itself", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip), "Cady2's Akira"},
		{"last subsystem and one more", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip+31).fires(client, 2, firstShip+32), "Bridge of Cady2's Akira, "},
		{"nothing known", kirk().fires(client, 2, 0x4000000D), ""},
		{"respawned", kirk().creates(client, 2, "akira", firstShip, "Cady2").creates(client, 2, "akira", 0x40000090, "Cady2").
			fires(client, 2, 0x4000009E).fires(client, 2, 0x4000000D), "Forward Torp 1 of Cady2's Akira, Forward Torp 1 of Cady2's Akira"},
		{"same id, another class", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip).
			creates(client, 2, "shuttle", firstShip, "Cady2").fires(client, 2, firstShip), "Cady2's Akira, Cady2's Shuttle"},
		{"same id, another player", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip).
			joins(other, 2, 0, "Sep").creates(other, 2, "akira", firstShip, "Sep").fires(other, 2, firstShip), "Cady2's Akira, Sep's Akira"},
		{"same range, older ship behind", kirk().creates(client, 2, "shuttle", firstShip, "Cady2").creates(client, 2, "akira", firstShip+16, "Cady2").
			joins(client, 2, 0, "Cady2").creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip+tube+5), "Aft Torp 2 of Cady2's Akira"},
		{"a repeated creation does not bring the old ship back", retransmitted(kirk()).fires(client, 2, firstShip), "Cady2's Shuttle"},
		{"renamed", kirk().creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip).also(client, 2, "Picard").fires(client, 2, firstShip), "Cady2's Akira, Picard's Akira"},
		{"slot by Settings, not by peer id", newTalk(t).joins(client, 2, 1, "Kirk").joins(other, 3, 0, "Sep").
			creates(client, 2, "akira", secondSlot, "x").fires(client, 2, secondSlot).creates(other, 3, "akira", firstShip, "y").fires(other, 3, firstShip), "Kirk's Akira, Sep's Akira"},
		{"unknown class", unknown(kirk()).fires(client, 2, firstShip).fires(client, 2, firstShip+tube), "Cady2's ship, "},
		{"object of the host", kirk().creates(client, 2, "akira", 0x22, "Probe").fires(client, 2, 0x22).fires(client, 2, 0x22+tube), "Probe's Akira, Forward Torp 1 of Probe's Akira"},
		{"name from the creation alone", newTalk(t).creates(client, 2, "akira", firstShip, "Cady2").fires(client, 2, firstShip), "Cady2's Akira"},
		{"the slot has a new player whose name is not known", kirk().creates(client, 2, "akira", firstShip, "Cady2").
			settingsOnly(other, 0).creates(other, 3, "akira", firstShip, "Sep").fires(other, 3, firstShip), "Sep's Akira"},
		{"the host gives another name", kirk().settingsName(client, 0, "Cady2 (1)").creates(client, 2, "akira", firstShip, "x").fires(client, 2, firstShip), "Cady2 (1)'s Akira"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(namesOf(t, tt.talk.data), ", "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func (k *talk) also(at netip.AddrPort, peer uint8, name string) *talk {
	k.game(at, host, peer, peerInfo(2, peer, name))
	return k
}

func (k *talk) settingsOnly(at netip.AddrPort, slot uint8) *talk {
	k.game(host, at, 1, k.reliable(message.Append(nil, 0x00, &message.Settings{PlayerSlot: slot, MapName: wire.Text("M")})))
	return k
}

func (k *talk) settingsName(at netip.AddrPort, slot uint8, name string) *talk {
	k.game(host, at, 1, k.reliable(message.Append(nil, 0x00, &message.Settings{
		PlayerSlot: slot, MapName: wire.Text("M"), NameChanged: true, NewName: wire.NewWideText(name),
	})))
	return k
}

// TestNamesOfTheMoment renders a long capture with one worker and with three: what a
// name says must not depend on what was read later.
func TestNamesOfTheMoment(t *testing.T) {
	for name, raw := range outside.Read(t, 2<<20) {
		if !strings.HasPrefix(name, "synth") {
			continue
		}
		for _, renderer := range []func() decode.Renderer{records.Text(records.TextOptions{}), records.JSONLines(records.JSONOptions{Hex: true})} {
			var alone []byte
			for _, o := range []decode.Options{{Jobs: 1}, {Jobs: 3, ChunkSize: 2048}, {Jobs: 3}} {
				var out bytes.Buffer
				must.Do(t, open(t, raw, o).Render(io.Writer(&out), renderer))
				if alone == nil {
					alone = out.Bytes()
				}
				if !bytes.Equal(alone, out.Bytes()) {
					t.Errorf("%s: %+v prints something else", name, o)
				}
			}
			if !bytes.Contains(alone, []byte(" of Cady2's ")) {
				t.Error(fmt.Sprint(name, ": no subsystem has a name"))
			}
		}
	}
}
