package objects_test

import (
	"testing"

	"bcdump/decode/objects"
	"bcdump/decode/ship"
)

// TestTorpedoesLeaveTheShip: a player fires more torpedoes than there is room for, and the ship is
// still known.
func TestTorpedoesLeaveTheShip(t *testing.T) {
	const first = 0x3FFFFFFF
	var d *objects.Directory
	d = d.With(objects.Object{ID: first, Class: ship.Stock().ByKey("akira"), Name: "Cady2"})
	for n := range uint32(200) {
		d = d.With(objects.Object{ID: first + 40 + n, Kind: "Photon torpedo"})
	}
	if got := d.Name(first); got != "Cady2's Akira" {
		t.Errorf("the ship is %q", got)
	}
	if got := d.Name(first + 40 + 199); got != "Photon torpedo 0x400000EE" {
		t.Errorf("the newest torpedo is %q", got)
	}
	if got := d.Name(first + 40); got != "" || d.Dropped() != 200-16 {
		t.Errorf("the oldest torpedo is %q, %d dropped", got, d.Dropped())
	}
}
