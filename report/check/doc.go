// Package check compares captures with the rules of the stock game: what a server and a client of
// 2002 always do on the wire.
//
// In come the facts of a capture, all of them (package report/facts); out come figures.Check: a verdict for each
// rule, with the frames of what breaks it. It must not know how a verdict is shown, nor what bytes a
// message has: it asks records, messages and the account of the match (package decode/match).
//
// A rule is a row of the list of its area, which is a file: what is judged, who, how sure the
// source is, and one function, which says what of the capture it wants to see. See Rule.
package check
