package ship

import (
	"bytes"
	_ "embed" // the stock ships
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Catalogue is a set of classes. Nobody sees it change, so many goroutines may use it.
type Catalogue struct {
	classes     []Class // in the order of their species
	unread      []unread
	species     [256]int       // the place of a class in classes, from 1; 0 = there is none
	keys        map[string]int // the same
	projectiles map[uint8]string
	systems     map[uint8]string
}

// unread is a class of the stock game, which is read when it is asked for: a battle has a few of 45.
type unread struct {
	text []byte
	once sync.Once
}

//go:embed ships.json
var stockFile []byte

var stockCatalogue = sync.OnceValue(newStock)

// newStock reads the stock game without the checks of [Load], which would take longer than a small capture
// does; a test makes them. A ship begins and ends with a brace behind two blanks.
func newStock() *Catalogue {
	top, ships, _ := bytes.Cut(stockFile, []byte("\n  {"))
	ships, rest, _ := bytes.Cut(ships, []byte("\n  }\n"))
	var d document
	decode(slices.Concat(top, rest), &d)
	c := newCatalogue(nil, d.projectiles(), d.systems())
	for _, text := range bytes.Split(ships, []byte("\n  },\n  {")) {
		_, key, _ := bytes.Cut(text, []byte(`"key": "`))
		key, _, _ = bytes.Cut(key, []byte(`"`))
		c.unread = append(c.unread, unread{text: slices.Concat([]byte("{"), text, []byte("}"))})
		place := len(c.unread)
		c.species[place], c.keys[string(key)] = place, place // the game numbers them in this order
	}
	c.classes = make([]Class, len(c.unread))
	return c
}

func decode(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(err) // a test reads all of it
	}
}

// Stock is what the unmodified game has.
func Stock() *Catalogue { return stockCatalogue() }

func newCatalogue(classes []Class, projectiles, systems map[uint8]string) *Catalogue {
	slices.SortFunc(classes, func(a, b Class) int { return int(a.Species) - int(b.Species) })
	c := &Catalogue{classes: slices.Clip(classes), keys: map[string]int{}, projectiles: projectiles, systems: systems}
	for i := range c.classes {
		class := &c.classes[i]
		c.species[class.Species], c.keys[class.Key] = i+1, i+1
	}
	return c
}

// class gives the class at a place from 1; nil for 0.
func (c *Catalogue) class(place int) *Class {
	if place == 0 {
		return nil
	}
	class := &c.classes[place-1]
	if c.unread != nil {
		x := &c.unread[place-1]
		x.once.Do(func() {
			var d draft
			decode(x.text, &d)
			d.assemble()
			*class = d.Class
		})
	}
	return class
}

// Classes lists the classes in the order of their species. The list is the
// catalogue's own: it must not be changed.
func (c *Catalogue) Classes() []Class {
	for i := range c.unread {
		c.class(i + 1)
	}
	return c.classes
}

// Keys lists the keys of the classes in the order of their species.
func (c *Catalogue) Keys() []string {
	keys := make([]string, len(c.classes))
	for key, place := range c.keys {
		keys[place-1] = key
	}
	return keys
}

// BySpecies is nil if there is no such class.
func (c *Catalogue) BySpecies(n uint8) *Class { return c.class(c.species[n]) }

// ByKey finds a class by its key or else by its name, in upper or lower case.
// It is nil if there is none, or if several share the name.
func (c *Catalogue) ByKey(key string) *Class {
	if place := c.keys[strings.ToLower(key)]; place > 0 {
		return c.class(place)
	}
	var found *Class
	for i := range c.Classes() {
		if class := &c.classes[i]; strings.EqualFold(class.Name, key) {
			if found != nil {
				return nil
			}
			found = class
		}
	}
	return found
}

// Projectile names the script of a kind of torpedo or bolt.
func (c *Catalogue) Projectile(species uint8) (string, bool) {
	script, ok := c.projectiles[species]
	return script, ok
}

// System names a star system that players may choose.
func (c *Catalogue) System(index uint8) (string, bool) {
	set, ok := c.systems[index]
	return set, ok
}

// Overlay gives a catalogue with the classes of user and those of c that user
// leaves alone. A class of c is left out if user has one with its species or
// with its key: a modified ship may keep either, and neither may have two
// meanings. Projectiles and systems are replaced number by number. Both
// catalogues stay as they are.
func (c *Catalogue) Overlay(user *Catalogue) *Catalogue {
	if user == nil {
		return c
	}
	classes := slices.Clone(user.classes)
	for _, class := range c.Classes() {
		if user.species[class.Species] == 0 && user.keys[class.Key] == 0 {
			classes = append(classes, class)
		}
	}
	return newCatalogue(classes, merged(c.projectiles, user.projectiles), merged(c.systems, user.systems))
}

func merged(under, over map[uint8]string) map[uint8]string {
	all := make(map[uint8]string, len(under)+len(over))
	maps.Copy(all, under)
	maps.Copy(all, over)
	return all
}
