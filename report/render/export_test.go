package render

// StatsTables lists the tables of stats that are shown, in their order.
func StatsTables() (names []string) {
	for _, t := range statsTables {
		if t.show != nil {
			names = append(names, t.name)
		}
	}
	return names
}
