package main

import (
	"fmt"
	"time"
)

// times writes a ratio: below 1 as a fraction.
func times(r float64) string {
	switch {
	case r <= 0:
		return "0"
	case r < 0.5:
		return fmt.Sprintf("1/%.1f", 1/r)
	case r < 10:
		return fmt.Sprintf("%.2f", r)
	}
	return fmt.Sprintf("%.0f", r)
}

func duration(t time.Duration) string {
	if t >= time.Second {
		return fmt.Sprintf("%.2f s", t.Seconds())
	}
	return fmt.Sprintf("%.1f ms", t.Seconds()*1000)
}

// count writes a number of datagrams.
func count(n int) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return fmt.Sprintf("%d M", n/1_000_000)
	case n >= 1000 && n%1000 == 0:
		return fmt.Sprintf("%d k", n/1000)
	}
	return fmt.Sprint(n)
}

// number writes three digits or so.
func number(v float64) string {
	switch {
	case v >= 100 || v == float64(int64(v)):
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
