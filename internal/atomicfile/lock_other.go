//go:build !(aix || darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package atomicfile

import "os"

func lock(*os.File) bool { return true }
