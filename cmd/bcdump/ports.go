package main

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode"
)

// parsePorts reads a list such as "22101-22201,29900".
func parsePorts(list string) (ports []decode.PortRange, err error) {
	if list == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		low, errLow := strconv.ParseUint(first, 10, 16)
		high, errHigh := strconv.ParseUint(last, 10, 16)
		if errLow != nil || errHigh != nil || low > high {
			return nil, fmt.Errorf("--port: %q is not a port or range of ports; expected a list such as 22101-22201,29900", part)
		}
		ports = append(ports, decode.PortRange{First: uint16(low), Last: uint16(high)})
	}
	return ports, nil
}
