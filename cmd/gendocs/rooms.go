package main

import (
	"cmp"
	"errors"
	"go/build"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// room is a package of the program.
type room struct {
	name    string // its folder
	purpose string // the first sentence of its documentation
	imports []string
	storey  int // 0 imports none of ours; all others stand one above the highest that they import
}

// roomsOf reads the packages below root, lowest storey last and then by name. Tests do not
// count: they may look at what they like.
func roomsOf(root string) ([]*room, error) {
	byName := map[string]*room{}
	every := build.Default
	every.UseAllFiles = true // of every system
	err := filepath.WalkDir(root, func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") && folder != root || slices.Contains([]string{"testdata", "bin", "tools", "node_modules"}, d.Name()) {
			return fs.SkipDir
		}
		p, err := every.ImportDir(folder, build.ImportComment)
		if none := new(build.NoGoError); errors.As(err, &none) || err == nil && len(p.GoFiles) == 0 {
			return nil
		}
		name, _ := filepath.Rel(root, folder)
		r := &room{name: filepath.ToSlash(name), purpose: p.Doc}
		for _, start := range []string{"Package " + p.Name + " ", "Command "} { // every one begins so
			r.purpose = strings.TrimPrefix(r.purpose, start)
		}
		r.purpose = strings.TrimSuffix(r.purpose, ".")
		for _, name := range p.Imports {
			if own, found := strings.CutPrefix(name, "bcdump/"); found {
				r.imports = append(r.imports, own)
			}
		}
		byName[r.name] = r
		return err
	})
	for _, r := range byName {
		r.climb(byName)
	}
	rooms := slices.Collect(maps.Values(byName))
	slices.SortFunc(rooms, func(a, b *room) int { return cmp.Or(cmp.Compare(b.storey, a.storey), cmp.Compare(a.name, b.name)) })
	return rooms, err
}

func (r *room) climb(byName map[string]*room) int {
	for _, name := range r.imports {
		r.storey = max(r.storey, 1+byName[name].climb(byName))
	}
	return r.storey
}

// roomRows lists the rooms, from the highest storey down.
func roomRows(p *page, _ string) string {
	rooms, err := roomsOf(p.root)
	p.fail(err)
	return list("Storey|Room|What it does|Imports of ours", rooms, func(r *room) []string {
		var names []string
		for _, name := range r.imports {
			if path.Dir(name) != "." { // of decode: by what follows
				name = strings.TrimPrefix(name, "decode/")
			}
			names = append(names, name)
		}
		return []string{strconv.Itoa(r.storey), "`" + r.name + "`", r.purpose, cmp.Or(strings.Join(names, ", "), "—")}
	})
}
