package timeline

// Limits of what is followed of each ship.
const (
	// maxTracks bounds the receivers of all ships together, maxReceivers those of one.
	maxTracks    = 8192
	maxReceivers = 64
)

// tracks counts the receivers that are followed, of all ships.
type tracks int

// room makes room for one more receiver of a ship that has some; false = there is none.
func (n *tracks) room(held int) bool {
	if held >= maxReceivers || *n >= maxTracks {
		return false
	}
	*n++
	return true
}
