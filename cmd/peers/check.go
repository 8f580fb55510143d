package main

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// checkAll looks at the captures, some at once, and gives the results in their order.
func checkAll(o options, captures []capture) ([]result, error) {
	results, failed := make([]result, len(captures)), make([]error, len(captures))
	places := make(chan bool, o.parallel)
	var workers sync.WaitGroup
	for i, from := range captures {
		if !o.quiet && i%100 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d captures\n", i, len(captures))
		}
		places <- true
		workers.Go(func() {
			defer func() { <-places }()
			c := checker{options: o, result: result{capture: from}}
			c.own()
			c.compare()
			c.datagrams = nil // has been compared; thousands of captures have many frames
			if results[i] = c.result; c.broken != nil {
				failed[i] = fmt.Errorf("%s: %w", from.path, c.broken)
			}
		})
	}
	workers.Wait()
	return results, errors.Join(failed...)
}
