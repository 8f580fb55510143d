package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxValues bounds the memory that values take beyond their bytes: an empty object has two bytes, and may be a row.
//
//limit:maxValues What the user writes | values in a baseline, a key of `share` or what `--against` reads | refused | TestReadJSON
const maxValues = 1 << 18

// ReadJSON reads a value of at most so many bytes into what a pointer leads to, and that nothing follows it. All members
// must be known. Errors say at which byte.
func ReadJSON(in io.Reader, most int64, into any) error {
	text, err := io.ReadAll(New(in, most))
	if err != nil {
		return err
	}
	if at := manyValues(text); at >= 0 {
		return &Error{int64(at), fmt.Errorf("%w: there are more than %d values", ErrTooLarge, maxValues)}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		at := d.InputOffset()
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			at, err = int64(len(text)), errors.New("it ends here")
		case errors.As(err, &syntax):
			at = syntax.Offset
		case errors.As(err, &kind):
			at = kind.Offset
		}
		return &Error{at, err}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return &Error{d.InputOffset(), errors.New("something follows the end")}
	}
	return nil
}

// manyValues gives where there are too many values, by the commas between them; -1 = nowhere.
func manyValues(text []byte) int {
	commas, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			if commas++; commas >= maxValues {
				return i
			}
		}
	}
	return -1
}
