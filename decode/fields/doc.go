// Package fields turns a message that describes itself (see package wire) into
// the forms that people and programs read: a JSON object, a line of text, a list
// of what its fields are.
//
// In comes a wire.Message; out come bytes for a terminal, a JSON line or a table.
// The package must not know any particular message, nor how the bytes were
// captured or deciphered.
package fields
