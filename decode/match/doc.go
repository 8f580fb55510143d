// Package match says who is in the game: which ships live, and how each life ends.
//
// In come the messages that tell of an object, as plain values: the server and the object id,
// the client at the other end, who sent the message, where in the capture it stands; of a
// creation the class of the ship, of an end what it was. Out come lives: one object from its
// creation, or the first update about it, to its end. Each carries what a report keeps of it.
//
// Every client is told of everything, at its own time: the same creation and the same end pass
// many times, late, and out of order. The package holds the rules by which these are one life.
//
// The package must not know how messages are read, nor what reports count or show.
package match
