package timeline

// Limits of what is followed of each ship.
const (
	// maxTracks bounds the receivers of all ships together, maxReceivers those of one.
	maxTracks    = 8192
	maxReceivers = 64
	// maxRefreshes bounds the writers and receivers whose fields are followed, of all ships:
	// each has eight histograms.
	maxRefreshes = 1024
)

// tracks counts the receivers that are followed, of all ships.
type tracks int

// room makes room for one more receiver of a ship that has some, of so many of all ships; false =
// there is none.
func (n *tracks) room(held int, all tracks) bool {
	if held >= maxReceivers || *n >= all {
		return false
	}
	*n++
	return true
}
