package ship

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"bcdump/internal/must"
)

// tug is a whole ship file, small enough to break in every way.
const tug = `{
 "format": 1,
 "facing_order": ["front", "rear", "top", "bottom", "left", "right"],
 "ships": [
  {
   "species": 50, "key": "tug", "name": "Tug", "layout": "derived", "has_cloak": false,
   "create_blob_len": 21,
   "power_entry_indices": [1, 3, 4],
   "top_level": [
    {"index": 0, "name": "Hull", "type": "hull", "object_index": 0, "max_condition": 900},
    {"name": "Shield Generator", "type": "shield", "object_index": 1, "max_condition": 800, "facing_max": [6, 5, 4, 3, 2.5, 0]},
    {"name": "Warp Core", "type": "power", "object_index": 2, "max_condition": 700, "main_battery_max": 70, "backup_battery_max": 30},
    {"name": "Engines", "type": "impulse_system", "object_index": 3, "max_condition": 600, "children": [
      {"name": "Port", "type": "engine", "object_index": 4, "max_condition": 60},
      {"name": "Star", "type": "engine", "object_index": 5, "max_condition": 61}]},
    {"name": "Tractors", "type": "tractor_system", "object_index": 6, "max_condition": 500, "children": [
      {"name": "Beam", "type": "tractor_beam", "object_index": 7, "max_condition": 50}]}
   ],
   "own_windows": [{"start": 0, "data_len": 9, "bits": 1, "next": 2}, {"start": 2, "data_len": 9, "bits": 2, "next": 0}],
   "remote_windows": [{"start": 0, "data_len": 10, "bits": 1, "next": 2}, {"start": 2, "data_len": 11, "bits": 2, "next": 0}],
   "object_order": ["Hull", "Shield Generator", "Warp Core", "Engines", "Port", "Star", "Tractors", "Beam"]
  },
  {"species": 51, "key": "wreck", "name": "Wreck", "layout": "unknown", "top_level": null}
 ],
 "projectiles": [{"species": 40, "script": "Harpoon"}],
 "systems": [{"index": 30, "set": "Backwater"}]
}
`

func load(t *testing.T, text string) *Catalogue {
	t.Helper()
	return must.Get(Load("mods.json", strings.NewReader(text)))(t)
}

func TestDefaults(t *testing.T) {
	c := load(t, "\ufeff"+tug).ByKey("TUG")
	if c.Species != 50 || c.Layout != Derived || c.Flyable || c.BlobLength != 21 || len(c.Objects) != 8 {
		t.Errorf("%+v", c)
	}
	shield, core, tractors := c.Subsystems[1], c.Subsystems[2], c.Subsystems[4]
	if shield.Format != Shield || shield.FacingMax != [6]float64{6, 5, 4, 3, 2.5, 0} || len(shield.Tail) != 0 {
		t.Errorf("shield generator: %+v", shield)
	}
	if core.Format != Reactor || core.MainBatteryMax != 70 || core.BackupBatteryMax != 30 {
		t.Errorf("reactor: %+v", core)
	}
	if tractors.Index != 4 || tractors.Format != Powered || len(tractors.Tail) != 2 || tractors.Tail[1] != TractorMode {
		t.Errorf("tractors: %+v", tractors)
	}
	if want := (Part{Name: "Beam", Type: "tractor_beam", ObjectIndex: 7, MaxCondition: 50}); tractors.Children[0] != want {
		t.Errorf("beam: %+v, want %+v", tractors.Children[0], want)
	}
}

// edit is a change to tug: the first occurrence of old becomes new.
type edit struct{ old, new string }

func (e edit) of(t *testing.T, text string) string {
	t.Helper()
	if !strings.Contains(text, e.old) {
		t.Fatalf("there is no %s to edit", e.old)
	}
	return strings.Replace(text, e.old, e.new, 1)
}

// withoutFigures is tug without the figures that follow from its lists.
func withoutFigures(t *testing.T) string {
	text := tug
	for _, key := range []string{"create_blob_len", "power_entry_indices", "own_windows", "remote_windows"} {
		start := strings.Index(text, `   "`+key)
		end := strings.Index(text[start:], "\n")
		text = edit{text[start : start+end+1], ""}.of(t, text)
	}
	return text
}

