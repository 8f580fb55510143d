// Package capture turns a packet capture into UDP datagrams.
//
// What comes in: the bytes of a capture, from anything that can be read once
// from front to back: a pcap or pcapng file, plain or compressed with gzip or
// zstd, or a pipe that is still growing.
//
// What goes out, in two steps that can run on different goroutines:
//
//   - [Reader] cuts the bytes into [Frame]s (one per capture record, numbered
//     from 1), a [Batch] of them at a time. One caller at a time.
//   - [Dissector] looks at one frame on its own and says what it is; a UDP
//     datagram comes out as a [Datagram]. One Dissector per goroutine.
//
// IP fragments need their order, so Dissector only names them and
// [Defragmenter], which belongs to an ordered stage, joins them.
//
// What it must not know: ciphers, games, ports of interest, output formats,
// wall-clock time. It imports nothing of this module.
//
// # Damage
//
// After [NewReader] has recognised the container, reading cannot fail: a cut
// file, a lying length or a broken compressed stream becomes a [Damage] entry
// with its byte offset, and every frame before it has been delivered. In
// pcapng, whose blocks can be found again, the frames after it are delivered
// too; a classic pcap has nothing to find them by and ends there.
//
// # Promises
//
//   - The frames, their numbers and the damage are the same for every chunk
//     size and for every way the input is split into reads.
//   - A frame is delivered as soon as the read that completes it has returned.
//   - No memory is reserved because a length field asks for it, and memory does
//     not grow with the capture.
//   - Reading and dissecting allocate nothing per frame once the buffers have
//     grown to size (fragments excepted).
//   - For every frame whose kind is [UDP]:
//     HeaderBytes + len(Payload) + Padding = len(Frame.Data).
//
// # Why the containers are read here and the layers by gopacket
//
// The pcapng reader of google/gopacket panics on some time resolutions,
// allocates what a length field says, hides truncation, and keeps only eight
// bits of the link type. Its layer structs are sound when they get no less than
// a whole header, so headers are measured here and their fields taken from
// there. Three things are done by hand because the layer would refuse good
// packets: the address length of Linux cooked v1, IPv6 extension headers, and
// Linux cooked v2, which gopacket does not have. Plain UDP in IPv4, the shape of
// nearly every frame, takes a shortcut (quick.go) that is tested against the layers.
package capture
