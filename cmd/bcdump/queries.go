package main

import (
	"slices"
	"strings"

	"bcdump/report/figures"
)

// command gives the commands that count rows again: the same files, read the same way.
func (f *inputFlags) command(files []string) func(figures.Query, string) string {
	line := f.showing(files, "-q")
	return func(q figures.Query, file string) string { return line(q, file) + " | wc -l" }
}

// showing gives the commands that print these rows, with more flags in front of the others.
func (f *inputFlags) showing(files []string, flags ...string) func(figures.Query, string) string {
	head := append(append([]string{"bcdump", "decode"}, flags...), f.words()...)
	return func(q figures.Query, file string) string {
		from := files
		if file != "" {
			from = []string{file}
		}
		return commandLine(append(append(slices.Clone(head), "-f", string(q)), fileWords(from)...))
	}
}

// words are the flags that say how captures are read, as a command line has them, without the filter.
func (f *inputFlags) words() (words []string) {
	for i := range decodings {
		for _, value := range f.decoding[decodings[i].name] {
			words = append(words, "--"+decodings[i].name, value)
		}
	}
	return words
}

// fileWords are the files of a command line, where none may be taken for a flag.
func fileWords(files []string) []string {
	flag := func(file string) bool { return strings.HasPrefix(file, "-") && file != "-" }
	if slices.ContainsFunc(files, flag) {
		return append([]string{"--"}, files...)
	}
	return files
}

// commandLine writes the words of a command for a shell.
func commandLine(words []string) string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = quoted(word)
	}
	return strings.Join(all, " ")
}

// quoted writes a word for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=,:+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
