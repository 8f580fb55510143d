package installation

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"bcdump/report/figures"
)

// maxJSON bounds the size of a file that Read takes; one of the stock game has 30 KiB.
const maxJSON = 32 << 20

// Read reads what Of gave, written as JSON.
func Read(path string) (*figures.Installation, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	in := &io.LimitedReader{R: f, N: maxJSON + 1}
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	var x figures.Installation
	if err = d.Decode(&x); err == nil {
		err = check(&x)
	}
	if in.N <= 0 {
		err = fmt.Errorf("is larger than %d MiB", maxJSON>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: is not what `bcdump hash --files FOLDER -o json` writes: %w", path, err)
	}
	return &x, nil
}

// check looks at what the reader of JSON does not.
func check(x *figures.Installation) error {
	switch {
	case x.Version != figures.Version:
		return fmt.Errorf("version %d", x.Version)
	case len(x.Rounds) == 0:
		return errors.New("no rounds")
	}
	for _, r := range x.Rounds {
		for _, f := range r.Files {
			if !isHash(f.NameHash) || !isHash(f.ContentHash) {
				return fmt.Errorf("%s: a hash has the form 0x3EB23EBA", f.Name)
			}
		}
	}
	return nil
}

func isHash(text string) bool {
	var value uint32
	_, err := fmt.Sscanf(text, "0x%08X", &value)
	return err == nil && text == hex(value)
}
