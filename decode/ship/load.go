package ship

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"bcdump/internal/foreign"
)

//limit:maxFile What the user writes | bytes of a ship file | refused | TestTooLarge
const maxFile = 16 << 20 // bytes; the stock file has not even one percent of it

// Load reads a ship file. An error names the file, line and column, the place
// within the file, and what was expected there.
func Load(name string, from io.Reader) (*Catalogue, error) {
	text, err := io.ReadAll(foreign.New(from, maxFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return parse(name, strings.TrimPrefix(string(text), "\ufeff")) // editors on Windows write a mark
}

func parse(name string, text string) (*Catalogue, error) {
	r := newReader(name, text)
	var d document
	if r.err == nil {
		r.object(reflect.ValueOf(&d).Elem())
	}
	if r.err == nil {
		d.finish(r)
	}
	if r.err != nil {
		return nil, r.err
	}
	classes, projectiles, systems := make([]Class, len(d.Ships)), map[uint8]string{}, map[uint8]string{}
	for i := range d.Ships {
		classes[i] = d.Ships[i].Class
	}
	for i := range d.Projectiles {
		projectiles[d.Projectiles[i].Species] = d.Projectiles[i].Script
	}
	for i := range d.Systems {
		systems[d.Systems[i].Number] = d.Systems[i].Set
	}
	return newCatalogue(classes, projectiles, systems), nil
}
