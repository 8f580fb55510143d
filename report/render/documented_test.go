package render_test

import (
	"regexp"
	"strings"
)

// documented gives the keys that the table below a heading lists.
func documented(document, heading string) (keys []string) {
	_, section, _ := strings.Cut(document, "\n"+heading)
	section, _, _ = strings.Cut(section, "\n## ")
	section, _, _ = strings.Cut(section, "\n### ")
	const key = "`[a-z0-9][a-z0-9_-]*`"
	for _, m := range regexp.MustCompile("(?m)^\\| ("+key+"(?:, "+key+")*) \\|").FindAllStringSubmatch(section, -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			keys = append(keys, strings.Trim(name, "`"))
		}
	}
	return keys
}
