package decode_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThreatsAreHeld looks whether each row of the threat model names what holds it, and
// whether that is there: a test, a script of the program's tests, or a target of the Makefile.
func TestThreatsAreHeld(t *testing.T) {
	document := readFile(t, "../docs/dev/security.md")
	tests, makefile := testNames(t), readFile(t, "../Makefile")
	exists := func(name string) bool {
		if strings.HasSuffix(name, ".txtar") {
			_, err := os.Stat(filepath.Join("..", "cmd", "bcdump", "testdata", "script", name))
			return err == nil
		}
		if target, ok := strings.CutPrefix(name, "make "); ok {
			return strings.Contains(makefile, "\n"+target+":")
		}
		return tests[name]
	}
	rows := regexp.MustCompile(`(?m)^\| .* \| .* \| (.*) \|$`).FindAllStringSubmatch(section(document, "## Who gives what"), -1)
	held := 0
	for _, row := range rows {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			if held++; !exists(name[1]) {
				t.Errorf("%s is not there", name[1])
			}
		}
		if row[1] != "Held by" && !strings.Contains(row[1], "`") {
			t.Errorf("nothing holds %s", row[0])
		}
	}
	if len(rows) < 25 || held < 40 {
		t.Errorf("%d rows, %d names", len(rows), held)
	}
}

// section gives a part of a document, from its heading to the next one of its level.
func section(document, heading string) string {
	_, rest, _ := strings.Cut(document, "\n"+heading+"\n")
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
}
