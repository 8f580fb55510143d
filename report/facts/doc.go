// Package facts holds a capture in memory.
//
// In comes a capture, read once, from front to back. Out come [Facts]: a [Row] for every record that
// `bcdump decode` prints, a [Datagram] for every UDP datagram, and their bytes. Each row leads back to
// its record ([Reader.At]), so whatever can be asked of a record can be asked of a row, at any time and
// in any order. Facts do not change once they are read: any number of readers may use them side by side.
//
// A [Budget] bounds the memory: rows and bytes cost about one and a half times the capture.
//
// The package must not know what is counted, and how it is shown. What the ordered stage has found out
// (package decode/internal/session: repeats, relays, what an Ack answers, fragments) stands in the row;
// it is not found a second time here.
package facts
