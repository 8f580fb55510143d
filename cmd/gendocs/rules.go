package main

import (
	"cmp"
	"fmt"
	"strings"

	"bcdump/report/check"
	"bcdump/report/figures"
)

// rulesDocument lists the rules of `bcdump check`, by area, and the causes.
func rulesDocument(root, old string) (string, error) {
	var b, causes strings.Builder
	area := ""
	pages, err := protocolPages(root)
	if err != nil {
		return "", err
	}
	for _, r := range check.List() {
		if r.Area == check.CausesArea {
			writeCause(&causes, &r)
			continue
		}
		if r.Area != area {
			area = r.Area
			fmt.Fprintf(&b, "\n### %s\n", strings.ToUpper(area[:1])+area[1:])
		}
		writeRule(&b, &r, pages)
	}
	text, err := replace(old, "rules", strings.TrimPrefix(b.String(), "\n"))
	if err != nil {
		return "", err
	}
	return replace(text, "causes", strings.TrimPrefix(causes.String(), "\n"))
}

func writeRule(b *strings.Builder, r *figures.RuleText, pages map[string]string) {
	link := anchor(r.Source)
	fmt.Fprintf(b, "\n**`%s`** %s, %s, %s. %s\n\n", r.ID, r.Judges, r.Severity, r.Evidence, r.Says)
	fmt.Fprintf(b, "- If broken: %s\n", r.EffectText)
	fmt.Fprintf(b, "- Judged: %s.\n- Broken if: %s.\n", r.Counts, r.Broken)
	if r.Tolerance != "" {
		fmt.Fprintf(b, "- Tolerance: %s.\n", r.Tolerance)
	}
	fmt.Fprintf(b, "- Needs: %s. See [%s](../protocol/%s#%s).\n", cmp.Or(strings.Join(r.Needs, "; "), "nothing"), r.Source, pages[link], link)
}

func writeCause(b *strings.Builder, r *figures.RuleText) {
	fmt.Fprintf(b, "\n**`%s`** %s. %s %s\n\n- Mend: %s\n- Root: `%s`.\n", r.ID, r.Judges, r.Says, r.EffectText, r.Mend, r.Explains[0])
	if more := r.Explains[1:]; len(more) > 0 {
		fmt.Fprintf(b, "- Explains: `%s`.\n", strings.Join(more, "`, `"))
	}
}
