// Package desync tells what each player saw of the battle, and how wrong it was.
//
// In come the records of a capture, after the accounts of the match and of the traffic took each, and what a timeline
// tells of the ships; out comes figures.Desync: where what one player was told differs from what the owner of a ship
// reported, or what all others were told, and how old and how far off it was.
//
// A view is what one client was told of one life of a ship. The package reads no updates, ends no lives and knows no
// connections itself, and must not know how figures are shown. Memory is bounded: see limits.go.
package desync
