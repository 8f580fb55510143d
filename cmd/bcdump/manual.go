//go:build manual

package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"bcdump/cmd/bcdump/internal/manual"
)

// With the tag, `bcdump FOLDER` writes man pages and completions (`make manual`). SOURCE_DATE_EPOCH is their date.
func init() {
	epoch, _ := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	root := newRoot(&streams{out: io.Discard})
	bash := func(w io.Writer) error { return bashCompletion(root, w) }
	if err := manual.Write(os.Args[1], root, bash, versionText(), time.Unix(epoch, 0).UTC()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
