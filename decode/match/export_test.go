package match

// NewOf makes a Match that keeps so many ships.
func NewOf(ships int) *Match { return newMatch(ships) }
