package main

import (
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
	head := append([]string{"bcdump decode"}, flags...)
	flag := func(name, value, usual string) {
		if value != usual {
			head = append(head, name, quoted(value))
		}
	}
	flag("--port", f.port, "")
	flag("--proto", f.proto, "")
	flag("--dialect", f.dialect, "auto")
	flag("--ships", f.shipFile, "")
	flag("--zone", f.zone, "")
	for _, ship := range f.ships {
		flag("--ship", ship, "")
	}
	all := make([]string, len(files))
	for i, file := range files {
		all[i] = quoted(file)
	}
	return func(q figures.Query, file string) string {
		from := strings.Join(all, " ")
		if file != "" {
			from = quoted(file)
		}
		return strings.Join(head, " ") + " -f " + quoted(string(q)) + " " + from
	}
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
