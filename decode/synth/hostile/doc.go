// Package hostile holds what tests and the soak attack the program with, and how they tell that
// an attack got through: texts that steer a terminal or are run by a spreadsheet, and storms of
// one kind of traffic that make a program remember.
//
// In come messages, or a kind of traffic and a size; out come messages with other texts, the bytes
// of a capture as it is read, and what is wrong with an output. Nothing depends on the clock or on
// chance: the same call gives the same bytes.
//
// Like package synth it must not know how captures are read.
package hostile
