// Package recorder writes captures while they happen.
//
// In come UDP datagrams and other packets in the order of time, one by one; out goes a
// pcap or pcapng file, plain or compressed, of any link type that the program reads.
// Nothing is kept but the record at hand, so a capture may have any length.
//
// The package must not know what the datagrams mean, and not how captures are read:
// like package synth, whose encoders it uses, it is what the reader is held against.
package recorder
