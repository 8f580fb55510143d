// Package edit makes one fault in a sound capture, for tests of what is said of faults.
//
// In come the bytes of a capture and edits; out come the bytes of another capture, in which just that
// was changed: sequence numbers and Acks of both directions close up behind what was taken out or put in, lengths
// and checksums are right, and everything is enciphered again. A test says a fault in a line:
//
//	edit.Each(edit.Up(0x2C), edit.Set(func(m *message.Chat) { m.SenderID++ }))
//
// A new kind of fault is a function that gives an Edit or a Do: edits.go has those of messages, players.go of connections,
// updates.go of StateUpdates.
//
// The package reads with package decode and writes with decode/synth. It knows no rule. Only tests may
// import it.
package edit
