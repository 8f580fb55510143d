package ship

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
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

type fault struct {
	what string
	edit
	want string
}

// faults lists the faults of testdata/broken.txt, and some faults that do not fit into lines.
func faults(t testing.TB) []fault {
	t.Helper()
	all := []fault{
		{"second value", edit{"\n}\n", "\n} 1\n"}, `27:3: not JSON: invalid character '1' after top-level value`},
		{"unknown key, nothing like it", edit{`"layout"`, `"colour"`}, `there is no key "colour" here` + "\n"},
		{"long name", edit{`"Tug"`, `"` + strings.Repeat("x", 999) + `"`}, `found something very long`},
		{"long key", edit{`"layout"`, `"` + strings.Repeat("x", 999) + `"`}, `there is no key of that length here`},
		{"layout", edit{`"derived"`, `"guessed"`}, `layout: expected one of observed, partial, derived, unknown, found the text "guessed"` + "\n"},
	}
	text := string(must.Get(os.ReadFile(filepath.Join("testdata", "broken.txt")))(t))
	for _, m := range regexp.MustCompile(`(?m)^== (.*)\n- (.*)\n\+ ?(.*)\n= (.*)$`).FindAllStringSubmatch(text, -1) {
		if m[2] == "tug" {
			m[2] = tug
		}
		all = append(all, fault{m[1], edit{m[2], m[3]}, m[4]})
	}
	if len(all) < 71 {
		t.Fatalf("%d faults", len(all))
	}
	return all
}

func TestErrors(t *testing.T) {
	for _, test := range faults(t) {
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
	for _, test := range faults(f) {
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
