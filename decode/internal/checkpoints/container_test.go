package checkpoints

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"bcdump/decode/capture"
	"bcdump/internal/must"
)

// pcapHeader begins a capture of Ethernet frames.
var pcapHeader = []byte{0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0}

func newContainer(t *testing.T, in io.Reader) (*Container, *capture.Reader) {
	t.Helper()
	r := must.Get(capture.NewReader(in, capture.Options{}))(t)
	return must.Get(NewContainer(r, nil, 0))(t), r
}

// TestFullDisk: what cannot be kept ends the reading, and is told.
func TestFullDisk(t *testing.T) {
	container, r := newContainer(t, io.MultiReader(bytes.NewReader(pcapHeader), bytes.NewReader(make([]byte, 16))))
	if err := container.file.Close(); err != nil { // it takes nothing any more, as if the disk were full
		t.Fatal(err)
	}
	var b capture.Batch
	if err := r.Read(&b); err != io.EOF || !errors.Is(container.Failed(), os.ErrClosed) || r.DamageCount() != 0 {
		t.Errorf("%v, %v, damage %v", err, container.Failed(), r.Damage())
	}
}

// TestNoFileIsLeft: the temporary file has no name, or none after Close.
func TestNoFileIsLeft(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	container, r := newContainer(t, bytes.NewReader(append(pcapHeader, make([]byte, 32)...)))
	var b capture.Batch
	for r.Read(&b) == nil {
	}
	last := r.Mark()
	container.End(&last)
	if got, err := io.ReadAll(&section{container: container, offset: 30}); err != nil || len(got) != len(pcapHeader)+32-30 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := container.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// TestStopped: a container ends where its Reader was stopped, though more had come.
func TestStopped(t *testing.T) {
	frame := append([]byte{1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0}, 1, 2, 3, 4)
	in := append(append(bytes.Clone(pcapHeader), frame...), frame[:18]...)
	container, r := newContainer(t, bytes.NewReader(in))
	defer func() { _ = container.Close() }()
	var b capture.Batch
	if err := r.Read(&b); err != nil || len(b.Frames) != 1 {
		t.Fatal(err, len(b.Frames))
	}
	s := &section{container: container, offset: 24}
	if got, err := io.ReadAll(s); !errors.Is(err, capture.ErrStopped) || len(got) != len(in)-24 {
		t.Errorf("while it is read: %d bytes, %v", len(got), err)
	}
	at := r.Mark()
	container.End(&at)
	if got, err := io.ReadAll(&section{container: container, offset: 24}); !errors.Is(err, capture.ErrStopped) || len(got) != len(frame) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
