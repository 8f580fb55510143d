// Package outline is what those who go through a capture need to know of every message without
// decoding it again: where it stands, what it is, whose it is, and which other messages belong to it.
//
// In come the records of a capture, once, from several goroutines and in any order, as short rows
// of bytes ([Outline.NewRenderer]), and the rows in order ([Outline.Write]);
// the records themselves too, in order, for what is a death ([Outline.Take]):
//
//	o := outline.New()
//	err := index.Build(o, func() decode.Renderer { return o.NewRenderer() })
//
// Out come answers about messages by their numbers, from 0, in the order of the capture:
//
//	o.Len()                          how many there are so far
//	o.Row(n)                         frame, kind, client, object, flags
//	o.Next(n, outline.SameKind)      the next one like it; o.Previous goes the other way
//	o.First(frame)                   the first message of a frame
//	o.Number(frame, index)           a message by its place
//	o.Related(n)                     its Ack, its copies, its parts: what belongs to it
//
// Everything but Take and Write may be called at any time by any number of goroutines, while rows still
// come: an answer is about the messages of that moment. A message takes 24 bytes.
//
// The package must not know how a capture is read, or what a screen looks like.
package outline
