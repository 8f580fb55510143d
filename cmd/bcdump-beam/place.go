package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"bcdump/report/dataset"
)

// remote reports whether a path is not on this machine.
func remote(path string) bool { return strings.Contains(path, "://") }

// nameOf gives a capture the name that `bcdump export parquet FOLDER` gives it, where the folder is
// what a pattern has before its first wildcard.
func nameOf(pattern, file string) string {
	fixed := pattern
	if at := strings.IndexAny(pattern, `*?[\`); at >= 0 {
		fixed = pattern[:at]
	}
	folder := fixed[:strings.LastIndex(fixed, "/")+1]
	return strings.TrimPrefix(filepath.ToSlash(file), folder)
}

// localCopy gives a path on this machine to read a file at, and what removes it if it is a copy.
func localCopy(ctx context.Context, file string) (local string, remove func(), err error) {
	if !remote(file) {
		return file, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "bcdump-beam-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	local = filepath.Join(folder, path.Base(file))
	if err := download(ctx, file, local); err != nil {
		remove()
		return "", nil, err
	}
	return local, remove, nil
}

func download(ctx context.Context, from, to string) error {
	place, err := filesystem.New(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = place.Close() }()
	in, err := place.OpenRead(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

// storeAt gives the place for results.
func storeAt(ctx context.Context, folder string) dataset.Store {
	if !remote(folder) {
		return shared{dataset.Folder(folder)}
	}
	return &bucket{ctx, strings.TrimSuffix(folder, "/")}
}

// shared is a folder that several workers write into.
type shared struct{ dataset.Folder }

// abandoned is for how long nobody has written to a file that nobody will complete.
const abandoned = time.Hour

// Clean leaves alone what another worker may be writing: a runner that takes a worker for dead has its
// work done again, and may be wrong.
func (s shared) Clean(folder string) error {
	left, err := os.ReadDir(filepath.Join(string(s.Folder), filepath.FromSlash(folder)))
	if err != nil {
		return ignoreMissing(err)
	}
	for _, f := range left {
		info, err := f.Info()
		if err == nil && strings.HasPrefix(f.Name(), ".part-") && time.Since(info.ModTime()) > abandoned {
			err = s.Remove(folder + "/" + f.Name())
		}
		if err := ignoreMissing(err); err != nil {
			return err
		}
	}
	return nil
}

// bucket is a Store in a file system of Beam, where a file appears with all of its bytes when it was
// uploaded, or not at all. Files are written on this machine first.
type bucket struct {
	ctx    context.Context
	folder string
}

func (b *bucket) path(name string) string { return b.folder + "/" + name }

// with does something in the file system.
func (b *bucket) with(do func(filesystem.Interface) error) error {
	place, err := filesystem.New(b.ctx, b.folder)
	if err != nil {
		return err
	}
	defer func() { _ = place.Close() }()
	return do(place)
}

// Create begins a file on this machine.
func (b *bucket) Create(name string) (dataset.File, error) {
	f, err := os.CreateTemp("", "bcdump-beam-*")
	if err != nil {
		return nil, err
	}
	return &upload{f, b, name}, nil
}

// upload is a file that is to go there.
type upload struct {
	*os.File
	to   *bucket
	name string
}

// Discard removes it.
func (u *upload) Discard() {
	_ = u.Close()
	_ = os.Remove(u.Name())
}

// Commit uploads it.
func (u *upload) Commit() error {
	defer u.Discard()
	if _, err := u.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return u.to.with(func(place filesystem.Interface) error {
		out, err := place.OpenWrite(u.to.ctx, u.to.path(u.name))
		if err != nil {
			return err
		}
		if _, err := io.Copy(out, u.File); err != nil {
			return err // not closed: then there is nothing
		}
		return out.Close()
	})
}

// Open copies a file to this machine, to read it there.
func (b *bucket) Open(name string) (io.ReadCloser, error) {
	if _, err := b.Size(name); err != nil {
		return nil, err
	}
	local, remove, err := localCopy(b.ctx, b.path(name))
	if err != nil {
		return nil, err
	}
	f, err := os.Open(local)
	if err != nil {
		remove()
		return nil, err
	}
	return &downloaded{f, remove}, nil
}

type downloaded struct {
	*os.File
	remove func()
}

// Close removes the copy.
func (d *downloaded) Close() error {
	defer d.remove()
	return d.File.Close()
}

// Size is that of a file.
func (b *bucket) Size(name string) (size int64, err error) {
	err = b.with(func(place filesystem.Interface) error {
		found, err := place.List(b.ctx, escaped(b.path(name)))
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fmt.Errorf("%s: %w", b.path(name), fs.ErrNotExist)
		}
		size, err = place.Size(b.ctx, b.path(name))
		return err
	})
	return size, err
}

// escaped makes a path match itself only.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Remove removes a file.
func (b *bucket) Remove(name string) error {
	if _, err := b.Size(name); err != nil {
		return ignoreMissing(err)
	}
	return b.with(func(place filesystem.Interface) error {
		remover, ok := place.(filesystem.Remover)
		if !ok {
			return fmt.Errorf("%s: files cannot be removed there", b.folder)
		}
		return remover.Remove(b.ctx, b.path(name))
	})
}

func ignoreMissing(err error) error {
	if err == nil || isMissing(err) {
		return nil
	}
	return err
}

// Clean has nothing to do: what is not complete is not there.
func (b *bucket) Clean(string) error { return nil }
