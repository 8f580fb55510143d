package main

import "fmt"

// finding is a promise that was not kept.
type finding struct {
	kind string // a word or two, the same whenever the same goes wrong
	text string
}

func found(kind, format string, args ...any) *finding {
	return &finding{kind, fmt.Sprintf(format, args...)}
}

// outOfMemory is the kind of finding that a case took too much.
const outOfMemory = "memory"

// firstOf runs checks until one finds something.
func firstOf(checks ...func() *finding) *finding {
	for _, check := range checks {
		if f := check(); f != nil {
			return f
		}
	}
	return nil
}
