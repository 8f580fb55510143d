package ship

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Catalogue is a set of classes. It never changes once it is made, so many
// goroutines may use it.
type Catalogue struct {
	classes     []Class
	species     [256]*Class
	keys        map[string]*Class
	names       map[string]*Class // lower case; nil: more than one class has it
	projectiles map[uint8]string
	systems     map[uint8]string
}

var stockCatalogue = sync.OnceValue(newStock)

func newStock() *Catalogue {
	for i := range stockClasses {
		stockClasses[i].derive()
	}
	return newCatalogue(stockClasses, stockProjectiles(), stockSystems())
}

// Stock is what the unmodified game has. It is compiled in from ships.json, since to read
// that file at every start would take longer than a small capture does.
func Stock() *Catalogue { return stockCatalogue() }

func newCatalogue(classes []Class, projectiles, systems map[uint8]string) *Catalogue {
	slices.SortFunc(classes, func(a, b Class) int { return int(a.Species) - int(b.Species) })
	c := &Catalogue{
		classes:     slices.Clip(classes),
		keys:        make(map[string]*Class, len(classes)),
		names:       make(map[string]*Class, len(classes)),
		projectiles: projectiles,
		systems:     systems,
	}
	for i := range c.classes {
		class := &c.classes[i]
		c.species[class.Species] = class
		c.keys[class.Key] = class
		name := strings.ToLower(class.Name)
		if _, taken := c.names[name]; taken {
			class = nil
		}
		c.names[name] = class
	}
	return c
}

// Classes lists the classes in the order of their species. The list is the
// catalogue's own: it must not be changed.
func (c *Catalogue) Classes() []Class { return c.classes }

// Keys lists the keys of the classes in the order of their species.
func (c *Catalogue) Keys() []string {
	keys := make([]string, len(c.classes))
	for i := range c.classes {
		keys[i] = c.classes[i].Key
	}
	return keys
}

// BySpecies is nil if there is no such class.
func (c *Catalogue) BySpecies(n uint8) *Class { return c.species[n] }

// ByKey finds a class by its key or else by its name, in upper or lower case.
// It is nil if there is none, or if several share the name.
func (c *Catalogue) ByKey(key string) *Class {
	key = strings.ToLower(key)
	if class := c.keys[key]; class != nil {
		return class
	}
	return c.names[key]
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
	for i := range c.classes {
		class := c.classes[i]
		if user.species[class.Species] == nil && user.keys[class.Key] == nil {
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