func TestFormatsOfItsOwn(t *testing.T) {
	text := withoutFigures(t)
	for _, e := range []edit{
		{`"type": "shield", `, `"type": "shield", "format": "base", `},
		{`"type": "tractor_system", `, `"type": "tractor_system", "format": "base", `},
		{`"type": "impulse_system", `, `"type": "impulse_system", "create_tail": ["weapon_bit"], `},
	} {
		text = e.of(t, text)
	}
	c := load(t, text).ByKey("tug")
	if got, want := c.BlobLength, 1+1+3+(4+1)+2; got != want {
		t.Errorf("blob of %d bytes, want %d", got, want)
	}
	if c.HasPower(1) || !c.HasPower(3) || c.HasPower(4) || len(c.Subsystems[4].Tail) != 0 {
		t.Errorf("%+v", c.Subsystems)
	}
}

func TestCloakFollowsFromTheList(t *testing.T) {
	text := edit{`"has_cloak": false,`, ``}.of(t, withoutFigures(t))
	text = edit{`"type": "impulse_system"`, `"type": "cloak"`}.of(t, text)
	if !load(t, text).ByKey("tug").HasCloak {
		t.Error("no cloak")
	}
}

func TestSentencesAreAccepted(t *testing.T) {
	text := edit{`"ships": [`, `"about": {"any": ["thing", {}, -1.5e3, null, "\"}"]}, "ships": [`}.of(t, tug)
	text = edit{`"name": "Tug",`, `"name": "\u0054ug", "layout_evidence": "see \\ there",`}.of(t, text)
	if got := load(t, text).ByKey("tug").Name; got != "Tug" {
		t.Errorf("name %q", got)
	}
}

