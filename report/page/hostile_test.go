package page_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/report/figures"
)

// evil is text that would do harm if it were ever read as something else.
var evil = []string{
	`<script>broken=1</script>`,
	`</script><script>broken=1</script>`,
	`</title></style></noscript></textarea><img src=x onerror=broken=1>`,
	`"' onmouseover="broken=1" style='position:fixed;inset:0'`,
	`javascript:broken=1`,
	"abc\u202edcba\u2066x\u200f",
	"nul\x00 esc\x1b[31m bell\x07 del\x7f",
	`{{.Policy}} ${broken=1} <!-- <script> ]]>`,
	strings.Repeat("long ", 2000),
}

// TestHostileText: whatever names, chat and file names say is shown, and nothing else happens.
func TestHostileText(t *testing.T) {
	_, raw := fought()
	r := replayOf(t, "battle.pcap", raw)
	name := r.Players[0].Name
	hostile := strings.Join(evil, " ")
	replaceText(reflect.ValueOf(r), name, hostile)
	r.File, r.Map, r.Program, r.Damage = hostile, hostile, "bcdump "+hostile, evil
	r.Summary = evil
	for i, text := range evil {
		r.Log[i].Text = text
	}
	for _, l := range []look{fromAbove, desk}[:heavy.Scale(1, 2)] {
		p := open(t, r, l)
		p.harmless()
		if n := of[int](p, `[...document.querySelectorAll(".lines .said")].filter((n) => /broken=1|dcba|nul|long/.test(n.textContent)).length`); n < len(evil) {
			t.Errorf("%d hostile lines are shown, want %d", n, len(evil))
		}
		for i, text := range evil {
			if got := of[string](p, fmt.Sprintf(`document.querySelectorAll(".lines .said")[%d].textContent`, i)); got != visible(text) {
				t.Errorf("line %d: %.80q, want %.80q", i, got, visible(text))
			}
		}
		p.quiet()
	}
}

// visible is how the page shows characters that change how others are read.
func visible(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\t' && c != '\n' || c >= 0x7f && c < 0xa0 || strings.ContainsRune("\u202e\u2066\u200f", c) {
			return '\ufffd'
		}
		return c
	}, text)
}

// harmless looks for what text must never become.
func (p *tab) harmless() {
	p.Helper()
	of[int](p, `(document.querySelectorAll("details").forEach((d) => (d.open = true)), bcdump.state.choosePlayer(0), bcdump.state.clock.seek(bcdump.state.clock.length / 2), 1)`)
	of[int](p, `(document.querySelectorAll("select").forEach((s) => [...s.options].forEach((o) => { s.value = o.value; s.dispatchEvent(new Event("change")); })), 1)`)
	of[int](p, `new Promise((done) => setTimeout(() => done(1), 300))`)
	if of[bool](p, `"broken" in window`) {
		p.Error("text of the capture ran as a script")
	}
	for script, want := range map[string]int{
		`document.querySelectorAll("img, iframe, object, embed, form, base, link:not([rel=icon]), a, video, audio, [href]:not([rel=icon]), [src]").length`: 0,
		`document.querySelectorAll("script").length`: 2,
		`document.querySelectorAll("style").length`:  1,
		`[...document.querySelectorAll("*")].filter((n) => [...n.attributes].some((a) => a.name.startsWith("on"))).length`: 0,
	} {
		if got := of[int](p, script); got != want {
			p.Errorf("%s = %d, want %d", script, got, want)
		}
	}
}

// replaceText replaces a text in all texts below a value.
func replaceText(v reflect.Value, old, by string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			replaceText(v.Elem(), old, by)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				replaceText(v.Field(i), old, by)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			replaceText(v.Index(i), old, by)
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(strings.ReplaceAll(v.String(), old, by))
		}
	}
}

// TestPolicyHolds: markup and scripts that slipped into the page do nothing: they do not run, and
// nothing leaves the page. What is said on the console is heard, which other tests rely on.
func TestPolicyHolds(t *testing.T) {
	_, r := battleOf(t)
	slipped := `<script>broken=1</script><img src="https://example.com/a.png"><img src=x onerror="broken=1"><iframe src="https://example.com/"></iframe>` +
		`<iframe srcdoc="<script>parent.broken=1</script>"></iframe><link rel=stylesheet href="https://example.com/a.css"><style>body{background:url(https://example.com/b.png)}</style>` +
		`<object data="https://example.com/c"></object><video src="https://example.com/d"></video><base href="https://example.com/"><svg onload="broken=1"></svg>` +
		`<form id=leak action="https://example.com/"><input name=a></form><div style="background:url(https://example.com/e.png)">x</div>`
	html := strings.Replace(written(t, r), "</body>", slipped+"</body>", 1)
	p := openHTML(t, []byte(html), fromAbove)
	for _, attempt := range []string{
		`fetch("https://example.com/").then(() => "let through", () => "stopped")`,
		`new Promise((done) => { const x = new XMLHttpRequest(); x.onload = () => done("let through"); x.onerror = () => done("stopped"); x.open("GET", "https://example.com/"); x.send(); })`,
		`new Promise((done) => { try { const w = new WebSocket("wss://example.com/"); w.onopen = () => done("let through"); w.onerror = () => done("stopped"); } catch { done("stopped"); } })`,
		`new Promise((done) => { const i = new Image(); i.onload = () => done("let through"); i.onerror = () => done("stopped"); i.src = "https://example.com/x.png"; })`,
		`new Promise((done) => { try { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); w.onmessage = () => done("let through"); w.onerror = () => done("stopped"); } catch { done("stopped"); } })`,
		`new Promise((done) => { const s = document.createElement("script"); s.textContent = "broken=1"; document.body.append(s); done(window.broken ? "let through" : "stopped"); })`,
		`(navigator.sendBeacon("https://example.com/", "x"), document.querySelector("#leak").submit(), "stopped")`,
	} {
		if got := of[string](p, attempt); got != "stopped" {
			t.Errorf("%s: %s", attempt, got)
		}
	}
	if of[bool](p, `"broken" in window`) {
		t.Error("a script ran that is not ours")
	}
	of[bool](p, `(console.info("nothing"), console.warn("one"), console.error("two"), setTimeout(() => { throw new Error("three"); }), new Promise((then) => setTimeout(() => then(true))))`)
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, url := range p.asked {
		if !p.stopped[id] {
			t.Errorf("request to %s", url)
		}
	}
	for _, heard := range []string{"Content Security Policy", `warning "one"`, `error "two"`, "three"} {
		if said := strings.Join(p.said, "\n"); !strings.Contains(said, heard) || strings.Contains(said, "nothing") {
			t.Errorf("%s is not heard: is the policy in force, and does the console tell?\n%s", heard, said)
		}
	}
}

// TestDamagedData: a page whose data are damaged says so.
func TestDamagedData(t *testing.T) {
	html := written(t, &figures.Replay{Format: figures.ReplayFormat + 1})
	p := openHTML(t, []byte(html), look{width: 800, height: 600, expect: `document.querySelector("main .damage[role=alert]")`})
	if text := of[string](p, `document.querySelector("main").textContent`); !strings.Contains(text, "reads format 1") {
		t.Errorf("the page says %q", text)
	}
}
