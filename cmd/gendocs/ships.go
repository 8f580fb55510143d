package main

import (
	"fmt"
	"strings"

	"bcdump/decode/ship"
)

// shipFilesDocument has the keys of ship files.
func shipFilesDocument(_, old string) (string, error) {
	var keys, types strings.Builder
	for _, o := range ship.FileObjects() {
		fmt.Fprintf(&keys, "\n## %s\n\n| Key | | Meaning |\n|-----|-|---------|\n", o.Name)
		for _, k := range o.Keys {
			needed := ""
			if k.Must {
				needed = " needed"
			}
			fmt.Fprintf(&keys, "| `%s` |%s | %s |\n", k.Key, needed, code(k.About))
		}
	}
	types.WriteString("| `type` | `format` | `create_tail` |\n|--------|----------|---------------|\n")
	for _, t := range ship.FileTypes() {
		fmt.Fprintf(&types, "| `%s` | `%s` |%s |\n", t[0], t[1], strings.TrimRight(" "+code(t[2]), " "))
	}
	text, err := replace(old, "keys", strings.TrimPrefix(keys.String(), "\n"))
	if err != nil {
		return "", err
	}
	return replace(text, "types", types.String())
}
