//go:build race

package heavy

// Race says whether the race detector watches.
const Race = true
