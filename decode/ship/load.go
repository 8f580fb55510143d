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
	classes := make([]Class, len(d.Ships))
	for i := range d.Ships {
		classes[i] = d.Ships[i].Class
	}
	return newCatalogue(classes, d.projectiles(), d.systems()), nil
}

func (d *document) projectiles() map[uint8]string {
	return tableOf(d.Projectiles, func(p *projectile) (uint8, string) { return p.Species, p.Script })
}

func (d *document) systems() map[uint8]string {
	return tableOf(d.Systems, func(s *system) (uint8, string) { return s.Number, s.Set })
}

func tableOf[T any](rows []T, of func(*T) (uint8, string)) map[uint8]string {
	table := map[uint8]string{}
	for i := range rows {
		number, text := of(&rows[i])
		table[number] = text
	}
	return table
}

// assemble makes the class of the entries that the file has.
func (c *draft) assemble() {
	for i := range c.Entries {
		s := &c.Entries[i]
		s.Index = i
		for j := range s.Slots {
			s.TorpedoSlots = append(s.TorpedoSlots, s.Slots[j].AmmoSlot)
		}
		for j := range s.Parts {
			s.Children = append(s.Children, s.Parts[j].Part)
		}
		c.Subsystems = append(c.Subsystems, s.Subsystem)
	}
	c.BlobLength = c.Class.blobLength()
}
