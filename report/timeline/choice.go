package timeline

import (
	"strconv"
	"strings"
)

// choice is the ships that a timeline is about.
type choice struct {
	ids   map[uint32]bool
	words map[string]bool // players, classes and names, in lower case
}

func newChoice(of []string) choice {
	c := choice{ids: map[uint32]bool{}, words: map[string]bool{}}
	for _, word := range of {
		if id, err := strconv.ParseUint(word, 0, 32); err == nil {
			c.ids[uint32(id)] = true
			continue
		}
		c.words[strings.ToLower(word)] = true
	}
	return c
}

// takes reports whether a ship is one of them; names are its player, class and name.
func (c *choice) takes(id uint32, names ...string) bool {
	if len(c.ids)+len(c.words) == 0 || c.ids[id] {
		return true
	}
	for _, name := range names {
		if name != "" && c.words[strings.ToLower(name)] {
			return true
		}
	}
	return false
}
