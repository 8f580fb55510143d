package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// TestSystems: every package, and its tests, obeys the rules of Go on the systems that CROSS names, "GOOS/GOARCH
// GOOS/GOARCH" (`make cross`): each name is there, each number fits. That takes a sixth of compiling them.
func TestSystems(t *testing.T) {
	systems := strings.Fields(os.Getenv("CROSS"))
	if len(systems) == 0 {
		t.Skip("see make cross")
	}
	for _, target := range systems {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			system, processor, _ := strings.Cut(target, "/")
			list := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,ForTest,Module", "bcdump/...")
			list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
			own, err := typed(strings.NewReader(string(must.Get(list.Output())(t))), processor)
			if err != nil {
				t.Error(err)
			}
			if own < 100 {
				t.Errorf("%d packages of ours", own)
			}
		})
	}
}

// listed is a package as go list tells of it.
type listed struct {
	ImportPath, Dir, ForTest string
	GoFiles                  []string
	ImportMap                map[string]string
	Module                   *struct{ Main bool }
}

// typed checks packages, each behind those that it imports, and counts ours. Of others only the declarations
// are looked at.
func typed(list io.Reader, processor string) (own int, err error) {
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	for from := json.NewDecoder(list); ; {
		var p listed
		if err := from.Decode(&p); errors.Is(err, io.EOF) {
			return own, nil
		} else if err != nil {
			return own, err
		}
		path, _, _ := strings.Cut(p.ImportPath, " ")
		if path == "unsafe" || strings.HasSuffix(path, ".test") { // this one is made, and lies elsewhere
			continue
		}
		ours := p.Module != nil && p.Module.Main && (p.ForTest == "" || p.ForTest == strings.TrimSuffix(path, "_test"))
		if ours {
			own++
		}
		fset, files := token.NewFileSet(), []*ast.File(nil)
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return own, err
			}
			files = append(files, file)
		}
		config := types.Config{IgnoreFuncBodies: !ours, Sizes: types.SizesFor("gc", processor), Importer: importer(func(path string) (*types.Package, error) {
			if mapped := p.ImportMap[path]; mapped != "" {
				path = mapped
			}
			if done[path] == nil {
				return nil, errors.New(p.ImportPath + ": nothing is known of " + path)
			}
			return done[path], nil
		})}
		if done[p.ImportPath], err = config.Check(path, fset, files, nil); err != nil {
			return own, err
		}
	}
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
