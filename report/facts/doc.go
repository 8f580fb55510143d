// Package facts holds a capture in memory.
//
// In comes a capture, read once, from front to back. Out come [Facts]: a [Row] for every record that
// `bcdump decode` prints, a [Datagram] for every UDP datagram, and their bytes. Each row leads back to
// its record ([Reader.At]), so whatever can be asked of a record can be asked of a row, at any time and
// in any order. Facts do not change once they are read: any number of readers may use them side by side.
//
// Who has to look back takes all of a capture ([Read]): rows and bytes cost about twice the capture, and a [Budget]
// bounds them. Who only counts takes some rows after the others ([Parts]), in memory that does not grow.
//
// The package must not know what is counted, and how it is shown. What the ordered stage has found out
// (package decode/internal/session: repeats, relays, what an Ack answers, fragments) stands in the row;
// it is not found a second time here.
package facts
