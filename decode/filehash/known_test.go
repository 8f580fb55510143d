package filehash_test

import (
	"testing"

	"bcdump/decode/filehash"
)

func TestPublished(t *testing.T) {
	perDirectory := map[string]int{}
	for _, f := range filehash.Published() {
		perDirectory[f.Directory]++
		hash := filehash.Name(f.Name)
		if name, source := filehash.NameOf(f.Directory, hash); name != f.Name || source != filehash.Listed {
			t.Errorf("%s/%s: %q, %s", f.Directory, f.Name, name, source)
		}
		if found := filehash.Find(f.Directory+"/", hash); found == nil || *found != f {
			t.Errorf("%s/%s: %v", f.Directory, f.Name, found)
		}
		for content, want := range map[uint32]filehash.Verdict{f.Content: filehash.Equal, f.Content ^ 0x80: filehash.LowByte, f.Content ^ 0x100: filehash.Different} {
			if got := filehash.Judge(f.Directory, hash, content); got != want {
				t.Errorf("%s/%s: %s, want %s", f.Directory, f.Name, got, want)
			}
		}
	}
	want := map[string]int{"scripts": 2, "scripts/ships": 51, "scripts/ships/Hardpoints": 51, "scripts/mainmenu": 4}
	for directory, n := range want {
		if perDirectory[directory] != n {
			t.Errorf("%s: %d files, want %d", directory, perDirectory[directory], n)
		}
	}
	if len(perDirectory) != len(want) || len(filehash.Published()) != 108 {
		t.Errorf("%v", perDirectory)
	}
}

// TestRealContents holds what stock clients answered against the list.
func TestRealContents(t *testing.T) {
	tests := []struct {
		directory, name string
		content         uint32
		want            filehash.Verdict
	}{
		{"scripts", "App.pyc", 0xF8A0A768, filehash.LowByte},
		{"scripts/", "Autoexec.pyc", 0x17930049, filehash.LowByte},
		{"scripts/ships", "Akira.pyc", 0xCCD37170, filehash.Equal},
		{"Scripts/Ships", "Akira.pyc", 0xCCD37170, filehash.Equal}, // directories are the same in any case
		{"scripts/mainmenu", "CardSpecificSetup.pyc", 0x89097430, filehash.Equal},
		{"scripts/mainmenu", "Akira.pyc", 0xCCD37170, filehash.Unlisted},
		{"scripts/ships", "__init__.pyc", 1, filehash.Different},
		{"Scripts/Multiplayer", "__init__.pyc", 1, filehash.Unlisted},
	}
	for _, tt := range tests {
		if got := filehash.Judge(tt.directory, filehash.Name(tt.name), tt.content); got != tt.want {
			t.Errorf("%s/%s: %s, want %s", tt.directory, tt.name, got, tt.want)
		}
	}
}

// TestNamesByDirectory: one hash, several places.
func TestNamesByDirectory(t *testing.T) {
	tests := []struct {
		directory, want string
		hash            uint32
		source          filehash.Source
	}{
		{"scripts/ships", "__init__.pyc", 0xE9DD9FA2, filehash.Listed},
		{"Scripts/Multiplayer", "__init__.pyc", 0xE9DD9FA2, filehash.Guessed},
		{"", "__init__.pyc", 0xE9DD9FA2, filehash.Listed},
		{"", "Akira.pyc", 0x3EB23EBA, filehash.Listed},
		{"scripts/ships", "Hardpoints", 0xCAAFFDD4, filehash.Listed},
		{"Scripts/Multiplayer", "Episode", 0x83C82BA5, filehash.Guessed},
		{"Scripts/Multiplayer/Episode/Mission5", "StarbaseAI.pyc", 0x67D443E2, filehash.Guessed},
		{"scripts", "", 0x12345678, filehash.Unknown},
	}
	for _, tt := range tests {
		if name, source := filehash.NameOf(tt.directory, tt.hash); name != tt.want || source != tt.source {
			t.Errorf("%s 0x%08X: %q, %s", tt.directory, tt.hash, name, source)
		}
	}
}

// TestLastRound has the names of an observed answer to the last round, for which there is no list.
func TestLastRound(t *testing.T) {
	for _, hash := range []uint32{
		0x2C11712D, 0x67A4C085, 0x0825A729, 0xCB1F8D37, 0x44AF0748, 0x1F4130E9, 0xC5DE8AE5, 0xFC53F27B, 0x712E2686, 0x88D63ABC, 0x587DA208,
		0x72ED3851, 0x16F2E8DA, 0x415BD938, 0x0240516C, 0x6359818B, 0x88EAB037, 0xEA32CDE7, 0xA6FEE294, 0xA4FC6415, 0x58F3F034, 0x13423EDD,
		0x6DF64B1C, 0x9D0B4F3D, 0x7B27230B,
	} {
		if name, source := filehash.NameOf("Scripts/Multiplayer", hash); filehash.Name(name) != hash || source != filehash.Guessed {
			t.Errorf("0x%08X: %q, %s", hash, name, source)
		}
	}
}

func TestDirectories(t *testing.T) {
	for hash, want := range map[uint32]struct {
		directory string
		whole     bool
	}{
		0x4DAFCB2F: {"scripts", true}, 0xC017D1C4: {"scripts/ships", true}, 0xB831D315: {"scripts/ships", false},
		0x3409475D: {"scripts/mainmenu", true}, 0x3F7BF00A: {"scripts/mainmenu", false}, 0x8794D13F: {"Scripts/Multiplayer", true}, 1: {"", false},
	} {
		if directory, whole := filehash.DirectoryOf(hash); directory != want.directory || whole != want.whole {
			t.Errorf("0x%08X: %q, %v", hash, directory, whole)
		}
	}
	for directory, want := range map[string]string{"scripts/": "scripts", "scripts/ships": "ships", `scripts\ships\`: "ships", "": ""} {
		if got := filehash.LastPart(directory); got != want {
			t.Errorf("%q: %q", directory, got)
		}
	}
}

func TestFits(t *testing.T) {
	tests := []struct {
		filter, name string
		want         bool
	}{
		{"*.pyc", "Akira.pyc", true}, {"*.pyc", "akira.PYC", true}, {"*.pyc", "Akira.py", false}, {"App.pyc", "app.pyc", true}, {"App.pyc", "Apple.pyc", false},
		{"", "any", true}, {"*.*", "any", true}, {"A?p.pyc", "App.pyc", true}, {"[A]", "a", false}, {"[A]", "[a]", true}, {`a\*`, `a\b`, true},
	}
	for _, tt := range tests {
		if got := filehash.Fits(tt.filter, tt.name); got != tt.want {
			t.Errorf("%q %q: %v", tt.filter, tt.name, got)
		}
	}
}
