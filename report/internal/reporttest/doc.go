// Package reporttest holds what tests of several reports share: captures, entity-state games,
// and a check that each number of a report is what its query counts.
package reporttest
