// Package wire is the alphabet of the game's messages: how numbers, strings, packed booleans and
// compressed vectors are encoded in bytes.
//
// In comes the payload of one message (little-endian, see docs/protocol.md);
// out come values, and the other way round. A message describes itself once,
// as a Visit method that names its fields in wire order to a [Visitor]. The
// [Reader] is the visitor that takes values from bytes, the [Writer] its mirror
// image; other packages add visitors that print, search or list.
//
// The package must not know any message, opcode, ship or session: it knows
// field encodings only.
package wire
