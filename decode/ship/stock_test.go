package ship

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestStockLoads(t *testing.T) {
	c := Stock()
	if got := len(c.Classes()); got != 45 {
		t.Errorf("%d classes, want 45", got)
	}
	for i := range c.Classes() {
		class := &c.Classes()[i]
		if int(class.Species) != i+1 {
			t.Errorf("%s: species %d at position %d", class.Key, class.Species, i)
		}
		if c.BySpecies(class.Species) != class || c.ByKey(strings.ToUpper(class.Key)) != class {
			t.Errorf("%s: not found by its species and key", class.Key)
		}
		if class.Flyable != (class.Species <= 15) {
			t.Errorf("%s: flyable is %t", class.Key, class.Flyable)
		}
		if c.Keys()[i] != class.Key {
			t.Errorf("key %d is %q, want %q", i, c.Keys()[i], class.Key)
		}
	}
}

// The stock game builds all entries by the rule of their types. The loader
// lets a file say otherwise, so the rule is tested here.
func TestStockFollowsTheTypes(t *testing.T) {
	for _, class := range Stock().Classes() {
		for _, s := range class.Subsystems {
			k := kinds[slices.Index(kindNames, s.Type)]
			if s.Format != k.format || !slices.Equal(s.Tail, k.tail) {
				t.Errorf("%s, %s: %v %v, want %v %v for type %s", class.Key, s.Name, s.Format, s.Tail, k.format, k.tail, s.Type)
			}
			for _, slot := range s.TorpedoSlots {
				// One is loaded by a mine that has no number for it.
				if slot.Script != "PositronTorpedo2" && !slices.Contains(projectiles(Stock()), slot.Script) {
					t.Errorf("%s, %s: there is no projectile %q", class.Key, s.Name, slot.Script)
				}
			}
		}
	}
}

func projectiles(c *Catalogue) []string {
	var scripts []string
	for n := range 256 {
		if script, ok := c.Projectile(uint8(n)); ok {
			scripts = append(scripts, script)
		}
	}
	return scripts
}

// The file states its figures; that they are there and not merely absent is
// what makes loading it a check.
func TestStockStatesItsGeometry(t *testing.T) {
	for _, key := range []string{"create_blob_len", "power_entry_indices", "own_windows", "remote_windows"} {
		if got := strings.Count(string(stockFile), strconv.Quote(key)); got != 41 {
			t.Errorf("%q is there %d times, want 41", key, got)
		}
	}
}

func TestStockFacts(t *testing.T) {
	for _, fact := range []struct {
		key    string
		object int
		name   string
	}{
		{"sovereign", 1, "Shield Generator"}, {"sovereign", 2, "Sensor Array"}, {"sovereign", 3, "Warp Core"},
		{"sovereign", 5, "Torpedoes"}, {"sovereign", 24, "Repair"}, {"sovereign", 25, "Phasers"},
		{"sovereign", 26, "Tractors"}, {"sovereign", 28, "Bridge"}, {"sovereign", 31, "Forward Tractor 1"},
		{"akira", 5, "Phasers"}, {"akira", 13, "Forward Torp 1"}, {"birdofprey", 13, "Cloaking Device"},
	} {
		if got, ok := Stock().ByKey(fact.key).ObjectName(fact.object); !ok || got != fact.name {
			t.Errorf("%s %d: %q, %t; want %q", fact.key, fact.object, got, ok, fact.name)
		}
	}
	sovereign := Stock().BySpecies(5)
	for _, index := range []int{-1, 33} {
		if name, ok := sovereign.ObjectName(index); ok {
			t.Errorf("object %d of 33 is %q", index, name)
		}
		if sovereign.HasPower(index) {
			t.Errorf("subsystem %d has power", index)
		}
	}
}

func TestStockNames(t *testing.T) {
	c := Stock()
	if got := c.ByKey("bird OF prey"); got == nil || got.Key != "birdofprey" {
		t.Errorf("a name finds %v", got)
	}
	// Four classes are named so, one of them has it for its key.
	if got := c.ByKey("Asteroid"); got == nil || got.Species != 31 {
		t.Errorf("the key does not come before names: %v", got)
	}
	if got := c.ByKey("nonesuch"); got != nil {
		t.Errorf("nonesuch is %v", got)
	}
	if got := c.BySpecies(0); got != nil {
		t.Errorf("species 0 is %v", got)
	}
	if got, ok := c.Projectile(2); !ok || got != "PhotonTorpedo" {
		t.Errorf("projectile 2 is %q, %t", got, ok)
	}
	if got, ok := c.System(9); !ok || got != "Poseidon" {
		t.Errorf("system 9 is %q, %t", got, ok)
	}
	if got, ok := c.System(10); ok {
		t.Errorf("system 10 is %q", got)
	}
}

func TestUnknownLayout(t *testing.T) {
	cube := Stock().ByKey("borgcube")
	if cube.Layout != Unknown || cube.Subsystems != nil || cube.Objects != nil || cube.BlobLength != 0 {
		t.Errorf("%+v", cube)
	}
	if cube.Windows(true) != nil || cube.PowerIndexes() != nil {
		t.Errorf("windows %v, power %v", cube.Windows(true), cube.PowerIndexes())
	}
}

func TestNamesOfFormats(t *testing.T) {
	for value, want := range map[string]string{
		Base.String(): "base", Powered.String(): "powered", Shield.String(): "shield", Reactor.String(): "power",
		WeaponBit.String(): "weapon_bit", PhaserLevel.String(): "phaser_level", TorpedoSlot.String(): "torpedo_slot",
		TractorMode.String(): "tractor_mode", CloakBit.String(): "cloak_bit",
		Format(9).String(): "Format(9)", Tail(9).String(): "Tail(9)",
	} {
		if value != want {
			t.Errorf("%q, want %q", value, want)
		}
	}
}
