package main

import (
	"fmt"
	"time"
	_ "time/tzdata" // the same zones on every machine
)

// parseZone reads an offset from UTC, "+01:00", or the name of a zone, "Europe/Berlin".
func parseZone(text string) (*time.Location, error) {
	if text == "" {
		return nil, nil
	}
	if at, err := time.Parse("-07:00", text); err == nil {
		_, offset := at.Zone()
		return time.FixedZone(text, offset), nil
	}
	zone, err := time.LoadLocation(text)
	if err != nil || text == "Local" {
		return nil, fmt.Errorf("--zone: %q is neither an offset from UTC such as +01:00 nor the name of a zone such as Europe/Berlin", text)
	}
	return zone, nil
}
