package page_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestFirefox opens a battle in Firefox, over WebDriver BiDi: the page gets ready, and nothing is
// said on the console. Without WebGL it shows the flat view.
func TestFirefox(t *testing.T) {
	if !heavy.On() {
		t.Skip("takes time; Chromium tries the page in an ordinary run")
	}
	_, r := battleOf(t)
	path := filepath.Join(t.TempDir(), "page.html")
	must.Do(t, os.WriteFile(path, []byte(written(t, r)), 0o600))
	f := startFirefox(t)
	f.call("session.new", map[string]any{"capabilities": map[string]any{}})
	f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}})
	var tree struct{ Contexts []struct{ Context string } }
	f.read(f.call("browsingContext.getTree", map[string]any{}), &tree)
	where := tree.Contexts[0].Context
	f.call("browsingContext.navigate", map[string]any{"context": where, "url": "file://" + path, "wait": "complete"})
	const asked = `JSON.stringify([document.documentElement.classList.contains("ready"), document.body.innerText.includes("Cady2")])`
	var got struct{ Result struct{ Value string } }
	for end := time.Now().Add(patience); got.Result.Value != "[true,true]"; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("ready, shows players: %s", got.Result.Value)
		}
		f.read(f.evaluate(where, asked), &got)
	}
	for _, said := range f.said {
		t.Errorf("the console says %s", said)
	}
	f.said = nil
	f.evaluate(where, `console.error("proof"), console.warn("another")`)
	if want := []string{"error: proof", "warn: another"}; !slices.Equal(f.said, want) {
		t.Errorf("of the console is heard %q, want %q", f.said, want)
	}
}

// firefox is a browser, and what it was told of the page.
type firefox struct {
	testing.TB
	ctx    context.Context
	socket *websocket.Conn
	calls  int
	said   []string // on the console: errors, and what the page itself warns about
}

func startFirefox(t *testing.T) *firefox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		t.Skip("no firefox-esr: the page is not tried in Firefox")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", t.TempDir(), "--remote-debugging-port", "0", "about:blank")
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	out := must.Get(command.StderrPipe())(t)
	if err := command.Start(); err != nil {
		t.Skip("firefox-esr does not start: ", err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	const announced = "WebDriver BiDi listening on "
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, address, ok := strings.Cut(lines.Text(), announced); ok {
			socket, _, err := websocket.Dial(ctx, address+"/session", nil)
			if err != nil {
				t.Fatal(err)
			}
			socket.SetReadLimit(-1)
			go func() { // what else it writes must not stop it
				for lines.Scan() {
				}
			}()
			return &firefox{TB: t, ctx: ctx, socket: socket}
		}
	}
	t.Skip("firefox-esr ends at once")
	return nil
}

// call asks for something and waits for the answer. Events that come before it are kept.
func (f *firefox) call(method string, params any) json.RawMessage {
	f.Helper()
	f.calls++
	must.Do(f, wsjson.Write(f.ctx, f.socket, map[string]any{"id": f.calls, "method": method, "params": params}))
	for {
		var answer struct {
			ID             int
			Type, Method   string
			Result, Params json.RawMessage
			Error, Message string
		}
		must.Do(f, wsjson.Read(f.ctx, f.socket, &answer))
		switch {
		case answer.Type == "error":
			f.Fatalf("%s: %s: %s", method, answer.Error, answer.Message)
		case answer.Type == "event":
			f.heard(answer.Params)
		case answer.ID == f.calls:
			return answer.Result
		}
	}
}

func (f *firefox) evaluate(where, script string) json.RawMessage {
	f.Helper()
	return f.call("script.evaluate", map[string]any{"expression": script, "awaitPromise": false, "target": map[string]any{"context": where}})
}

// heard takes an entry of the console.
func (f *firefox) heard(params json.RawMessage) {
	var entry struct{ Type, Level, Text string }
	f.read(params, &entry)
	if entry.Level == "error" || entry.Level == "warn" && entry.Type == "console" {
		f.said = append(f.said, entry.Level+": "+entry.Text)
	}
}

func (f *firefox) read(b json.RawMessage, into any) {
	f.Helper()
	if err := json.Unmarshal(b, into); err != nil {
		f.Fatalf("%v in %s", err, b)
	}
}
