package terminal

import (
	"bytes"
	"encoding/json"
	"io"

	"bcdump/internal/printable"
)

// WriteJSON prints a value as JSON that people can read: indented, with "<" as it is, and
// control characters of all kinds escaped.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(printable.JSON(b.Bytes(), 0))
	return err
}
