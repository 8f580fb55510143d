//go:build aix || darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package atomicfile

import (
	"os"
	"syscall"
)

// lock takes a file for this process as long as it is open; false = another one has it. Where locks
// are not to be had, as on some network disks, nobody has one.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}
