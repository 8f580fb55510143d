package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// TestOneAccount: a capture is read once, and each record goes once through the account of the match and that of the
// traffic: reports make no accounts of their own, and nobody but tally.Accounts.Read, which reads the capture, gives
// them records.
func TestOneAccount(t *testing.T) {
	makes, reads, takes := map[string][]string{}, map[string]int{}, []string{}
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch of, method := calls(call); {
			case method == "New" && (of == "match" || of == "traffic"):
				makes[of] = append(makes[of], name)
			case method == "Take" && (strings.HasSuffix(of, "Match") || strings.HasSuffix(of, "match") || strings.HasSuffix(of, "traffic")):
				takes = append(takes, name)
			case (method == "Deliver" || method == "DeliverBeside") && of != "options" && strings.HasPrefix(name, "report/"):
				reads[name]++
			}
			return true
		})
		return nil
	}))
	const accounts = "report/tally/accounts.go"
	outside := func(name string) bool { return name != accounts }
	for _, of := range []string{"match", "traffic"} {
		if !slices.Contains(makes[of], accounts) || slices.ContainsFunc(makes[of], outside) {
			t.Errorf("accounts of the %s are made in %q", of, makes[of])
		}
	}
	if !slices.Contains(takes, accounts) || slices.ContainsFunc(takes, outside) {
		t.Errorf("records are given to accounts in %q", takes)
	}
	if len(reads) != 1 || reads[accounts] != 1 {
		t.Errorf("captures are read for reports in %v", reads)
	}
}

// calls gives the last name before the name of what is called, and that.
func calls(call *ast.CallExpr) (of, method string) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	switch x := selector.X.(type) {
	case *ast.Ident:
		of = x.Name
	case *ast.SelectorExpr:
		of = x.Sel.Name
	}
	return of, selector.Sel.Name
}
