package ship

import "strings"

const maxWord = 60 // a longer word is no slip of the finger

// hint proposes the word that was probably meant, as the end of a message.
func hint(word string, known []string) string {
	best, least := "", max(1, (len(word)+2)/4)+1
	if len(word) > maxWord {
		return ""
	}
	for _, k := range known {
		if d := distance(strings.ToLower(word), k); d < least && d < len(word) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return `; did you mean "` + best + `"?`
}

// distance counts the bytes to insert, drop or replace to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := corner
			if a[i] != b[j] {
				replaced++
			}
			corner = row[j+1]
			row[j+1] = min(replaced, row[j]+1, corner+1)
		}
	}
	return row[len(b)]
}
