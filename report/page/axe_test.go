package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"bcdump/internal/heavy"
)

// TestAxe: axe-core finds nothing that keeps people out, in either theme, wide and narrow.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("no axe-core; `npm ci` in report/page/web brings it")
	}
	_, r := battleOf(t)
	for name, l := range map[string]look{
		"light": {width: 1440, height: 900}, "dark": {width: 1440, height: 900, dark: true, hash: "#flat"}, "narrow": {width: 360, height: 740, hash: "#flat"}, "narrow dark": {width: 360, height: 740, dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, r, l)
			of[int](p, `(document.querySelector("#charts").scrollIntoView(), 1)`)
			p.wait(`document.querySelectorAll("#charts canvas").length > 0`)
			p.run(chromedp.Evaluate[chromedp.Void](string(axe)))
			found := of[[]string](p, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 4).map((n) => v.id + ": " + n.target.join(" ") + " " + n.failureSummary)))`)
			for _, text := range found {
				t.Error(text)
			}
			p.quiet()
		})
	}
}

// TestNoSideways: no width from 360 pixels on makes the page scroll sideways. In an ordinary run one page becomes
// wider, in a heavy one it comes anew.
func TestNoSideways(t *testing.T) {
	_, r := battleOf(t)
	p := open(t, r, look{width: 360, height: 900, hash: "#flat"})
	for _, width := range heavy.Scale([]int64{360, 1101, 2560}, []int64{360, 414, 800, 1101, 1440, 1801, 2560}) {
		if heavy.On() {
			p = open(t, r, look{width: width, height: 900, hash: "#flat"})
		}
		p.run(chromedp.EmulateViewport(width, 900))
		if n := of[int64](p, `document.documentElement.scrollWidth`); n > width {
			t.Errorf("at %d px the page is %d px wide", width, n)
		}
		p.quiet()
	}
}
