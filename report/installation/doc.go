// Package installation hashes the files of an installation of the game as a client does when a
// host checks them.
//
// In comes a folder on disk; out comes figures.Installation, which may be written as JSON and read
// again. Files are only read, a piece at a time. The package must not know captures, nor how figures
// are shown.
package installation
