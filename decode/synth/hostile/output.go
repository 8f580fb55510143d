package hostile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcdump/internal/printable"
)

// around is how many bytes of an output are shown with what is wrong with it.
const around = 60

// rowIndent is how far from the left lines begin that say something new. What is indented farther
// continues the line above.
const rowIndent = 2

// CheckText demands lines that a terminal shows as they are, in UTF-8. Colours must have been
// taken out.
func CheckText(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("no UTF-8")
	}
	for line := range bytes.Lines(text) {
		if begin := bytes.TrimLeft(line, " "); len(line)-len(begin) <= rowIndent && bytes.HasPrefix(begin, []byte("FORGED")) {
			return fmt.Errorf("forged line %q", line)
		}
		if bytes.ContainsFunc(bytes.TrimSuffix(line, []byte{'\n'}), func(c rune) bool { return !unicode.IsPrint(c) }) {
			return fmt.Errorf("%q", line)
		}
	}
	return nil
}

// CheckJSON demands JSON values, one behind the other, in UTF-8 and without control characters
// but line feeds between them.
func CheckJSON(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("no UTF-8")
	}
	if at := bytes.IndexFunc(text, func(c rune) bool { return c != '\n' && printable.Control(c) }); at >= 0 {
		return fmt.Errorf("%q", text[max(at-around, 0):min(at+around, len(text))])
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var any json.RawMessage
		if err := d.Decode(&any); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// CheckCSV demands cells that a spreadsheet does not run, and none that is more than a line.
func CheckCSV(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\r\n"), "\r\n")
	for _, line := range lines {
		if strings.ContainsFunc(line, printable.Control) {
			return fmt.Errorf("%q", line)
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != len(lines) {
		return fmt.Errorf("%d rows in %d lines: %v", len(rows), len(lines), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if formula(cell) {
				return fmt.Errorf("cell %q", cell)
			}
		}
	}
	return nil
}

func formula(cell string) bool {
	if cell == "" || !strings.ContainsAny(cell[:1], "=+-@\t\r") {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
