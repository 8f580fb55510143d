package ship

import (
	"slices"
	"testing"
)

func TestOverlayAdds(t *testing.T) {
	all := Stock().Overlay(load(t, tug))
	if got, want := len(all.Classes()), 45+2; got != want {
		t.Errorf("%d classes, want %d", got, want)
	}
	if got := all.Keys()[44:]; !slices.Equal(got, []string{"borgcube", "tug", "wreck"}) {
		t.Errorf("the last keys are %q", got)
	}
	if got := all.BySpecies(50); got == nil || got != all.ByKey("tug") || got.Name != "Tug" {
		t.Errorf("species 50 is %v", got)
	}
	if name, _ := all.Projectile(40); name != "Harpoon" {
		t.Errorf("projectile 40 is %q", name)
	}
	if name, _ := all.Projectile(2); name != "PhotonTorpedo" {
		t.Errorf("projectile 2 is %q", name)
	}
	if name, _ := all.System(30); name != "Backwater" {
		t.Errorf("system 30 is %q", name)
	}
	if Stock().ByKey("tug") != nil || len(Stock().Classes()) != 45 {
		t.Error("the stock catalogue has changed")
	}
}

// A class of the user's displaces the one with its species and the one with
// its key, even if these are two.
func TestOverlayReplaces(t *testing.T) {
	text := edit{`"species": 50, "key": "tug"`, `"species": 5, "key": "akira"`}.of(t, tug)
	all := Stock().Overlay(load(t, text))
	if got, want := len(all.Classes()), 45-2+2; got != want {
		t.Errorf("%d classes, want %d", got, want)
	}
	if got := all.BySpecies(5); got == nil || got.Name != "Tug" || all.ByKey("akira") != got {
		t.Errorf("species 5 is %v", got)
	}
	if got := all.BySpecies(1); got != nil {
		t.Errorf("species 1 is %v", got)
	}
	if got := all.ByKey("sovereign"); got != nil {
		t.Errorf("sovereign is %v", got)
	}
}

func TestOverlayOfNothing(t *testing.T) {
	if got := Stock().Overlay(nil); got != Stock() {
		t.Error("a copy")
	}
}

// A name that two classes have is no answer, unless it is a key.
func TestNameOfTwo(t *testing.T) {
	text := edit{`"name": "Wreck"`, `"name": "Old Tug"`}.of(t, tug)
	text = edit{`"name": "Tug"`, `"name": "OLD Tug"`}.of(t, text)
	if got := load(t, text).ByKey("old tug"); got != nil {
		t.Errorf("it is %v", got)
	}
}
