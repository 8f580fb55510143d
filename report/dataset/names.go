package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
)

// part is the file of a capture in the folder of a table.
const part = "part-0.parquet"

// Input is a capture that is to be exported, and its name in the dataset.
type Input struct{ Path, Name string }

// Distinct refuses captures of equal names.
func Distinct(captures []Input) error {
	paths := map[string]string{}
	for _, c := range captures {
		if other, known := paths[c.Name]; known {
			return fmt.Errorf("%s and %s would both be capture %q; rename one, or give a folder above both", other, c.Path, c.Name)
		}
		paths[c.Name] = c.Path
	}
	return nil
}

// FileName gives the name of the file of a capture in the folder of a table.
func FileName(table, capture string) string { return folderOf(table, capture) + "/" + part }

func folderOf(table, capture string) string { return table + "/capture=" + Escape(capture) }

// Escape writes a name so that it can be the value in the name of a folder, as Hive does and all
// engines read back: letters, digits and a few signs stay, each other byte becomes %XX. A name that
// is too long for a folder is cut, and ends with a hash of all of it.
func Escape(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; plain(c) && !(c == '.' && i == 0) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return short(b.String(), name)
}

// short cuts an escaped name that a folder cannot have: names have 255 bytes at most, with what
// stands before.
func short(escaped, name string) string {
	const most, kept = 240, 200
	if len(escaped) <= most {
		return escaped
	}
	escaped = escaped[:kept]
	if at := strings.LastIndexByte(escaped, '%'); at > kept-len("%XX") {
		escaped = escaped[:at] // no half of an escaped byte
	}
	return fmt.Sprintf("%s-%x", escaped, sha256.Sum256([]byte(name)))[:kept+len("-")+16]
}

func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("._-", c) >= 0
}

// escapeGlob makes a path match itself only.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

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
