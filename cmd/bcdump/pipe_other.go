//go:build !linux

package main

import "os"

// widenPipe does nothing where pipes have the size that they have.
func widenPipe(*os.File) {}
