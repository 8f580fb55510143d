// Package replay turns facts into the figures of `bcdump report`: where each
// ship was, how it did, who fired at whom, what was said, how the traffic behaved.
//
// In comes a capture, which is read once into facts; out come figures.Replay and the block of bytes
// that a page holds. The rows go to the reports that know a part of it. What happened is what package match says; positions, conditions and shots are those of
// package timeline; figures.Match, Stats and Check stand in it as other commands print them.
//
// Positions are those that the owner of a ship sends. As long as it was not heard they are those that
// the host sends to one of the clients: the one that hears of the ship first, another one when that
// hears nothing for 5 s. Where a ship is created is a position too. Directions and speeds are those
// of the same messages. All stand as they were told, with nothing between them: they equal what
// `bcdump timeline -o json` says of the same message.
//
// Times are those of the capture, but that they never go back: what comes up to a second too early
// counts as of the newest time, and where the clock was set back it goes on from there.
//
// Memory is bounded (limits.go). Beyond 4,000,000 positions each second one is dropped, as often as
// that is needed: figures.Replay.Thinned says how many one stands for.
//
// The package must not know how a page looks. It decodes nothing itself.
package replay
