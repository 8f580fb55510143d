package terminal

import (
	"math"
	"strings"
)

// eighths are blocks that fill a character from the left.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar draws a share, from 0 to 1, of a width in characters. What is not nothing shows.
func Bar(share float64, width int) string {
	if !(share > 0) || width <= 0 {
		return ""
	}
	n := int(math.Round(min(share, 1) * float64(width) * 8))
	n = max(n, 1)
	return strings.Repeat("█", n/8) + eighths[n%8]
}
