// Package match follows the match: who is connected and who is in the game, which ships live and
// how each dies, and who should receive which message.
//
// In come the records of captures, in order. Out comes one account of what they tell: connections
// with the steps of their join and how they end, players across reconnects, ships with their
// lives, kills, chat, and for every message of a client the clients that the host should have
// passed it on to. Each conclusion names the frame that it rests on; what the capture does not
// show stays unknown. Whoever needs to know who was there asks this package, so that all reports
// give one answer.
//
// A host tells every client of everything, at its own time: the same creation and the same end
// pass many times, late, and out of order. The package holds the rules by which these are one.
//
// Memory is bounded: see the constants in limits.go. The package must not know what reports count
// or show.
package match
