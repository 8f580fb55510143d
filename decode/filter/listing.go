package filter

import (
	"slices"
	"strings"
)

// under lists the keys below a path.
func (s *Schema) under(path string) []string {
	var found []string
	for i := range s.keys {
		if strings.HasPrefix(s.keys[i].Path, path+".") {
			found = append(found, s.keys[i].Path)
		}
	}
	return found
}

// around lists what could stand in the place of an unknown path: the keys of
// the deepest group that the path does lead into, or else the top level, where
// each group stands for its keys.
func (s *Schema) around(path string) []string {
	for i := strings.LastIndexByte(path, '.'); i > 0; i = strings.LastIndexByte(path[:i], '.') {
		if found := s.under(path[:i]); len(found) > 0 {
			return found
		}
	}
	return s.top()
}

func (s *Schema) top() []string {
	var names []string
	for i := range s.keys {
		name, _, deep := strings.Cut(s.keys[i].Path, ".")
		if deep {
			name += ".*"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (s *Schema) paths() []string {
	paths := make([]string, len(s.keys))
	for i := range s.keys {
		paths[i] = s.keys[i].Path
	}
	return paths
}
