package page_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"bcdump/internal/must"
	"bcdump/report/figures"
)

// patience is how long anything in the browser may take: the machine may be busy.
const patience = 20 * time.Second

// chromium is the browser, started once for all tests. One tab keeps a battle, the other shows page after page:
// to open one takes longer than most pages do.
var chromium struct {
	battle, other tab
	once          sync.Once
	ctx           context.Context
	end           func()
	missing       string // why there is none
}

func TestMain(m *testing.M) {
	code := m.Run()
	if chromium.end != nil {
		chromium.end()
	}
	os.Exit(code)
}

func startChromium() {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		chromium.missing = "no chromium: the page is not tried in a browser"
		return
	}
	profile, err := os.MkdirTemp("", "bcdump-page-")
	if err != nil {
		chromium.missing = err.Error()
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.NoSandbox,
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(patience))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	chromium.ctx = ctx
	chromium.end = func() {
		closeBrowser()
		stop()
		_ = os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx); err != nil {
		chromium.missing = "chromium does not start: " + err.Error()
	}
}

// tab is a page in the browser, and what it did that it must not do.
type tab struct {
	testing.TB
	bare context.Context // of the tab; ctx ends when the page has had its time
	ctx  context.Context

	mu      sync.Mutex
	address string   // of the page, without what is behind #
	said    []string // on the console: errors, and what the page itself warns about
	// asked are the requests beside that for the page, stopped those of them that its policy forbade.
	asked   map[network.RequestID]string
	stopped map[network.RequestID]bool
}

// look says how a page is looked at.
type look struct {
	width, height int64
	dark          bool
	hash          string // behind the address
	expect        string // script that is true when the page is there; "" = it is ready
	still         bool   // as little motion as possible
}

var (
	desk = look{width: 1440, height: 900}
	// fromAbove is without WebGL, which takes longer in software than all else: for tests of what stands
	// around the picture.
	fromAbove = look{width: 1440, height: 900, hash: "#flat"}
)

// open shows the page of a replay.
func open(t testing.TB, r *figures.Replay, l look) *tab {
	t.Helper()
	return openHTML(t, []byte(written(t, r)), l)
}

func openHTML(t testing.TB, html []byte, l look) *tab {
	t.Helper()
	chromium.other.show(t, html, l)
	return &chromium.other
}

// battlePage gives the page of a battle, from above and without motion, which all tests look at that leave it a
// battle. Whoever needs something chosen, or a moment, sets it first.
func battlePage(t testing.TB) *tab {
	t.Helper()
	p := &chromium.battle
	if p.address != "" {
		p.begin(t)
		p.forget(p.address)
		return p
	}
	_, r := battleOf(t)
	l := fromAbove
	l.still = true
	p.show(t, []byte(written(t, r)), l)
	return p
}

// begin gives the tab to a test, and opens it for the first.
func (p *tab) begin(t testing.TB) {
	t.Helper()
	p.TB = t
	chromium.once.Do(startChromium)
	if chromium.missing != "" {
		t.Skip(chromium.missing)
	}
	if p.bare == nil {
		p.bare, _ = chromedp.NewContext(chromium.ctx) // the browser takes it with it
		must.Do(t, chromedp.Do(p.bare))
		p.ctx = p.bare
		p.listen()
	}
	var cancel func()
	p.ctx, cancel = context.WithTimeout(p.bare, 3*patience)
	t.Cleanup(cancel)
}

// show replaces the page in the tab, and forgets what the one before did. From here on the tab
// belongs to t.
func (p *tab) show(t testing.TB, html []byte, l look) {
	t.Helper()
	p.begin(t)
	path := filepath.Join(t.TempDir(), "page.html")
	must.Do(t, os.WriteFile(path, html, 0o600))
	p.forget("file://" + path)
	must.Get(chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: l.features()}))(t)
	p.run(chromedp.EmulateViewport(l.width, l.height), chromedp.Navigate(p.address+l.hash))
	if l.expect == "" {
		l.expect = `document.documentElement.classList.contains("ready")`
	}
	p.wait(l.expect)
}

func (p *tab) forget(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.address, p.said = address, nil
	p.asked, p.stopped = map[network.RequestID]string{}, map[network.RequestID]bool{}
}

func (l look) features() []*emulation.MediaFeature {
	scheme, motion := "light", "no-preference"
	if l.dark {
		scheme = "dark"
	}
	if l.still {
		motion = "reduce"
	}
	return []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}}
}

func (p *tab) listen() {
	err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
				p.said = append(p.said, fmt.Sprint(e.Type, " ", string(e.Args[0].Value), e.Args[0].Description))
			}
		case *runtime.EventExceptionThrown:
			p.said = append(p.said, exception(e.ExceptionDetails))
		case *log.EventEntryAdded: // what the browser thinks; its hints depend on the machine, its load and its version
			if e.Entry.Level == log.EntryLevelError {
				p.said = append(p.said, fmt.Sprint(e.Entry.Level, " ", e.Entry.Text, " ", e.Entry.URL))
			}
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; !strings.HasPrefix(url, p.address) && !strings.HasPrefix(url, "data:") {
				p.asked[e.RequestID] = url
			}
		case *network.EventLoadingFailed:
			p.stopped[e.RequestID] = e.BlockedReason == network.BlockedReasonCsp
		}
	})
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(p.ctx, log.Enable, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(p.ctx, runtime.Enable, cdp.Empty{})
	}
	if err != nil {
		p.Fatal(err)
	}
}

// quiet fails the test if the page complained or asked for anything.
func (p *tab) quiet() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.said {
		p.Errorf("console: %.300s", text)
	}
	for _, url := range p.asked {
		p.Errorf("request: %.300s", url)
	}
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	must.Do(p, chromedp.Do(p.ctx, actions...))
}

// wait waits until a script is true.
func (p *tab) wait(script string) {
	p.Helper()
	p.run(chromedp.Poll[chromedp.Void]("Boolean("+script+")", chromedp.WithPollingTimeout(patience), chromedp.WithPollingInterval(20*time.Millisecond)))
}

// of gives what a script comes to; a promise is waited for.
func of[T any](p *tab, script string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%.200s: %v", script, err)
	}
	return value
}

func exception(d *runtime.ExceptionDetails) string {
	if d.Exception != nil {
		return d.Text + " " + d.Exception.Description
	}
	return d.Text
}
