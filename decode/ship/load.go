package ship

import (
	"fmt"
	"io"
	"strings"
)

const maxFile = 16 << 20 // bytes; the stock file has not even one percent of it

// Load reads a ship file. An error names the file, line and column, the place
// within the file, and what was expected there; it is the first of the file.
func Load(name string, from io.Reader) (*Catalogue, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: the file is larger than %d MiB, too large for a ship file", name, maxFile>>20)
	}
	return parse(name, strings.TrimPrefix(string(text), "\ufeff")) // editors on Windows write a mark
}

func parse(name string, text string) (*Catalogue, error) {
	r := newReader(name, text)
	var d document
	if r.err == nil {
		readObject(r, documentFields, &d)
		checkUnique(r, d.ships)
	}
	if r.err != nil {
		return nil, r.err
	}
	classes := make([]Class, len(d.ships))
	for i := range d.ships {
		classes[i] = d.ships[i].Class
	}
	return newCatalogue(classes, tableOf(d.projectiles), tableOf(d.systems)), nil
}

func tableOf(list []numbered) map[uint8]string {
	table := make(map[uint8]string, len(list))
	for _, n := range list {
		table[uint8(n.number)] = n.name
	}
	return table
}