var broken = []struct {
	what string
	edit
	want string
}{
	{"syntax", edit{`"species": 50,`, `"species": 50;`},
		`6:17: not JSON: invalid character ';' after object key:value pair`},
	{"second value", edit{"\n}\n", "\n} 1\n"}, `27:3: not JSON: invalid character '1' after top-level value`},
	{"leading zero", edit{"50", "050"}, `not JSON: invalid character '5' after object key:value pair`},
	{"not an object", edit{tug, `[]`}, `mods.json:1:1: expected an object, found a list`},
	{"empty", edit{tug, ``}, `mods.json:1:1: not JSON: unexpected end of JSON input`},
	{"format", edit{`"format": 1`, `"format": 2`}, `2:12: format: expected 1, the version of the schema that this program knows, found 2`},
	{"no format", edit{`"format": 1,`, ``}, `1:1: the key "format" is missing`},
	{"no ships", edit{tug, `{"format": 1}`}, `1:1: the key "ships" is missing`},
	{"facing order", edit{`"top", "bottom"`, `"bottom", "top"`}, `facing_order[2]: the order of the facings is fixed: [front rear top bottom left right]`},
	{"facing order cut", edit{`, "right"]`, `]`}, `3:18: facing_order: the order of the facings is fixed`},
	{"unknown key at the top", edit{`"systems"`, `"system"`}, `26:2: there is no key "system" here; did you mean "systems"?`},
	{"unknown key of a class", edit{`"layout"`, `"lay_out"`}, `ships[0] "tug": there is no key "lay_out" here; did you mean "layout"?`},
	{"unknown key of a subsystem", edit{`"max_condition": 800`, `"maxcondition": 800`},
		`11:71: ships[0] "tug", top_level[1] "Shield Generator": there is no key "maxcondition" here; did you mean "max_condition"?`},
	{"unknown key, nothing like it", edit{`"layout"`, `"colour"`}, `there is no key "colour" here` + "\n"},
	{"key in capitals", edit{`"layout"`, `"Layout"`}, `there is no key "Layout" here; did you mean "layout"?`},
	{"key twice", edit{`"name": "Tug",`, `"name": "Tug", "name": "Tug2",`}, `ships[0] "tug": the key "name" is here twice`},
	{"ships no list", edit{tug, `{"format": 1, "ships": {}}`}, `1:24: ships: expected a list, found an object`},
	{"ship no object", edit{tug, `{"format": 1, "ships": [null]}`}, `1:25: ships[0]: expected an object, found null`},
	{"species range", edit{`"species": 50`, `"species": 256`}, `ships[0], species: expected a whole number from 0 to 255, found 256`},
	{"species text", edit{`"species": 50`, `"species": "50"`}, `expected a whole number from 0 to 255, found the text "50"`},
	{"species fraction", edit{`"species": 50`, `"species": 50.0`}, `expected a whole number from 0 to 255, found 50.0`},
	{"species null", edit{`"species": 50`, `"species": null`}, `ships[0] "tug": the key "species" is missing`},
	{"species twice", edit{`"species": 51`, `"species": 50`}, `23:15: ships[1] "wreck": species 50 is taken by ships[0] "tug"`},
	{"key of a class twice", edit{`"wreck"`, `"tug"`}, `ships[1] "tug": the key is taken by ships[0]`},
	{"key with a space", edit{`"tug"`, `"space tug"`},
		`ships[0], key: expected a key: lower-case letters, digits, _ and -, a letter first, found the text "space tug"`},
	{"key is a number", edit{`"tug"`, `"5"`}, `found the text "5"`},
	{"empty name", edit{`"Tug"`, `""`}, `ships[0] "tug", name: expected a text of 1 to 200 printable characters, found the text ""`},
	{"terminal codes", edit{`"Tug"`, `"\u001b[2J"`}, `found the text "\x1b[2J"`},
	{"long name", edit{`"Tug"`, `"` + strings.Repeat("x", 999) + `"`}, `found something very long`},
	{"long key", edit{`"layout"`, `"` + strings.Repeat("x", 999) + `"`}, `there is no key of that length here`},
	{"layout", edit{`"derived"`, `"guessed"`}, `layout: expected one of observed, partial, derived, unknown, found the text "guessed"` + "\n"},
	{"layout slip", edit{`"derived"`, `"derivde"`}, `found the text "derivde"; did you mean "derived"?`},
	{"layout without lists", edit{`"layout": "unknown"`, `"layout": "partial"`},
		`ships[1] "wreck": layout is partial, so the key "top_level" is needed (a class without it has layout unknown)`},
	{"lists without layout", edit{`"derived"`, `"unknown"`}, `ships[0] "tug": layout is unknown, so top_level cannot be known`},
	{"geometry without lists", edit{`"top_level": null`, `"create_blob_len": 12`}, `ships[1] "wreck": layout is unknown, so create_blob_len cannot be known`},
	{"no subsystems", edit{`"layout": "unknown", "top_level": null`, `"layout": "partial", "top_level": [], "object_order": []`},
		`ships[1] "wreck": top_level has 0 entries, expected 1 to 256`},
	{"flag", edit{`"has_cloak": false`, `"has_cloak": 0`}, `has_cloak: expected true or false, found 0`},
	{"cloak", edit{`"has_cloak": false`, `"has_cloak": true`}, `has_cloak is true, but whether top_level has one of type cloak is false`},
	{"index", edit{`"index": 0`, `"index": 1`}, `top_level[0] "Hull": index is 1, but the position in the list is 0`},
	{"type", edit{`"type": "hull"`, `"type": "plating"`}, `top_level[0] "Hull", type: expected one of hull, shield, sensor`},
	{"type slip", edit{`"type": "hull"`, `"type": "hul"`}, `found the text "hul"; did you mean "hull"?`},
	{"format slip", edit{`"type": "hull"`, `"type": "hull", "format": "bass"`},
		`format: expected one of base, powered, shield, power, found the text "bass"; did you mean "base"?`},
	{"no condition", edit{`, "max_condition": 900`, ``}, `10:5: ships[0] "tug", top_level[0] "Hull": the key "max_condition" is missing`},
	{"condition 0", edit{`900`, `0`}, `max_condition: expected a number above 0, found 0`},
	{"condition too large", edit{`900`, `1e999`}, `max_condition: expected a number above 0, found 1e999`},
	{"condition text", edit{`900`, `"900"`}, `max_condition: expected a number above 0, found the text "900"`},
	{"facings", edit{`[6, 5, 4,`, `[6, 5,`}, `"Shield Generator", facing_max: expected 6 numbers ([front rear top bottom left right]), found 5`},
	{"facing below 0", edit{`[6, 5, 4,`, `[6, -5, 4,`}, `facing_max[1]: expected a number, 0 or more, found -5`},
	{"no facings", edit{`, "facing_max": [6, 5, 4, 3, 2.5, 0]`, ``}, `"Shield Generator": an entry of format shield needs the key "facing_max"`},
	{"no battery", edit{`, "backup_battery_max": 30`, ``}, `an entry of format power needs the key "backup_battery_max"`},
	{"battery 0", edit{`30}`, `0}`}, `backup_battery_max: expected a number above 0, found 0`},
	{"facings of a hull", edit{`900`, `900, "facing_max": [1, 1, 1, 1, 1, 1]`}, `top_level[0] "Hull": facing_max is for type shield, this is hull`},
	{"slots of a hull", edit{`900`, `900, "torpedo_slots": []`}, `torpedo_slots is for type torpedo_system, this is hull`},
	{"slot twice", edit{`900`, `900, "torpedo_slots": [{"slot": 1, "script": "A", "max": 0}, {"slot": 1, "script": "B", "max": 1}]`},
		`torpedo_slots[1]: slot 1 is here twice`},
	{"slot without script", edit{`900`, `900, "torpedo_slots": [{"slot": 1, "max": 0}]`}, `torpedo_slots[0]: the key "script" is missing`},
	{"tail of a hull", edit{`900`, `900, "create_tail": ["cloak_bit"]`}, `only an entry of format powered has a create_tail, this one is base`},
	{"tail", edit{`900`, `900, "create_tail": ["cloak"]`}, `create_tail[0]: expected one of weapon_bit, phaser_level, torpedo_slot, tractor_mode, cloak_bit, found the text "cloak"`},
	{"tail twice", edit{`"max_condition": 500`, `"max_condition": 500, "create_tail": ["weapon_bit", "weapon_bit"]`}, `"Tractors": create_tail has weapon_bit twice`},
	{"child", edit{`"max_condition": 61`, `"max_condition": -61`}, `top_level[3] "Engines", children[1] "Star", max_condition: expected a number above 0, found -61`},
	{"child key", edit{`"type": "engine"`, `"typ": "engine"`}, `children[0] "Port": there is no key "typ" here; did you mean "type"?`},
	{"object index beyond", edit{`"object_index": 7`, `"object_index": 8`},
		`17:64: ships[0] "tug", top_level[4] "Tractors", children[0] "Beam": object_index is 8, but object_order ends with 7`},
	{"object index twice", edit{`"object_index": 7`, `"object_index": 6`}, `children[0] "Beam": object_index 6 is taken by "Tractors"`},
	{"object name", edit{`"Port", "Star"`, `"Star", "Port"`}, `children[0] "Port": object_index 4 is "Star" in object_order`},
	{"object without use", edit{`"Tractors", "Beam"]`, `"Tractors", "Beam", "Mirror"]`}, `object_order[8] "Mirror" is nowhere in top_level and its children`},
	{"blob", edit{`"create_blob_len": 21`, `"create_blob_len": 20`}, `7:23: ships[0] "tug": create_blob_len is 20, but top_level gives 21`},
	{"power", edit{`[1, 3, 4]`, `[1, 3]`}, `power_entry_indices is [1 3], but top_level gives [1 3 4]`},
	{"own window", edit{`"data_len": 9, "bits": 2`, `"data_len": 9, "bits": 1`},
		`own_windows[1] is start 2, data_len 9, bits 1, next 0, but top_level gives start 2, data_len 9, bits 2, next 0`},
	{"remote windows", edit{`, {"start": 2, "data_len": 11, "bits": 2, "next": 0}`, ``}, `remote_windows has 1 entries, but top_level gives 2`},
	{"projectile", edit{`"Harpoon"`, `7`}, `projectiles[0], script: expected a text`},
	{"projectile twice", edit{`"Harpoon"}`, `"Harpoon"}, {"species": 40, "script": "Net"}`}, `projectiles[1]: species 40 is here twice`},
	{"system", edit{`"set": "Backwater"`, `"name": "Backwater"`}, `systems[0]: there is no key "name" here`},
}

