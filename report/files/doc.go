// Package files turns the records of a capture into the figures of `bcdump files`: which files
// the clients have, what is different about them, and why a host turned somebody away.
//
// In come the records of one capture, and maybe an installation to compare with; out comes
// figures.Files. Connections and their ends are those of package match, names and the published list
// those of package filehash. It does so in one pass and in memory that does not grow with the
// capture.
//
// The package must not know how figures are shown, nor read files on disk.
package files
