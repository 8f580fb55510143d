// Package edit makes one fault in a sound capture, for tests of what is said of faults.
//
// In come the bytes of a capture and edits; out come the bytes of another capture, in which just that
// was changed: sequence numbers and Acks of both directions close up behind what was taken out or put in, lengths
// and checksums are right, and everything is enciphered again. A test says a fault in a line:
//
//	edit.Each(edit.Up(0x2C), edit.Set(func(m *message.Chat) { m.SenderID++ }))
//
// A new kind of fault is a function that returns an Edit or a Do. Edits of messages stand in edits.go, those of connections in
// players.go, those of StateUpdates in updates.go.
//
// The package reads with package decode and writes with decode/synth. It knows no rule. Only tests may
// import it.
package edit
