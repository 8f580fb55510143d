// Package page writes the page of `bcdump report`: one HTML file with everything in it, which
// opens from disk in any current browser and cannot fetch or send anything.
//
// In: what the page says without its script (summary, tables), and the data block that its
// script reads. Out: the HTML. It must not know captures, or what the data block means.
//
// The page's own modules are in web/src; `go generate` bundles them with the libraries into
// bundle.js and bundle.css, which are committed, so that building bcdump needs neither Node nor a
// network. web/README.md says how they are changed.
package page

//go:generate go run bcdump/cmd/genpage
