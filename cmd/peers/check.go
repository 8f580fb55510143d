package main

import (
	"fmt"
	"os"
	"sync"
)

// checkAll looks at the captures, some at once, and gives the results in their order.
func checkAll(o options, captures []capture) ([]result, error) {
	results := make([]result, len(captures))
	failed := make([]error, len(captures))
	next := make(chan int)
	var workers sync.WaitGroup
	for range o.parallel {
		workers.Go(func() {
			for i := range next {
				results[i], failed[i] = check(o, captures[i])
			}
		})
	}
	for i := range captures {
		o.progress(i, len(captures))
		next <- i
	}
	close(next)
	workers.Wait()
	for i, err := range failed {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", captures[i].path, err)
		}
	}
	return results, nil
}

func (o *options) progress(i, all int) {
	const step = 100
	if !o.quiet && i%step == 0 {
		fmt.Fprintf(os.Stderr, "%d of %d captures\n", i, all)
	}
}

// check does all that is done with one capture.
func check(o options, from capture) (result, error) {
	c := checker{options: o, result: result{capture: from}}
	c.own()
	c.compare()
	c.datagrams = nil // has been compared; thousands of captures have many frames
	return c.result, c.broken
}
