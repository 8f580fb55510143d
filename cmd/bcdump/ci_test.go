package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// ciStep is one step of a workflow in docs/guides/ci that runs a command.
type ciStep struct{ name, condition, script string }

// ciBlocks are the blocks of docs/guides/ci.md, in their order, and the files that it has copied.
func ciBlocks(t *testing.T) (texts []string) {
	t.Helper()
	const name = "docs/guides/ci.md"
	lines := readDocument(t, name)
	for _, b := range blocks(name, lines) {
		texts = append(texts, strings.Join(lines[b.first:b.last], "\n"))
	}
	for _, file := range must.Get(filepath.Glob("../../docs/guides/ci/*"))(t) {
		texts = append(texts, string(must.Get(os.ReadFile(file))(t)))
	}
	return texts
}

// ciBlock is the block of docs/guides/ci.md that begins with some text.
func ciBlock(t *testing.T, begin string) string {
	t.Helper()
	for _, text := range ciBlocks(t) {
		if strings.HasPrefix(text, begin) {
			return text
		}
	}
	t.Fatalf("docs/guides/ci.md has no block or file that begins with %q", begin)
	return ""
}

// ciSteps reads the steps with a "run:" from a workflow. It knows as much of YAML as the page uses.
func ciSteps(t *testing.T, name string) (steps []ciStep) {
	t.Helper()
	workflow := ciBlock(t, "name: "+name+"\n")
	const property, body = "        ", "          "
	var step ciStep
	for line := range strings.Lines(workflow + "\n      - end\n") {
		line = strings.TrimSuffix(line, "\n")
		key, value, _ := strings.Cut(strings.TrimPrefix(line, property), ": ")
		switch {
		case strings.HasPrefix(line, "      - "):
			if step.script != "" {
				steps = append(steps, step)
			}
			step = ciStep{name: strings.TrimPrefix(line, "      - name: ")}
		case strings.HasPrefix(line, body):
			if step.script != "" {
				step.script += strings.TrimPrefix(line, body) + "\n"
			}
		case key == "if":
			step.condition = value
		case key == "run" && value == "|":
			step.script = "\n"
		case key == "run":
			step.script = strings.Trim(value, "'") + "\n"
		}
	}
	return steps
}

// TestCIWorkflow runs the steps of the workflow in docs/guides/ci as the service would: with
// bash, in the folder of someone's repository, with bcdump checked out below it.
func TestCIWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	steps := ciSteps(t, "captures")
	if len(steps) != 3 {
		t.Fatalf("%d steps: %q", len(steps), steps)
	}
	w := newWorkspace(t, bash)
	if heavy.On() {
		w.mustRun(t, steps[0], "")
	} else { // who builds it is tried in a heavy run; the program of the tests will do
		w.mustRun(t, ciStep{script: `ln -s "$(command -v bcdump)" "$RUNNER_TEMP/bcdump"`}, "")
	}

	// Captures without goldens, then with, as the page has it.
	w.mustFail(t, steps[1], "no golden")
	w.mustRun(t, ciStep{script: `"$RUNNER_TEMP/bcdump" verify --update captures`}, "golden created")
	w.mustRun(t, steps[1], "2 of 2 captures ok")
	w.holds(t, "temp/captures.xml", `tests="2" failures="0" errors="0"`)

	// A change makes it red, and the summary says which.
	const name = "captures/stock-messages.pcap.golden"
	path := filepath.Join(w.folder, name)
	write(t, path, packed(t, bytes.Replace(unpacked(t, path), []byte("IT WORKS"), []byte("IT WORKED"), 1)))
	const want = `captures/stock-messages.pcap: frame 3 message 0 Chat: fields.text "IT WORKED" → "IT WORKS"`
	w.mustFail(t, steps[1], want)
	w.holds(t, "temp/captures.xml", `tests="2" failures="1" errors="0"`)
	if steps[2].condition != "failure()" {
		t.Errorf("the summary is written if %q", steps[2].condition)
	}
	w.mustRun(t, steps[2], "")
	w.holds(t, "summary.md", want)
	w.holds(t, "summary.md", "golden would be updated")
}

// unpacked gives the lines of a golden.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer func() { _ = file.Close() }()
	return must.Get(io.ReadAll(must.Get(gzip.NewReader(file))(t)))(t)
}

// packed is its mirror image.
func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write(text))(t)
	must.Do(t, w.Close())
	return b.Bytes()
}

// workspace is a folder like that of a CI run.
type workspace struct {
	bash, folder string
	env          []string
}

func newWorkspace(t *testing.T, bash string) *workspace {
	t.Helper()
	w := &workspace{bash: bash, folder: t.TempDir()}
	for _, folder := range []string{"captures", "temp"} {
		must.Do(t, os.Mkdir(filepath.Join(w.folder, folder), 0o755))
	}
	for _, name := range []string{"stock-messages.pcap", "ng-damaged.pcapng"} {
		raw, err := os.ReadFile("../../testdata/pcaps/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(w.folder, "captures", name), raw, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	project, err := filepath.Abs("../..")
	if err == nil {
		err = os.Symlink(project, filepath.Join(w.folder, "bcdump"))
	}
	if err != nil {
		t.Skip(err) // where links need a permission
	}
	w.env = append(os.Environ(),
		"RUNNER_TEMP="+filepath.Join(w.folder, "temp"), "GITHUB_STEP_SUMMARY="+filepath.Join(w.folder, "summary.md"),
		"GOFLAGS="+os.Getenv("GOFLAGS")+" -buildvcs=false") // a test may run in a checkout of another user
	return w
}

// run gives the output of a step, and whether it ended well.
func (w *workspace) run(t *testing.T, step ciStep) (output string, ok bool) {
	t.Helper()
	cmd := exec.Command(w.bash, "-e", "-o", "pipefail", "-c", step.script)
	cmd.Dir, cmd.Env = w.folder, w.env
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), err == nil
}

func (w *workspace) mustRun(t *testing.T, step ciStep, want string) {
	t.Helper()
	if output, ok := w.run(t, step); !ok || !strings.Contains(output, want) {
		t.Fatalf("%s: ok %v, expected %q in\n%s", step.name, ok, want, output)
	}
}

func (w *workspace) mustFail(t *testing.T, step ciStep, want string) {
	t.Helper()
	if output, ok := w.run(t, step); ok || !strings.Contains(output, want) {
		t.Fatalf("%s: ok %v, expected a failure and %q in\n%s", step.name, ok, want, output)
	}
}

func (w *workspace) holds(t *testing.T, file, want string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(w.folder, file))
	if err != nil || !strings.Contains(string(content), want) {
		t.Errorf("%s: %v, expected %q in\n%s", file, err, want, content)
	}
}
