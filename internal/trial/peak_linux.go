package trial

import (
	"os"
	"syscall"
)

// Peak is the most memory that a process held, in bytes; 0 = not known. A process that has held less
// than the one that started it shows what that one held.
func Peak(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) * 1024 // 32 bits on some systems
	}
	return 0
}