func TestErrors(t *testing.T) {
	for _, test := range broken {
		t.Run(test.what, func(t *testing.T) {
			_, err := Load("mods.json", strings.NewReader(test.edit.of(t, tug)))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.HasPrefix(err.Error(), "mods.json:") || !strings.Contains(err.Error()+"\n", test.want) {
				t.Errorf("%v\nwant %s", err, test.want)
			}
		})
	}
}

func TestLongLists(t *testing.T) {
	many := strings.Repeat(`"x",`, maxList+1)
	_, err := Load("mods.json", strings.NewReader(edit{`"object_order": [`, `"object_order": [` + many}.of(t, tug)))
	if err == nil || !strings.Contains(err.Error(), "the list has more than 4096 entries") {
		t.Error(err)
	}
}

func TestTooLarge(t *testing.T) {
	_, err := Load("mods.json", strings.NewReader(strings.Repeat(" ", maxFile+1)))
	if err == nil || err.Error() != "mods.json: byte 16777216: too large: there are more than 16777216 bytes" {
		t.Error(err)
	}
}

func TestReadError(t *testing.T) {
	if _, err := Load("mods.json", iotest.ErrReader(os.ErrPermission)); !errors.Is(err, os.ErrPermission) {
		t.Error(err)
	}
}

// A file that ends early is never taken for a smaller one.
func TestCutEverywhere(t *testing.T) {
	for n := range strings.LastIndexByte(tug, '}') {
		if _, err := Load("mods.json", strings.NewReader(tug[:n])); err == nil {
			t.Fatalf("no error after %d bytes", n)
		}
	}
	for n := 0; n < len(stockFile)-2; n += 997 {
		if _, err := Load("mods.json", bytes.NewReader(stockFile[:n])); err == nil {
			t.Fatalf("no error after %d bytes of the stock file", n)
		}
	}
}

