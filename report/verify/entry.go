package verify

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"bcdump/report/records"
)

// entry is a line of a golden: a message, or the capture as a whole.
type entry struct {
	text  []byte // without its line feed
	line  int    // of the golden, from 1; 0 = it was decoded
	place int64  // the frame number that entries are ordered by; 0 = not known yet
	what
}

// what is what an entry is about, as its JSON has it.
type what struct {
	Frame   int64           `json:"frame"`
	Index   *int            `json:"index"`
	Joined  json.RawMessage `json:"frames"` // of a message put together from fragments
	Name    string          `json:"name"`
	Opcode  string          `json:"opcode"`
	Type    string          `json:"type"`
	Proto   string          `json:"proto"`
	Capture string          `json:"capture"` // format of the capture; "" = it is a message
}

// parse finds out what the entry is about.
func (e *entry) parse() error {
	if err := json.Unmarshal(e.text, &e.what); err != nil {
		return fmt.Errorf("%w: found %q", errLine, clip(e.text))
	}
	if e.Capture == "" && (e.Frame <= 0 || e.Frame == math.MaxInt64) {
		return fmt.Errorf("%w: it has no frame number: %q", errLine, clip(e.text))
	}
	return nil
}

// label names the message.
func (e *entry) label() string {
	for _, name := range []string{e.Name, e.Opcode, e.Type, e.Proto} {
		if name != "" {
			return name
		}
	}
	return "message"
}

// identity is what an entry keeps when its values change: frame, place in the datagram,
// and whether it was put together from fragments.
func (e *entry) identity() string {
	if e.Capture != "" {
		return ""
	}
	index := -1
	if e.Index != nil {
		index = *e.Index
	}
	return fmt.Sprint(e.Frame, index, len(e.Joined) > 0)
}

// value is one value and its path; text is JSON.
type value struct {
	path, text string
}

// values gives the values of an entry in their order; none if there are more than most.
func (e *entry) values(most int) (values []value) {
	var line bytes.Buffer
	if json.Compact(&line, e.text) != nil {
		return nil
	}
	n := 0
	f := records.Flattener{Numbered: true, Visit: func(path, text []byte) {
		if n++; n <= most && len(path) < maxPath {
			name := cmp.Or(strings.ToValidUTF8(string(path), "\uFFFD"), `""`)
			values = append(values, value{name, strings.ToValidUTF8(string(text), "\uFFFD")})
		}
	}}
	f.Flatten(line.Bytes())
	if n > most {
		return nil
	}
	return values
}

// maxPath is the longest path of a value that is compared.
const maxPath = 1000
