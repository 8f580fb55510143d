package decode_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// battleWithTrouble is a capture that leads through all of the cipher: text and empty
// datagrams between those of the game, cut and fragmented ones, all lengths.
func battleWithTrouble(t testing.TB) []byte {
	t.Helper()
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	datagrams := int64(1_500)
	if heavy.On() && !testing.Short() {
		datagrams = 6_000
	}
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{
		Players: 8, Datagrams: datagrams, Seed: 7, Start: start,
		Loss: 0.02, Duplicate: 0.01, Reorder: 0.02, GameSpy: 2, Noise: 5,
	}, recorder.Options{Start: start, Fragment: 400, SnapLength: 300}))(t)
	return raw.Bytes()
}

// sumOfJSON is the SHA-256 of the JSON Lines of a capture.
func sumOfJSON(t testing.TB, raw []byte, o decode.Options) string {
	t.Helper()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(renderWith(t, raw, o, records.JSONLines(records.JSONOptions{})))))
}

// sumsOfJSON gives a checksum of the JSON for each number of workers and size of chunks that is tried. An ordinary
// run tries each size once, a heavy run each size with each number.
func sumsOfJSON(t testing.TB, raw []byte) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for jobs := 1; jobs <= 3; jobs++ {
		for i, chunk := range []int{4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20} {
			if !heavy.On() && i%3 != jobs-1 {
				continue
			}
			run := fmt.Sprintf("%d-workers-chunks-of-%d-KiB", jobs, chunk>>10)
			sums[run] = sumOfJSON(t, raw, decode.Options{Jobs: jobs, ChunkSize: chunk})
		}
	}
	return sums
}

// childVariable makes TestCipherForms print its sums, for the run that started it.
const childVariable = "BCDUMP_TEST_PRINT_SUMS"

// TestCipherForms holds the JSON of every form of the cipher that this machine has, for all
// numbers of workers and sizes of chunks, against that of the plain form with one worker.
// The form is chosen at start-up, so each one but the fastest gets a process of its own.
func TestCipherForms(t *testing.T) {
	heavy.SkipRace(t, "it runs the other forms in processes of their own")
	raw := battleWithTrouble(t)
	if os.Getenv(childVariable) != "" {
		fmt.Println("form", cipher.Form())
		for run, sum := range sumsOfJSON(t, raw) {
			fmt.Println(run, sum)
		}
		return
	}
	want := plainSum(t, raw)
	checkSums(t, cipher.Form(), sumsOfJSON(t, raw), want)
	form, sums := sumsOfChild(t, "cpu.avx2=off")
	if form != "portable" {
		t.Errorf("without AVX2 the form is %s", form)
	}
	checkSums(t, form, sums, want)
}

// plainSum is the sum of the plain form with one worker.
func plainSum(t *testing.T, raw []byte) (sum string) {
	t.Helper()
	decode.WithPlainCipher(func() { sum = sumOfJSON(t, raw, decode.Options{Jobs: 1}) })
	return sum
}

func checkSums(t *testing.T, form string, sums map[string]string, want string) {
	t.Helper()
	if want := heavy.Scale(5, 15); len(sums) != want {
		t.Errorf("%s: %d sums, want %d", form, len(sums), want)
	}
	for run, sum := range sums {
		if sum != want {
			t.Errorf("%s, %s: SHA-256 %s, want %s", form, run, sum, want)
		}
	}
}

// sumsOfChild runs this test in a process with another setting of GODEBUG.
func sumsOfChild(t *testing.T, setting string) (form string, sums map[string]string) {
	t.Helper()
	program := must.Get(os.Executable())(t)
	args := []string{"-test.run=^TestCipherForms$"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	child := exec.Command(program, args...)
	child.Env = append(os.Environ(), childVariable+"=1", "GODEBUG="+setting)
	child.Stderr = os.Stderr
	out, err := child.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", setting, err, out)
	}
	sums = map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		switch {
		case name == "form":
			form = value
		case strings.Contains(name, "-workers-"):
			sums[name] = value
		}
	}
	return form, sums
}
