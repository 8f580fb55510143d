package ship

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What the ships that players may choose look like on the wire, known apart
// from the ship file. Windows are start(data bytes), then the next start.
var flyable = []struct {
	key           string
	objects, blob int
	power         string
	own, remote   string
}{
	{"akira", 31, 51, "1 2 4 5 6 7 8 9",
		"0(9) 2(17) 6(11) 8(14) then 2",
		"0(10) 2(10) 5(11) 6(13) 8(9) 1(9) then 2"},
	{"ambassador", 29, 49, "1 2 4 5 6 7 8 10",
		"0(9) 2(17) 6(9) 8(14) then 2",
		"0(10) 2(10) 5(11) 6(11) 8(9) 1(9) then 2"},
	{"galaxy", 34, 54, "2 3 4 5 6 7 8 10",
		"0(12) 3(9) 5(10) 6(13) 9(14) then 3",
		"0(13) 3(11) 5(11) 6(10) 8(10) then 0"},
	{"nebula", 31, 51, "1 2 4 5 6 7 8 9",
		"0(9) 2(17) 6(11) 8(14) then 2",
		"0(10) 2(10) 5(11) 6(13) 8(9) 1(9) then 2"},
	{"sovereign", 33, 53, "1 2 4 5 6 7 8 9",
		"0(9) 2(15) 6(11) 8(9) 10(10) then 2",
		"0(10) 2(10) 5(9) 6(13) 8(11) 10(11) then 2"},
	{"birdofprey", 16, 34, "1 3 4 5 6 7 8 9",
		"0(9) 2(9) 5(9) then 0",
		"0(10) 2(11) 5(10) 8(14) then 2"},
	{"vorcha", 24, 46, "1 3 4 5 6 7 8 9 10 11",
		"0(9) 2(9) 5(11) 8(15) then 2",
		"0(10) 2(11) 5(10) 7(9) 10(16) then 2"},
	{"warbird", 26, 48, "1 3 4 5 6 7 8 9 10 12",
		"0(9) 2(11) 5(10) 8(9) 1(11) 3(11) 6(9) 10(14) then 2",
		"0(10) 2(13) 5(9) 7(9) 10(9) 1(9) then 2"},
	{"marauder", 19, 38, "1 3 4 5 6 7 8 9",
		"0(9) 2(9) 5(9) 9(12) then 2",
		"0(10) 2(11) 5(9) 7(9) then 0"},
	{"galor", 17, 35, "1 3 4 5 6 7 8",
		"0(9) 2(9) 4(9) 8(10) then 2",
		"0(10) 2(10) 4(11) 7(14) then 2"},
	{"keldon", 23, 43, "1 3 4 5 6 7 8 9",
		"0(9) 2(9) 4(9) 6(9) 1(11) 3(9) 5(9) 8(13) then 2",
		"0(10) 2(10) 4(11) 6(12) then 0"},
	{"cardhybrid", 29, 50, "2 3 4 5 6 7 8 9 10",
		"0(9) 3(9) 5(9) 8(9) 9(10) 2(13) then 5",
		"0(10) 3(11) 5(12) 8(10) 9(9) 1(9) then 3"},
	{"kessokheavy", 24, 43, "2 3 4 5 6 7 8 9",
		"0(11) 4(10) 5(12) 8(10) 3(13) then 5",
		"0(9) 3(15) 5(15) 8(9) 2(9) 4(11) then 5"},
	{"kessoklight", 23, 42, "2 3 4 5 6 7 8 9",
		"0(15) 5(17) 9(9) 4(9) 6(16) then 9",
		"0(10) 4(9) 5(11) 8(11) 9(10) 3(11) then 5"},
	{"shuttle", 15, 33, "1 3 4 5 6 7 8",
		"0(9) 4(10) 6(11) 2(12) 5(9) then 0",
		"0(9) 3(11) 5(10) 8(9) 2(14) then 5"},
}

func TestGeometryOfFlyableShips(t *testing.T) {
	for i, want := range flyable {
		t.Run(want.key, func(t *testing.T) {
			c := Stock().BySpecies(uint8(i + 1))
			if c.Key != want.key || len(c.Objects) != want.objects || c.BlobLength != want.blob {
				t.Errorf("%s: %d objects, blob of %d bytes; want %d and %d",
					c.Key, len(c.Objects), c.BlobLength, want.objects, want.blob)
			}
			if got := strings.Trim(fmt.Sprint(c.PowerIndexes()), "[]"); got != want.power {
				t.Errorf("power %s, want %s", got, want.power)
			}
			if got := cycle(c.Windows(false)); got != want.own {
				t.Errorf("own windows %s, want %s", got, want.own)
			}
			if got := cycle(c.Windows(true)); got != want.remote {
				t.Errorf("remote windows %s, want %s", got, want.remote)
			}
		})
	}
}

func cycle(windows []Window) string {
	var b strings.Builder
	for _, w := range windows {
		fmt.Fprintf(&b, "%d(%d) ", w.Start, w.DataLength)
	}
	fmt.Fprintf(&b, "then %d", windows[len(windows)-1].Next)
	return b.String()
}

func TestOnlyAkiraAndNebulaLookAlike(t *testing.T) {
	var alike []string
	classes := Stock().Classes()[:len(flyable)]
	for i := range classes {
		for j := range classes[:i] {
			if sameGeometry(&classes[i], &classes[j]) {
				alike = append(alike, classes[j].Key+" "+classes[i].Key)
			}
		}
	}
	if want := []string{"akira nebula"}; !slices.Equal(alike, want) {
		t.Errorf("alike: %q, want %q", alike, want)
	}
}

// sameGeometry tells whether no window can tell two classes apart.
func sameGeometry(a, b *Class) bool {
	return slices.Equal(a.Windows(false), b.Windows(false)) && slices.Equal(a.Windows(true), b.Windows(true))
}

func TestEntrySize(t *testing.T) {
	two := make([]Part, 2)
	for _, test := range []struct {
		sub         Subsystem
		own, remote int
	}{
		{Subsystem{Format: Base}, 1, 1},
		{Subsystem{Format: Base, Children: two}, 3, 3},
		{Subsystem{Format: Powered}, 1, 2},
		{Subsystem{Format: Powered, Children: two}, 3, 4},
		{Subsystem{Format: Shield}, 7, 8},
		{Subsystem{Format: Reactor}, 3, 3},
	} {
		if own, remote := EntrySize(&test.sub, false), EntrySize(&test.sub, true); own != test.own || remote != test.remote {
			t.Errorf("%v with %d children: %d and %d bytes, want %d and %d",
				test.sub.Format, len(test.sub.Children), own, remote, test.own, test.remote)
		}
	}
}

// A sixth bool opens another byte. No stock ship gets there.
func TestSixBools(t *testing.T) {
	c := Class{Subsystems: make([]Subsystem, 6)}
	for i := range c.Subsystems {
		c.Subsystems[i] = Subsystem{Format: Powered, Tail: []Tail{WeaponBit}}
	}
	if got, want := c.blobLength(), 6*2+2; got != want {
		t.Errorf("blob of %d bytes, want %d", got, want)
	}
	want := []Window{{Start: 0, DataLength: 8, Bools: 6, Next: 0}}
	if got := c.Windows(false); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A ship with little on it is told in one block, whatever its length.
func TestWindowEndsWhereItBegan(t *testing.T) {
	c := Class{Subsystems: []Subsystem{{Format: Base}}}
	want := []Window{{Start: 0, DataLength: 1, Bools: 0, Next: 0}}
	if got := c.Windows(true); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
