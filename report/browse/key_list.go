package browse

// KeyGroup is some of the keys, for documents.
type KeyGroup struct {
	Title string
	Keys  []Key
}

// Key is what one key does.
type Key struct {
	Keys, About string // as people read them
}

// Keys lists all keys, as the help does.
func Keys() (groups []KeyGroup) {
	for _, s := range sections() {
		g := KeyGroup{Title: s.title}
		for _, b := range s.bindings {
			g.Keys = append(g.Keys, Key{b.show, b.about})
		}
		groups = append(groups, g)
	}
	return groups
}
