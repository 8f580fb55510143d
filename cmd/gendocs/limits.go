package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// limit is what a line such as this one says, above a constant:
//
//	//limit: NAME SECTION | what it bounds | what happens beyond it | tests and captures that reach it
type limit struct{ folder, name, section, what, beyond string }

var limitLine = regexp.MustCompile(`(?m)^\s*//limit:(\w+) (.+?) \| (.+?) \| (.+?) \| .+$`)

// limitRows lists the constants of a section that bound something.
func limitRows(p *page, section string) string {
	limits, err := limitsOf(p.root)
	p.fail(err)
	limits = slices.DeleteFunc(limits, func(l limit) bool { return l.section != section })
	return list("What|Limit|Beyond it", limits, func(l limit) []string {
		if p.constants[l.folder] == nil {
			p.constants[l.folder], err = constantsOf(p.root, l.folder)
			p.fail(err)
		}
		c, ok := p.constants[l.folder].Scope().Lookup(l.name).(*types.Const)
		if !ok || c.Val().Kind() == constant.Unknown {
			p.fail(fmt.Errorf("%s: no constant %s", l.folder, l.name))
			return nil
		}
		return []string{l.what, number(c.Val(), l.what), l.beyond}
	})
}

// limitsOf finds the limits in the order of the files.
func limitsOf(root string) (limits []limit, err error) {
	err = filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		folder, _ := filepath.Rel(root, filepath.Dir(file))
		for _, m := range limitLine.FindAllStringSubmatch(string(text), -1) {
			limits = append(limits, limit{filepath.ToSlash(folder), m[1], m[2], m[3], m[4]})
		}
		return err
	})
	return limits, err
}

// constantsOf checks the types of a package as far as that goes without its imports.
func constantsOf(root, folder string) (*types.Package, error) {
	set, files, err := parsed(filepath.Join(root, folder))
	if err != nil {
		return nil, err
	}
	config := types.Config{Error: func(error) {}, FakeImportC: true}
	p, _ := config.Check(folder, set, files, nil) // errors are about imports
	return p, nil
}

// parsed gives the files of a folder that are no tests.
func parsed(folder string) (*token.FileSet, []*ast.File, error) {
	set, files := token.NewFileSet(), []*ast.File(nil)
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, e := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		files, err = append(files, file), errors.Join(err, e)
	}
	return set, files, err
}

// number writes "4,096", or "16 MiB" for bytes.
func number(value constant.Value, what string) string {
	n, _ := constant.Int64Val(constant.ToInt(value))
	if strings.Contains(what, "bytes") && n >= 1<<14 && n%(1<<10) == 0 {
		unit, size := "KiB", float64(n)/(1<<10)
		if n >= 1<<20 {
			unit, size = "MiB", size/(1<<10)
		}
		return strconv.FormatFloat(size, 'f', -1, 64) + " " + unit
	}
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
