// Package reference lists what the program knows without a capture: the messages that it
// decodes, and the classes of ships.
//
// In come the tables of decode/message, decode/entitystate and decode/ship; out come lists
// for JSON, and tables for a terminal. The package must not know records.
package reference
