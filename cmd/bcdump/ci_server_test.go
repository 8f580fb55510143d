package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
)

// serverStandIns are run instead of what has to listen to a network: the recorder gives the capture
// that $BATTLE names.
var serverStandIns = map[string]string{
	"bin/sudo":    `exec "$@"`,
	"bin/git":     `exit 0`,
	"bin/sleep":   `exec /bin/sleep 0.1`,
	"bin/tcpdump": `while [ "$1" != -w ]; do shift; done; cp "$BATTLE" "$2"; echo listening on lo >&2; exec /bin/sleep 60`,
	"server":      `exec /bin/sleep 60`,
	"play":        `[ "$1" = 127.0.0.1:22101 ]`,
}

// TestCIServer does what docs/guides/ci.md says of a server, with all of its scripts, except that nobody plays.
func TestCIServer(t *testing.T) {
	slowWithRaces(t)
	w := newServerWorkspace(t)
	steps := ciSteps(t, "server")
	if len(steps) != 6 || steps[5].condition != "failure()" {
		t.Fatalf("%d steps: %q", len(steps), steps)
	}
	record, judge, compare, enough, tell := steps[1], steps[2], steps[3], steps[4], steps[5]

	w.battle(t)
	w.mustRun(t, ciStep{name: "by hand", script: ciBlock(t, "ci/record.sh")}, "known.json: broken rules accepted: 0")
	w.mustRun(t, record, "")
	w.mustRun(t, judge, "")
	w.mustRun(t, compare, "No difference was found")
	w.mustRun(t, enough, "true")
	w.holds(t, "temp/server.xml", `failures="0"`)

	// Another battle of the same server, over another network.
	w.battle(t, "--seed", "5", "--loss", "0.01")
	w.mustRun(t, record, "")
	w.mustRun(t, judge, "")
	w.mustRun(t, compare, "what the server does")

	// A server changes what no rule is about.
	w.battle(t, "--time-limit", "9")
	w.mustRun(t, record, "")
	w.mustFail(t, compare, "time_limit")

	// A server that has got worse, and what makefiles do about it.
	w.write(t, "battle.pcap", string(edited(battle.Options{Players: 2}, forgets(message.OpcodeObjectCreateTeam))()))
	w.mustRun(t, record, "")
	w.mustFail(t, judge, "")
	w.holds(t, "temp/server.xml", `failures="1"`)
	w.mustRun(t, tell, "")
	w.holds(t, "summary.md", "relay-creation-all-peers  host")
	if _, err := exec.LookPath("make"); err == nil {
		w.write(t, "Makefile", ciBlock(t, ".DELETE_ON_ERROR"))
		w.mustRun(t, ciStep{name: "new capture", script: "make server.pcap"}, "ci/record.sh server.pcap")
		w.mustFail(t, ciStep{name: "make check", script: "make check"}, "relay-creation-all-peers  host")
		w.mustRun(t, ciStep{name: "make known", script: "make known check"}, "known.json: broken rules accepted: 1")
	}

	// Nobody came.
	w.env = append(w.env, "BATTLE="+filepath.Join(w.folder, "captures", "stock-messages.pcap"))
	w.mustRun(t, record, "")
	w.mustFail(t, enough, "false")
}

// newServerWorkspace is the repository of a server, whose CI has built bcdump.
func newServerWorkspace(t *testing.T) *workspace {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	program := must.Get(exec.LookPath("bcdump"))(t)
	w := newWorkspace(t, bash)
	must.Do(t, os.Symlink(program, filepath.Join(w.folder, "temp", "bcdump")))
	for name, script := range serverStandIns {
		w.write(t, name, "#!/bin/sh\n"+script+"\n")
	}
	w.write(t, "ci/record.sh", ciBlock(t, "#!/bin/sh"))
	w.env = append(w.env, "PATH="+filepath.Join(w.folder, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "BATTLE="+filepath.Join(w.folder, "battle.pcap"))
	return w
}

// battle is what the recorder gives from now on.
func (w *workspace) battle(t *testing.T, flags ...string) {
	t.Helper()
	w.mustRun(t, ciStep{name: "battle", script: `bcdump synth --players 2 --minutes 1 -w "$BATTLE" ` + strings.Join(flags, " ")}, "")
}

// write writes an executable file.
func (w *workspace) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(w.folder, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}
