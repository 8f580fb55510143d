// Package suggest finds the known word that a misspelled one was probably meant to be.
//
// In: the word and the words that are known. Out: those of them that are close to
// it, best first.
//
// The package must not know what the words stand for, nor how a message shows them.
package suggest

import (
	"slices"
	"strings"
)

const (
	maxNear = 3   // more suggestions than this are a list, not a hint
	maxWord = 100 // a longer word is no slip of the finger
)

// Near picks the candidates that the word was most likely meant to be, best first and
// three at most; none if it is like no other. Case does not matter. A word may be a
// path, names with dots between them: it is judged by its last name when only the
// group is missing.
func Near(word string, candidates []string) []string {
	if word == "" || len(word) > maxWord {
		return nil
	}
	type scored struct {
		text  string
		score int
	}
	var found []scored
	for _, c := range candidates {
		if score, ok := closeness(word, c); ok {
			found = append(found, scored{c, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return a.score - b.score })
	var texts []string
	for _, f := range found[:min(len(found), maxNear)] {
		texts = append(texts, f.text)
	}
	return texts
}

// lastName gives what stands behind the last dot.
func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// closeness scores how far a candidate is from the word; 0 differs in case
// only. ok is false if it is too far to mention.
func closeness(word, candidate string) (score int, ok bool) {
	word, candidate = strings.ToLower(word), strings.ToLower(candidate)
	tail := lastName(word)
	allowed := max(1, (len(tail)+2)/4)
	if d, ok := within(allowed, word, candidate); ok && d < len(tail) {
		return d, true
	}
	last := lastName(candidate)
	if last == tail {
		return 1, true
	}
	if len(tail) >= 3 && strings.HasPrefix(last, tail) {
		return 2, true
	}
	if d, ok := within(allowed, tail, last); ok && d < len(tail) {
		return d + 1, true
	}
	return 0, false
}

// within gives the distance if it is no more than allowed. Each byte that one has more than the other is
// a slip, so most words are told apart by their length.
func within(allowed int, a, b string) (d int, ok bool) {
	if len(a)-len(b) > allowed || len(b)-len(a) > allowed {
		return 0, false
	}
	d = distance(a, b)
	return d, d <= allowed
}

// distance counts the single-byte slips (wrong, missing, surplus, swapped with
// its neighbour) between a and b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
