package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// FileSum gives the SHA-256 of a file in hex, and its bytes: what [Source].Sum is to give of a
// capture that is a file.
func FileSum(path string) (sum string, bytes int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	bytes, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), bytes, err
}
