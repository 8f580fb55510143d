// Control is a workload that needs only the CPU: the plain cipher on fixed data, for some tenths
// of a second. cmd/bench runs one copy and then two at once; if two do not take about as long as
// one, the machine has no second core to give, and nobody can say what a second worker of bcdump
// would have gained.
//
// Nothing comes in, and nothing goes out but the exit status.
package main

import (
	"os"

	"bcdump/decode/cipher"
)

func main() {
	const size, times = 1 << 20, 32
	data := make([]byte, size)
	for range times {
		cipher.PlainDecipher(data, data)
	}
	if data[0] != 0 || data[size-1] == data[size-2] && data[size-2] == data[size-3] {
		os.Exit(1) // the result is looked at, so that the work cannot be left out
	}
}
