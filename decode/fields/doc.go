// Package fields turns a message that describes itself (see package wire) into what people and
// programs read: a JSON object, a line of text, a list of its fields.
//
// In comes a wire.Message; out come bytes for a terminal, a JSON line or a table.
// The package must not know any particular message, nor how the bytes were
// captured or deciphered.
package fields
