package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode/suggest"
	"bcdump/report/timeline"
)

// tellAbsent says what was asked for and is not there, and what is.
func (o *timelineRun) tellAbsent(t *timeline.Timeline) {
	if o.quiet {
		return
	}
	for _, f := range t.Outside() {
		o.warn("%s: no frame in the time of --from and --to; the capture is from %s to %s", f.Name, f.First, f.Last)
	}
	words, there := t.Absent()
	if len(there.Names)+len(there.IDs) == 0 { // the output says that there is nothing
		return
	}
	for _, word := range words {
		if _, err := strconv.ParseUint(word, 0, 32); err == nil {
			o.warn("--of: there is no object %s; objects are %s", word, ids(there.IDs))
			continue
		}
		names := slices.Sorted(maps.Keys(there.Names))
		o.warn("--of: nothing is called %q; %snames are %s", word, didYouMean(word, names), someOf(names))
	}
}

// ids lists objects with what they are called, those with a name first.
func ids(there map[string]string) string {
	order := func(a, b string) int {
		return cmp.Or(cmp.Compare(there[b], there[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	list := slices.SortedFunc(maps.Keys(there), order)
	for i, id := range list {
		if name := there[id]; name != "" && name != id {
			list[i] += " (" + name + ")"
		}
	}
	return someOf(list)
}

// someOf lists words, as many as a person reads.
func someOf(words []string) string {
	const shown = 12
	if more := len(words) - shown; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:shown], ", "), more)
	}
	return strings.Join(words, ", ")
}

// didYouMean asks, before something else is said, whether a word that is not known was meant to be
// another one; "" = it is like none of them.
func didYouMean(word string, known []string) string {
	near := suggest.Near(word, known)
	for i := range near {
		near[i] = strconv.Quote(near[i])
	}
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(near, " or ") + "? "
}
