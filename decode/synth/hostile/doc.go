// Package hostile holds the attacks that tests and the soak make on the program, and detects the
// ones that succeed: text that controls a terminal or runs in a spreadsheet, and floods of one
// kind of traffic that make a program use memory.
//
// In come messages, or a kind of traffic and a size; out come messages with other texts, the bytes
// of a capture as it is read, and what is wrong with an output. Nothing depends on the clock or on
// chance: the same call gives the same bytes.
//
// Like package synth it must not know how captures are read.
package hostile
