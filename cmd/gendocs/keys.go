package main

import (
	"fmt"
	"strings"

	"bcdump/report/browse"
)

// browseDocument has the keys of `bcdump browse`.
func browseDocument(_, old string) (string, error) {
	var b strings.Builder
	b.WriteString("| Key | Does |\n|-----|------|\n")
	for _, group := range browse.Keys() {
		fmt.Fprintf(&b, "| | **%s** |\n", group.Title)
		for _, k := range group.Keys {
			fmt.Fprintf(&b, "| %s | %s |\n", keyNames(k.Keys), k.About)
		}
	}
	return replace(old, "keys", b.String())
}

// keyNames writes each of some keys as code.
func keyNames(keys string) string {
	var names []string
	for name := range strings.FieldsSeq(keys) {
		names = append(names, "`"+name+"`")
	}
	return strings.Join(names, " ")
}
