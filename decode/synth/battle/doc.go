// Package battle simulates battles: a host, some players, the network between them.
//
// In come options and a Tap, which records what passes it; out come the UDP datagrams
// of a game, in the order of time, and the Truth: what was sent, counted where it was
// sent. Nothing here reads bytes, neither its own nor anybody's: what a message says
// travels beside it as a Go value, so that the counts hold against a reader that is
// wrong in the same way as the writer.
//
// Two storeys. Below is the network, with its lines, packets and counts (network.go): it knows
// no players and no ships. Above are the players with their clients, the host and the ships
// (session.go), and what goes wrong with them (mishaps.go); background.go and battle.go, which has [Run], stand on both.
// plan.go is how the battle stays the same whatever the network does.
//
// The package must not know how captures are written, and not how they are read. It
// uses neither the clock nor a map's order, and no function whose last bit depends on
// the machine: the same options give the same bytes everywhere.
package battle
