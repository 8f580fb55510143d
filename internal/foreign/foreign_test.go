package foreign_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"bcdump/internal/foreign"
	"bcdump/internal/must"
)

// TestLimit: so many bytes are given, however they come, and one more is an error with its place.
func TestLimit(t *testing.T) {
	const most = 100_000
	for _, size := range []int{0, 1, most - 1, most, most + 1, 3 * most} {
		text := strings.Repeat("x", size)
		for name, in := range map[string]io.Reader{
			"at once": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text)),
			"with its end": iotest.DataErrReader(strings.NewReader(text)), "twice": foreign.New(strings.NewReader(text), 4*most),
		} {
			got, err := io.ReadAll(foreign.New(in, most))
			var at *foreign.Error
			if size <= most && (err != nil || string(got) != text) {
				t.Errorf("%d bytes, %s: %d, %v", size, name, len(got), err)
			}
			if size > most && (len(got) != most || !errors.Is(err, foreign.ErrTooLarge) || !errors.As(err, &at) || at.At != most) {
				t.Errorf("%d bytes, %s: %d, %v", size, name, len(got), err)
			}
		}
	}
}

// TestReadErrors: an error comes behind what was read before it, and a stream that gives nothing ends.
func TestReadErrors(t *testing.T) {
	wrong := errors.New("wrong")
	got, err := io.ReadAll(foreign.New(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(wrong)), 10))
	if string(got) != "abc" || !errors.Is(err, wrong) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := foreign.New(silent{}, 10).Peek(); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	must.Do(t, os.WriteFile(path, []byte("abcdef"), 0o600))
	if head, err := foreign.Head(path, 3); string(head) != "abc" || err != nil {
		t.Errorf("%q, %v", head, err)
	}
	if _, err := foreign.Open(folder); err == nil || err.Error() != folder+": is a directory" {
		t.Error(err)
	}
	if _, err := foreign.Head(os.DevNull, 3); err == nil || err.Error() != os.DevNull+": not an ordinary file" {
		t.Error(err)
	}
	absent := func(*foreign.Reader) error { return nil }
	if err := foreign.With(path+"b", absent); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), path+"b: ") {
		t.Error(err)
	}
	second := func(r *foreign.Reader) error {
		if _, err := r.Peek(); err != nil {
			return err
		}
		r.Skip()
		return r.Fail("wrong")
	}
	if err := foreign.With(path, second); err == nil || err.Error() != path+": byte 1: wrong" {
		t.Error(err)
	}
}
