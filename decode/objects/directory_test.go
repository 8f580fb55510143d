package objects

import (
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/ship"
)

const (
	firstSlot = 0x3FFFFFFF
	slotSize  = 0x40000
)

func akira(id uint32, name string) Object {
	return Object{ID: id, Class: ship.Stock().ByKey("akira"), Name: name}
}

// TestSnapshots shows that a Directory stays what it was when others are made from it.
func TestSnapshots(t *testing.T) {
	var empty *Directory
	one := empty.With(akira(firstSlot, "Cady2"))
	two := one.WithPlayer(0, "Kirk")
	three := two.With(akira(firstSlot+slotSize, "Sep"))
	gone := three.Vacated(0)
	for _, tt := range []struct {
		what          string
		d             *Directory
		first, second string
	}{
		{"nothing", empty, "", ""},
		{"one ship", one, "Cady2's Akira", ""},
		{"its player has a name", two, "Kirk's Akira", ""},
		{"two ships", three, "Kirk's Akira", "Sep's Akira"},
		{"the first slot is empty", gone, "", "Sep's Akira"},
	} {
		if a, b := tt.d.Name(firstSlot), tt.d.Name(firstSlot+slotSize); a != tt.first || b != tt.second {
			t.Errorf("%s: %q and %q, want %q and %q", tt.what, a, b, tt.first, tt.second)
		}
	}
}

// TestIdsComeAgain has an id that another ship had before: its parts are those of the new one, or unknown.
func TestIdsComeAgain(t *testing.T) {
	var d *Directory
	d = d.With(akira(firstSlot, "Cady2"))
	if d.Name(firstSlot+1) == "" {
		t.Fatal("a part of an Akira has no name")
	}
	d = d.With(Object{ID: firstSlot, Name: "Cady2"})
	if name := d.Name(firstSlot + 1); name != "" {
		t.Errorf("a part of a ship of no known class is %q", name)
	}
	ships := 0
	for range d.Ships {
		ships++
	}
	if ships != 1 {
		t.Errorf("%d ships with one id", ships)
	}
}

// TestVersion tells directories apart, and gives the same one where nothing changed.
func TestVersion(t *testing.T) {
	var empty *Directory
	one := empty.With(akira(firstSlot, "Cady2"))
	if empty.Version() != 0 || one.Version() == 0 {
		t.Error(empty.Version(), one.Version())
	}
	for what, same := range map[string]*Directory{
		"the same object": one.With(akira(firstSlot, "Cady2")), "nobody in a slot": one.WithPlayer(3, ""),
		"the host plays": one.WithPlayer(HostSlot, "x"), "an empty slot vacated": one.Vacated(1), "the host's": one.Vacated(HostSlot),
	} {
		if same != one {
			t.Error(what, "makes a new directory")
		}
	}
	if empty.WithPlayer(0, "") != nil || empty.Vacated(0) != nil {
		t.Error("nothing known makes a directory")
	}
	if next := one.WithPlayer(1, "x"); next.Version() == one.Version() {
		t.Error("a change keeps the version")
	}
}

// TestDropped fills a slot: the oldest object goes, and the objects of others stay. An object from long ago is not counted: a
// player of some hours has many ships, one after the other.
func TestDropped(t *testing.T) {
	for each, dropped := range map[time.Duration]int64{0: 2, 900 * time.Millisecond: 2, time.Second: 0} {
		var d *Directory
		d = d.With(akira(firstSlot+slotSize, "Sep"))
		for n := range uint32(perSlot + 2) {
			told := capture.Nanos(int64(n) * int64(each))
			d = d.With(Object{ID: firstSlot + 64*n, Name: "x", Told: told})
			if again := d.With(Object{ID: firstSlot + 64*n, Name: "x", Told: told.Add(time.Second)}); again != d {
				t.Fatal("told again, it changes the directory")
			}
		}
		for id, want := range map[uint32]bool{firstSlot: false, firstSlot + 64: false, firstSlot + 128: true, firstSlot + slotSize: true} {
			if _, ok := d.Find(id); ok != want {
				t.Errorf("%v: 0x%X: %v, want %v", each, id, ok, want)
			}
		}
		if d.Dropped() != dropped {
			t.Errorf("%v: %d dropped, expected %d", each, d.Dropped(), dropped)
		}
	}
}

// TestSlotOf gives a slot to the ids of players, and that of the host to all others.
func TestSlotOf(t *testing.T) {
	for id, want := range map[uint32]int{
		0: HostSlot, firstSlot - 1: HostSlot, firstSlot: 0, firstSlot + slotSize - 1: 0, firstSlot + slotSize: 1,
		firstSlot + Slots*slotSize - 1: Slots - 1, firstSlot + Slots*slotSize: HostSlot,
	} {
		if got := SlotOf(id); got != want {
			t.Errorf("0x%X: slot %d, want %d", id, got, want)
		}
	}
}

// TestUnknownOwner names an object by its id where nobody knows whose it is.
func TestUnknownOwner(t *testing.T) {
	var d *Directory
	d = d.With(akira(firstSlot, ""))
	if got := d.Name(firstSlot); got != "Akira 0x3FFFFFFF" {
		t.Errorf("%q", got)
	}
	if got := d.Name(firstSlot + 14); got != "Forward Torp 1 of Akira 0x3FFFFFFF" {
		t.Errorf("%q", got)
	}
}

// TestPlayerOfPeer: who joins under an id that somebody had before takes it over.
func TestPlayerOfPeer(t *testing.T) {
	var nobody *Directory
	d := nobody.WithPlayer(0, "Cady2").WithPeer(0, 2).WithPlayer(1, "Ace").WithPeer(1, 3)
	if d.Player(2) != "Cady2" || d.Player(3) != "Ace" || d.Player(4) != "" || d.Player(0) != "" || nobody.Player(2) != "" {
		t.Errorf("%q %q", d.Player(2), d.Player(3))
	}
	if d.WithPeer(1, 3) != d || nobody.WithPeer(0, 0) != nil || d.WithPeer(HostSlot, 1) != d {
		t.Error("nothing changes, but there is another directory")
	}
	if moved := d.WithPlayer(5, "Kang").WithPeer(5, 2); moved.Player(2) != "Kang" || d.Player(2) != "Cady2" {
		t.Errorf("%q, before %q", moved.Player(2), d.Player(2))
	}
}
