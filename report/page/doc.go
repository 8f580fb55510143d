// Package page writes the page of `bcdump report`: one HTML file with everything in it, which
// opens from disk in any current browser and cannot fetch or send anything.
//
// In: the figures of `bcdump report`. Out: HTML. What is said before any script runs (head,
// summary, tables for where none does) is written here; all else the page makes of its data block,
// which report/replay writes. The package must not know captures.
//
// The page's own modules are in web/src; `go generate` bundles them with the libraries into
// bundle.js and bundle.css, which are committed, so that building bcdump needs neither Node nor a
// network. web/README.md says how they are changed.
package page

//go:generate go run bcdump/cmd/genpage