// A hole in the file must be an error or harmless, never a panic.
func TestHolesEverywhere(t *testing.T) {
	for n := range len(tug) {
		for _, size := range []int{1, 2, 9} {
			_, _ = Load("mods.json", strings.NewReader(tug[:n]+tug[min(n+size, len(tug)):]))
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(tug)
	for _, test := range broken {
		f.Add(strings.Replace(tug, test.old, test.new, 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Load("mods.json", strings.NewReader(text))
		if err != nil {
			if c != nil || !strings.HasPrefix(err.Error(), "mods.json:") {
				t.Errorf("%v, %v", c, err)
			}
			return
		}
		for i := range c.Classes() {
			checkClass(t, &c.Classes()[i])
		}
		if all := Stock().Overlay(c); len(all.Classes()) < len(c.Classes()) {
			t.Errorf("%d classes over stock give %d", len(c.Classes()), len(all.Classes()))
		}
	})
}

// checkClass checks what those who use a class rely on.
func checkClass(t *testing.T, c *Class) {
	if (c.Layout == Unknown) != (c.Subsystems == nil) {
		t.Errorf("%s: layout %s with %d subsystems", c.Key, c.Layout, len(c.Subsystems))
	}
	for i, s := range c.Subsystems {
		if name, ok := c.ObjectName(s.ObjectIndex); s.Index != i || !ok || name != s.Name || s.MaxCondition <= 0 {
			t.Errorf("%s: subsystem %d is %+v", c.Key, i, s)
		}
	}
	for _, remote := range []bool{false, true} {
		for _, w := range c.Windows(remote) {
			if w.DataLength < 1 || w.Next < 0 || w.Next >= len(c.Subsystems) {
				t.Errorf("%s: window %v", c.Key, w)
			}
		}
	}
}
