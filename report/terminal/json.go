package terminal

import (
	"encoding/json"
	"io"
)

// WriteJSON prints a value as JSON that people can read: indented, with "<" as it is.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
