package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is what a pipe takes before who writes has to wait for who reads. That of Linux, 64 KiB,
// is one write of decode: the two would take turns.
const pipeSize = 1 << 20

// widenPipe lets a pipe hold more; f may be something else. It stays as it is if the system refuses,
// as it does to users who have many.
func widenPipe(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
}
