package page_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bcdump/report/figures"
)

// focusable are elements that do something.
const focusable = `[...document.querySelectorAll("button, select, input, summary, textarea, a[href], [tabindex]")].filter((n) => n.getClientRects().length > 0 && !n.disabled)`

// TestTabReachesAll: with Tab alone one comes to everything that does something, or into the group in
// which arrow keys lead to it; and what has the focus shows it.
func TestTabReachesAll(t *testing.T) {
	_, r := battleOf(t)
	p := open(t, r, look{width: 1440, height: 900, still: true, hash: "#flat"}) // where the focus was counts
	// All charts and rows are there, so that nothing appears on the way.
	of[int](p, `(document.querySelectorAll("details").forEach((d) => (d.open = true)), document.querySelectorAll(".show-all").forEach((b) => b.click()), document.querySelector("#charts").scrollIntoView(), 1)`)
	p.wait(`document.querySelectorAll("#charts canvas").length > 0`)
	stops := of[int](p, `(window.all = `+focusable+`, all.forEach((n, i) => (n.dataset.stop = i)), window.reached = new Set(), scrollTo(0, 0), all.filter((n) => n.tabIndex >= 0).length)`)
	for i := 0; i <= stops+1; i++ { // it may begin anywhere, and then comes by the page itself
		p.run(chromedp.KeyEvent(kb.Tab))
		if i%7 == 0 {
			p.outlined()
		}
		if of[int](p, `(document.activeElement === document.body || reached.add(document.activeElement.dataset.stop), reached.size)`) == stops {
			break
		}
	}
	missed := of[[]string](p, `all.filter((n) => n.tabIndex >= 0 && !reached.has(n.dataset.stop)).map((n) => n.outerHTML.slice(0, 120))`)
	for _, html := range missed {
		t.Errorf("Tab does not reach %s", html)
	}
	p.arrows()
	p.quiet()
}

// outlined: what has the focus has an outline, or stands in something that has one.
func (p *tab) outlined() {
	p.Helper()
	script := `(() => { for (let n = document.activeElement; n && n !== document.body; n = n.parentElement) { const s = getComputedStyle(n); if (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2) return ""; } return document.activeElement.outerHTML.slice(0, 120); })()`
	if html := of[string](p, script); html != "" {
		p.Errorf("no outline around %s", html)
	}
}

// arrows: in each group that is one stop of Tab, arrow keys reach all the others.
func (p *tab) arrows() {
	p.Helper()
	missed := of[[]string](p, `(() => {
		const left = new Set(all.filter((n) => n.tabIndex < 0 && n.isConnected));
		for (const first of all.filter((n) => n.tabIndex >= 0)) {
			for (const key of ["ArrowRight", "ArrowLeft"]) {
				first.focus();
				for (let before = null; document.activeElement !== before; ) {
					before = document.activeElement;
					left.delete(before);
					if (before.matches("input, select, .stage")) break;
					before.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
				}
			}
		}
		return [...left].map((n) => n.outerHTML.slice(0, 120));
	})()`)
	for _, html := range missed[:min(5, len(missed))] {
		p.Errorf("arrow keys do not reach %s", html)
	}
}

// TestTabReachesFilteredLog: whatever lines are chosen, they are those of the battle, and the first of them is a stop of Tab.
func TestTabReachesFilteredLog(t *testing.T) {
	truth, r := battleOf(t)
	p := battlePage(t)
	want := map[string]int{"Everything": len(r.Log), "Chat": len(truth.Chat), "Kills and deaths": len(truth.Kills)}
	for i, name := range of[[]string](p, `[...document.querySelector(".log select").options].map((o) => o.textContent)`) {
		script := fmt.Sprintf(`(() => {
			const select = document.querySelector(".log select");
			select.value = "%d";
			select.dispatchEvent(new Event("change"));
			const shown = [...document.querySelectorAll(".lines li")].filter((n) => !n.hidden);
			const stops = shown.filter((n) => n.querySelector("button[tabindex='0']"));
			return [shown.length, stops.length, shown.indexOf(stops[0])];
		})()`, i)
		got := of[[]int](p, script)
		if got[0] == 0 || got[1] != 1 || got[2] != 0 {
			t.Errorf("filter %d: %d lines, %d stops, the first at line %d", i, got[0], got[1], got[2])
		}
		if n, ok := want[name]; ok && n != got[0] {
			t.Errorf("%s: %d lines, want %d", name, got[0], n)
		}
	}
	p.quiet()
}

// TestKeys: the keys of the replay do what the page says.
func TestKeys(t *testing.T) {
	_, r := battleOf(t)
	var events []figures.Seconds
	for i := range r.Log {
		if l := &r.Log[i]; slices.Contains([]string{figures.LogKill, figures.LogDeath, figures.LogJoin, figures.LogLeave, figures.LogChat}, l.Kind) {
			events = append(events, l.T)
		}
	}
	next := slices.IndexFunc(events, func(at figures.Seconds) bool { return at > 30.05 })
	p := open(t, r, look{width: 1440, height: 900, still: true})
	of[int](p, `(bcdump.state.clock.seek(30), 1)`)
	press := func(key string, modifiers ...chromedp.KeyOption) { p.run(chromedp.KeyEvent(key, modifiers...)) }
	for _, step := range []struct{ key, script, want string }{
		{kb.ArrowRight, `bcdump.state.clock.t`, "35"},
		{kb.ArrowLeft, `bcdump.state.clock.t`, "30"},
		{"2", `bcdump.state.choice.player`, "1"},
		{"f", `bcdump.stage.view.mode`, "follow"},
		{"m", `bcdump.stage.view.mode`, "map"},
		{"a", `bcdump.stage.view.mode`, "all"},
		{"+", `bcdump.stage.view.zoom`, "1.25"},
		{"-", `bcdump.stage.view.zoom`, "1"},
		{kb.Home, `bcdump.state.clock.t`, "30"},
		{"n", `bcdump.state.clock.t.toFixed(2)`, fmt.Sprintf("%.2f", events[next])},
		{"p", `bcdump.state.clock.t.toFixed(2)`, fmt.Sprintf("%.2f", events[next-1])},
		{" ", `bcdump.state.clock.playing`, "true"},
		{" ", `bcdump.state.clock.playing`, "false"},
	} {
		press(step.key)
		if got := of[string](p, "String("+step.script+")"); got != step.want {
			t.Errorf("after %q: %s is %s, want %s", step.key, step.script, got, step.want)
		}
	}
	p.quiet()
}

// TestCopies: a number copies its query, a line of the log that of its frame.
func TestCopies(t *testing.T) {
	_, r := battleOf(t)
	p := battlePage(t)
	script := `new Promise((done) => { navigator.clipboard.writeText = (text) => { done(text); return Promise.resolve(); }; document.querySelector(%q).click(); })`
	line := slices.IndexFunc(of[[]int](p, `bcdump.state.report.doc.log.map((l) => l.frame)`), func(n int) bool { return n > 0 })
	if got, want := of[string](p, fmt.Sprintf(script, ".lines .frame")), fmt.Sprintf("bcdump decode -f 'frame == %d' battle.pcap", r.Log[line].Frame); got != want {
		t.Errorf("the log copies %q, want %q", got, want)
	}
	opcode := of[string](p, fmt.Sprintf(script, "#protocol .treemap button"))
	if opcode == "" {
		t.Error("a number copies nothing")
	}
	p.wait(`document.querySelector("#tip .hint").textContent === "copied"`)
	p.quiet()
}
