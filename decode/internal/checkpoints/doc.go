// Package checkpoints reaches any message of a capture without going through all that is before it.
//
// In comes a capture while somebody else reads it from front to back: a [List] keeps a checkpoint from
// time to time, which is what the stages know between two batches; a [Container] lets the bytes of the
// container be read again, from a file or from a temporary one. Out go runs: batches with records, from
// the checkpoint before any message to a later one. They are those of the first reading.
//
// The capture may still be growing. One goroutine reads it and tells the List of its messages; any number
// of others may begin runs at the same time.
//
// The package must not know what records say, or what is made of them.
package checkpoints
