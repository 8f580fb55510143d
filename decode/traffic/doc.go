// Package traffic follows how often each receiver is told of each ship, and in which order blocks of subsystems come.
//
// In come the records of captures, in order, each after the account of the match took it. Out comes what an
// update is to its flow, the updates about one life of a ship that go one way on one connection; [Times] tell from that
// how long ago there was one before, if that can be measured. Whoever needs a time between updates asks this package,
// so that all reports give one answer.
//
// Nothing is measured where nobody sends: a pause, an absence and a clock that is set begin a new run, and times
// are those within a run. Copies that the network makes are counted, but measure nothing, nor does the position of an update that came late.
//
// Memory is bounded: see the constants. The package decodes nothing, and must not know what rules judge or
// reports show.
package traffic
