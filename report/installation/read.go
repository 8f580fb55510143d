package installation

import (
	"errors"
	"fmt"

	"bcdump/internal/foreign"
	"bcdump/report/figures"
)

// maxJSON bounds the size of a file that Read takes; one of the stock game has 30 KiB.
//
//limit:maxJSON Figures | bytes of what `--against` reads | refused | TestRead
const maxJSON = 16 << 20

// Read reads what Of gave, written as JSON.
func Read(path string) (*figures.Installation, error) {
	var x figures.Installation
	err := foreign.With(path, func(in *foreign.Reader) error {
		err := foreign.ReadJSON(in, maxJSON, &x)
		if err == nil {
			err = check(&x)
		}
		if err != nil {
			err = fmt.Errorf("is not what `bcdump hash --files FOLDER -o json` writes: %w", err)
		}
		return err
	})
	return &x, err
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
