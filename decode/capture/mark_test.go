package capture

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// kept is what passes on the way to a Reader, and the error at its end.
type kept struct {
	rest  io.Reader
	bytes []byte // from offset on
	err   error
}

func (k *kept) Read(p []byte) (int, error) {
	n, err := k.rest.Read(p)
	k.bytes, k.err = append(k.bytes, p[:n]...), err
	return n, err
}

// resumed reads a capture, and then from several places between two batches again. It returns how many
// places there were.
func resumed(t testing.TB, data []byte, chunk, most int) (places int) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(data), Options{ChunkSize: chunk})
	if err != nil {
		return 0
	}
	k := &kept{}
	first := r.Mark()
	k.bytes = r.Pass(func(rest io.Reader) io.Reader { k.rest = rest; return k })
	var marks []Mark
	var frames []int64
	whole := readRest(t, r, func() { marks, frames = append(marks, r.Mark()), append(frames, r.Frames()) })
	if k.err == nil {
		k.err = io.EOF // the container ended before its bytes did
	}
	step := max(1, len(marks)/most)
	for i := 0; i < len(marks); i += step {
		rest := bytes.NewReader(k.bytes[min(marks[i].Offset()-first.Offset(), int64(len(k.bytes))):])
		again := Resume(&marks[i], io.MultiReader(rest, failing{k.err}), Options{ChunkSize: chunk/2 + 1})
		got := readRest(t, again, func() {})
		want := whole
		want.frames, want.logged = want.frames[min(frames[i], int64(len(want.frames))):], want.logged[min(frames[i], int64(len(want.logged))):]
		if len(want.logged) == 0 {
			want.logged = nil
		}
		label := fmt.Sprintf("from frame %d on", frames[i]+1)
		same(t, label, want, got)
		if !reflect.DeepEqual(got.info, whole.info) || again.Size() != r.Size() {
			t.Errorf("%s: %+v of %d bytes, want %+v of %d", label, got.info, again.Size(), whole.info, r.Size())
		}
	}
	return len(marks)
}

// TestResume goes on from places in captures of all kinds.
func TestResume(t *testing.T) {
	files, err := filepath.Glob("../../testdata/pcaps/*")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	places := 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil || strings.HasSuffix(path, ".golden") || expandsTooFar(data) {
			continue
		}
		for _, chunk := range []int{1 + len(data)/1000, 900} {
			places += resumed(t, data, chunk, 4)
		}
	}
	for _, data := range samples() {
		places += resumed(t, data, 70, 20)
	}
	if places < 1000 {
		t.Errorf("%d places", places)
	}
}
