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
	if !worked(data) {
		os.Exit(1) // the result is looked at, so that the work cannot be left out
	}
}

// worked reports whether data that was all 0 has been deciphered: that leaves the first byte as it
// was, and makes the last ones differ.
func worked(data []byte) bool {
	end := len(data)
	return data[0] == 0 && (data[end-1] != data[end-2] || data[end-2] != data[end-3])
}
