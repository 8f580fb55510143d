package battle

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/internal/must"
)

// Whatever the network does: the same ships, ends, scores and texts. Addresses differ.
func TestSameBattle(t *testing.T) {
	base := Options{Players: 5, Duration: 2 * time.Minute, Seed: 4, NetworkSeed: 1}
	first := story(t, base)
	if len(first) < 30 || !slices.ContainsFunc(first, func(s string) bool { return strings.HasPrefix(s, "kill") }) {
		t.Fatalf("little happens: %q", first)
	}
	for seed, loss := range []float64{0, 0.01, 0.05, 0.1} {
		o := base
		o.NetworkSeed, o.Loss, o.Reorder, o.Duplicate = uint64(seed+2), loss, loss/2, loss/2
		if o.site() == base.site() {
			t.Errorf("network %d is at the same place", o.NetworkSeed)
		}
		if got := story(t, o); !slices.Equal(got, first) {
			t.Errorf("network %d, loss %v: another battle\n%q\n%q", o.NetworkSeed, loss, got, first)
		}
	}
	base.Seed++
	if slices.Equal(story(t, base), first) {
		t.Error("another seed gives the same battle")
	}
}

// So it is when players come and go in other ways.
func TestSameTroubles(t *testing.T) {
	for _, words := range [][]string{
		{"leave@20s:1", "return@35s:1"}, {"timeout@15s:2", "return@40s:2"}, {"kick@20s:1", "late@25s:3"}, {"self-destruct@20s:1", "collision@30s:2"},
		{"password:2"}, {"version:3", "return@30s:3"}, {"address:1"},
	} {
		o := Options{Players: 3, Duration: 56 * time.Second, Seed: 6, NetworkSeed: 1, Timeout: 10 * time.Second}
		for _, text := range words {
			o.Troubles = append(o.Troubles, must.Get(ParseTrouble(text))(t))
		}
		first := story(t, o)
		o.NetworkSeed, o.Loss, o.Reorder, o.Duplicate = 2, 0.05, 0.02, 0.02
		if got := story(t, o); !slices.Equal(got, first) || len(first) < 5 {
			t.Errorf("%s: another battle\n%q\n%q", words, got, first)
		}
	}
}

// story is what happens in a battle, in an order that no network changes.
func story(t *testing.T, o Options) (lines []string) {
	t.Helper()
	truth := must.Get(Run(o, &nowhere{t: t}))(t)
	for _, x := range truth.Objects {
		lines = append(lines, "ship "+x.ObjectID+" "+x.Class+" "+x.Player)
	}
	for _, k := range truth.Kills {
		weapon := ""
		if k.Weapon != nil {
			weapon = *k.Weapon
		}
		lines = append(lines, "kill "+k.ObjectID+" "+k.Cause+" "+weapon)
	}
	for _, x := range truth.Chat {
		lines = append(lines, "chat "+x.Player+" "+x.Text)
	}
	slices.Sort(lines)
	return lines
}

// A player's machine records what it sends before the network loses it, and the host's place what it sends
// to the player: what is lost differs between the places, and nothing else does.
func TestPlacesOfOneBattle(t *testing.T) {
	o := Options{Players: 3, Duration: 40 * time.Second, Seed: 2, NetworkSeed: 3, Loss: 0.05, Duplicate: 0.02, Reorder: 0.02}
	middle := linkOf(t, o, 2)
	o.At = 2
	own := linkOf(t, o, 2)
	all := func(l *Losses) Pair { return Pair{l.Before.Up + l.Behind.Up, l.Before.Down + l.Behind.Down} }
	if all(middle.Lost) != all(own.Lost) || own.Lost.Before.Up != 0 || own.Lost.Behind.Down != 0 || middle.Lost.Before.Up == 0 || middle.Lost.Before.Down == 0 {
		t.Errorf("halfway %+v, on the player's machine %+v", *middle.Lost, *own.Lost)
	}
	if middle.Client != own.Client || own.Client == netip.MustParseAddrPort("10.10.10.102:59838").String() {
		t.Errorf("clients %s and %s", middle.Client, own.Client)
	}
}

func linkOf(t *testing.T, o Options, player int) *Link {
	t.Helper()
	truth := must.Get(Run(o, &nowhere{t: t}))(t)
	for i := range truth.Links {
		if truth.Links[i].Name == newPlayer(nil, player-1).name {
			return &truth.Links[i]
		}
	}
	t.Fatalf("no link of player %d", player)
	return nil
}
