package entitystate

// Pong, type 8, in both directions: a Ping sent back. It was proposed only.
//
// Source: a document.
type Pong struct{ Ping }
