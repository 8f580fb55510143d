package replay

import (
	"bcdump/report/figures"
	"bcdump/report/timeline"
)

// often is after how many seconds a value that is told again has another row.
const often = 5

// pause is after how many ms without parts a run is over.
const pause = 3000

// run notes that parts are told.
func (t *track) run(ms int64) {
	switch over := t.Runs.Len() > 0 && ms-t.told > pause; {
	case over:
		t.Runs.AddSteps(t.told)
		t.Runs.AddSteps(ms)
	case t.Runs.Len() == 0:
		t.Runs.AddSteps(ms)
	}
	t.told = ms
}

// conditions takes the conditions of parts, and power.
func (h *hangar) conditions(t *track, m *timeline.Told) {
	if len(m.Parts) > 0 {
		t.run(h.passed)
	}
	shields, told := int64(0), false
	for _, p := range m.Parts {
		name := t.layout[p.Place]
		if told = name.Type == facing || told; name.Type == facing {
			shields += int64(p.Value)
		}
		x := &t.parts[p.Place]
		if *x == nil {
			*x = newPart(name.Name, kinds[name.Type], figures.NewColumn(condition))
		}
		h.changed((*x).T, (*x).V, int64(p.Value), often)
	}
	if told {
		h.changed(t.shields[0], t.shields[1], shields, often)
	}
	for _, p := range m.Power {
		x := &t.power[p.Index]
		if *x == nil {
			*x = newPart(t.class.Subsystems[p.Index].Name, "", figures.NewJumpy(hundredths))
		}
		h.changed((*x).T, (*x).V, (*x).V.Steps(p.Percent), often)
	}
}

func newPart(name, kind string, v *figures.Column) *figures.ReplayPart {
	return &figures.ReplayPart{Name: name, Kind: kind, T: figures.NewColumn(hundredths), V: v}
}

// facing is the type of a shield.
const facing = "facing"

// kinds are what a page draws, by types of parts.
var kinds = map[string]string{
	facing: "shield", "hull": "hull", "phaser": "weapon", "phaser_system": "weapon", "pulse_system": "weapon", "pulse_weapon": "weapon", "torpedo_system": "weapon",
	"torpedo_tube": "weapon", "tractor_beam": "weapon", "tractor_system": "weapon", "engine": "engine", "impulse_system": "engine", "warp_system": "engine",
	"shield": "system", "cloak": "system", "power": "system", "repair": "system", "sensor": "system",
}

// listed gives the parts of which something was told.
func listed(parts []*figures.ReplayPart) []figures.ReplayPart {
	out := []figures.ReplayPart{}
	for _, p := range parts {
		if p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// hull gives the hull of a ship; nil = nothing was told of it.
func (t *track) hull() (found *figures.ReplayPart) {
	for _, p := range t.parts {
		if p != nil && p.Name == "Hull" {
			return p
		}
		if p != nil && p.Kind == "hull" && found == nil {
			found = p
		}
	}
	return found
}
