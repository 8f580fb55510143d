//go:build !linux

package trial

import "os"

// Peak is not known: other systems count in other units, or not at all.
func Peak(*os.ProcessState) int64 { return 0 }
