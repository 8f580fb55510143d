package replay

import (
	"maps"

	"bcdump/decode/match"
)

// Limits of what is kept of a capture.
const (
	// maxPositions bounds the positions of ships and entities that are shown; beyond it they are thinned.
	//limit:maxPositions Figures | positions of ships and entities on a page | each second one is dropped, again and again | TestThinned
	maxPositions = 4_000_000
	// maxChanges bounds the values of parts, power and cloak, those of charts, and directions
	// and speeds without a position.
	//limit:maxChanges Figures | values of parts, power and charts on a page | left out; counted | TestLimits
	maxChanges = 8_000_000
	//limit:maxShips Figures | ships on a page; one more for each 128 frames | left out; what is told of them is counted | TestLimits
	maxShips = 1024
	// maxEntities bounds the entities, each from when it appears to when it vanishes.
	//limit:maxEntities Figures | entities on a page, from appearing to vanishing | left out; what is told of them is counted | TestLimits
	maxEntities = 8192
	// maxShots bounds the beams, and so the torpedoes.
	//limit:maxShots Figures | beams on a page, and as many torpedoes | left out; counted | TestLimits
	maxShots = 1 << 16
	// maxLines bounds the log, but for what the account of the match bounds.
	//limit:maxLines Figures | lines of its log, beside kills, chat and connections | left out; counted | TestLimits
	maxLines = 1 << 16
	// maxLinks bounds the clients with a round-trip time.
	//limit:maxLinks Figures | clients with a round-trip time on a page; one more for each 128 frames | left out; counted | TestManyLinks
	maxLinks = 1024
	//limit:maxSights Figures | lives of ships on a page, as one player was told of each; one more for each 128 frames | drawn without places; counted | —
	maxSights = 8192
)

// limits are how much there is room for, by the names that figures.Replay.Dropped has, and "positions".
type limits map[string]int

var allLimits = limits{
	"positions": maxPositions, "changes": maxChanges, "ships": maxShips, "entities": maxEntities, "fire": maxShots, "torpedoes": maxShots, "log": maxLines,
	"links": maxLinks, "sights": maxSights,
}

// within are the limits of a capture of so many frames.
func (l limits) within(frames int64) limits {
	of := maps.Clone(l)
	for _, name := range []string{"ships", "links", "sights"} {
		of[name] = match.Room(l[name], frames)
	}
	return of
}

// room counts what there is of something, up to a limit.
type room struct {
	used, most int
	denied     int64
}

// take takes a place; false = there is none.
func (r *room) take() bool {
	if r.used >= r.most {
		r.denied++
		return false
	}
	r.used++
	return true
}
