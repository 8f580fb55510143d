// Genpage bundles the scripts and styles of the page of `bcdump report`: `go generate ./report/page`.
// It needs the libraries that `npm ci` puts into report/page/web, but no Node: esbuild is a Go module.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// run writes what it bundles next to the package that embeds it; `go generate` runs it there.
func run() error {
	files, err := Bundle("web")
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// libraries are what the bundle contains beside our own modules.
var libraries = []string{"three", "uplot"}

// Bundle returns the files of the bundle by name: the script, the styles, and the licences of
// the libraries in them. web is the folder with package.json.
func Bundle(web string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for name, entry := range map[string]string{"bundle.js": "main.js", "bundle.css": "page.css"} {
		content, err := build(web, entry)
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	text, err := licences(web)
	files["licences.txt"] = text
	return files, err
}

func build(web, entry string) ([]byte, error) {
	folder, err := filepath.Abs(web)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     folder,
		EntryPoints:       []string{"src/" + entry},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetASCII,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // they stand in licences.txt, in full
		LogLevel:          api.LogLevelSilent,
	})
	for _, m := range append(result.Errors, result.Warnings...) {
		err = errors.Join(err, errors.New(m.Text))
	}
	if err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

func licences(web string) ([]byte, error) {
	var all []byte
	for _, name := range libraries {
		text, err := os.ReadFile(filepath.Join(web, "node_modules", name, "LICENSE"))
		if err != nil {
			return nil, fmt.Errorf("the libraries are missing, `npm ci` in %s brings them: %w", web, err)
		}
		all = append(all, name+"\n\n"+string(text)+"\n"...)
	}
	return all, nil
}
