package main

import (
	"cmp"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is how the rooms of this program are imported.
const module = "bcdump/"

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
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != root || d.Name() == "testdata" || d.Name() == "bin" || d.Name() == "tools"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		return readRoom(byName, root, file)
	})
	for _, r := range byName {
		r.climb(byName)
	}
	rooms := slices.Collect(maps.Values(byName))
	slices.SortFunc(rooms, func(a, b *room) int { return cmp.Or(cmp.Compare(b.storey, a.storey), cmp.Compare(a.name, b.name)) })
	return rooms, err
}

// readRoom adds what one file says of its package.
func readRoom(byName map[string]*room, root, file string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return err
	}
	folder, err := filepath.Rel(root, filepath.Dir(file))
	if err != nil {
		return err
	}
	name := filepath.ToSlash(folder)
	r := byName[name]
	if r == nil {
		r = &room{name: name}
		byName[name] = r
	}
	if parsed.Doc != nil {
		r.purpose = purposeOf(parsed)
	}
	for _, spec := range parsed.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
		if own, found := strings.CutPrefix(imported, module); found && !slices.Contains(r.imports, own) {
			r.imports = append(r.imports, own)
		}
	}
	slices.Sort(r.imports)
	return nil
}

// purposeOf gives the first sentence of a package's documentation, without the words that
// every one begins with.
func purposeOf(file *ast.File) string {
	text := new(doc.Package).Synopsis(file.Doc.Text())
	for _, start := range []string{"Package " + file.Name.Name + " ", "Command "} {
		text = strings.TrimPrefix(text, start)
	}
	return strings.TrimSuffix(text, ".")
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
	var all [][]string
	for _, r := range rooms {
		all = append(all, []string{strconv.Itoa(r.storey), "`" + r.name + "`", r.purpose, importsText(r)})
	}
	return table([]string{"Storey", "Room", "What it does", "Imports of ours"}, all)
}

// importsText names the rooms that one imports; those of the same wing by their last name.
func importsText(r *room) string {
	var names []string
	for _, name := range r.imports {
		if path.Dir(name) != "." {
			name = strings.TrimPrefix(name, "decode/")
		}
		names = append(names, name)
	}
	if names == nil {
		return "—"
	}
	return strings.Join(names, ", ")
}
