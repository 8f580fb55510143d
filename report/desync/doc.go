// Package desync tells what each player saw of the battle, and how wrong it was.
//
// In come the facts of a capture; out comes figures.Desync: where what one player was told differs from what the owner of
// a ship reported, or what all others were told, and how old and how far off it was.
//
// A view is what one client was told of one life of a ship. The package ends no lives and knows no connections itself, and
// must not know how figures are shown.
package desync
