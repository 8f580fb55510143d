// Package ship knows the ship classes of the game and the order in which their
// subsystems go over the wire.
//
// In comes a ship file (JSON, see docs/ships.md): the stock one is built in, a
// user may bring one for a modified game. Out come classes with their lists of
// subsystems, and what follows from these lists: the size of an entry, the
// length of a creation blob, the blocks a server sends in turn.
//
// Nothing in a file is believed that can be worked out: figures that stand
// beside the lists are compared with the figures the lists give, since a wrong
// list would still read plausibly and mislabel every byte after it.
//
// The package must not know bytes, messages or sessions: it says what a block
// holds in which order, never reads one, and does not know which object is of
// which class.
package ship
