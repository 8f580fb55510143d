package timeline

import (
	"slices"
	"strconv"
	"strings"
)

// choice is the ships and entities that a timeline is about.
type choice struct {
	of    []string
	met   map[string]bool // words that something was found for
	there There
}

// There is what the captures hold that could have been asked for, at most maxThere of each kind;
// nothing if all is asked for.
type There struct {
	Names map[string]bool // of players, classes, ships; types of entities
	IDs   map[string]string
}

const maxThere = 1024

// takes reports whether a ship is one of them; names are its player, class and name, the last one
// is what it is called.
func (c *choice) takes(id uint32, text string, names ...string) (taken bool) {
	if len(c.of) == 0 {
		return true
	}
	c.there.note(text, names)
	for _, word := range c.of {
		is := false
		if n, err := strconv.ParseUint(word, 0, 32); err == nil {
			is = n == uint64(id)
		} else {
			is = word != "" && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, word) })
		}
		if is {
			c.met[word], taken = true, true
		}
	}
	return taken
}

func (t *There) note(id string, names []string) {
	if len(t.IDs) < maxThere {
		t.IDs[id] = names[len(names)-1]
	}
	for _, name := range names {
		if name != "" && name != id && len(t.Names) < maxThere {
			t.Names[name] = true
		}
	}
}

// absent lists the words that nothing was found for.
func (c *choice) absent() []string {
	return slices.DeleteFunc(slices.Compact(slices.Clone(c.of)), func(word string) bool { return c.met[word] })
}
