package verify

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"bcdump/internal/must"
)

// What of a folder may not be read is passed over and told of; the rest is found.
func TestUnreadableIsPassedOver(t *testing.T) {
	capture := must.Get(os.ReadFile(corpus + "/sll.pcap"))(t)
	dir := must.Get(os.MkdirTemp("/tmp", "bcdump-*"))(t) // others may enter it, unlike that of the test
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must.Do(t, os.Chmod(dir, 0o755))
	for _, name := range []string{"a/one.pcap", "locked/two.pcap", "named/three.pcap", "z/four.pcap"} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, capture, 0o644))
	}
	must.Do(t, os.Chmod(filepath.Join(dir, "locked"), 0))
	must.Do(t, os.Chmod(filepath.Join(dir, "named"), 0o644)) // its names can be read, and nothing of its files
	if os.Getuid() == 0 {
		const nobody = 65534
		runtime.LockOSThread() // and never unlocked: the thread ends with the test
		must.Do(t, syscall.Setfsuid(nobody))
	}
	var found, passed []string
	err := Captures(dir, func(_, within string) error {
		found = append(found, within)
		return nil
	}, func(path string, why error) {
		if !errors.Is(why, fs.ErrPermission) {
			t.Error(path, why)
		}
		passed = append(passed, path[len(dir)+1:])
	})
	if err != nil || !slices.Equal(found, []string{"a/one.pcap", "z/four.pcap"}) || !slices.Equal(passed, []string{"locked", "named/three.pcap"}) {
		t.Errorf("%v: found %v, passed %v", err, found, passed)
	}
}
