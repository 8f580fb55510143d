package filter

import (
	"strconv"
	"strings"
)

// Step is one step of a path: into a named key, or, if Name is empty, to the
// element Index of a list, counted from 0.
type Step struct {
	Name  string
	Index int
}

// Steps takes a path of [Filter.Paths] apart: "fields.position[2]" gives
// "fields", "position", 2.
func Steps(path string) []Step {
	var steps []Step
	for path != "" {
		end := nameEnd(path)
		if end > 0 {
			steps = append(steps, Step{Name: path[:end]})
			path = path[end:]
			continue
		}
		if path[0] != '[' {
			path = path[1:] // the dot
			continue
		}
		inner, rest, _ := strings.Cut(path[1:], "]")
		index, _ := strconv.Atoi(inner)
		steps = append(steps, Step{Index: index})
		path = rest
	}
	return steps
}

// writable tells whether an expression can name s: names joined by dots, and
// not a single word of the language.
func writable(s string) bool {
	if _, taken := words[strings.ToLower(s)]; taken {
		return false
	}
	for name := range strings.SplitSeq(s, ".") {
		if name == "" || nameEnd(name) < len(name) || digit(name[0]) {
			return false
		}
	}
	return true
}
