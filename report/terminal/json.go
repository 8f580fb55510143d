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
	b, err := AppendJSON(nil, "", value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// AppendJSON appends a value as WriteJSON prints it, without the line feed at its end. It
// may stand within another value: all lines but the first begin with prefix.
func AppendJSON(b []byte, prefix string, value any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	start := len(b)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return printable.JSON(bytes.TrimSuffix(out.Bytes(), []byte("\n")), start), nil
}
