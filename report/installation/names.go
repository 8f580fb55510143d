package installation

import (
	"fmt"
	"strings"

	"bcdump/decode/filehash"
	"bcdump/report/figures"
)

// Names hashes texts as the game hashes names, which it writes in Latin-1.
func Names(texts []string) (*figures.NameHashes, error) {
	out := &figures.NameHashes{Version: figures.Version, Hashes: []figures.NameHash{}}
	for _, t := range texts {
		var b strings.Builder
		for _, c := range t {
			if c > 0xFF {
				return nil, fmt.Errorf("%q: %q is not a Latin-1 character, as names in the game have to be", t, c)
			}
			_ = b.WriteByte(byte(c))
		}
		out.Hashes = append(out.Hashes, figures.NameHash{Text: t, Hash: fmt.Sprintf("0x%08X", filehash.Name(b.String()))})
	}
	return out, nil
}
