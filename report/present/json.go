package present

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a report as one object on one line. The order of its keys is that
// of the struct.
func WriteJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(report)
}
