package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/internal/must"
	"bcdump/report/verify"
)

// Settings become the options that the flags of the same names give, whatever their order.
func TestSettings(t *testing.T) {
	ships := filepath.Join(t.TempDir(), "ships.json")
	const courier = `{"format":1,"ships":[{"species":60,"key":"courier","name":"Courier","layout":"derived",` +
		`"top_level":[{"name":"Hull","type":"hull","object_index":0,"max_condition":1200}],"object_order":["Hull"]}]}`
	must.Do(t, os.WriteFile(ships, []byte(courier), 0o644))
	o := must.Get(decodeSettings(ships+".golden", []verify.Setting{
		{Name: "ship", Value: "0x3FFFFFFF=courier"}, {Name: "ship", Value: "1=akira"}, {Name: "ships", Value: "ships.json"},
		{Name: "dialect", Value: "openbc"}, {Name: "port", Value: "1-2,9"}, {Name: "proto", Value: "bc"},
	}))(t)
	if len(o.ObjectClasses) != 2 || o.ObjectClasses[0x3FFFFFFF].Key != "courier" || o.Ships == nil ||
		o.Dialect != message.OpenBC || len(o.Ports) != 2 || o.Protocol != decode.BC {
		t.Errorf("%+v", o)
	}
	for _, bad := range []verify.Setting{{Name: "ship", Value: "1=x"}, {Name: "dialect", Value: "x"}, {Name: "port", Value: "x"}, {Name: "proto", Value: "x"}, {Name: "x"}} {
		if _, err := decodeSettings("x", []verify.Setting{bad}); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

// TestJUnitInTemp: what --junit keeps until the end lies in a file of its own that only its owner reads, whose
// name nobody can foresee: a link that waits under the name of an earlier run leads nowhere.
func TestJUnitInTemp(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links take privileges")
	}
	folder, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	t.Setenv("TMPDIR", folder)
	write(t, victim, []byte("mine"))
	names := map[string]bool{}
	for range 5 {
		j := must.Get((&verifyRun{junit: filepath.Join(t.TempDir(), "results.xml")}).newJUnit())(t)
		name := j.cases.Name()
		info, err := os.Lstat(name)
		if err != nil || names[name] || filepath.Dir(name) != folder || !info.Mode().IsRegular() || info.Mode().Perm() != 0o600 {
			t.Errorf("%s, known %v: %v, %v", name, names[name], info, err)
		}
		names[name] = true
		if err := j.add(&verify.Result{}); err != nil {
			t.Error(err)
		}
		if err := j.buffered.Flush(); err != nil {
			t.Error(err)
		}
		j.discard()
		must.Do(t, os.Symlink(victim, name))
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}
