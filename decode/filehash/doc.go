// Package filehash holds the hashes with which a host checks the files of a client: of the
// names of files and directories, and of what is in files. It knows the rounds in which a stock
// host asks, and the files of the stock game.
//
// In come texts, bytes, and hashes; out come hashes, and what they stand for. The package must
// not know messages, captures or folders on disk.
package filehash
