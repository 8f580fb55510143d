package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/pkg/browser"

	"bcdump/internal/foreign"
)

// generator stands near the beginning of each page, and tells it from files of others.
const generator = `<meta name="generator" content="bcdump`

// writePage writes a page, unless the file at its path is something else.
func (o *reportRun) writePage(path string, content func(io.Writer) error) error {
	if err := o.mayWrite(path); err != nil {
		return err
	}
	out, err := newOutput(path, o.inputs, o.streams)
	if err != nil {
		return err
	}
	err = content(out)
	return cmp.Or(err, out.finish(err == nil))
}

// mayWrite refuses to write over a file that is no page of bcdump.
func (o *reportRun) mayWrite(path string) error {
	there, err := os.Stat(path)
	if err != nil || o.force || !there.Mode().IsRegular() || there.Size() == 0 {
		return nil
	}
	head, err := foreign.Head(path, 1024)
	if err == nil && !bytes.Contains(head, []byte(generator)) {
		err = fmt.Errorf("%s is there and no page of bcdump; --force writes over it", path)
	}
	return err
}

// show opens the index, or the first page, in the browser.
func (o *reportRun) show() error {
	path := o.listed[0].Path
	if o.index != "" {
		path = o.index
	}
	browser.Stdout, browser.Stderr = io.Discard, o.streams.err
	path, err := filepath.Abs(path)
	if err == nil {
		// The library does not escape what is more than a path: # ? %.
		address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
		err = browser.OpenURL(address.String())
	}
	if err != nil {
		return fmt.Errorf("--open: %w", err)
	}
	return nil
}
