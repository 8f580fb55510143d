package main

import (
	"strings"

	"bcdump/report/figures"
)

// command gives the commands that count rows again: the same files, read the same way.
func (f *inputFlags) command(files []string) func(figures.Query, string) string {
	head := []string{"bcdump decode -q"}
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
		return strings.Join(head, " ") + " -f " + quoted(string(q)) + " " + from + " | wc -l"
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
