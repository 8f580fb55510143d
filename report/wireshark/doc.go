// Package wireshark writes what captures hold for Wireshark: every packet in plaintext, and behind
// its bytes what bcdump knows of them, which a plugin shows.
//
// In come frames and their records; out go a pcapng whose packets end with annotations, and the
// plugin, a Lua file that knows how annotations are written and which fields messages have, and no
// layout of any message. docs/dev/wireshark-format.md specifies both.
//
// The package must not read bytes of messages: what it writes is what decode says.
package wireshark
